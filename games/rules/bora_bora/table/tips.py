"""Tips for the next game of Bora Bora, from what a player did in their first."""

from __future__ import annotations

from ...engine import Text, _
from ...engine.tips import Played, Tip, compared
from ..settling import DISCARD
from ..tables import FISHING, FISHING_POINTS, HELPER, TASK_POINTS
from .names import SOURCES

_BONUSES = ("all_tasks", "all_jewellery", "full_ground", "all_built", "all_huts", "all_people")


def _thrown_away(played: Played) -> int:
    return played.times("settle_task", None, DISCARD)


def _fished(played: Played) -> int:
    return played.times("place_die", None, FISHING)


def _with_a_god(played: Played) -> int:
    placed, plain = played.times("place_die"), played.times("place_die", None, None, "plain")
    return placed - plain


TIPS = (
    Tip(
        Text(
            _(
                "Tasks you discarded: {n}. Choose tasks that fit what you do anyway, and "
                "use the dice of each round for the task that you can fulfil soonest."
            ),
            n=_thrown_away,
        ),
        lambda played: TASK_POINTS * _thrown_away(played),
    ),
    Tip(
        Text(
            _(
                "Dice you used for fishing: {n}. Place high dice while a card is empty, "
                "and keep low ones for cards that others have already used."
            ),
            n=_fished,
        ),
        lambda played: FISHING_POINTS * _fished(played),
    ),
    compared(
        "building",
        SOURCES["building"],
        _("The earlier you build, the more a tile scores: put materials side by side early on."),
    ),
    compared(
        "temple",
        SOURCES["temple"],
        _("A priest scores in each round until it is pushed out: come early, with a high die."),
    ),
    compared(
        "status",
        SOURCES["status"],
        _(
            "Fire bonuses and men give status steps, and the status track starts afresh "
            "in each round."
        ),
    ),
    compared(
        "jewellery",
        SOURCES["jewellery"],
        _("Leftover shells are worth nothing: in each round, save enough of them to buy a jewel."),
    ),
    compared(
        "sites",
        SOURCES["sites"],
        _("The newest hut in a region gets its fish: build where nobody will follow you."),
    ),
    Tip(
        Text(
            _(
                "Bonuses at the end: {mine} for you, at most {theirs} for any other "
                "player. Decide early which of them you can reach: all tasks, perhaps, or "
                "a jewel in every round."
            ),
            mine=lambda played: played.mine(*_BONUSES),
            theirs=lambda played: played.theirs(*_BONUSES),
        ),
        lambda played: played.behind(*_BONUSES),
    ),
    Tip(
        Text(
            _(
                "Dice you placed with a god: {n}. Blue opens a closed card and white "
                "makes a low die count high: keep a card and an offering for the moment "
                "you need it."
            ),
            n=_with_a_god,
        ),
        lambda _played: 0.2,
    ),
    Tip(
        Text(
            _(
                "Dice you placed on the helper: {n}. The helper gives you what you cannot "
                "get on other cards: go there with a high die, before the card is closed."
            ),
            n=lambda played: played.times("place_die", None, HELPER),
        ),
        lambda _played: 0.1,
    ),
)
