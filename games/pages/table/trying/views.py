"""The page of a line, the list of lines at a game, and their forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.current_user import current_user
from games.errors import GameError, NotFound, Refused
from games.lines import doing, lines, planning
from games.lines.lines import Thought
from games.models import Game
from games.pages import inputs
from games.pages.answers import by_script, member, reader, refusable, see
from games.pages.choices import decoded, sent
from games.pages.drawing.regions import board_names, panes
from games.pages.table.act.acting import attempt, lead
from games.pages.table.act.refusing import in_words
from games.pages.table.trying.content import LineContent, TryingTable, trying_table
from games.pages.table.trying.labels import node_facts
from games.pages.table.view.amounts_form import describe_choice
from games.pages.table.view.bar import bar
from games.storage.position import load
from games.words import texts

_encode = msgspec.json.Encoder().encode


@require_safe
@never_cache
@refusable
def show_line(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    """The page of a line; `node` shows another of its positions.

    If the rules can no longer read it, it is the list of lines instead, to delete it.
    """
    try:
        return _page(request, _found(request, game_id, line_id))
    except Refused as error:
        if not request.user.is_authenticated:
            raise
        return _list(request, game_id, str(error), error.status)


@require_safe
@never_cache
@member
@refusable
def list_lines(request: HttpRequest, game_id: int) -> HttpResponse:
    """The reader's lines at a game; once it is over, also those that others share."""
    _check_own_eyes(request)
    return _list(request, game_id)


def _list(request: HttpRequest, game_id: int, message: str = "", status: int = 200) -> HttpResponse:
    key = _key(request)
    position = load(game_id, reader(request), key=key)
    context = {
        "game": position.game,
        "own": lines.lines_at(game_id, reader(request)),
        "others": lines.shared_lines(position.game, reader(request)),
        "may": lines.is_allowed(position, reader(request)),
        "over": position.game.status == Game.Status.FINISHED,
        "message": message,
        "by_link": _by_link(key),
    }
    return render(request, "games/lines.html", context, status=status)


@require_POST
@member
@refusable
def open_line(request: HttpRequest, game_id: int) -> HttpResponse:
    """Open the reader's last line at a game, or begin one: from now, or from the move `at`."""
    at, key = inputs.number(request.POST.get("at", ""), 8), _key(request)
    anew = bool(request.POST.get("anew"))
    number = lines.open_line(game_id, reader(request), at, key, anew=anew)
    return lead(request, reverse("game-line", args=[game_id, number]) + _by_link(key))


@require_POST
@member
@refusable
def delete_line(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    lines.delete_line(game_id, line_id, reader(request))
    return lead(request, reverse("game-lines", args=[game_id]) + _by_link(_key(request)))


@require_POST
@member
@refusable
def do_first(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    """Make the line's first choice in the true game, and go there."""
    thought = lines.find_line(game_id, line_id, reader(request))
    if thought.line.user_id != reader(request):
        raise NotFound
    first = doing.first_own(thought)
    try:
        doing.do_first(
            thought,
            version=inputs.version(request.POST),
            key=attempt(request.POST, tuple(first.choice) if first else ()),
            hold=current_user(request).confirm_turns,
        )
    except GameError as error:
        return _answer(request, thought, error)
    return lead(request, reverse("game", args=[game_id]))


@require_POST
@member
@refusable
def plan(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    """Leave the choices up to one as a plan, and go to the game, where it is listed."""
    thought = lines.find_line(game_id, line_id, reader(request))
    if thought.line.user_id != reader(request):
        raise NotFound
    people = texts.seat_names(thought.seats)
    try:
        planning.plan_path(
            thought,
            _node(request),
            words=lambda node: node_facts(thought, node, people).text,
            anyway=bool(request.POST.get("anyway")),
            slowly=bool(request.POST.get("slowly")),
            loosely=bool(request.POST.get("loosely")),
        )
    except GameError as error:
        return _answer(request, thought, error)
    return lead(request, f"{reverse('game', args=[game_id])}#instructions")


Press = Callable[[Thought, HttpRequest], None]


def press(act: Press) -> Callable[..., HttpResponse]:
    """A view for a press in a line: it answers with what the page then lacks."""

    @require_POST
    @member
    @refusable
    @wraps(act)
    def pressed(request: HttpRequest, /, game_id: int, line_id: int) -> HttpResponse:
        try:
            with lines.changed(game_id, line_id, reader(request)) as thought:
                act(thought, request)
        except GameError as error:
            if error.status == NotFound.status:
                raise
            return _answer(request, lines.find_line(game_id, line_id, reader(request)), error)
        return _answer(request, thought)

    return pressed


@press
def choose(thought: Thought, request: HttpRequest) -> None:
    """Make the choice in the form, after the choice that the page showed."""
    lines.choose(thought, _node(request), sent(request.POST.dict()))


@press
def undo(thought: Thought, request: HttpRequest) -> None:
    lines.take_back(thought, _node(request))


@press
def go_to(thought: Thought, request: HttpRequest) -> None:
    lines.go_to(thought, _node(request))


@press
def draw_again(thought: Thought, request: HttpRequest) -> None:
    lines.draw_again(thought, _node(request))


@press
def remove_node(thought: Thought, request: HttpRequest) -> None:
    lines.remove_node(thought, _node(request))


@press
def write_note(thought: Thought, request: HttpRequest) -> None:
    thought.tree.write_note(_node(request), request.POST.get("note", "").strip())


@press
def share(thought: Thought, request: HttpRequest) -> None:
    thought.line.shared = bool(request.POST.get("shared"))


@require_safe
@never_cache
@refusable
def giving(request: HttpRequest, game_id: int, line_id: int) -> JsonResponse:
    """The effect of the choice with amounts in the address; empty while it is not legal."""
    choosing = _found(request, game_id, line_id).choosing
    return JsonResponse({"said": describe_choice(choosing, request.GET.dict()) if choosing else ""})


@require_safe
@never_cache
@refusable
def giving_form(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    """The form for the choice with amounts in the address; 204 if there is none any more."""
    asked = bar(_found(request, game_id, line_id))
    if asked.giving is None:
        return HttpResponse(status=204)
    return render(request, "games/table/giving.html", {"bar": asked})


def _check_own_eyes(request: HttpRequest) -> None:
    """Raise NotFound for an administrator who views the service as somebody: a line is its owner's
    alone. Forms and the API are closed to them already."""
    if hasattr(request, "acting_for"):
        raise NotFound


def _node(request: HttpRequest) -> int:
    return inputs.number(request.POST.get("node", ""), 8) or 0


def _key(request: HttpRequest) -> str:
    """The key of the link to a private game by which the reader came.

    Forms are sent from pages that have it in their address.
    """
    sent_from = parse_qs(urlsplit(request.headers.get("Referer", "")).query)
    return request.GET.get("key") or sent_from.get("key", [""])[0]


def _by_link(key: str) -> str:
    return f"?{urlencode({'key': key})}" if key else ""


def _found(request: HttpRequest, game_id: int, line_id: int) -> TryingTable:
    _check_own_eyes(request)
    thought = lines.find_line(game_id, line_id, request.user.pk, _key(request))
    node = inputs.number(request.GET.get("node", ""), 8)
    if node is not None:
        lines.go_to(thought, node)
    return _table(request, thought)


def _table(request: HttpRequest, thought: Thought) -> TryingTable:
    lines.step_back(thought)
    begun = decoded(request.GET.get("prefix", "")) or ()
    return trying_table(
        thought, request.user.pk, begun, tuple(request.GET.getlist("on")), _key(request)
    )


def _answer(request: HttpRequest, thought: Thought, error: GameError | None = None) -> HttpResponse:
    """The regions that a script's page lacks; otherwise the page, or the way back to it."""
    status = error.status if error else 200
    table = _table(request, thought)
    if not by_script(request):
        if error is None:
            return see(table.page_url)
        return _page(request, table, in_words(error, table.reader.type), status)
    content = LineContent(table, script=True)
    known = set((request.POST.get("have", "") or request.GET.get("have", "")).split(","))
    token = request.POST.get("csrfmiddlewaretoken") or get_token(request)
    answer = {
        **content.frame(),
        "message": in_words(error, table.reader.type) if error else "",
        "regions": {
            name: {"hash": region.hash, "html": str(region.with_token(token))}
            for name, region in content.regions().items()
            if f"{name}:{region.hash}" not in known
        },
    }
    return HttpResponse(_encode(answer), "application/json", status)


def _page(
    request: HttpRequest, table: TryingTable, message: str = "", status: int = 200
) -> HttpResponse:
    regions, token = LineContent(table).regions(), get_token(request)
    context = {
        "table": table,
        "regions": {
            name: {"hash": region.hash, "label": region.label, "html": region.with_token(token)}
            for name, region in regions.items()
        },
        "board": board_names(table.reader.type),
        "panes": panes(table.reader.type, regions),
        "message": message,
    }
    return render(request, "games/line.html", context, status=status)
