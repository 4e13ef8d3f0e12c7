"""A first game of Bali: five turns against one other player, from the first farmer to the altar."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import At, Lesson, Lies, Speech, Step, silently
from ..tables import (
    BEST_VALUE,
    HAND,
    MAJORITY,
    OFFERING_PRICE,
    SHRINE_POINTS,
    SHRINE_PRICE,
    STONES_PER_POINT,
)

BEN = Player(1)
#: What the pupil has.
STONES, POINTS, CARDS = "seats/0/stones", "seats/0/points", "seats/0/offering_cards"
RICE, RICE_PRICE = "seats/0/offerings/rice", "seats/0/prices/rice"
#: The board says below each row what it will bring.
_PLATES = (Lies(".bali-plate", "below", ("row-0",)),)


_INTRODUCTION = Step(
    _("You collect offering cards"),
    _(
        "Your farmers bring you offering cards, which you hold face down. You want many of the "
        "kind that all of you together put on the altar most often."
    ),
    points=("altar", "offerings-0"),
    knows=_("What lies on the altar decides what your offering cards are worth."),
)

_FIRST_TURN = (
    Step(
        _("A turn: play, then take"),
        _(
            "You play cards of one kind from your hand to your display, where they work for you "
            "from now on. A farmer of paprika brings offering cards of paprika."
        ),
        do=_("Press the paprika farmer in your hand."),
        choice=("play", "paprika", 1),
        points=("display-0-paprika",),
        also=(
            (("play", "rice", 1), _("Rice comes later; just now paprika pays at once.")),
            (("play", "banana", 1), _("Bananas have time; just now paprika pays at once.")),
        ),
    ),
    Step(
        _("The card behind is scored"),
        Text(
            _(
                "Now you take front cards until you hold {hand} again. What comes to light behind "
                "the last one is scored for everyone: behind this rice lies paprika."
            ),
            hand=HAND,
        ),
        do=Text(_("Take the rice in front of row {row}."), row=1),
        choice=(0,),
        points=("display-0-paprika",),
        lies=_PLATES,
        also=(
            (
                (2,),
                Text(
                    _("Behind it lies a stonemason: a stone for you, but one for {ben}, too."),
                    ben=BEN,
                ),
            ),
            ((1,), _("Behind it lies a banana, and you have no banana farmer yet.")),
            ((3,), _("Behind it lies a shrine, and nobody has one yet: that brings nothing.")),
        ),
        after=Speech(
            _("An offering card for you alone"),
            Text(
                _(
                    "You have a farmer of paprika and {ben} has none, so only you got a card: you "
                    "hold {cards} now. Below each row the board says beforehand what it will "
                    "bring."
                ),
                ben=BEN,
                cards=At(CARDS, 5),
            ),
        ),
        knows=_("A turn: play cards of one kind, then take until your hand is full again."),
    ),
    *silently(("play", "banana", 1), (2,)),
)

_SECOND_TURN = (
    Step(
        _("Several farmers at once"),
        Text(
            _(
                "{ben} uncovered a stonemason: a stone for each of you, so you have {stones}. Of "
                "farmers you may play several of one kind at once; the second one costs a stone."
            ),
            ben=BEN,
            stones=At(STONES, 3),
        ),
        do=_("Press the rice in your hand, then: two farmers."),
        choice=("play", "rice", 2),
        points=("stones-0",),
        also=(
            (("play", "rice", 1), _("With two of them you will have more than anybody else.")),
            (("play", "banana", 1), _("Look at your hand: there are two farmers of rice in it.")),
        ),
        knows=_("The card that the last one taken uncovers is scored for everyone."),
    ),
    Step(
        _("Two played, two to take"),
        _(
            "The first card brings nothing but itself, so take what you will want to play: this "
            "stonemason, who brings stones."
        ),
        do=Text(_("Take the stonemason in front of row {row}."), row=4),
        choice=(3,),
    ),
    Step(
        _("Look behind the last one"),
        Text(
            _(
                "Behind the shrine lies rice, and you have {rice} farmers of rice on your "
                "display. The shrine itself will be useful soon."
            ),
            rice=At("seats/0/display/rice", 2),
        ),
        do=Text(_("Take the shrine in front of row {row}."), row=4),
        choice=(3,),
        points=("display-0-rice",),
        after=Speech(
            _("One for the farmers, one for the majority"),
            Text(
                _(
                    "A kind of farmer brings one card, however many you have. But who alone has "
                    "most of what is scored, {least} at least, gets one more: you hold {rice} "
                    "rice."
                ),
                least=MAJORITY,
                rice=At(RICE, 3),
            ),
        ),
        knows=_("Who alone has most of the card that is scored gets one more."),
    ),
    *silently(("play", "peanut", 1), (0,)),
)

_THIRD_TURN = (
    Step(
        _("Stones are money"),
        Text(
            _(
                "A shrine costs {price} stones, and you have {stones}. Each stonemason on your "
                "display brings a stone whenever one is scored: play this one first."
            ),
            price=SHRINE_PRICE,
            stones=At(STONES, 2),
        ),
        do=_("Press the stonemason in your hand."),
        choice=("play", "stonemason"),
        points=("stones-0", "display-0-stonemason"),
        also=((("play", "banana", 1), _("A banana brings no stones, and stones you need now.")),),
    ),
    Step(
        _("And let stonemasons be scored"),
        Text(
            _(
                "With {masons} stonemasons you have the majority of them. What lies behind this "
                "rice?"
            ),
            masons=At("seats/0/display/stonemason", 2),
        ),
        do=Text(_("Take the rice in front of row {row}."), row=4),
        choice=(3,),
        points=("display-0-stonemason",),
        lies=_PLATES,
        also=(
            ((0,), _("Look below the row first: behind it lies what brings nobody more stones.")),
        ),
        after=Speech(
            _("Two stonemasons, and one for the majority"),
            Text(
                _(
                    "You have {stones} stones now; {ben} got one as well. The numbers below the "
                    "rows show both, so take what brings you more than the others."
                ),
                stones=At(STONES, 5),
                ben=BEN,
            ),
        ),
        knows=_("Stonemasons bring stones, priests points, farmers offering cards."),
    ),
    *silently(("play", "priest"), (0,)),
)

_FOURTH_TURN = (
    Step(
        _("What others uncover pays you, too"),
        Text(
            _(
                "{ben} uncovered a stonemason, and you have {stones} stones. A shrine costs "
                "{price}; it is worth {points} points at the end, and it starts a round of "
                "offerings."
            ),
            ben=BEN,
            stones=At(STONES, 8),
            price=SHRINE_PRICE,
            points=SHRINE_POINTS,
        ),
        do=_("Press the shrine in your hand."),
        choice=("play", "shrine"),
        points=("stones-0",),
        also=(
            (("buy", "rice"), _("Good to have, but then the shrine is too dear for this turn.")),
            (("play", "rice", 1), _("It can wait: who plays the shrine first feeds the altar.")),
            (("play", "banana", 1), _("It can wait: you have the stones for the shrine now.")),
        ),
    ),
    *silently(("paprika",)),
    Step(
        _("One of yours, face down"),
        Text(
            _(
                "{ben} has put paprika on the altar. You offer a card of your own, and nobody "
                "will see it: give away a kind of which you have little."
            ),
            ben=BEN,
        ),
        do=_("Press your banana card."),
        choice=("banana",),
        points=("altar",),
        welcome=(("peanut",),),
        also=(
            (("rice",), _("It would make rice dearer, but you lose one of your best cards.")),
            (("paprika",), _("You have two of them; bananas you will hardly miss.")),
        ),
    ),
    Step(
        _("And one from the supply"),
        Text(
            _(
                "Another card, of any kind, goes on top for all to see. You hold {rice} rice: "
                "what you collect is to lie here often."
            ),
            rice=At(RICE, 3),
        ),
        do=_("Press rice in the supply."),
        choice=("rice",),
        points=("altar", "offerings-0"),
        also=(
            (("peanut",), _("You have hardly any peanuts: they would be worth more for others.")),
            (("banana",), _("You have no bananas left: they would be worth more for others.")),
            (("paprika",), _("Of paprika you have two cards, of rice more.")),
        ),
        knows=_("A shrine lets everyone offer: make the kind valuable that you collect."),
    ),
    Step(
        _("An empty row is dealt anew"),
        Text(
            _(
                "In row {row} only one card is left. Who takes it turns up a new row, and its "
                "front card is scored: a surprise for both of you."
            ),
            row=1,
        ),
        do=Text(_("Take the stonemason of row {row}."), row=1),
        choice=(0,),
        also=(
            ((2,), Text(_("Behind it lies a priest, and only {ben} has one."), ben=BEN)),
            ((1,), Text(_("Behind it lies a banana, which pays {ben} alone."), ben=BEN)),
        ),
    ),
    Step(
        _("A shrine: points or stones"),
        _(
            "A shrine came up. Each shrine on a display brings a point or a stone, as its owner "
            "likes: points count for good, stones only buy things."
        ),
        do=_("Choose the point."),
        choice=("points",),
        points=("display-0-shrine",),
        also=((("stones",), _("A stone helps, too; but you will get some in a moment.")),),
        after=Speech(
            _("The first point"),
            _(
                "Points lie before you as flowers. The other side is quiet: nobody else has a "
                "shrine."
            ),
        ),
    ),
    *silently(("play", "paprika", 1), (3,)),
)

_FIFTH_TURN = (
    Step(
        _("Buy before you play"),
        Text(
            _(
                "At the beginning of a turn you may buy one offering card for {full} stones, less "
                "one for each farmer of its kind. Rice costs you {price}, and you have {stones}."
            ),
            full=OFFERING_PRICE,
            price=At(RICE_PRICE, 3),
            stones=At(STONES, 4),
        ),
        do=_("Press rice in the supply."),
        choice=("buy", "rice"),
        points=("stones-0", "display-0-rice"),
        also=(
            (("buy", "paprika"), _("Dearer, and rice is what lies on top of the altar.")),
            (("play", "rice", 1), _("First buy: once you have played it is too late this turn.")),
            (("play", "stonemason"), _("First buy: once you have played it is too late.")),
            (("play", "banana", 1), _("First buy: once you have played it is too late.")),
        ),
        knows=_("Buy early in a turn; stones that you need for a shrine, keep."),
    ),
    Step(
        _("A third farmer of rice"),
        _("More farmers make the next card cheaper, and your majority safe."),
        do=_("Press the rice in your hand."),
        choice=("play", "rice", 1),
        points=("display-0-rice",),
        also=(
            (("play", "stonemason"), _("Not bad at all; but look what lies behind the shrine.")),
            (("play", "banana", 1), _("It would be your first; look what lies behind the shrine.")),
        ),
    ),
    Step(
        _("Find it yourself"),
        _("Which front card has rice behind it? Look at the rows, or at the numbers below them."),
        do=_("Take the card with rice behind it."),
        choice=(0,),
        points=("row-0", "row-1", "row-2", "row-3"),
        finds=True,
        lies=_PLATES,
        also=(
            (
                (3,),
                _("Rice lies behind it, too; but the shrine is worth more than the stonemason."),
            ),
        ),
        after=Speech(
            _("That is how one wins"),
            Text(
                _(
                    "You hold {rice} cards of rice, and rice lies on the altar. If it stays the "
                    "most frequent one, each is worth {best} points."
                ),
                rice=At(RICE, 6),
                best=BEST_VALUE,
            ),
        ),
    ),
)

_END = Step(
    _("How it ends"),
    Text(
        _(
            "When the last card of the deck is dealt the altar is turned up: the most frequent "
            "kind counts {best} a card, then two, one, nothing. Add your flowers, {shrine} for "
            "each shrine, and one for every {stones} stones."
        ),
        best=BEST_VALUE,
        shrine=SHRINE_POINTS,
        stones=STONES_PER_POINT,
    ),
    points=("altar", "points-0", "display-0-shrine"),
    knows=_("At the end the altar decides; shrines, flowers and stones are added."),
)

_ON = Step(
    _("Now it is your game"),
    Text(
        _(
            "Play on from here, against a bot in {ben}'s seat. Watch what the others collect: it "
            "is what they will offer."
        ),
        ben=BEN,
    ),
)

LESSONS = (
    Lesson(
        name="first",
        title=_("A first game of Bali"),
        minutes=7,
        seed=112,
        steps=(
            _INTRODUCTION, *_FIRST_TURN, *_SECOND_TURN, *_THIRD_TURN, *_FOURTH_TURN, *_FIFTH_TURN,
            _END, _ON,
        ),
        ends={"seats/0/offerings/rice": 6, "seats/0/points": 1, "altar/top": "rice"},
    ),
)  # fmt: skip
