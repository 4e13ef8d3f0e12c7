"""A first game of the mill."""

from games.rules.engine import Text, _
from games.rules.engine.lessons import At, Lesson, Speech, Step

LESSONS = (
    Lesson(
        name="first",
        title=_("A first game of the mill"),
        minutes=1,
        players=3,
        seed=3,
        steps=(
            Step(
                _("Your goal"),
                _("Whoever is best at their goal in the end has ten points more."),
                do=_("Follow the highest cards."),
                choice=("cards",),
            ),
            Step(seat=1, choice=("cards",)),
            Step(seat=2, choice=("sacks",)),
            Step(
                _("Your turn"),
                Text(_("You have {n} cards and may draw another."), n=At("seats/0/cards", 2)),
                do=_("Press the deck."),
                choice=("draw",),
                points=("deck",),
                after=Speech(
                    _("One more"), Text(_("Now you have {n} cards."), n=At("seats/0/cards", 3))
                ),
                knows=_("Cards come from the deck."),
            ),
            Step(seat=1, choice=("let",)),
            Step(_("Play on"), _("Whoever has most points wins.")),
        ),
        ends={"seats/0/cards": 3},
    ),
)
