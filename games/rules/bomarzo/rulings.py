"""How this game is played where the rules are silent or contradict themselves; help can show it."""

from __future__ import annotations

from typing import NamedTuple

from ..engine import _


class Ruling(NamedTuple):
    """``topic`` is the place where a player may ask: a deity, an ability, a phase, a good."""

    topic: str
    text: str


RULINGS = (
    Ruling("setting_up", _("You see your four cards before you choose your two steps.")),
    Ruling("supply", _("Goods in the supply never run out.")),
    Ruling(
        "pawns",
        _("A pawn is yours for good when its space is reached, and can be used at once."),
    ),
    Ruling(
        "cards",
        _("The top card of the draw pile lies open. Drawing several, nobody sees those between."),
    ),
    Ruling("cards", _("Cards are discarded openly; everybody may look through the discard pile.")),
    Ruling(
        "cards",
        _(
            "The discard pile is shuffled as soon as the draw pile is used up, at the end of that "
            "draw. If both run out, you draw as many cards as there are."
        ),
    ),
    Ruling("production", _("All cards of a production phase are drawn at once, as one draw.")),
    Ruling("vision", _("One Vision helps with one draw, however many cards are drawn.")),
    Ruling("passing", _("You may pass with pawns left. Who has passed is out until next season.")),
    Ruling(
        "passing",
        _("Who is out of pawns passes when the turn comes round; it may still copy, as all may."),
    ),
    Ruling("offering", _("Who calls a deity a second time by Repetition pays like any later one.")),
    Ruling(
        "offering",
        _(
            "If less lies on a called deity than its printed cost, because cards were offered or "
            "Orco took goods, the next caller meets the printed cost as well. Where as much lies "
            "there, a kind that Orco took away is not asked for any more."
        ),
    ),
    Ruling(
        "offering",
        _("Cards stand for food or coins that are missing, food first; else they are food."),
    ),
    Ruling("offering", _("You may call a deity even if its favour is of no use to you.")),
    Ruling("copying", _("A copy costs what the copied player offered, cards at their face value.")),
    Ruling("copying", _("The 3 goods added by Raise are not part of what is copied.")),
    Ruling("copying", _("Wine never stands in for the food and coins of a copy; cards may.")),
    Ruling("copying", _("A copy cannot be copied, and each player copies an action once.")),
    Ruling(
        "copying",
        _("You are asked only if you can pay and everybody can see that it may help you."),
    ),
    Ruling("copying", _("A call may be copied even if its caller made no use of the favour.")),
    Ruling("exchange", _("What lies on the deity is the good that was really paid.")),
    Ruling("abilities", _("Two cards with the same ability may both be used, even for one pawn.")),
    Ruling("abilities", _("A card's ability can be used from the moment it is upgraded.")),
    Ruling("dea", _("Both steps are taken as far as there is room; they may be split.")),
    Ruling("orco", _("Nothing can be taken from Orco itself, and no wine.")),
    Ruling("tartaruga", _("You may decline; the cards you discard are no offering.")),
    Ruling("drago", _("You may decline. Who put a card under a deity may look at it again.")),
    Ruling("gigante", _("Playing and upgrading may be declined; so with Elefante and Balena.")),
    Ruling("tracks", _("Passing a marked space counts as reaching it; steps beyond 10 are lost.")),
    Ruling("seasons", _("All season tiles are open from the start.")),
    Ruling("seasons", _("Black stops the village's cards as well as its goods, never its pawns.")),
    Ruling("seasons", _("Green counts pawns that are placed; copies are free of it.")),
    Ruling("seasons", _("Under brown, played cards still bring their goods and cards.")),
    Ruling(
        "worship",
        _("Take a worship card before you place your pawn, one in a turn, paying before you look."),
    ),
    Ruling("worship", _("Goods for the second card may be of any kind, but cards do not count.")),
    Ruling(
        "worship",
        _("A tie for the best place fulfils a card; having nothing of the category does not."),
    ),
    Ruling(
        "end",
        _(
            "First the cards under the deities are turned, then all choose among two symbols in "
            "turn order, then deities pay, and worship cards are shown last."
        ),
    ),
    Ruling("end", _("Points may fall below nothing.")),
)
