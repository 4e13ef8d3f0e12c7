"""Everything that is asked of the database often: the one list of it, and what each part costs.

What counts is not only time, which others on the machine disturb, but pages: how many blocks of
the database an action touches, which is the same whenever it is asked and must not grow with the
number of games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import cycle
from typing import Any

from django.db import connection
from django.test import Client
from django.utils import timezone
from psycopg import ClientCursor

from accounts.models import User
from accounts.sessions import tokens
from bench import world
from bench.figures import Milliseconds, milliseconds, timed
from boardgames.celery import app
from community.models import ClubMember
from games.live import watching
from games.models import Game, Seat
from games.moderation import person_page
from games.rules import registry
from games.storage import packing
from games.upkeep import figures
from games.upkeep.packing import AT_ONCE

#: A table of fewer blocks (of 8 kB) may be read from end to end.
SMALL = 256


@dataclass
class Cost:
    """What one action asked of the database: statements, the blocks that those which read have
    touched, and the big tables that were read from end to end."""

    statements: int = 0
    pages: int = 0
    scans: list[str] = field(default_factory=list)


class Measured(Milliseconds):
    """The cost of an action and its time."""

    statements: int
    pages: int
    scans: list[str]


@dataclass(frozen=True)
class Cast:
    """The user who acts, and the games: all that run, one that waits for the member, one that is
    over, one that is packed, and one of each type."""

    member: User
    veteran: User
    admin: User
    running: list[int]
    mine: int
    finished: int
    packed: int
    tables: dict[str, int]
    club: int


def cast(crowd: world.Crowd) -> Cast:
    """Players and games out of a crowd; a club's games are not for everybody to look at."""
    public = Game.objects.filter(club=None).order_by("pk")
    games = public.filter(pk__in=crowd.games)
    running = games.filter(status=Game.Status.RUNNING).values_list("pk", flat=True)
    over = games.filter(status=Game.Status.FINISHED).values_list("pk", flat=True)
    finished, packed = (over.filter(packed=each)[0] for each in (False, True))
    usual = crowd.users[len(crowd.users) // 25]  # with as many games in a small crowd as in a big
    asked = Seat.objects.filter(to_move=True, game__in=running).select_related("user")
    seat = asked.filter(user__gte=usual).order_by("user").first() or asked[0]
    admin = User.objects.filter(is_superuser=True).first()
    if admin is None:
        admin = User.objects.create_superuser("benchadmin")
    assert seat.user  # samples are games of people
    veteran = User.objects.get(pk=crowd.users[0])
    tables = {
        rules.slug: public.filter(status=Game.Status.RUNNING, type=rules.slug)[0].pk
        for rules in registry.all()
    }
    club = ClubMember.objects.filter(user=seat.user).latest("pk").club_id
    return Cast(
        seat.user, veteran, admin, list(running[:200]), seat.game_id, finished, packed, tables, club
    )


def pages(cast: Cast) -> dict[str, tuple[User | None, str]]:
    """Addresses that are opened often, each with its reader, by name."""
    member, veteran = cast.member, cast.veteran
    mine, finished, name = f"/games/{cast.mine}/", f"/games/{cast.finished}/", veteran.username
    packed = f"/games/{cast.packed}/"
    tables = {f"table, {type_}": (None, f"/games/{game}/") for type_, game in cast.tables.items()}
    return {
        "start page": (None, "/"),
        "catalogue": (None, "/games/"),
        "lobby": (None, "/lobby/"),
        "lobby, signed in": (member, "/lobby/"),
        "lobby, one type": (None, "/lobby/?type=bali"),
        "lobby, what begins at once": (member, "/lobby/?now=1&options=usual&pace=medium"),
        "games to watch": (None, "/lobby/?show=running"),
        "games to watch, page 20": (None, "/lobby/?show=running&page=20"),
        "my games": (member, "/my/"),
        "my games, running": (member, "/my/?show=running"),
        "my games as cards": (member, "/my/?show=running&look=cards"),
        "my games with somebody": (member, f"/my/?show=running&with={name}"),
        "my games, finished": (member, "/my/?show=finished"),
        "veteran's games, finished": (veteran, "/my/?show=finished"),
        "veteran's player page": (None, f"/players/{name}/"),
        "veteran's page, to a member": (member, f"/players/{name}/"),
        "veteran's list of games": (None, f"/players/{name}/games/"),
        "friends": (veteran, "/friends/"),
        "people": (member, "/people/"),
        "people, found by a part of a name": (member, f"/people/?q={name[:4]}"),
        "messages": (veteran, "/messages/"),
        "standing invitations": (member, "/lobby/standing/"),
        **_club_pages(cast),
        "leaderboard": (member, "/games/types/bali/leaderboard/"),
        "leaderboard of a season": (None, "/games/types/bali/leaderboard/?season=20264"),
        "statistics of a type": (veteran, "/games/types/bali/statistics/"),
        "next game": (member, "/next/"),
        "under the bell": (member, "/notifications/"),
        "under a veteran's bell": (veteran, "/notifications/"),
        **tables,
        "table, mine": (member, mine),
        "table, finished": (None, finished),
        "table, after move 5": (None, f"{finished}?at=5"),
        "whole log": (None, f"{finished}log/"),
        "table, packed": (None, packed),
        "table, packed, after move 5": (None, f"{packed}?at=5"),
        "whole log, packed": (None, f"{packed}log/"),
        "veteran's games as a file": (veteran, "/accounts/exports/csv/"),
        "all that is kept about a member": (member, "/accounts/export/"),
        "news of a table": (member, f"{mine}news/"),
        "API, newest games": (None, "/api/v1/games"),
        "API, finished games of a type": (None, "/api/v1/games?status=finished&type=bali"),
        "API, games of a rare type": (None, "/api/v1/games?status=finished&type=rare"),
        "API, cancelled games": (None, "/api/v1/games?status=cancelled"),
        "API, a table": (None, f"/api/v1{finished[:-1]}"),
        **_admin_pages(cast),
    }


def _club_pages(cast: Cast) -> dict[str, tuple[User | None, str]]:
    """Of a club in which everybody is."""
    member = cast.member
    return {
        "clubs": (member, "/clubs/"),
        "clubs, by a part of the name": (member, "/clubs/?q=crowd"),
        "a club": (member, f"/clubs/{cast.club}/"),
        "a club's members": (member, f"/clubs/{cast.club}/members/"),
        "a club's talk": (member, f"/clubs/{cast.club}/talk/"),
        "a club's games": (member, f"/clubs/{cast.club}/games/?show=finished"),
        "lobby, games of a club": (member, f"/lobby/?club={cast.club}"),
    }


def _admin_pages(cast: Cast) -> dict[str, tuple[User | None, str]]:
    admin, name = cast.admin, cast.veteran.username
    return {
        "admin, games": (admin, "/admin/games/game/"),
        "admin, a player's games": (admin, f"/admin/games/game/?q={name}"),
        "admin, broken games": (admin, "/admin/games/game/?broken_at__isempty=0"),
        "admin, moves": (admin, "/admin/games/move/"),
        "admin, moves of a game": (admin, f"/admin/games/move/?q={cast.finished}"),
        "admin, tenures": (admin, "/admin/games/tenure/"),
        "admin, chat": (admin, "/admin/games/chatmessage/"),
        "admin, notifications": (admin, "/admin/notifications/notification/"),
        "admin, deliveries": (admin, "/admin/notifications/delivery/"),
        "admin, incidents": (admin, "/admin/games/incident/"),
        "admin, users": (admin, "/admin/accounts/user/"),
        "admin, a user": (admin, f"/admin/accounts/user/?q={name}"),
    }


def actions(cast: Cast) -> dict[str, Callable[[], object]]:
    """Pages, what programs ask, moves and ticks, by name."""
    token, rng, games = tokens.mint(cast.member, "bench"), random.Random(1), cycle(cast.running)
    return {
        **{name: opening(*page) for name, page in pages(cast).items()},
        "whose token": lambda: tokens.user_for(token),
        "WebSocket opened": lambda: watching.watcher(cast.mine, cast.member),
        "a move": lambda: world.move(next(games), rng),
        "a person's moves, for moderators": lambda: _moves_lately(cast.veteran),
        "games to pack": lambda: list(packing.due(timezone.now())[:AT_ONCE]),
        "a type's games by version": lambda: figures.by_version(registry.all()[0].slug),
        **_ticks(),
    }


def _moves_lately(user: User) -> int:
    return person_page.moves_since(user, timezone.now() - timedelta(days=90))


def _ticks() -> dict[str, Callable[[], object]]:
    """All that is done again and again by itself."""
    app.loader.import_default_modules()
    return {
        f"tick, {name}": partial(app.tasks[entry["task"]].run, *entry.get("args", ()))
        for name, entry in app.conf.beat_schedule.items()
    }


def signed_in(user: User | None) -> Client:
    """A browser without scripts, in this process."""
    client = Client(SERVER_NAME="127.0.0.1")
    if user is not None:
        client.force_login(user)
    return client


def opening(user: User | None, address: str) -> Callable[[], object]:
    """Opens a page as somebody; a page that is refused is an error."""
    client = signed_in(user)

    def open_() -> None:
        answer = client.get(address)
        if answer.status_code >= 400:
            raise RuntimeError(f"{address}: {answer.status_code}")

    return open_


def cost(action: Callable[[], object]) -> Cost:
    """Does it, and has PostgreSQL explain each statement."""
    with _explained() as found:
        action()
    return found


def measured(action: Callable[[], object], rounds: int) -> Measured:
    """What an action costs, and how long it takes in this process."""
    action()  # what is read once and kept is no part of it
    found = cost(action)
    return {
        "statements": found.statements,
        "pages": found.pages,
        "scans": found.scans,
        **milliseconds(timed(action, rounds)),
    }


@contextmanager
def _explained() -> Iterator[Cost]:
    found = Cost()
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relpages >= %s", [SMALL])
        big = {name for (name,) in cursor.fetchall()}

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.statements += 1
        reads = sql.startswith("SELECT")
        if (reads and "FROM" in sql) or sql.startswith(("WITH", "INSERT", "UPDATE", "DELETE")):
            # Only what changes nothing is done for the explanation, beside being explained.
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


def _scans(plan: Mapping[str, Any]) -> set[str]:
    """The tables that a plan reads from end to end."""
    here = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    return here.union(*(_scans(part) for part in plan.get("Plans", ())))
