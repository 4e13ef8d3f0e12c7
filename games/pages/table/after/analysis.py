"""The analysis of a reader's moves in a finished game: requested, in progress, complete."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypedDict

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.bots import analysing
from games.errors import Forbidden
from games.models import Analysis, Game
from games.pages import settings
from games.pages.answers import member, reader, refusable, see
from games.pages.table import picture
from games.pages.table.after.expected import Point, expected
from games.pages.table.reader import Reader
from games.rules.engine import Choice, Decision
from games.showing.expectations import Scale, find_scale
from games.storage.moves import chosen
from games.storage.position import Position, load
from games.words import outcomes, table_package, texts

MOST_TOLD, MOST_SMALL = 3, 6
WIDE, NARROW = (1040, 270), (366, 230)
DAY = 24 * 60 * 60


class Source(TypedDict):
    """A source of points; ``share`` of the largest."""

    name: str
    points: float
    share: float


class Lost(TypedDict):
    """A choice that cost something: the move, its words, and the better choice."""

    number: int
    move: int
    cost: float
    doubt: float
    made: str
    better: str
    sources: list[Source]


class Small(TypedDict):
    """A choice that seemed worse, but not surely enough to be listed as a loss."""

    move: int
    amount: float
    doubt: float
    made: str
    better: str


@require_safe
@never_cache
@member
@refusable
def show_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """The expected lead of the reader, move by move, and which moves cost most."""
    position = load(game_id, reader(request))
    seat = _own_seat(position, reader(request))
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


def _own_seat(position: Position, user_id: int) -> int:
    """The seat that this person had in a finished game."""
    if position.game.status != Game.Status.FINISHED:
        raise Http404
    seat = next((seat for seat in position.seats if seat.user_id == user_id), None)
    if seat is None:
        raise Forbidden(_("You did not play this game."), "no_seat")
    return seat.index


def _game(position: Position, seat: int) -> dict[str, object]:
    """The game and how it ended: everybody's points, the reader's first, or whether they won."""
    scores = position.game.result["scores"] if position.game.result else []
    others = [score for i, score in enumerate(scores) if i != seat]
    ended = outcomes.describe_outcomes(position.seats)[seat]
    return {
        "id": position.game.pk,
        "name": _(position.type.name),
        "score": ended or ":".join(map(str, (scores[seat], *others))),
    }


def _others(position: Position, seat: int) -> list[str]:
    names = texts.names(position.seats)
    return [names[other.index] for other in position.seats if other.user and other.index != seat]


def _shown(position: Position, analysis: Analysis) -> dict[str, object]:
    found = {int(number): judged for number, judged in analysis.judged.items() if judged}
    numbers = sorted(found)
    costly = sorted(
        (number for number in numbers if found[number]["loss"]),
        key=lambda number: -found[number]["loss"],
    )[:MOST_TOLD]
    told = sorted(costly)
    scale = find_scale(position.type, position.game.players)
    of = [Point(n, scale.level(found[n]["lead"]), scale.amount(found[n]["doubt"])) for n in numbers]
    last, even = position.game.number, round(scale.even)
    curves = [expected(of, told, last, *size, even=even) for size in (WIDE, NARROW)]
    return {
        "done": analysis.done_at is not None,
        "judged": len(analysis.judged),
        "of": len(analysis.moves),
        "curves": curves,
        "points": of,
        "lost": [
            _lost(position, analysis, number, place, scale) for place, number in enumerate(told, 1)
        ],
        "equal": sum(not found[n]["loss"] and not found[n]["disputed"] for n in numbers),
        "disputed": [n for n in numbers if found[n]["disputed"]],
        "small": _small(position, analysis, scale),
        **_progress(analysis),
    }


def _progress(analysis: Analysis) -> dict[str, object]:
    """The progress in steps, and the minutes left; None while those are unknown."""
    steps, of, seconds = analysing.progress(analysis)
    minutes = None if seconds is None else math.ceil(seconds / 60)
    return {"steps": steps, "all_steps": of, "minutes": minutes}


def _small(position: Position, analysis: Analysis, scale: Scale) -> dict[str, object]:
    """The total of all moves that are not sure losses, and the largest of them."""
    found = {
        int(number): judged for number, judged in analysis.judged.items() if judged.get("small")
    }
    largest = sorted(found, key=lambda number: -found[number]["small"])[:MOST_SMALL]
    return {
        "number": len(found),
        "total": scale.amount(sum(judged["small"] for judged in found.values())),
        "doubt": scale.amount(math.hypot(*(judged["small_doubt"] for judged in found.values()))),
        "moves": [
            _one_small(position, analysis, n, scale) for n in largest if found[n]["small"] > 0
        ],
    }


def _one_small(position: Position, analysis: Analysis, number: int, scale: Scale) -> Small:
    judged = analysis.judged[str(number)]
    made, better = _said(position, analysis, number)
    return {
        "move": number,
        "amount": scale.amount(judged["small"]),
        "doubt": scale.amount(judged["small_doubt"]),
        "made": made,
        "better": better,
    }


def _said(position: Position, analysis: Analysis, number: int) -> tuple[str, str]:
    """The choice made, and the better one, in words."""
    before, decision, made, better = _choices(position, analysis, number)
    view, people = before.running().view(analysis.seat), texts.names(position.seats)
    of_made, of_better = (
        texts.plain(table_package.label(position.type, decision, choice, view), people)
        for choice in (made, better)
    )
    return of_made, of_better


def _lost(position: Position, analysis: Analysis, number: int, place: int, scale: Scale) -> Lost:
    judged = analysis.judged[str(number)]
    made, better = _said(position, analysis, number)
    people = texts.names(position.seats)
    most = max((abs(amount) for _name, amount in judged["sources"]), default=1)
    return {
        "number": place,
        "move": number,
        "cost": scale.amount(judged["loss"]),
        "doubt": scale.amount(judged["loss_doubt"]),
        "made": made,
        "better": better,
        "sources": [
            {
                "name": texts.plain(table_package.source(position.type, name), people),
                "points": amount,
                "share": abs(amount) / most,
            }
            for name, amount in judged["sources"]
        ],
    }


def _choices(
    position: Position, analysis: Analysis, number: int
) -> tuple[Position, Decision, Choice, Choice]:
    """The position before a move, its question, the choice made, and the better one."""
    before = load(position.game.pk, analysis.user_id, number - 1)
    decision = before.running().decision(analysis.seat)
    if decision is None:
        raise Http404
    move = chosen(position.game.pk, number)
    made = decision.find(move.choice or ())
    return before, decision, made, decision.find(analysis.judged[str(number)]["better"])


def _draw(before: Position, analysis: Analysis, number: int) -> bytes | None:
    _before, decision, made, better = _choices(before, analysis, number)
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
