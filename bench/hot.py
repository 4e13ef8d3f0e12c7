"""Everything that is asked of the database often: the one list of it, and what each part costs.

What counts is not only time, which others on the machine disturb, but pages: how many blocks of
the database an action touches, which is the same whenever it is asked and must not grow with the
number of games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from django.db import connection
from django.test import Client
from psycopg import ClientCursor

from accounts import tokens
from accounts.models import User
from bench import world
from bench.figures import milliseconds, timed
from boardgames.celery import app
from games import live, position
from games.models import Game, Seat

#: A table of fewer rows may be read from end to end.
SMALL = 1000


@dataclass
class Cost:
    """What one action asked of the database: statements, the blocks that those which read have
    touched, and the big tables that were read from end to end."""

    statements: int = 0
    pages: int = 0
    scans: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Cast:
    """Who acts, and on which games."""

    member: User
    veteran: User
    admin: User
    running: list[int]
    mine: int
    finished: int


def cast(crowd: world.Crowd) -> Cast:
    """Players and games out of a crowd."""
    users = User.objects.in_bulk([crowd.users[0], crowd.users[len(crowd.users) // 25]])
    veteran, member = (users[key] for key in sorted(users))
    games = Game.objects.filter(pk__in=crowd.games)
    running = list(games.filter(status=Game.Status.RUNNING).values_list("pk", flat=True)[:200])
    finished = games.filter(status=Game.Status.FINISHED).values_list("pk", flat=True)[0]
    # Now and then somebody is not asked anywhere: then it is the first who is.
    seats = Seat.objects.filter(to_move=True, game__in=running)
    seat = seats.filter(user=member).first() or seats.order_by("id")[0]
    admin = User.objects.filter(is_superuser=True).first()
    if admin is None:
        admin = User.objects.create_superuser("benchadmin")
    assert seat.user  # noqa: S101  samples are games of people
    return Cast(seat.user, veteran, admin, running, seat.game_id, finished)


def actions(cast: Cast) -> dict[str, Callable[[], object]]:
    """Pages, calls of the API, moves and ticks, by name."""
    nobody, member, veteran, admin = (
        browser(user) for user in (None, cast.member, cast.veteran, cast.admin)
    )
    token, rng, games = tokens.mint(cast.member, "bench"), random.Random(1), cycle(cast.running)
    name = cast.veteran.username
    return {
        "start page": nobody("/"),
        "lobby": nobody("/lobby/"),
        "lobby, signed in": member("/lobby/"),
        "lobby, one type": nobody("/lobby/?type=bali"),
        "games to watch": nobody("/lobby/?show=running"),
        "games to watch, page 20": nobody("/lobby/?show=running&page=20"),
        "my games": member("/my/"),
        "my games, running": member("/my/?show=running"),
        "my games, finished": member("/my/?show=finished"),
        "veteran's games, finished": veteran("/my/?show=finished"),
        "veteran's player page": nobody(f"/players/{name}/games/"),
        "next game": member("/next/"),
        "table, mine": member(f"/games/{cast.mine}/"),
        "table, finished": nobody(f"/games/{cast.finished}/"),
        "table, after move 5": nobody(f"/games/{cast.finished}/?at=5"),
        "whole log": nobody(f"/games/{cast.finished}/log/"),
        "news, none": member(f"/games/{cast.mine}/news/"),
        "API, game": lambda: position.load(cast.mine, cast.member.pk),
        "API, whose token": lambda: tokens.user_for(token),
        "API, newest games": nobody("/api/v1/games"),
        "API, finished games of a type": nobody("/api/v1/games?status=finished&type=bali"),
        "API, cancelled games": nobody("/api/v1/games?status=cancelled"),
        "WebSocket opened": lambda: live.watcher(cast.mine, cast.member),
        "a move": lambda: world.move(next(games), rng),
        "admin, games": admin("/admin/games/game/"),
        "admin, a player's games": admin(f"/admin/games/game/?q={name}"),
        "admin, moves of a game": admin(f"/admin/games/move/?q={cast.finished}"),
        "admin, moves": admin("/admin/games/move/"),
        "admin, tenures": admin("/admin/games/tenure/"),
        "admin, chat": admin("/admin/games/chatmessage/"),
        "admin, notifications": admin("/admin/notifications/notification/"),
        "admin, users": admin("/admin/accounts/user/"),
        "admin, a user": admin(f"/admin/accounts/user/?q={name}"),
        **_ticks(),
    }


def _ticks() -> dict[str, Callable[[], object]]:
    """All that is done again and again by itself."""
    app.loader.import_default_modules()
    schedule = app.conf.beat_schedule.items()
    return {f"tick, {name}": app.tasks[entry["task"]].run for name, entry in schedule}


def browser(user: User | None) -> Callable[[str], Callable[[], object]]:
    """Gives for an address what opens it, in this process and signed in as somebody."""
    client = Client(SERVER_NAME="127.0.0.1")
    if user is not None:
        client.force_login(user)

    def page(address: str) -> Callable[[], object]:
        def open_() -> None:
            answer = client.get(address)
            if answer.status_code >= 400:
                raise AssertionError(f"{address}: {answer.status_code}")

        return open_

    return page


def cost(action: Callable[[], object]) -> Cost:
    """Does it, and has PostgreSQL explain each statement."""
    with _explained() as found:
        action()
    return found


def measured(action: Callable[[], object], rounds: int) -> dict[str, Any]:
    """What an action costs, and how long it takes in this process."""
    action()  # what is read once and kept is no part of it
    found = cost(action)
    return {**vars(found), **milliseconds(timed(action, rounds))}


@contextmanager
def _explained() -> Iterator[Cost]:
    found = Cost()
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE reltuples >= %s", [SMALL])
        big = {name for (name,) in cursor.fetchall()}

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.statements += 1
        reads = sql.startswith(("SELECT", "WITH"))
        if (reads and "FROM" in sql) or sql.startswith(("INSERT", "UPDATE", "DELETE")):
            options = "FORMAT JSON, ANALYZE, BUFFERS, TIMING OFF" if reads else "FORMAT JSON"
            with ClientCursor(connection.connection) as cursor:
                cursor.execute(f"EXPLAIN ({options}) {sql}", params[0] if many else params)
                (((top, *_),),) = cursor.fetchall()
            plan = top["Plan"]
            found.pages += plan.get("Shared Hit Blocks", 0) + plan.get("Shared Read Blocks", 0)
            found.scans += sorted(_scans(plan) & big)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield found


def _scans(plan: dict[str, Any]) -> set[str]:
    """The tables that a plan reads from end to end."""
    here = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    return here.union(*(_scans(part) for part in plan.get("Plans", ())))
