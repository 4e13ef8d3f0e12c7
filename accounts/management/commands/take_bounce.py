"""`manage.py take_bounce < MESSAGE`: processes a bounce that a mail server pipes here."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts import bounces


class Command(BaseCommand):
    help = "Reads a bounce from standard input and records that an address accepts no e-mail."

    def handle(self, *args: Any, **options: Any) -> None:
        ours = bounces.take_bounce(sys.stdin.buffer.read())
        # Success even then: a mail server would bounce a message that a program refuses.
        self.stdout.write("recorded" if ours else "not a bounce of ours")
