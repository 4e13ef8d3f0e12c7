"""Tips for a player's next game of Imhotep, from what they did in their first."""

from __future__ import annotations

from ...engine import Text, _
from ...engine.tips import Played, Tip, compared
from ..tables import ROUND_CARDS, ROUNDS
from .names import SITES, SOURCES

#: In a whole game.
BOATS = ROUNDS * len(ROUND_CARDS[2][0])


def _site(name: str, advice: str) -> Tip:
    """A tip on the A side of a site; other sides pay differently."""
    tip = compared(name, SITES[name], advice)
    return Tip(
        tip.text,
        lambda played: tip.weight(played) if played.options[f"{name}_side"] == "A" else 0,
    )


def _times(played: Played, action: str) -> int:
    return played.times("take_action", action) + played.times("take_action_hidden", action)


def _sailed(played: Played) -> int:
    return _times(played, "sail")


def _own_share(played: Played) -> int:
    """How many boats each player would have sailed if all had sailed equally many."""
    return BOATS // len(played.points)


TIPS = (
    _site(
        "pyramid",
        _("Its places are filled in a fixed order: sail there when the next ones are worth a lot."),
    ),
    _site(
        "temple",
        _("It pays every round for the stones on top: bring stones there with the last boats."),
    ),
    _site(
        "tomb",
        _(
            "Larger areas are worth more and more: the order on the boat decides where "
            "your stones will lie."
        ),
    ),
    _site(
        "obelisks",
        _(
            "Only being taller counts: overtake another obelisk by a stone, and ignore those "
            "that are out of reach."
        ),
    ),
    compared(
        "statues",
        SOURCES["statues"],
        _("A few score little, many score a lot: decide early whether to collect them."),
    ),
    compared(
        "decorations",
        SOURCES["decorations"],
        _("Take those for a site where many stones will lie, no matter whose."),
    ),
    Tip(
        Text(
            _(
                "Blue cards that you did not play: {n}. Unused, they score little; as an "
                "action they save you a turn, or do what nobody expects."
            ),
            n=lambda played: played.mine("blue_cards"),
        ),
        lambda played: 2 * played.mine("blue_cards"),
    ),
    Tip(
        Text(
            _(
                "Boats that you sailed: {n} of {boats}. Whoever sails a boat decides for "
                "all the stones on it: sail when yours gain more than the others'."
            ),
            n=_sailed,
            boats=BOATS,
        ),
        lambda played: max(0.2, (_own_share(played) - _sailed(played)) / 2),
    ),
    Tip(
        Text(
            _(
                "Turns in which you took stones: {n}. Go to the quarry while no boat is ready to "
                "sail, so that you miss nothing."
            ),
            n=lambda played: _times(played, "get"),
        ),
        lambda _played: 0.1,
    ),
)
