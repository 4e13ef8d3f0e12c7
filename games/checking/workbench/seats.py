"""The board of one position for one seat, with its question as links and forms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils import translation

from games.checking.drawn import players_of
from games.checking.positions import PEOPLE
from games.checking.workbench import setting_up
from games.checking.workbench.bench import Bench, number
from games.checking.workbench.package_errors import Slips, trim_traceback
from games.pages.choices import decoded
from games.pages.drawing.board import Drawing
from games.pages.drawing.regions import panes
from games.pages.drawing.rendering import is_brought, render, stylesheet
from games.pages.table.view.amounts_form import amounts_form
from games.pages.table.view.choosing import Choosing, by_reason
from games.rules.engine import Game, Rules
from games.rules.engine.decision import has_amounts
from games.words import table_package, texts


def draw_seat(
    bench: Bench, query: QueryDict, *, theme: str = "", action: str = "", csrf_input: str = ""
) -> str:
    """The board for ``seat``, or for a spectator, with links for its open decision.

    ``region`` shows one region alone. Complete choices are sent to ``action``. With ``put`` the
    places can be pressed instead, to set up a position.
    """
    page = {"theme": theme, "csrf_input": csrf_input, **_page(bench)}
    if bench.game is None:
        return render("games/author_board.html", fault=bench.fault, **page)
    me = seat_of(bench.game, query)
    content = query.get("put", "")
    if action:
        seat = number(query, "seat", 0)
        page["action"] = f"{action}?{bench.address(seat=seat, put=content)}"
    try:
        if content:
            drawn = setting_up.draw(bench.rules, bench.game, me, content)
        else:
            drawn = _board(bench.rules, bench.game, me, query)
        return render("games/author_board.html", **page, **drawn)
    except Exception as error:  # noqa: BLE001  whatever an author's code raises
        return render("games/author_board.html", fault=trim_traceback(error), **page)


def _board(rules: Rules[Any], game: Game[Any], me: int | None, query: QueryDict) -> dict[str, Any]:
    view, asked = game.view(me), None if me is None else game.decision(me)
    prefix, on = decoded(query.get("prefix", "")) or (), tuple(query.getlist("on"))
    choosing = Choosing(rules, asked, view, PEOPLE, prefix, on) if asked else None
    drawing = Drawing(
        rules=rules,
        view=view,
        me=me,
        players=players_of(game, me),
        targets=choosing.targets() if choosing else {},
        picked=choosing.picked if choosing else (),
        marked=marked(rules, game, me),
    )
    regions, alone = drawing.regions(), query.get("region", "")
    base = query.copy()
    for name in ("prefix", "on"):
        base.pop(name, None)
    return {
        "regions": {n: r for n, r in regions.items() if not alone or n == f"board-{alone}"},
        "panes": [] if alone else panes(rules, regions),
        "goods": list(zip(PEOPLE, drawing.goods(), strict=False)),
        "prompt": texts.plain(table_package.prompt(rules, asked, view), PEOPLE) if asked else "",
        "refusals": by_reason(choosing.refusals()) if choosing else [],
        **ways(choosing, base.urlencode()),
    }


def draw_unguarded(rules: Rules[Any], game: Game[Any], seat: int | None, slips: Slips) -> None:
    """Record every error of a template that a page would hide."""
    view, asked = game.view(seat), None if seat is None else game.decision(seat)
    targets = Choosing(rules, asked, view, PEOPLE).targets() if asked else {}
    players = players_of(game, seat)
    tools = Drawing(rules, view, seat, players, targets, (), ()).tools
    board = table_package.board_context(rules, view)
    given = {"view": view, "board": board, "me": seat, "players": players, **tools}
    for name in table_package.regions(rules):
        slips.tried(f"the region {name}", partial(render, f"{rules.slug}/{name}.html", **given))
    panel = f"{rules.slug}/panel.html"
    if is_brought(panel):
        for player in players:
            drawing = partial(render, panel, **given, player=player)
            slips.tried(f"the panel of {player['name']}", drawing)


def seat_of(game: Game[Any], query: QueryDict) -> int | None:
    """The seat in the address; None, a spectator, for an invalid number."""
    seat = number(query, "seat", 0)
    return seat if seat in range(game.players) else None


def describe_last_move(rules: Rules[Any], game: Game[Any], seat: int | None) -> Iterator[str]:
    """The log of the last move for a seat."""
    for event in game.events:
        line = table_package.logged(rules, event.kind, event.seen_by(seat))
        if line is not None:
            yield texts.plain(line, PEOPLE)


def marked(rules: Rules[Any], game: Game[Any], seat: int | None) -> set[str]:
    """What the last move touched, as far as a seat may know."""
    seen = ((event.kind, event.seen_by(seat)) for event in game.events)
    return {mark for kind, data in seen for mark in table_package.marks(rules, kind, data)}


def ways(choosing: Choosing | None, here: str) -> dict[str, Any]:
    """The next steps in the decision: links, or a form for amounts."""
    if choosing is None:
        return {}
    narrowed = choosing.prefix or choosing.on
    crumbs = [{"label": "from the beginning", "href": f"?{here}"}] if narrowed else []
    chosen = choosing.chosen
    if chosen is not None and has_amounts(chosen):
        return {"crumbs": crumbs, "giving": amounts_form(choosing, chosen, asks="")}
    choices = [
        {"label": step.label, "value": step.value}
        if step.value
        else {"label": step.label, "href": f"?{here}&{step.query[1:]}"}
        for step in choosing.steps()
    ]
    return {"crumbs": crumbs, "choices": choices}


def _page(bench: Bench) -> dict[str, Any]:
    return {
        "type": bench.rules,
        "language": translation.get_language(),
        "stylesheet": stylesheet(bench.rules),
    }
