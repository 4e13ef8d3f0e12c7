"""The last moves of a game, of which a process reads only those that it does not know."""

import random

import pytest

from accounts.models import User
from games.lobby import open_games
from games.models import Incident
from games.moves import actions, conditions
from games.storage import log_cache, position, statements
from tests.games.playing import answer, asked, seat_of, user_of


def _told_as_stored(game_id: int, user_id: int | None, since: int) -> int:
    """The log as it is told to somebody is what the database has; how many moves were asked for."""
    here = position.load(game_id, user_id)
    told = log_cache.read_log(here.game, since, here.version)
    stored = statements.read_log(game_id, since, here.version).answer()
    assert told.answer() == stored
    asked_since = told.values[1]
    return sum(row.number is not None and row.version > int(str(asked_since)) for row in stored)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_log_is_what_the_database_has_whoever_looks_whenever(
    anna: User, ben: User, seed: int
) -> None:
    """Random play with undo, holding and confirming, and things written down at older versions."""
    rng = random.Random(seed)
    game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    taken_back = 0
    while waiting := asked(game_id):
        seat = rng.choice(waiting)
        user_id = user_of(game_id, seat)
        here = position.load(game_id, user_id)
        if here.running().state.held == seat:
            here = actions.confirm(game_id, user_id, version=here.version)
        else:
            here = answer(game_id, seat, rng.choice, hold=rng.random() < 0.7)
        since = max(0, here.version - rng.choice([8, 40]))
        for viewer in rng.sample([anna.pk, ben.pk, None], 3):
            _told_as_stored(game_id, viewer, since)
        if conditions.undoable(here, seat_of(game_id, seat)) and rng.random() < 0.5:
            actions.undo(game_id, user_id, version=here.version)
            taken_back += 1
        if rng.random() < 0.2:
            version = rng.randint(0, here.game.public_version)
            Incident.objects.create(game_id=game_id, version=version, kind="reminded", seat=0)
        for viewer in rng.sample([anna.pk, ben.pk, None], 3):
            _told_as_stored(game_id, viewer, since)
    assert taken_back > 0


def test_moves_that_everybody_has_seen_are_read_once(anna: User, ben: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    for _turn in range(5):
        answer(game_id, asked(game_id)[0])
    assert _told_as_stored(game_id, anna.pk, 0) > 4
    assert _told_as_stored(game_id, ben.pk, 0) == 0
    answer(game_id, asked(game_id)[0])
    assert _told_as_stored(game_id, ben.pk, 0) == 1
