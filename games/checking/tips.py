"""Checks the tips after a first game: in every language, short, and for any game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from django.conf import settings
from django.utils import translation

from games.checking.findings import FAILED, Findings
from games.checking.positions import PEOPLE, kinds
from games.checking.said import faults
from games.rules.engine import Json, Part, Rules, RulesError, Text
from games.rules.engine.errors import nearest
from games.rules.engine.play import ask_bot, random_choice
from games.rules.engine.tips import Played, Tip
from games.rules.engine.words import bare
from games.words import texts

#: The most letters of a tip; nobody remembers more.
LONGEST = 220


def check_tips(rules: Rules[Any], table: ModuleType, findings: Findings) -> None:
    """Check the weight and the words of every tip, for each seat of a random game of each kind."""
    tips = getattr(table, "TIPS", ())
    findings.where = "TIPS"
    if not isinstance(tips, tuple) or not all(isinstance(tip, Tip) for tip in tips):
        findings.add("TIPS has to be a tuple of Tip: TIPS = (Tip(…),)")
        return
    for tip in tips:
        _words(_called(tip), findings)
    for players, options in kinds(rules) if tips else ():
        findings.where = f"TIPS, after a game of {players} players, {options}"
        for game in played(rules, table, players, options):
            for tip in tips:
                _tip(tip, game, findings)


def _called(tip: Tip) -> str:
    return tip.text.message if isinstance(tip.text, Text) else tip.text


def _words(message: str, findings: Findings) -> None:
    if re.search(r"\d", bare(message)):
        findings.add(
            f"the tip {bare(message)!r} has a number in its words: put a value there, a function "
            "of the game that was played or a figure of the rules"
        )


def _tip(tip: Tip, played: Played, findings: Findings) -> None:
    message = bare(_called(tip))
    weight = findings.tried(f"the weight of {message!r}", tip.weight, played, of=message)
    if weight is FAILED:
        return
    if not isinstance(weight, int | float):
        findings.add(f"the weight of {message!r} is {weight!r}: give a number, 0 where it does "
                     "not fit", key=("weight", message))  # fmt: skip
    elif weight > 0:
        text = findings.tried(f"the tip {message!r}", tip.said, played, of=message)
        if text is not FAILED:
            _said(text, findings)


def _said(text: Text, findings: Findings) -> None:
    wrong = list(faults(text, findings))
    for fault in wrong:
        findings.add(fault, key=("tip", fault))
    for language, called in settings.LANGUAGES if not wrong else ():
        with translation.override(language):
            told = texts.plain(text, PEOPLE, findings.package)
        if len(told) > LONGEST:
            findings.add(
                f"a tip has {len(told)} letters in {called}, {LONGEST} at most: {told!r}",
                key=("tip", text.message, language),
            )


class _Named(Played):
    """A game that was played, which refuses names that the game type does not have."""

    rules: Rules[Any]
    table: ModuleType

    def times(self, kind: str, *parts: Part | None) -> int:
        if kind not in self.rules.kinds:
            raise RulesError(f"there is no kind {kind!r}{nearest(kind, self.rules.kinds)}")
        return super().times(kind, *parts)

    def mine(self, *sources: str) -> int:
        self._check_sources(sources)
        return super().mine(*sources)

    def theirs(self, *sources: str) -> int:
        self._check_sources(sources)
        return super().theirs(*sources)

    def _check_sources(self, sources: tuple[str, ...]) -> None:
        """Refuse a source that brought nobody points and that the table has no words for."""
        scored = {source for own in self.points for source in own}
        for source in set(sources) - scored if scored else ():
            try:
                self.table.source(source)
            except Exception as error:
                near = nearest(source, scored)
                raise RulesError(f"there is no source of points {source!r}{near}") from error


def played(rules: Rules[Any], table: ModuleType, players: int, options: Json) -> Iterator[Played]:
    """A random game, as each seat has played it."""
    rng = random.Random(players)
    game = rules.new(players, rules.check_options(options), rng.randbytes(32))
    chosen: list[list[tuple[str, Any]]] = [[] for _seat in range(players)]
    while (result := game.result()) is None:
        decision = rng.choice(game.decisions())
        choice = ask_bot(random_choice, game, decision, rng)
        chosen[decision.seat].append((decision.kind, choice))
        game.choose(decision.seat, choice)
    for seat in range(players):
        view, options_of_it = game.view(seat), game.state.options
        points = result.breakdown or [{}] * game.players
        named = _Named(seat, points, chosen[seat], view, options_of_it)
        object.__setattr__(named, "rules", rules)
        object.__setattr__(named, "table", table)
        yield named
