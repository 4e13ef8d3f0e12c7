"""A second view of the database, beside Django's own connection; a key that signs."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.platform.keys import Key

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


@pytest.fixture
def key(tmp_path: Path) -> Key:
    if shutil.which("minisign") is None:
        pytest.skip("minisign is not there")
    return Key(tmp_path / "key")
