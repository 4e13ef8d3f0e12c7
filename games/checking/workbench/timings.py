"""What each call into a game package takes at one position: time and bytes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from games import words
from games.checking.drawn import HEAVY, players_of
from games.checking.positions import PEOPLE
from games.checking.workbench.slips import told
from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import is_brought, render
from games.pages.table.choosing import Choosing
from games.rules.engine import Game, Rules
from games.rules.engine.play import ask_bot
from games.rules.engine.spent import BUDGETS


class Figure(NamedTuple):
    """A call: milliseconds of the processor, and bytes of what it gave, with how much of each is
    too much, where that is known; or why it failed."""

    call: str
    ms: float
    bytes: int | None = None
    most_ms: float | None = None
    most_bytes: float | None = None
    fault: str = ""

    @property
    def is_too_much(self) -> bool:
        slow = self.most_ms is not None and self.ms > self.most_ms
        return slow or (self.most_bytes is not None and (self.bytes or 0) > self.most_bytes)


def figures(rules: Rules[Any], game: Game[Any], seat: int | None) -> list[Figure]:
    """Every call that shows a position to a seat and goes on from it, each made anew."""
    return [*_of_rules(rules, game), *_of_table(rules, game, seat)]


def _of_rules(rules: Rules[Any], game: Game[Any]) -> Iterator[Figure]:
    saved, ms = _timed(game.save)
    yield Figure("save", ms, len(saved), most_bytes=BUDGETS["save"])
    again, ms = _timed(rules.load, saved)
    yield Figure("load", ms)
    for decision in again.decisions():
        _choices, ms = _timed(getattr, decision, "choices")
        called = f"choices of seat {decision.seat}, {decision.kind}"
        yield Figure(called, ms, most_ms=BUDGETS["choices"])
    for seat in (*range(game.players), None):
        view, ms = _timed(again.view, seat)
        called = "view of a spectator" if seat is None else f"view of seat {seat}"
        yield Figure(called, ms, len(msgspec.json.encode(view)), most_ms=BUDGETS["view"])
    for decision in again.decisions()[:1]:
        bot = rules.bots[rules.best_bot]
        _choice, ms = _timed(ask_bot, bot, again, decision, random.Random(1))
        yield Figure(f"bot {rules.best_bot}, {decision.kind}", ms, most_ms=BUDGETS["bot"])


def _of_table(rules: Rules[Any], game: Game[Any], seat: int | None) -> Iterator[Figure]:
    view, decision = game.view(seat), None if seat is None else game.decision(seat)
    targets = {}
    if decision is not None:
        choosing = Choosing(rules, decision, view, PEOPLE)
        data, ms = _timed(choosing.data)
        yield Figure("words of the choices", ms, len(msgspec.json.encode(data)))
        targets = choosing.targets()
    players = players_of(game, seat)
    drawing = Drawing(rules, view, seat, players, targets, (), ())
    board, ms = _timed(words.board, rules, view)
    yield Figure("board(view)", ms)
    given = {"view": view, "board": board, "me": seat, "players": players, **drawing.tools}
    for name in words.regions(rules):
        yield _drawn(f"region {name}", f"{rules.slug}/{name}.html", given)
    panel = f"{rules.slug}/panel.html"
    if is_brought(panel):
        for player in players:
            yield _drawn(f"panel of seat {player['seat']}", panel, {**given, "player": player})


def _drawn(call: str, template: str, given: dict[str, Any]) -> Figure:
    """A template, past what keeps its slips from a page."""
    try:
        html, ms = _timed(lambda: render(template, **given))
    except Exception as error:  # noqa: BLE001  whatever an author's template raises
        return Figure(call, 0, fault=told(error))
    return Figure(call, ms, len(html.encode()), most_bytes=HEAVY)


def _timed(call: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    """Of the processor's time: that hangs less on what else the machine does."""
    begun = time.thread_time()
    found = call(*args)
    return found, (time.thread_time() - begun) * 1000
