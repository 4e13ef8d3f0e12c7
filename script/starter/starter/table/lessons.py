"""A lesson of three steps: a first game in which one learns by playing."""

from __future__ import annotations

from games.rules.engine import Player, Text, _
from games.rules.engine.lessons import Brought, Lesson, Points, Speech, Step

from ..rules import SET_POINTS, points

LESSONS = (
    Lesson(
        name="first",
        title=_("A first game of Starter"),
        minutes=2,
        seed=204,  # two blue tiles lie open, and a third one comes
        steps=(
            Step(
                _("Tiles and sets"),
                Text(
                    _(
                        "Each tile brings its points, and three of one colour {more} more. "
                        "Two blue ones lie open."
                    ),
                    more=SET_POINTS,
                ),
                do=Text(_("Press the blue tile of {n} points."), n=points(23)),
                choice=(23,),
                also=(((21,), _("As many points, but there is no second red one.")),),
                after=Speech(
                    _("The first of three"), Text(_("You have {n} points."), n=Points(n=8))
                ),
            ),
            Step(seat=1, choice=(21,)),
            Step(
                _("The second one"),
                Text(
                    _("{ben} took the red tile, and another one was turned up. Stay with blue."),
                    ben=Player(1),
                ),
                do=_("Press the blue tile."),
                choice=(11,),
                also=(((15,), _("More points now, but a set is worth more in the end.")),),
                knows=_("Three tiles of one colour are a set."),
            ),
            Step(seat=1, choice=(15,)),
            Step(
                _("The smallest can be the best"),
                Text(
                    _("The third blue tile shows only {n}, but it completes the set."), n=points(8)
                ),
                do=_("Press the blue tile."),
                choice=(8,),
                after=Speech(
                    _("A set"), Text(_("That brought you {n} points at once."), n=Brought(n=13))
                ),
                knows=_("A tile that completes a set brings more than it shows."),
            ),
            Step(
                _("Play on"),
                Text(
                    _("A bot takes the seat of {ben}. When all tiles are taken, most points win."),
                    ben=Player(1),
                ),
            ),
        ),
        ends={"taken/0/#": 3},
    ),
)
