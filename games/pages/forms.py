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
STRETCHES = (0, 3, 7, 14, 30, 60)
_PREFIX = "option_"


_OWN = ("days", "reserve_hours", "increment_hours", "cap_hours")
_ABSENCE = ("policy", "vacation", "stretch")
_TIME = (*_OWN, *_ABSENCE)


def _number(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=most)


class NewGameForm(forms.Form):
    """The settings of a game of one type, in the form in which ``lobby.create`` takes them."""

    players = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=gettext_lazy("Bots"),
        coerce=int,
        initial=0,
        help_text=gettext_lazy("Programs that play along. They answer within seconds."),
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Time"),
        initial=clocks.DEFAULT["days"],
        help_text=gettext_lazy(
            "A reserve is for the whole game: each turn takes from it, and brings something new."
        ),
    )
    days = _number(gettext_lazy("Days per turn"), clocks.MAX_DAYS)
    reserve_hours = _number(gettext_lazy("Hours in reserve"), clocks.MAX_HOURS)
    increment_hours = _number(gettext_lazy("More hours for each turn"), clocks.MAX_HOURS)
    cap_hours = _number(gettext_lazy("Never more hours than"), clocks.MAX_HOURS)
    policy = forms.ChoiceField(label=gettext_lazy("When time is up"), required=False)
    vacation = forms.ChoiceField(
        label=gettext_lazy("Before that, automatic vacation"),
        required=False,
        help_text=gettext_lazy(
            "Three days for whoever has vacation left and has not switched it off; at most once in "
            "two weeks."
        ),
    )
    stretch = forms.ChoiceField(
        label=gettext_lazy("A calendar may stretch a turn by"),
        initial=clocks.STRETCH,
        required=False,
        help_text=gettext_lazy("Clocks rest in everybody's night hours, days off and vacation."),
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
        self._choices("clock", _clocks())
        self._choices("policy", list(settings.policies().items()))
        self._choices("vacation", [("yes", _("yes")), ("no", _("no"))])
        self._choices("stretch", [(days, _stretch(days)) for days in STRETCHES])
        for option in rules.options:
            self.fields[_PREFIX + option.name] = _field(option)

    def _choices(self, name: str, choices: list[tuple[Any, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    @property
    def own_time(self) -> list[forms.BoundField]:
        """The fields of a clock that is none of those proposed."""
        return [self[name] for name in _OWN]

    @property
    def absence(self) -> list[forms.BoundField]:
        """The fields about people who do not come."""
        return [self[name] for name in _ABSENCE]

    @property
    def others(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in _TIME]

    @property
    def time_open(self) -> bool:
        """Whether one should look at those fields at once."""
        own = str(self["clock"].value()).startswith("own_")
        return own or any(self[name].errors for name in _TIME)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "clock" in data and not any(name in self.errors for name in _TIME):
            self._clean_clock(data)
        if data.get("bots", 0) >= data.get("players", 99):
            self.add_error("bots", _("Leave at least one seat for yourself."))
        return data

    def _clean_clock(self, data: dict[str, Any]) -> None:
        setting = _clock(data)
        for name in setting:
            if name in _TIME and setting[name] is None:
                self.add_error(name, _("Your own time needs this."))
        if self.errors:
            return
        if setting["kind"] == "reserve" and setting["cap_hours"] < setting["reserve_hours"]:
            self.add_error("cap_hours", _("That is less than there is to begin with."))
            return
        data["setting"] = clocks.check(setting)

    def game(self) -> Json:
        """The keyword arguments of ``lobby.create``."""
        data = self.cleaned_data
        return {
            "players": data["players"],
            "bots": data["bots"],
            "clock": data["setting"],
            "visibility": data["visibility"],
            "invite": names(data["invite"]),
            "options": {
                option.name: _chosen(option, data[_PREFIX + option.name])
                for option in self.rules.options
            },
        }


def clock_fields(setting: Json) -> Json:
    """The form's fields for a clock setting, for links that propose one."""
    whole = clocks.complete(setting)
    absence = {
        "policy": whole["policy"],
        "vacation": "yes" if whole["vacation"] else "no",
        "stretch": max(days for days in STRETCHES if days <= whole["stretch"]),
    }
    if whole["kind"] == "none":
        return {"clock": 0, **absence}
    if whole["kind"] == "per_turn":
        days = whole["days"]
        return absence | ({"clock": days} if days in DAYS else {"clock": "own_days", "days": days})
    own = {name: value for name, value in setting.items() if name not in absence}
    for name, preset in clocks.PRESETS.items():
        if own == preset:
            return {"clock": name, **absence}
    return {**own, **absence, "clock": "own_reserve"}


def _clock(data: Json) -> Json:
    """The clock setting that was chosen; what is missing of one's own is None."""
    absence = {
        "policy": data["policy"] or "bot",
        "vacation": data["vacation"] != "no",
        "stretch": int(data["stretch"] or clocks.STRETCH),
    }
    chosen = data["clock"]
    if chosen in clocks.PRESETS:
        return clocks.PRESETS[chosen] | absence
    if chosen == "own_reserve":
        hours = ("reserve_hours", "increment_hours", "cap_hours")
        return {"kind": "reserve", **{name: data[name] for name in hours}, **absence}
    if chosen == "0":
        return {"kind": "none", **absence}
    days = data["days"] if chosen == "own_days" else int(chosen)
    return {"kind": "per_turn", "days": days, **absence}


def _clocks() -> list[Any]:
    """All clocks to choose from, in groups."""
    presets = {"fast": _("Fast"), "normal": _("Normal"), "slow": _("Slow")}
    return [
        (
            _("For each turn"),
            [(str(days), settings.clock({"kind": "per_turn", "days": days})) for days in DAYS],
        ),
        (
            _("A reserve"),
            [
                (name, f"{label}: {settings.clock(clocks.PRESETS[name])}")
                for name, label in presets.items()
            ],
        ),
        (
            _("Otherwise"),
            [
                ("own_days", _("days per turn as set below")),
                ("own_reserve", _("a reserve as set below")),
                ("0", settings.clock({"kind": "none"})),
            ],
        ),
    ]


def _stretch(days: int) -> str:
    if not days:
        return _("no time at all")
    return ngettext("at most %(days)d day", "at most %(days)d days", days) % {"days": days}


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
        required=False,  # what is not said is as usual
        choices=[(str(value), settings.value(option, value)) for value in option.values],
        initial=str(option.default),
    )


def _chosen(option: Option, entered: Any) -> str | int | bool:
    if option.kind == "flag":
        return bool(entered)
    return next((value for value in option.values if str(value) == entered), option.default)
