"""What was decided where rulebook and page quarrel or are silent, as words for the help.

``RULINGS`` maps a part of the game (a site's option, an expansion) to sentences; the base game's
stand in the help alone.
"""

from __future__ import annotations

from ..engine import _

RULINGS: dict[str, tuple[str, ...]] = {
    "market_side": (
        _(
            "A single stone that comes to the market by private boat or raft before a boat of the "
            "round: the place of its card is filled again at once. It may not come while there is "
            "no card to take, and neither may a boat by gangplank."
        ),
        _("Side B: the place of the two cards lying face down is filled with two again."),
        _("Side B: which card is discarded is shown to all, and which is kept if cards are open."),
        _("Side C: the top card of the draw pile counts as a card to take."),
        _("Side D: the card bought comes after the one taken has been carried out."),
    ),
    "pyramid_side": (
        _(
            "Side B: bonuses are carried out before the next stone is unloaded. The point of a "
            "bonus place is scored even if its bonus cannot be used. A stone may be loaded, and "
            "need not be; cards and stones are taken always."
        ),
    ),
    "temple_side": (
        _("Side B: the places are rewarded from the left to the right when the round has ended."),
        _("Side B: who has no room for stones, or none in the quarry, takes the point."),
    ),
    "tomb_side": (_("Side B: there are as many places with points as players, at most."),),
    "obelisks_side": (
        _(
            "Side B: what a tower is worth is settled when it is built; it is paid at the end of "
            "the game and shown as a forecast until then."
        ),
    ),
    "wrath": (
        _("The punishment comes once. Stones on wagers and favours are at no monument."),
        _("It holds on every side: covered stones, and those beside a full pyramid, count."),
    ),
    "private_boats": (
        _(
            "A private boat is no boat of the round: it decides neither when the round ends nor "
            "who begins the next one."
        ),
    ),
    "wagers": (_("As long as no stone lies anywhere, all four monuments have equally many."),),
    "favour": (
        _("The full supply needs one more stone in the quarry than the one that it costs."),
        _("Two cards: the first one must be taken; two red ones are used in the order taken."),
    ),
    "new_cards": (
        _(
            "Red cards are kept only if Amun is one of the prophecies. They count for Amun even if "
            "there was no stone for them."
        ),
        _("A raft needs three stones, a gangplank one. Boats need their minimum in any case."),
        _("By gangplank a boat may follow any boat of this round, a private one as well."),
        _(
            "A round ends when its four boats have sailed, wherever to: with gangplanks several "
            "may lie at one site."
        ),
        _("Stones for which there is no card left at the market get nothing."),
    ),
    "prophecies": (
        _("“Most” is never met by two players who have equally many."),
        _("A scarab that was not used is worth nothing."),
    ),
    "hidden_cards": (
        _("It is played as the rulebook's own chapter has it: all cards of all players."),
        _(
            "The page shows neither what others hold nor what they took. It keeps no track of what "
            "lay open and was taken; whoever watched can know. Red cards, cards played and cards "
            "discarded are seen by all."
        ),
        _("The room that a hidden sledge makes shows only when it is used."),
        _("Nobody acts or passes by itself, as that would tell what he lacks."),
        _("Points from cards are shown at the end; until then a forecast leaves them out."),
    ),
    "unlimited_stones": (
        _(
            "With two players the rulebook lets you go on with a second colour when your stones "
            "run out; here the quarry simply never does."
        ),
    ),
}
