"""How this game is played where the rules are silent or contradict themselves, and where it differs
from them; help names it all.

``RULINGS`` is by the place where a player may ask: a chapter of the rules, a deity, an ability.
``DIFFERENT`` says in what we leave the printed rules on purpose.
"""

from __future__ import annotations

from ..engine import _

DECLINE = _(
    "You may decline the favour of Gigante, Elefante and Balena, as nobody can see whether a "
    "card of your hand would serve."
)

RULINGS: dict[str, tuple[str, ...]] = {
    "setting_up": (
        _("You see your four cards before you choose your two steps."),
        _("Goods in the supply never run out."),
        _("A pawn comes once, when its space is reached, and not again with each production."),
    ),
    "passing": (
        _("A player who has passed places no more pawns this season, but may still copy."),
        _("A player who is out of pawns passes when their turn comes, and may still copy, too."),
    ),
    "offering": (
        _("Who calls a deity a second time by Repetition pays like any later one."),
        _(
            "If less lies on a called deity than its printed cost, because cards were offered or "
            "Orco took goods, the next caller meets the printed cost as well. Where as much lies "
            "there, a kind that Orco took away is not asked for any more."
        ),
        _(
            "Cards stand for food or coins that are missing, food first. Each further card is a "
            "food or a coin, as you say; you are asked only where somebody could copy."
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
        _("A copy cannot be copied, and each player copies an action once."),
        _(
            "You are asked again in your turn if you wished it, or if a copy made before may have "
            "changed what yours is worth: with Orco's goods, and in a race for a marked space."
        ),
        _("A call may be copied even if its caller made no use of the favour."),
    ),
    "cards": (
        _("Cards are discarded openly; everybody may look through the discard pile."),
        _(
            "A draw that uses up the draw pile is ended before the discard pile is shuffled. If "
            "both run out, you draw as many cards as there are."
        ),
    ),
    "tracks": (_("Passing a marked space counts as reaching it."),),
    "end": (
        _(
            "First the cards under the deities are turned, then all choose among two symbols in "
            "turn order, then deities pay, and worship cards are shown last."
        ),
        _("The eighth season's clean-up is done before, so its start player chooses last."),
        _("Points may fall below nothing."),
    ),
    "dea": (_("Both steps of Dea are taken as far as there is room."),),
    "orco": (_("Nothing can be taken from Orco itself."),),
    "gigante": (DECLINE,),
    "elefante": (DECLINE,),
    "balena": (DECLINE,),
    "tartaruga": (
        _("You may decline the favour of Tartaruga."),
        _("The cards discarded for Tartaruga are no offering."),
    ),
    "drago": (
        _("You may decline the favour of Drago."),
        _("Who put a card under a deity may look at it again."),
    ),
    "abilities": (
        _("Two cards with the same ability may both be used, even for one pawn."),
        _("A card's ability can be used from the moment it is upgraded, for a copy as well."),
    ),
    "vision": (_("One Vision helps with one draw, however many cards are drawn."),),
    "exchange": (_("What lies on the deity is the good that was really paid."),),
    "seasons": (
        _("All season tiles are open from the start."),
        _("Black stops the village's cards as well as its goods, never its pawns."),
        _("Green counts pawns that are placed; copies are free of it."),
    ),
    "worship": (
        _(
            "Take a worship card before you place your pawn or when its action is done, before "
            "others copy it: one in a turn, paying before you look. Who has taken one before "
            "cannot pass as long as there is something to do."
        ),
        _("Goods for the second card may be of any kind, but cards do not count."),
        _("If only one worship card is left, nobody can pay for a second one."),
        _(
            "A tie for the best place fulfils a card, but at the end of a track only the first to "
            "come is best. Having nothing of the category never fulfils one."
        ),
    ),
}

DIFFERENT: tuple[str, ...] = (
    _("You may pass with pawns left; the printed rules let you go on until you have none."),
    _(
        "All cards of a production phase are drawn at once, as one draw; the printed rules let you "
        "choose the order of your incomes."
    ),
    _("Drawing several cards, nobody sees which ones lay open in between."),
    _("Of four players the last one chooses its good after its card and steps, not before."),
    _("More than what is asked can be offered in goods only, never in cards."),
    _("A copy that everybody can see to be of no use is not offered."),
    _("Who can copy answers in secret and at once, not one after another."),
    _(
        "Gigante pays for buildings and Tartaruga for architecture; the printed rules name their "
        "categories in two ways."
    ),
    _(
        "A copy costs what the copied player offered; the printed rules also speak of the "
        "deity's first caller."
    ),
)
