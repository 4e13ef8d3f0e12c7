"""One migration replaces many: where only some were applied, it does not begin."""

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from boardgames.database import history


def plan() -> list[str]:
    executor = MigrationExecutor(connection)
    steps = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(migration) for migration, _backwards in steps]


def forget(*names: str) -> None:
    for name in names:
        MigrationRecorder(connection).record_unapplied(*name.split("."))


@pytest.mark.django_db
def test_a_database_that_has_had_them_all_has_nothing_to_do() -> None:
    forget("games.0002_first_rows")  # the other names are those of before
    assert history.describe_gap() == ""
    assert plan() == []
    call_command("migrate", check_unapplied=True, skip_checks=False, verbosity=0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("missing", "incomplete"),
    [
        ("games.0055_unplayed_tables", "games.0001_initial"),
        ("games.0033_club_roles", "games.0002_first_rows"),
        ("boardgames.0009_no_safeguard", "boardgames.0001_initial"),
    ],
)
def test_a_database_that_has_had_only_some_is_sent_to_the_last_code_with_all(
    missing: str, incomplete: str
) -> None:
    forget(missing, "games.0002_first_rows")
    assert missing not in plan(), "Django would skip it silently"
    with pytest.raises(CommandError) as prepared:
        call_command("prepare", database=True)
    with pytest.raises(SystemCheckError) as migrated:
        call_command("migrate", skip_checks=False, verbosity=0)
    for refused in (prepared, migrated):
        assert incomplete in str(refused.value)
        assert f"commit {history.LAST_WITH_ALL}" in str(refused.value)


@pytest.mark.django_db
def test_a_database_with_only_the_first_migrations_of_before_is_sent_there_too() -> None:
    """They had the same names as those of today."""
    forget(*(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()))
    assert history.describe_gap() == ""
    MigrationRecorder(connection).record_applied("accounts", "0001_initial")
    assert "accounts.0001_initial" in history.describe_gap()


def test_no_migration_has_the_name_of_one_that_is_gone() -> None:
    """A reused name would count as applied wherever the old migration was."""
    there = MigrationLoader(None, load=False)
    there.load_disk()
    gone = {name for each in there.disk_migrations.values() for name in each.replaces}
    assert gone
    assert gone.isdisjoint(there.disk_migrations)


def test_every_migration_of_ours_has_a_way_back() -> None:
    there = MigrationLoader(None, load=False)
    there.load_disk()
    stuck = [
        f"{migration}: {operation.describe()}"
        for (app, _name), migration in there.disk_migrations.items()
        if app in ("accounts", "boardgames", "community", "games", "notifications")
        for operation in migration.operations
        if not operation.reversible
    ]
    assert stuck == []
