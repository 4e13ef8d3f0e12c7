"""`manage.py messages`: keeps the catalogues of all languages in step with the sources."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from boardgames.words import catalogues


class Command(BaseCommand):
    help = "Adds new messages to the .po files, compiles them, and lists those not translated."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--compile", action="store_true", help="only write the .mo files")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["compile"]:
            for language in catalogues.languages():
                self._update(language)
        catalogues.compile_all()

    def _update(self, language: str) -> None:
        """Name each missing translation where none may be missing; count them elsewhere."""
        for owner in catalogues.owners():
            owner.update(language)
            missing = owner.missing(language)
            file = owner.po(language).relative_to(owner.base)
            if language in settings.COMPLETE_LANGUAGES:
                for word in missing:
                    self.stdout.write(f"{file}: {word!r}")
            elif missing:
                self.stdout.write(f"{file}: {len(missing)} messages are shown in English")
