"""A second game of Bora Bora: how one gets in each other's way, and gets on all the same."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import At, Brought, Lesson, Lies, Speech, Step, silently
from ..tables import HIGHEST, PIPS, TASKS_IN_HAND

BEN = Player(1)
FISH = At("regions/C-SE/fish/points", 5)
STATUS_SIGNS = At("seats/0/people/0/count", 4)


_BEGINNING = (
    Step(
        _("In each other's way"),
        _(
            "You know what each card does. Now it is about the others: huts that push yours aside, "
            "low dice, gods that break a rule, and who comes first on the status track."
        ),
        points=("region-C-SE", "status-0", "god-tiles"),
    ),
    *silently(("S-E",)),
    Step(
        _("Settle where others want to go"),
        Text(
            _(
                "From this beach a land path of {path} leads to a mountain with a fish worth "
                "{fish}. {ben} has a way there, too: you will meet."
            ),
            path=At("paths/land/1/2", 2),
            fish=FISH,
            ben=BEN,
        ),
        do=_("Press the beach on the central island."),
        choice=("C-SW",),
        points=("region-C-SE",),
        also=(
            (("E-S",), _("From there the mountain is a long way off, by water.")),
            (("W-N",), _("An offering at once, but far from the good fish.")),
        ),
    ),
    Step(
        _("Leave room for a pair"),
        _(
            "The mountain gives stone. Lay the sand where a stone fits beside it: two neighbours "
            "carry a building tile."
        ),
        do=_("Press the sand field in the middle of the second row."),
        choice=(4,),
        lies=(Lies("field-4", "middle", ("field-3", "field-5")),),
        also=(
            ((0,), _("A stone fits beside it, too; here we take the middle.")),
            ((8,), _("A stone fits beside it, too; here we take the middle.")),
            ((9,), _("No stone fits beside it.")),
        ),
    ),
)

_MAN = (
    Step(
        _("First what cannot wait"),
        Text(
            _(
                "Your task wants a man and a priest. Any die shuts out your {high}, your {middle} "
                "may follow {ben}'s {bar}, and your {low} can wait longest: only another {low} "
                "shuts it out."
            ),
            high=6,
            middle=3,
            bar=5,
            low=1,
            ben=BEN,
        ),
        do=Text(_("Press your {die}, then: Woman or man, without a god."), die=6),
        choice=(6, "woman_man", "plain"),
        points=("task-A3",),
        also=(
            (
                (3, "land_water", "plain"),
                Text(
                    _("Then {ben} comes after you and pushes your hut aside. Let {ben} go first."),
                    ben=BEN,
                ),
            ),
            (
                (6, "temple", "plain"),
                Text(_("A good place for it; but your {die} will do as well there."), die=1),
            ),
            (
                (6, "land_water", "plain"),
                Text(_("Your {die} is enough for that, and it may come later."), die=3),
            ),
        ),
        knows=_("Place first what others can shut out; a low die may wait."),
    ),
    Step(
        _("A man with two uses"),
        Text(
            _(
                "In phase B this man makes a status step, in every round. And once, when the "
                "helper pushes him down, he brings {steps} steps at one go."
            ),
            steps=At("people/man/4/count", 4),
        ),
        do=Text(_("Press the man on space {space}."), space=5),
        choice=("man", 5),
        points=("task-A3", "status-0"),
        also=(
            (("man", 6), _("Shells in every round are good; here the status track is the plan.")),
            (("man", 4), _("He goes with another task, but that one wants two of his kind.")),
            (("woman", 6), _("Your task wants a man.")),
        ),
    ),
    *silently((5, "land_water", "plain"), ("C-SE", "none"), (2,)),
)

_PUSHING = (
    Step(
        _("Come second, stand in front"),
        Text(
            _(
                "{ben} took the mountain with the fish worth {fish}. You may follow: the newer hut "
                "gets the building site, and the other one moves aside."
            ),
            ben=BEN,
            fish=FISH,
        ),
        do=Text(_("Press your {die}, then: Land or water, without a god."), die=3),
        choice=(3, "land_water", "plain"),
        points=("region-C-SE",),
        also=(
            (
                (1, "temple", "plain"),
                Text(_("It can wait. Who waits with the {die} may find land closed."), die=3),
            ),
            (
                (3, "temple", "plain"),
                Text(_("Your {die} will do that, and better than you think."), die=1),
            ),
        ),
    ),
    Step(
        _("Score it now and later"),
        Text(
            _(
                "Your red card scores the fish now, {fish} points. In the end it counts once more, "
                "for the hut on the building site."
            ),
            fish=FISH,
        ),
        do=_("Press the mountain on the central island, then your red card."),
        choice=("C-SE", "card"),
        points=("region-C-SE",),
        also=(
            (("C-SE", "none"), _("The hut is right; but the fish is worth the red card.")),
            (("C-SE", "tile"), _("The god tile can be any god: keep it for what only it can do.")),
            (("W-S", "card"), _("A good fish, too, and nobody is near it: that can wait.")),
        ),
        after=Speech(
            _("Pushed aside, not gone"),
            Text(
                _(
                    "You have {fish} points, and {site} more if the hut is still in front in the "
                    "end. {ben}'s hut loses its fish alone: it leads further and counts for tasks "
                    "as before."
                ),
                fish=Brought("fish", n=5),
                site=Brought("sites", n=5),
                ben=BEN,
            ),
        ),
        knows=_("A hut pushed aside loses its fish; it still leads further and counts for tasks."),
    ),
    Step(
        _("A pair for later"),
        _("Stone beside sand: that is a building tile whenever you have a die for it."),
        do=_("Press the stone field above your sand."),
        choice=(3,),
        lies=(Lies("field-3", "above", ("field-4",)),),
        welcome=((7,),),
        also=(
            ((2,), _("There it has no neighbour to build on.")),
            ((11,), _("There it has no neighbour to build on.")),
        ),
    ),
    *silently((3, "temple", "plain"), (3,), ("offering", "status")),
)

_WHITE = (
    Step(
        _("A low die that counts high"),
        Text(
            _(
                "Your {die} is lower than {ben}'s {bar}, so the card takes it. White makes it "
                "count as {highest}; a god tile is any god, and costs no offering."
            ),
            die=1,
            ben=BEN,
            bar=At("cards/temple/bar", 3),
            highest=HIGHEST,
        ),
        do=Text(
            _("Press your {die}, then: Temple, with the white god, by a god tile."),
            die=1,
        ),
        choice=(1, "temple", "white", "tile"),
        points=("god-tiles", "temple-3"),
        also=(
            (
                (1, "temple", "plain"),
                Text(_("Then {ben} has the higher space, and gets the god tile."), ben=BEN),
            ),
            ((1, "fishing", "plain"), _("Your task needs a priest.")),
        ),
        knows=_("With white a low die counts high, and still it shuts out all that follow."),
    ),
    Step(
        Text(_("Higher than {ben}"), ben=BEN),
        _(
            "You have a priest each, and of equals the higher one gets the god tile in phase C. So "
            "what you have just spent comes back."
        ),
        do=Text(_("Press space {space} of the temple."), space=6),
        choice=(6,),
        points=("temple-3", "god-tiles"),
        also=(
            ((5,), _("High enough today; but the highest is pushed out last.")),
            ((4,), _("High enough today; but the highest is pushed out last.")),
        ),
    ),
    Step(
        _("Leave the step to your man"),
        Text(
            _(
                "{ben} took a status step. Your man makes one in phase B, so take the shell now, "
                "and a green card: it doubles people in a good round."
            ),
            ben=BEN,
        ),
        do=_("Press the green god card, then: a shell."),
        choice=("green", "shell"),
        points=("status-1",),
        also=(
            (("green", "status"), _("Good, too. But the step comes anyway, and shells are rare.")),
            (("offering", "shell"), _("Offerings pay for gods, and you have one left.")),
            (("yellow", "shell"), _("Yellow helps with tasks; this round you do not need it.")),
        ),
    ),
    *silently((2, "woman_man", "plain"), ("woman", 2)),
)

_STATUS = (
    Step(
        _("Who comes later lies on top"),
        Text(
            _(
                "A marker that reaches another lies on top of it and counts as ahead. One step "
                "makes you level with {ben}, and so the first."
            ),
            ben=BEN,
        ),
        do=_("Press your man, then: Use, without a god."),
        choice=("man", "status", "none"),
        points=("status-0", "status-1"),
        also=(
            (("man", "status", "card"), _("Green makes two steps of it; one is enough today.")),
            (("done",), Text(_("Then {ben} is first in the next round."), ben=BEN)),
        ),
        knows=_("On the status track being level is enough, if you come later."),
    ),
    *silently(("woman", "shell", "none"), ("A1", "tile")),
    Step(
        _("Tasks that share"),
        Text(
            _(
                "Your task brought {points} points, and the god tile is back. Another one of yours "
                "wants women pushed down: with this one the same women serve twice."
            ),
            points=At("seats/0/scored/tasks", 6),
        ),
        do=_("Press the task with four women."),
        choice=("D14",),
        points=("task-D40", "god-tiles"),
        also=(
            (("D39",), _("Your man would begin it. But then you need both, men and women.")),
            (("D25",), _("Women bring shells when pushed down; but shells are spent on jewels.")),
            (("D42",), _("Two of one kind, and of that kind you have none.")),
        ),
        knows=_("Take tasks that the same things fulfil."),
    ),
    *silently(("D25",)),
)

_LOCKING = (
    Step(
        _("Lock what others need"),
        Text(
            _(
                "One of {ben}'s tasks wants {priests} priests, and {ben} rolled low. Your {die} "
                "locks the temple for this round: nothing is lower, and only blue still opens it."
            ),
            ben=BEN,
            priests=At("seats/1/tasks/1/needs/0/number", 3),
            die=1,
        ),
        do=Text(_("Press your {die}, then: Temple, without a god."), die=1),
        choice=(1, "temple", "plain"),
        points=("temple-3", "temple-6"),
        also=(
            (
                (1, "build", "plain"),
                _("Many points, but nobody else can build now: that can wait."),
            ),
            (
                (4, "woman_man", "plain"),
                Text(_("A good start for your tasks; but then {ben} is in the temple."), ben=BEN),
            ),
            (
                (4, "helper", "plain"),
                Text(_("It comes next; but then {ben} is in the temple."), ben=BEN),
            ),
        ),
        knows=_("Their tasks lie open: a low die on the card that they need hurts most."),
    ),
    Step(
        _("Take what you lack"),
        Text(
            _(
                "You have {cards} god cards and a single offering, and each card costs one. And a "
                "status step, as more are about to follow."
            ),
            cards=At("seats/0/cards", 2),
        ),
        do=_("Choose an offering and a status step."),
        choice=("offering", "status"),
        points=("goods-0",),
        also=(
            (("offering", "shell"), _("A jewel wants more shells than that; take the step.")),
            (("yellow", "status"), _("Without offerings the cards stay in your hand.")),
        ),
    ),
    Step(
        Text(_("{ben}'s hut leads further"), ben=BEN),
        Text(
            _(
                "From the mountain, where {ben}'s hut stands aside, a short path leads to your "
                "beach. There your hut has to move, and keeps all but the fish: it is worth {fish}."
            ),
            ben=BEN,
            fish=At("regions/C-SW/fish/points", 1),
        ),
        seat=1,
        choice=(2, "land_water", "plain"),
        points=("region-C-SE", "region-C-SW"),
    ),
    *silently(("C-SW",), (0,)),
)

_HELPER = (
    Step(
        _("All steps at one go"),
        Text(
            _(
                "Now use the other side of your man. For {pips} pip the helper pushes him down: "
                "you go {steps} steps, and he works on in phase B all the same."
            ),
            pips=PIPS["push"],
            steps=STATUS_SIGNS,
        ),
        do=Text(_("Press your {die}, then: Helper, without a god."), die=4),
        choice=(4, "helper", "plain"),
        points=("status-0", "people-0"),
        also=(
            (
                (4, "woman_man", "plain"),
                Text(
                    _("A woman for two tasks is good; but then {ben} may close the helper."),
                    ben=BEN,
                ),
            ),
            ((4, "build", "plain"), _("A lower die builds as well; the helper counts pips.")),
        ),
    ),
    Step(
        _("Only once"),
        _(
            "A person is pushed down a single time. Choose those with many signs, and a round in "
            "which the steps bring more points."
        ),
        do=_("Press your man."),
        choice=("push", "man", "status"),
        points=("status-0", "status-1"),
        after=Speech(
            _("Far ahead"),
            Text(
                _(
                    "On step {steps} you get {points} points in phase C, and you stay first. Then "
                    "all markers start anew."
                ),
                steps=At("status/steps/0", 5),
                points=At("seats/0/coming/status", 4),
            ),
        ),
        knows=_("Men pushed down bring status, women bring shells, each of them once."),
    ),
    Step(
        _("Yellow for the end"),
        Text(
            _(
                "You have {left} pips left. After the last round your last {tasks} tasks count, "
                "and each of them may use one yellow god: so collect them in time."
            ),
            left=At("account/left", 3),
            tasks=TASKS_IN_HAND,
        ),
        do=_("Press the yellow god card."),
        choice=("god", "yellow"),
        points=("task-D47",),
        also=(
            (("offering",), _("Never wrong; but at this price you choose the god.")),
            (("hut",), _("It makes room for a person; you have room still.")),
            (("points",), _("A single point, and a card is worth more.")),
        ),
    ),
    *silently((1, "woman_man", "plain"), ("man", 1)),
)

_END = (
    Step(
        _("What can wait"),
        Text(
            _(
                "Sand and stone are still waiting, and {ben} has no pair: nobody takes the "
                "building from you. Do first what others want as well."
            ),
            ben=BEN,
        ),
        points=("ground-0", "card-build"),
    ),
    Step(
        _("Now it is your game"),
        Text(
            _(
                "Play on against a bot in {ben}'s seat. You have a {die} to place, the god tile in "
                "reserve, and women to find for two tasks."
            ),
            ben=BEN,
            die=2,
        ),
        points=("task-D14", "task-D40"),
    ),
)

SECOND_LESSON = Lesson(
    name="second",
    title=_("Tactics on Bora Bora"),
    minutes=8,
    seed=362,
    steps=(
        *_BEGINNING,
        *_MAN,
        *_PUSHING,
        *_WHITE,
        *_STATUS,
        *_LOCKING,
        *_HELPER,
        *_END,
    ),
    ends={"round": 2, "seats/0/points": 14, "seats/0/hand/yellow": 1, "status/steps/0": 5},
)
