"""How soon after a deadline somebody acts, with a hundred thousand running games: the scan alone,
and the service with its own beat and worker."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from bench import service
from bench.extent import Extent
from bench.figures import Row, milliseconds, timed

GAMES = 100_000
SCANS = 20
#: Seats that come due at the same moment.
AT_ONCE = 500
#: Seats that come due one after the other, in so many seconds.
ONE_BY_ONE, SPREAD = 300, 90
LIVE_GAMES = 1000
#: What is promised, in seconds, of games of days and live ones.
PROMISED, LIVE_PROMISED = 60, 3


def run(extent: Extent) -> Iterator[Row]:
    with service.running():
        import django

        django.setup()
        yield from _measured()


def _measured() -> Iterator[Row]:
    from bench import world
    from boardgames.celery import beat
    from games.absence import deadlines
    from games.models import Game, Seat

    rng = random.Random(1)
    people = world.people(2, "sample")
    begun = [world.start("imhotep", people) for _game in range(4)]
    world.multiply(world.Samples(begun, begun, begun), GAMES)
    _run_clocks()
    world.tidy()
    yield {
        "step": "load",
        "running_games": Game.objects.filter(status=Game.Status.RUNNING).count(),
        "running_clocks": Seat.objects.filter(deadline__isnull=False).count(),
    }
    yield {
        "step": "nothing due",
        **milliseconds(timed(deadlines.act_on_overdue_seats, SCANS)),
        **_plan(),
    }
    yield {"step": "due at once", **_at_once(rng)}
    yield {"step": "in the service", **_one_by_one(rng, live=False)}
    _go_live()
    looks = milliseconds(timed(beat.waited_for, SCANS))
    yield {"step": "live, nothing due", "live_games": LIVE_GAMES, **looks, **_plan(live=True)}
    yield {"step": "live in the service", **_one_by_one(rng, live=True)}


def _run_clocks() -> None:
    """Every seat to move has a deadline within the next three days, none within the hour."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(
            "UPDATE games_seat SET clock_from = now(), budget = '3 days', stretch = '0',"
            " deadline = CASE WHEN to_move AND bot = '' THEN"
            " now() + interval '1 hour' + random() * interval '3 days' END"
        )
        cursor.execute("UPDATE accounts_user SET calendar = '{\"automatic\": false}'")
        cursor.execute("RESET statement_timeout")


def _go_live() -> None:
    """A thousand of the games are live; none is due, nor forgiven a lost connection."""
    from games.models import Game, Seat

    chosen = Seat.objects.filter(deadline__isnull=False).values_list("game_id", flat=True)
    games = list(dict.fromkeys(chosen[: 2 * LIVE_GAMES]))[:LIVE_GAMES]
    clock = {"kind": "live", "move_minutes": 5, "policy": "bot", "vacation": False, "stretch": 0}
    Game.objects.filter(pk__in=games).update(clock=clock, live_clock=clock)
    Seat.objects.filter(game__in=games).update(live=True, forgiven=True)


def _plan(*, live: bool = False) -> Row:
    """Which index the scan goes by."""
    from games.absence import deadlines
    from games.absence.downtime import DAYS, LIVE

    plan = deadlines.due(LIVE if live else DAYS).explain()
    index = "seat_live_deadline" if live else "seat_deadline"
    return {"by_index": index in plan, "sequential_scans": plan.count("Seq Scan")}


def _make_due(
    number: int, seconds: float, rng: random.Random, *, live: bool = False
) -> dict[int, datetime]:
    """So many seats come due within these seconds: when, by game."""
    from django.utils import timezone

    from games.models import Seat

    running = Seat.objects.filter(deadline__gt=timezone.now(), to_move=True, live=live)
    seats = list(running[: number * 50])
    chosen = rng.sample(seats, number)
    when = {}
    for seat in chosen:
        when[seat.game_id] = timezone.now() + timedelta(seconds=rng.uniform(0, seconds))
        seat.deadline = seat.clock_from = when[seat.game_id]
        seat.budget = timedelta()
    Seat.objects.bulk_update(chosen, ["deadline", "clock_from", "budget"], batch_size=500)
    return when


def _at_once(rng: random.Random) -> Row:
    from games.absence import deadlines

    _make_due(AT_ONCE, 0, rng)
    begin = time.perf_counter()
    acted = deadlines.act_on_overdue_seats()
    seconds = time.perf_counter() - begin
    return {"seats": AT_ONCE, "acted_on": acted, "seconds": round(seconds, 2),
            "per_second": round(acted / seconds)}  # fmt: skip


def _one_by_one(rng: random.Random, *, live: bool) -> Row:
    """What beat and worker make of it: how late each was, in seconds."""
    from games.models import Move

    due = _make_due(ONE_BY_ONE, SPREAD, rng, live=live)
    give_up = time.monotonic() + SPREAD + 3 * PROMISED
    while time.monotonic() < give_up:
        acted = dict(
            Move.objects.filter(action="timeout", game__in=due).values_list("game_id", "at")
        )
        if len(acted) == len(due):
            break
        time.sleep(2)
    late = sorted((acted[game_id] - due[game_id]).total_seconds() for game_id in acted)
    return {
        "seats": len(due),
        "acted_on": len(acted),
        "late_p50_s": round(late[len(late) // 2], 1) if late else None,
        "late_max_s": round(late[-1], 1) if late else None,
        "promised_s": LIVE_PROMISED if live else PROMISED,
    }
