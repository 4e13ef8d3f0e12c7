"""`manage.py take_bounce < MESSAGE`: a bounce, from a mail server that pipes it here."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts import bounces


class Command(BaseCommand):
    help = "Reads a bounce from standard input and records that an address accepts no e-mail."

    def handle(self, *args: Any, **options: Any) -> None:
        ours = bounces.take_bounce(sys.stdin.buffer.read())
        # Said even then: a mail server bounces what a program refuses.
        self.stdout.write("recorded" if ours else "not a bounce of ours")
