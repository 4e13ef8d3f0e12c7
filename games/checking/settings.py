"""Checks that the name of a game type and its options are translated."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from games.checking import translated
from games.rules.engine import Rules


def untranslated_settings(rules: Rules[Any], known: Collection[str]) -> Iterator[str]:
    """Which words of the form for a new game are in no catalogue; ``known``: messages that are
    reported as untranslated already."""
    words = {"the name of the game": rules.name}
    for option in rules.options:
        words[f"the label of the option {option.name!r}"] = option.label
        words[f"the help of the option {option.name!r}"] = option.help
        for value, label in zip(option.values, option.value_labels, strict=False):
            words[f"the option {option.name!r} has the value {value!r}, whose label"] = label
    for what, message in words.items():
        for language in [] if message in known else translated.lacking(rules.slug, message):
            yield f"{what}, {message!r}, has no {language}: mark it by _(…)"
