"""A running table in a frame on other sites: read only, and always as a stranger sees it.

It asks neither for cookies nor for a session, so that it is the same for everybody, whoever is
signed in.
"""

from __future__ import annotations

from typing import TypedDict

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from boardgames.http.addresses import path
from games.errors import NotFound
from games.models import Game, Seat
from games.pages.answers import refusable
from games.storage.position import load
from games.words import outcomes, texts

_FRAME_WIDTH, _FRAME_HEIGHT = 480, 460


class Player(TypedDict):
    """``left``: the seconds on a running clock of a live game."""

    seat: int
    name: str
    points: int | None
    outcome: str
    to_move: bool
    left: float | None


@require_safe
@never_cache
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})  # type: ignore[arg-type]
@refusable
def show_embed(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board, the players and their points; 204 if `v` in the address is the shown version."""
    position = load(game_id, None)
    game = position.game
    if position.rules is None or game.visibility != Game.Visibility.PUBLIC:
        raise NotFound
    version = str(position.version)
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    points = position.running().scored() or []
    context = {
        "name": position.type.name,
        "players": _players(position.seats, [sum(each.values()) for each in points]),
        "version": version,
        "running": game.status == Game.Status.RUNNING,
        "picture": f"{path('game-glance', game.pk)}?wide&v={game.public_version}",
        "href": settings.SITE_URL + path("game", game.pk),
    }
    return render(request, "games/embed.html", context)


def frame_text(game: Game) -> str:
    """The text by which another site shows this table in a frame; empty for a game that is not
    public."""
    if game.visibility != Game.Visibility.PUBLIC or not game.started_at or game.lesson:
        return ""
    address = settings.SITE_URL + path("game-embed", game.pk)
    return (
        f'<iframe src="{address}" width="{_FRAME_WIDTH}" height="{_FRAME_HEIGHT}"'
        ' loading="lazy" style="border:0"></iframe>'
    )


def _players(seats: list[Seat], points: list[int]) -> list[Player]:
    names, now = texts.seat_names(seats), timezone.now()
    return [
        {
            "seat": seat.index,
            "name": names[seat.index],
            "points": points[seat.index] if points else None,
            "outcome": outcome,
            "to_move": seat.to_move,
            "left": (seat.deadline - now).total_seconds() if seat.live and seat.deadline else None,
        }
        for seat, outcome in zip(seats, outcomes.describe_outcomes(seats), strict=True)
    ]
