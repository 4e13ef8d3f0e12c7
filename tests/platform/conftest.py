"""A second view of the database, beside Django's own connection."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import psycopg
import pytest
from django.db import connection

Wire = psycopg.Connection[Any]
Dial = Callable[..., Wire]


@pytest.fixture
def dial(db: None) -> Iterator[Dial]:
    """Opens further connections as Django's own are; they end with the test."""
    with ExitStack() as opened:

        def dialled(*, autocommit: bool) -> Wire:
            options = {**connection.get_connection_params(), "autocommit": autocommit}
            one: Wire = psycopg.connect(**options)
            return opened.enter_context(closing(one))

        yield dialled
