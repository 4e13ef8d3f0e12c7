"""The quick match in words: which players it considers, and how long it usually takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lobby import opponent_stats, quick, requirements, waiting_times
from games.lobby.pace import PACES
from games.lobby.requirements import Facts
from games.pages.lists.open_rows import Rating
from games.ratings import pools
from games.rules.engine import Rules
from games.words import table_package


class Lesson(TypedDict):
    """A game that a person has not played yet and can learn."""

    slug: str
    name: str
    minutes: int


class Range(TypedDict):
    """For a rated match: the reader's rating, and the range in which it searches first.

    ``of``: "days" or "live", which are rated separately.
    """

    of: str
    rating: Rating
    least: int
    most: int


class Said(TypedDict):
    """The words for matches at one game type; ``waits``: the usual waiting time by pace."""

    slug: str
    ranges: list[Range]
    waits: dict[str, str]


def describe_matches(user_id: int, types: Iterable[Rules[Any]]) -> list[Said]:
    """These words for each of these game types."""
    facts, usual = requirements.facts_about(user_id), waiting_times.usual()
    found: list[Said] = []
    for rules in types:
        taken = {pace: usual[rules.slug, pace] for pace in PACES if (rules.slug, pace) in usual}
        found.append(
            {
                "slug": rules.slug,
                "ranges": [_range(facts, rules.slug, live=live) for live in (False, True)],
                "waits": {pace: lasting(time) for pace, time in taken.items()},
            }
        )
    return found


def _range(facts: Mapping[str, Facts], slug: str, *, live: bool) -> Range:
    known = requirements.facts_in_pool(facts, pools.pool(slug, live=live))
    skill = known.skill
    return {
        "of": "live" if live else "days",
        "rating": {
            "number": skill.number,
            "doubt": skill.doubt,
            "provisional": known.provisional,
        },
        "least": skill.number - quick.FIRST,
        "most": skill.number + quick.FIRST,
    }


def first_type(user_id: int, types: Iterable[Rules[Any]]) -> str:
    """The proposed type: the one most played."""
    known = {rules.slug for rules in types}
    return next((slug for slug in opponent_stats.types_of(user_id) if slug in known), "")


def lesson_for(user_id: int, types: Iterable[Rules[Any]]) -> Lesson | None:
    """The lesson of one of these games that this person does not know, if there is one."""
    played = opponent_stats.types_of(user_id)
    for rules in types:
        lessons = table_package.lessons(rules)
        if rules.slug not in played and lessons:
            return {"slug": rules.slug, "name": _(rules.name), "minutes": lessons[0].minutes}
    return None


def lasting(time: timedelta) -> str:
    """A span of time in its largest unit."""
    minutes = max(1, round(time.total_seconds() / 60))
    if minutes >= 36 * 60:
        days = round(minutes / 1440)
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    if minutes >= 90:
        hours = round(minutes / 60)
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
