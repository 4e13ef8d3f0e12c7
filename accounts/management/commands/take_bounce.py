"""`manage.py take_bounce < MESSAGE`: a bounce, from a mail server that pipes it here."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts import bounces


class Command(BaseCommand):
    help = "Reads a bounce from standard input and notes that an address takes no mail."

    def handle(self, *args: Any, **options: Any) -> None:
        ours = bounces.take(sys.stdin.buffer.read())
        self.stdout.write("noted" if ours else "no bounce of ours")  # else a mail server bounces it
