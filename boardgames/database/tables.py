"""Lets the first migration of an app describe its tables as a model does: one column per line."""

from typing import Any

from django.conf import settings
from django.db.migrations import CreateModel
from django.db.models import BigAutoField, Field

USER = settings.AUTH_USER_MODEL
ID = BigAutoField("ID", auto_created=True, primary_key=True, serialize=False)


def create_table(name: str, columns: dict[str, Field], **options: Any) -> CreateModel:
    """A migration operation that creates a model's table; ``options`` go to its ``Meta``."""
    return CreateModel(name, list(columns.items()), options)
