"""The plan of a tournament, declared before anybody joins, and its checks.

A refusal is Illegal, with the name of the setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.clocks import checking
from games.clocks import kinds as clocks
from games.errors import Illegal
from games.models import Tournament
from games.moves import pausing
from games.rules import registry
from games.rules.engine import POINTS, BadOptions
from games.stages import stage_visibility
from games.tournaments.kinds import arena, divisions, game_rotation, robin
from games.tournaments.kinds.kind import Kind
from games.tournaments.kinds.kinds import KINDS
from games.tournaments.kinds.ladder import Rules
from games.tournaments.kinds.standing import TIE_BREAKS
from games.words import texts

MOST_PEOPLE = Kind.most_people
LONGEST_WAIT = timedelta(days=60)
MOST_AT_ONCE = 10
#: In days; players' pauses of a game also end by then.
MOST_PAUSE = pausing.LONGEST.days
MOST_ROUNDS = 12
FEWEST_OF_LEAGUE = 4


@dataclass(frozen=True)
class Plan:
    """What is declared before anybody joins.

    ``further`` are types with options that are played in rotation with the first; ``club`` is the
    number of its club; ``ladder`` and ``arena`` have the ``Rules`` of those kinds.
    """

    name: str
    kind: str
    type: str
    players: int = 2
    options: Mapping[str, object] = field(default_factory=dict)
    clock: object = None
    rated: bool = True
    allows_lines: bool = True
    least: int = 3
    most: int = 8
    starts_at: datetime | None = None
    days: int = 30
    group_size: int = 8
    match: int = 1
    lives: int = 1
    pause_days: int = 0
    rounds: int = 4
    rising: int = 2
    at_once: int = 2
    late: str = Tournament.Late.STANDS
    points: Sequence[float] = ()
    tie_breaks: Sequence[str] | None = None
    lowest: int | None = None
    highest: int | None = None
    reliable: bool = False
    further: Sequence[Mapping[str, Any]] = ()
    by_invitation: bool = False
    club: int | None = None
    ladder: Mapping[str, int] = field(default_factory=dict)
    arena: Mapping[str, Any] = field(default_factory=dict)


def usual_points(players: int) -> list[float]:
    """One for a win at a table of two; otherwise more for each better place."""
    return (
        [1.0, 0.0] if players == 2 else [float(players - place) for place in range(1, players + 1)]
    )


def check_plan(plan: Plan, now: datetime) -> Plan:
    """The plan as it is stored: its name plain, options, clock and a ladder's rules complete.

    Points and tie-breaks stay open where the usual ones apply. Raises Illegal for an impossible
    plan.
    """
    _check_settings(plan, now)
    return replace(
        plan,
        name=" ".join(plan.name.split()),
        options=_options_of(plan.type, plan.options),
        further=_further_of(plan),
        clock=clock_of(plan),
        ladder=ladder_of(plan),
        arena=arena_of(plan),
    )


def _check_settings(plan: Plan, now: datetime) -> None:
    name = " ".join(plan.name.split())
    if not 3 <= len(name) <= 60 or not name.isprintable():
        raise bad("name", _("The name must have 3 to 60 characters."))
    if plan.kind not in KINDS:
        raise bad("kind", _("There is no such kind of tournament."))
    _check_types(plan)
    most = KINDS[plan.kind].most_people
    if not plan.players <= plan.least <= plan.most <= most:
        raise bad(
            "most",
            _(
                "It must have %(few)d to %(many)d players, and the maximum must not be below "
                "the minimum."
            )
            % {"few": plan.players, "many": most},
        )
    low, high = KINDS[plan.kind].days
    if not KINDS[plan.kind].live and not low <= plan.days <= high:
        raise bad("days", _("It must last %(low)d to %(high)d days.") % {"low": low, "high": high})
    if not 3 <= plan.group_size <= 16 or not 1 <= plan.at_once <= MOST_AT_ONCE:
        raise bad("at_once", _("These numbers are too small or too large."))
    if plan.players not in KINDS[plan.kind].tables:
        raise bad("players", _two_at_a_table(plan.kind))
    if not 2 <= plan.rounds <= MOST_ROUNDS:
        raise bad("rounds", _("There must be 2 to %(most)d rounds.") % {"most": MOST_ROUNDS})
    if plan.match not in (1, 3):
        raise bad("match", _("A match has one game or three."))
    if plan.lives != 1 and (
        plan.lives != 2 or plan.kind != Tournament.Kind.ELIMINATION or plan.players != 2
    ):
        raise bad("lives", _("Only an elimination at tables of two can be double elimination."))
    if not 0 <= plan.pause_days <= MOST_PAUSE:
        raise bad("pause_days", _("It can be paused for at most %(n)d days.") % {"n": MOST_PAUSE})
    if plan.kind == Tournament.Kind.LEAGUE:
        _check_league(plan)
    if plan.starts_at is not None and not now < plan.starts_at <= now + LONGEST_WAIT:
        raise bad("starts_at", _("It must start within the next 60 days."))
    if KINDS[plan.kind].lasting:
        _check_lasting(plan)
    if plan.kind == Tournament.Kind.ARENA:
        _check_arena(plan)
    if plan.late not in Tournament.Late.values:
        raise bad("late", _("There is no such rule for late games."))
    breaks = tie_breaks_of(plan)
    if set(breaks) - set(TIE_BREAKS) or len(set(breaks)) < len(breaks):
        raise bad("tie_breaks", _("There is no such tie-break."))
    _check_points(plan)


def _check_types(plan: Plan) -> None:
    if len(plan.further) >= game_rotation.MOST_TYPES:
        raise bad(
            "further",
            _("At most %(most)d games can be in rotation.") % {"most": game_rotation.MOST_TYPES},
        )
    for type_ in (plan.type, *(str(each.get("type")) for each in plan.further)):
        try:
            rules = stage_visibility.get(type_, None)
        except registry.UnknownGameType:
            raise bad("type", _("There is no such game.")) from None
        if plan.players not in set(rules.players).intersection(robin.SIZES):
            raise bad("players", _("This game cannot be played by this many players at one table."))


def _check_league(plan: Plan) -> None:
    if plan.group_size not in divisions.SIZES:
        raise bad("group_size", _("A division has six to eight players."))
    if not 1 <= plan.rising <= divisions.MOST_RISING:
        raise bad("rising", _("One or two players are promoted, and as many are relegated."))
    if plan.least < FEWEST_OF_LEAGUE:
        raise bad("least", _("A league needs at least four players."))


def _check_lasting(plan: Plan) -> None:
    """Check a ladder: one type, and no start except its opening."""
    if plan.starts_at is not None:
        raise bad("starts_at", _("A ladder runs from the day it opens."))
    if plan.further:
        raise bad("further", _("A ladder has only one game."))


def _two_at_a_table(kind: str) -> str:
    if kind == Tournament.Kind.ARENA:
        return _("An arena has two players at a table.")
    if KINDS[kind].lasting:
        return _("A ladder has two players at a table.")
    return _("An elimination has two or four players at a table.")


def _check_arena(plan: Plan) -> None:
    """Check an arena: one type, a declared start, the points of all arenas."""
    if plan.starts_at is None:
        raise bad("starts_at", _("An arena needs a time at which it starts."))
    if plan.further:
        raise bad("further", _("An arena has only one game."))
    if plan.points or plan.tie_breaks:
        raise bad("points", _("An arena has points of its own."))
    if plan.by_invitation:
        raise bad("by_invitation", _("An arena is open to everybody, or to the members of a club."))


def arena_of(plan: Plan) -> dict[str, Any]:
    """The rules of an arena as stored: empty for other kinds."""
    if plan.kind != Tournament.Kind.ARENA:
        return {}
    try:
        found: dict[str, Any] = msgspec.to_builtins(msgspec.convert(dict(plan.arena), arena.Rules))
    except msgspec.ValidationError as error:
        raise bad(
            "arena", _("An arena cannot have these rules: %(why)s.") % {"why": error}
        ) from error
    return found


def ladder_of(plan: Plan) -> dict[str, int]:
    """The rules of a ladder as stored: empty for other kinds."""
    if not KINDS[plan.kind].lasting:
        return {}
    try:
        found: dict[str, int] = msgspec.to_builtins(msgspec.convert(dict(plan.ladder), Rules))
    except msgspec.ValidationError as error:
        raise bad(
            "ladder", _("A ladder cannot have these rules: %(why)s.") % {"why": error}
        ) from error
    return found


def tie_breaks_of(plan: Plan) -> Sequence[str]:
    if plan.tie_breaks is not None:
        return plan.tie_breaks
    usual = KINDS[plan.kind].tie_breaks
    return usual if has_points(plan) else tuple(each for each in usual if each != "share")


def has_points(declared: Plan | Tournament) -> bool:
    """Whether games of its type are decided by points; a type that is gone counts as one."""
    try:
        return registry.get(declared.type).outcome == POINTS
    except registry.UnknownGameType:
        return True


def _check_points(plan: Plan) -> None:
    given = list(plan.points)
    if given and (
        len(given) != plan.players
        or given != sorted(given, reverse=True)
        or not all(0 <= each <= 100 for each in given)
    ):
        raise bad("points", _("Give points for every place, the most for the first."))
    low, high = plan.lowest, plan.highest
    if low is not None and high is not None and low > high:
        raise bad("highest", _("The highest rating must not be below the lowest."))


def _options_of(type_: str, given: Mapping[str, object]) -> dict[str, Any]:
    rules = registry.get(type_)
    try:
        return rules.check_options(dict(given))
    except BadOptions as error:
        raise bad("options", texts.own(rules, str(error))) from error


def _further_of(plan: Plan) -> list[dict[str, Any]]:
    return [
        {"type": each["type"], "options": _options_of(each["type"], each.get("options", {}))}
        for each in plan.further
    ]


def clock_of(plan: Plan) -> dict[str, object]:
    """The clock as stored: in days, with a limit.

    A player who runs out of time loses, so that nobody else plays on for points.
    """
    setting = checking.check_clock(plan.clock)
    if KINDS[plan.kind].live:
        if not setting.live:
            raise bad("clock", _("An arena needs a clock in minutes."))
    elif not setting.limited or setting.live:
        raise bad("clock", _("A tournament needs a clock in days, with a limit."))
    return clocks.as_json(msgspec.structs.replace(setting, policy="forfeit"))


def bad(field_name: str, message: str) -> Illegal:
    return Illegal(message, f"bad_{field_name}")
