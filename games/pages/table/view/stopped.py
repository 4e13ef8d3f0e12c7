"""The page of a game whose board cannot be shown, with what its players can still do."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.errors import GameError
from games.pages import settings
from games.pages.answers import socket
from games.pages.table.reader import Reader
from games.pages.table.view.agreements import agreements, menu
from games.storage.position import Position
from games.words import texts


def stopped(
    request: HttpRequest, position: Position, key: str, error: GameError | None
) -> HttpResponse:
    """The players and the chat; for players also a vote to cancel the game, and leaving it."""
    reader = Reader(position, request.user.pk, key=key)
    context = {
        "table": reader,
        "game": reader.game,
        "name": _(reader.game.rules.name),
        "title": texts.game_title(_(reader.game.rules.name), reader.game),
        "message": str(error) if error else "",
        "players": [
            {"seat": seat.index, "name": reader.people[seat.index], "you": seat is reader.seat}
            for seat in position.seats
        ],
        "clock": settings.pace(reader.game.clock),
        "said": reader.messages,
        "socket": socket(reader.game.pk, key),
        "seated": reader.seat is not None,
        "agreements": agreements(reader),
        "menu": menu(reader),
    }
    return render(request, "games/stopped.html", context, status=error.status if error else 200)
