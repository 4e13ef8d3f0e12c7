"""A club's events: planning, answering, cancelling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.moderation import sanctions
from boardgames.refusal import Refusal
from community.clubs import founding, locks, queries, rights
from games.clocks import checking
from games.clocks import kinds as clocks
from games.clubs import telling
from games.errors import Illegal, NotFound, Refused
from games.models import ClubEvent, Coming
from games.rules import registry
from games.rules.engine import BadOptions
from games.stages import stage_visibility
from games.words import texts

State = ClubEvent.State
#: Planned events per club; and how soon and how far ahead an event may be.
MOST_PLANNED, SOONEST, LATEST = 10, timedelta(minutes=10), timedelta(days=180)
SHORTEST, LONGEST = 3, 60
#: People who can come to an event: more could not be seated in time.
MOST_COMING = 500


@dataclass(frozen=True)
class Plan:
    """``players``: at most this many at a table."""

    title: str
    at: datetime
    type: str
    players: int
    clock: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    rated: bool = False


def plan(club_id: int, by_id: int, wanted: Plan) -> ClubEvent:
    """Plan an event and notify all members. Illegal says what is wrong with it; Refusal with 403
    for anybody who does not run the club."""
    now = timezone.now()
    with locks.locked(club_id, by_id):
        rights.check_runs(club_id, by_id)
        if why := sanctions.why_muted(by_id):
            raise Refusal(why)
        coming = ClubEvent.objects.filter(club=club_id, state__in=(State.PLANNED, State.SEATED))
        if coming.count() >= MOST_PLANNED:
            raise Refusal(
                _("%(most)d events are planned, which is the maximum. Cancel one first.")
                % {"most": MOST_PLANNED}
            )
        event = ClubEvent.objects.create(club_id=club_id, by_id=by_id, **_checked(wanted, now))
        Coming.objects.create(event=event, user_id=by_id, comes=True, at=now)
        telling.planned(event, now)
    return event


def _checked(wanted: Plan, now: datetime) -> dict[str, Any]:
    title = founding.plain(wanted.title)
    if not SHORTEST <= len(title) <= LONGEST:
        said = _("A title must have %(few)d to %(most)d characters.")
        raise Illegal(said % {"few": SHORTEST, "most": LONGEST}, "bad_title")
    if not now + SOONEST <= wanted.at <= now + LATEST:
        said = _("Choose a start between ten minutes and half a year from now.")
        raise Illegal(said, "bad_at")
    try:
        rules = stage_visibility.get(wanted.type, None)
        options = rules.check_options(dict(wanted.options))
    except registry.UnknownGameType as error:
        raise Illegal(str(error), "bad_type") from error
    except BadOptions as error:
        raise Illegal(texts.own(rules, str(error)), "bad_options") from error
    if wanted.players not in rules.players:
        raise Illegal(
            _("%(game)s is for %(numbers)s players.")
            % {"game": _(rules.name), "numbers": ", ".join(map(str, rules.players))},
            "bad_players",
        )
    return {
        "title": title,
        "at": wanted.at,
        "type": rules.slug,
        "players": wanted.players,
        "options": options,
        "clock": clocks.as_json(checking.check_clock(dict(wanted.clock))),
        "rated": wanted.rated,
    }


def answer_event(club_id: int, event_id: int, user_id: int, *, comes: bool) -> None:
    """Record whether a member comes; the answer can be changed until the event begins."""
    with transaction.atomic(durable=True):
        queries.seen(club_id, user_id)
        rights.check_member(club_id, user_id)
        event = _planned(club_id, event_id)
        mine = Coming.objects.filter(event=event, user=user_id).first()
        if mine is not None and mine.comes == comes:
            return
        if comes and Coming.objects.filter(event=event, comes=True).count() >= MOST_COMING:
            raise Refused(_("This event is full: no seat is left."))
        values = {"comes": comes, "at": timezone.now()}
        Coming.objects.update_or_create(event=event, user_id=user_id, defaults=values)


def call_off(club_id: int, event_id: int, by_id: int) -> None:
    """Cancel an event and notify everybody who had said yes."""
    with transaction.atomic(durable=True):
        queries.seen(club_id, by_id)
        rights.check_runs(club_id, by_id)
        drop(_planned(club_id, event_id), timezone.now(), by_id)


def drop(event: ClubEvent, now: datetime, by_id: int | None = None) -> None:
    """Cancel an event, in the caller's transaction and under the event's lock."""
    event.state = State.OFF
    event.save(update_fields=["state"])
    people = Coming.objects.filter(event=event, comes=True).exclude(user=by_id)
    telling.called_off(event, people.values_list("user", flat=True), now)


def titles(club_id: int) -> list[str]:
    """The titles of future events, as a report quotes them."""
    planned = ClubEvent.objects.filter(club=club_id, state=State.PLANNED).order_by("at")
    return list(planned.values_list("title", flat=True)[:MOST_PLANNED])


def _planned(club_id: int, event_id: int) -> ClubEvent:
    """An event of the club that has not begun, under its row lock."""
    found = ClubEvent.objects.select_for_update(no_key=True, of=("self",))
    event = found.filter(pk=event_id, club=club_id).first()
    if event is None:
        raise NotFound(_("There is no such event."))
    if event.state != State.PLANNED or event.at <= timezone.now():
        raise Refused(_("This event has begun or was cancelled."), "not_planned")
    return event
