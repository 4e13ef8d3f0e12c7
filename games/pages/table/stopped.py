"""The page of a game whose board cannot be shown: what is left to its players."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import words
from games.errors import GameError
from games.models import Game, Seat
from games.pages import settings
from games.pages.answers import socket
from games.pages.table import talk
from games.pages.table.agreements import agreements, menu
from games.showing import snapshot
from games.showing.data import Abilities
from games.storage.position import Position
from games.votes import voting


@dataclass
class Stopped:
    """Such a game, as its agreements are shown."""

    position: Position
    user_id: int | None
    key: str
    past: bool = False
    game: Game = field(init=False)
    people: list[str] = field(init=False)
    seat: Seat | None = field(init=False)

    def __post_init__(self) -> None:
        self.game = self.position.game
        self.people = words.names(self.position.seats)
        self.seat = self.position.seat_of(self.user_id)

    @property
    def url(self) -> str:
        return reverse("game", args=[self.game.pk])

    @property
    def owned(self) -> Seat | None:
        seats = self.position.seats
        return next((seat for seat in seats if self.user_id and seat.user_id == self.user_id), None)

    @property
    def asked_lately(self) -> voting.Asked:
        return voting.asked_lately(self.game.pk).answer()

    @cached_property
    def can(self) -> Abilities:
        return snapshot.abilities(self.position, self.seat, self.user_id)


def stopped(
    request: HttpRequest, position: Position, key: str, error: GameError | None
) -> HttpResponse:
    """Who plays, what is said; for players also a vote to cancel it, and leaving."""
    table = Stopped(position, request.user.pk, key)
    context = {
        "table": table,
        "game": table.game,
        "name": _(table.game.rules.name),
        "message": str(error) if error else "",
        "players": [
            {"seat": seat.index, "name": table.people[seat.index], "you": seat is table.seat}
            for seat in position.seats
        ],
        "clock": settings.pace(table.game.clock),
        "said": talk.messages(position, table.user_id),
        "socket": socket(table.game.pk, key),
        "seated": table.seat is not None,
        "agreements": agreements(table),
        "menu": menu(table),
    }
    return render(request, "games/stopped.html", context, status=error.status if error else 200)
