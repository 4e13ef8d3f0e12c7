"""Quick match: the first game that fits is joined, and where none does, one is opened."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from django.db import OperationalError
from django.utils.translation import gettext as _

from boardgames.database import locks
from games.clocks import kinds
from games.errors import Busy, Illegal, NotFound, Refused
from games.lobby import lists, open_games, prospects
from games.lobby.pace import PACES, Pace
from games.rules import registry
from games.storage.position import Position, load

#: Games that are tried, should others be faster; then one is opened.
TRIES = 5
#: Of PostgreSQL's advisory locks.
LOCK = 7_201_305_518


def match(user_id: int, type_: str, pace: str, *, rated: bool = False) -> Position:
    """Join the game that waits for the fewest, and longest, among those of this type and pace as it
    is usually played; else open one, unless this person waits in such a game already. Busy where
    many ask for it at once.

    An empty ``type_`` stands for any that this person knows: Illegal while that is none.
    """
    if pace not in PACES:
        raise Illegal(_("There is no such pace."), "bad_pace")
    types = [type_] if type_ else prospects.types_of(user_id)
    types = [each for each in types if each in {rules.slug for rules in registry.all()}]
    if not types:
        raise Illegal(_("Choose a game: you have not played any yet."), "unknown_type")
    with ExitStack() as stack:
        try:  # two who ask at the same moment find each other and do not open a game each
            stack.enter_context(locks.held(LOCK))
        except OperationalError as error:
            raise Busy from error
        return _join_or_open(user_id, types, PACES[pace], rated=rated)


def _join_or_open(user_id: int, types: Sequence[str], pace: Pace, *, rated: bool) -> Position:
    fitting = lists.as_usual(types, pace, rated=rated)
    for game in lists.with_seat_for(fitting, user_id)[:TRIES]:
        try:
            return open_games.join(game.pk, user_id)
        except (Refused, NotFound, Busy):
            continue  # full by now, or called off
    own = lists.joined_by(fitting, user_id)[:1]
    if own:
        return load(own[0].pk, user_id)
    players = 2 if 2 in registry.get(types[0]).players else min(registry.get(types[0]).players)
    clock = kinds.as_json(pace.clock)
    return open_games.create(user_id, types[0], players, clock=clock, rated=rated)
