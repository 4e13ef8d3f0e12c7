"""A few hundred of the inputs of ``script/drill fuzz``: no error of ours, no socket dead, no game
lost."""

import asyncio
import random

import pytest

from tests.security.fuzz import calls, frames
from tests.security.fuzz.tables import Tables


@pytest.mark.slow
def test_a_few_hundred_of_them_do_no_harm(site: str) -> None:
    tables = Tables(random.Random(16))
    thrown = calls.throw(site, tables, 200)
    said = asyncio.run(frames.throw(site, tables, 200))
    assert not thrown.errors + said.errors + tables.lost()
    assert thrown.number == said.number == 200
    assert {200, 400, 404, 409, 422} <= set(thrown.statuses), "calls of every sort"
    assert said.news > 5, "and whoever talks nonsense is told what happens"
