"""Refusals in the words of players: the rules name the wrong part of a choice as programs do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.errors import GameError
from games.moves.actions import NotOffered
from games.pages.table.view.amounts_form import wanted
from games.rules.engine import Rules


def in_words(error: GameError, rules: Rules[Any] | None = None) -> str:
    """The text for people about a refusal; with ``rules`` it includes what must be given."""
    if not isinstance(error, NotOffered):
        return str(error)
    rules_of_it = ", ".join(wanted(rules, error.amounts)) if rules and error.amounts else ""
    if rules_of_it:
        return _("That is not the right amount: %(rules)s.") % {"rules": rules_of_it}
    return _("You cannot choose that now. Choose one of the options on offer.")
