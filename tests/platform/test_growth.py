"""What is asked of the database often stays cheap however many games there are.

Seen at a small scale: no big table is read from end to end, and four times the games cost no more
statements and hardly more blocks of the database. `script/bench growth` shows it at any scale.

Numbers of rows begin anew: whose games are copied, and so which kinds of news a page tells of,
depends on them.
"""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from bench import hot, world
from boardgames.database import biglists
from games.models import Game, Move, Seat
from games.rules import registry
from games.storage import moves, packing
from games.upkeep import figures
from games.upkeep.packing import pack_next

FEW, MANY = 2000, 8000

pytestmark = pytest.mark.slow


Actions = dict[str, Callable[[], object]]


def grown_by(samples: world.Samples, games: int) -> Actions:
    """Every action, in a service that has so many more games."""
    crowd = world.multiply(samples, games)
    world.tidy()
    return hot.actions(hot.cast(crowd))


def costs(actions: Actions) -> dict[str, hot.Cost]:
    found = {}
    for name, action in actions.items():
        action()  # what is read once and kept is no part of it
        found[name] = hot.cost(action)
    return found


def asked(samples: world.Samples, games: int) -> dict[str, int]:
    """How many statements each page needs that is opened for the first time, with so many more
    games."""
    found = {}
    for name, page in hot.pages(hot.cast(world.multiply(samples, games))).items():
        cache.clear()
        found[name] = hot.cost(hot.opening(*page)).statements
    return found


def test_no_page_asks_more_for_more_rows_and_no_action_costs_more_in_a_bigger_service(
    django_db_reset_sequences: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = world.samples()  # once for both, as it takes long
    less, more = asked(samples, 100), asked(samples, 400)
    assert {name: (less[name], more[name]) for name in less if less[name] < more[name]} == {}
    for module, name in ((biglists, "NEWEST"), (figures, "COUNTED")):
        monkeypatch.setattr(module, name, MANY // 20)  # few beside all, as in a big service
    monkeypatch.setattr(world, "VETERAN", 100)
    few = costs(grown_by(samples, FEW))
    actions = grown_by(samples, MANY)
    suspects = dearer(few, costs(actions))
    # What had died is in the way while somebody else's snapshot is older; and statistics, which
    # are made from rows by lot, may make reading all seem as cheap as an index.
    for _look in range(3):
        world.tidy()
        suspects = dearer(few, costs({name: actions[name] for name in suspects}))
    assert suspects == {}


def dearer(
    few: dict[str, hot.Cost], many: dict[str, hot.Cost]
) -> dict[str, tuple[int, int, list[str]]]:
    """What reads a big table from end to end, or many more blocks than with few games. Where an
    index has grown by a level, each of a page's rows costs a block more."""
    return {
        name: (few[name].pages, cost.pages, cost.scans)
        for name, cost in many.items()
        if cost.scans or (cost.pages > 1.5 * few[name].pages + 150 and not by_design(name))
    }


def by_design(name: str) -> bool:
    """What may cost more: a far page, which is empty at first; lists up to a limit; what reads all
    games of a person, who has more of them in the larger crowd; and what looks at every running
    game once an hour."""
    limited = name.startswith("admin, ") or name.endswith("bell")
    whole = name.startswith(("all that is kept about", "a person's moves", "my games with"))
    return limited or whole or "page 20" in name or name == "tick, abandoned games"


def test_copies_of_games_that_ended_long_ago_are_packed_and_tell_the_moves_of_what_they_copy(
    django_db_reset_sequences: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = registry.get("bali")
    monkeypatch.setattr(registry, "all", lambda: [one])
    samples = world.samples(finished=2)
    crowd = world.multiply(samples, 100)
    over = Game.objects.filter(pk__in=crowd.games, status=Game.Status.FINISHED)
    old = over.filter(finished_at__lt=timezone.now() - timedelta(days=settings.PACK_GAMES_AFTER))
    assert set(over.filter(packed=True)) == set(old)
    assert 80 < old.count() < over.count()
    assert not Move.objects.filter(game__in=old).exists()
    assert {told(pk) for pk in samples.finished} == {told(game.pk) for game in over}
    assert pack_next() == 0
    assert packing.pack(over.filter(packed=False)[0].pk, timezone.now(), 2**63 - 1)


def told(game: int) -> tuple[str, ...]:
    """What was done in a game, move by move."""
    return tuple(f"{move.version} {move.action} {move.choice}" for move in moves.read_moves(game))


def test_a_small_crowd_in_which_only_the_first_seats_are_asked_has_a_member(
    django_db_reset_sequences: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = registry.get("bali")
    monkeypatch.setattr(registry, "all", lambda: [one])  # games of the others are no other crowd
    samples = world.samples()
    Seat.objects.filter(game__in=samples.running).update(to_move=False)
    Seat.objects.filter(game__in=samples.running, index=0).update(to_move=True)
    cast = hot.cast(world.multiply(samples, 100))
    assert Seat.objects.filter(game=cast.mine, user=cast.member, to_move=True).exists()
