"""Puzzles: which answers a reader knows. Their session remembers that, so it needs no account."""

from __future__ import annotations

from django.http import HttpRequest

from games.models import Judgement

_KEY = "puzzles"
#: The last ones are remembered.
_LAST = 200


def solved_puzzles(request: HttpRequest) -> dict[int, bool]:
    """The puzzles whose answers the reader knows, and whether they have found them themselves."""
    known: dict[str, bool] = request.session.get(_KEY, {})
    return {int(puzzle): found for puzzle, found in known.items()}


def remember(request: HttpRequest, puzzle: Judgement, *, found: bool) -> None:
    """The reader knows the answer from now on."""
    known = {**request.session.get(_KEY, {}), f"{puzzle.pk}": found}
    request.session[_KEY] = dict(list(known.items())[-_LAST:])
