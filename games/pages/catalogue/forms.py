"""The form for a new game: sensible defaults, every setting explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clocks import kinds as clocks
from games.clocks.checking import Number, own_numbers
from games.clocks.kinds import Proposal
from games.lobby import requirements
from games.models import Game
from games.models.game import LONGEST_NAME
from games.pages import options, settings
from games.pages.inputs import split_names
from games.pages.settings import Chosen
from games.rules.engine import Rules
from games.rules.engine.levels import GOOD
from games.showing import levels

STRETCHES = (0, 3, 7, 14, 30, 60)

#: The numbers of each clock that can be chosen freely, by the option's value.
_OWN = {kind.own: own_numbers(kind) for kind in clocks.KINDS.values() if kind.own}
_NUMBERS = {name: number for numbers in _OWN.values() for name, number in numbers.items()}
_ABSENCE = clocks.Setting.__struct_fields__
_TIME = (*_NUMBERS, *_ABSENCE)
#: Requirements for strangers, by the names in ``requirements.Requirements``.
ASKS = {
    "least": "asks_least",
    "most": "asks_most",
    "games": "asks_games",
    "in_time": "asks_in_time",
}
_SHARES = (0, 80, 90, 95, 98)


class NewGame(TypedDict):
    """The keyword arguments of ``open_games.create``."""

    players: int
    bots: int
    level: str
    clock: dict[str, object]
    visibility: str
    rated: bool
    lines: bool
    invite: list[str]
    name: str
    options: dict[str, Chosen]
    asks: dict[str, int]


class NewGameForm(forms.Form):
    """The settings of a game of one type, as ``open_games.create`` expects them; without ``named``
    the game can have no name of its own."""

    players = forms.TypedChoiceField(label=gettext_lazy("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=gettext_lazy("Bots"),
        coerce=int,
        initial=0,
        help_text=gettext_lazy("Programs that take part as players. They answer within seconds."),
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Level of the bots"),
        initial=GOOD,
        required=False,
        help_text=gettext_lazy("Each level has beaten the one below it in a test of 100 games."),
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Time"),
        initial=clocks.DEFAULT.days,
        help_text=gettext_lazy(
            "A reserve lasts for the whole game: each turn uses some of it and adds a "
            "little. “10 turns in 30 days” gives 30 days for ten turns, and 30 more for the "
            "next ten. In a live game, everyone is present. It begins when all say that "
            "they are ready, and calendars do not stop its clocks."
        ),
    )
    policy = forms.ChoiceField(label=gettext_lazy("When time is up"), required=False)
    vacation = forms.ChoiceField(
        label=gettext_lazy("Automatic vacation first"),
        required=False,
        help_text=gettext_lazy(
            "Three days, for players who have vacation left and have not switched this "
            "off; at most once every two weeks."
        ),
    )
    stretch = forms.ChoiceField(
        label=gettext_lazy("A calendar can extend a turn by"),
        initial=clocks.STRETCH,
        required=False,
        help_text=gettext_lazy(
            "Clocks stop during each player's night hours, days off, and vacation."
        ),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who can join and watch"),
        choices=Game.Visibility,
        initial=Game.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Rated"),
        required=False,
        help_text=gettext_lazy(
            "The result counts for everyone's rating if all players are people, not bots, "
            "when the game begins."
        ),
    )
    lines = forms.ChoiceField(
        label=gettext_lazy("Trying lines out"),
        choices=[("yes", gettext_lazy("allowed")), ("no", gettext_lazy("not before the end"))],
        initial="yes",
        required=False,
        help_text=gettext_lazy(
            "Players can try choices out in a copy of the game, in which hidden things and "
            "chance are dealt anew. It reveals nothing."
        ),
    )
    asks_least = forms.IntegerField(
        label=gettext_lazy("Lowest rating"),
        required=False,
        min_value=requirements.LOWEST,
        max_value=requirements.HIGHEST,
    )
    asks_most = forms.IntegerField(
        label=gettext_lazy("Highest rating"),
        required=False,
        min_value=requirements.LOWEST,
        max_value=requirements.HIGHEST,
    )
    asks_games = forms.IntegerField(
        label=gettext_lazy("Finished games of this type"),
        required=False,
        min_value=0,
        max_value=requirements.MOST_GAMES,
    )
    asks_in_time = forms.TypedChoiceField(
        label=gettext_lazy("Turns on time"), required=False, coerce=int
    )
    name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Optional. Everybody who sees the game sees its name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    invite = forms.CharField(
        label=gettext_lazy("Invite"),
        required=False,
        max_length=400,
        help_text=gettext_lazy("User names, separated by spaces or commas."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "data-finder": "many"}
        ),
    )

    def __init__(self, rules: Rules[Any], *args: Any, named: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        if not named:
            del self.fields["name"]
        numbers = sorted(rules.players)
        self._choices("players", [(n, str(n)) for n in numbers])
        self.fields["players"].initial = 2 if 2 in numbers else numbers[0]
        bots = range(numbers[-1])
        self._choices("bots", [(n, _bots(n)) for n in bots])
        offered = levels.all_choices(rules)
        self._choices("level", offered)
        if len(offered) < 2:  # nothing was measured
            self.fields["level"].help_text = ""
        self._choices("clock", _clocks())
        self._choices("policy", list(settings.policies().items()))
        shares = [(n, _("at least %(n)d %%") % {"n": n} if n else _("any")) for n in _SHARES]
        self._choices("asks_in_time", shares)
        self._choices("vacation", [("yes", _("yes")), ("no", _("no"))])
        self._choices("stretch", [(days, settings.stretch(days)) for days in STRETCHES])
        for name, number in _NUMBERS.items():
            self.fields[name] = _number(number)
        self.fields |= options.fields(rules)

    def _choices(self, name: str, choices: Sequence[tuple[Any, object]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    @property
    def own_time(self) -> list[forms.BoundField]:
        """The fields of a freely chosen clock."""
        return [self[name] for name in _NUMBERS]

    @property
    def absence(self) -> list[forms.BoundField]:
        """The fields about absent players."""
        return [self[name] for name in _ABSENCE]

    @property
    def others(self) -> list[forms.BoundField]:
        apart = (*_TIME, *ASKS.values())
        return [self[name] for name in self.fields if name not in apart]

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields about who may join."""
        return [self[name] for name in ASKS.values()]

    @property
    def asked_open(self) -> bool:
        """Whether the block of these fields is unfolded at first."""
        return any(bound.errors or bound.value() not in (None, "", "0", 0) for bound in self.asked)

    @property
    def time_open(self) -> bool:
        """Whether the block of those fields is unfolded at first."""
        own = str(self["clock"].value()).startswith("own_")
        return own or any(self[name].errors for name in _TIME)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "clock" in data and not any(name in self.errors for name in _TIME):
            self._clean_clock(data)
        if data.get("bots", 0) >= data.get("players", 99):
            self.add_error("bots", _("Leave at least one seat for yourself."))
        self._clean_level(data)
        least, most = data.get("asks_least"), data.get("asks_most")
        if least is not None and most is not None and least > most:
            self.add_error("asks_most", _("The lowest rating is above the highest."))
        return data

    def _clean_level(self, data: MutableMapping[str, Any]) -> None:
        """Ignore an invalid level if there are no bots."""
        offered = self.rules.levels.offered(data.get("players", 0))
        data["level"] = data.get("level") or GOOD
        if not data.get("bots"):
            data["level"] = GOOD
        elif "players" in data and data["level"] not in offered:
            names = settings.join_names([str(levels.NAMES[level]) for level in offered])
            said = _("With this number of players, there are these levels: %(levels)s.") % {
                "levels": names
            }
            self.add_error("level", said)

    def _clean_clock(self, data: MutableMapping[str, Any]) -> None:
        given = _clock(data)
        for name, value in given.items():
            if value is None and name in _NUMBERS and not _NUMBERS[name].optional:
                self.add_error(name, _("Your own time setting needs this."))
        if self.errors:
            return
        if given["policy"] not in clocks.policies_of(given):
            self.add_error(
                "policy", _("In a live game, choose that a bot plays on or that the seat is lost.")
            )
            return
        setting = clocks.read_clock(given)
        if contradiction := setting.contradiction():
            self.add_error(contradiction.field, contradiction.beside)
            return
        data["setting"] = clocks.as_json(setting)

    def game(self) -> NewGame:
        data = self.cleaned_data
        return {
            "players": data["players"],
            "bots": data["bots"],
            "level": data["level"],
            "clock": data["setting"],
            "visibility": data["visibility"],
            "rated": data["rated"],
            "lines": data["lines"] != "no",
            "invite": split_names(data["invite"]),
            "name": data.get("name", ""),
            "options": options.chosen(self.rules, data),
            "asks": {name: data[field] for name, field in ASKS.items() if data[field]},
        }


def _clock(data: Mapping[str, Any]) -> dict[str, object]:
    """The chosen clock; missing numbers of a free one are None."""
    absence = {
        "policy": data["policy"] or clocks.DEFAULT.policy,
        "vacation": data["vacation"] != "no",
        "stretch": int(data["stretch"] or clocks.STRETCH),
    }
    chosen = data["clock"]
    for name, kind in clocks.KINDS.items():
        if chosen == kind.own:
            numbers = {
                number: data[number]
                for number, bounds in _OWN[chosen].items()
                if data[number] is not None or not bounds.optional
            }
            return {"kind": name, **numbers, **absence}
        for proposal in kind.proposed():
            if chosen == proposal.value:
                known = {"policy"} if proposal.setting.live else set(absence)
                return clocks.as_json(proposal.setting) | {name: absence[name] for name in known}
    raise LookupError(f"no clock {chosen}")


def _clocks() -> list[tuple[str, list[tuple[str, str]]]]:
    """All clocks to choose from, in groups."""
    kinds = clocks.KINDS.values()
    own = [(kind.own, _(kind.own_words)) for kind in kinds if kind.own]
    others = [proposal for kind in kinds if not kind.group for proposal in kind.proposed()]
    return [
        *((_(kind.group), _choices(kind.proposed())) for kind in kinds if kind.group),
        (_("Otherwise"), own + _choices(others)),
    ]


def _choices(proposals: Iterable[Proposal]) -> list[tuple[str, str]]:
    return [(proposal.value, proposal.words()) for proposal in proposals]


def _number(number: Number) -> forms.IntegerField:
    return forms.IntegerField(
        label=_(number.label), required=False, min_value=number.least, max_value=number.most
    )


def _bots(number: int) -> str:
    return ngettext("%(n)d bot", "%(n)d bots", number) % {"n": number} if number else _("none")
