"""A person's record for moderators: when they joined, and earlier decisions about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Sanction, User
from games.models import Case, Tenure

LINES = 5


@dataclass(frozen=True)
class Line:
    """An earlier decision."""

    at: datetime
    text: str
    by: str


@dataclass(frozen=True)
class Record:
    """A person's record, for the page of a case."""

    facts: list[str]
    upheld: str
    lines: list[Line]


def read_record(person: User) -> Record:
    sat = Tenure.objects.filter(user=person)
    games = sat.values("seat__game").distinct().count()
    left = sat.filter(ended__in=(Tenure.Reason.RESIGNED, Tenure.Reason.FORFEITED)).count()
    decided = Case.objects.filter(person=person).exclude(state=Case.State.OPEN)
    decided = decided.exclude(about=Case.About.APPEAL)
    upheld = decided.filter(state=Case.State.ACTED).count()
    since = date_format(person.date_joined, "YEAR_MONTH_FORMAT")
    return Record(
        facts=[
            _("since %(month)s") % {"month": since},
            ngettext("%(n)d game", "%(n)d games", games) % {"n": games},
            _("%(n)d abandoned") % {"n": left},
        ],
        upheld=_("%(upheld)d of %(all)d upheld") % {"upheld": upheld, "all": decided.count()},
        lines=_lines(person),
    )


def _lines(person: User) -> list[Line]:
    """The last sanctions, and the last dismissed cases, newest first."""
    imposed = person.sanctions.filter(withdrawn_at=None).select_related("by")[:LINES]
    nothing = Case.objects.filter(person=person, state=Case.State.DISMISSED)
    nothing = nothing.exclude(about=Case.About.APPEAL).select_related("closed_by")
    lines = [
        Line(each.at, f"{each.get_kind_display()}: {each.reason}", _name(each.by))
        for each in imposed
    ]
    for case in nothing.order_by("-closed_at")[:LINES]:
        assert case.closed_at is not None
        text = _("case closed without action: %(about)s") % {"about": case.get_about_display()}
        lines.append(Line(case.closed_at, text, _name(case.closed_by)))
    return sorted(lines, key=lambda line: line.at, reverse=True)[:LINES]


def describe_decision(case: Case) -> str:
    """The decision in a few words."""
    done = case.done
    said = [
        _("hidden") if "message" in done else "",
        _("renamed") if "renamed" in done else "",
        _("withdrawn") if "withdrawn" in done else "",
        _kind(done["sanction"]) if "sanction" in done else "",
    ]
    if case.state == Case.State.DISMISSED:
        return _("decision kept") if case.about == Case.About.APPEAL else _("nothing wrong")
    return ", ".join(filter(None, said)) or _("dealt with")


def _kind(sanction_id: int) -> str:
    sanction = Sanction.objects.filter(pk=sanction_id).first()
    return sanction.get_kind_display() if sanction else ""


def _name(user: User | None) -> str:
    return user.username if user else "–"
