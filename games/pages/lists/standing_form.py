"""The form for a standing invitation to games of one type."""

from __future__ import annotations

from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lobby import requirements, standing
from games.lobby.pace import PACES
from games.pages import options
from games.pages.settings import Chosen
from games.rules.engine import Rules

_SHARES = (0, 80, 90, 95, 98)
_RATED = {"": None, "yes": True, "no": False}
_ASKS = ("least", "most", "games", "in_time")


class Wanted(TypedDict):
    """The arguments of ``standing.make`` except person and game type."""

    players: int
    pace: str
    most: int
    options: dict[str, Chosen] | None
    rated: bool | None
    asks: dict[str, int]
    friends_only: bool


class StandingForm(forms.Form):
    number = forms.TypedChoiceField(
        label=gettext_lazy("Games at once"),
        coerce=int,
        choices=[(n, n) for n in range(1, standing.MOST_GAMES + 1)],
        initial=1,
    )
    players = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int)
    pace = forms.ChoiceField(label=gettext_lazy("Time per turn"), initial="medium")
    rated = forms.ChoiceField(label=gettext_lazy("Rated"), required=False)
    any_options = forms.BooleanField(
        label=gettext_lazy("Any options are fine"), required=False, initial=True
    )
    least = forms.IntegerField(
        label=gettext_lazy("Lowest rating"),
        required=False,
        min_value=requirements.LOWEST,
        max_value=requirements.HIGHEST,
    )
    most = forms.IntegerField(
        label=gettext_lazy("Highest rating"),
        required=False,
        min_value=requirements.LOWEST,
        max_value=requirements.HIGHEST,
    )
    games = forms.IntegerField(
        label=gettext_lazy("Finished games of this type"),
        required=False,
        min_value=0,
        max_value=requirements.MOST_GAMES,
    )
    in_time = forms.TypedChoiceField(
        label=gettext_lazy("Turns on time"), required=False, coerce=int
    )
    friends_only = forms.BooleanField(label=gettext_lazy("Friends only"), required=False)

    def __init__(self, rules: Rules[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.fields |= options.fields(rules)
        numbers = sorted(rules.players)
        shares = [(n, _("at least %(n)d %%") % {"n": n} if n else _("any")) for n in _SHARES]
        rated = [("", _("rated or not")), ("yes", _("rated")), ("no", _("not rated"))]
        for name, choices in {
            "players": [(n, str(n)) for n in numbers],
            "pace": [(name, _(PACES[name].label)) for name in standing.PACES],
            "rated": rated,
            "in_time": shares,
        }.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        self.fields["players"].initial = 2 if 2 in numbers else numbers[0]

    @property
    def settings(self) -> list[forms.BoundField]:
        """The main fields."""
        return [self[name] for name in ("number", "players", "pace", "rated")]

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields for the game type's options."""
        return [self[name] for name in self.fields if name.startswith(options.PREFIX)]

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields about the other players."""
        return [self[name] for name in (*_ASKS, "friends_only")]

    @property
    def asked_open(self) -> bool:
        """Whether the block of those fields is unfolded at first."""
        return any(self[name].errors for name in _ASKS)

    def invitation(self) -> Wanted:
        data = self.cleaned_data
        return {
            "players": data["players"],
            "pace": data["pace"],
            "most": data["number"],
            "options": None if data["any_options"] else options.chosen(self.rules, data),
            "rated": _RATED[data["rated"]],
            "asks": {name: data[name] for name in _ASKS if data[name]},
            "friends_only": data["friends_only"],
        }
