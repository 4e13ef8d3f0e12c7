"""Links game packages into the checkout's environment, as `script/server --game` does."""

import sysconfig
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from script import games


class Command(BaseCommand):
    help = "Link game packages without starting a server; --forget unlinks them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="+", type=Path, help="the folder of a package")
        parser.add_argument("--forget", action="store_true", help="stop serving it")

    def handle(self, *args: Any, **options: Any) -> None:
        word = "--without-game" if options["forget"] else "--game"
        words = [part for folder in options["folder"] for part in (word, str(folder))]
        file = Path(settings.BASE_DIR) / ".games"
        try:
            folders = games.list_folders(file, tuple(words), Path.cwd())
            games.link(folders, Path(sysconfig.get_path("purelib")))
        except SystemExit as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write("".join(f"{folder} is linked.\n" for folder in folders) or "None is.\n")
