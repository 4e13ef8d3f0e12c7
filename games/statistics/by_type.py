"""Figures of a game type, by number of players: of all games, and of one person's beside them."""

from __future__ import annotations

from typing import NamedTuple

from games.models import Tally
from games.rules import registry
from games.rules.engine import POINTS

_KINDS = ("place", "seat", "option", "source", "reason", "live")
Tallies = dict[str, Tally]


class Figure(NamedTuple):
    """A figure of all games, and of the reader's; None where the reader has none."""

    key: str
    all: float
    own: float | None


class Length(NamedTuple):
    """How long games take: seconds of games of days and of live ones, None where there are none."""

    games: int
    moves: int
    seconds: int | None
    live: int | None


class Figures(NamedTuple):
    """Average points by place and by seat (from "1" and "0"), percent of the games won by seat,
    average points per player from each source, and percent of the games with each value of an
    option (``NAME=VALUE``); without points, percent of the games by the reason why they ended in
    place of points."""

    places: list[Figure]
    wins: list[Figure]
    seats: list[Figure]
    sources: list[Figure]
    options: list[Figure]
    reasons: list[Figure]


def count_games(type_: str) -> dict[int, int]:
    """How many games were counted, by number of players."""
    rows = Tally.objects.filter(type=type_, user=None, kind="game")
    return dict(rows.values_list("players", "games"))


def read_length(type_: str, players: int) -> Length | None:
    """None before the first game; games that began live are apart."""
    rows = Tally.objects.filter(type=type_, user=None, players=players, kind__in=("game", "live"))
    found = {(row.kind, row.key): row for row in rows}
    game = next((row for (kind, _key), row in found.items() if kind == "game"), None)
    if game is None:
        return None
    live = found.get(("live", ""))
    live_games, live_seconds = (live.games, live.seconds) if live else (0, 0)
    of_days = game.games - live_games
    return Length(
        game.games,
        round(game.moves / game.games),
        round((game.seconds - live_seconds) / of_days) if of_days else None,
        round(live_seconds / live_games) if live_games else None,
    )


def read_figures(type_: str, players: int, reader_id: int | None) -> Figures:
    """Of the games for so many."""
    everybody = _tallies(type_, players, user=None)
    own = _tallies(type_, players, user=reader_id or 0)  # nobody has that number
    begun = sum(row.games for row in everybody["seat"].values()) / players
    mine = sum(row.games for row in own["seat"].values())
    has_points = registry.get(type_).outcome == POINTS
    ended = sum(row.games for row in everybody["reason"].values())
    return Figures(
        places=_figures(_means(everybody["place"]), _means(own["place"])) if has_points else [],
        wins=_figures(_wins(everybody["seat"]), _wins(own["seat"])),
        seats=_figures(_means(everybody["seat"]), _means(own["seat"])) if has_points else [],
        sources=_by_size(
            {key: row.points / (begun * players) for key, row in everybody["source"].items()},
            {key: row.points / mine for key, row in own["source"].items()} if mine else {},
        ),
        options=_figures(
            {key: 100 * row.games / begun for key, row in everybody["option"].items()},
            {key: 100 * row.games / mine for key, row in own["option"].items()} if mine else {},
        ),
        reasons=_by_size(
            {key: 100 * row.games / ended for key, row in everybody["reason"].items()}, {}
        ),
    )


def _tallies(type_: str, players: int, *, user: int | None) -> dict[str, Tallies]:
    """All tallies of somebody, or of all, by kind and key."""
    found: dict[str, Tallies] = {kind: {} for kind in _KINDS}
    for row in Tally.objects.filter(type=type_, players=players, user=user):
        found.setdefault(row.kind, {})[row.key] = row
    return found


def _means(rows: Tallies) -> dict[str, float]:
    return {key: row.points / row.games for key, row in rows.items() if row.games}


def _wins(rows: Tallies) -> dict[str, float]:
    return {key: 100 * row.wins / row.games for key, row in rows.items() if row.games}


def _figures(everybody: dict[str, float], own: dict[str, float]) -> list[Figure]:
    """In the order of the keys."""
    return [Figure(key, everybody[key], own.get(key)) for key in sorted(everybody)]


def _by_size(everybody: dict[str, float], own: dict[str, float]) -> list[Figure]:
    """The largest first."""
    return sorted(_figures(everybody, own), key=lambda figure: -figure.all)
