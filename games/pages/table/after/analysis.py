"""The analysis of a reader's moves in a finished game: requested, in progress, complete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.bots import analysing
from games.models import Analysis
from games.pages import settings
from games.pages.answers import member, reader, refusable, see
from games.pages.table import picture
from games.pages.table.after.expected import Point, expected
from games.pages.table.reader import Reader
from games.rules.engine import Choice, Decision
from games.showing import analysis as showing
from games.showing.expectations import find_scale
from games.storage.position import Position, load
from games.words import outcomes, table_package, texts

WIDE, NARROW = (1040, 270), (366, 230)
DAY = 24 * 60 * 60


@require_safe
@never_cache
@member
@refusable
def show_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """The expected lead of the reader, move by move, and which moves cost most."""
    position = load(game_id, reader(request))
    seat = showing.own_seat(position, reader(request))
    found = analysing.find_analysis(game_id, reader(request))
    context: dict[str, object] = {
        "game": _game(position, seat),
        "chances": find_scale(position.type, position.game.players).chances,
        "analysis": None if found is None else _shown(position, found),
        "elsewhere": analysing.running_elsewhere(game_id, reader(request)),
        "tells_losses": position.type.levels.tells_losses,
        "others": settings.join_names(_others(position, seat)),
    }
    return render(request, "games/better.html", context)


@require_POST
@member
@refusable
def request_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """Request an analysis of the reader's moves; if another game is being analysed, say so."""
    user_id = reader(request)
    if not analysing.running_elsewhere(game_id, user_id):
        analysing.request_analysis(game_id, user_id)
    return see("game-better", game_id)


@require_safe
@member
@refusable
def board(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The board before a move that cost something, with the choice marked and the better one
    picked."""
    analysis = analysing.find_analysis(game_id, reader(request))
    judged = analysis.judged.get(str(number)) if analysis else None
    if analysis is None or not judged or not judged.get("loss"):
        raise Http404
    key = f"better/{analysis.pk}/{number}/{get_language()}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = _draw(load(game_id, reader(request), number - 1), analysis, number)
        cache.set(key, drawn, DAY)
    if drawn is None:
        raise Http404
    return HttpResponse(drawn, "image/png", headers={"Cache-Control": "private, max-age=86400"})


def _game(position: Position, seat: int) -> dict[str, object]:
    """The game and how it ended: points, the reader's first, or whether they won."""
    scores = position.game.result["scores"] if position.game.result else []
    others = [score for i, score in enumerate(scores) if i != seat]
    ended = outcomes.describe_outcomes(position.seats)[seat]
    return {
        "id": position.game.pk,
        "name": _(position.type.name),
        "score": ended or ":".join(map(str, (scores[seat], *others))),
    }


def _others(position: Position, seat: int) -> list[str]:
    names = texts.seat_names(position.seats)
    return [names[other.index] for other in position.seats if other.user and other.index != seat]


def _shown(position: Position, analysis: Analysis) -> dict[str, object]:
    """What was found, with the curve of it."""
    shown = showing.show_analysis(position, analysis)
    of = [Point(**point) for point in shown["points"]]
    told = [lost["move"] for lost in shown["lost"]]
    last = position.game.number
    even = round(find_scale(position.type, position.game.players).even)
    curves = [expected(of, told, last, *size, even=even) for size in (WIDE, NARROW)]
    return {**shown, "curves": curves}


def _draw(before: Position, analysis: Analysis, number: int) -> bytes | None:
    _before, decision, made, better = showing.find_choices(before, analysis, number)
    return picture.compared(
        Reader(before, analysis.user_id),
        _targets(before, decision, made),
        _targets(before, decision, better),
    )


def _targets(before: Position, decision: Decision, choice: Choice) -> list[str]:
    """The things on the board that stand for the parts of a choice."""
    parts: Sequence[Any] = [part for part in choice if not isinstance(part, dict)]
    found = (
        table_package.target(before.type, decision, parts[: length + 1])
        for length in range(len(parts))
    )
    return [name for name in found if name]
