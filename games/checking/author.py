"""The author's page, in development only: any position of a game type by seed and move.

It is drawn as its reader sees it, in both themes, three widths and both languages, and anew when a
file of the game type changes.
"""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import path
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games import words
from games.checking import author_lessons
from games.checking.drawn import players_of
from games.checking.positions import PEOPLE, Position, play
from games.pages.choices import decoded
from games.pages.drawing.board import Drawing
from games.pages.drawing.regions import panes
from games.pages.drawing.rendering import render as render_alone
from games.pages.drawing.rendering import stylesheet
from games.pages.table.choosing import Choosing, by_reason
from games.pages.table.giving import giving
from games.rules import registry
from games.rules.engine import Rules
from games.rules.engine.decision import has_amounts
from games.rules.engine.testing import policies

WIDTHS = (390, 768, 1440)


def _rules(slug: str) -> Rules[Any]:
    try:
        return registry.get(slug)
    except registry.UnknownGameType:
        raise Http404 from None


def _number(query: QueryDict, name: str, otherwise: int) -> int:
    text = query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 7 else otherwise


def _position(rules: Rules[Any], query: QueryDict) -> tuple[Position, int]:
    """The position asked for, and after which move it is: the last one where there are fewer."""
    players = _number(query, "players", rules.players[0])
    if players not in rules.players:
        raise Http404
    options = {
        option.name: option.values[-1] for option in rules.options if query.get("options") == "all"
    }
    bot = query.get("bot", "random")
    if bot not in policies(rules):
        raise Http404
    game = play(rules, players, options, _number(query, "seed", 1), bot)
    move = _number(query, "go", _number(query, "move", 0))
    found = list(islice(game, move + 1))
    return found[-1], len(found) - 1


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """What to look at, and the board in frames."""
    rules = _rules(slug)
    position, move = _position(rules, request.GET)
    query = request.GET.copy()
    asked = [decision.seat for decision in position.game.decisions()]
    first = asked[0] if asked else 0
    seat = first if "go" in query else _number(query, "seat", first)
    query.pop("go", None)
    query["move"], query["seat"] = str(move), str(seat)
    looks = [
        {
            "width": width,
            "theme": theme,
            "language": language,
            "query": _with(query, theme=theme, language=language),
        }
        for width in WIDTHS
        for theme, language in (("light", "en"), ("dark", "de"))
    ]
    context = {
        "type": rules,
        "move": move,
        "seat": seat,
        "players": _number(query, "players", rules.players[0]),
        "seed": _number(query, "seed", 1),
        "region": query.get("region", ""),
        "regions": words.regions(rules),
        "bot": query.get("bot", "random"),
        "bots": [*policies(rules)],
        "options": query.get("options") == "all",
        "asked": [{"seat": each, "query": _with(query, seat=str(each))} for each in asked],
        "over": position.game.result() is not None,
        "looks": looks,
    }
    return render(request, "games/author.html", context)


def _with(query: QueryDict, **changed: str) -> str:
    query = query.copy()
    for name, value in changed.items():
        query[name] = value
    return query.urlencode()


@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[arg-type]
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """What is in a frame."""
    language = request.GET.get("language", "en")
    with translation.override(language if language in dict(settings.LANGUAGES) else "en"):
        return HttpResponse(drawn(_rules(slug), request.GET))


def drawn(rules: Rules[Any], query: QueryDict) -> str:
    """The board of one position as one seat sees it, with every way on from where one is in the
    open decision; ``region`` shows one region alone."""
    position, _move = _position(rules, query)
    game, seat, people = position.game, _number(query, "seat", 0), list(PEOPLE)
    me = seat if seat in range(game.players) else None
    view, asked = game.view(me), None if me is None else game.decision(me)
    prefix, on = decoded(query.get("prefix", "")) or (), tuple(query.getlist("on"))
    choosing = Choosing(rules, asked, view, people, prefix, on) if asked else None
    drawing = Drawing(
        rules=rules,
        view=view,
        me=me,
        players=players_of(game, me),
        targets=choosing.targets() if choosing else {},
        picked=choosing.picked if choosing else (),
        marked=_marked(rules, position, me),
    )
    regions, alone = drawing.regions(), query.get("region", "")
    base = query.copy()
    for name in ("prefix", "on"):
        base.pop(name, None)
    return render_alone(
        "games/author_board.html",
        type=rules,
        theme="dark" if query.get("theme") == "dark" else "light",
        language=translation.get_language(),
        stylesheet=stylesheet(rules),
        regions={n: r for n, r in regions.items() if not alone or n == f"board-{alone}"},
        panes=[] if alone else panes(rules, regions),
        goods=list(zip(people, drawing.goods(), strict=False)),
        prompt=words.plain(words.prompt(rules, asked, view), people) if asked else "",
        refusals=by_reason(choosing.refusals()) if choosing else [],
        **_ways(choosing, base.urlencode()),
    )


def _ways(choosing: Choosing | None, here: str) -> dict[str, Any]:
    """How one goes on from where one is in the decision: by links, or by saying how much."""
    if choosing is None:
        return {}
    narrowed = choosing.prefix or choosing.on
    crumbs = [{"label": "from the beginning", "href": f"?{here}"}] if narrowed else []
    chosen = choosing.chosen
    if chosen is not None and has_amounts(chosen):
        return {"crumbs": crumbs, "giving": giving(choosing, chosen, asks="")}
    choices = [
        {"label": step.label, "value": step.value}
        if step.value
        else {"label": step.label, "href": f"?{here}&{step.query[1:]}"}
        for step in choosing.steps()
    ]
    return {"crumbs": crumbs, "choices": choices}


def _marked(rules: Rules[Any], position: Position, me: int | None) -> set[str]:
    seen = ((event.kind, event.seen_by(me)) for event in position.events)
    return {mark for kind, data in seen for mark in words.marks(rules, kind, data)}


@require_safe
def stamp(request: HttpRequest, slug: str) -> JsonResponse:
    """When a file of the game type was changed last."""
    folder = Path(import_module(_rules(slug).package).__path__[0])
    files = (file for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc")
    return JsonResponse({"stamp": max(file.stat().st_mtime_ns for file in files)})


urlpatterns = [
    *author_lessons.urlpatterns,
    path("<slug:slug>/", page, name="author"),
    path("<slug:slug>/board/", board, name="author-board"),
    path("<slug:slug>/stamp/", stamp, name="author-stamp"),
]
