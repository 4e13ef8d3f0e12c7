"""A first game of Imhotep: one round against one other player, every kind of action and site."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import Brought, Lesson, Speech, Step, silently
from ..tables import MINIMUM_LOAD, OBELISKS, ROUNDS, STONES_TAKEN, SUPPLY_LIMIT
from .second_lesson import SECOND_LESSON

BEN = Player(1)
#: The second boat of the round has so many.
_PLACES = 3


_LOADING = (
    Step(
        _("Boats carry stones to the sites"),
        Text(
            _(
                "In each of {rounds} rounds four boats bring everyone's stones to five sites, and "
                "each site rewards them in its own way. A turn is one action: load, sail, or take "
                "stones."
            ),
            rounds=ROUNDS,
        ),
        points=("site-market", "site-pyramid", "site-temple", "site-tomb", "site-obelisks"),
    ),
    Step(
        _("Load a stone"),
        Text(
            _(
                "You load one of your stones on any free place. Stones leave a boat from the bow "
                "on, so the place at the bow of boat {boat} is unloaded first."
            ),
            boat=2,
        ),
        do=Text(_("Press the place at the bow of boat {boat}."), boat=2),
        choice=("place", 1, 0),
        points=("supply-0",),
        also=(
            (("place", 1, 1), _("From there it leaves as the second one; the bow goes first.")),
            (("place", 1, 2), _("From there it leaves last of all; the bow goes first.")),
            (("get",), _("You have stones to load; one takes new ones when they run out.")),
        ),
        knows=_("Stones leave a boat in their order, the one at the bow first."),
    ),
    *silently(("place", 1, 1)),
)

_SAILING = (
    Step(
        _("Who sails decides where to"),
        Text(
            _(
                "{ben} loaded a stone behind yours. A boat of {places} places may sail with "
                "{least} stones, and whoever sails it says where everyone's go: the pyramid pays "
                "at once."
            ),
            ben=BEN,
            places=_PLACES,
            least=MINIMUM_LOAD[_PLACES],
        ),
        do=Text(_("Press boat {boat}, then the pyramid."), boat=2),
        choice=("sail", 1, "pyramid"),
        also=(
            (("sail", 1, "obelisks"), _("Obelisks count only at the end: the higher one wins.")),
            (("sail", 1, "temple"), _("The temple pays at the end of the round, to both alike.")),
            (("sail", 1, "tomb"), _("The burial chamber counts at the end, for stones together.")),
            (("sail", 1, "market"), _("You would both get a card; the cards come in a moment.")),
        ),
        after=Speech(
            _("The first stone, the better place"),
            Text(
                _(
                    "In the pyramid each stone scores its place at once: {mine} for yours, {his} "
                    "for {ben}'s. The next places are worth what stands on them."
                ),
                mine=Brought("pyramid", 0, 2),
                his=Brought("pyramid", 1, 1),
                ben=BEN,
            ),
        ),
        knows=_("Whoever sails a boat decides for all the stones on it."),
    ),
    *silently(("place", 0, 0)),
)

_WAITING = (
    Step(
        _("A small boat leaves early"),
        Text(
            _(
                "Boat {boat} has a single place, so it is ready with a single stone. Load it, and "
                "see what it means that anybody may sail it."
            ),
            boat=4,
        ),
        do=Text(_("Press the place on boat {boat}."), boat=4),
        choice=("place", 3, 0),
        points=("boat-0",),
        also=(
            (("get",), _("One stone is left to you: put it to use before you take more.")),
            (("place", 2, 0), _("A good place, and we shall come to it; first the small boat.")),
        ),
    ),
    Step(
        Text(_("And {ben} sails it"), ben=BEN),
        _(
            "To the burial chamber: there stones count at the end, together with those beside "
            "them. You wanted to go elsewhere? Then do not load what another one can sail."
        ),
        seat=1,
        choice=("sail", 3, "tomb"),
        points=("boat-3", "site-tomb"),
    ),
    *silently(("place", 2, 1)),
)

_MARKET = (
    Step(
        _("The bow of a boat again"),
        Text(
            _(
                "Without stones you had to take {taken} from the quarry; more than {limit} do not "
                "lie before anybody. {ben} took the stern of boat {boat}, and its bow is free."
            ),
            taken=STONES_TAKEN,
            limit=SUPPLY_LIMIT,
            ben=BEN,
            boat=3,
        ),
        do=Text(_("Press the place at the bow of boat {boat}."), boat=3),
        choice=("place", 2, 0),
        points=("quarry", "supply-0"),
        also=(
            (("sail", 2, "market"), Text(_("Only {ben} would get a card then."), ben=BEN)),
            (("get",), _("You have stones enough for now.")),
        ),
        knows=_("Who has no stones takes some from the quarry; that is an action, too."),
    ),
    *silently(("get",)),
    Step(
        _("To the market"),
        _(
            "A stone that comes to the market takes a card, in the order of unloading. Yours is "
            "at the bow, so you choose first."
        ),
        do=Text(_("Press boat {boat}, then the market."), boat=3),
        choice=("sail", 2, "market"),
        points=("market-0", "market-1", "market-2", "market-3"),
        also=(
            (("sail", 2, "temple"), Text(_("Worth points, but for {ben} as well."), ben=BEN)),
            (("get",), Text(_("Then {ben} sails it, and not where you want."), ben=BEN)),
        ),
    ),
    Step(
        _("Which card?"),
        _(
            "Statues are worth more the more of them you have, decorations score at the end for "
            "everybody's stones at a site, blue cards are an action later on; red ones act at "
            "once. Begin with a statue."
        ),
        do=_("Press the statue."),
        choice=(3,),
        points=("market-0", "market-1", "market-2"),
        also=(
            ((0,), _("It pays at the end for stones in the temple; a statue is surer.")),
            ((1,), _("It pays at the end for stones in the pyramid; a statue is surer.")),
            ((2,), _("A blue card: played as an action, it does something special once.")),
        ),
        knows=_(
            "At the market stones take cards: statues, decorations, red ones that act at once, "
            "blue ones for an action."
        ),
    ),
    *silently((0,), ("place", 0, 1)),
)

_LAST_BOAT = (
    Step(
        _("Hurry or wait"),
        Text(
            _(
                "Two of {ben}'s stones lie on the last boat, and it needs {least} to sail. "
                "Whoever loads the third lets the other one sail, so let {ben} do it."
            ),
            ben=BEN,
            least=MINIMUM_LOAD[4],
        ),
        do=_("Take stones: press the quarry."),
        choice=("get",),
        points=("boat-0",),
        also=(
            (("place", 0, 2), Text(_("Then {ben} can sail it already in the next turn."), ben=BEN)),
            (("place", 0, 3), Text(_("Then {ben} can sail it already in the next turn."), ben=BEN)),
        ),
    ),
    *silently(("place", 0, 2)),
    Step(
        _("Come along"),
        Text(
            _(
                "{ben} had to load the third. You could sail all of them to where they bring "
                "little; or let a stone of yours come along, which then arrives last."
            ),
            ben=BEN,
        ),
        do=Text(_("Press the last place of boat {boat}."), boat=1),
        choice=("place", 0, 3),
        points=("boat-0",),
        also=(
            (("sail", 0, "obelisks"), Text(_("A high obelisk for {ben} alone."), ben=BEN)),
            (("sail", 0, "temple"), Text(_("That is where {ben} wants to go, too."), ben=BEN)),
        ),
        knows=_("Hurry where your stones lie well; wait where another one would profit."),
    ),
    Step(
        _("The last boat ends the round"),
        Text(
            _(
                "{ben} sails to the temple. When all boats have sailed, each stone that is seen "
                "there from above scores a point."
            ),
            ben=BEN,
        ),
        seat=1,
        choice=("sail", 0, "temple"),
        points=("boat-0", "site-temple"),
        after=Speech(
            _("A new round, new boats"),
            Text(
                _(
                    "The temple gave {ben} {his} points and you {mine}. Further stones will cover "
                    "these, so in the temple one keeps coming back."
                ),
                ben=BEN,
                his=Brought("temple", 1, 3),
                mine=Brought("temple", 0, 1),
            ),
        ),
    ),
)

_END = (
    Step(
        _("What counts at the end"),
        Text(
            _(
                "Obelisks: the highest one scores {first}, the next {second}. The burial chamber "
                "fills column by column and pays for your stones that touch, more for each "
                "further one."
            ),
            first=OBELISKS[2][0],
            second=OBELISKS[2][1],
        ),
        points=("site-obelisks", "site-tomb"),
        knows=_("Pyramid at once, temple each round, burial chamber and obelisks at the end."),
    ),
    Step(
        _("Now it is your game"),
        Text(
            _(
                "You begin the new round, and everything else on the board explains itself when "
                "you press it. Play on from here, against a bot in {ben}'s seat."
            ),
            ben=BEN,
        ),
    ),
)

LESSONS = (
    Lesson(
        name="first",
        title=_("A first game of Imhotep"),
        minutes=6,
        seed=39,
        steps=(*_LOADING, *_SAILING, *_WAITING, *_MARKET, *_LAST_BOAT, *_END),
        ends={"round": 2, "seats/0/scored/pyramid": 2, "seats/0/scored/temple": 1},
    ),
    SECOND_LESSON,
)
