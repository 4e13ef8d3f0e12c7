"""The form for the plan of a series."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

import msgspec

from games.clocks import checking
from games.errors import Illegal
from games.models import Series
from games.pages import options
from games.pages.tournaments.forms import TournamentForm
from games.rules import registry
from games.tournaments.plan import Plan
from games.tournaments.series.series import plan_of


class SeriesForm(TournamentForm):
    """The arguments of ``series.change`` for the kind and game of the series.

    Settings that the form does not have stay unchanged.
    """

    def __init__(self, data: Any, here: Series) -> None:
        self._before = plan_of(here)
        initial = {**asdict(self._before), "rhythm": here.rhythm, "joining": here.joining}
        initial["further"] = [each["type"] for each in self._before.further]
        initial |= {**self._before.ladder, **self._before.arena}
        initial |= {
            options.PREFIX + name: value if isinstance(value, bool) else str(value)
            for name, value in self._before.options.items()
        }
        rules = registry.get(self._before.type)
        super().__init__(self._before.kind, rules, data, initial=initial, clubs=[])
        self.fields.pop("starts_at", None)
        if "minutes" in self.fields:  # programs can choose others than the form proposes
            minutes = self.fields["minutes"]
            proposed = {n for n, _label in minutes.choices} | {self.initial["minutes"]}  # type: ignore[attr-defined]
            minutes.choices = [(n, n) for n in sorted(proposed)]  # type: ignore[attr-defined]
        with suppress(Illegal):  # a clock that no longer exists is none of the proposed ones
            clock = checking.check_clock(self._before.clock)
            for value, each in self._proposed.items():
                same = {"policy": each.setting.policy, "stretch": each.setting.stretch}
                if msgspec.structs.replace(clock, **same) == each.setting:
                    self.initial["clock"] = value

    def plan(self) -> Plan:
        return replace(self._before, **self._settings())
