"""Deleting many rows: one statement for all of them may take longer than a statement is allowed."""

from typing import Any

from django.db.models import QuerySet

SLICE = 1_000


def delete(rows: QuerySet[Any]) -> int:
    """Delete these rows and what hangs on them, some at a time; how many rows in all."""
    deleted = 0
    while ids := list(rows.values_list("pk", flat=True)[:SLICE]):
        deleted += rows.model._base_manager.filter(pk__in=ids).delete()[0]
    return deleted
