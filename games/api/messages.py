"""Private messages: conversations, what was written, writing, and requests from strangers."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from accounts.models import User
from community.messages import reading, sending
from community.messages.phrases import text_of
from community.models import PrivateMessage, Side
from games.api import message_forms as forms
from games.api.answers import ERRORS, answer, not_found, person_called
from games.api.auth import user_of
from games.live import online
from games.storage.statements import BIGGEST_ID

router = Router()
LIST = {200: forms.Conversations, **ERRORS}
ONE = {200: forms.Conversation, **ERRORS}


@router.get("/messages", response=LIST, summary="The caller's conversations")
def list_conversations(
    request: HttpRequest,
    requests: Annotated[
        bool, Query(description="those that strangers have begun, before the first answer")
    ] = False,
) -> HttpResponse:
    """At most 50, those with the newest message first. Reading by a program does not mark anything
    as read."""
    return _list(user_of(request), requests=requests)


@router.get("/messages/{username}", response=ONE, summary="A conversation")
def show_conversation(
    request: HttpRequest,
    username: str,
    before: Annotated[
        int | None, Query(ge=0, le=BIGGEST_ID, description="only messages before this id")
    ] = None,
) -> HttpResponse:
    """The last 100 messages, the oldest first; empty if nothing has been written. Messages are kept
    for a year."""
    return _one(*_both(request, username), before)


@router.post(
    "/messages/{username}",
    response={201: forms.PrivateMessage, **ERRORS},
    summary="Write to a person",
)
def send_message(
    request: HttpRequest, username: str, body: forms.NewPrivateMessage
) -> HttpResponse:
    """Either `text` or `quick`. To a stranger it is a request until there is an answer; answering
    accepts one."""
    me, person = _both(request, username)
    message = sending.send_message(me, person, body.text, body.quick)
    return answer(_message(message, me.pk, 0), 201)


@router.post("/messages/{username}/read", response=ONE, summary="Mark a conversation as read")
def mark_conversation_read(request: HttpRequest, username: str) -> HttpResponse:
    """All of it; the other person sees that it was read."""
    me, person = _both(request, username)
    reading.mark_read(_side(me, person))
    return _one(me, person)


@router.post(
    "/messages/{username}/accept", response=ONE, summary="Accept the request of a stranger"
)
def accept_request(request: HttpRequest, username: str) -> HttpResponse:
    """The conversation is then listed among the others."""
    me, person = _both(request, username)
    reading.accept(_side(me, person))
    return _one(me, person)


@router.delete("/messages/{username}", response=LIST, summary="Delete the caller's copy")
def delete_conversation(request: HttpRequest, username: str) -> HttpResponse:
    """The other person keeps theirs. The answer lists what is left."""
    me, person = _both(request, username)
    reading.delete(_side(me, person))
    return _list(me)


def _both(request: HttpRequest, username: str) -> tuple[User, User]:
    """The caller and the other person; NotFound for the caller's own name."""
    me, person = user_of(request), person_called(username)
    if person.pk == me.pk:
        raise not_found()
    return me, person


def _side(me: User, person: User) -> Side:
    found = reading.side_of(me.pk, person.pk)
    if found is None:
        raise not_found()
    return found


def _list(me: User, *, requests: bool = False) -> HttpResponse:
    sides = reading.list_conversations(me.pk, requests=requests)
    last = reading.last_of(sides)
    here = online.find_online(side.other_id for side in sides)
    data: forms.Conversations = {
        "conversations": [
            {
                "user": side.other.username,
                "here": here.get(side.other_id),
                "unread": side.unread,
                "request": side.request,
                "last": _last(last.get(side.conversation_id), me.pk),
                "at": side.last_at,
            }
            for side in sides
        ],
        "requests": reading.requests(me.pk),
    }
    return answer(data)


def _last(message: PrivateMessage | None, me_id: int) -> forms.LastMessage | None:
    return None if message is None else {"mine": message.by_id == me_id, "text": text_of(message)}


def _one(me: User, person: User, before: int | None = None) -> HttpResponse:
    side = reading.side_of(me.pk, person.pk)
    found = reading.messages(side, before) if side else []
    read_to = reading.read_by_other(side) if side else 0
    data: forms.Conversation = {
        "user": person.username,
        "unread": side is not None and side.unread,
        "request": side is not None and side.request,
        "cannot_write": sending.refusal(me, person),
        "messages": [_message(each, me.pk, read_to) for each in found],
        "next": found[0].pk if len(found) == reading.SHOWN else None,
    }
    return answer(data)


def _message(message: PrivateMessage, me_id: int, read_to: int) -> forms.PrivateMessage:
    mine = message.by_id == me_id
    return {
        "id": message.pk,
        "mine": mine,
        "text": text_of(message),
        "quick": message.quick,
        "at": message.at,
        "read": mine and message.pk <= read_to,
    }
