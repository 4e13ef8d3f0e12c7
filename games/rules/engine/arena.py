"""Bots against each other, for reliable figures: one on one seat, another on all others.

Each deal is played once with bot ``a`` on each seat, so that neither seats nor deals favour a bot.
A bot's random numbers depend only on seed, seat and question, so the other bots do not change them.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from .course import Course
from .play import Bot, ask_bot
from .rules import Rules
from .state import Json

SURE = 1.96
"""Standard errors on each side of an interval of 95 %."""


class Cell(msgspec.Struct, frozen=True):
    """What is measured: bot ``a`` on one seat against bot ``b`` on all others."""

    type: str
    players: int
    a: str
    b: str
    seed: int
    options: Json


class Fought(msgspec.Struct, frozen=True):
    """One game of a cell.

    ``share``: 1 if ``a`` won, a half if it shared the first place with one other; ``lead``: its
    points (without points, games won of 100) minus the average of the others'; CPU time in
    milliseconds.
    """

    cell: Cell
    game: int
    seat: int
    scores: list[int]
    ranks: list[int]
    share: float
    lead: float
    decisions_a: int
    decisions_b: int
    ms_a: float
    ms_b: float


def fight(rules: Rules[Any], cell: Cell, number: int, a: Bot, b: Bot) -> Fought:
    """Play one game: deals follow each other, and in each ``a`` has one seat after the other."""
    deal, seat = divmod(number, cell.players)
    chance = f"{cell.seed}/{deal}"
    seed = random.Random(chance).randbytes(32)
    game = rules.new(cell.players, cell.options, seed)
    spent, asked, course = [0.0, 0.0], [0, 0], Course(rules.slug, rules.longest)
    while (result := game.result()) is None:
        decision = game.decisions()[0]
        rng = random.Random(f"{chance}/{decision.seat}/{decision.id}")
        other = int(decision.seat != seat)
        begun = time.process_time()
        choice = ask_bot(b if other else a, game, decision, rng)
        spent[other] += time.process_time() - begun
        asked[other] += 1
        game.choose(decision.seat, choice)
        course.note(decision.seat, decision.kind, choice)
    first = result.ranks.count(1)
    others = [result.value(i) for i in range(cell.players) if i != seat]
    return Fought(
        cell,
        number,
        seat,
        result.scores,
        result.ranks,
        1 / first if result.ranks[seat] == 1 else 0.0,
        result.value(seat) - sum(others) / len(others),
        decisions_a=asked[0],
        decisions_b=asked[1],
        ms_a=round(1000 * spent[0], 3),
        ms_b=round(1000 * spent[1], 3),
    )


def summary(fought: Sequence[Fought]) -> Json:
    """The result of a cell's games.

    The share won with its 95 % interval, the lead with its standard error, and milliseconds per
    decision.
    """
    cell, games = fought[0].cell, len(fought)
    share = sum(each.share for each in fought) / games
    low, high = interval(share, games)
    leads = [each.lead for each in fought]
    mean = sum(leads) / games
    spread = sum((lead - mean) ** 2 for lead in leads) / max(1, games - 1)
    return {
        "type": cell.type,
        "players": cell.players,
        "a": cell.a,
        "b": cell.b,
        "games": games,
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "lead": round(mean, 2),
        "lead_se": round(math.sqrt(spread / games), 2),
        "ms_a": _per(sum(each.ms_a for each in fought), sum(each.decisions_a for each in fought)),
        "ms_b": _per(sum(each.ms_b for each in fought), sum(each.decisions_b for each in fought)),
    }


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's, which also holds for few games and shares near 1)."""
    square = SURE**2 / games
    middle = (share + square / 2) / (1 + square)
    half = SURE / (1 + square) * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _per(spent: float, decisions: int) -> float:
    return round(spent / decisions, 2) if decisions else 0.0
