"""The pages behind e-mails, and the numbers of what waits for the reader."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.preferences import reading_as
from games.errors import GameError, NotFound
from games.live import watching
from games.messages import one_tap, turn_by_mail
from games.messages.turn_by_mail import Turn
from games.pages.answers import refusable, see
from games.pages.table import picture
from games.pages.table.act.refusing import in_words
from games.pages.table.view.bar import bar

#: What the forms of a turn's page do, by the word in their addresses.
_ACTS = {
    "choose": turn_by_mail.choose,
    "undo": turn_by_mail.undo,
    "confirm": turn_by_mail.confirm,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusable
def mail_choice(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation of a choice; a POST makes it and continues to the rest of the turn."""
    tap = one_tap.read_link(token)
    if tap is None:
        return render(request, "notifications/choice.html", {"offer": None}, status=410)
    with reading_as(tap.user):
        offer = one_tap.still(tap)
        context = {**_ways_on(tap.turn), "offer": offer}
        if request.method == "POST":
            try:
                one_tap.make_choice(tap)
            except GameError as error:
                context["refused"] = in_words(error)
                return render(request, "notifications/choice.html", context, status=error.status)
            if turn_by_mail.load_table(tap.turn):
                return _led_on(request, tap.turn, offer.answer if offer else "")
            lines = turn_by_mail.happened(tap.game_id, tap.version, request.user.pk)
            context |= {"done": True, "lines": lines}
        elif offer is None and turn_by_mail.load_table(tap.turn):
            context["turn"] = tap.turn.path
        return render(request, "notifications/choice.html", context)


@never_cache
@require_safe
@refusable
def mail_turn(request: HttpRequest, turn: str) -> HttpResponse:
    """The open question and its answers, as long as the turn lasts."""
    link = turn_by_mail.read_link(turn)
    if link is None:
        return render(request, "notifications/choice.html", {"offer": None}, status=410)
    with reading_as(link.user):
        context = _ways_on(link) | {"steps": turn_by_mail.steps(link)}
        table = turn_by_mail.load_table(link, request.GET.get("prefix", ""))
        if table is None:
            lines = turn_by_mail.happened(link.game_id, link.version, request.user.pk)
            context |= {"table": None, "lines": lines}
        else:
            context |= {
                "table": table,
                "about": turn_by_mail.describe_game(table.reader),
                "bar": bar(table),
                "board": picture.draw(table.reader),
            }
        return render(request, "notifications/turn.html", context)


@never_cache
@require_POST
@refusable
def mail_act(request: HttpRequest, turn: str, act: str) -> HttpResponse:
    """Do what a form of that page asks for, and show the page again."""
    link = turn_by_mail.read_link(turn)
    if act not in _ACTS:
        raise Http404
    if link is None:
        return render(request, "notifications/choice.html", {"offer": None}, status=410)
    with reading_as(link.user):
        try:
            done = _ACTS[act](link, request.POST.dict())
        except NotFound:
            raise
        except GameError as error:
            table = turn_by_mail.load_table(link)
            said = in_words(error, table.reader.type if table else None)
            messages.error(request, said)
            return see("mail-turn", turn)
        return _led_on(request, link, done)


def _led_on(request: HttpRequest, turn: Turn, done: str) -> HttpResponse:
    """Redirect to the page of the turn, which says what was done."""
    said = _("Done, for %(person)s. %(what)s") % {"person": turn.user.username, "what": done}
    messages.success(request, said.strip())
    return see(turn.path)


def _ways_on(turn: Turn) -> dict[str, Any]:
    """What all these pages have in common."""
    return {
        "person": turn.user.username,
        "game": reverse("game", args=[turn.game_id]),
        "following": f"{reverse('next')}?after={turn.game_id}",
    }


@never_cache
@require_safe
def show_counts(request: HttpRequest) -> HttpResponse:
    """For open pages: ``{"waiting": games that wait for the reader, "unread": number under the
    bell, "letters": conversations with something new}``."""
    user_id = request.user.pk
    if user_id is None:
        return JsonResponse({"waiting": 0, "unread": 0, "letters": 0})
    return JsonResponse(watching.read_counts(user_id))
