"""Which migrations have been applied to a database.

A migration may replace many that are gone. If a database has had only some of those, Django skips
the replacement silently, and the changes of the missing ones are absent.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.dispatch import Signal

#: The last commit that contains all the replaced migrations.
LAST_WITH_ALL = "fe7d8acc"

#: Sent before the service starts, once the database has all migrations.
brought_up_to_date = Signal()


def describe_gap() -> str:
    """What to do with a database that has had only some of them; empty if all is well."""
    incomplete = ", ".join(sorted(_incomplete()))
    if not incomplete:
        return ""
    return (
        f"The database has had only some of the migrations that {incomplete} replaced. Upgrade it "
        f"to commit {LAST_WITH_ALL} first, the last one that has them all, and then to this one."
    )


def _incomplete() -> Iterator[str]:
    """Migrations that replace some which were applied here and some which were not."""
    loader = MigrationLoader(connection, load=False)
    loader.load_disk()
    applied = MigrationRecorder(connection).applied_migrations().keys()
    for key, migration in loader.disk_migrations.items():
        gone = set(migration.replaces) - loader.disk_migrations.keys()
        if not gone <= applied and not applied.isdisjoint({key, *gone}):
            yield ".".join(key)
