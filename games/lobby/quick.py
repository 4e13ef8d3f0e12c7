"""Quick match: join the first game that fits, or open one. People with a fitting standing
invitation are seated there at once.

A rated game fits if its creator has about the same rating; the longer it has waited, the wider the
range. One tick brings waiting people together who fit by now, whether they wait by a quick match,
each in a game of their own, or by a standing invitation (``games.lobby.seating``).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.celery import due_rows
from games.clocks import kinds
from games.errors import Busy, Forbidden, GameError, Illegal, NotFound, Refused
from games.lobby import limits, lists, open_games, opponent_stats, seating, waiting_times
from games.lobby.listing import Listing
from games.lobby.pace import PACES, Pace
from games.lobby.seating import one_at_a_time
from games.models import Game
from games.rules import registry
from games.stages import stage_visibility
from games.storage.position import Position, load

#: Games that are tried if others are faster; then a new one is opened.
TRIES = 5
#: How far apart two ratings may be at first, and how much more for each number of minutes waited.
FIRST, STEP, MINUTES = 100, 100, 15


def match(user_id: int, type_: str, pace: str, *, rated: bool = False) -> Position:
    """Join the fullest, then oldest fitting game of this type and pace with the usual settings.

    Without one a new game is opened, unless this person already waits in such a game. Busy if many
    people ask at once. An empty ``type_`` stands for any type that this person knows: Illegal if
    there is none. Forbidden for bots.
    """
    if limits.is_bot(user_id):
        raise Forbidden(_("Bots cannot ask for quick matches. People invite them to games."), "bot")
    if pace not in PACES:
        raise Illegal(_("There is no such pace."), "bad_pace")
    types = [type_] if type_ else opponent_stats.types_of(user_id)
    known = {rules.slug for rules in stage_visibility.types(user_id)}
    types = [each for each in types if each in known]
    if not types:
        raise Illegal(_("You have not played any game yet, so please choose one."), "unknown_type")
    with one_at_a_time():
        return _join_or_open(user_id, types, PACES[pace], rated=rated)


def _join_or_open(user_id: int, types: Sequence[str], pace: Pace, *, rated: bool) -> Position:
    fitting = lists.as_usual(types, pace, rated=rated)
    joined = _join_one_of(fitting, user_id, rated=rated)
    if joined is not None:
        if joined.game.status == Game.Status.RUNNING:
            waiting_times.note_match(joined.game, timedelta())
        return joined
    own = lists.joined_by(fitting, user_id)[:1]
    if own:
        return load(own[0].pk, user_id)
    players = 2 if 2 in registry.get(types[0]).players else min(registry.get(types[0]).players)
    clock = kinds.as_json(pace.clock)
    opened = open_games.create(user_id, types[0], players, clock=clock, rated=rated, quick=True)
    return seating.fill(opened.game.pk) or opened


def _join_one_of(fitting: Listing, user_id: int, *, rated: bool) -> Position | None:
    """The first of these games that this person can join, of similar rating if it is rated."""
    found = lists.with_seat_for(fitting, user_id)
    if rated:
        found = lists.near(found, user_id, FIRST, STEP, MINUTES, timezone.now())
    for game in found[:TRIES]:
        try:
            return open_games.join_game(game.pk, user_id)
        except (Refused, NotFound, Busy):
            continue  # full or cancelled by now
    return None


def bring_together() -> int:
    """One tick: people who wait alone in a game of a quick match join an older one that fits by
    now; then standing invitations are used. Return how many games have started."""
    waiting = Game.objects.filter(quick=True, status=Game.Status.OPEN, rated=True)
    numbers = waiting.order_by("pk").values_list("pk", flat=True)
    return due_rows.process_each("quick matches", numbers, _bring) + seating.take_up()


def _bring(game_id: int) -> bool:
    with one_at_a_time():
        game = Game.objects.filter(pk=game_id, status=Game.Status.OPEN).first()
        if game is None or game.seats.exclude(user=game.created_by_id).exclude(user=None).exists():
            return False
        joined = _join_one_of(lists.older_quick_matches(game), game.created_by_id, rated=game.rated)
        if joined is None:
            return False
        Game.objects.filter(pk=game_id).update(quick=False)  # its wait was successful
        waiting_times.note_match(game, timezone.now() - game.created_at)
        with suppress(GameError):  # somebody has joined it meanwhile: both stay open
            open_games.cancel(game_id, game.created_by_id)
        return True
