"""The contents of clubs' pages, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypedDict

from django.utils import timezone
from django.utils.translation import get_language_info, ngettext
from django.utils.translation import gettext as _
from markupsafe import Markup

from accounts.company import privacy
from accounts.models import User
from boardgames.http.addresses import path
from boardgames.words import dates
from community import faces
from community.clubs import listing, rights
from community.clubs.rights import Role
from community.faces import Face
from community.models import Club, ClubMember, ClubMessage
from games.clubs import making, results, seating
from games.clubs.results import Played, Score
from games.models import ClubEvent, ClubTable, Game, Tournament
from games.moderation import interest
from games.pages import settings
from games.pages.drawing.rendering import fixed
from games.pages.lists.prospects import answers_in
from games.pages.people.lines import Line, lines
from games.pages.tournaments import words
from games.rules import registry
from games.stages import stage_visibility
from games.statistics import habits
from games.tournaments import listing as tournaments

#: The most events and tournaments on a club's page, and faces of people coming to an event.
EVENTS, CUPS, FACES = 3, 5, 12
#: Members who joined this recently are new.
NEW_DAYS = 7


class ClubLine(TypedDict):
    """A club in a list."""

    id: int
    name: str
    href: str
    sign: Face
    sub: str
    about: str
    entry: str


class MemberLine(TypedDict):
    """A member in the list: name, games played, pace, games in the club.

    ``role`` is a number of ``Role``.
    """

    id: int
    line: Line
    answers: str
    played: Played | None
    role: int
    me: bool


class Cell(TypedDict):
    """The result between two members.

    ``kind`` is "x" for the same member, "w" ahead, "l" behind.
    """

    said: str
    kind: str


class Against(TypedDict):
    name: str
    me: bool
    cells: list[Cell]


def sign_of(club: Club) -> Face:
    """The chosen sign, or a random one."""
    return faces.read_face(club.sign) or faces.by_lot(-club.pk)


def club_line(club: Club, sub: str = "") -> ClubLine:
    members = ngettext("%(n)d member", "%(n)d members", club.size) % {"n": club.size}
    said = [sub, members, languages(club)]
    return {
        "id": club.pk,
        "name": club.name,
        "href": path("club", club.pk),
        "sign": sign_of(club),
        "sub": ", ".join(filter(None, said)),
        "about": club.about.splitlines()[0] if club.about else "",
        "entry": club.entry,
    }


def languages(club: Club) -> str:
    """The club's languages, each in its own name."""
    names = (str(get_language_info(code)["name_local"]) for code in club.languages)
    return ", ".join(name.capitalize() for name in names)


def facts(club: Club, seen: dict[int, datetime], *, inside: bool) -> list[str]:
    """The line below its name."""
    members = ngettext("%(n)d member", "%(n)d members", club.size) % {"n": club.size}
    here = _here(club, seen) if inside else 0
    if here:
        members = f"{members}, " + ngettext("%(n)d here now", "%(n)d here now", here) % {"n": here}
    since = dates.format_date(timezone.localtime(club.founded_at).date(), "YEAR_MONTH_FORMAT")
    said = [
        str(Club.Entry(club.entry).label),
        members,
        languages(club),
        _("since %(month)s") % {"month": since},
    ]
    return [each for each in said if each]


def _here(club: Club, seen: dict[int, datetime]) -> int:
    now = timezone.now()
    return len(listing.among(club.pk, [each for each, until in seen.items() if until > now]))


def describe_members(
    found: Sequence[ClubMember], club: Club, reader_id: int, seen: dict[int, datetime]
) -> list[MemberLine]:
    """These members as lines."""
    people = [one.user for one in found]
    ids = [one.pk for one in people]
    subs = {one.user_id: _sub(one, reader_id) for one in found}
    shown = lines(people, reader_id, seen, stage_visibility.type_names(reader_id), subs=subs)
    answering, hidden = habits.read_habits(ids), privacy.hidden_by_many(ids)
    played = results.of_people(club.pk, ids)
    return [
        {
            "id": one.user_id,
            "line": line | {"sub": subs[one.user_id]},  # without how well the reader knows them
            "answers": ""
            if "habits" in hidden.get(one.user_id, ())
            else answers_in(answering[one.user_id].pace),
            "played": played.get(one.user_id),
            "role": one.role,
            "me": one.user_id == reader_id,
        }
        for one, line in zip(found, shown, strict=True)
    ]


def _sub(one: ClubMember, reader_id: int) -> str:
    said = []
    if one.role != Role.MEMBER:
        said.append(str(Role(one.role).label))
    if one.user_id == reader_id:
        said.append(_("you"))
    elif (timezone.now() - one.since).days < NEW_DAYS and one.role == Role.MEMBER:
        day = dates.format_date(timezone.localtime(one.since).date(), "l")
        said.append(_("new since %(day)s") % {"day": day})
    return ", ".join(said)


def against(club_id: int, reader_id: int) -> list[Against]:
    """The members who have played most, each against each; empty while fewer than two have."""
    ids = results.most_active(club_id, reader_id)
    met = results.between(club_id, ids)
    if not met:
        return []
    names = dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
    return [
        {
            "name": names[one],
            "me": one == reader_id,
            "cells": [_cell(one, other, met.get((one, other))) for other in ids],
        }
        for one in ids
    ]


def _cell(one: int, other: int, score: Score | None) -> Cell:
    if one == other:
        return {"said": "", "kind": "x"}
    if score is None:
        return {"said": "", "kind": "l"}
    kind = "w" if score.ahead > score.behind else "l" if score.ahead < score.behind else ""
    return {"said": f"{score.ahead} : {score.behind}", "kind": kind}


def count_played(club_id: int) -> str:
    """How many games the club has finished, by type."""
    known = {rules.slug: _(rules.name) for rules in registry.all()}
    by_type = {known[type_]: n for type_, n in results.by_type(club_id).items() if type_ in known}
    total = sum(by_type.values())
    if not total:
        return ""
    said = ngettext("%(n)d game finished", "%(n)d games finished", total) % {"n": total}
    parts = ", ".join(f"{name} {number}" for name, number in by_type.items())
    return f"{said}: {parts}" if len(by_type) > 1 else f"{said}, {next(iter(by_type))}"


def cups(club_id: int) -> list[dict[str, str]]:
    """Tournaments of the club, newest first."""
    return [
        {
            "name": each.name,
            "href": path("tournament", each.pk),
            "game": words.game(each),
            "state": str(Tournament.Status(each.status).label),
        }
        for each in tournaments.of_club(club_id)[:CUPS]
    ]


def events(club_id: int, reader_id: int) -> list[dict[str, Any]]:
    """Events that began a short time ago, with their tables, then future ones, the soonest first.

    Events of uninstalled game types are left out.
    """
    known = {rules.slug for rules in registry.all()}
    found = [each for each in results.list_events(club_id, EVENTS) if each.type in known]
    numbers = [each.pk for each in found]
    mine, tables = results.said_to(numbers, reader_id), results.tables(numbers)
    coming = making.coming_by_event(club_id, numbers)
    return [
        _event(each, coming[each.pk], mine.get(each.pk), tables.get(each.pk, [])) for each in found
    ]


def _event(
    event: ClubEvent, coming: list[int], mine: bool | None, tables: list[ClubTable]
) -> dict[str, Any]:
    rules = registry.get(event.type)
    shown, drawn = coming[:FACES], faces.find_faces(coming[:FACES])
    names = dict(User.objects.filter(pk__in=shown).values_list("pk", "username"))
    wanted = seating.sizes(len(coming), rules.players, event.players)
    at = timezone.localtime(event.at)
    # One clause for each that applies.
    how = [
        _(rules.name),
        settings.pace(event.clock),
        _("rated") if event.rated else _("not rated"),
        *settings.unusual(rules, event.options),
    ]
    return {
        "id": event.pk,
        "title": event.title,
        "cover": fixed(f"{rules.slug}/cover.svg"),
        "weekday": dates.format_date(at.date(), "D"),
        "day": at.day,
        "moment": dates.format_date(event.at, _("M, H:i")),
        "at": event.at.isoformat(timespec="minutes"),
        "how": ", ".join(how),
        "comes": len(coming),
        "makes": makes(len(coming), wanted),
        "faces": [(names.get(each, ""), drawn[each]) for each in shown],
        "mine": mine,
        "open": event.state == ClubEvent.State.PLANNED and event.at > timezone.now(),
        "over": event.state == ClubEvent.State.OVER,
        "tables": [_table(each) for each in tables],
    }


def _table(table: ClubTable) -> dict[str, object]:
    assert table.game is not None  # only these tables are read
    return {
        "name": _("Table %(n)d") % {"n": table.number},
        "href": path("game", table.game.pk),
        "state": str(Game.Status(table.game.status).label),
    }


def makes(coming: int, wanted: list[int]) -> str:
    """The tables that this number of people fills, in words."""
    if not coming:
        return _("Nobody has said yes so far.")
    said = ngettext("%(n)d person is coming", "%(n)d people are coming", coming) % {"n": coming}
    tables = [
        ngettext("one table for %(size)d", "%(n)d tables for %(size)d", n) % {"n": n, "size": size}
        for size, n in sorted(Counter(wanted).items(), reverse=True)
    ]
    left = coming - sum(wanted)
    if not tables:
        return _("%(come)s: too few for a table so far.") % {"come": said}
    made = _("%(come)s: %(tables)s.") % {"come": said, "tables": settings.join_names(tables)}
    if not left:
        return made
    over = ngettext("%(n)d person has no seat yet.", "%(n)d people have no seat yet.", left) % {
        "n": left
    }
    return f"{made} {over}"


def says(said: Sequence[ClubMessage], seen: dict[int, datetime], reader_id: int) -> list[dict]:
    """Messages in the form for pages; of a hidden one only that it existed."""
    drawn = faces.find_faces({one.by_id for one in said})
    now, today = timezone.now(), timezone.localtime().date()
    found = []
    for one in said:
        day = timezone.localtime(one.at).date()
        when = dates.format_date(one.at, "TIME_FORMAT")
        if day != today:
            when = f"{dates.format_date(day, _('M j'))}, {when}"
        until = seen.get(one.by_id)
        found.append(
            {
                "id": one.pk,
                "name": one.by.username,
                "href": path("player", one.by.username),
                "face": drawn[one.by_id],
                "here": None if until is None else until > now,
                "text": "" if one.hidden_at else one.text,
                "hidden": one.hidden_at is not None,
                "by_moderator": one.hidden_by_moderator,
                "mine": one.by_id == reader_id,
                "when": when,
                "at": one.at.isoformat(timespec="seconds"),
            }
        )
    return found


def for_others(said: Sequence[ClubMessage], reader_id: int) -> set[int]:
    """Which of these messages this officer may neither hide nor show."""
    mates = interest.tablemates(reader_id).filter(pk__in={one.by_id for one in said})
    apart = set(mates.values_list("pk", flat=True)) - {reader_id}
    return {
        one.pk
        for one in said
        if one.by_id in apart
        or (one.by_id == reader_id and one.hidden_by_id not in (None, reader_id))
    }


def keepers(club_id: int) -> str:
    """The names of the owner and the officers."""
    ids = rights.those_who_run(club_id)
    names = dict(User.objects.filter(pk__in=ids, is_active=True).values_list("pk", "username"))
    return settings.join_names([names[each] for each in ids if each in names])


def covers() -> list[tuple[str, str, Markup]]:
    """The game types that all members may see: slug, name, cover."""
    return [
        (rules.slug, _(rules.name), fixed(f"{rules.slug}/cover.svg"))
        for rules in stage_visibility.types(None)
    ]
