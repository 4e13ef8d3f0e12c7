"""The page of a game whose board cannot be shown: what is left to its players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from games import words
from games.errors import GameError
from games.pages import settings, talk
from games.pages.answers import socket
from games.storage.position import Position
from games.votes import voting


def stopped(
    request: HttpRequest, position: Position, key: str, error: GameError | None
) -> HttpResponse:
    """Who plays, what is said; for players also a vote to cancel it, and leaving."""
    game, people = position.game, words.names(position.seats)
    seat = position.seat_of(request.user.pk)
    context = {
        "game": game,
        "name": _(game.rules.name),
        "message": str(error) if error else "",
        "players": [
            {"seat": each.index, "name": people[each.index], "you": each is seat}
            for each in position.seats
        ],
        "clock": settings.clock(game.clock),
        "said": talk.messages(position),
        "socket": socket(game.pk, key),
        "seated": seat is not None,
        "may_cancel": seat is not None
        and ("cancel", None) in voting.may_be_called(position, seat, timezone.now()),
    }
    return render(request, "games/stopped.html", context, status=error.status if error else 200)
