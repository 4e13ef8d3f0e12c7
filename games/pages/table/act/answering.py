"""Answers with a table's page: the whole page, or the regions that a page lacks."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from boardgames.http import dictionaries
from games.errors import GameError, Stale
from games.live import watching
from games.models import Game
from games.pages import inputs, waiting
from games.pages.answers import by_script, see, with_retry
from games.pages.choices import decoded
from games.pages.drawing import dictionary
from games.pages.drawing.regions import Region, board_names, panes
from games.pages.table.act.refusing import in_words
from games.pages.table.after.without_board import without_board
from games.pages.table.lesson.lesson import Tried
from games.pages.table.reader import Reader
from games.pages.table.view.content import Content
from games.pages.table.view.room import room
from games.pages.table.view.stopped import stopped
from games.pages.table.view.tabletop import Tabletop
from games.storage.position import Position, is_shown, load

_encode = msgspec.json.Encoder().encode


def table_of(
    request: HttpRequest,
    game_id: int,
    after: Position | None = None,
    tried: Tried | None = None,
    said: int | None = None,
) -> Tabletop | None:
    """The table as the reader may see it, None before the start.

    `at`, `eyes`, `prefix` and `on` of the address select another position or narrow the decision.
    ``after`` is the position after the reader's move. In a lesson ``tried`` is what the pupil did
    instead of what is meant; ``said``, otherwise `said` of the address, is how many texts of this
    position they have heard.
    """
    past, eyes = _number(request, "at"), _number(request, "eyes")
    key = request.GET.get("key", "")
    if after is not None and past is None and is_shown(after, request.user.pk):
        position = after
    else:
        position = load(game_id, request.user.pk, at=past, key=key)
    if position.rules is None:
        return None
    reader = Reader(
        position,
        request.user.pk,
        past=past is not None,
        eyes=eyes,
        key=key if key == position.game.key else "",
        acted=hasattr(request, "acting_for"),
        counts=True,
    )
    begun = decoded(request.GET.get("prefix", "")) or ()
    heard = (_number(request, "said") or 0) if said is None else said
    return Tabletop(reader, begun, tuple(request.GET.getlist("on")), heard, tried)


def _number(request: HttpRequest, name: str) -> int | None:
    """A number in the address, None without one; nonsense is an unknown position."""
    text = request.GET.get(name)
    if text is None:
        return None
    found = inputs.number(text, 8)
    if found is None:
        raise Http404
    return found


def render_page(
    request: HttpRequest,
    game_id: int,
    error: GameError | None = None,
    tried: Tried | None = None,
) -> HttpResponse:
    """The whole page, with the refusal if there was one; before the start the room."""
    table = table_of(request, game_id, tried=tried, said=_heard(request, error))
    if table is None:
        return _without_table(request, game_id, error)
    if _opened_by_hand(request):
        watching.note_arrival(table.reader.position, request.user.pk)
    waiting.know(request, table.reader.beside.waiting)
    status = error.status if error else 200
    message = in_words(error, table.reader.type) if error else ""
    return draw_page(request, table, get_token(request), message, status)


def _opened_by_hand(request: HttpRequest) -> bool:
    """Whether a person has opened the page: not, as far as the browser tells, a script in front of
    nobody."""
    of = request.headers
    return "Sec-Fetch-Mode" not in of or of.get("Sec-Fetch-User") == "?1"


def draw_page(
    request: HttpRequest, table: Tabletop, token: str, message: str, status: int = 200
) -> HttpResponse:
    """The whole page of a table; ``token`` is its form token, ``message`` the text of its bar."""
    regions = Content(table).regions()
    context = {
        "table": table,
        "regions": {
            name: {"hash": region.hash, "label": region.label, "html": region.with_token(token)}
            for name, region in regions.items()
        },
        "board": board_names(table.reader.type),
        "panes": panes(table.reader.type, regions),
        "message": message,
        "next_url": table.next_url,
        "own_gold": table.is_live,
    }
    return _by_dictionary(table, render(request, "games/table.html", context, status=status))


def _by_dictionary(table: Tabletop, answer: HttpResponse) -> HttpResponse:
    """Let a browser with the dictionary get only what differs from other tables of the type."""
    rules, language = table.reader.type, get_language() or settings.LANGUAGE_CODE
    dictionaries.offer(answer, lambda: dictionary.of_type(rules, language))
    return answer


def _without_table(request: HttpRequest, game_id: int, error: GameError | None) -> HttpResponse:
    """The page without a table: the room before the start, or what is left of a game not shown."""
    key = request.GET.get("key", "") or request.POST.get("key", "")
    position = load(game_id, request.user.pk, key=key)
    if position.failure is None:
        return room(request, position, key, error)
    over = position.game.status != Game.Status.RUNNING
    return (without_board if over else stopped)(request, position, key, error)


def changed(request: HttpRequest, game_id: int, after: Position | None) -> HttpResponse:
    """The page in its new state after an action; ``after`` is the position after a move."""
    return _lacking(request, game_id, after) if by_script(request) else see("game", game_id)


def refuse(request: HttpRequest, game_id: int, error: GameError) -> HttpResponse:
    """The present page, and the refusal."""
    if error.status == 404:
        raise error
    told = _lacking if by_script(request) else render_page
    return with_retry(error, told(request, game_id, error=error))


def tried(request: HttpRequest, game_id: int, what: Tried) -> HttpResponse:
    """In a lesson: the page as it is, and the answer to what the pupil tried."""
    if not by_script(request):
        return render_page(request, game_id, tried=what)
    table = table_of(request, game_id, tried=what)
    return HttpResponse(status=205) if table is None else news(request, table, _have(request))


def show_earlier_words(request: HttpRequest, after: Position, heard: int) -> HttpResponse:
    """In a lesson: the page at an earlier text."""
    game_id = after.game.pk
    if not by_script(request):
        return see(f"{reverse('game', args=[game_id])}?said={heard}")
    table = table_of(request, game_id, after, said=heard)
    return HttpResponse(status=205) if table is None else news(request, table, _have(request))


def _heard(request: HttpRequest, error: GameError | None) -> int | None:
    """In a lesson: how many texts were heard when the form was sent, if the game still exists.

    None: use the address.
    """
    stays = error is not None and not isinstance(error, Stale)
    return inputs.number(request.POST.get("said", ""), 8) if stays else None


def _have(request: HttpRequest) -> str:
    return request.POST.get("have", "") or request.GET.get("have", "")


def _lacking(
    request: HttpRequest,
    game_id: int,
    after: Position | None = None,
    error: GameError | None = None,
) -> HttpResponse:
    """The regions that a script's page lacks; 205 if it must load another page."""
    table = table_of(request, game_id, after, said=_heard(request, error))
    if table is None:
        return HttpResponse(status=205)
    return news(request, table, _have(request), error)


def news(
    request: HttpRequest, table: Tabletop, have: str, error: GameError | None = None
) -> HttpResponse:
    """The regions whose hash is not among those that the page has, and what else it shows.

    ``have`` is ``name:hash,name:hash``. The answer: ``{"version", "stamp", "release", "title",
    "waiting", "said", "message", "number", "told", "play_on", "moved", "regions": {name: {"hash",
    "html"}}}``; ``number`` is that of the newest move in it, ``told`` what that move did,
    ``play_on`` the address to play on from a past position, ``moved`` the pieces that the last
    moves moved, in order.
    """
    content = Content(table, script=True)
    known = set(have.split(","))
    # The token that was sent has just been verified; a new one would need a cookie.
    token = request.POST.get("csrfmiddlewaretoken") or get_token(request)

    def travels(name: str, region: Region) -> bool:
        return f"{name}:{region.hash}" not in known

    answer = {
        **content.frame(),
        "waiting": table.reader.beside.waiting,
        "message": in_words(error, table.reader.type) if error else "",
        "regions": {
            name: {"hash": region.hash, "html": str(region.with_token(token))}
            for name, region in content.regions().items()
            if travels(name, region)
        },
    }
    status = error.status if error else 200
    return _by_dictionary(table, HttpResponse(_encode(answer), "application/json", status))
