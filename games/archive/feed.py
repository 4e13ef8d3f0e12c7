"""A person's deadlines, tournament dates and club events as a calendar at a secret address.

The format is iCalendar (RFC 5545).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Feed, User
from accounts.preferences import reading_as
from games.models import (
    Challenge,
    ClubEvent,
    Coming,
    Entrant,
    FeedEntry,
    Game,
    Seat,
    Table,
    Tournament,
)
from games.rules import registry
from games.words import texts

#: Programs that show no end show the beginning: the entry of a deadline begins when it ends.
_INSTANT, _LENGTH = timedelta(minutes=1), timedelta(hours=1)
#: Entries that nobody has fetched for this long are deleted.
_KEPT = timedelta(days=60)
#: How often a calendar program should ask again; in two properties, as programs differ.
_REFRESHED = "PT1H"
#: A calendar needs a component (RFC 5545, 3.6), even if nothing is due. All times are in this zone.
_UTC = (
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "TZNAME:UTC", "END:STANDARD", "END:VTIMEZONE"),
)


def key_of(user_id: int) -> str:
    """The secret of this person's address; empty if there is none."""
    return Feed.objects.filter(pk=user_id).values_list("key", flat=True).first() or ""


def renew(user_id: int) -> str:
    """A new address; the old one stops working."""
    key = secrets.token_urlsafe(32)
    Feed.objects.update_or_create(user_id=user_id, defaults={"key": key})
    return key


def close(user_id: int) -> None:
    Feed.objects.filter(pk=user_id).delete()


class _Entry(NamedTuple):
    """An entry of the calendar. ``key`` names it for ever; ``page`` is the address that it links
    to."""

    key: str
    at: datetime
    lasts: timedelta
    said: str
    page: str

    @property
    def digest(self) -> str:
        return sha256(repr(tuple(self)).encode()).hexdigest()


def calendar(key: str) -> str | None:
    """The calendar of the person with this address, in their language; None for an unknown
    address."""
    feed = Feed.objects.filter(key=key, user__is_active=True).select_related("user").first()
    if feed is None:
        return None
    with reading_as(feed.user):
        return "\r\n".join(map(_folded, _lines(feed.user))) + "\r\n"


def _lines(user: User) -> Iterable[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{_text(settings.SITE_NAME)}//EN")
    yield f"X-WR-CALNAME:{_text(settings.SITE_NAME)}"
    yield from (f"REFRESH-INTERVAL;VALUE=DURATION:{_REFRESHED}", f"X-PUBLISHED-TTL:{_REFRESHED}")
    entries = [*_turns(user), *_of_tournaments(user), *_of_clubs(user)]
    for entry, row in _revised(user.pk, entries):
        yield from _event(entry, row)
    yield from _UTC
    yield "END:VCALENDAR"


def _revised(user_id: int, entries: Sequence[_Entry]) -> Iterable[tuple[_Entry, FeedEntry]]:
    """The entries, each with its stored row, which is updated if the entry changed."""
    now = timezone.now()
    with transaction.atomic():
        Feed.objects.select_for_update(no_key=True).get(pk=user_id)  # one reader at a time
        rows = {row.key: row for row in FeedEntry.objects.filter(user=user_id)}
        for entry in entries:
            row = rows.get(entry.key)
            if row is None:
                row = FeedEntry(user_id=user_id, key=entry.key, revised_at=now)
            elif row.digest != entry.digest:
                row.sequence, row.revised_at = row.sequence + 1, now
            if row.digest != entry.digest:
                row.digest = entry.digest
                row.save()
            rows[entry.key] = row
        shown = [entry.key for entry in entries]
        old = FeedEntry.objects.filter(user=user_id, revised_at__lt=now - _KEPT)
        old.exclude(key__in=shown).delete()
    return [(entry, rows[entry.key]) for entry in entries]


def _turns(user: User) -> Iterable[_Entry]:
    seats = Seat.objects.filter(
        user=user,
        bot="",
        to_move=True,
        deadline__isnull=False,
        live=False,  # players who are present need no calendar
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
        game__paused_at=None,
    ).order_by("deadline")
    sitting = Prefetch("game__seats", Seat.objects.select_related("user").order_by("index"))
    for seat in seats.select_related("game").defer("game__state").prefetch_related(sitting):
        assert seat.deadline is not None  # as requested in the link
        names = texts.seat_names(there := list(seat.game.seats.all()))
        others = ", ".join(names[each.index] for each in there if each.index != seat.index)
        # Two games with the same people differ by their number.
        title = texts.game_title(_name(seat.game.type), seat.game)
        game = {"game": title, "others": others}
        said = _("%(game)s with %(others)s: deadline for your turn") % game
        page = reverse("game", args=[seat.game_id])
        yield _Entry(f"game-{seat.game_id}-{seat.index}", seat.deadline, _INSTANT, said, page)


def _of_tournaments(user: User) -> Iterable[_Entry]:
    """When the tournaments begin that a person has joined, and when their rounds end."""
    joined = Entrant.objects.filter(
        user=user, state=Entrant.State.IN, tournament__status=Tournament.Status.OPEN
    ).exclude(tournament__starts_at=None)
    for entrant in joined.select_related("tournament").order_by("tournament__starts_at"):
        here = entrant.tournament
        assert here.starts_at is not None  # as requested in the link
        said = _("%(name)s begins") % {"name": here.name}
        yield _Entry(f"tournament-{here.pk}", here.starts_at, _LENGTH, said, _page(here))
    running = Table.objects.filter(
        players__entrant__user=user, tournament__status=Tournament.Status.RUNNING
    ).exclude(state=Table.State.OVER)
    first_of_each = running.order_by("ends_at", "tournament", "pk").distinct(
        "ends_at", "tournament"
    )
    for table in first_of_each.select_related("tournament"):
        said = _("%(name)s: your unfinished games are decided") % {"name": table.tournament.name}
        key = f"tournament-{table.tournament_id}-{table.ends_at:%Y%m%d%H%M}"
        yield _Entry(key, table.ends_at, _INSTANT, said, _page(table.tournament))
    asked = Challenge.objects.filter(challenged__user=user, state=Challenge.State.ASKED)
    people = ("tournament", "challenger__user")
    for challenge in asked.select_related(*people).order_by("answer_by"):
        here = challenge.tournament
        names = {"name": challenge.challenger.user.username, "ladder": here.name}
        said = _("%(ladder)s: answer the challenge of %(name)s") % names
        key = f"challenge-{challenge.pk}"
        yield _Entry(key, challenge.answer_by, _INSTANT, said, _page(here))


def _of_clubs(user: User) -> Iterable[_Entry]:
    """When the events begin that a person attends, of clubs they are still in."""
    coming = Coming.objects.filter(
        user=user,
        comes=True,
        event__state=ClubEvent.State.PLANNED,
        event__club__in=user.clubs.values("club"),
    )
    for one in coming.select_related("event__club").order_by("event__at"):
        here = one.event
        said = _("%(title)s (%(club)s) begins") % {"title": here.title, "club": here.club.name}
        page = f"{reverse('club', args=[here.club_id])}#event-{here.pk}"
        yield _Entry(f"event-{here.pk}", here.at, _LENGTH, said, page)


def _page(tournament: Tournament) -> str:
    return reverse("tournament", args=[tournament.pk])


def _event(entry: _Entry, row: FeedEntry) -> Iterable[str]:
    address = f"{settings.SITE_URL}{entry.page}"
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.key}@{settings.SITE_URL.partition('//')[2]}"
    # In a feed, which has no METHOD, this is the time of the last change (RFC 5545, 3.8.7.2).
    yield f"DTSTAMP:{_moment(row.revised_at)}"
    yield f"LAST-MODIFIED:{_moment(row.revised_at)}"
    yield f"SEQUENCE:{row.sequence}"
    yield f"DTSTART:{_moment(entry.at)}"
    yield f"DTEND:{_moment(entry.at + entry.lasts)}"
    yield f"SUMMARY:{_text(entry.said)}"
    yield f"DESCRIPTION:{_text(address)}"
    yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"  # a deadline does not block time
    yield "END:VEVENT"


def _name(type_: str) -> str:
    try:
        return _(registry.get(type_).name)
    except registry.UnknownGameType:
        return type_


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Lines of at most 75 bytes; continuation lines begin with a blank."""
    parts, part = [], ""
    for sign in line:
        if len((part + sign).encode()) > 74:
            parts.append(part)
            part = ""
        part += sign
    return "\r\n ".join([*parts, part])
