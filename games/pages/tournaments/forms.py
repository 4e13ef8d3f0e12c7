"""The forms for a new tournament: first kind and game, then the rules, with sensible defaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clocks import kinds as clocks
from games.errors import GameError
from games.models import Series, Tournament
from games.pages import options
from games.rules.engine import Rules as GameRules
from games.stages import stage_visibility
from games.tournaments.kinds import arena
from games.tournaments.kinds.divisions import MOST_RISING
from games.tournaments.kinds.kinds import KINDS
from games.tournaments.kinds.ladder import Rules
from games.tournaments.plan import (
    MOST_AT_ONCE,
    MOST_PAUSE,
    MOST_PEOPLE,
    MOST_ROUNDS,
    Plan,
)

#: By how many days a calendar may extend a tournament turn.
STRETCH = 7
_RHYTHMS: list[tuple[Any, object]] = [("", gettext_lazy("once only")), *Series.Rhythm.choices]
_ONCE_OR_OVER = [each for each in _RHYTHMS if each[0] in ("", Series.Rhythm.OVER)]


class KindForm(forms.Form):
    """The first step: the kind of tournament, and the game."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"), choices=Tournament.Kind, widget=forms.RadioSelect
    )
    type = forms.ChoiceField(label=gettext_lazy("Game"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["type"].choices = _types()  # type: ignore[attr-defined]

    @property
    def kinds(self) -> list[tuple[str, str, str]]:
        """Each kind with its name, and a sentence about it."""
        return [(kind.value, str(kind.label), str(_ABOUT[kind])) for kind in Tournament.Kind]


_ABOUT = {
    Tournament.Kind.ROBIN: gettext_lazy(
        "Everyone plays everyone. With many players there are groups, whose winners meet "
        "in a final group."
    ),
    Tournament.Kind.SWISS: gettext_lazy(
        "In each round, players with the same score meet, and nobody meets the same "
        "opponent twice. Nobody is eliminated."
    ),
    Tournament.Kind.ELIMINATION: gettext_lazy(
        "You are out after one loss (or two, in double elimination). At tables of four, "
        "the top two advance."
    ),
    Tournament.Kind.LEAGUE: gettext_lazy(
        "Divisions of six to eight players, season after season: the best are promoted, "
        "the last are relegated."
    ),
    Tournament.Kind.ARENA: gettext_lazy(
        "An evening of live games: as soon as a game is over you meet somebody else, and join "
        "or pause at any time."
    ),
    Tournament.Kind.LADDER: gettext_lazy(
        "It runs from the day it opens. You join at the bottom and challenge players above you."
    ),
}


class TournamentForm(forms.Form):
    """The arguments of ``opening.open_`` for one kind and game type.

    Fields of other kinds are left out, and those of the type's options are among the games.
    """

    name = forms.CharField(label=gettext_lazy("Name"), min_length=3, max_length=60)
    players = forms.TypedChoiceField(label=gettext_lazy("Players at a table"), coerce=int)
    further = forms.MultipleChoiceField(
        label=gettext_lazy("More games in rotation"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "In each round, all tables play one of these games: in this order, and then "
            "again from the first. All games after the first use their usual options."
        ),
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False, initial=True)
    allows_lines = forms.BooleanField(
        label=gettext_lazy("Trying lines out is allowed"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Players can try choices out in a copy of the game, in which hidden things and "
            "chance are dealt anew. It reveals nothing."
        ),
    )

    most = forms.IntegerField(
        label=gettext_lazy("Places"), min_value=2, max_value=MOST_PEOPLE, initial=8
    )
    least = forms.IntegerField(
        label=gettext_lazy("Minimum number of players"),
        min_value=2,
        max_value=MOST_PEOPLE,
        initial=4,
        help_text=gettext_lazy("With fewer players on its starting day, it is cancelled."),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy(
            "If you leave this empty, it starts as soon as all places are taken. A "
            "regular tournament starts when its days to join are over."
        ),
    )
    by_invitation = forms.BooleanField(
        label=gettext_lazy("By invitation only"),
        required=False,
        help_text=gettext_lazy("You invite them on its page, until it begins."),
    )
    club = forms.TypedChoiceField(
        label=gettext_lazy("For a club"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("Only its members see it and can join, as with its games."),
    )
    lowest = forms.IntegerField(
        label=gettext_lazy("Ratings from"), required=False, min_value=0, max_value=4000
    )
    highest = forms.IntegerField(
        label=gettext_lazy("Ratings up to"), required=False, min_value=0, max_value=4000
    )
    reliable = forms.BooleanField(
        label=gettext_lazy("Only for players who take nine of ten turns on time"), required=False
    )

    group_size = forms.TypedChoiceField(
        label=gettext_lazy("Players in a group or division"),
        coerce=int,
        choices=[(n, n) for n in (4, 5, 6, 7, 8, 9, 13, 16)],
        initial=8,
        help_text=gettext_lazy(
            "In a group, everyone plays everyone; eight players play seven games each."
        ),
    )
    rounds = forms.TypedChoiceField(
        label=gettext_lazy("Rounds"),
        coerce=int,
        choices=[(n, n) for n in range(2, MOST_ROUNDS + 1)],
        initial=Plan.rounds,
        help_text=gettext_lazy("8 players need 3 rounds to find a winner, 32 players need 5."),
    )
    match = forms.TypedChoiceField(
        label=gettext_lazy("Games per match"),
        coerce=int,
        choices=[(1, 1), (3, 3)],
        initial=Plan.match,
        required=False,
        help_text=gettext_lazy("At tables of two, a match can be the best of three."),
    )
    lives = forms.TypedChoiceField(
        label=gettext_lazy("Out after losing"),
        coerce=int,
        choices=[(1, gettext_lazy("once")), (2, gettext_lazy("twice"))],
        initial=Plan.lives,
        required=False,
        help_text=gettext_lazy("At tables of two, there can also be a losers' bracket."),
    )
    rising = forms.TypedChoiceField(
        label=gettext_lazy("Promoted and relegated per division"),
        coerce=int,
        choices=[(n, n) for n in range(1, MOST_RISING + 1)],
        initial=Plan.rising,
        required=False,
    )
    reach = forms.IntegerField(
        label=gettext_lazy("How many rungs up you can challenge"),
        min_value=1,
        max_value=20,
        initial=Rules().reach,
        required=False,
    )
    answer_days = forms.IntegerField(
        label=gettext_lazy("Days to answer"),
        min_value=1,
        max_value=14,
        initial=Rules().answer_days,
        required=False,
        help_text=gettext_lazy(
            "Days away do not count. A player who does not answer loses the game."
        ),
    )
    again_days = forms.IntegerField(
        label=gettext_lazy("Days until the same two can meet again"),
        min_value=0,
        max_value=90,
        initial=Rules().again_days,
        required=False,
    )
    idle_days = forms.IntegerField(
        label=gettext_lazy("Days of inactivity before a player drops one rung"),
        min_value=7,
        max_value=180,
        initial=Rules().idle_days,
        required=False,
    )
    minutes = forms.TypedChoiceField(
        label=gettext_lazy("Minutes"),
        coerce=int,
        choices=[(n, n) for n in (30, 45, 60, 90, 120, 180)],
        initial=arena.Rules().minutes,
        required=False,
        help_text=gettext_lazy("New games begin during this time."),
    )
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes after the end in which games still count"),
        min_value=1,
        max_value=30,
        initial=arena.Rules().grace_minutes,
        required=False,
    )
    guests = forms.BooleanField(label=gettext_lazy("Guests can join"), required=False)
    clock = forms.ChoiceField(label=gettext_lazy("Time"), initial="2")
    at_once = forms.TypedChoiceField(
        label=gettext_lazy("Games per player at once"),
        coerce=int,
        choices=[(n, n) for n in range(1, MOST_AT_ONCE + 1)],
        initial=Plan.at_once,
    )
    days = forms.IntegerField(label=gettext_lazy("Days at most"), min_value=1)
    late = forms.ChoiceField(
        label=gettext_lazy("If a game is not over by then"), choices=Tournament.Late
    )
    pause_days = forms.IntegerField(
        label=gettext_lazy("Days that you may pause it, in total"),
        required=False,
        min_value=0,
        max_value=MOST_PAUSE,
        initial=7,
        help_text=gettext_lazy(
            "During a pause no clock runs, and everything ends that much later."
        ),
    )

    rhythm = forms.ChoiceField(
        label=gettext_lazy("Repeats"),
        required=False,
        help_text=gettext_lazy("A regular tournament opens again by itself until you end it."),
    )
    joining = forms.IntegerField(
        label=gettext_lazy("Days to join a regular tournament"),
        min_value=0,
        max_value=60,
        initial=7,
        required=False,
        help_text=gettext_lazy(
            "Each tournament begins this long after it opens. A season of a league begins "
            "this long after the one before, and players can withdraw until then."
        ),
    )

    def __init__(
        self,
        kind: str,
        rules: GameRules[Any],
        *args: Any,
        clubs: Sequence[tuple[int, str]],
        **kwargs: Any,
    ) -> None:
        """``clubs`` are those for which this person may open a tournament, by number and name."""
        super().__init__(*args, **kwargs)
        self.kind, self.rules = kind, rules
        self._proposed = {
            proposal.value: proposal
            for each in clocks.KINDS.values()
            for proposal in each.proposed()
            if proposal.setting.limited and proposal.setting.live == KINDS[kind].live
        }
        seats = [n for n in sorted(rules.players) if n in KINDS[kind].tables]
        lists: dict[str, list[tuple[Any, object]]] = {
            "players": [(n, n) for n in seats],
            "further": [each for each in _types() if each[0] != rules.slug],
            "clock": [(value, each.words()) for value, each in self._proposed.items()],
            "club": [("", _("none")), *clubs],
            # what lasts runs from its opening, so nobody joins before it begins
            "rhythm": _ONCE_OR_OVER if KINDS[kind].lasting else _RHYTHMS,
        }
        for name, choices in lists.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        if kind in _DAYS:
            self.fields["days"].initial, about = _DAYS[kind]
            self.fields["days"].help_text = str(about)
        if kind == Tournament.Kind.ARENA:
            self._set_arena()
        self.fields |= options.fields(rules)
        for name in [name for name in self.fields if kind not in _KINDS_OF.get(name, {kind})]:
            del self.fields[name]
        if not clubs:
            del self.fields["club"]

    def _set_arena(self) -> None:
        """It has a time at which it starts, minutes, and many places."""
        begins = self.fields["starts_at"]
        begins.required = True
        begins.help_text = _("With fewer players than the minimum it is cancelled then.")
        self.fields["least"].help_text = ""
        self.fields["clock"].initial = "live-3"
        most = KINDS[self.kind].most_people
        self.fields["most"] = forms.IntegerField(
            label=_("Places"), min_value=2, max_value=most, initial=100
        )
        self.fields["least"].initial = 2
        rhythms = [each for each in self.fields["rhythm"].choices if each[0] != Series.Rhythm.OVER]  # type: ignore[attr-defined]
        self.fields["rhythm"].choices = rhythms  # type: ignore[attr-defined]

    @property
    def title(self) -> str:
        return str(Tournament.Kind(self.kind).label)

    @property
    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Its fields by subject."""
        own = [name for name in self.fields if name.startswith(options.PREFIX)]
        among = {"rated": [*own, "rated"]}
        return [
            (
                str(title),
                [self[each] for name in names for each in among.get(name, [name])
                 if each in self.fields],
            )
            for title, names in _SECTIONS
        ]  # fmt: skip

    @property
    def rhythm_(self) -> str:
        """How often it is repeated; empty if it takes place once."""
        return str(self.cleaned_data.get("rhythm", Series.Rhythm.OVER))

    @property
    def days_to_join(self) -> int:
        return self.cleaned_data.get("joining") or 0

    def plan(self) -> Plan:
        return Plan(**self._settings())

    def _settings(self) -> dict[str, Any]:
        """The parts of a plan that the form has."""
        given = self.cleaned_data
        of_plan = {each.name for each in fields(Plan)}
        data = {name: value for name, value in given.items() if name in of_plan and value != ""}
        data |= {"kind": self.kind, "type": self.rules.slug}
        data["options"] = options.chosen(self.rules, given)
        setting = self._proposed[given["clock"]].setting
        data["clock"] = clocks.as_json(setting)
        if not setting.live:
            data["clock"]["stretch"] = STRETCH
        data["further"] = [{"type": slug} for slug in given.get("further", ())]
        data["pause_days"] = given.get("pause_days") or 0
        if self.kind == Tournament.Kind.ARENA:
            data["arena"] = {
                name: given[name]
                for name in arena.Rules.__struct_fields__
                if given[name] not in (None, "")
            }
        if self.kind == Tournament.Kind.LADDER:
            data["ladder"] = {
                name: given[name] for name in Rules.__struct_fields__ if given[name] is not None
            }
        return data


_ALL = frozenset(Tournament.Kind)
_LADDER = frozenset({Tournament.Kind.LADDER})
_ARENA = frozenset({Tournament.Kind.ARENA})
_ELIMINATION = frozenset({Tournament.Kind.ELIMINATION})
#: Fields that only some kinds of tournaments have.
_KINDS_OF: dict[str, Set[str]] = {
    "group_size": {Tournament.Kind.ROBIN, Tournament.Kind.LEAGUE},
    "rounds": {Tournament.Kind.SWISS},
    **dict.fromkeys(("match", "lives"), _ELIMINATION),
    "rising": {Tournament.Kind.LEAGUE},
    **dict.fromkeys(Rules.__struct_fields__, _LADDER),
    **dict.fromkeys(arena.Rules.__struct_fields__, _ARENA),
    **dict.fromkeys(("starts_at", "least"), _ALL - _LADDER),
    **dict.fromkeys(("further", "pause_days"), _ALL - _LADDER - _ARENA),
    "joining": _ALL - _LADDER,
    **dict.fromkeys(("days", "late", "at_once", "by_invitation"), _ALL - _ARENA),
    "rhythm": _ALL - {Tournament.Kind.LEAGUE},
}
_EACH_ROUND = gettext_lazy("For each round.")
#: The usual days of each kind, and what they are for.
_DAYS: dict[str, tuple[int, Promise]] = {
    Tournament.Kind.ROBIN: (60, gettext_lazy("And as many again for a final group.")),
    Tournament.Kind.SWISS: (14, _EACH_ROUND),
    Tournament.Kind.ELIMINATION: (21, _EACH_ROUND),
    Tournament.Kind.LEAGUE: (60, gettext_lazy("For a season.")),
    Tournament.Kind.LADDER: (180, gettext_lazy("In total, at least 30.")),
}
_SECTIONS = (
    ("", ("name",)),
    (gettext_lazy("The game"), ("players", "rated", "allows_lines", "further")),
    (
        gettext_lazy("How it goes"),
        (
            *("group_size", "rounds", "match", "lives", "rising"),
            *("reach", "answer_days", "again_days", "idle_days"),
            *("minutes", "grace_minutes"),
            *("clock", "at_once", "days", "late", "pause_days"),
        ),
    ),
    (
        gettext_lazy("Participants"),
        (
            *("most", "least", "starts_at", "by_invitation", "club"),
            *("guests", "lowest", "highest", "reliable"),
        ),
    ),
    (gettext_lazy("Again"), ("rhythm", "joining")),
)


def _types() -> list[tuple[Any, object]]:
    return [(rules.slug, _(rules.name)) for rules in stage_visibility.types(None)]


@contextmanager
def said_at_its_field(form: forms.Form) -> Iterator[None]:
    """Show a refusal of the whole form at the field that it is about."""
    try:
        yield
    except GameError as error:
        field = error.code.removeprefix("bad_")
        form.add_error(field if field in form.fields else None, str(error))
