"""The content of a tournament's page: standings, tables, my next game, whom it waits for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from boardgames.words import dates
from games.models import Entrant, Table, Tournament, TournamentStanding
from games.pages import clocks
from games.pages.lists import prospects
from games.pages.tournaments import words
from games.rules import registry
from games.tournaments import listing, seasons
from games.tournaments.kinds import divisions as zones
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.kinds.standing import ALL_MEET_ALL
from games.tournaments.running import expecting

Group = tuple[int, int]


class Cell(TypedDict):
    """A meeting in the crosstable: its text, its class, its link, and its words."""

    shown: str
    look: str
    href: str
    label: str


class Row(TypedDict):
    place: int
    name: str
    me: bool
    gone: str
    points: str
    played: int
    breaks: list[str]
    cells: list[Cell | None]


class Place(TypedDict):
    """A line of a division; ``zone``: "up", "down" or empty."""

    place: int
    name: str
    me: bool
    gone: str
    points: str
    played: int
    zone: str


class Division(TypedDict):
    number: int
    href: str
    mine: bool
    rows: list[Place]


class Standings(TypedDict):
    """A page of standings, with the reader's own line if it is on another one.

    ``pages`` are the arguments of the kit's ``pages``.
    """

    rows: Sequence[Any]
    mine: Any
    pages: dict[str, Any]


class Meeting(TypedDict):
    """A table in the list of tables."""

    round: int
    people: list[dict[str, Any]]
    href: str
    state: str
    look: str


def standings(tournament: Tournament, group: Group, reader: int | None) -> list[Row]:
    """A group's standings, with a crosstable if everybody meets everybody once."""
    rows = listing.standings(tournament, *group)
    crossed = _crossed(tournament, group) if crosstable(tournament, len(rows)) else {}
    order = [row.entrant_id for row in rows]
    names = {row.entrant_id: row.entrant.user.username for row in rows}
    return [
        {
            "place": row.place,
            "name": names[row.entrant_id],
            "me": row.entrant.user_id == reader,
            "gone": _gone(row.entrant),
            "points": words.number(row.score),
            "played": row.played,
            "breaks": [words.number(value) for value in row.breaks],
            "cells": [
                _cell(crossed.get((row.entrant_id, other)), names[row.entrant_id], names[other])
                for other in order
            ]
            if crossed
            else [],
        }
        for row in rows
    ]


def divisions(season: Tournament, reader: int | None) -> list[Division]:
    """All divisions of a league, the highest first."""
    found = listing.divisions(season)
    stood = seasons.stood(
        season,
        ((row.group, row.place, row.entrant_id) for rows in found.values() for row in rows),
    )
    return [
        {
            "number": group + 1,
            "href": f"?stage=0&group={group}",
            "mine": any(row.entrant.user_id == reader for row in rows),
            "rows": [_place(row, stood[row.entrant_id].zone, reader) for row in rows],
        }
        for group, rows in found.items()
    ]


def my_place(divisions: Iterable[Division]) -> tuple[int, Place] | None:
    """The reader's division, and their place there."""
    mine = ((each["number"], row) for each in divisions for row in each["rows"] if row["me"])
    return next(mine, None)


_ZONES = {zones.UP: "up", zones.DOWN: "down"}


def _place(row: TournamentStanding, zone: int, reader: int | None) -> Place:
    gone = _gone(row.entrant)
    return {
        "place": row.place,
        "name": row.entrant.user.username,
        "me": row.entrant.user_id == reader,
        "gone": gone,
        "points": words.number(row.score),
        "played": row.played,
        "zone": "" if gone else _ZONES.get(zone, ""),
    }


def on_page(rows: Sequence[Any], asked: int | None) -> Standings:
    """One page of these standings, if they are long; pages count from 1."""
    last = max(1, -(-len(rows) // listing.STANDINGS))
    number = min(asked or 1, last)
    shown = rows[(number - 1) * listing.STANDINGS : number * listing.STANDINGS]
    own = next((row for row in rows if row.get("me")), None)
    return {
        "rows": shown,
        "mine": own if own not in shown else None,
        "pages": {
            "previous": f"?page={number - 1}" if number > 1 else None,
            "following": f"?page={number + 1}" if number < last else None,
            "number": number,
            "total": last,
        },
    }


def probably(tournament: Tournament) -> str:
    """The expected end by the players' pace; empty if unknown."""
    if get_kind(tournament).joins_late or tournament.paused_until is not None:
        return ""
    try:
        moves = prospects.moves(registry.get(tournament.type))
    except registry.UnknownGameType:
        return ""
    ends = expecting.expect_end(tournament, moves, timezone.now())
    if ends is None:
        return ""
    return _("At its players' usual pace, it ends around %(date)s.") % {
        "date": dates.format_date(ends, "DATE_FORMAT")
    }


def crosstable(tournament: Tournament, people: int) -> bool:
    """Whether each two people have at most one meeting, so that one cell is enough."""
    return tournament.kind in ALL_MEET_ALL and tournament.players == 2 and people > 2


def _gone(entrant: Entrant) -> str:
    away = (Entrant.State.WITHDRAWN, Entrant.State.OUT, Entrant.State.DISQUALIFIED)
    return str(Entrant.State(entrant.state).label) if entrant.state in away else ""


def _crossed(tournament: Tournament, group: Group) -> dict[tuple[int, int], listing.Cell]:
    """The result of each two people's table, for the first of them."""
    found = {}
    for seats in listing.cells(tournament, *group).values():
        for one in seats:
            for other in seats:
                if one != other:
                    found[one, other] = seats[one]
    return found


def _cell(cell: listing.Cell | None, name: str, other: str) -> Cell | None:
    if cell is None:
        return None
    shown, look, said = _how_it_stands(cell)
    href = path("game", cell.game) if cell.game else ""
    label = _("%(one)s against %(other)s: %(said)s") % {"one": name, "other": other, "said": said}
    return {"shown": shown, "look": look, "href": href, "label": label}


def _how_it_stands(cell: listing.Cell) -> tuple[str, str, str]:
    if cell.state == Table.State.RUNNING:
        return _("running"), "runs", _("running")
    if cell.points is None:
        return "", "open", _("not started")
    shown = words.number(cell.points)
    if cell.points >= 1:
        return shown, "won", _("won")
    return (shown, "lost", _("lost")) if cell.points == 0 else (shown, "drawn", _("drawn"))


def meetings(tables: Iterable[Table], reader: int | None) -> list[Meeting]:
    """The tables of a group as a list, beside the crosstable or without one."""
    states = {"waiting": _("not started"), "running": _("running"), "over": _("over")}
    return [
        {
            "round": table.round,
            "people": [
                {
                    "name": player.entrant.user.username,
                    "me": player.entrant.user_id == reader,
                    "points": None if player.points is None else words.number(player.points),
                    "first": player.rank == 1,
                }
                for player in table.players.all()
            ],
            "href": path("game", table.game_id) if table.game_id else "",
            "state": states[table.state],
            "look": table.state,
        }
        for table in tables
    ]


def waits(
    tournament: Tournament, names: dict[int, str], reader: int | None
) -> list[dict[str, Any]]:
    """The players that tables wait for, the least time left first; ``names`` by user."""
    return [
        {
            "for": _("you") if each.user == reader else names.get(each.user, "?"),
            "who": ", ".join(
                _("you") if other == reader else names.get(other, "?") for other in each.others
            ),
            "clock": clocks.show_clock(each.seat, each.seat.game),
            "href": path("game", each.game),
        }
        for each in listing.list_awaited_players(tournament)
    ]


def next_game(
    tournament: Tournament, names: dict[int, str], reader: int | None
) -> dict[str, Any] | None:
    """The reader's most urgent game that waits for them, and how many of theirs wait for others."""
    if reader is None:
        return None
    seats = listing.list_awaited_players(tournament, reader)
    mine = next((each for each in seats if each.user == reader), None)
    others = [each for each in seats if each.user != reader]
    if mine is None and not others:
        return None
    return {
        "against": ", ".join(names.get(other, "?") for other in mine.others) if mine else "",
        "clock": clocks.show_clock(mine.seat, mine.seat.game) if mine else None,
        "href": path("game", mine.game) if mine else "",
        "waiting_for": sorted({names.get(each.user, "?") for each in others}),
    }
