"""Private messages: the reader's conversations, one of them, and the actions on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import current_user
from accounts.models import User
from boardgames.http.addresses import path
from boardgames.refusal import Refusal
from boardgames.words import dates
from community import faces
from community.messages import reading, sending
from community.messages.phrases import PHRASES, text_of
from community.models import PrivateMessage, Side
from games.live import connections, online
from games.pages.answers import member, reader, refusable, see
from games.pages.lists.visitors import visited
from games.pages.people.player import named
from games.pages.people.tabs import tabs


@require_safe
@never_cache
@member
def inbox(request: HttpRequest) -> HttpResponse:
    """The reader's conversations, or (`show=requests`) those that strangers have begun."""
    return render(request, "games/messages.html", _listed(request, None))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def conversation(request: HttpRequest, username: str) -> HttpResponse:
    """The messages of two people, which this marks as read; a POST writes."""
    me, person = current_user(request), named(username)
    if person.username != username:
        return redirect("messages-with", person.username)
    if person == me:
        raise Http404
    error, text = "", ""
    if request.method == "POST":
        text, quick = request.POST.get("text", ""), request.POST.get("quick", "")
        try:
            sending.send_message(me, person, text, quick)
        except Refusal as refused:
            error = str(refused)
        else:
            return see("messages-with", person.username)
    side = reading.side_of(me.pk, person.pk)
    if side is not None and request.method == "GET":
        reading.mark_read(side)
    context = {
        **_listed(request, side),
        **_talk(me, person, side),
        "error": error,
        "text": text,
    }
    return render(request, "games/messages.html", context, status=422 if error else 200)


@require_POST
@member
@refusable
def act_on_conversation(request: HttpRequest, username: str, what: str) -> HttpResponse:
    """Accept a request, or delete the reader's own copy."""
    side = reading.side_of(reader(request), named(username).pk)
    if side is None or what not in _ACTS:
        raise Http404
    _ACTS[what](side)
    if what == "accept":
        return see("messages-with", side.other.username)
    messages.success(request, _("Your copy of the conversation is deleted."))
    return see("messages")


_ACTS: dict[str, Callable[[Side], None]] = {"accept": reading.accept, "delete": reading.delete}


def _listed(request: HttpRequest, side: Side | None) -> dict[str, Any]:
    """The list beside a conversation."""
    me = reader(request)
    asked = request.GET.get("show") == "requests" or bool(side and side.request)
    sides = reading.list_conversations(me, requests=asked)
    last, there = reading.last_of(sides), _here(sides)
    drawn = faces.find_faces(each.other_id for each in sides)
    return {
        "tabs": tabs(request, "messages"),
        "asked": asked,
        "requests": reading.requests(me),
        "conversations": [
            {
                "name": each.other.username,
                "href": path("messages-with", each.other.username),
                "face": drawn[each.other_id],
                "here": each.other_id in there,
                "unread": each.unread,
                "current": side is not None and side.pk == each.pk,
                "last": _last(last.get(each.conversation_id), me),
                "when": _when(each.last_at),
                "at": each.last_at.isoformat(timespec="seconds"),
            }
            for each in sides
        ],
    }


def _talk(me: User, person: User, side: Side | None) -> dict[str, Any]:
    said = reading.messages(side) if side else []
    read_to = reading.read_by_other(side) if side else 0
    shown = person.pk in online.find_online([person.pk])
    until = connections.last_seen(1000).get(person.pk) if shown else None
    return {
        "person": person,
        "face": faces.find_faces([person.pk])[person.pk],
        "here": until is not None and until > timezone.now(),
        "visited": visited(until, timezone.now()) if until else "",
        "request_waits": side is not None and side.request,
        "cannot_write": sending.refusal(me, person),
        "days": _days(said, me.pk, read_to),
        "phrases": [(name, _(words)) for name, words in PHRASES.items()],
        "longest": sending.LONGEST,
        "kept": reading.KEPT.days,
    }


def _days(said: list[PrivateMessage], me: int, read_to: int) -> list[dict[str, Any]]:
    """Messages by the day on which they were written."""
    days: dict[object, list[dict[str, Any]]] = {}
    for each in said:
        at = timezone.localtime(each.at)
        days.setdefault(at.date(), []).append(
            {
                "id": each.pk,
                "text": text_of(each),
                "mine": each.by_id == me,
                "time": dates.format_date(each.at, "TIME_FORMAT"),
                "at": each.at.isoformat(timespec="seconds"),
                "read": each.by_id == me and each.pk <= read_to,
            }
        )
    today = timezone.localtime().date()
    return [
        {"day": _("Today") if day == today else dates.format_date(day), "messages": found}  # type: ignore[arg-type]
        for day, found in days.items()
    ]


def _here(sides: list[Side]) -> set[int]:
    found = online.find_online(side.other_id for side in sides)
    return {user_id for user_id, here in found.items() if here}


def _last(message: PrivateMessage | None, me: int) -> str:
    if message is None:
        return ""
    text = text_of(message)
    return _("You: %(text)s") % {"text": text} if message.by_id == me else text


def _when(at: Any) -> str:
    """The time of a message of today, otherwise the day."""
    today = timezone.localtime(at).date() == timezone.localtime().date()
    return dates.format_date(at, "TIME_FORMAT") if today else dates.format_date(at, _("M j"))
