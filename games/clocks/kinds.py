"""Kinds of clocks: one class each, with its numbers, its behaviour and its words.

A new kind is a class here and a place in ``Clock``. Its checks, the form, the API's description and
the seats' clocks (``games.clocks.clock``) use the class. docs/time.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, npgettext
from msgspec import Meta

from games.models import Game

MAX_DAYS = 30
MAX_HOURS = 24 * 60
MAX_STRETCH = 60
MAX_TURNS = 60
#: How long a calendar may extend a turn, unless the game says otherwise.
STRETCH = 14
#: With a reserve, a question out of turn gets the increment, but at least this.
ASIDE, LIVE_ASIDE = timedelta(hours=12), timedelta(minutes=1)
#: With a reserve of hours, a turn begins with at least these hours, so that a move made in the
#: night costs nobody the seat; with the increment or the cap if that is less.
LEAST_HOURS = 12
#: What happens to a seat whose time is up; ``absence.policies`` does it.
Policy = Literal["bot", "replacement", "forfeit", "vote"]
POLICIES: tuple[str, ...] = get_args(Policy)


class Contradiction(NamedTuple):
    """Numbers that contradict each other: the words for programs, and the form field concerned."""

    said: str
    field: str
    beside: str


class Setting(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every kind has: what happens when a player is absent."""

    policy: Policy = "bot"
    vacation: bool = True
    stretch: Annotated[int, Meta(ge=0, le=MAX_STRETCH)] = STRETCH

    #: Whether time runs at all, and whether all players are present while it does.
    limited: ClassVar[bool] = True
    live: ClassVar[bool] = False
    #: A turn that continues after others were asked has at least this left: it may be night by
    #: then.
    goes_on_with: ClassVar[timedelta] = timedelta(hours=1)
    #: What may happen to a seat whose time is up.
    policies: ClassVar[tuple[str, ...]] = POLICIES
    #: The heading over its proposals in forms; empty among the others.
    group: ClassVar[str] = ""
    #: The form's value for freely chosen numbers, and its words; empty without numbers.
    own: ClassVar[str] = ""
    own_words: ClassVar[str] = ""

    def words(self) -> str:
        """How much time there is."""
        raise NotImplementedError

    def allotment(self) -> timedelta | None:
        """The time for one turn if nothing was saved; None without a limit."""
        return self.more()

    def more(self) -> timedelta:
        """The time of one further turn: for an owner who comes back, or for whom others wait."""
        raise NotImplementedError

    def reserve(self, before: timedelta | None) -> timedelta | None:
        """A seat's reserve for its turn after this reserve before (None: the first turn).

        None if nothing can be saved.
        """
        return None

    def reserve_after(self, left: timedelta) -> timedelta | None:
        """A seat's reserve for its next turn if this much is left of the present one, which was the
        last of those that are counted."""
        return None

    def contradiction(self) -> Contradiction | None:
        return None

    @property
    def counted(self) -> int:
        """For how many turns the time is; 0 if the clock counts none."""
        return 0

    @classmethod
    def proposed(cls) -> Iterator[Proposal]:
        """The settings that forms propose."""
        raise NotImplementedError


class PerTurn(Setting, frozen=True, kw_only=True, tag="per_turn"):
    """`days` for each whole turn."""

    days: Annotated[int, Meta(ge=1, le=MAX_DAYS, title=gettext_noop("Days per turn"))]

    group = gettext_noop("Per turn")
    own = "own_days"
    own_words = gettext_noop("days per turn as set below")

    def words(self) -> str:
        return ngettext("%(days)d day per turn", "%(days)d days per turn", self.days) % {
            "days": self.days
        }

    def more(self) -> timedelta:
        return timedelta(days=self.days)

    @classmethod
    def proposed(cls) -> Iterator[Proposal]:
        for days in (1, 2, 3, 5, 7, 14):
            yield Proposal(str(days), cls(days=days))


class Reserve(Setting, frozen=True, kw_only=True, tag="reserve"):
    """A reserve of `reserve_hours` at first, which turns use up; each ended turn adds
    `increment_hours`, up to `cap_hours`. With `turns` they are added only after so many turns:
    those have to end in the time that there is. A turn begins with at least 12 hours, or with
    `increment_hours` or `cap_hours` if that is less."""

    reserve_hours: Annotated[int, Meta(ge=1, le=MAX_HOURS, title=gettext_noop("Hours in reserve"))]
    increment_hours: Annotated[int, Meta(ge=1, le=MAX_HOURS, title=gettext_noop("Extra hours"))]
    cap_hours: Annotated[
        int,
        Meta(
            ge=1,
            le=MAX_HOURS,
            title=gettext_noop("Maximum hours in reserve"),
            description=f"reserve_hours to {MAX_HOURS}",
        ),
    ]
    # Unset, it is not stored: so releases without it go on comparing and reading such clocks.
    turns: (
        Annotated[
            int,
            Meta(
                ge=2,
                le=MAX_TURNS,
                title=gettext_noop("Extra hours every … turns (empty: 1)"),
                description=f"2 to {MAX_TURNS}; left out: each turn adds",
            ),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET

    group = gettext_noop("A reserve")
    own = "own_reserve"
    own_words = gettext_noop("a reserve as set below")

    def words(self) -> str:
        hours = (self.reserve_hours, self.increment_hours, self.cap_hours)
        if not self.counted:
            words = _("%(reserve)s in reserve, +%(more)s per turn, at most %(most)s")
        elif hours == (hours[1], hours[1], 2 * hours[1]):
            words = _("%(turns)s in %(within)s")
        else:
            words = _("%(reserve)s in reserve, +%(more)s per %(turns)s, at most %(most)s")
        return words % {
            "reserve": _hours(self.reserve_hours),
            "more": _hours(self.increment_hours),
            "most": _hours(self.cap_hours),
            "within": _within(self.increment_hours),
            "turns": ngettext("%(n)d turn", "%(n)d turns", self.counted) % {"n": self.counted},
        }

    def allotment(self) -> timedelta:
        return max(self.more(), ASIDE)

    def more(self) -> timedelta:
        share = timedelta(hours=self.increment_hours) / (self.counted or 1)
        return max(min(share, timedelta(hours=self.cap_hours)), self._least)

    @property
    def counted(self) -> int:
        return self.turns or 0

    def reserve(self, before: timedelta | None) -> timedelta:
        given = timedelta(hours=self.reserve_hours) if before is None else before
        return max(given, self._least)

    @property
    def _least(self) -> timedelta:
        return timedelta(hours=min(LEAST_HOURS, self.increment_hours, self.cap_hours))

    def reserve_after(self, left: timedelta) -> timedelta:
        added = timedelta(hours=self.increment_hours)
        return min(left + added, timedelta(hours=self.cap_hours))

    def contradiction(self) -> Contradiction | None:
        if self.cap_hours >= self.reserve_hours:
            return None
        return Contradiction(
            _("cap_hours must be at least reserve_hours"),
            "cap_hours",
            _("This is less than the reserve at the start. Choose a higher maximum."),
        )

    @classmethod
    def proposed(cls) -> Iterator[Proposal]:
        names = {
            "fast": gettext_noop("Fast"),
            "normal": gettext_noop("Normal"),
            "slow": gettext_noop("Slow"),
        }
        for value, setting in PRESETS.items():
            yield Proposal(value, setting, names[value])
        for turns, days in ((10, 10), (10, 30), (40, 30)):
            yield Proposal(f"turns-{turns}-{days}", cls.counting(turns, days))

    @classmethod
    def counting(cls, turns: int, days: int) -> Reserve:
        """So many turns in these days; then the days are added for the next turns."""
        hours = 24 * days
        return cls(reserve_hours=hours, increment_hours=hours, cap_hours=2 * hours, turns=turns)


class Live(Setting, frozen=True, kw_only=True, tag="live"):
    """all are there: `move_minutes` for each whole turn, or `reserve_minutes` to begin with and
    `increment_seconds` more after each turn. No calendar counts: `vacation` is false, `stretch` 0,
    and `policy` is `bot` or `forfeit`."""

    policy: Literal["bot", "forfeit"] = "bot"
    vacation: bool = False
    stretch: Annotated[int, Meta(ge=0, le=0)] = 0
    move_minutes: (
        Annotated[int, Meta(ge=1, le=10, title=gettext_noop("Minutes per turn"))] | None
    ) = None
    reserve_minutes: (
        Annotated[int, Meta(ge=5, le=60, title=gettext_noop("Minutes in reserve"))] | None
    ) = None
    increment_seconds: (
        Annotated[int, Meta(ge=5, le=60, title=gettext_noop("Extra seconds per turn"))] | None
    ) = None

    live = True
    policies = ("bot", "forfeit")
    goes_on_with = timedelta(seconds=30)
    group = gettext_noop("Live: everyone is there")

    def words(self) -> str:
        if self.move_minutes is not None:
            return ngettext(
                "live, %(n)d minute per turn", "live, %(n)d minutes per turn", self.move_minutes
            ) % {"n": self.move_minutes}
        return _("live, %(reserve)d minutes in reserve, +%(more)d seconds per turn") % {
            "reserve": self.reserve_minutes or 0, "more": self.increment_seconds or 0,
        }  # fmt: skip

    def allotment(self) -> timedelta:
        return max(self.more(), LIVE_ASIDE)

    def more(self) -> timedelta:
        if self.move_minutes is not None:
            return timedelta(minutes=self.move_minutes)
        return timedelta(seconds=self.increment_seconds or 0)

    def reserve(self, before: timedelta | None) -> timedelta | None:
        if self.reserve_minutes is None:
            return None
        if before is None:
            return timedelta(minutes=self.reserve_minutes)
        return max(before, self.more())

    def reserve_after(self, left: timedelta) -> timedelta | None:
        return None if self.reserve_minutes is None else left + self.more()

    def contradiction(self) -> Contradiction | None:
        reserve = (self.reserve_minutes, self.increment_seconds)
        if reserve.count(None) != (0 if self.move_minutes is None else 2):
            return Contradiction(
                _("it needs move_minutes, or reserve_minutes and increment_seconds"),
                "clock",
                _("Choose minutes per turn, or a reserve."),
            )
        if self.vacation:
            return Contradiction(
                _("nobody can go on vacation in a live game"),
                "vacation",
                _("This is not possible in a live game."),
            )
        return None

    @classmethod
    def proposed(cls) -> Iterator[Proposal]:
        for minutes in (1, 3, 5):
            yield Proposal(f"live-{minutes}", cls(move_minutes=minutes))
        for minutes, seconds in ((10, 10), (15, 15), (30, 20)):
            setting = cls(reserve_minutes=minutes, increment_seconds=seconds)
            yield Proposal(f"live-{minutes}-{seconds}", setting)


class Unlimited(Setting, frozen=True, kw_only=True, tag="none"):
    """no limit."""

    limited = False

    def words(self) -> str:
        return _("no time limit")

    def allotment(self) -> None:
        return None

    def more(self) -> timedelta:
        return timedelta()

    @classmethod
    def proposed(cls) -> Iterator[Proposal]:
        yield Proposal("0", cls())


Clock = PerTurn | Reserve | Live | Unlimited
KINDS: dict[str, type[Clock]] = {kind.__struct_config__.tag: kind for kind in get_args(Clock)}
DEFAULT = PerTurn(days=3)
PRESETS = {
    "fast": Reserve(reserve_hours=24, increment_hours=8, cap_hours=48),
    "normal": Reserve(reserve_hours=120, increment_hours=24, cap_hours=240),
    "slow": Reserve(reserve_hours=240, increment_hours=48, cap_hours=480),
}


class Proposal(NamedTuple):
    """A setting that forms propose, by the value of the field; some have a name."""

    value: str
    setting: Clock
    name: str = ""

    def words(self) -> str:
        words = self.setting.words()
        return f"{_(self.name)}: {words}" if self.name else words


def policies_of(stored: Mapping[str, Any]) -> tuple[str, ...]:
    """The policies that a clock of this kind may have."""
    return KINDS[stored["kind"]].policies


def get_clock(game: Game) -> Clock:
    """The clock of a stored game."""
    return read_clock(game.clock)


def read_clock(stored: Mapping[str, Any]) -> Clock:
    """A stored setting; settings of earlier releases have no policy for absence."""
    return msgspec.convert(stored, KINDS[stored["kind"]])  # faster than a union, on each move


def as_json(setting: Clock) -> dict[str, object]:
    """The form in which it is stored and sent."""
    data: dict[str, object] = msgspec.to_builtins(setting)
    return data


def _hours(number: int) -> str:
    """A span of this many hours, in days if that is a whole number."""
    if number % 24:
        return ngettext("%(n)d hour", "%(n)d hours", number) % {"n": number}
    days = number // 24
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def _within(number: int) -> str:
    """The same as the time in which something has to be done."""
    if number % 24:
        return _hours(number)
    days = number // 24
    return npgettext("in", "%(n)d day", "%(n)d days", days) % {"n": days}
