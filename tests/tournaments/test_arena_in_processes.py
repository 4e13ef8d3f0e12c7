"""Forty people in an arena that worker and beat carry, of which each is killed on the way."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from games.errors import GameError
from games.models import ArenaPlayer, Game, Seat, Table, Tournament
from games.moves import actions
from games.tournaments import entering, opening
from games.tournaments.arena import breaks
from games.tournaments.running import recount
from tests.tournaments.arenas import plan
from tests.tournaments.playing import crowd
from tests.workers import BEAT, WORKER, celery, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: Seconds in which an arena goes on after a process has died.
GOES_ON = 10.0


def running_tables(here: Tournament) -> list[Table]:
    return list(Table.objects.filter(tournament=here, state=Table.State.RUNNING))


def nobody_sits_twice(here: Tournament) -> bool:
    seats = Seat.objects.filter(
        game__tournament_table__tournament=here, game__status=Game.Status.RUNNING
    )
    return max(Counter(seats.values_list("user", flat=True)).values(), default=0) <= 1


def end_some(here: Tournament, rng: random.Random) -> None:
    """A part of the games end: somebody resigns there."""
    for table in running_tables(here):
        if rng.random() < 0.4:
            loser = rng.choice(list(table.players.select_related("entrant"))).entrant
            try:
                actions.resign(table.game_id or 0, loser.user_id)
            except GameError:
                continue  # it has just ended


def pairings(here: Tournament) -> int:
    return Table.objects.filter(tournament=here).count()


def test_an_arena_goes_on_whatever_is_killed(lanterns: None) -> None:
    rng = random.Random(3)
    people = crowd(40)
    here = opening.open_(people[0].pk, plan())
    for user in people:
        entering.join_tournament(here.pk, user.pk)
    past = timezone.now() - timedelta(seconds=1)
    Tournament.objects.filter(pk=here.pk).update(due_at=past, starts_at=past)
    processes = {"worker": WORKER, "beat": BEAT}
    for killed in ("worker", "beat", "worker"):
        others = [words for name, words in processes.items() if name != killed]
        with celery(*others[0]):
            with celery(*processes[killed]) as process:
                until(lambda: len(running_tables(here)) >= 15, 60)
                end_some(here, rng)
                breaks.take_break(here.pk, people[rng.randrange(40)].pk)
                time.sleep(rng.uniform(0.05, 1.5))
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)
            end_some(here, rng)
            before = pairings(here)
            with celery(*processes[killed]):
                took = until(lambda: pairings(here) > before, 30)  # noqa: B023
                until(lambda: not Table.objects.filter(game=None).exists(), 30)
                print(f"{killed} killed; paired again after {took:.1f} s with its start")
                assert nobody_sits_twice(here)
    with celery(*WORKER), celery(*BEAT):
        Tournament.objects.filter(pk=here.pk).update(ends_at=timezone.now())

        def is_over() -> bool:
            end_some(here, random.Random())
            return Tournament.objects.get(pk=here.pk).status == Tournament.Status.FINISHED

        until(is_over, 60)
    assert recount.anew(here) == recount.kept(here)
    assert not Table.objects.filter(tournament=here).exclude(state=Table.State.OVER).exists()
    assert not ArenaPlayer.objects.filter(tournament=here, table__isnull=False).exists()
    games = Table.objects.filter(tournament=here).values_list("game", flat=True)
    assert len(games) == len(set(games)) > 40
    assert set(games) == set(Game.objects.values_list("pk", flat=True)), "no game without a table"
