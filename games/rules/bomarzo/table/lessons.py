"""A first game of Bomarzo: a season and a half against one other player, for one tall building."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import At, Brought, Lesson, Points, Speech, Step, silently
from ..reconstructed import CARDS, VILLAGE
from ..tables import ASLEEP, COPY_WINE, DEALT, GENIO_CARDS, HARVEST, WORKER_STEPS
from . import names
from .second_lesson import SECOND_LESSON

BEN = Player(1)
#: The card that the lesson is about, and on how many steps in architecture its second level takes.
CARD = "B03"
BELVEDERE, OBSERVATORY = names.card(CARD), names.card(CARD, 2)
STEPS = CARDS[CARD].second_steps[1]
#: What the pupil has, and what Gigante asks for.
FOOD, COINS, PAWNS = "seats/0/goods/food", "seats/0/goods/coin", "seats/0/pawns"
GIGANTE_FOOD, GIGANTE_COIN = "park/gigante/need/food", "park/gigante/need/coin"
GIGANTE_MORE = "park/gigante/need/any"


_INTRODUCTION = Step(
    _("A park of monsters"),
    _(
        "You build up a village and call the deities of this park, each of which pays whoever is "
        "best in what it loves. Tartaruga and Gigante stand in front here and pay most: they love "
        "architecture and buildings."
    ),
    points=("deity-tartaruga", "deity-gigante"),
    knows=_("Each deity pays whoever is best in its category; those in front pay most."),
)

_SETTING_UP = (
    Step(
        _("A card is a plan"),
        Text(
            _(
                "Of {dealt} cards you keep one. This is a building and a step in architecture, "
                "and upgraded it takes you {steps} steps further: just what those two pay for."
            ),
            dealt=DEALT,
            steps=STEPS,
        ),
        do=Text(_("Keep this card: {card}."), card=BELVEDERE),
        choice=(CARD,),
        points=("deity-tartaruga", "deity-gigante"),
        also=(
            (("BK4",), _("A fine building, too; but it takes you less far in architecture.")),
            (("K08",), _("Knowledge is what Elefante pays for, and Elefante stands further back.")),
            (
                ("P09",),
                _(
                    "Characters are what Balena pays for, and at the very end of the park that is "
                    "nothing."
                ),
            ),
        ),
    ),
    Step(
        _("Workers bring goods"),
        Text(
            _(
                "Your workers take {steps} steps in the village. From a symbol on, a worker "
                "brings its good, or a card, in each season; for food and for coins the first "
                "symbol is one step away."
            ),
            steps=WORKER_STEPS,
        ),
        do=_("Press the worker for food, then the one for coins."),
        choice=("food", "coin"),
        also=(
            (
                ("food", "food"),
                _(
                    "The second symbol is further away: this brings a food, and a step on each "
                    "track a food and a coin."
                ),
            ),
            (
                ("coin", "coin"),
                _(
                    "The second symbol is further away: this brings a coin, and a step on each "
                    "track a food and a coin."
                ),
            ),
            (
                ("wine", "wine"),
                _("Wine in each season is precious, but food and coins you need at once."),
            ),
            (
                ("pawn", "pawn"),
                _("Another pawn is strong, but it needs goods to offer. You will get it soon."),
            ),
        ),
        knows=_(
            "Workers bring goods and cards in each season, from the symbols that they have reached."
        ),
    ),
    *silently(("BK2",), ("food", "coin")),
)

_FIRST_SEASON = (
    Step(
        _("A pawn harvests or calls"),
        Text(
            _(
                "With what your workers brought you have {food} food and {coins} coins. In turn "
                "you place a pawn each, to harvest goods or to call a deity, and you have {pawns} "
                "in a season."
            ),
            food=At(FOOD, 2),
            coins=At(COINS, 2),
            pawns=At(PAWNS, 3),
        ),
        do=_("Press the terraces and harvest wine."),
        choice=("harvest", "wine"),
        also=(
            (
                ("harvest", "food"),
                _("Never wrong; but wine will do something special in a moment."),
            ),
            (
                ("harvest", "coin"),
                _("Never wrong; but wine will do something special in a moment."),
            ),
            (
                ("call", "gigante"),
                _(
                    "You can pay for it, and you will. But the wine goes first: later there is "
                    "less."
                ),
            ),
        ),
        knows=_("With a pawn you harvest goods or call a deity; the first in an area gets most."),
    ),
    *silently(("call", "genio"), ("just", {"coin": 1})),
    Step(
        _("The same, without a pawn"),
        Text(
            _(
                "{ben} called Genio for {coin} coin and drew {cards} cards. You may copy that at "
                "once: you give as much and {wine} wine more, to the supply, and keep your pawn."
            ),
            ben=BEN,
            coin=At("copying/coin", 1),
            cards=GENIO_CARDS,
            wine=COPY_WINE,
        ),
        do=Text(
            _("Copy it for {coin} coin and {wine} wine."),
            coin=At("copying/coin", 1),
            wine=COPY_WINE,
        ),
        choice=("copy", {"coin": 1, "wine": 2}),
        points=("deity-genio",),
        also=(
            (
                ("no",),
                _("You may save the wine; but this is a whole turn more, and it costs no pawn."),
            ),
        ),
        after=Speech(
            _("A turn more"),
            Text(
                _(
                    "You hold {cards} cards and still have {pawns} pawns. But offer no wine "
                    "without need: with {asleep} wine on it a deity falls asleep, and nobody "
                    "calls or copies it in this season."
                ),
                cards=At("seats/0/cards", 3),
                pawns=At(PAWNS, 2),
                asleep=ASLEEP,
            ),
        ),
        knows=_("Who has the wine copies what another one called, without a pawn."),
    ),
    Step(
        _("Call a deity"),
        Text(
            _(
                "Gigante asks for {food} food and {coin} coin, and that is what you have. The "
                "favour: you play a card with a building, or you upgrade one."
            ),
            food=At(GIGANTE_FOOD, 2),
            coin=At(GIGANTE_COIN, 1),
        ),
        do=_("Press Gigante."),
        choice=("call", "gigante"),
        also=(
            (
                ("harvest", "food"),
                _("Goods can wait: as long as nobody has called Gigante it is cheap."),
            ),
            (
                ("harvest", "coin"),
                _("Goods can wait: as long as nobody has called Gigante it is cheap."),
            ),
            (
                ("call", "genio"),
                Text(
                    _(
                        "There lies what {ben} gave: you would pay as much and a good more. And "
                        "cards you have."
                    ),
                    ben=BEN,
                ),
            ),
        ),
    ),
    Step(
        _("What you give stays there"),
        _(
            "Goods lie on the deity until the season is over, and whoever calls it next gives as "
            "much and one more. Cards from your hand can stand for food or coins, but yours are "
            "too good for that."
        ),
        do=Text(
            _("Give {food} food and {coin} coin."),
            food=At(GIGANTE_FOOD, 2),
            coin=At(GIGANTE_COIN, 1),
        ),
        choice=("just", {"food": 2, "coin": 1}),
        points=("deity-gigante",),
    ),
    Step(
        _("The first level"),
        Text(
            _(
                "A card is first played on its first level. It brings steps on the tracks at "
                "once, here {n} in architecture, and a temple symbol; different temples are worth "
                "points in the end."
            ),
            n=CARDS[CARD].first_steps[1],
        ),
        do=Text(_("Play this card: {card}."), card=BELVEDERE),
        choice=("play", CARD),
        points=("track-architecture",),
        also=(
            (("play", "B02"), _("More steps now, but none in architecture when you upgrade it.")),
            (
                ("play", "B08"),
                _(
                    "Steps on two tracks, and later food; but in architecture the other one leads "
                    "further."
                ),
            ),
            (("decline",), _("Then you would have offered for nothing.")),
        ),
        after=Speech(
            _("In front, and a higher price"),
            Text(
                _(
                    "Nobody is further in architecture: if the game ended now, Tartaruga would "
                    "pay you {points} points. And Gigante now asks for {food} food, {coin} coin "
                    "and {more} good of any kind."
                ),
                points=Brought("tartaruga", n=3),
                food=At(GIGANTE_FOOD, 2),
                coin=At(GIGANTE_COIN, 1),
                more=At(GIGANTE_MORE, 1),
            ),
        ),
        knows=_("Who calls a deity after others gives all that lies there, and one good more."),
    ),
    *silently(("harvest", "coin")),
    Step(
        _("First come, best served"),
        Text(
            _(
                "{ben} was first for coins and took {first}; a second pawn there gets {second}. "
                "For food you are the first, and goods that you do not spend you keep."
            ),
            ben=BEN,
            first=HARVEST["coin"][0],
            second=HARVEST["coin"][1],
        ),
        do=_("Harvest food."),
        choice=("harvest", "food"),
        points=("area-coin",),
        also=(
            (
                ("harvest", "coin"),
                _("There you are the second and get less; and for Gigante you need food."),
            ),
            (
                ("call", "orco"),
                _("You would have to pay with a card: food is what you lack, so harvest it."),
            ),
            (("call", "genio"), _("You would have to pay with cards for cards.")),
        ),
    ),
    *silently(
        ("harvest", "food"),
        ("call", "gigante"),
        ("just", {"food": 2, "coin": 1}),
        ("play", "BK2"),
    ),
)

_MOSS = Step(
    _("Moss grows on the lonely"),
    Text(
        _(
            "A new season: pawns are home, offerings gone, your workers have delivered, and {ben} "
            "went first. On whom nobody called moss has grown; until they are called they ask for "
            "less."
        ),
        ben=BEN,
    ),
    points=("deity-dea", "deity-orco"),
    knows=_("A deity that nobody called in a season is mossy in the next one, and cheaper."),
)

_DEA = (
    Step(
        _("Cheap for once"),
        Text(
            _(
                "Dea moves your workers. Awake she asks for a food and a coin, mossy for {more} "
                "good of any kind: a good moment for what you want anyway."
            ),
            more=At("park/dea/need/any", 1),
        ),
        do=_("Press Dea."),
        choice=("call", "dea"),
        points=("village-0",),
        also=(
            (
                ("call", "gigante"),
                _("In a moment. Dea will bring you a pawn more, and the sooner the better."),
            ),
            (("call", "orco"), _("A fine idea, and free; but wait until more lies on the others.")),
        ),
    ),
    Step(
        _("Keep what you need"),
        Text(
            _(
                "Any good will do. You have {food} food but only {coin} coin, and Gigante will "
                "want a coin."
            ),
            food=At(FOOD, 4),
            coin=At(COINS, 1),
        ),
        do=Text(_("Give {more} food."), more=At("park/dea/need/any", 1)),
        choice=("just", {"food": 1}),
        points=("deity-dea", "deity-gigante"),
        also=((("just", {"coin": 1}), _("It is your only coin, and Gigante will want one.")),),
    ),
    Step(
        _("A worker finds a pawn"),
        Text(
            _(
                "On the track of pawns the first symbol is {space} steps away. A pawn does not "
                "wait for the next season: it comes at once, and it stays."
            ),
            space=VILLAGE["pawn"][0],
        ),
        do=_("Press the worker for pawns, and once more."),
        choice=("pawn", "pawn"),
        also=(
            (
                ("wine", "wine"),
                _("Wine for a copy in each season is good; but a pawn is a turn more in each."),
            ),
            (
                ("card", "card"),
                _("A card in each season is good; but a pawn is a turn more in each."),
            ),
        ),
        after=Speech(
            _("One more than the others"),
            Text(
                _(
                    "You have {mine} pawns in each season and {ben} has {theirs}. Whoever has "
                    "none left is done, so the last turns of a season are yours alone."
                ),
                mine=At("seats/0/owned", 4),
                ben=BEN,
                theirs=At("seats/1/owned", 3),
            ),
        ),
        knows=_("Dea moves your workers; a pawn that they reach comes at once."),
    ),
    *silently(("harvest", "coin")),
)

_UPGRADE = (
    Step(
        Text(_("Gigante after {ben}"), ben=BEN),
        Text(
            _(
                "{ben} called Gigante first, and {food} food and {coin} coin lie there. You give "
                "as much and {more} good of any kind: you have just enough."
            ),
            ben=BEN,
            food=At("park/gigante/goods/food", 2),
            coin=At("park/gigante/goods/coin", 1),
            more=At(GIGANTE_MORE, 1),
        ),
        do=_("Press Gigante."),
        choice=("call", "gigante"),
        also=(
            (("call", "orco"), _("Soon, and then there will be more to take.")),
            (
                ("harvest", "food"),
                _("You have what Gigante asks for: an upgrade is worth more than food."),
            ),
        ),
    ),
    Step(
        _("Pay the dearer call"),
        _(
            "Both offerings will lie there then, and the next one would have to give as much as "
            "both. Who gives more than needed makes it dearer still, and keeps others away."
        ),
        do=Text(_("Give {food} food and {coin} coin."), food=At(FOOD, 3), coin=At(COINS, 1)),
        choice=("just", {"food": 3, "coin": 1}),
        points=("deity-gigante",),
        also=(
            (
                ("just", {"food": 2, "coin": 1, "card": 1}),
                _(
                    "A card can stand for food; but food you will soon get back, the card you "
                    "will not."
                ),
            ),
        ),
    ),
    Step(
        _("The second level"),
        Text(
            _(
                "Upgraded, your card becomes this one: {card}. That is {steps} steps more, an "
                "ability, and a building for Gigante, for only upgraded cards count there; its "
                "temple is gone."
            ),
            card=OBSERVATORY,
            steps=STEPS,
        ),
        do=Text(_("Upgrade this card: {card}."), card=BELVEDERE),
        choice=("upgrade", CARD),
        points=("track-architecture",),
        also=(
            (
                ("play", "B02"),
                _("A second card is good, too; but look what the upgrade pays at once."),
            ),
            (
                ("play", "B08"),
                _("A second card is good, too; but look what the upgrade pays at once."),
            ),
        ),
        after=Speech(
            _("Twice paid"),
            Text(
                _(
                    "You are the first on a marked space of architecture: {first} point, for "
                    "good. And with the only building you would get {gigante} points from Gigante "
                    "if the game ended now."
                ),
                first=Brought("firsts", n=1),
                gigante=Brought("gigante", n=3),
            ),
        ),
        knows=_(
            "Play a card for steps and a temple; upgrade it for more steps, a symbol and what it "
            "can do."
        ),
    ),
    *silently(("call", "drago"), ("just", {}), ("dea",), ("B07",)),
)

_ORCO = (
    Step(
        _("Who takes what lies there?"),
        Text(
            _(
                "Both your offerings lie on Gigante: {food} food, {coins} coins. Orco takes all "
                "of one kind from one deity, and today Orco is mossy and asks for nothing."
            ),
            food=At("park/gigante/goods/food", 5),
            coins=At("park/gigante/goods/coin", 2),
        ),
        do=_("Press Orco."),
        choice=("call", "orco"),
        points=("deity-gigante",),
        also=(
            (
                ("harvest", "food"),
                Text(_("{n} food, and Orco brings more."), n=At("areas/food/next", 3)),
            ),
            (
                ("call", "tartaruga"),
                _("Free, too, and cards become steps; but you are in front there already."),
            ),
        ),
    ),
    Step(
        _("For nothing"),
        _("Who comes first to a mossy Orco need not give anything. The next one would have to."),
        do=_("Offer nothing."),
        choice=("just", {}),
        points=("deity-orco",),
    ),
    Step(
        _("All from one, or one from each"),
        _(
            "Either a good from each of the others, or all of a kind from one of them. Where does "
            "most lie?"
        ),
        do=_("Take all the food from Gigante."),
        choice=("all", "gigante", "food"),
        also=(
            (("each",), _("Goods lie on two deities only: that would be two goods.")),
            (
                ("all", "gigante", "coin"),
                Text(_("Of coins {ben} has far more; food lies there in plenty."), ben=BEN),
            ),
        ),
        after=Speech(
            _("Your offering came back"),
            Text(
                _(
                    "You have {mine} food now and {ben} has {theirs}. What lies in the villages "
                    "in the end counts, too: most food is worth {points} point with Orco, most "
                    "coins pay with Drago."
                ),
                mine=At(FOOD, 5),
                ben=BEN,
                theirs=At("seats/1/goods/food", 3),
                points=Brought("orco", n=1),
            ),
        ),
        knows=_("Goods, tracks and symbols: in each category it counts to have most."),
    ),
)

_END = (
    Step(
        _("Count with the deities"),
        Text(
            _(
                "If the game ended now you would have {points} points. The shields show what the "
                "best one gets: who is level with the best gets as much, and with two players the "
                "second gets nothing."
            ),
            points=Points(n=8),
        ),
        points=("deity-tartaruga", "deity-gigante", "deity-orco"),
        knows=_("One step ahead is enough; where you are far behind, do not spend your pawns."),
    ),
    Step(
        _("The park is not yet in order"),
        Text(
            _(
                "With Drago {ben} has put a card under Dea. In the end such cards are turned up, "
                "and the deity with most worship moves to the front: look at what others want to "
                "have paid well."
            ),
            ben=BEN,
        ),
        points=("deity-dea", "deity-drago"),
        knows=_(
            "Cards under deities decide in the end which of them pay most; wine is worth nothing "
            "then."
        ),
    ),
    Step(
        _("Now it is your game"),
        Text(
            _(
                "You still have {pawns} pawn to place, and a bot takes {ben}'s seat. Choose two "
                "or three deities that pay well, and be best there."
            ),
            pawns=At(PAWNS, 1),
            ben=BEN,
        ),
    ),
)

LESSONS = (
    Lesson(
        name="first",
        title=_("A first game of Bomarzo"),
        minutes=8,
        seed=705,
        steps=(_INTRODUCTION, *_SETTING_UP, *_FIRST_SEASON, _MOSS, *_DEA, *_UPGRADE, *_ORCO, *_END),
        ends={
            "season": 2,
            "seats/0/goods/food": 5,
            "seats/0/steps/architecture": 4,
            "seats/0/owned": 4,
        },
    ),
    SECOND_LESSON,
)
