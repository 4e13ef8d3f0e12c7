"""`manage.py token USER`: an API token for tools and load clients, on standard output."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.sessions import tokens


class Command(BaseCommand):
    help = "Creates an API token for a user and prints it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the user's name, in upper or lower case")

    def handle(self, *args: Any, user: str, **options: Any) -> None:
        found = User.objects.filter(username__iexact=user, is_active=True).first()
        if found is None:
            raise CommandError(f"There is no user {user!r}.")
        try:
            self.stdout.write(tokens.mint(found, "manage.py token"))
        except tokens.TooManyTokens:
            raise CommandError(
                f"{found.username} has {tokens.MAX_OWN} tokens: revoke one in the profile first."
            ) from None
