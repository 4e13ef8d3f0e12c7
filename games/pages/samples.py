"""Pictures of a game type for its page: a game in its middle, and the first steps.

The bots of the type play one game, always the same; its positions are drawn as for e-mails.
"""

from __future__ import annotations

import random
from functools import cache, lru_cache
from threading import Lock
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from boardgames.drawing.raster import png
from games import trouble, words
from games.pages import picture
from games.rules.engine import Event, Game, Rules
from games.rules.engine.play import ask_bot, random_choice

SEED = 7
PEOPLE = ("Anna", "Ben", "Cleo", "Don")
BOARD_WIDTH, STEP_WIDTH = 900, 480
# A page asks for six pictures at once; what they share is then made once.
_one_at_a_time = Lock()


class Moment(NamedTuple):
    """A position after a move, and what the move told."""

    saved: bytes
    events: list[Event]


class Step(NamedTuple):
    """A picture of what a beginner does: the event that shows it, the regions, and the words."""

    event: str
    data: dict[str, object]
    regions: tuple[str, ...]
    text: str


def steps(rules: Rules[Any]) -> list[Step]:
    """The first steps that a type's ``table`` names in ``FIRST_STEPS``."""
    try:
        return [Step(*each) for each in getattr(words.table(rules), "FIRST_STEPS", ())]
    except Exception as error:  # noqa: BLE001  whatever a package does
        trouble.note(rules.slug, "table.FIRST_STEPS", error)
        return []


@lru_cache(128)
def board(rules: Rules[Any], language: str) -> bytes | None:
    """The whole board in the middle of a game, as PNG; None where that fails."""
    columns = getattr(words.table(rules), "PICTURE", ())
    try:
        with _one_at_a_time:
            moments = _played(rules)
            return _drawn(rules, moments[len(moments) // 2], columns, BOARD_WIDTH)
    except Exception as error:  # noqa: BLE001  whatever a package does
        trouble.note(rules.slug, "sample", error)
        return None


@lru_cache(128)
def step(rules: Rules[Any], number: int, language: str) -> bytes | None:
    """The picture of a first step; None where there is none."""
    listed = steps(rules)
    if number not in range(len(listed)):
        return None
    wanted = listed[number]
    try:
        with _one_at_a_time:
            found = next(moment for moment in _played(rules) if _shows(moment, wanted))
            return _drawn(rules, found, (wanted.regions,), STEP_WIDTH)
    except Exception as error:  # noqa: BLE001  whatever a package does
        trouble.note(rules.slug, f"FIRST_STEPS[{number}]", error)
        return None


def _shows(moment: Moment, step: Step) -> bool:
    return any(
        event.kind == step.event and step.data.items() <= event.data.items()
        for event in moment.events
    )


@cache
def _played(rules: Rules[Any]) -> list[Moment]:
    """Every position of one game for two, or as few as may be, by the type's own bot."""
    rng = random.Random(SEED)  # noqa: S311  chance to repeat
    bots = [bot for name, bot in rules.bots.items() if name not in ("random", "first")]
    game = rules.new(min(rules.players), {}, rng.randbytes(32))
    moments = []
    while game.result() is None:
        decision = game.decisions()[0]
        choice = ask_bot(bots[0] if bots else random_choice, game, decision, rng)
        events = list(game.choose(decision.seat, choice))
        moments.append(Moment(game.save(), events))
    return moments


def _drawn(
    rules: Rules[Any], moment: Moment, columns: tuple[tuple[str, ...], ...], width: int
) -> bytes | None:
    game: Game[Any] = rules.load(moment.saved)
    scored, to_move = game.scored(), game.to_move()
    players = [
        {
            "seat": seat,
            "name": PEOPLE[seat % len(PEOPLE)],
            "to_move": seat in to_move,
            "score": sum(scored[seat].values()) if scored else None,
            "bot": False,
        }
        for seat in range(game.players)
    ]
    marked = {
        name for event in moment.events for name in words.marks(rules, event.kind, event.data)
    }
    drawn = picture.board(rules, game.view(0), 0, players, marked, columns)
    return None if drawn is None else png(drawn, width)


def facts(rules: Rules[Any]) -> list[tuple[str, str, str]]:
    """What is known of the printed game and its length: name, words, and an address or ""."""
    known = getattr(words.table(rules), "FACTS", {})
    weights = {1: _("light"), 2: _("light to medium"), 3: _("medium"), 4: _("heavy")}
    try:
        shown = [
            (_("Length"), _("%(moves)s moves each") % {"moves": _range(known["moves"])}, ""),
            (_("Usually takes"), _("%(days)s days") % {"days": _range(known["days"])}, ""),
            (_("Weight"), weights[known["weight"]], ""),
            (_("Author"), known["author"], ""),
            (_("Publisher"), known["publisher"], known["link"]),
            (_("Year"), str(known["year"]), ""),
        ]
    except Exception as error:  # noqa: BLE001  whatever a package does
        if known:
            trouble.note(rules.slug, "table.FACTS", error)
        return []
    return shown


def _range(numbers: tuple[int, int]) -> str:
    return "–".join(map(str, numbers))
