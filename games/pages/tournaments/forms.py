"""The forms for a new tournament, sensible as it stands, and for the plan of a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clocks import checking
from games.clocks import kinds as clocks
from games.errors import GameError
from games.models import Series, Tournament
from games.rules import registry
from games.tournaments.divisions import MOST_RISING
from games.tournaments.entering import (
    MOST_AT_ONCE,
    MOST_PAUSE,
    MOST_PEOPLE,
    MOST_ROUNDS,
    Plan,
)
from games.tournaments.kinds import KINDS
from games.tournaments.ladder import Rules
from games.tournaments.series import plan_of

#: How far a calendar may stretch a turn of a tournament, in days.
STRETCH = 7


class NewTournamentForm(forms.Form):
    """What ``entering.open_`` takes."""

    name = forms.CharField(label=gettext_lazy("Name"), min_length=3, max_length=60)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"),
        choices=Tournament.Kind,
        help_text=gettext_lazy(
            "In a Swiss those with equal points meet in each round, and nobody twice. In an "
            "elimination who loses is out; at tables of four the first two go on. A league has "
            "divisions of six to eight, and season after season. A ladder runs from its opening "
            "on: one challenges those above oneself, and joins at the bottom."
        ),
    )
    type = forms.ChoiceField(label=gettext_lazy("Game"))
    further = forms.MultipleChoiceField(
        label=gettext_lazy("Other games in turn with it"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("A game in each round, in this order, and then from the start."),
    )
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players at a table"), coerce=int, choices=[(n, n) for n in (2, 3, 4)]
    )
    most = forms.IntegerField(
        label=gettext_lazy("Places"),
        min_value=2,
        max_value=MOST_PEOPLE,
        initial=8,
        help_text=gettext_lazy(
            "More than one group has room for play in several, then in a final."
        ),
    )
    group_size = forms.TypedChoiceField(
        label=gettext_lazy("People in a group or division"),
        coerce=int,
        choices=[(n, n) for n in (4, 5, 6, 7, 8, 9, 13, 16)],
        initial=8,
        help_text=gettext_lazy(
            "In a group everybody meets everybody; eight people play seven games each."
        ),
    )
    rounds = forms.TypedChoiceField(
        label=gettext_lazy("Rounds, of a Swiss"),
        coerce=int,
        choices=[(n, n) for n in range(2, MOST_ROUNDS + 1)],
        initial=5,
        required=False,
        help_text=gettext_lazy("With 8 people 3 rounds find a winner, with 32 people 5."),
    )
    match = forms.TypedChoiceField(
        label=gettext_lazy("Games of a match, in an elimination"),
        coerce=int,
        choices=[(1, 1), (3, 3)],
        initial=1,
        required=False,
        help_text=gettext_lazy("At tables of two the better of three can go on."),
    )
    lives = forms.TypedChoiceField(
        label=gettext_lazy("Out of an elimination is who has lost"),
        coerce=int,
        choices=[(1, gettext_lazy("once")), (2, gettext_lazy("twice"))],
        initial=1,
        required=False,
        help_text=gettext_lazy("At tables of two there can be a bracket of the losers, too."),
    )
    rising = forms.TypedChoiceField(
        label=gettext_lazy("Rise and fall in a division, of a league"),
        coerce=int,
        choices=[(n, n) for n in range(1, MOST_RISING + 1)],
        initial=Plan.rising,
        required=False,
    )
    rhythm = forms.ChoiceField(
        label=gettext_lazy("Comes again"),
        choices=[("", gettext_lazy("once only")), *Series.Rhythm.choices],
        required=False,
        help_text=gettext_lazy(
            "A regular one is opened again by itself until you end it. A season of a league "
            "always follows the last one."
        ),
    )
    joining = forms.IntegerField(
        label=gettext_lazy("Days to join, of a regular one"),
        min_value=0,
        max_value=60,
        initial=7,
        required=False,
        help_text=gettext_lazy(
            "Each one begins so long after it was opened; a season of a league so long after the "
            "one before, and until then one may withdraw."
        ),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy(
            "Empty: as soon as all places are taken; a regular one after its days to join."
        ),
    )
    least = forms.IntegerField(
        label=gettext_lazy("With at least so many people"),
        min_value=2,
        max_value=MOST_PEOPLE,
        initial=4,
        help_text=gettext_lazy("Where fewer are there on its day it is called off."),
    )
    clock = forms.ChoiceField(label=gettext_lazy("Time"), initial="2")
    at_once = forms.TypedChoiceField(
        label=gettext_lazy("Games of one person at once"),
        coerce=int,
        choices=[(n, n) for n in range(1, MOST_AT_ONCE + 1)],
        initial=2,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days at most"),
        min_value=1,
        max_value=max(kind.days[1] for kind in KINDS.values()),
        initial=60,
        help_text=gettext_lazy(
            "For a round robin, and once more for a final group; for a ladder in all, 30 at least; "
            "else for each round."
        ),
    )
    late = forms.ChoiceField(
        label=gettext_lazy("In a game that is not over then"), choices=Tournament.Late
    )
    pause_days = forms.IntegerField(
        label=gettext_lazy("Days for which you may pause it in all"),
        required=False,
        min_value=0,
        max_value=MOST_PAUSE,
        initial=7,
        help_text=gettext_lazy("No clock runs then, and everything ends so much later."),
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated"), required=False, initial=True)
    lowest = forms.IntegerField(
        label=gettext_lazy("Ratings from"), required=False, min_value=0, max_value=4000
    )
    highest = forms.IntegerField(
        label=gettext_lazy("Ratings up to"), required=False, min_value=0, max_value=4000
    )
    reliable = forms.BooleanField(
        label=gettext_lazy("Only for who makes nine of ten turns in time"), required=False
    )

    reach = forms.IntegerField(
        label=gettext_lazy("Rungs up to which one challenges, on a ladder"),
        min_value=1,
        max_value=20,
        initial=Rules().reach,
        required=False,
    )
    answer_days = forms.IntegerField(
        label=gettext_lazy("Days for an answer, on a ladder"),
        min_value=1,
        max_value=14,
        initial=Rules().answer_days,
        required=False,
        help_text=gettext_lazy("Days away do not count. Who does not answer has lost the game."),
    )
    again_days = forms.IntegerField(
        label=gettext_lazy("Days until the same two meet again, on a ladder"),
        min_value=0,
        max_value=90,
        initial=Rules().again_days,
        required=False,
    )
    idle_days = forms.IntegerField(
        label=gettext_lazy("Days after which who does nothing sinks by a rung, on a ladder"),
        min_value=7,
        max_value=180,
        initial=Rules().idle_days,
        required=False,
    )
    by_invitation = forms.BooleanField(
        label=gettext_lazy("Only for people who are invited"),
        required=False,
        help_text=gettext_lazy("You invite them on its page, until it begins."),
    )
    club = forms.TypedChoiceField(
        label=gettext_lazy("Of a club"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("Only its members see it and join, as they do its games."),
    )

    def __init__(self, *args: Any, clubs: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        """``clubs`` are those for which this person may open one, by number and name."""
        super().__init__(*args, **kwargs)
        types = [(rules.slug, _(rules.name)) for rules in registry.all()]
        self._proposed = {
            proposal.value: proposal
            for kind in clocks.KINDS.values()
            for proposal in kind.proposed()
            if proposal.setting.limited and not proposal.setting.live
        }
        times = [(value, each.words()) for value, each in self._proposed.items()]
        lists = {"type": types, "further": types, "clock": times, "club": [("", _("none")), *clubs]}
        for name, choices in lists.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        if not clubs:
            del self.fields["club"]

    @property
    def rhythm_(self) -> str:
        """How often it comes again; nothing for once only."""
        league = self.cleaned_data["kind"] == Tournament.Kind.LEAGUE
        return Series.Rhythm.OVER if league else self.cleaned_data["rhythm"]

    @property
    def days_to_join(self) -> int:
        return self.cleaned_data["joining"] or 0

    def plan(self) -> Plan:
        return Plan(**self._settings())

    def _settings(self) -> dict[str, Any]:
        data = {name: self.cleaned_data[name] for name in self.cleaned_data if name not in _AGAIN}
        data["match"], data["lives"] = data["match"] or 1, data["lives"] or 1
        data["pause_days"] = data["pause_days"] or 0
        data["rounds"] = data["rounds"] or Plan.rounds
        data["rising"] = data["rising"] or Plan.rising
        given = {name: data.pop(name) for name in Rules.__struct_fields__}
        data["ladder"] = {name: value for name, value in given.items() if value is not None}
        setting = self._proposed[data.pop("clock")].setting
        data["further"] = [{"type": slug} for slug in data["further"] if slug != data["type"]]
        data["clock"] = clocks.as_json(setting) | {"stretch": STRETCH}
        return data


#: What is no setting of one tournament.
_AGAIN = ("rhythm", "joining")


class SeriesForm(NewTournamentForm):
    """What ``series.change`` takes; settings that the form has not stay as they are."""

    def __init__(self, data: Any, here: Series) -> None:
        self._before = plan_of(here)
        initial = {**asdict(self._before), "rhythm": here.rhythm, "joining": here.joining}
        initial["further"] = [each["type"] for each in self._before.further]
        super().__init__(data, initial=initial, clubs=[])
        del self.fields["starts_at"]
        clock = checking.check(self._before.clock)
        for value, each in self._proposed.items():
            same = {"policy": each.setting.policy, "stretch": each.setting.stretch}
            if msgspec.structs.replace(clock, **same) == each.setting:
                self.initial["clock"] = value

    def plan(self) -> Plan:
        settings = self._settings()
        if settings["type"] != self._before.type:
            settings["options"] = {}
        return replace(self._before, **settings)


@contextmanager
def said_at_its_field(form: forms.Form) -> Iterator[None]:
    """What the block is refused is told where it was entered."""
    try:
        yield
    except GameError as error:
        field = error.code.removeprefix("bad_")
        form.add_error(field if field in form.fields else None, str(error))
