"""The options of a game type as fields of a form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import forms

from games.pages import settings
from games.pages.settings import Chosen
from games.rules.engine import Option, Rules
from games.words import texts

PREFIX = "option_"


def fields(rules: Rules[Any]) -> dict[str, forms.Field]:
    """A field for each option, by its name in the form."""
    return {PREFIX + option.name: _field(rules, option) for option in rules.options}


def chosen(rules: Rules[Any], data: Mapping[str, Any]) -> dict[str, Chosen]:
    """The chosen options."""
    return {option.name: _entered(option, data[PREFIX + option.name]) for option in rules.options}


def _field(rules: Rules[Any], option: Option) -> forms.Field:
    label = settings.label(rules, option)
    help_text = texts.own(rules, option.help) if option.help else ""
    if option.kind == "flag":
        return forms.BooleanField(
            label=label, help_text=help_text, required=False, initial=bool(option.default)
        )
    return forms.ChoiceField(
        label=label,
        help_text=help_text,
        required=False,  # a missing one gets its default
        choices=[(str(value), settings.value(rules, option, value)) for value in option.values],
        initial=str(option.default),
        widget=forms.Select(attrs=_sets(option)),
    )


def _sets(option: Option) -> dict[str, str]:
    """What its values set of other options, for the script that shows it."""
    if not option.sets:
        return {}
    sets = {
        value: {PREFIX + name: set_to for name, set_to in others.items()}
        for value, others in option.sets.items()
    }
    return {"data-sets": json.dumps(sets), "data-own": str(option.default)}


def _entered(option: Option, entered: Any) -> Chosen:
    if option.kind == "flag":
        return bool(entered)
    return next((value for value in option.values if str(value) == entered), option.default)
