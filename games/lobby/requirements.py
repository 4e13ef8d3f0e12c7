"""Requirements for joining a game: a range of ratings, turns on time, finished games.

Its creator sets them for strangers; people who are invited by name need not meet them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec
from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Meta

from games.errors import Illegal, Refused
from games.models import Game, Standing, Tally
from games.ratings import pools
from games.ratings.seasons import ALWAYS
from games.ratings.skill import BEGINNER, Skill
from games.statistics import habits
from games.statistics.habits import Reliability

#: With fewer turns nobody counts as unreliable.
FEWEST_TURNS = 10
LOWEST, HIGHEST = 0, 3000
MOST_GAMES = 100

Rating = Annotated[int, Meta(ge=LOWEST, le=HIGHEST)]


class Requirements(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Requirements for joining; None or 0 requires nothing. ``in_time`` is a percentage of
    turns."""

    least: Rating | None = None
    most: Rating | None = None
    in_time: Annotated[int, Meta(ge=0, le=100)] = 0
    games: Annotated[int, Meta(ge=0, le=MOST_GAMES)] = 0


class Facts(NamedTuple):
    """A person's record at a game type: skill, finished games, and how reliable recent turns
    were."""

    skill: Skill
    provisional: bool
    games: int
    turns: Reliability

    @property
    def rating(self) -> int:
        return self.skill.number


#: For a person who has not played, or has no account yet.
UNKNOWN = Facts(BEGINNER, True, 0, Reliability(0, 0))


def check_requirements(asks: Mapping[str, object] | None) -> dict[str, object] | None:
    """The requirements in the form in which they are stored; None if there are none.

    Illegal if they contradict each other.
    """
    try:
        found = msgspec.convert(dict(asks or {}), Requirements)
    except msgspec.ValidationError as error:
        raise Illegal(
            _("These requirements for joining are not valid: %(why)s.") % {"why": error}, "bad_asks"
        ) from error
    if found.least is not None and found.most is not None and found.least > found.most:
        raise Illegal(_("The lowest rating is above the highest."), "bad_asks")
    data: dict[str, object] = msgspec.to_builtins(found)
    return data or None


def read_stored(stored: Mapping[str, Any] | None) -> Requirements:
    """The requirements of a stored game."""
    return msgspec.convert(stored or {}, Requirements)


def facts_about(user_id: int | None) -> dict[str, Facts]:
    """This person's record by the pools of game types; ``facts_in_pool`` reads it."""
    return {} if user_id is None else facts_about_many([user_id])[user_id]


def facts_about_many(user_ids: Iterable[int]) -> dict[int, dict[str, Facts]]:
    """The same for each of these people."""
    answering = habits.read_habits(user_ids)
    ratings: dict[int, dict[str, Standing]] = defaultdict(dict)
    for standing in Standing.objects.filter(user__in=answering, season=ALWAYS):
        ratings[standing.user_id][standing.type] = standing
    games: dict[int, dict[str, int]] = defaultdict(dict)
    records = Tally.objects.filter(user__in=answering, kind="record")
    for user_id, type_, number in records.values_list("user_id", "type").annotate(Sum("games")):
        games[user_id][type_] = number
    return {
        user_id: {
            pool: _facts(ratings[user_id].get(pool), games[user_id].get(type_, 0), known.turns)
            for type_ in {*map(pools.type_of, ratings[user_id]), *games[user_id]}
            for pool in pools.both(type_)
        }
        | {"": UNKNOWN._replace(turns=known.turns)}
        for user_id, known in answering.items()
    }


def _facts(standing: Standing | None, games: int, turns: Reliability) -> Facts:
    if standing is None:
        return Facts(BEGINNER, True, games, turns)
    return Facts(Skill(standing.mu, standing.sigma), not standing.listed, games, turns)


def facts_in_pool(found: Mapping[str, Facts], pool: str) -> Facts:
    """The part of ``facts_about``'s result for one pool."""
    return found.get(pool) or found.get("") or UNKNOWN


def lacks(asks: Requirements, person: Facts) -> str:
    """Why this person may not join, in words; empty if they may."""
    if asks.least is not None and person.rating < asks.least:
        return _("%(short)d rating points below %(least)d") % {
            "short": asks.least - person.rating, "least": asks.least,
        }  # fmt: skip
    if asks.most is not None and person.rating > asks.most:
        return _("%(over)d rating points above %(most)d") % {
            "over": person.rating - asks.most, "most": asks.most,
        }  # fmt: skip
    if person.games < asks.games:
        missing = asks.games - person.games
        return ngettext(
            "%(n)d more finished game needed", "%(n)d more finished games needed", missing
        ) % {"n": missing}
    share = in_time(person.turns)
    if share is not None and share < asks.in_time:
        return _("%(share)d %% of your turns on time, %(asked)d %% required") % {
            "share": share, "asked": asks.in_time,
        }  # fmt: skip
    return ""


def in_time(turns: Reliability) -> int | None:
    """The percentage of turns on time; None while too few turns are known."""
    if turns.turns < FEWEST_TURNS:
        return None
    return 100 * (turns.turns - turns.timeouts) // turns.turns


def check_fits(game: Game, user_id: int) -> None:
    """Raise Refused, with the reason, for a person who does not meet the requirements."""
    if not game.asks:
        return
    why = lacks(read_stored(game.asks), facts_in_pool(facts_about(user_id), pools.find_pool(game)))
    if why:
        raise Refused(
            _("You do not meet the requirements of this game: %(why)s.") % {"why": why},
            "not_asked_for",
        )


def describe(asks: Requirements) -> list[str]:
    """The requirements in a few words each."""
    said = []
    if asks.least is not None and asks.most is not None:
        said.append(_("rating %(least)d to %(most)d") % {"least": asks.least, "most": asks.most})
    elif asks.least is not None:
        said.append(_("rating from %(least)d") % {"least": asks.least})
    elif asks.most is not None:
        said.append(_("rating up to %(most)d") % {"most": asks.most})
    if asks.games:
        said.append(
            ngettext("%(n)d finished game", "%(n)d finished games", asks.games) % {"n": asks.games}
        )
    if asks.in_time:
        said.append(_("%(share)d %% on time") % {"share": asks.in_time})
    return said
