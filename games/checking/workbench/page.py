"""The context of the workbench page."""

from __future__ import annotations

import json
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games.checking.workbench import setting_up, thinking
from games.checking.workbench.asked import asked, to_come
from games.checking.workbench.bench import Bench, number
from games.checking.workbench.package_errors import Slips
from games.checking.workbench.seats import describe_last_move, draw_unguarded
from games.checking.workbench.sheet import packed
from games.checking.workbench.state_text import as_text
from games.pages.choices import encoded
from games.rules.engine import Game
from games.rules.engine.positions import LINES, POSITIONS, names
from games.rules.engine.testing import policies

#: Longer addresses had better be saved under a name.
LONG = 8000


def content(
    bench: Bench,
    query: QueryDict,
    *,
    refused: str = "",
    typed: str | None = None,
) -> dict[str, Any]:
    """``refused``: why the sent change is impossible; ``typed``: the refused state."""
    rules, game = bench.rules, bench.game
    found: dict[str, Any] = {
        "type": rules,
        "stamp": bench.stamp,
        "failure": bench.failure,
        "fault": bench.fault,
        "refused": refused,
        "address": bench.address(),
        "report": report(bench, query),
        "begin": _begin(bench, query),
        "kept": {
            "position": names(rules, POSITIONS),
            "line": names(rules, LINES),
        },
        "source": bench.source,
        "at": bench.at,
        "moves": [
            {"number": nth, "seat": seat, "choice": encoded(choice)}
            for nth, (seat, choice) in enumerate(bench.sheet.moves, 1)
        ],
        "is_line": bench.sheet.line is not None,
        "steps": _steps(bench),
        "bots": [*policies(rules)],
    }
    found["is_long"] = len(found["report"]) > LONG
    slips = found["slips"] = Slips()
    if game is not None:
        found |= _of_game(bench, game, slips, query)
        found["is_wrong"] = typed is not None
        found["state"] = typed or slips.tried("state", as_text, game.state)
    return found


def chosen_seat(game: Game[Any], query: QueryDict) -> int:
    """The seat to show: the one in the address, otherwise the first that must choose."""
    open_ = [decision.seat for decision in game.decisions()]
    first = open_[0] if open_ else 0
    seat = number(query, "seat", first)
    return seat if seat in range(game.players) else first


def report(bench: Bench, query: QueryDict) -> str:
    """The parameters that show exactly this without a saved file."""
    at = bench.at if bench.at < len(bench.sheet.moves) else ""
    words = {"sheet": packed(bench.sheet), "at": at, "seat": query.get("seat", "")}
    return urlencode({name: value for name, value in words.items() if value != ""})


def _begin(bench: Bench, query: QueryDict) -> dict[str, Any]:
    """The form that starts a new game."""
    return {
        "players": number(query, "players", bench.sheet.players or bench.rules.players[0]),
        "seed": number(query, "seed", 1),
        "move": number(query, "move", 0),
        "bot": query.get("bot", "random"),
        "options": query.get("options") == "all",
    }


def _steps(bench: Bench) -> dict[str, str]:
    """The addresses one move back and one forward, if there are such moves."""
    last = len(bench.sheet.moves)
    return {
        "back": bench.address(at=bench.at - 1) if bench.at else "",
        "on": bench.address(at=bench.at + 1) if bench.at < last else "",
    }


def _of_game(bench: Bench, game: Game[Any], slips: Slips, query: QueryDict) -> dict[str, Any]:
    """The parts of the page, without those in which the author's code failed."""
    rules, seat, who = bench.rules, chosen_seat(game, query), query.get("think", "")
    thinkers = thinking.thinkers(rules)
    found: dict[str, Any] = {
        "seat": seat,
        "over": game.result() is not None,
        "seats": [_seat(bench, game, slips, each) for each in (*range(game.players), None)],
        "asked": slips.tried("question", asked, rules, game, seat),
        "to_come": to_come(rules, game),
        "thinkers": thinkers,
        "contents": slips.tried("CONTENTS", setting_up.contents, rules),
        "put": query.get("put", ""),
    }
    slips.tried("the drawing", draw_unguarded, rules, game, seat, slips)
    decision = game.decision(seat)
    if decision is not None and who in thinkers:
        thoughts = partial(thinking.thoughts, rules, game, decision, who)
        found["thoughts"] = slips.tried("thoughts", thoughts)
    return found


def _seat(bench: Bench, game: Game[Any], slips: Slips, seat: int | None) -> dict[str, Any]:
    """A seat, or a spectator: what it is shown, knows, and was told last."""
    name = "spectator" if seat is None else f"seat {seat}"
    view = slips.tried(f"view of {name}", game.view, seat)
    return {
        "seat": seat,
        "name": name,
        "asked": any(decision.seat == seat for decision in game.decisions()),
        "query": bench.address(seat=game.players if seat is None else seat),
        "view": json.dumps(view, ensure_ascii=False, indent=1, default=repr),
        "told": list(describe_last_move(bench.rules, game, seat)),
    }
