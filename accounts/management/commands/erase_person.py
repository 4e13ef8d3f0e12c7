"""`manage.py erase_person NAME`: deletes a person's account on request, and again after a restore.

`--list` prints the closed accounts; store it elsewhere as the input of `--again`.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import erasing, names, people
from accounts.models import User


class Command(BaseCommand):
    help = "Closes an account at once and for good. Games stay, under an anonymous name."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("name", nargs="?", help="the user name of the account to close")
        what.add_argument(
            "--list", action="store_true", help="prints a line for each closed account, to be kept"
        )
        what.add_argument(
            "--again",
            action="store_true",
            help="reads such a list from standard input and closes what a restore has reopened",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for line in erasing.list_closed_accounts():
                self.stdout.write(line)
        elif options["again"]:
            self._erase_again()
        else:
            self._erase(options["name"])

    def _erase(self, name: str) -> None:
        users = User.objects.exclude(username__startswith=names.FORMER_PLAYER)
        user = users.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"Nobody is called {name}.")
        people.close_account(user)
        self.stdout.write(f"{user.username} is {names.FORMER_PLAYER}{user.pk} now.")

    def _erase_again(self) -> None:
        try:
            closed = erasing.again(sys.stdin)
        except ValueError as error:
            raise CommandError(f"This is not a list of `erase_person --list`: {error}") from error
        self.stdout.write(f"Closed again: {closed} accounts.")
