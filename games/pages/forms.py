"""The form for a new game: sensible as it stands, every setting explained."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import clock as clocks
from games.models import Game
from games.pages import settings
from games.rules.engine import Json, Option, Rules

DAYS = (1, 2, 3, 5, 7, 14)
_PREFIX = "option_"


class NewGameForm(forms.Form):
    """The settings of a game of one type, in the form in which ``lobby.create`` takes them."""

    players = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=gettext_lazy("Bots"),
        coerce=int,
        initial=0,
        help_text=gettext_lazy("Programs that play along. They answer within seconds."),
    )
    clock = forms.TypedChoiceField(
        label=gettext_lazy("Time"),
        coerce=int,
        initial=clocks.DEFAULT["days"],
        help_text=gettext_lazy(
            "Whoever runs out of time is replaced by a bot, and may take the seat back."
        ),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may join and watch"),
        choices=Game.Visibility,
        initial=Game.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    invite = forms.CharField(
        label=gettext_lazy("Invite"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("User names, with blanks or commas between them."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, rules: Rules[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        numbers = sorted(rules.players)
        self._choices("players", [(n, str(n)) for n in numbers])
        self.fields["players"].initial = 2 if 2 in numbers else numbers[0]
        bots = range(numbers[-1])
        self._choices("bots", [(n, _bots(n)) for n in bots])
        times = [(days, settings.clock({"kind": "per_turn", "days": days})) for days in DAYS]
        self._choices("clock", [*times, (0, settings.clock({"kind": "none"}))])
        for option in rules.options:
            self.fields[_PREFIX + option.name] = _field(option)

    def _choices(self, name: str, choices: list[tuple[Any, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("bots", 0) >= data.get("players", 99):
            self.add_error("bots", _("Leave at least one seat for yourself."))
        return data

    def game(self) -> Json:
        """The keyword arguments of ``lobby.create``."""
        data = self.cleaned_data
        days = data["clock"]
        return {
            "players": data["players"],
            "bots": data["bots"],
            "clock": {"kind": "per_turn", "days": days} if days else {"kind": "none"},
            "visibility": data["visibility"],
            "invite": names(data["invite"]),
            "options": {
                option.name: _chosen(option, data[_PREFIX + option.name])
                for option in self.rules.options
            },
        }


def names(text: str) -> list[str]:
    """User names as people write lists."""
    return list(dict.fromkeys(text.replace("\0", " ").replace(",", " ").split()))


def _bots(number: int) -> str:
    return ngettext("%(n)d bot", "%(n)d bots", number) % {"n": number} if number else _("none")


def _field(option: Option) -> forms.Field:
    label, help_text = _(option.label), _(option.help) if option.help else ""
    if option.kind == "flag":
        return forms.BooleanField(
            label=label, help_text=help_text, required=False, initial=bool(option.default)
        )
    return forms.ChoiceField(
        label=label,
        help_text=help_text,
        choices=[(str(value), settings.value(option, value)) for value in option.values],
        initial=str(option.default),
    )


def _chosen(option: Option, entered: Any) -> str | int | bool:
    if option.kind == "flag":
        return bool(entered)
    return next(value for value in option.values if str(value) == entered)
