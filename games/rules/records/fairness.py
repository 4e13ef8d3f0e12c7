"""Checks an exported finished game: was chance fair, and were the rules followed?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from .. import registry
from ..engine import Game, IllegalChoice, Rules, RulesError, chance, seed_hash
from .document import Document, Row
from .results import outcome

Told = Literal["events", "draws"]
#: Actions whose rows say what the rules told.
_TOLD = ("start", "choose", "withdraw", "rollback")


class Unfair(Exception):
    """The first thing that is wrong with a game."""


@dataclass(frozen=True)
class Verdict:
    """What was checked: the number of draws, and the replayed game, if it was replayed."""

    draws: int
    moves: int
    played: Game[Any] | None

    @property
    def replayed(self) -> bool:
        return self.played is not None


def verify(document: Document) -> Verdict:
    """Check a document of ``export_game``; Unfair names the first difference.

    Every draw is checked against the seed and the seed against its hash. The game is replayed if
    this installation has the rules version that it was played with.
    """
    try:
        seed = bytes.fromhex(document["seed"] or "")
        if not seed:
            raise Unfair("the document holds no seed; only a finished game's can be checked")
        if seed_hash(seed) != document["seed_hash"]:
            raise Unfair("the seed is not the one whose hash was published")
        draws = _check_draws(document, seed)
        played = replay(document, seed) if _same_rules(document) else None
        return Verdict(draws, len(document["moves"]), played)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unfair(f"the document is damaged: {error!r}") from error


def replay(document: Document, seed: bytes) -> Game[Any]:
    """Replay an exported game; Unfair says at which move it differs."""
    rules = registry.get(document["type"])
    game = rules.new(document["players"], document["options"], seed)
    leavers: list[int] = []
    drawn = cut = False
    rollbacks = Rollbacks(rules)
    for group in by_number(document["moves"]):
        move = group[0]
        number, action = move["number"], move["action"]
        try:
            game = play_row(move, game, rollbacks)
        except (IllegalChoice, RulesError) as error:
            raise Unfair(f"move {number} is against the rules: {error}") from error
        if action in ("resign", "forfeit"):
            leavers.append(move["seat"])
        drawn = drawn or action == "draw"
        cut = cut or action == "end"
        if action not in _TOLD:
            continue
        told: dict[Told, list[Any]] = {"events": _plain(game.events), "draws": _plain(game.draws)}
        for what, replayed in told.items():
            logged = [each for row in group for each in row[what]]
            if logged != replayed:
                raise Unfair(f"move {number}: its {what} are {logged}, by the rules {replayed}")
    result = outcome(game, leavers, drawn=drawn, cut=cut)
    if document["status"] == "finished" and document["result"] != result:
        raise Unfair("the result is not the one that the moves lead to")
    return game


def play_row(row: Row, game: Game[Any], rollbacks: Rollbacks) -> Game[Any]:
    """The game after this row of its log; IllegalChoice, RulesError."""
    if row["action"] == "choose":
        game.choose(row["seat"], row["choice"])
    elif row["action"] == "withdraw":
        game.withdraw(row["seat"])
    elif row["action"] == "rollback":
        game = rollbacks.roll_back(*row["choice"], again=bool(row["draws"]))
    rollbacks.note(row["number"], game)
    return game


class Rollbacks:
    """The positions of a replayed game, for the moves that moderators took back."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self._states: dict[int, bytes] = {}
        self._epoch = 0

    def note(self, number: int, game: Game[Any]) -> None:
        """Keep the position after this move."""
        self._states[number] = game.save()

    def roll_back(self, number: int, *, again: bool) -> Game[Any]:
        """The game after that move, its chance in the next epoch; KeyError if there is none.

        Rows without draws are older than the rule that unseen cards are shuffled ``again``.
        """
        self._epoch += 1
        game = self._rules.load(self._states[number])
        if again:
            game.begin_epoch(self._epoch)
        else:
            game.state.epoch = self._epoch
        return game


def _plain(told: Sequence[object]) -> list[Any]:
    plain: list[Any] = msgspec.to_builtins(told)
    return plain


def by_number(moves: list[Row]) -> list[list[Row]]:
    """Each move with the confirmations that belong to it."""
    groups: list[list[Row]] = []
    for move in moves:
        if move["action"] == "confirm" and groups:
            groups[-1].append(move)
        else:
            groups.append([move])
    return groups


def _check_draws(document: Document, seed: bytes) -> int:
    expected = checked = 0
    drawn: dict[int, int] = {}  # number of draws before each move: a rollback goes back to it
    for move in document["moves"]:
        if move["action"] == "rollback":
            expected = drawn[move["choice"][0]]
        for label, epoch, counter, bound, result in move["draws"]:
            if counter != expected:
                raise Unfair(f"move {move['number']}: draw {expected} is missing")
            if chance.draw(seed, epoch, label, counter, bound) != result:
                raise Unfair(
                    f"move {move['number']}: draw {counter} ({label}, one of {bound}) is not "
                    f"{result} by the seed"
                )
            expected += 1
            checked += 1
        drawn[move["number"]] = expected
    return checked


def _same_rules(document: Document) -> bool:
    try:
        return not other_versions(document)
    except registry.UnknownGameType:
        return False


def other_versions(document: Document) -> list[int]:
    """The versions of the rules other than today's by which it was played; UnknownGameType."""
    rules = registry.get(document["type"])
    return sorted({move["rules_version"] for move in document["moves"]} - {rules.version})
