"""What a migration may not do while the release before serves people: lock a large table for long,
or take away what that release needs."""

from collections.abc import Iterator

from django.contrib.postgres import operations as concurrent
from django.db import connection, models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

#: Tables that grow with every game, in lower case as migrations name them.
LARGE = {
    *("games.game", "games.seat", "games.move", "games.tenure", "games.incident"),
    *("games.chatmessage", "notifications.notification", "notifications.delivery"),
    *("notifications.attempt", "accounts.user"),
}


def wrong(migration: Migration, state: ProjectState) -> Iterator[str]:
    """Sentences on what is wrong; ``state`` is that before it, and at the end the one after it."""
    made: set[str] = set()
    for operation in migration.operations:
        for each in _parts(operation):
            yield from _look(each, migration.app_label, made, state)
        operation.state_forwards(migration.app_label, state)


def _parts(operation: Operation) -> list[Operation]:
    if isinstance(operation, ops.SeparateDatabaseAndState):
        return list(operation.database_operations)
    return [operation]


def _look(each: Operation, app: str, made: set[str], state: ProjectState) -> Iterator[str]:
    if isinstance(each, ops.CreateModel):
        made.add(f"{app}.{each.name_lower}")
    elif isinstance(each, ops.RunSQL):
        words = str(each.sql).upper()
        if (
            "CREATE INDEX" in words.replace("CREATE UNIQUE", "CREATE")
            and "CONCURRENTLY" not in words
        ):
            yield "SQL makes an index without CONCURRENTLY"
    elif isinstance(each, ops.RenameModel | ops.AlterModelTable):
        if _changes_tables(each, app, state):
            yield f"{each.describe()}: the release before still needs it; keep db_table"
    elif isinstance(each, ops.DeleteModel):
        yield f"{each.describe()}: the release before still needs it"
    elif (table := _table(each, app)) and table not in made:
        yield from (f"{table}: {said}" for said in _look_at(each, table, state))


def _changes_tables(
    each: ops.RenameModel | ops.AlterModelTable, app: str, state: ProjectState
) -> bool:
    """Whether a table gets another name, or one of several columns that are called after a model:
    those of a field for many rows."""
    if isinstance(each, ops.AlterModelTable):
        before: str = state.apps.get_model(app, each.name)._meta.db_table
        return before != (each.table or f"{app}_{each.name_lower}")
    model = state.apps.get_model(app, each.old_name)
    named = "db_table" in state.models[app, each.old_name_lower].options
    return not named or any(field.many_to_many for field in model._meta.get_fields())


def _table(each: Operation, app: str) -> str:
    name = getattr(each, "model_name_lower", "") or getattr(each, "model_name", "")
    return f"{app}.{name.lower()}" if name else ""


def _look_at(each: Operation, table: str, state: ProjectState) -> Iterator[str]:
    """Changes of a table that is there already."""
    large = table in LARGE
    if isinstance(each, ops.RemoveField | ops.RenameField):
        yield f"{each.describe()}: the release before still needs it"
    elif isinstance(each, ops.AddField):
        field = each.field
        if not (field.null or field.many_to_many or field.has_db_default()):
            yield f"{each.name}: the release before gives none, so it needs null or db_default"
        if large and (_indexed(field) or isinstance(field, models.ManyToManyField)):
            yield f"{each.name}: its index locks the table; add it apart, concurrently"
    elif isinstance(each, ops.AlterField) and large:
        before = state.models[tuple(table.split("."))].get_field(each.name)
        yield from _altered(each.name, before, each.field)
    elif isinstance(each, concurrent.AddIndexConcurrently | concurrent.RemoveIndexConcurrently):
        return
    elif isinstance(each, ops.AddIndex | ops.RemoveIndex) and large:
        yield "an index locks the table: AddIndexConcurrently, RemoveIndexConcurrently"
    elif isinstance(each, concurrent.AddConstraintNotValid):
        return
    elif isinstance(each, ops.AddConstraint) and large:
        yield "a constraint locks the table: AddConstraintNotValid and ValidateConstraint"


def _altered(name: str, before: models.Field, after: models.Field) -> Iterator[str]:
    if not _indexed(before) and _indexed(after):
        yield f"{name}: its index locks the table; add it apart, concurrently"
    if before.null and not after.null:
        yield f"{name}: NOT NULL looks at all rows while nobody else may"
    if not before.is_relation and _type(before) != _type(after):
        yield f"{name}: another type writes the table anew"


def _indexed(field: models.Field) -> bool:
    return bool(getattr(field, "db_index", False) or field.unique)


def _type(field: models.Field) -> str | None:
    """Longer texts are the same type with another limit, which costs nothing."""
    kind = field.db_type(connection)
    return kind and kind.partition("(")[0]
