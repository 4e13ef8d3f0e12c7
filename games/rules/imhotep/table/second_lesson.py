"""A second game of Imhotep: the B sides, private boats, wagers and the Pharaoh's favour."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import At, Brought, Lesson, Lies, Points, Speech, Step, silently
from ..expansions.wagers import MOST, SECOND, TIED
from ..sites.b_sides import (
    BONUS_STONES,
    CHOICE_POINTS,
    CHOICE_STONES,
    PYRAMID_BONUS,
    TEMPLE_POINTS,
    TOMB,
    TOWER,
    TOWERS,
    MarketB,
)
from ..tables import TOMB_ROWS

BEN = Player(1)


_INTRODUCTION = (
    Step(
        _("The same boats, other shores"),
        _(
            "You load, sail and take stones as ever. But every site lies on its B side, and there "
            "are three things that each player may do once in a game."
        ),
        points=("site-pyramid", "site-temple", "site-tomb", "site-obelisks"),
    ),
    Step(
        _("What is ours"),
        _(
            "The rules of the B sides are those of the game, but some figures could not be found. "
            "What towers and rows are worth, and where the pyramids have what, is ours: a star "
            "marks each such board."
        ),
        points=("site-pyramid", "site-tomb", "site-obelisks"),
    ),
)

_FAVOUR = (
    Step(
        _("Towers: be first"),
        Text(
            _(
                "At these obelisks {tower} of your stones become a tower. The first one of all is "
                "worth {first}, the next {second}: so hurry, and ask the Pharaoh."
            ),
            tower=TOWER,
            first=TOWERS[0],
            second=TOWERS[1],
        ),
        do=_("Press the favour: Two stones and off."),
        choice=("favour", "sail"),
        points=("site-obelisks",),
        also=(
            (
                ("favour", "fill"),
                _("Many stones at once, and often a good favour. But today a tower is waiting."),
            ),
            (
                ("favour", "load"),
                Text(
                    _("Stones on boats that {ben} can sail? Here they had better go at once."),
                    ben=BEN,
                ),
            ),
            (
                ("favour", "reorder"),
                _("It pays when many stones lie on a boat; now there are none."),
            ),
            (
                ("favour", "cards"),
                _("Cards without a boat are fine, but they will still be there later."),
            ),
            (
                ("place", 2, 0),
                Text(_("Then {ben} sails this boat, and certainly not to the obelisks."), ben=BEN),
            ),
        ),
        knows=_("Each player has one favour in a game, and each favour only one player."),
    ),
    Step(
        _("Two stones in one turn"),
        _(
            "It cost a stone of the quarry, and one hardly misses that. In return you load two "
            "and sail, and nobody can come between."
        ),
        do=Text(_("Press the place at the bow of boat {boat}."), boat=3),
        choice=(2, 0),
        also=(
            ((2, 1), _("The order does not matter here; but let us begin at the bow.")),
            ((1, 0), _("That boat is too large: two stones fill the small one.")),
        ),
    ),
    Step(
        _("And the second one"),
        _("The boat is full then, and all of it is yours."),
        do=Text(_("Press the other place of boat {boat}."), boat=3),
        choice=(2, 1),
        also=((("enough",), _("You may stop here, but a tower wants every stone.")),),
    ),
    Step(
        _("To the obelisks"),
        Text(
            _(
                "Two of {tower} stones, and both get there before {ben} has moved at all. How the "
                "third one follows you will see in a moment."
            ),
            tower=TOWER,
            ben=BEN,
        ),
        do=Text(_("Press boat {boat}, then the obelisks."), boat=3),
        choice=(2, "obelisks"),
        also=(
            (
                (2, "temple"),
                _("The two places at the temple pay in each round. A tower pays more."),
            ),
            ((2, "pyramid"), _("A few points at once; the tower is worth more.")),
            (
                (2, "tomb"),
                _("It shows many points as if the game ended now; but rows are won in the end."),
            ),
            ((2, "market"), _("Two cards, good too. But the first tower is there only once.")),
        ),
    ),
    *silently(("place", 1, 0)),
)

_TOWER = (
    Step(
        _("Fetch the third"),
        Text(
            _(
                "{ben} begins to load. You have no stone left, and a private boat wants one from "
                "your supply."
            ),
            ben=BEN,
        ),
        do=_("Take stones: press the quarry."),
        choice=("get",),
        points=("supply-0",),
        also=((("wager", "obelisks", 0), _("A good bet, but it can wait; the tower should not.")),),
    ),
    *silently(("place", 0, 0)),
    Step(
        _("A boat of your own"),
        _(
            "A boat lies at the obelisks, so no other one lands there in this round. Only private "
            "boats do: yours takes one stone, once in the game, and nobody else sails it."
        ),
        do=_("Press your private boat, then the obelisks."),
        choice=("private", "obelisks"),
        points=("site-obelisks",),
        also=(
            (("private", "pyramid"), _("It would be worth a few points; a tower is worth more.")),
            (("private", "temple"), _("It would be worth a few points; a tower is worth more.")),
            (("place", 1, 1), _("Soon. First the tower, before others begin one.")),
        ),
        after=Speech(
            _("The first tower"),
            Text(
                _(
                    "The two single stones were a point each; the tower brought {more} points on "
                    "top of that, paid at the end. A private boat that never sails is worth "
                    "{unused} point, so this was well spent."
                ),
                more=Brought("obelisks", n=7),
                unused=Points("private_boats", 1, 1),
            ),
        ),
        knows=_("The private boat lands where a boat lies already, and nobody can sail it away."),
    ),
    *silently(("get",)),
)

_PYRAMID = (
    Step(
        _("Three pyramids to choose from"),
        Text(
            _(
                "{ben}'s stone lies at the bow of boat {boat}. On this side the owner of each "
                "stone chooses one of three pyramids, so to be second need not be worse."
            ),
            ben=BEN,
            boat=2,
        ),
        do=Text(_("Press the middle place of boat {boat}."), boat=2),
        choice=("place", 1, 1),
        points=("site-pyramid",),
        lies=(Lies("boat-1-field-1", "middle", ("boat-1-field-0", "boat-1-field-2")),),
        welcome=(("place", 1, 2),),
        also=(
            (("place", 0, 1), _("A good place, and it waits for you; this boat is nearly ready.")),
            (
                ("wager", "obelisks", 0),
                _("A good bet, and it can wait: first the free place on the boat."),
            ),
        ),
    ),
    Step(
        Text(_("{ben} sails to the pyramid"), ben=BEN),
        Text(
            _(
                "The bow comes first, so {ben} chooses before you. See what that stone leaves: "
                "each pyramid shows only its next place."
            ),
            ben=BEN,
        ),
        seat=1,
        choice=("sail", 1, "pyramid"),
        points=("boat-1", "site-pyramid"),
    ),
    *silently((1,)),
    Step(
        _("Stones instead of points"),
        Text(
            _(
                "{ben} took {first} points in the middle and opened the place behind: {point} "
                "point and {stones} stones from the quarry. That saves you a whole turn."
            ),
            ben=BEN,
            first=Points("pyramid", 1, 3),
            point=PYRAMID_BONUS,
            stones=BONUS_STONES,
        ),
        do=_("Press the middle pyramid."),
        choice=(1,),
        points=("supply-0",),
        lies=(Lies("pyramid-1", "middle", ("pyramid-0", "pyramid-2")),),
        also=(
            ((0,), _("A point more. But stones at once are a turn won, and that is worth more.")),
            ((2,), _("A point, and a stone goes on a boat. Good too, but you have few stones.")),
        ),
        after=Speech(
            _("A turn won"),
            Text(
                _(
                    "You have {stones} stones again. Other places let you load one at once or draw "
                    "a card: look what your stone opens for the next one."
                ),
                stones=At("seats/0/supply/#", 4),
            ),
        ),
        knows=_("At pyramid B you choose the place: points, or stones, a card, a stone on a boat."),
    ),
)

_WAGER = (
    Step(
        _("Wait, and win by it"),
        Text(
            _(
                "You would like to know where {ben} wants to go with boat {boat} before you come "
                "along. So wait: a wager is a turn that touches no boat, on the monument that will "
                "have most stones in the end."
            ),
            ben=BEN,
            boat=1,
        ),
        do=_("Press the field of the obelisks among the wagers."),
        choice=("wager", "obelisks", 0),
        points=("boat-0",),
        also=(
            (("wager", "pyramid", 0), _("It has room for many stones. But your own go to towers.")),
            (
                ("wager", "temple", 0),
                _("It fills in each round. But your own stones go to towers."),
            ),
            (("wager", "tomb", 0), _("Nobody has gone there yet, and nobody knows who will.")),
            (("get",), _("You have nearly as many as you may have.")),
        ),
        after=Speech(
            _("Bet on what you do anyway"),
            Text(
                _(
                    "Stones of all colours count: most of them bring {most}, second most {second}, "
                    "a tie for most {tied}. If it ended now, you would have {now}."
                ),
                most=MOST[0],
                second=SECOND[0],
                tied=TIED[0],
                now=Brought("wagers", n=5),
            ),
        ),
        knows=_("A wager and a favour are turns as well: use them when you would rather wait."),
    ),
    *silently(("wager", "temple", 0)),
)

_TEMPLE = (
    Step(
        _("Count the places of the temple"),
        Text(
            _(
                "{ben} bet on the temple, so that is where boat {boat} will go. There the second "
                "place is worth {points} points in each round: the second stone on the boat will "
                "lie on it."
            ),
            ben=BEN,
            boat=1,
            points=TEMPLE_POINTS,
        ),
        do=Text(_("Press the second place of boat {boat}."), boat=1),
        choice=("place", 0, 1),
        points=("wager-temple-0", "site-temple"),
        also=(
            (
                ("place", 0, 2),
                Text(_("Then {ben} may take the second place; be there first."), ben=BEN),
            ),
            (
                ("place", 0, 3),
                Text(
                    _("What counts is the order of the stones: come right behind {ben}."), ben=BEN
                ),
            ),
            (
                ("place", 3, 0),
                Text(_("Not yet: {ben} has nothing better to do than to sail it away."), ben=BEN),
            ),
        ),
        knows=_("At temple B each place has its own reward: count where your stone will lie."),
    ),
    *silently(("place", 0, 2)),
    Step(
        _("Two threats, one turn"),
        Text(
            _(
                "Boat {large} is ready, and {ben} has two stones on it. Load boat {small} now: "
                "{ben} cannot sail both, and would not leave the large one to you."
            ),
            large=1,
            small=4,
            ben=BEN,
        ),
        do=Text(_("Press the place on boat {boat}."), boat=4),
        choice=("place", 3, 0),
        points=("boat-0",),
        also=(
            (
                ("sail", 0, "temple"),
                Text(_("{ben} does that for you. Use the turn for yourself."), ben=BEN),
            ),
            (
                ("sail", 0, "tomb"),
                Text(_("It annoys {ben}, but your own stone would lose its good place."), ben=BEN),
            ),
            (("place", 0, 3), _("It would draw a card; but look at the small boat.")),
        ),
        knows=_("Load a small boat when others have something more urgent to do."),
    ),
    Step(
        Text(_("{ben} has to choose"), ben=BEN),
        _("The large boat goes to the temple, and the small one is left to you."),
        seat=1,
        choice=("sail", 0, "temple"),
        points=("boat-0", "boat-3", "site-temple"),
    ),
)

_MARKET = (
    Step(
        _("To the market"),
        Text(
            _(
                "At this market {open} cards lie open and {down} face down. And mind your wager: "
                "the temple has as many stones as the obelisks now, so it is worth only {now}."
            ),
            open=MarketB.slots,
            down=MarketB.cards_face_down,
            now=Points("wagers", n=3),
        ),
        do=Text(_("Press boat {boat}, then the market."), boat=4),
        choice=("sail", 3, "market"),
        points=("market-0", "market-1", "market-2", "wager-obelisks-0"),
        also=(
            (
                ("sail", 3, "tomb"),
                _("It would lead a row; but rows are won in the end, and this is the first round."),
            ),
            (("get",), Text(_("Then {ben} sails the boat, and not where you want."), ben=BEN)),
        ),
    ),
    Step(
        _("Look at two, keep one"),
        _(
            "Decorations for temple and pyramid are not for you, as you build towers. Two cards "
            "face down are two chances, and only you will see both."
        ),
        do=_("Press the cards that lie face down."),
        choice=(3,),
        points=("market-0", "market-2"),
        also=(
            ((1,), _("A statue is good, and you see what you get. Here be curious for once.")),
            ((0,), _("It pays for stones at the temple, of whatever colour. Slow, but not bad.")),
            ((2,), _("It pays for stones at the pyramid, of whatever colour. Slow, but not bad.")),
        ),
    ),
    Step(
        _("Which one stays?"),
        _(
            "A statue, or a paved path: that carries a stone from your quarry to the obelisks at "
            "once. It begins your next tower, and think of your wager."
        ),
        do=_("Press the paved path."),
        choice=(0,),
        points=("site-obelisks", "wager-obelisks-0"),
        also=(
            (
                (1,),
                _("A statue is worth more with every further one. The path pays twice today."),
            ),
        ),
        after=Speech(
            _("Paid twice"),
            Text(
                _(
                    "The stone is worth {stone} point, and once more the obelisks have most: your "
                    "wager gained {wager}. The round is over, so the temple pays now."
                ),
                stone=Brought("obelisks", n=1),
                wager=Brought("wagers", n=2),
            ),
        ),
        knows=_("At market B you may look at two cards face down and keep one of them."),
    ),
    *silently(("point",), ("stones",)),
)

_END = (
    Step(
        _("A point or stones"),
        Text(
            _(
                "Your stone brought {mine}. {ben} had two places with a choice and took {point} "
                "point and {stones} stones: points last, stones save a turn."
            ),
            mine=At("seats/0/scored/temple", TEMPLE_POINTS),
            ben=BEN,
            point=CHOICE_POINTS,
            stones=CHOICE_STONES,
        ),
        points=("site-temple", "supply-1"),
    ),
    Step(
        _("Rows in the burial chamber"),
        Text(
            _(
                "There stones together count for nothing on this side: in each of {rows} rows the "
                "one with most stones gets {most}, the other {least}. Stones fill a column from "
                "the top, so count which row yours will lie in."
            ),
            rows=TOMB_ROWS,
            most=TOMB[2][0],
            least=TOMB[2][1],
        ),
        points=("site-tomb",),
        knows=_("In the burial chamber B count the rows: a single stone may win one."),
    ),
    Step(
        _("Now it is your game"),
        Text(
            _(
                "{ben} begins the new round, and has both a favour and a private boat left. Play "
                "on against a bot in {ben}'s seat, and mind your second tower."
            ),
            ben=BEN,
        ),
        points=("site-obelisks",),
    ),
)

SECOND_LESSON = Lesson(
    name="second",
    title=_("B sides and small expansions"),
    minutes=8,
    seed=353,
    options={"preset": "all_b", "private_boats": True, "wagers": True, "favour": True},
    steps=(
        *_INTRODUCTION,
        *_FAVOUR,
        *_TOWER,
        *_PYRAMID,
        *_WAGER,
        *_TEMPLE,
        *_MARKET,
        *_END,
    ),
    ends={
        "round": 2,
        "seats/0/scored/pyramid": 1,
        "seats/0/scored/temple": 2,
        "boards/obelisks/final/0": 10,
        "wagers/worth/obelisks/0": 5,
    },
)
