"""Games in a compact list: how each stands, which player it waits for, and since when.

All of it is public information about a game. The number of queries does not depend on the number of
games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from boardgames.words import dates
from games.game_cache import cache
from games.lobby import notebook
from games.lobby.listing import seats
from games.models import Game, Notebook, Seat
from games.moves import breaking
from games.notification_events.kinds import Chat
from games.pages import clocks, settings
from games.rules import registry
from games.rules.engine import Rules, RulesError
from games.storage import history
from games.storage.history import Stored
from games.tournaments import listing as tournaments
from games.tournaments.listing import Meeting
from games.words import outcomes, texts
from notifications import bell


class RowSeat(TypedDict):
    """A player of a game; ``points`` as far as they are public.

    ``outcome``: won, lost or drawn in words, at the end of a game without points.
    """

    seat: int
    name: str
    you: bool
    free: bool
    to_move: bool
    points: int | None
    rank: int | None
    outcome: str


class Since(TypedDict):
    """A moment, for the ``since`` of the kit."""

    at: str
    seconds: float
    shown: str


class Row(TypedDict):
    """A game in the list.

    ``planned``: a plan of the reader's may answer; ``noted``: the reader has a note; ``later``:
    until when the reader has put it off. ``others``: the other people there. ``waits_for``: names
    of those it waits for, without the reader; ``clock`` is the reader's, otherwise that of the most
    urgent player; ``cup``: the tournament that it belongs to.
    """

    id: int
    href: str
    type: str
    name: str
    called: str
    picture: str
    stage: str
    status: str
    status_label: str
    unusual: list[str]
    seats: list[RowSeat]
    others: list[str]
    mine: bool
    waits_for: str
    since: Since | None
    clock: clocks.Clock | None
    unread: int
    planned: bool
    noted: bool
    later: str
    cup: Meeting | None


class Group(TypedDict):
    """Rows under a heading; a single group has none."""

    label: str
    rows: list[Row]


class _Glance(NamedTuple):
    """A position at a glance: its stage in words, and everybody's points."""

    stage: str
    points: Sequence[int | None]


#: The round in words, and everybody's points.
_Standing = tuple[Mapping[str, object], Sequence[int]]


def game_rows(games: Iterable[Game], user_id: int, *, acted: bool = False) -> list[Row]:
    """Rows for games loaded with their states, without those of uninstalled types.

    ``acted``: an administrator views the list as this person, and sees no plans.
    """
    known = list(games)
    cups = tournaments.of_games(known)
    ids = [game.pk for game in known]
    stored = history.public(known)
    there, notes = seats.at(ids), notebook.many(ids, user_id)
    unread = bell.unread_by_game(user_id, Chat.kind)
    found = []
    for game in known:
        try:
            rules = game.rules
        except registry.UnknownGameType:
            continue
        glance = _glance(game, rules, stored.get(game.pk))
        row = _row(game, rules, there.get(game.pk, []), user_id, glance, unread.get(game.pk, 0))
        row["cup"] = cups.get(game.pk)
        row["planned"] = not acted and any(
            seat.planned and seat.held_by(user_id) for seat in there.get(game.pk, [])
        )
        found.append(_with_notes(row, notes.get(game.pk)))
    return found


def _with_notes(row: Row, notes: Notebook | None) -> Row:
    """Add whether the reader has a note, and until when the game is put off."""
    if notes is not None:
        row["noted"] = bool(notes.note or notes.plan)
        if row["mine"] and notes.later_until and notes.later_until > timezone.now():
            row["later"] = dates.format_date(notes.later_until, "TIME_FORMAT")
    return row


def _row(
    game: Game, rules: Rules[Any], seats: list[Seat], user_id: int, glance: _Glance, unread: int
) -> Row:
    running = game.status == Game.Status.RUNNING and not game.broken_at
    asked = [seat for seat in seats if running and seat.to_move]
    own = next((seat for seat in asked if seat.held_by(user_id)), None)
    people = texts.seat_names(seats)
    waited = [people[seat.index] for seat in asked if seat is not own]
    timed = own or _first_to_end(asked)
    return {
        "id": game.pk,
        "href": path("game", game.pk),
        "type": rules.slug,
        "name": _(rules.name),
        "called": game.name,
        "picture": picture_address(game),
        "stage": glance.stage,
        "status": game.status,
        "status_label": _status(game),
        "unusual": settings.unusual(rules, game.options),
        "seats": [
            {
                "seat": seat.index,
                "name": people[seat.index],
                "you": seat.user_id == user_id,
                "free": seat.free,
                "to_move": seat in asked,
                "points": glance.points[seat.index] if seat.rank is None else seat.score,
                "rank": seat.rank,
                "outcome": outcome,
            }
            for seat, outcome in zip(seats, outcomes.describe_outcomes(seats), strict=True)
        ],
        "others": [people[seat.index] for seat in seats if seat.user_id not in (None, user_id)],
        "mine": own is not None,
        "waits_for": "" if own else settings.join_names(waited),
        "since": _since(_moment(game, own, asked)),
        "clock": clocks.show_clock(timed, game) if timed else None,
        "unread": unread,
        "planned": False,
        "noted": False,
        "later": "",
        "cup": None,
    }


def _first_to_end(asked: list[Seat]) -> Seat | None:
    timed = [seat for seat in asked if seat.deadline is not None]
    return min(timed, key=lambda seat: seat.deadline or timezone.now(), default=None)


def _status(game: Game) -> str:
    """The words shown if nobody is waited for."""
    if game.broken_at:
        return _("stopped")
    if game.status == Game.Status.RUNNING:
        return _("paused") if game.paused_at else ""
    return str(Game.Status(game.status).label)


def _moment(game: Game, own: Seat | None, asked: list[Seat]) -> datetime:
    """Since when the game waits, or when the last thing happened."""
    waited = [seat.waiting_since for seat in ([own] if own else asked) if seat.waiting_since]
    return min(waited, default=game.finished_at or game.moved_at or game.created_at)


def _since(at: datetime) -> Since:
    seconds = (timezone.now() - at).total_seconds()
    return {"at": at.isoformat(timespec="seconds"), "seconds": seconds, "shown": clocks.day(at)}


def picture_address(game: Game) -> str:
    """The address of the board as a small picture; empty before the start.

    Each position has its own, so that browsers can cache them.
    """
    if not game.started_at:
        return ""
    return f"{path('game-glance', game.pk)}?v={game.public_version}"


def _glance(game: Game, rules: Rules[Any], stored: Stored | None) -> _Glance:
    """The glance; empty for a game that cannot be shown."""
    nothing = _Glance("", [None] * game.players)
    if stored is None or stored.rules_version > rules.version:
        return nothing
    try:
        round, points = _standing(game, rules, stored)
    except RulesError as error:
        if not game.broken_at:
            breaking.look_into(game.pk, error)
        return nothing
    return _Glance(stage(round, stored.number), points or nothing.points)


def _standing(game: Game, rules: Rules[Any], stored: Stored) -> _Standing:
    """The public round and points of a position.

    Lists are opened again and again, and most of their games have not changed.
    """

    def look() -> _Standing:
        shown = rules.load(stored.state, stored.rules_version)
        view, scored = shown.view(None), shown.scored()
        round: Mapping[str, object] = {
            name: view[name] for name in ("round", "rounds") if name in view
        }
        return round, [sum(each.values()) for each in scored or ()]

    size = 1000 + len(stored.state)
    return cache.get_or_make(game.pk, ("standing", stored), look, lambda _standing: size)


def stage(view: Mapping[str, object], number: int) -> str:
    """How far a game is: its round, if its view has one, otherwise its moves."""
    now, of = view.get("round"), view.get("rounds")
    if isinstance(now, int) and isinstance(of, int):
        return _("Round %(now)s/%(of)s") % {"now": max(now, 1), "of": of}
    return _("Move %(number)s") % {"number": number}


GROUPS = ("", "turn", "type", "people")


def grouped(rows: list[Row], by: str) -> list[Group]:
    """The rows under headings, in the order of their first rows."""
    if by not in GROUPS[1:]:
        return [{"label": "", "rows": rows}]
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(_heading(row, by), []).append(row)
    return [{"label": label, "rows": found} for label, found in groups.items()]


def _heading(row: Row, by: str) -> str:
    if by == "type":
        return row["name"]
    if by == "turn":
        return _("Waiting for me") if row["mine"] else _("Waiting for others")
    return settings.join_names(sorted(row["others"])) or _("Only bots")
