"""A second game of Bomarzo, with Seasons and Worship: two tiles, and two secret wishes."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import At, Brought, Lesson, Speech, Step, silently
from ..reconstructed import CARDS
from ..tables import COPY_WINE, FULFILLED, GREEN_LIMIT, UNFULFILLED, WORSHIP_PRICE
from . import names

BEN = Player(1)
#: The card that the lesson is about, on both levels.
CARD = "B02"
WATCHTOWER, FORTRESS = names.card(CARD), names.card(CARD, 2)
PRICE = {"food": 2, "coin": 1}
GIGANTE_FOOD, GIGANTE_COIN = At("park/gigante/need/food", 2), At("park/gigante/need/coin", 1)


_BEGINNING = (
    Step(
        _("Open tiles, secret wishes"),
        _(
            "Beside each season lies a tile that changes its rules, and all are open from the "
            "start. And there are worship cards: wishes of yours that nobody else knows."
        ),
        points=("season-1", "season-2", "worship"),
    ),
    Step(
        _("A way for you alone"),
        Text(
            _(
                "This building takes {steps} steps in architecture. Tartaruga pays for those, but "
                "at the very end of the park that is nothing: nobody will go there with you."
            ),
            steps=CARDS[CARD].first_steps[1],
        ),
        do=Text(_("Keep this card: {card}."), card=WATCHTOWER),
        choice=(CARD,),
        points=("deity-tartaruga", "track-architecture"),
        also=(
            (("P08",), _("Balena pays well for characters, so others will want them, too.")),
            (("K06",), _("Elefante pays well for knowledge, so others will want it, too.")),
            (("K10",), _("Elefante pays well for knowledge, so others will want it, too.")),
        ),
    ),
    Step(
        _("First green, then black"),
        Text(
            _(
                "In a green season everybody places {pawns} pawns at most, in a black one villages "
                "bring nothing. So let your workers bring now what one call costs."
            ),
            pawns=GREEN_LIMIT,
        ),
        do=_("Press the worker for food, then the one for coins."),
        choice=("food", "coin"),
        points=("season-1", "season-2"),
        also=(
            (("pawn", "pawn"), _("One pawn more is of no use as long as the season is green.")),
            (
                ("wine", "wine"),
                _("Wine you will harvest; but a call costs food and coins as well."),
            ),
            (("card", "card"), _("A card now, and in the black season none; goods are scarcer.")),
        ),
        knows=_("The season tiles lie open: plan for the next one in the one before."),
    ),
    *silently(("B06",), ("food", "coin")),
)

_GREEN = (
    Step(
        _("More than green allows"),
        Text(
            _(
                "Green counts pawns, and a copy needs none. So harvest wine first: with {wine} of "
                "it you copy what {ben} calls."
            ),
            wine=COPY_WINE,
            ben=BEN,
        ),
        do=_("Press the terraces and harvest wine."),
        choice=("harvest", "wine"),
        points=("season-1",),
        also=(
            (("harvest", "food"), _("Soon. The wine gives you an action more in this season.")),
            (("harvest", "coin"), _("Soon. The wine gives you an action more in this season.")),
            (
                ("call", "gigante"),
                Text(_("That takes a pawn. Let {ben} call it, and copy."), ben=BEN),
            ),
        ),
        knows=_("Green counts pawns, not copies: wine is worth most then."),
    ),
    Step(
        _("A wish in secret"),
        Text(
            _(
                "Once in a turn you may take a worship card. If you are best with its deity in the "
                "end it brings {won} points, else it costs {lost}."
            ),
            won=FULFILLED,
            lost=-UNFULFILLED,
        ),
        do=_("Take a worship card, without paying."),
        choice=("worship",),
        points=("worship", "deity-tartaruga", "track-architecture"),
        also=(
            (("no",), _("You may; but whoever takes one early has all seasons to make it true.")),
            (
                ("worship", "wine", "wine"),
                _("Then you choose of two, but the wine has something better to do."),
            ),
            (
                ("worship", "food", "coin"),
                _("Then you choose of two, but you need these goods at once."),
            ),
        ),
        after=Speech(
            _("Tartaruga, of all deities"),
            _(
                "You fulfil it by being best in architecture. Where a deity stands does not "
                "matter for that, and at the end of the park nobody fights for it."
            ),
        ),
        knows=_("A worship card pays for the best, even if its deity pays nothing."),
    ),
    *silently(("call", "gigante"), ("just", PRICE), ("play", "B06"), ("no",)),
    Step(
        _("An action without a pawn"),
        Text(
            _(
                "{ben} called Gigante for {food} food and {coin} coin. Copy it: in this season "
                "that is one action more than {ben} has."
            ),
            ben=BEN,
            food=At("copying/food", 2),
            coin=At("copying/coin", 1),
        ),
        do=Text(
            _("Copy it for {food} food, {coin} coin and {wine} wine."),
            food=At("copying/food", 2),
            coin=At("copying/coin", 1),
            wine=COPY_WINE,
        ),
        choice=("copy", {**PRICE, "wine": COPY_WINE}),
        points=("deity-gigante", "season-1"),
        also=((("no",), _("For this you have harvested the wine.")),),
    ),
    Step(
        _("On a track of your own"),
        Text(
            _("The card takes you {steps} steps in architecture. {ben} has made one."),
            steps=CARDS[CARD].first_steps[1],
            ben=BEN,
        ),
        do=Text(_("Play this card: {card}."), card=WATCHTOWER),
        choice=("play", CARD),
        points=("track-architecture",),
        also=((("decline",), _("Then you would have paid for nothing.")),),
        after=Speech(
            _("Fulfilled, as things stand"),
            Text(
                _(
                    "You are on {mine}, {ben} on {other}: if the game ended now, your wish would "
                    "come true and bring {points} points."
                ),
                mine=At("seats/0/steps/architecture", 2),
                ben=BEN,
                other=At("seats/1/steps/architecture", 1),
                points=FULFILLED,
            ),
        ),
    ),
    Step(
        _("Store for the black season"),
        _(
            "Your last pawn of this season. In the next one no village brings anything, so have "
            "by then what a call will cost."
        ),
        do=_("Harvest food."),
        choice=("harvest", "food"),
        points=("season-2",),
        also=(
            (("harvest", "coin"), _("A coin you still have; of food there is none left.")),
            (
                ("call", "genio"),
                _("Leave it alone: whom nobody calls is mossy in the next season, and cheap."),
            ),
            (
                ("call", "drago"),
                _("Leave it alone: whom nobody calls is mossy in the next season, and cheap."),
            ),
            (("worship",), _("Not blind again; soon you may choose.")),
        ),
        knows=_("Before a black season harvest, and leave to the moss what you want to call."),
    ),
    Step(
        _("One wish will do"),
        _("A wish that fails costs a point. Take the next one when you know where you lead."),
        do=_("Take none."),
        choice=("no",),
        points=("worship",),
        also=(
            (("worship",), _("Drawn blind it may well be one that you never fulfil.")),
            (("worship", "food", "food"), _("These goods are for the black season.")),
            (("worship", "food", "coin"), _("These goods are for the black season.")),
        ),
    ),
    *silently(("harvest", "food"), ("no",), ("harvest", "coin"), ("no",)),
)

_BLACK = (
    Step(
        _("The villages sleep"),
        Text(
            _(
                "Black: nobody's workers brought anything. You have {food} food and {coin} coin "
                "all the same, and all deities but Gigante are mossy."
            ),
            food=At("seats/0/goods/food", 3),
            coin=At("seats/0/goods/coin", 1),
        ),
        points=("season-2", "village-0", "deity-orco"),
    ),
    Step(
        _("Spend what you stored"),
        Text(
            _(
                "Gigante asks for {food} food and {coin} coin, and that is what you have. {ben} "
                "had to harvest first."
            ),
            food=GIGANTE_FOOD,
            coin=GIGANTE_COIN,
            ben=BEN,
        ),
        do=_("Press Gigante."),
        choice=("call", "gigante"),
        also=(
            (("call", "orco"), _("In a moment: something has to lie on the others first.")),
            (("call", "genio"), _("Cards for nothing are good; first use the one you have.")),
            (("call", "tartaruga"), _("It makes steps of cards in your hand, and you have none.")),
            (("harvest", "food"), _("Good in a black season, but you can do more already.")),
        ),
    ),
    Step(
        _("It does not go far"),
        _("What you give lies on Gigante till the season is over. Keep that in mind."),
        do=Text(
            _("Give {food} food and {coin} coin."),
            food=GIGANTE_FOOD,
            coin=GIGANTE_COIN,
        ),
        choice=("just", PRICE),
        points=("deity-gigante",),
    ),
    Step(
        _("Level is enough"),
        Text(
            _(
                "The second level is {card}: {culture} steps in culture, {science} in science. "
                "There you draw level with {ben}, and of equals both are best."
            ),
            card=FORTRESS,
            culture=CARDS[CARD].second_steps[0],
            science=CARDS[CARD].second_steps[2],
            ben=BEN,
        ),
        do=Text(_("Upgrade this card: {card}."), card=WATCHTOWER),
        choice=("upgrade", CARD),
        points=("track-culture", "track-science"),
        also=((("decline",), _("Then you would have paid for nothing.")),),
        after=Speech(
            _("Best in four categories"),
            Text(
                _(
                    "If it ended now Genio would pay you {genio} points, Dea {dea} and Gigante "
                    "{gigante}; Tartaruga nothing, but there you have your wish."
                ),
                genio=Brought("genio", n=3),
                dea=Brought("dea", n=2),
                gigante=Brought("gigante", n=2),
            ),
        ),
    ),
    Step(
        _("Not blind"),
        Text(
            _(
                "You lead in several categories: time for a second wish. But for {price} goods you "
                "may choose of two, so get some first."
            ),
            price=WORSHIP_PRICE,
        ),
        do=_("Take none."),
        choice=("no",),
        points=("worship",),
        also=((("worship",), _("It may fit by luck; in a moment you can choose.")),),
    ),
    *silently(("harvest", "food"), ("no",)),
    Step(
        _("The moss feeds you"),
        _(
            "Mossy, Orco asks for nothing, and takes goods that lie on others. That is how one "
            "lives when villages sleep."
        ),
        do=_("Press Orco."),
        choice=("call", "orco"),
        points=("deity-gigante", "season-2"),
        also=(
            (
                ("harvest", "coin"),
                Text(
                    _("As much, but that can wait; what lies on Gigante {ben} could take."), ben=BEN
                ),
            ),
            (
                ("harvest", "food"),
                Text(
                    _("As much, but that can wait; what lies on Gigante {ben} could take."), ben=BEN
                ),
            ),
            (("call", "genio"), _("Cards for nothing, good, too. Here we need goods.")),
        ),
    ),
    Step(
        _("For nothing"),
        _("A deity that asks for nothing may be given nothing."),
        do=_("Offer nothing."),
        choice=("just", {}),
        points=("deity-orco",),
    ),
    Step(
        _("Back to you"),
        _("What you gave to Gigante a moment ago still lies there."),
        do=_("Take all the food from Gigante."),
        choice=("all", "gigante", "food"),
        also=(
            (("each",), _("Only on Gigante lies something: that would be a single good.")),
            (("all", "gigante", "coin"), _("A single coin; of food there is more.")),
        ),
    ),
)

_WISH = (
    Step(
        _("Now choose"),
        Text(
            _(
                "For {price} goods of any kind you look at two cards and keep one; the other goes "
                "back unseen. Wine would do as well, and in the end it is worth nothing else."
            ),
            price=WORSHIP_PRICE,
        ),
        do=_("Take one of two worship cards, for food."),
        choice=("worship", "food", "food"),
        points=("worship",),
        also=(
            (("worship",), _("Drawn blind it may well be one that you never fulfil.")),
            (("no",), _("You know where you lead: now is the time.")),
        ),
    ),
    Step(
        _("Genio or Balena?"),
        Text(
            _(
                "Balena loves characters, and you have none. In science you are level with {ben}, "
                "and Genio stands in front: there the same lead pays twice."
            ),
            ben=BEN,
        ),
        do=_("Keep Genio."),
        choice=("genio",),
        points=("deity-genio", "deity-balena", "track-science"),
        also=((("balena",), _("You would have to begin with characters, or it costs a point.")),),
        after=Speech(
            _("Two ways to choose a wish"),
            _(
                "One that nobody fights for, and one that pays twice. Both would come true now, "
                "and nobody but you knows where you must not fall behind."
            ),
        ),
        knows=_("Choose wishes where you lead anyway, or where nobody else wants to be."),
    ),
)

_END = (
    Step(
        _("The tiles to come"),
        _(
            "Brown is next: abilities of cards rest, what they bring does not. And should you "
            "meet yellow in another game: nobody copies then, so save your wine."
        ),
        points=("season-3", "season-4", "season-5"),
        knows=_("Brown stops abilities, yellow stops copies; white changes nothing."),
    ),
    Step(
        _("Now it is your game"),
        Text(
            _(
                "{ben} goes on, and you still have {pawns} pawn. Play on against a bot in {ben}'s "
                "seat, and look at the next tile before you place your last one."
            ),
            ben=BEN,
            pawns=At("seats/0/pawns", 1),
        ),
    ),
)

SECOND_LESSON = Lesson(
    name="second",
    title=_("Seasons and Worship"),
    minutes=9,
    seed=368,
    options={"seasons": True, "worship": True},
    steps=(*_BEGINNING, *_GREEN, *_BLACK, *_WISH, *_END),
    ends={
        "season": 2,
        "seats/0/steps/architecture": 2,
        "seats/0/steps/science": 1,
        "worship/own/tartaruga": True,
        "worship/own/genio": True,
    },
)
