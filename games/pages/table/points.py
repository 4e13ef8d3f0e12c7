"""Players and points, in the form of the panels beside the board."""

from typing import NotRequired, TypedDict

from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from games.game_cache import cache
from games.models import Seat
from games.pages import clocks
from games.pages.drawing.reading import Whole
from games.pages.table.reader import Reader
from games.showing import levels
from games.showing.data import Points
from games.words import outcomes, table_package, texts

Standing = list[Points] | None


class Player(TypedDict):
    """A player at the table; ``user`` is the account's name, ``online`` is None for bots.

    ``score`` has been scored; ``forecast`` is the score if the game ended now, None if it is the
    same; the texts explain both. ``outcome``: won, lost or drawn in words, at the end of a game
    without points. ``level``: of a bot, and how it was ``measured``. ``planned``: the player is the
    reader and has a plan that may answer.
    """

    seat: int
    name: str
    user: str
    url: str
    you: bool
    bot: bool
    level: str
    measured: str
    to_move: bool
    online: bool | None
    score: int | None
    score_text: str
    forecast: int | None
    forecast_text: str
    rank: int | None
    outcome: str
    clock: clocks.Clock | None
    planned: NotRequired[bool]


class ScoredSeat(TypedDict):
    seat: int
    name: str
    total: int | None
    rank: int | None


class ScoreRow(TypedDict):
    """A source of points, and each seat's points from it."""

    label: str
    points: list[int]


class Scores(TypedDict):
    """``scored``: the part of the totals that has been scored so far, None if that is all."""

    seats: list[ScoredSeat]
    scored: list[int] | None
    rows: list[ScoreRow]


def players(reader: Reader, standing: Standing) -> list[Player]:
    """Everybody at the table, by seat; ``standing`` is the standing if the game ended now."""
    scored, seats = reader.rules.scored(), reader.position.seats
    ended = outcomes.describe_outcomes(seats if reader.over else [])
    return [
        _player(
            reader,
            seat,
            scored[seat.index] if scored else None,
            standing[seat.index] if standing else None,
            ended[seat.index] if ended else "",
        )
        for seat in seats
    ]


def _player(
    reader: Reader, seat: Seat, points: Points | None, forecast: Points | None, outcome: str
) -> Player:
    to_move = seat.index in reader.to_move
    level = levels.find_level(reader.game, seat.bot)
    if forecast is not None and sum(forecast.values()) == sum((points or {}).values()):
        forecast = None
    return {
        "seat": seat.index,
        "name": reader.people[seat.index],
        "user": seat.user.username if seat.user else "",
        "url": path("player", seat.user.username) if seat.user else "",
        "you": seat.index == reader.me,
        "bot": bool(seat.bot),
        "level": str(levels.NAMES[level]) if level else "",
        "measured": levels.measured(reader.type, level, reader.game.players) if level else "",
        "to_move": to_move,
        # Past positions and practice games show no presence: they get no news of it. That of others
        # is not known yet.
        "online": None
        if seat.bot or reader.past or reader.game.practice
        else seat.index == reader.me,
        "score": sum(points.values()) if points is not None else None,
        "score_text": _bysource(reader, points),
        "forecast": sum(forecast.values()) if forecast is not None else None,
        "forecast_text": "\n".join(
            [_("If the game ended now:"), _bysource(reader, forecast)] if forecast else []
        ),
        "rank": seat.rank if reader.over else None,
        "outcome": outcome,
        "clock": clock(reader, seat),
    }


def clock(reader: Reader, seat: Seat) -> clocks.Clock | None:
    """The remaining time of a player to move; at a live table also of the others."""
    if reader.past or not reader.running:
        return None
    shown = clocks.show_clock if seat.index in reader.to_move else clocks.waiting_reserve
    return shown(seat, reader.game)


def _bysource(reader: Reader, points: Points | None) -> str:
    return "\n".join(f"{source(reader, name)}: {n}" for name, n in (points or {}).items())


def scores(reader: Reader, standing: Standing, players: list[Player]) -> Scores | None:
    """Every source of points by seat; None while the game shows no points."""
    if standing is None:
        return None
    sources = list(dict.fromkeys(name for points in standing for name in points))
    return {
        "seats": Whole(
            {
                "seat": player["seat"],
                "name": player["name"],
                "total": sum(points.values()),
                "rank": player["rank"],
            }
            for player, points in zip(players, standing, strict=True)
        ),
        "scored": [player["score"] or 0 for player in players]
        if any(player["forecast"] is not None for player in players)
        else None,
        "rows": Whole(
            {
                "label": source(reader, name),
                "points": [points.get(name, 0) for points in standing],
            }
            for name in sources
        ),
    }


def source(reader: Reader, name: str) -> str:
    """The name of a source of points."""
    known = "source", name, *reader.words_by

    def tell() -> str:
        return texts.plain(table_package.source(reader.type, name), reader.people)

    return cache.get_or_make(reader.game.pk, known, tell, lambda text: 400 + len(text))
