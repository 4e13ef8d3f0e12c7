"""What we decided where the rules are silent or contradict themselves, and where we differ from
them; the help lists all of it.

``RULINGS`` is by the place where a player may ask: a chapter of the rules, a deity, an ability.
``DIFFERENT`` says in what we leave the printed rules on purpose.
"""

from __future__ import annotations

from ..engine import _

DECLINE = _(
    "You may decline the favour of Gigante, Elefante and Balena, because nobody can see "
    "whether a card in your hand would fit."
)

RULINGS: dict[str, tuple[str, ...]] = {
    "setting_up": (
        _("You see your four cards before you choose your two steps."),
        _("Goods in the supply never run out."),
        _(
            "You get a pawn once, when your worker reaches its space, and not again in each "
            "production."
        ),
    ),
    "passing": (
        _("A player who has passed places no more pawns this season, but may still copy."),
        _("A player who has no pawns left passes when their turn comes, and may still copy, too."),
    ),
    "offering": (
        _("A player who calls a deity a second time with Repetition pays like any later caller."),
        _(
            "If less lies on a called deity than its printed cost, because cards were "
            "offered or Orco took goods, the next caller must meet the printed cost as "
            "well. If at least as much lies there as is printed, a kind that Orco took "
            "away is no longer required."
        ),
        _(
            "Cards stand for missing food or coins, food first. You choose whether each "
            "additional card is a food or a coin; you are asked only if somebody could "
            "copy."
        ),
        _(
            "No good counts as two kinds at once, neither for what lies there nor for the printed "
            "cost."
        ),
        _("You may call a deity even if its favour is of no use to you."),
    ),
    "copying": (
        _("A copy costs what the copied player offered, cards at their face value."),
        _("The 3 goods added by Raise are not part of what is copied."),
        _("Wine never stands in for the food and coins of a copy; cards may."),
        _("A copy cannot be copied, and each player copies an action only once."),
        _(
            "You are asked again when your turn to copy comes, if you wished it, or if an "
            "earlier copy may have changed what your copy is worth: goods taken with "
            "Orco, or a race for a marked space."
        ),
        _("A call may be copied even if its caller made no use of the favour."),
    ),
    "cards": (
        _("Cards are discarded face up; everybody may look through the discard pile."),
        _(
            "If a draw uses up the draw pile, it is finished before the discard pile is "
            "shuffled. If both run out, you draw as many cards as there are."
        ),
    ),
    "tracks": (_("Passing a marked space counts as reaching it."),),
    "end": (
        _(
            "First the cards under the deities are turned over, then all players choose "
            "between two symbols in turn order, then the deities pay, and worship cards "
            "are shown last."
        ),
        _(
            "The clean-up of the eighth season comes before that, so the start player of that "
            "season chooses last."
        ),
        _("Points may fall below zero."),
    ),
    "dea": (_("You take both steps of Dea as far as there is room."),),
    "orco": (_("You cannot take goods from Orco itself."),),
    "gigante": (DECLINE,),
    "elefante": (DECLINE,),
    "balena": (DECLINE,),
    "tartaruga": (
        _("You may decline the favour of Tartaruga."),
        _("The cards discarded for Tartaruga are not an offering."),
    ),
    "drago": (
        _("You may decline the favour of Drago."),
        _("A player who put a card under a deity may look at it again."),
    ),
    "abilities": (
        _("Two cards with the same ability may both be used, even for one pawn."),
        _("You can use a card's ability as soon as the card is upgraded, even for a copy."),
    ),
    "vision": (_("One Vision helps with one draw, however many cards are drawn."),),
    "exchange": (_("The good that was really paid lies on the deity."),),
    "seasons": (
        _("All season tiles are face up from the start."),
        _("Black stops the village's cards as well as its goods, but never its pawns."),
        _("Green limits the pawns that are placed, but not copies."),
    ),
    "worship": (
        _(
            "You take a worship card before you place your pawn, or after its action and "
            "before others copy it: one in a turn, and you pay before you look. A player "
            "who took one before placing a pawn cannot pass as long as there is something "
            "to do."
        ),
        _("You may pay for the second card with goods of any kind, but not with cards."),
        _("If only one worship card is left, nobody can pay for a second one."),
        _(
            "A tie for the best place fulfils a card, but at the end of a track only the "
            "player who came first is best. A player who has nothing of the category "
            "never fulfils its card."
        ),
    ),
}

DIFFERENT: tuple[str, ...] = (
    _("You may pass with pawns left; the printed rules let you go on until you have none."),
    _(
        "All cards of a production phase are drawn at once, as one draw; the printed rules let you "
        "choose the order of your incomes."
    ),
    _("When a player draws several cards, nobody sees which ones were on top in between."),
    _("The last of four players chooses the good after the card and steps, not before."),
    _("You can offer more than is asked in goods only, never in cards."),
    _("A copy is not offered if everybody can see that it is of no use."),
    _("Players who can copy answer in secret and at the same time, not one after another."),
    _(
        "Gigante pays for buildings and Tartaruga for architecture; the printed rules name their "
        "categories in two ways."
    ),
    _(
        "A copy costs what the copied player offered; the printed rules also speak of the "
        "deity's first caller."
    ),
)
