"""Imports a study from its JSON document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.errors import GameError
from games.studies import importing


class Command(BaseCommand):
    help = "Import a study for a person and print its id; docs/studies.md describes the file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="the name of the person who owns it")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username__iexact=options["owner"], is_active=True).first()
        if owner is None:
            raise CommandError(f"nobody is called {options['owner']!r}")
        try:
            with options["file"].open("rb") as file:
                content = file.read(importing.LONGEST_FILE + 1)
            study = importing.import_study(content, owner.pk)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from None
        except GameError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(str(study.pk))
