"""Notifications: what stands under the bell, reading it, and the settings."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router

from accounts.models import User
from games.api import message_forms as forms
from games.api.answers import ERRORS, answer, not_found
from games.api.auth import user_of
from games.api.finding import PAGE, Limit
from games.errors import Illegal
from games.storage.statements import BIGGEST_ID
from notifications import bell, kinds, preferences, rhythm, settings
from notifications.forms import RhythmForm
from notifications.kinds import words_for_page
from notifications.models import Channel, When

router = Router()
LIST = {200: forms.Notices, **ERRORS}
SETTINGS = {200: forms.NotificationSettings, **ERRORS}
_TIMES = ("digest_at", "quiet_from", "quiet_until")


@router.get("/notifications", response=LIST, summary="The caller's notifications, newest first")
def list_notifications(
    request: HttpRequest,
    unread: bool = False,
    before: Annotated[int | None, Query(ge=0, le=BIGGEST_ID)] = None,
    limit: Limit = PAGE,
) -> HttpResponse:
    """A page of them, with their words in the caller's language; `next` of the answer leads to the
    page after it. Reading by a program does not mark them as read."""
    return _list(user_of(request), limit, unread=unread, before=before)


@router.post("/notifications/read", response=LIST, summary="Mark all notifications as read")
def mark_all_read(request: HttpRequest) -> HttpResponse:
    """Everything under the bell. The answer is the first page of the list."""
    bell.read_all(user_of(request).pk)
    return _list(user_of(request), PAGE)


@router.post(
    "/notifications/{int:notification_id}/read",
    response={200: forms.Notice, **ERRORS},
    summary="Mark a notification as read",
)
def mark_notification_read(request: HttpRequest, notification_id: int) -> HttpResponse:
    """Only one of the caller's own; marking it again changes nothing."""
    me = user_of(request)
    if not bell.entries(me.pk).filter(pk=notification_id).exists():
        raise not_found()
    bell.mark_read(me.pk, notification_id)
    return answer(_notices([notification_id])[0])


@router.get(
    "/notifications/settings", response=SETTINGS, summary="What the caller is told, and how"
)
def show_notification_settings(request: HttpRequest) -> HttpResponse:
    """For each kind of notification and each channel, when it is sent; and the times of day."""
    return _settings(user_of(request))


@router.put(
    "/notifications/settings", response=SETTINGS, summary="Choose what the caller is told, and how"
)
def set_notification_settings(
    request: HttpRequest, body: forms.NewNotificationSettings
) -> HttpResponse:
    """Kinds, channels and times that are left out stay as they are."""
    me = user_of(request)
    form = RhythmForm(me, _as_sent(me, body.rhythm))
    if not form.is_valid():
        field, messages = next(iter(form.errors.items()))
        raise Illegal(f"{field}: {messages[0]}", "bad_rhythm")
    share = form.cleaned_data["reminder_share"]
    settings.store(me, _chosen(me, body.kinds), form.save(commit=False), share)
    return _settings(me)


@router.delete("/notifications/settings", response=SETTINGS, summary="Restore the defaults")
def reset_notification_settings(request: HttpRequest) -> HttpResponse:
    """Of all kinds, channels and times. Devices and webhooks stay as they are."""
    settings.reset(user_of(request))
    return _settings(user_of(request))


def _list(me: User, limit: int, *, unread: bool = False, before: int | None = None) -> HttpResponse:
    found = bell.entries(me.pk)
    if unread:
        found = found.filter(read_at=None)
    if before is not None:
        found = found.filter(pk__lt=before)
    numbers = list(found.values_list("pk", flat=True)[: limit + 1])
    data: forms.Notices = {
        "unread": bell.unread(me.pk).answer(),
        "notifications": _notices(numbers[:limit]),
        "next": numbers[limit - 1] if len(numbers) > limit else None,
    }
    return answer(data)


def _notices(numbers: list[int]) -> list[forms.Notice]:
    found = bell.list_by_number(numbers)
    words = words_for_page(found)
    return [
        {
            "id": each.pk,
            "kind": each.kind,
            "game": each.game_id,
            "at": each.due_at,
            "read": each.read_at is not None,
            "title": words[each.pk].heading,
            "text": words[each.pk].short,
            "path": words[each.pk].path,
        }
        for each in found
    ]


def _chosen(me: User, changes: list[forms.ChosenSetting]) -> dict[preferences.Setting, When]:
    """What then holds by each channel that is named, for all kinds that may reach this person."""
    held = preferences.for_user(me.pk)
    names = {kind.name for kind in kinds.registered() if kind.may_reach(me)}
    wanted = {(each.kind, Channel(each.channel)): When(each.when) for each in changes}
    if unknown := {kind for kind, _channel in wanted} - names:
        said = _("There is no kind of notification %(name)s.") % {"name": min(unknown)}
        raise Illegal(said, "unknown_kind")
    named = {channel for _kind, channel in wanted}
    kept = {one: when for one, when in held.items() if one[0] in names and one[1] in named}
    return {**kept, **wanted}


def _as_sent(me: User, chosen: forms.ChosenRhythm | None) -> dict[str, Any]:
    """The times as the form of the settings page sends them: what is left out as it is."""
    row = rhythm.for_user(me)
    data: dict[str, Any] = {name: getattr(row, name) for name in RhythmForm.Meta.fields}
    data["reminder_share"] = me.reminder_share
    data |= chosen.model_dump(exclude_unset=True) if chosen else {}
    return {
        name: f"{value:%H:%M}" if name in _TIMES and value else value
        for name, value in data.items()
        if value not in (None, False)
    }


def _settings(me: User) -> HttpResponse:
    held, row = preferences.for_user(me.pk), rhythm.for_user(me)
    data: forms.NotificationSettings = {
        "kinds": [
            {
                "kind": kind.name,
                "label": str(kind.label),
                "group": kind.group.name,
                "mail": held[kind.name, Channel.MAIL],
                "push": held[kind.name, Channel.PUSH],
                "webhook": held[kind.name, Channel.WEBHOOK],
            }
            for kind in kinds.registered()
            if kind.may_reach(me)
        ],
        "rhythm": {
            "reminder_share": me.reminder_share,
            "batch_minutes": row.batch_minutes,
            "digest_at": f"{row.digest_at:%H:%M}",
            "quiet_from": f"{row.quiet_from:%H:%M}" if row.quiet_from else None,
            "quiet_until": f"{row.quiet_until:%H:%M}" if row.quiet_until else None,
            "quick_answers": row.quick_answers,
            "even_if_seen": row.even_if_seen,
        },
    }
    return answer(data)
