"""Which migrations a database has had.

One migration may replace many that are gone. Where a database has had only some of these, Django
skips the one silently, and whatever the missing ones did is missing in the database.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

#: The last commit that has all the migrations that were replaced.
LAST_WITH_ALL = "fe7d8acc"


def describe_gap() -> str:
    """Tell what to do with a database that has had only some of them; empty where all is well."""
    incomplete = ", ".join(sorted(_incomplete()))
    if not incomplete:
        return ""
    return (
        f"The database has had only some of the migrations that {incomplete} replaced. Upgrade it "
        f"to commit {LAST_WITH_ALL} first, the last one that has them all, and then to this one."
    )


def _incomplete() -> Iterator[str]:
    """The migrations that replace some which the database has had and some which it has not."""
    loader = MigrationLoader(connection, load=False)
    loader.load_disk()
    applied = MigrationRecorder(connection).applied_migrations().keys()
    for key, migration in loader.disk_migrations.items():
        gone = set(migration.replaces) - loader.disk_migrations.keys()
        if not gone <= applied and not applied.isdisjoint({key, *gone}):
            yield ".".join(key)
