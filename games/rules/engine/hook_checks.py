"""What the hooks for bots must return: ``worth``, ``candidates`` and ``forcing``; and that a bot's
only chance is the one that it is given. Each check raises AssertionError; ``testing`` calls them.
"""

from __future__ import annotations

import random
from typing import Any

from .checks import check_unchanged
from .decision import Decision
from .game import Game
from .kinds import POINTS
from .play import Bot, Seen, ask_bot
from .state import Choice

#: Without points the seats' values add up to so many games, give or take a half for rounding.
GAMES, ROUNDED = 100, 0.5


def check_hooks(game: Game[Any]) -> None:
    """Check what the hooks say of a position, in a world as bots see it."""
    for decision in game.decisions():
        seen = Seen(game, decision, random.Random(0))
        world = seen.sample()
        before = world.save()
        if game.rules.hooks.worth is not None:
            _check_worth(world)
        _check_selection("candidates", world, decision, seen.choices, may_be_empty=False)
        _check_selection("forcing", world, decision, seen.choices, may_be_empty=True)
        check_unchanged(world, before, "worth, candidates or forcing")


def _check_worth(world: Game[Any]) -> None:
    worth, seats = world.rules.hooks.worth, range(world.players)
    values = [worth(world, seat) for seat in seats]
    assert all(isinstance(value, int | float) for value in values), (
        f"worth gives {values!r} for the seats: give a number"
    )
    again = [worth(world, seat) for seat in seats]
    assert values == again, (
        f"worth gives {values!r} for the seats, and then {again!r} for the same position: let "
        "nothing but the position decide it"
    )
    if world.rules.outcome != POINTS:
        whole = abs(sum(values) - GAMES) <= ROUNDED and min(values) >= -ROUNDED
        assert whole, (
            f"worth gives {values!r} for the seats: without points it says how many of {GAMES} "
            f"games a seat wins, so the seats' values add up to {GAMES}"
        )


def _check_selection(
    hook: str, world: Game[Any], decision: Decision, choices: list[Choice], *, may_be_empty: bool
) -> None:
    """Check that a hook gives a list of some of the choices."""
    select = getattr(world.rules.hooks, hook)
    if select is None:
        return
    found = select(world, decision, list(choices))
    assert isinstance(found, list | tuple), (
        f"{hook} gives {found!r} for {decision.kind}: return a list of some of the choices"
    )
    foreign = [choice for choice in found if choice not in choices]
    assert not foreign, (
        f"{hook} gives {foreign[0]!r}, which is no choice of {decision.kind} there: return only "
        "those that it is given"
    )
    assert found or may_be_empty, (
        f"{hook} leaves out every choice of {decision.kind}: keep one at least"
    )


def check_bot_repeats(
    bot: Bot, name: str, game: Game[Any], decision: Decision, chance: object, choice: Choice
) -> None:
    """Check that a bot takes the same ``choice`` again if it has the same ``chance``, the state of
    its random numbers."""
    rng = random.Random()
    rng.setstate(chance)  # type: ignore[arg-type]
    again = ask_bot(bot, game, decision, rng)
    assert again == choice, (
        f"the bot {name!r} answers {decision.kind} by {choice!r}, and by {again!r} when it is "
        "asked again with the same chance: take all chance from seen.rng"
    )
