"""The pages of the workbench; only POST changes anything."""

from __future__ import annotations

import random
from collections.abc import Mapping
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.backends.utils import csrf_input
from django.urls import path, reverse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from games.checking.workbench import fresh, page, seats, setting_up
from games.checking.workbench.bench import Bench, bench
from games.checking.workbench.package_errors import trim_traceback
from games.checking.workbench.sheet import Sheet, of_state, packed
from games.checking.workbench.state_text import BadState, read_game
from games.pages.choices import sent
from games.rules import registry
from games.rules.engine import RulesError
from games.rules.engine.play import ask_bot
from games.rules.engine.positions import keep_line, keep_position
from games.rules.engine.testing import policies


@require_safe
def workbench(request: HttpRequest, slug: str) -> HttpResponse:
    """A position for every seat at once, with all details."""
    if why := fresh.left_out(slug):
        return render(request, "games/workbench_left_out.html", {"slug": slug, "why": why})
    found = bench(slug, request.GET)
    if found.is_by_chance and not found.fault:
        return _to(slug, found.sheet, request.GET.dict())
    context = page.content(found, request.GET)
    return render(request, "games/workbench.html", context)


@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[arg-type]
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The content of a frame: the board for one seat."""
    language = request.GET.get("language", "")
    theme = request.GET.get("theme", request.COOKIES.get("theme", ""))
    known = language if language in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(known):
        return HttpResponse(
            seats.draw_seat(
                bench(slug, request.GET),
                request.GET,
                theme=theme if theme in ("light", "dark") else "",
                action=reverse(
                    "author-put" if request.GET.get("put") else "author-choose", args=[slug]
                ),
                csrf_input=csrf_input(request),
            )
        )


@require_POST
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a seat's choice, or let a ``bot`` make it, for this seat or for whichever must
    choose."""
    found = bench(slug, request.GET)
    if found.game is None:
        raise Http404
    seat = page.chosen_seat(found.game, request.GET)
    name = request.POST.get("bot")
    if name is None:
        return _to(slug, found.moved(seat, sent(request.POST.dict())))
    decision = found.game.decision(seat) or next(iter(found.game.decisions()), None)
    bot = policies(found.rules).get(name)
    if decision is None or bot is None:
        raise Http404
    rng = random.Random(found.at)  # the same on every visit
    try:
        choice = ask_bot(bot, found.game, decision, rng)
    except Exception as error:  # noqa: BLE001  whatever an author's code raises
        return _refused(request, found, trim_traceback(error))
    return _to(slug, found.moved(decision.seat, choice))


@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Use an edited state, if the rules can continue from it."""
    found = bench(slug, request.GET)
    if found.game is None:
        raise Http404
    text = request.POST.get("state", "")
    try:
        game = read_game(found.rules, text)
    except BadState as error:
        return _refused(request, found, str(error), text)
    return _to(slug, of_state(found.rules, game.state))


@require_POST
def put(request: HttpRequest, slug: str) -> HttpResponse:
    """Put something on a place of the board, if the rules can continue from that."""
    found, content = bench(slug, request.GET), request.GET.get("put", "")
    place, *_rest = sent(request.POST.dict())
    if found.game is None or content not in setting_up.contents(found.rules):
        raise Http404
    try:
        game = setting_up.put(found.rules, found.game, str(place), content)
    except BadState as error:
        return _refused(request, found, str(error))
    query = request.GET.get("seat", "")
    return _to(slug, of_state(found.rules, game.state), {"put": content, "seat": query})


@require_POST
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the position, or the moves that led there, under a name in the package."""
    found = bench(slug, request.GET)
    try:
        kept = _kept(found, request.POST.dict())
    except (RulesError, OSError) as error:
        return _refused(request, found, str(error))
    return redirect(f"{reverse('author', args=[slug])}?{urlencode(kept)}")


def _refused(
    request: HttpRequest, found: Bench, why: str, typed: str | None = None
) -> HttpResponse:
    context = page.content(found, request.GET, refused=why, typed=typed)
    return render(request, "games/workbench.html", context, status=422)


def _kept(found: Bench, fields: dict[str, str]) -> dict[str, str]:
    """What is saved now, as an address names it."""
    what, name, about = (fields.get(field, "") for field in ("what", "name", "about"))
    if what == "position" and found.game is not None:
        path = keep_position(found.rules, name, found.game, about)
    elif what == "line" and (line := found.sheet.after(found.at).line):
        line.about = about
        path = keep_line(found.rules, name, line)
    else:
        raise Http404
    return {what: path.stem}


@require_safe
def stamp(request: HttpRequest, slug: str) -> JsonResponse:
    """When a file of the game type last changed."""
    try:
        return JsonResponse({"stamp": fresh.stamp(slug)})
    except registry.UnknownGameType:
        raise Http404 from None


def _to(slug: str, sheet: Sheet, words: Mapping[str, str] | None = None) -> HttpResponse:
    """Redirect to the page of a sheet."""
    query = urlencode({**(words or {}), "sheet": packed(sheet)})
    return redirect(f"{reverse('author', args=[slug])}?{query}")


urlpatterns = [
    path("<slug:slug>/", workbench, name="author"),
    path("<slug:slug>/board/", board, name="author-board"),
    path("<slug:slug>/choose/", choose, name="author-choose"),
    path("<slug:slug>/change/", change, name="author-change"),
    path("<slug:slug>/put/", put, name="author-put"),
    path("<slug:slug>/keep/", keep, name="author-keep"),
    path("<slug:slug>/stamp/", stamp, name="author-stamp"),
]
