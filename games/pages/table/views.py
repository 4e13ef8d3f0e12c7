"""The page of one game, what travels to it, and the actions that its forms send."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import people
from games.absence import replacing
from games.errors import GameError
from games.live import chat, watching
from games.lobby import notebook, rematch
from games.models import Game
from games.moves import actions, instructions
from games.pages import waiting
from games.pages.answers import View, by_script, member, reader, refusable, see, with_retry
from games.pages.choices import decoded, encoded
from games.pages.drawing.regions import Region, board_names, panes
from games.pages.table import picture
from games.pages.table.bar import bar
from games.pages.table.content import Content
from games.pages.table.giving import said, sent
from games.pages.table.lines import drawn
from games.pages.table.room import room
from games.pages.table.stopped import stopped
from games.pages.table.story import Story
from games.pages.table.tabletop import Tabletop
from games.storage.position import Position, is_shown, load
from games.votes import voting

_encode = msgspec.json.Encoder().encode

P = ParamSpec("P")


def in_one_zone(view: View[P]) -> View[P]:
    """Whoever has no account is shown a table in the site's time zone: its news are drawn once for
    all of them. A script tells the hours in the reader's."""

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
def page(request: HttpRequest, game_id: int) -> HttpResponse:
    """The table; before the start the room where one waits for the others."""
    return _page(request, game_id)


@require_safe
@never_cache
@refusable
@in_one_zone
def news(request: HttpRequest, game_id: int) -> HttpResponse:
    """The regions that the reader's page does not have yet; 204 when there is nothing new.

    `stamp` and `have` are what the page has: see `_news`.
    """
    table = _table(request, game_id)
    if table is None:
        return HttpResponse(status=205)
    if request.GET.get("stamp") == table.stamp:
        return HttpResponse(status=204)
    return _news(request, table, request.GET.get("have", ""))


@require_safe
@never_cache
@refusable
def log(request: HttpRequest, game_id: int) -> HttpResponse:
    """Everything that happened, on a page of its own."""
    table = _table(request, game_id)
    if table is None:
        raise Http404
    context = {"table": table, "lines": drawn(Story(table).whole())}
    return render(request, "games/log.html", context)


@require_safe
@never_cache
@refusable
def giving(request: HttpRequest, game_id: int) -> JsonResponse:
    """What the choice with amounts in the address would do; nothing as long as it is not legal."""
    table = _table(request, game_id)
    choosing = table.choosing if table else None
    return JsonResponse({"said": said(choosing, request.GET.dict()) if choosing else ""})


@require_safe
@never_cache
@refusable
def giving_form(request: HttpRequest, game_id: int) -> HttpResponse:
    """The form for the choice with amounts to which the address narrows; 204 where there is none
    any more."""
    table = _table(request, game_id)
    asked = bar(table) if table else None
    if asked is None or asked.giving is None:
        return HttpResponse(status=204)
    return render(request, "games/table/giving.html", {"bar": asked})


@require_safe
@refusable
def end_picture(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board at the end of the game as everybody may see it."""
    position = load(game_id, request.user.pk, key=request.GET.get("key", ""))
    if position.game.status != Game.Status.FINISHED or position.rules is None:
        raise Http404
    drawn = picture.of_the_end(position)
    if drawn is None:
        raise Http404
    return HttpResponse(drawn, "image/png", headers={"Cache-Control": "private, max-age=3600"})


@require_POST
@member
@refusable
def choose(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take the choice in the form; the turn is held if its owner likes to confirm turns."""
    choice = sent(request.POST.dict())
    text = request.POST.get("choice", "") if choice is None else encoded(choice)
    return _move(
        request,
        game_id,
        lambda: actions.choose(
            game_id,
            reader(request),
            choice if choice is not None else (text,),
            version=_version(request),
            key=_key(request, text),
            hold=request.user.confirm_turns,  # type: ignore[union-attr]
        ),
    )


@require_POST
@member
@refusable
def confirm(request: HttpRequest, game_id: int) -> HttpResponse:
    version = _version(request)
    return _move(
        request, game_id, lambda: actions.confirm(game_id, reader(request), version=version)
    )


@require_POST
@member
@refusable
def undo(request: HttpRequest, game_id: int) -> HttpResponse:
    version = _version(request)
    return _move(request, game_id, lambda: actions.undo(game_id, reader(request), version=version))


@require_POST
@member
@refusable
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act(request, game_id, lambda: actions.resign(game_id, reader(request)))


@require_POST
@member
@refusable
def take_back(request: HttpRequest, game_id: int) -> HttpResponse:
    """Play on oneself instead of the bot that took over."""
    return _act(request, game_id, lambda: actions.take_back(game_id, reader(request)))


@require_POST
@member
@refusable
def replace(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take over the seat that is on offer."""
    key = request.POST.get("key", "")
    return _act(request, game_id, lambda: replacing.take(game_id, reader(request), key=key))


@require_POST
@member
@refusable
def call_vote(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask the table for what the form names."""
    kind, seat = request.POST.get("kind", ""), _seat(request)
    return _act(request, game_id, lambda: voting.call(game_id, reader(request), kind, seat))


@require_POST
@member
@refusable
def vote(request: HttpRequest, game_id: int, vote_id: int) -> HttpResponse:
    """Say what the form says."""
    choice = request.POST.get("choice", "")
    return _act(request, game_id, lambda: voting.say(game_id, reader(request), vote_id, choice))


@require_POST
@member
@refusable
def agree_to_rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Offer a rematch or accept it; whose tap lets it start is led to it."""
    try:
        offer = rematch.agree(game_id, reader(request))
    except GameError as error:
        return _refuse(request, game_id, error)
    if offer.made_id is None:
        return _done(request, game_id)
    if by_script(request):
        return JsonResponse({"to": reverse("game", args=[offer.made_id])})
    return see("game", offer.made_id)


@require_POST
@member
@refusable
def decline_rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act(request, game_id, lambda: rematch.decline(game_id, reader(request)))


@require_POST
@member
@refusable
def say(request: HttpRequest, game_id: int) -> HttpResponse:
    """A message to the table."""
    text = request.POST.get("text", "")
    return _act(request, game_id, lambda: chat.post(game_id, reader(request), text))


@require_POST
@member
@refusable
def leave_instruction(request: HttpRequest, game_id: int) -> HttpResponse:
    """Answer a kind of decision ahead."""
    kind, once = request.POST.get("kind", ""), bool(request.POST.get("once"))
    parts = decoded(request.POST.get("parts", ""))
    return _act(
        request,
        game_id,
        lambda: instructions.leave(game_id, reader(request), kind, parts, once=once),
    )


@require_POST
@member
@refusable
def cancel_instruction(request: HttpRequest, game_id: int) -> HttpResponse:
    kind = request.POST.get("kind", "")
    return _act(request, game_id, lambda: instructions.cancel(game_id, reader(request), kind))


@require_POST
@member
def seen(request: HttpRequest, game_id: int) -> HttpResponse:
    """The version in the form was on a visible page of the reader's."""
    version = _version(request)
    if version >= 0:
        watching.seen(game_id, reader(request), version)
    return HttpResponse(status=204)


@require_POST
@member
@refusable
def write_notes(request: HttpRequest, game_id: int) -> HttpResponse:
    """Keep what the reader writes for nobody else; what the form has not stays as it is."""
    note, plan = request.POST.get("note"), request.POST.get("plan")
    return _act(
        request,
        game_id,
        lambda: notebook.write(game_id, reader(request), note=note, plan=plan),
    )


@require_POST
@member
@refusable
def put_off(request: HttpRequest, game_id: int) -> HttpResponse:
    """Leave the game for later, and go on to the next one."""
    hours = request.POST.get("hours", "")
    number = int(hours) if hours.isascii() and hours.isdigit() and len(hours) < 4 else 0
    try:
        notebook.put_off(game_id, reader(request), number)
    except GameError as error:
        return _refuse(request, game_id, error)
    onward = f"{reverse('next')}?after={game_id}"
    return JsonResponse({"to": onward}) if by_script(request) else see(onward)


@require_POST
@member
@refusable
def ask_no_more(request: HttpRequest, game_id: int) -> HttpResponse:
    """A guest does not want to keep the account."""
    return _act(request, game_id, lambda: people.ask_no_more(reader(request)))


# How it is done ------------------------------------------------------------


def _act(request: HttpRequest, game_id: int, action: Callable[[], Any]) -> HttpResponse:
    """Do it; then the page as it is now, and what was refused if something was."""
    try:
        action()
    except GameError as error:
        return _refuse(request, game_id, error)
    return _done(request, game_id)


def _move(request: HttpRequest, game_id: int, move: Callable[[], Position]) -> HttpResponse:
    """The same for a move, of which the page shows what it has led to."""
    try:
        after = move()
    except GameError as error:
        return _refuse(request, game_id, error)
    return _answer(request, game_id, after=after) if by_script(request) else see("game", game_id)


def _refuse(request: HttpRequest, game_id: int, error: GameError) -> HttpResponse:
    """The page as it is now, and what was refused."""
    if error.status == 404:
        raise error
    if not by_script(request):
        return with_retry(error, _page(request, game_id, error))
    return with_retry(error, _answer(request, game_id, error))


def _done(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page as it is now."""
    return _answer(request, game_id) if by_script(request) else see("game", game_id)


def _answer(
    request: HttpRequest,
    game_id: int,
    error: GameError | None = None,
    after: Position | None = None,
) -> HttpResponse:
    """To a script: what its page does not have; 205 where it has to load another one."""
    table = _table(request, game_id, after)
    if table is None:
        return HttpResponse(status=205)
    return _news(request, table, request.POST.get("have", ""), error)


def _table(request: HttpRequest, game_id: int, after: Position | None = None) -> Tabletop | None:
    """The table as the reader may see it, None before the start. `at`, `eyes`, `prefix`
    and `on` of the address choose another position or narrow the decision. ``after`` is what the
    reader's move has led to."""
    past, eyes = _number(request, "at"), _number(request, "eyes")
    key = request.GET.get("key", "")
    if after is not None and past is None and is_shown(after, request.user.pk):
        position = after
    else:
        position = load(game_id, request.user.pk, at=past, key=key)
    if position.rules is None:
        return None
    return Tabletop(
        position,
        request.user.pk,
        counts=True,
        prefix=decoded(request.GET.get("prefix", "")) or (),
        on=tuple(request.GET.getlist("on")),
        past=past is not None,
        eyes=eyes,
        key=key if key == position.game.key else "",
        acted=hasattr(request, "acting_for"),
    )


def _number(request: HttpRequest, name: str) -> int | None:
    """A number in the address, None without one; nonsense leads nowhere."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Http404
    return int(text)


def _page(request: HttpRequest, game_id: int, error: GameError | None = None) -> HttpResponse:
    table = _table(request, game_id)
    if table is None:
        return _without_table(request, game_id, error)
    waiting.know(request, table.waiting)
    token = get_token(request)
    drawn = Content(table).regions()
    regions = {
        name: {"hash": region.hash, "label": region.label, "html": region.with_token(token)}
        for name, region in drawn.items()
    }
    context = {
        "table": table,
        "regions": regions,
        "board": board_names(table.type),
        "panes": panes(table.type, drawn),
        "message": str(error) if error else "",
    }
    return render(request, "games/table.html", context, status=error.status if error else 200)


def _without_table(request: HttpRequest, game_id: int, error: GameError | None) -> HttpResponse:
    """The room of a game that has not begun; what is left of one that cannot be shown."""
    key = request.GET.get("key", "") or request.POST.get("key", "")
    position = load(game_id, request.user.pk, key=key)
    show = stopped if position.failure is not None else room
    return show(request, position, key, error)


def _news(
    request: HttpRequest, table: Tabletop, have: str, error: GameError | None = None
) -> HttpResponse:
    """The regions whose hash is not among those that the page has, and what else it shows.

    ``have`` is ``name:hash,name:hash``. The answer: ``{"version", "stamp", "release", "title",
    "waiting", "said", "message", "number", "told", "regions": {name: {"hash", "html"}}}``;
    ``number`` is that of the newest move in it, ``told`` what that move did, ``moved`` the pieces
    that the last moves moved, in their order.
    """
    content = Content(table, script=True)
    known = set(have.split(","))
    # The one that was sent has just been found right; another would come with a cookie.
    token = request.POST.get("csrfmiddlewaretoken") or get_token(request)

    def travels(name: str, region: Region) -> bool:
        return f"{name}:{region.hash}" not in known

    answer = {
        **content.frame(),
        "waiting": table.waiting,
        "message": str(error) if error else "",
        "regions": {
            name: {"hash": region.hash, "html": str(region.with_token(token))}
            for name, region in content.regions().items()
            if travels(name, region)
        },
    }
    status = error.status if error else 200
    return HttpResponse(_encode(answer), "application/json", status)


def _version(request: HttpRequest) -> int:
    """The version in the form; nonsense is older than any."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def _seat(request: HttpRequest) -> int | None:
    """The seat in the form, None without one; nonsense is no seat of any game."""
    text = request.POST.get("seat", "")
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1


def _key(request: HttpRequest, choice: str) -> str:
    """The attempt's name: the same for a repeat, another one for another choice of that form."""
    name = request.POST.get("key", "")
    if not name:
        return ""
    return hashlib.sha256(f"{name} {choice}".encode()).hexdigest()
