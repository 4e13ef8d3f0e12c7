"""The analysis of a player's moves in a finished game as plain data, for that player alone."""

from __future__ import annotations

import math
from typing import Annotated

from django.utils.translation import gettext as _

from games.bots import analysing
from games.errors import Forbidden, NotFound
from games.models import Analysis as Stored
from games.models import Game
from games.rules.engine import Choice, Decision
from games.showing.expectations import Scale, find_scale
from games.showing.forms import About, Form
from games.storage.moves import chosen
from games.storage.position import Position, load
from games.words import table_package, texts

#: Moves that are told as costly, and as perhaps so.
MOST_TOLD, MOST_SMALL = 3, 6


class Source(Form):
    """Where points come from; ``share`` of the largest."""

    name: str
    points: float
    share: float


class CostlyMove(Form):
    """A choice that cost something: the move, what it was, and what would have been better."""

    number: Annotated[int, About("in the order of the moves, from 1")]
    move: int
    cost: float
    doubt: float
    made: Annotated[str, About("in the caller's language")]
    better: str
    sources: list[Source]


class UnsureMove(Form):
    """A choice that looked worse, and is not told as a loss: that is not sure."""

    move: int
    amount: float
    doubt: float
    made: str
    better: str


class UnsureMoves(Form):
    """All choices that looked a little worse, added up, and the largest of them."""

    number: int
    total: float
    doubt: float
    moves: list[UnsureMove]


class ExpectedLead(Form):
    """How far ahead the player was to end after a move."""

    move: int
    lead: float
    doubt: float


class Analysis(Form):
    """What the bots have found so far; it grows until it is done."""

    chances: Annotated[
        bool, About("figures are games of 100 that would be won; else a lead in points")
    ]
    done: bool
    judged: Annotated[int, About("moves that were examined")]
    of: Annotated[int, About("moves of the player")]
    steps: int
    all_steps: Annotated[int, About("an estimate")]
    minutes: Annotated[int | None, About("until it is done, by the pace so far")]
    points: list[ExpectedLead]
    lost: Annotated[list[CostlyMove], About("at most three, in the order of the moves")]
    equal: Annotated[int, About("moves without a clear loss")]
    disputed: Annotated[list[int], About("moves about which two methods disagree")]
    small: UnsureMoves


def own_seat(position: Position, user_id: int) -> int:
    """The seat that this person had in a game that is over; NotFound for one that is not, Forbidden
    for somebody who did not play."""
    if position.game.status != Game.Status.FINISHED:
        raise NotFound
    seat = next((seat for seat in position.seats if seat.user_id == user_id), None)
    if seat is None:
        raise Forbidden(_("You did not play this game."), "no_seat")
    return seat.index


def show_analysis(position: Position, analysis: Stored) -> Analysis:
    """What was found of this game."""
    found = {int(number): judged for number, judged in analysis.judged.items() if judged}
    numbers = sorted(found)
    costly = sorted(
        (number for number in numbers if found[number]["loss"]),
        key=lambda number: -found[number]["loss"],
    )[:MOST_TOLD]
    steps, of, seconds = analysing.progress(analysis)
    scale = find_scale(position.type, position.game.players)
    return {
        "chances": scale.chances,
        "done": analysis.done_at is not None,
        "judged": len(analysis.judged),
        "of": len(analysis.moves),
        "steps": steps,
        "all_steps": of,
        "minutes": None if seconds is None else math.ceil(seconds / 60),
        "points": [
            {
                "move": n,
                "lead": scale.level(found[n]["lead"]),
                "doubt": scale.amount(found[n]["doubt"]),
            }
            for n in numbers
        ],
        "lost": [
            _lost(position, analysis, number, place, scale)
            for place, number in enumerate(sorted(costly), 1)
        ],
        "equal": sum(not found[n]["loss"] and not found[n]["disputed"] for n in numbers),
        "disputed": [n for n in numbers if found[n]["disputed"]],
        "small": _small(position, analysis, scale),
    }


def find_choices(
    position: Position, analysis: Stored, number: int
) -> tuple[Position, Decision, Choice, Choice]:
    """The position before a move, what was asked, what was chosen, and what was better."""
    before = load(position.game.pk, analysis.user_id, number - 1)
    decision = before.running().decision(analysis.seat)
    if decision is None:
        raise NotFound
    move = chosen(position.game.pk, number)
    made = decision.find(move.choice or ())
    return before, decision, made, decision.find(analysis.judged[str(number)]["better"])


def _small(position: Position, analysis: Stored, scale: Scale) -> UnsureMoves:
    """What is not sure of one move, added up over all of them, and the largest of it by itself."""
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


def _one_small(position: Position, analysis: Stored, number: int, scale: Scale) -> UnsureMove:
    judged = analysis.judged[str(number)]
    made, better = _said(position, analysis, number)
    return {
        "move": number,
        "amount": scale.amount(judged["small"]),
        "doubt": scale.amount(judged["small_doubt"]),
        "made": made,
        "better": better,
    }


def _said(position: Position, analysis: Stored, number: int) -> tuple[str, str]:
    """What was chosen, and what was better, in words."""
    before, decision, made, better = find_choices(position, analysis, number)
    view, people = before.running().view(analysis.seat), texts.seat_names(position.seats)
    of_made, of_better = (
        texts.plain(table_package.label(position.type, decision, choice, view), people)
        for choice in (made, better)
    )
    return of_made, of_better


def _lost(
    position: Position, analysis: Stored, number: int, place: int, scale: Scale
) -> CostlyMove:
    judged = analysis.judged[str(number)]
    made, better = _said(position, analysis, number)
    people = texts.seat_names(position.seats)
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
