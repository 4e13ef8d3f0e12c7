"""Games that each version of the rules has stored are loaded, ask what they asked, and go on."""

from __future__ import annotations

import random

import pytest

from games.checking.stored import play_on
from games.moves import breaking
from games.rules import registry
from tests.rules.stored import store

TYPES = [rules.slug for rules in registry.all()]
#: Of each stored game.
MOVES = 25


@pytest.mark.parametrize("slug", TYPES)
def test_games_of_this_version_are_stored_with_every_kind_of_question(slug: str) -> None:
    rules = registry.get(slug)
    assert store.path(slug, rules.version).exists(), (
        f"version {rules.version} of {slug} has no stored games: "
        f"python -m tests.rules.stored.store {slug}, and leave the files of older versions alone"
    )
    of = {mark for stored in store.read(slug, rules.version) for mark in stored.of}
    assert set(rules.kinds) <= of
    assert {"(a held turn)", "(over)"} <= of


@pytest.mark.parametrize(("slug", "version"), store.files())
def test_a_stored_game_asks_what_it_asked_is_shown_and_goes_on(slug: str, version: int) -> None:
    rules = registry.get(slug)
    for number, stored in enumerate(store.read(slug, version)):
        game = rules.load(stored.state, version)
        assert game.state.held == stored.held
        asked = [(decision.seat, decision.kind) for decision in game.decisions()]
        assert asked == stored.asks, f"{stored.of} of {slug} {version}"
        breaking.try_out(game)
        asked_before = game.state.asked
        play_on(game, MOVES, random.Random(number))
        assert game.result() is not None or game.state.asked > asked_before
