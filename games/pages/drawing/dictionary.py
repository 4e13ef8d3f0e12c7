"""What all tables of a game type have in common, as a dictionary for compression.

That is the help, and the board of a random game in its middle, in the forms of pages and of
answers. Every process draws the same one, so any of them can use what a browser says it has.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import msgspec
from django.utils import timezone, translation
from markupsafe import Markup

from boardgames.http.dictionaries import Dictionary
from games import package_errors
from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import fixed
from games.rules.engine import Game, Rules
from games.rules.engine.play import ask_bot, random_choice

SEED = 7
_escaped = msgspec.json.Encoder().encode


@lru_cache(16)
def of_type(rules: Rules[Any], language: str) -> Dictionary | None:
    """The dictionary of a type; None if the package fails."""
    try:
        with translation.override(language), timezone.override(timezone.get_default_timezone()):
            return Dictionary(_text(rules))
    except Exception as error:  # noqa: BLE001  whatever a package does
        package_errors.record_error(rules.slug, "dictionary", error)
        return None


def _text(rules: Rules[Any]) -> bytes:
    board = _drawn(_in_its_middle(rules))
    page = fixed(f"{rules.slug}/help.html") + board
    return page.encode() + _escaped(str(board))


def _in_its_middle(rules: Rules[Any]) -> Game[Any]:
    """A random game in its middle, always the same."""
    rng = random.Random(SEED)  # noqa: S311  chance to repeat
    game = rules.new(min(rules.players), {}, rng.randbytes(32))
    saved = [game.save()]
    while game.result() is None:
        decision = game.decisions()[0]
        game.choose(decision.seat, ask_bot(random_choice, game, decision, rng))
        saved.append(game.save())
    return rules.load(saved[len(saved) // 2])


def _drawn(game: Game[Any]) -> Markup:
    players = [
        {"seat": seat, "name": f"{seat}", "to_move": False, "score": None, "bot": False}
        for seat in range(game.players)
    ]
    drawing = Drawing(game.rules, game.view(0), 0, players, {}, (), ())
    regions = (region.html for region in drawing.regions().values())
    return Markup("").join([*regions, *drawing.goods()])
