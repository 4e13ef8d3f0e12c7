"""How this game is played where the rules are silent or contradict themselves; help names it all.

``RULINGS`` is by the place where a player may ask: a chapter of the rules, a deity, an ability.
"""

from __future__ import annotations

from ..engine import _

DECLINE = _("You may decline, as nobody can see whether a card of your hand would serve.")

RULINGS: dict[str, tuple[str, ...]] = {
    "setting_up": (
        _("You see your four cards before you choose your two steps."),
        _("Goods in the supply never run out."),
        _("A pawn is yours for good when its space is reached, and can be used at once."),
    ),
    "production": (_("All cards of a production phase are drawn at once, as one draw."),),
    "passing": (
        _("You may pass with pawns left. Who has passed is out until next season."),
        _("Who is out of pawns passes when the turn comes round; it may still copy, as all may."),
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
        _("Beyond what is asked only goods can be offered, no cards."),
        _("You may call a deity even if its favour is of no use to you."),
    ),
    "copying": (
        _("A copy costs what the copied player offered, cards at their face value."),
        _("The 3 goods added by Raise are not part of what is copied."),
        _("Wine never stands in for the food and coins of a copy; cards may."),
        _("A copy cannot be copied, and each player copies an action once."),
        _("You are asked only if you can pay and everybody can see that it may help you."),
        _(
            "You are asked again in your turn if you wished it, or if a copy made before may have "
            "changed what yours is worth: with Orco's goods, and in a race for a marked space."
        ),
        _("A call may be copied even if its caller made no use of the favour."),
    ),
    "cards": (
        _("The top card of the draw pile lies open. Drawing several, nobody sees those between."),
        _("Cards are discarded openly; everybody may look through the discard pile."),
        _(
            "The discard pile is shuffled as soon as the draw pile is used up, at the end of that "
            "draw. If both run out, you draw as many cards as there are."
        ),
    ),
    "tracks": (_("Passing a marked space counts as reaching it; steps beyond 10 are lost."),),
    "end": (
        _(
            "First the cards under the deities are turned, then all choose among two symbols in "
            "turn order, then deities pay, and worship cards are shown last."
        ),
        _("The eighth season's clean-up is done before, so its start player chooses last."),
        _("Points may fall below nothing."),
    ),
    "dea": (_("Both steps are taken as far as there is room; they may be split."),),
    "orco": (_("Nothing can be taken from Orco itself, and no wine."),),
    "gigante": (DECLINE,),
    "elefante": (DECLINE,),
    "balena": (DECLINE,),
    "tartaruga": (_("You may decline."), _("The cards you discard are no offering.")),
    "drago": (_("You may decline."), _("Who put a card under a deity may look at it again.")),
    "abilities": (
        _("Two cards with the same ability may both be used, even for one pawn."),
        _("A card's ability can be used from the moment it is upgraded."),
    ),
    "vision": (_("One Vision helps with one draw, however many cards are drawn."),),
    "exchange": (_("What lies on the deity is the good that was really paid."),),
    "seasons": (
        _("All season tiles are open from the start."),
        _("Black stops the village's cards as well as its goods, never its pawns."),
        _("Green counts pawns that are placed; copies are free of it."),
        _("Under brown, played cards still bring their goods and cards."),
    ),
    "worship": (
        _(
            "Take a worship card before you place your pawn or when its action is done, before "
            "others copy it: one in a turn, paying before you look. Who has taken one before "
            "cannot pass as long as there is something to do."
        ),
        _("Goods for the second card may be of any kind, but cards do not count."),
        _("Is only one worship card left, nobody can pay for a second one."),
        _("A tie for the best place fulfils a card; having nothing of the category does not."),
    ),
}
