"""A few hundred of the inputs of ``script/drill fuzz``: no error of ours, no socket dead, no game
lost."""

import asyncio
import random

import pytest

from games.live.consumers import GameConsumer
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
    # News that did not come are errors; in how many games something can happen, chance decides.
    assert said.news, "and whoever talks nonsense is told what happens"


@pytest.mark.parametrize("deep", ["[" * 5000, '{"have":' * 1500, '{"x":' * 3000])
def test_a_message_too_deep_to_be_read_ends_no_socket(deep: str) -> None:
    consumer = GameConsumer()
    consumer.follows = "page"
    asyncio.run(consumer.receive(deep))
    assert not consumer.base
