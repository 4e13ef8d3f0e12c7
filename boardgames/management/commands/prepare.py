"""`manage.py prepare`: everything needed before the service starts, in one process."""

import shutil
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import DatabaseError, OperationalError, connection

from boardgames.database import history
from boardgames.web import static_files
from boardgames.words import catalogues


class Command(BaseCommand):
    help = "Migrates the database, compiles the translations, and collects the static files."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        part = parser.add_mutually_exclusive_group()
        part.add_argument("--files", action="store_true", help="leave the database alone")
        part.add_argument("--database", action="store_true", help="leave the files alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["files"]:
            _prepare_database()
        if not options["database"]:
            _prepare_files()


def _prepare_files() -> None:
    catalogues.compile_all()
    static_files.gather()
    # Metrics of ended processes do not belong to this run.
    shutil.rmtree(settings.HOME.metrics, ignore_errors=True)
    settings.HOME.metrics.mkdir(parents=True)


def _prepare_database() -> None:
    try:
        connection.ensure_connection()
    except OperationalError as error:
        raise CommandError(
            f"The database {settings.DATABASES['default']['NAME']} does not answer "
            f"({_last_line(error)}): start it, or correct DATABASE_URL."
        ) from error
    try:
        if gap := history.describe_gap():
            raise CommandError(gap)
        call_command("migrate", interactive=False, verbosity=0)
        history.brought_up_to_date.send(sender=None)
    except DatabaseError as error:
        raise CommandError(
            f"The database cannot be brought up to date ({_last_line(error)}): is the code "
            "older than the data, or is the user of DATABASE_URL not allowed to change tables?"
        ) from error


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1].strip()
