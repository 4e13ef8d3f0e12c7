"""`manage.py messages`: keeps the German catalogues in step with the sources."""

from typing import Any

from django.core.management import BaseCommand, CommandParser

from boardgames import catalogues


class Command(BaseCommand):
    help = "Takes new words into the .po files, compiles them, and names those without German."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--compile", action="store_true", help="only write the .mo files")

    def handle(self, *args: Any, **options: Any) -> None:
        for catalogue in catalogues.owners():
            if not options["compile"]:
                catalogue.update()
                for word in catalogue.missing():
                    self.stdout.write(f"{catalogue.po.relative_to(catalogue.base)}: {word!r}")
            catalogue.compile()
