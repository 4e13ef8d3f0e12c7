"""The page of a finished game that the installed rules cannot show: the stored data."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from boardgames.words import dates
from games.errors import GameError, NotInstalled
from games.models import Game
from games.pages import settings
from games.pages.table.after import last_picture
from games.pages.table.reader import Reader
from games.rules.engine import Rules
from games.showing import snapshot
from games.storage.position import Position
from games.words import table_package, texts


def without_board(
    request: HttpRequest, position: Position, key: str, error: GameError | None
) -> HttpResponse:
    """Stored places, points and their sources, with the last picture.

    The log is included if the words of the type are installed.
    """
    reader = Reader(position, request.user.pk, key=key)
    game, gone = position.game, isinstance(position.failure, NotInstalled)
    rules = None if gone else game.rules
    called = game.type if rules is None else _(rules.name)
    context = {
        "game": game,
        "name": called,
        "title": texts.game_title(called, game),
        "gone": gone,
        "message": str(error) if error else "",
        "picture": last_picture.find_picture(game),
        "cancelled": game.status == Game.Status.CANCELLED,
        "seats": [
            {"seat": seat.index, "name": name, "rank": seat.rank, "total": seat.score}
            for seat, name in zip(position.seats, reader.people, strict=True)
        ],
        "rows": _rows(game, rules),
        "clock": settings.pace(game.clock),
        "ended": dates.format_date(game.finished_at) if game.finished_at else "",
        "log": _told(position, reader.me),
        "said": reader.messages,
    }
    status = error.status if error else 200
    return render(request, "games/without_board.html", context, status=status)


def _rows(game: Game, rules: Rules[Any] | None) -> list[dict[str, object]]:
    """Each source of points, with the points of each seat."""
    breakdown = (game.result or {}).get("breakdown", [])
    tell = texts.telling([])
    return [
        {
            "label": name if rules is None else tell(table_package.source(rules, name)),
            "points": [points.get(name, 0) for points in breakdown],
        }
        for name in dict.fromkeys(name for points in breakdown for name in points)
    ]


def _told(position: Position, seat: int | None) -> list[str]:
    """The log in words, newest first."""
    return [entry.text for entry in snapshot.describe_log(position, seat) if entry.text][::-1]
