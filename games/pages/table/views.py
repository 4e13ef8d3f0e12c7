"""The page of one game, and the parts that are sent to it."""

from __future__ import annotations

from functools import wraps
from typing import ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.drawing import raster
from games.models import Game
from games.pages.answers import View, refusable
from games.pages.table import picture
from games.pages.table.act import answering
from games.pages.table.act.answering import table_of
from games.pages.table.lines import draw_lines
from games.pages.table.moves_text import moves_text
from games.pages.table.story import Story
from games.pages.table.view.amounts_form import describe_choice
from games.pages.table.view.bar import bar
from games.storage.position import load

P = ParamSpec("P")


def in_one_zone(view: View[P]) -> View[P]:
    """A view that shows people without an account the table in the site's time zone.

    So its news are drawn once for all of them. A script shows times in the reader's zone.
    """

    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        with timezone.override(timezone.get_default_timezone()):
            return view(request, *args, **kwargs)

    return shown


@require_safe
@never_cache
@refusable
@in_one_zone
def show_table(request: HttpRequest, game_id: int) -> HttpResponse:
    """The table; before the start, the room where players wait for others."""
    return answering.render_page(request, game_id)


@require_safe
@never_cache
@refusable
@in_one_zone
def news(request: HttpRequest, game_id: int) -> HttpResponse:
    """The regions that the reader's page lacks; 204 if there is nothing new.

    `stamp` and `have` are what the page has: see `answering.news`.
    """
    table = table_of(request, game_id)
    if table is None:
        return HttpResponse(status=205)
    if request.GET.get("stamp") == table.stamp:
        return HttpResponse(status=204)
    return answering.news(request, table, request.GET.get("have", ""))


@require_safe
@never_cache
@refusable
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """The whole log, on a page of its own."""
    table = table_of(request, game_id)
    if table is None:
        raise Http404
    context = {"table": table, "lines": draw_lines(Story(table.reader).whole())}
    return render(request, "games/log.html", context)


@require_safe
@never_cache
@refusable
def moves(request: HttpRequest, game_id: int) -> HttpResponse:
    """All moves as a text, to be copied."""
    table = table_of(request, game_id)
    if table is None:
        raise Http404
    return HttpResponse(moves_text(table.reader), "text/plain; charset=utf-8")


@require_safe
@never_cache
@refusable
def giving(request: HttpRequest, game_id: int) -> JsonResponse:
    """The effect of the choice with amounts in the address; empty while it is not legal."""
    table = table_of(request, game_id)
    choosing = table.choosing if table else None
    return JsonResponse({"said": describe_choice(choosing, request.GET.dict()) if choosing else ""})


@require_safe
@never_cache
@refusable
def giving_form(request: HttpRequest, game_id: int) -> HttpResponse:
    """The form for the choice with amounts in the address; 204 if there is none any more."""
    table = table_of(request, game_id)
    asked = bar(table) if table else None
    if asked is None or asked.giving is None:
        return HttpResponse(status=204)
    return render(request, "games/table/giving.html", {"bar": asked})


@require_safe
@refusable
def end_picture(request: HttpRequest, game_id: int, *, card: bool = False) -> HttpResponse:
    """The public board at the end of the game, or a link preview of it."""
    position = load(game_id, request.user.pk, key=request.GET.get("key", ""))
    if position.game.status != Game.Status.FINISHED or position.rules is None:
        raise Http404
    drawn = picture.of_the_end(position)
    if drawn is None:
        raise Http404
    shown = raster.card(drawn) if card else drawn
    return HttpResponse(shown, "image/png", headers={"Cache-Control": "private, max-age=3600"})
