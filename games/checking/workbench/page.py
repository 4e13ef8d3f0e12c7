"""What the page of the workbench is given."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games.checking.workbench import thinking
from games.checking.workbench.asked import asked, to_come
from games.checking.workbench.bench import Bench, number
from games.checking.workbench.seats import told
from games.checking.workbench.sheet import packed
from games.checking.workbench.timings import figures
from games.checking.workbench.tree import Wrong, tree
from games.rules.engine import Game, RulesError
from games.rules.engine.positions import LINES, POSITIONS, names
from games.rules.engine.testing import policies

#: A longer address is better kept by a name.
LONG = 8000


def content(
    bench: Bench,
    query: QueryDict,
    *,
    refused: str = "",
    wrong: Wrong | None = None,
    sent: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """``refused``: why what was ``sent`` cannot be done; ``wrong``: the field of the state that
    was changed to what it cannot be."""
    rules, game = bench.rules, bench.game
    found: dict[str, Any] = {
        "type": rules,
        "stamp": bench.stamp,
        "failure": bench.failure,
        "fault": bench.fault,
        "refused": refused or (wrong and str(wrong)) or "",
        "address": bench.address(),
        "report": report(bench, query),
        "begin": _begin(bench, query),
        "kept": {
            "position": names(rules, POSITIONS),
            "line": names(rules, LINES),
        },
        "source": bench.source,
        "at": bench.at,
        "moves": len(bench.sheet.moves),
        "is_line": bench.sheet.line is not None,
        "steps": _steps(bench),
        "bots": [*policies(rules)],
    }
    found["is_long"] = len(found["report"]) > LONG
    if game is not None:
        try:
            found |= _of_game(bench, game, query, wrong, sent)
        except RulesError as error:
            found["fault"] = str(error)
    return found


def chosen_seat(game: Game[Any], query: QueryDict) -> int:
    """The seat that is looked at: the one asked for, else the first that is asked."""
    open_ = [decision.seat for decision in game.decisions()]
    first = open_[0] if open_ else 0
    seat = number(query, "seat", first)
    return seat if seat in range(game.players) else first


def report(bench: Bench, query: QueryDict) -> str:
    """The words of an address that needs no file to show just this."""
    at = bench.at if bench.at < len(bench.sheet.moves) else ""
    words = {"sheet": packed(bench.sheet), "at": at, "seat": query.get("seat", "")}
    return urlencode({name: value for name, value in words.items() if value != ""})


def _begin(bench: Bench, query: QueryDict) -> dict[str, Any]:
    """The form by which a game is begun anew."""
    return {
        "players": number(query, "players", bench.sheet.players or bench.rules.players[0]),
        "seed": number(query, "seed", 1),
        "move": number(query, "move", 0),
        "bot": query.get("bot", "random"),
        "options": query.get("options") == "all",
    }


def _steps(bench: Bench) -> dict[str, str]:
    """The addresses one move back and one on, where there is such a move."""
    if "move" in bench.source:
        over = bench.game is None or bench.game.result() is not None
        back = bench.at and bench.address(move=bench.at - 1)
        return {"back": back or "", "on": "" if over else bench.address(move=bench.at + 1)}
    back = bench.at and bench.address(at=bench.at - 1)
    on = bench.at < len(bench.sheet.moves) and bench.address(at=bench.at + 1)
    return {"back": back or "", "on": on or ""}


def _of_game(
    bench: Bench,
    game: Game[Any],
    query: QueryDict,
    wrong: Wrong | None,
    sent: Mapping[str, str] | None,
) -> dict[str, Any]:
    rules, seat, who = bench.rules, chosen_seat(game, query), query.get("think", "")
    decision = game.decision(seat)
    found: dict[str, Any] = {
        "seat": seat,
        "over": game.result() is not None,
        "seats": list(_seats(bench, game)),
        "tree": tree(game.state, wrong, sent),
        "asked": asked(rules, game, seat),
        "to_come": to_come(rules, game),
        "thinkers": thinking.thinkers(rules),
        "figures": figures(rules, game, seat),
    }
    if decision is not None and who in found["thinkers"]:
        found["thoughts"] = thinking.thoughts(rules, game, decision, who)
    return found


def _seats(bench: Bench, game: Game[Any]) -> Iterator[dict[str, Any]]:
    """Every seat, and in the end a spectator: what each is shown, knows, and has just been told."""
    open_ = [decision.seat for decision in game.decisions()]
    for seat in (*range(game.players), None):
        number_ = game.players if seat is None else seat
        yield {
            "seat": seat,
            "name": "spectator" if seat is None else f"seat {seat}",
            "asked": seat in open_,
            "query": bench.address(seat=number_),
            "view": json.dumps(game.view(seat), ensure_ascii=False, indent=1),
            "told": list(told(bench.rules, game, seat)),
        }
