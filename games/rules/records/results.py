"""Results of games; players who left rank below all others.

A stored result is ``{"scores": [int], "ranks": [int], "breakdown": [{source: points}],
"tie_breakers": [{"name": str, "values": [int]}], "resigned": [seat]}``, lists by seat, and
``"drawn": true`` if the remaining players agreed on a draw, ``"cut": true`` if a moderator ended
the game as it stood. If the game type has no points, scores and breakdown are empty; ``outcome``
says by seat ``"won"``, ``"lost"`` or ``"drawn"``, ``reason`` why the rules ended the game.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import msgspec

from ..engine import POINTS, Game, Result, outcomes


class Breaker(TypedDict):
    """A tie-breaker that had to be used, with each seat's value (more is better)."""

    name: str
    values: list[int]


class Outcome(TypedDict):
    """The result of a game; lists are by seat. Ranks start at 1, and equal ranks share a place.

    Without points scores and breakdown are empty, and ``outcome`` says won, lost or drawn.
    """

    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]]
    tie_breakers: list[Breaker]
    resigned: list[int]
    outcome: NotRequired[list[str]]
    reason: NotRequired[str]
    drawn: NotRequired[bool]
    cut: NotRequired[bool]


def outcome(
    rules: Game[Any], leavers: list[int], *, drawn: bool = False, cut: bool = False
) -> Outcome | None:
    """The result as stored, None while the game goes on; ``leavers`` in the order of leaving.

    A game is over when the rules say so, when all but one have resigned, by an agreed draw, or
    ``cut``: then the points that everyone can see decide; without points it is a draw.
    """
    has_points = rules.rules.outcome == POINTS
    result = rules.result()
    if result is None:
        if len(leavers) < rules.players - 1 and not drawn and not cut:
            return None
        breakdown = rules.standing() or [{} for _seat in range(rules.players)]
        scores = [sum(points.values()) for points in breakdown]
        ranks = [1 + sum(other > score for other in scores) if cut else 1 for score in scores]
        result = Result(scores, ranks, breakdown) if has_points else Result([], ranks, [])
    found: Outcome = msgspec.to_builtins(result)
    found["ranks"] = _ranks(result.ranks, leavers)
    found["resigned"] = leavers
    if not has_points:
        found["outcome"] = outcomes(found["ranks"])
    if drawn:
        found["drawn"] = True
    if cut:
        found["cut"] = True
    return found


def _ranks(ranks: list[int], leavers: list[int]) -> list[int]:
    """Ranks: first the remaining players, as the rules rank them, then the last to leave, and so
    on."""
    stayed = [rank for seat, rank in enumerate(ranks) if seat not in leavers]
    final = [1 + sum(other < rank for other in stayed) for rank in ranks]
    for place, seat in enumerate(reversed(leavers)):
        final[seat] = len(stayed) + 1 + place
    return final
