"""Everything that the reader has left behind in running games: plans and standing instructions."""

from __future__ import annotations

from typing import TypedDict

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.http.addresses import path
from games.errors import GameError
from games.models import Game, Instruction, Plan, Seat
from games.pages.answers import member, reader
from games.rules.engine import RulesError
from games.showing import data
from games.showing.instructions import describe_instructions
from games.showing.plans import describe_plans
from games.storage.position import load
from games.words import texts

#: Games on the page, those that have waited longest first.
MOST = 50


class Left(TypedDict):
    """What is left behind at one game."""

    url: str
    title: str
    plans: list[data.Plan]
    standing: list[data.Instruction]


@require_safe
@never_cache
@member
def show_plans(request: HttpRequest) -> HttpResponse:
    """One page for all games; an administrator who views the service as somebody sees no plan."""
    if hasattr(request, "acting_for"):
        raise Http404
    me = reader(request)
    standing = Instruction.objects.filter(tenure__current_seat=OuterRef("pk"), active=True)
    planned = Plan.objects.filter(tenure__current_seat=OuterRef("pk"))
    seats = Seat.objects.filter(
        Exists(planned) | Exists(standing), user=me, bot="", game__status=Game.Status.RUNNING
    )
    numbers = seats.order_by("game__moved_at").values_list("game_id", flat=True)[:MOST]
    games = [left for number in numbers if (left := _left_at(number, me)) is not None]
    return render(request, "games/left_behind.html", {"games": games})


def _left_at(game_id: int, user_id: int) -> Left | None:
    """None for a game that cannot be shown now, or at which nothing waits."""
    try:
        position = load(game_id, user_id)
        seat = position.seat_of(user_id)
        if seat is None or position.rules is None:
            return None
        found = describe_instructions(position, seat)
        plans, standing = describe_plans(position, seat), found["standing"] if found else []
    except (GameError, RulesError):
        return None
    if not plans and not standing:
        return None
    title = texts.game_title(_(position.type.name), position.game)
    return {"url": path("game", game_id), "title": title, "plans": plans, "standing": standing}
