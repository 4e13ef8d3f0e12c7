"""The workbench for one request: what the address asks for, with the present code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, QueryDict

from games.checking.workbench import fresh
from games.checking.workbench.sheet import (
    Laid,
    Nonsense,
    Sheet,
    by_chance,
    lay,
    of_line,
    of_position,
    packed,
    unpacked,
)
from games.rules import registry
from games.rules.engine import Game, Rules, RulesError
from games.rules.engine.positions import kept_line, kept_position
from games.rules.engine.testing import policies

#: The parameters by which a game begins from a seed.
BEGINNING = ("players", "seed", "bot", "options", "move")


@dataclass(frozen=True)
class Bench:
    """The content.

    * ``source``: the parameters that lead to the sheet again.
    * ``failure``: why the present code cannot be loaded; then the previous code is shown.
    * ``fault``: why there is no game, or why not all moves are possible.
    """

    rules: Rules[Any]
    stamp: str
    failure: str
    source: Mapping[str, str]
    sheet: Sheet
    at: int
    game: Game[Any] | None
    fault: str

    def address(self, **more: object) -> str:
        """The address of the same content, with changed parameters."""
        words = {**self.source, **{name: str(value) for name, value in more.items()}}
        return urlencode({name: value for name, value in words.items() if value})

    @property
    def is_by_chance(self) -> bool:
        """Whether bots play it each time, so that changed code may lead to another position."""
        return not self.source.keys() & {"sheet", "position", "line"}

    def moved(self, seat: int, choice: tuple[Any, ...]) -> Sheet:
        """The sheet with another move, replacing those that had been taken back."""
        return self.sheet.after(self.at, (seat, choice))


def bench(slug: str, query: QueryDict) -> Bench:
    """The workbench for an address; Http404 for an unknown game type or sheet."""
    try:
        stamp = fresh.stamp(slug)  # first: changes made meanwhile are drawn the next time
        latest = fresh.latest(slug)
    except registry.UnknownGameType:
        raise Http404 from None
    source, sheet, fault = _found(latest.rules, query)
    at = number(query, "at", len(sheet.moves))
    laid = lay(latest.rules, sheet, at) if sheet.players or sheet.state else Laid(None, 0)
    if at < len(sheet.moves):
        source = {**source, "at": str(at)}
    fault = laid.fault or fault
    return Bench(latest.rules, stamp, latest.failure, source, sheet, laid.at, laid.game, fault)


def number(query: QueryDict, name: str, otherwise: int) -> int:
    text = query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 7 else otherwise


def _found(rules: Rules[Any], query: QueryDict) -> tuple[dict[str, str], Sheet, str]:
    """The parameters that name a sheet, the sheet, and why there is none, or not all of it."""
    try:
        if text := query.get("sheet"):
            sheet = unpacked(text)
            begun = {name: query.get(name, "") for name in BEGINNING}
            return {**begun, "sheet": packed(sheet)}, sheet, ""
        if name := query.get("position"):
            return {"position": name}, of_position(kept_position(rules, name)), ""
        if name := query.get("line"):
            return {"line": name}, of_line(kept_line(rules, name)), ""
    except Nonsense:
        raise Http404 from None
    except RulesError as error:
        return {}, Sheet(), str(error)
    return _by_chance(rules, query)


def _by_chance(rules: Rules[Any], query: QueryDict) -> tuple[dict[str, str], Sheet, str]:
    players, bot = number(query, "players", rules.players[0]), query.get("bot", "random")
    if players not in rules.players or bot not in policies(rules):
        raise Http404
    seed, every = number(query, "seed", 1), query.get("options") == "all"
    moves = number(query, "move", 0)
    options = {option.name: option.values[-1] for option in rules.options} if every else {}
    sheet, fault = by_chance(rules, players, options, seed, bot, moves)
    source = {
        "players": str(players),
        "seed": str(seed),
        "bot": bot,
        "options": "all" if every else "",
        "move": str(len(sheet.moves)),
    }
    return source, sheet, fault
