"""`manage.py export_person NAME`: a person's data, for somebody who cannot sign in."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from accounts import exporting
from accounts.models import User


class Command(BaseCommand):
    help = "Prints everything stored about a person as JSON, as the person's own export does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"Nobody is called {name}.")
        everything = exporting.everything(user)
        self.stdout.write(json.dumps(everything, cls=DjangoJSONEncoder, indent=1))
