"""Deletes many rows in slices: one statement for all of them might exceed its time limit."""

from typing import Any

from django.db.models import QuerySet

SLICE = 1_000


def delete(rows: QuerySet[Any]) -> int:
    """Delete these rows and those that depend on them, in slices; return how many rows in all."""
    deleted = 0
    while ids := list(rows.values_list("pk", flat=True)[:SLICE]):
        deleted += rows.model._base_manager.filter(pk__in=ids).delete()[0]
    return deleted
