"""Replays stored games, to check that the database holds what was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F

from games.archive import transfer
from games.models import Game
from games.rules import registry
from games.rules.engine import RulesError
from games.rules.records import fairness
from games.rules.records.fairness import Unfair
from games.storage.packed import Damaged


@dataclass
class Tally:
    """What was checked: games, those replayed from their first move, and their moves."""

    games: int = 0
    replayed: int = 0
    moves: int = 0


def sample(each: int) -> Iterator[int]:
    """Up to ``each`` running and as many finished games of every installed type."""
    whole = Game.objects.filter(broken_at=None, public_version=F("version")).order_by("?")
    for rules in registry.all():
        for status in (Game.Status.RUNNING, Game.Status.FINISHED):
            games = whole.filter(type=rules.slug, status=status)
            yield from games.values_list("pk", flat=True)[:each]


def look_at(game_id: int, tally: Tally) -> None:
    """Check a game's draws, and replay it if it was played by the current rules.

    Unfair if that leads to another position than the stored one.
    """
    try:
        document = transfer.export(game_id, with_secrets=True)
    except Damaged as error:
        raise Unfair("its packed moves cannot be read") from error
    verdict = fairness.verify(document)
    game = Game.objects.get(pk=game_id)
    try:
        stored = game.rules.load(bytes(game.state), game.rules_version)
    except RulesError as error:
        raise Unfair(f"the stored position cannot be read: {error}") from error
    tally.games += 1
    if verdict.played is not None:
        if verdict.played.save() != stored.save():
            raise Unfair("the moves lead to another position than the stored one")
        tally.replayed += 1
        tally.moves += verdict.moves
