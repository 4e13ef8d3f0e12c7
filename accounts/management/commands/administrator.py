"""`manage.py administrator NAME`: makes an administrator; administrators give roles to others."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User


class Command(BaseCommand):
    help = "Makes a user an administrator, with all rights."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        if user is None:
            raise CommandError(f"Nobody is called {name}: sign up on the site, and try again.")
        if user.is_guest:
            raise CommandError(f"{user.username} is a guest: make the account permanent first.")
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
        self.stdout.write(f"{user.username} is an administrator now: see /admin/.")
