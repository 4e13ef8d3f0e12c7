"""A first game of Bora Bora: a round and a half against one other player, planned by the tasks."""

from __future__ import annotations

from ...engine import Player, Text, _
from ...engine.lessons import At, Lesson, Lies, Step, silently
from ..tables import (
    BONUS,
    DICE,
    FISHING_POINTS,
    GOD_TILE_POINTS,
    HIGHEST,
    PIPS,
    ROUNDS,
    SPACES,
    TASK_POINTS,
    TASK_POINTS_WITH_GOD,
    TASKS_IN_HAND,
)
from .second_lesson import SECOND_LESSON

BEN = Player(1)
LAND_BAR = "cards/land_water/bar"


_BEGINNING = (
    Step(
        _("Few dice, many wishes"),
        Text(
            _(
                "In each round you place {dice} dice, then your people work, then a task is due. "
                "After {rounds} rounds whoever has most points wins."
            ),
            dice=DICE,
            rounds=ROUNDS,
        ),
        points=("task-A1", "people-0"),
    ),
    *silently(("C-NE",)),
    Step(
        _("Your first hut"),
        Text(
            _(
                "Each region brings you its material, or an offering. From the forest in the "
                "south a path leads on to a fish worth {fish}: a good neighbour."
            ),
            fish=At("regions/S-E/fish/points", 6),
        ),
        do=_("Press the forest on the South island."),
        choice=("S-W",),
        points=("region-S-E",),
        also=(
            (("E-S",), _("Near to the same fish, by water: good, too. Here we go by land.")),
            (("E-N",), _("It brings wood, too, but the best fish is far from there.")),
        ),
    ),
    Step(
        _("Materials want neighbours"),
        _(
            "On your ceremony ground two materials side by side carry a building tile. A field in "
            "the middle of an edge has three neighbours."
        ),
        do=_("Press the wood field at the left edge."),
        choice=(1,),
        lies=(Lies("field-1", "left"), Lies("field-1", "middle", ("field-0", "field-2"))),
        also=(
            ((5,), _("As good a field as the one at the left edge; here we build there.")),
            ((6,), _("As good a field as the one at the left edge; here we build there.")),
            ((10,), _("As good a field as the one at the left edge; here we build there.")),
        ),
    ),
    Step(
        _("Your tasks are your plan"),
        Text(
            _(
                "Of {tasks} tasks you fulfil one in each round, for {points} points, or you lose "
                "one. This one wants a man and a woman: that is what this round is for."
            ),
            tasks=TASKS_IN_HAND,
            points=TASK_POINTS,
        ),
        points=("task-A1",),
        knows=_("In each round one task is due: plan your dice for it."),
    ),
)

_FIRST_DIE = (
    Step(
        _("A low die blocks"),
        Text(
            _(
                "On a card a new die must be lower than all that lie there. Your {die} reaches "
                "only the first space, but {ben} has rolled nothing lower: this card is closed."
            ),
            die=1,
            ben=BEN,
        ),
        do=Text(_("Press your {die}, then: Woman or man, without a god."), die=1),
        choice=(1, "woman_man", "plain"),
        points=("task-A1",),
        also=(
            (
                (6, "woman_man", "plain"),
                Text(
                    _("It reaches each space, but {ben} could follow; your {die} locks the card."),
                    ben=BEN,
                    die=1,
                ),
            ),
            (
                (3, "woman_man", "plain"),
                Text(_("It reaches more, but another card needs your {die}."), die=3),
            ),
            ((1, "helper", "plain"), _("A single pip buys a point: here the die can do more.")),
        ),
        knows=_("A die closes its card to equal and higher ones: a low one blocks."),
    ),
    Step(
        _("A man who brings a woman"),
        _(
            "The die says up to which space you may take somebody. This man takes women: in phase "
            "B he will bring the one that your task lacks."
        ),
        do=Text(_("Press the man on space {space}."), space=1),
        choice=("man", 1),
        points=("task-A1",),
        also=((("woman", 1), _("She is welcome, but take the man: he brings her along later.")),),
    ),
    *silently((5, "land_water", "plain"), ("N-E", "none"), (2,)),
)

_TEMPLE = (
    Step(
        _("High dice are in a hurry"),
        Text(
            _(
                "Any lower die shuts out your {die}. {ben} may come to the temple at any moment, "
                "so go there while its card is empty."
            ),
            die=6,
            ben=BEN,
        ),
        do=Text(_("Press your {die}, then: Temple."), die=6),
        choice=(6, "temple", "plain"),
        also=(
            (
                (3, "land_water", "plain"),
                Text(
                    _("That can wait: {ben} has no die that would close it for your {die}."),
                    ben=BEN,
                    die=3,
                ),
            ),
            (
                (6, "fishing", "plain"),
                Text(
                    _(
                        "Fishing takes any die for {points} points; keep it for one that fits "
                        "nowhere."
                    ),
                    points=FISHING_POINTS,
                ),
            ),
            ((3, "temple", "plain"), _("A low space is soon pushed out; your high die does more.")),
        ),
        knows=_("Place a high die while its card is empty; a low one can wait."),
    ),
    Step(
        _("The higher, the safer"),
        _(
            "A new priest pushes those in the way down, and from the first space out. In phase C "
            "each one brings points, and whoever has most of them gets a god tile."
        ),
        do=Text(_("Press space {space} of the temple."), space=6),
        choice=(6,),
    ),
    Step(
        _("The fire bonus is two things"),
        _(
            "A god card or an offering, and a status step or a shell: for each priest and each "
            "building tile. Another task of yours wants two yellow cards; status keeps you first."
        ),
        do=_("Press the yellow god card, then: a status step."),
        choice=("yellow", "status"),
        points=("task-D08", "status-0"),
        also=(
            (("yellow", "shell"), _("Shells buy jewellery; a shell will come to you anyway.")),
            (("offering", "status"), _("Offerings pay for gods, but you have enough for now.")),
        ),
        knows=_("Priests and building tiles bring a fire bonus of two things."),
    ),
    *silently((4, "temple", "plain"), (4,), ("offering", "shell")),
)

_EXPANDING = (
    Step(
        _("This die could wait"),
        Text(
            _(
                "{ben} placed a {bar} here, and your {die} is lower. Its value is also the "
                "longest path that you may go."
            ),
            ben=BEN,
            bar=At(LAND_BAR, 5),
            die=3,
        ),
        do=Text(_("Press your {die}, then: Land or water, without a god."), die=3),
        choice=(3, "land_water", "plain"),
        also=(
            ((3, "helper", "plain"), _("Useful, but without a new hut nobody finds room.")),
            ((3, "temple", "plain"), _("Useful, but without a new hut nobody finds room.")),
            ((3, "fishing", "plain"), _("That is for dice that fit nowhere else.")),
        ),
    ),
    Step(
        _("Red scores the fish"),
        Text(
            _(
                "Your hut makes room for a person, and a steppe brings an offering. A god costs a "
                "card of its colour and an offering: red scores this fish now, {fish} points."
            ),
            fish=At("regions/S-E/fish/points", 6),
        ),
        do=_("Press the steppe on the South island, then your red card."),
        choice=("S-E", "card"),
        points=("goods-0",),
        also=(
            (("S-E", "none"), _("The hut is right, but the fish is worth the red card.")),
            (
                ("S-E", "tile"),
                Text(
                    _("A god tile is any god, and brings {points} points if you keep it."),
                    points=GOD_TILE_POINTS,
                ),
            ),
        ),
        knows=_("A god costs its card and an offering; a god tile is any god."),
    ),
    *silently((5, "helper", "plain"), ("god", "blue"), ("material", 3)),
)

_PEOPLE = (
    Step(
        _("Phase B: a man and a woman"),
        Text(
            _(
                "Now everyone uses one kind of men and one kind of women. Your man takes a woman "
                "from the spaces up to {space}, and she can work at once."
            ),
            space=HIGHEST // 2,
        ),
        do=_("Press your man, then: Use, without a god."),
        choice=("man", "woman", "none"),
        also=((("done",), _("Without him no woman comes, and the task fails.")),),
    ),
    Step(
        _("Whom do you need?"),
        _("Shells buy jewellery in a moment, and one of your tasks wants bracelets. So take her."),
        do=Text(_("Press the woman on space {space}."), space=1),
        choice=("woman", 1),
        points=("task-D18",),
        also=(
            (("woman", 2), _("An offering is good, but only shells buy a bracelet.")),
            (("woman", 3), _("A material is good, but only shells buy a bracelet.")),
        ),
    ),
    Step(
        _("And she works at once"),
        _(
            "People stay with you and may work in every round. Several of one kind work together "
            "and do more."
        ),
        do=_("Press your woman, then: Use, without a god."),
        choice=("woman", "shell", "none"),
        also=((("done",), _("She would bring a shell, and it costs you nothing.")),),
        knows=_("In phase B one kind of men and one kind of women work."),
    ),
)

_ROUND_ENDS = (
    Step(
        _("Phase C: what you have prepared"),
        Text(
            _(
                "Status and temple are scored: you stay first, and your priest has a higher space "
                "than {ben}'s, so the god tile is yours. Now one jewel: this bracelet is half a "
                "task."
            ),
            ben=BEN,
        ),
        do=_("Press the bracelet."),
        choice=("J05",),
        points=("task-D18", "status-0", "god-tiles"),
        also=(
            (("J01",), _("Worth as much, but your task wants bracelets.")),
            (("nothing",), _("A jewel brings points at the end, and this one helps a task.")),
        ),
    ),
    Step(
        _("The task of this round"),
        Text(
            _(
                "A man and a woman are with you, and there they stay: {points} points. Whoever "
                "can fulfil no task throws one away for nothing."
            ),
            points=TASK_POINTS,
        ),
        do=_("Press the task with a man and a woman."),
        choice=("A1", "none"),
        points=("people-0",),
        knows=_("In phase C come status, temple, a jewel and a task."),
    ),
    *silently(("J01",), ("A4", "tile")),
    Step(
        _("Yellow stands in for one thing"),
        Text(
            _(
                "Your low die kept {ben} from a woman, so a god tile stood in for her: as yellow, "
                "for {few} points, not {points}. Choose a task that goes with your jewel."
            ),
            ben=BEN,
            few=TASK_POINTS_WITH_GOD,
            points=TASK_POINTS,
        ),
        do=_("Press the task with different jewels."),
        choice=("D12",),
        points=("jewels-0",),
        also=(
            (("D17",), _("Two necklaces, but you have a bracelet.")),
            (("D15",), _("It goes with your jewel, but takes another round.")),
            (("D02",), _("A hut on every island: a long way.")),
        ),
    ),
    *silently(("D02",)),
)

_HELPER = (
    Step(
        _("A new round, a new plan"),
        Text(
            _(
                "You have one yellow card; a second one fulfils a task. The helper turns pips "
                "into things you choose, so your {die} goes to the helper, before {ben} closes "
                "the card."
            ),
            die=5,
            ben=BEN,
        ),
        do=Text(_("Press your {die}, then: Helper, without a god."), die=5),
        choice=(5, "helper", "plain"),
        points=("task-D08", "god-yellow"),
    ),
    Step(
        _("Pips for a god card"),
        Text(
            _("A god card costs {pips} pips. With this one the task of the round is safe."),
            pips=PIPS["god"],
        ),
        do=_("Press the yellow god card."),
        choice=("god", "yellow"),
        points=("task-D08",),
    ),
    Step(
        _("Pips for a material"),
        Text(
            _(
                "A material costs {pips} pips, too. Next to your wood it makes a pair, and on a "
                "pair you can build."
            ),
            pips=PIPS["material"],
        ),
        do=_("Press the sand field above your wood."),
        choice=("material", 0),
        lies=(Lies("field-0", "above", ("field-1",)),),
        welcome=(("material", 2), ("material", 4)),
        also=((("offering",), _("Good to have, but a pair of materials is worth more.")),),
    ),
    Step(
        _("And one pip for a person"),
        Text(
            _(
                "A person is pushed down once: a woman brings the shells on her tile, a man "
                "status steps. This one brings {shells}, and she still works in phase B."
            ),
            shells=At("seats/0/people/1/count", 4),
        ),
        do=_("Press your woman."),
        choice=("push", "woman", "shell"),
        also=(
            (("points",), _("A single point: less than her shells.")),
            (("push", "man", "woman"), _("Status is good, but she brings more than he does.")),
        ),
        knows=_("The helper buys what is lacking; pushing people down is cheapest."),
    ),
    *silently((2, "land_water", "plain"), ("N-W", "none"), (0,)),
)

_BUILDING = (
    Step(
        _("Build early"),
        Text(
            _(
                "Whatever the tile, building brings {points} points now and fewer in later "
                "rounds. The die only says which of your tiles you use: a low one will do."
            ),
            points=At("worth/building", 10),
        ),
        do=Text(_("Press your {die}, then: Building, without a god."), die=2),
        choice=(2, "build", "plain"),
        points=("ground-0",),
        also=(
            (
                (3, "build", "plain"),
                Text(_("As many points; but your {die} has a longer way to go."), die=3),
            ),
        ),
        knows=_("Build early: the same tile brings fewer points later."),
    ),
    Step(
        _("The fire bonus is yours to choose"),
        _(
            "Offerings pay for gods, shells buy better jewels, and status brings points and the "
            "first place. What you take is up to you."
        ),
        do=_("Choose an offering and a status step, or what you like better."),
        choice=("offering", "status"),
        welcome=(
            ("offering", "shell"),
            ("blue", "status"),
            ("blue", "shell"),
            ("white", "status"),
            ("white", "shell"),
        ),
        points=("status-0",),
    ),
    *silently((5, "woman_man", "plain"), ("woman", 1)),
)

_BLUE = (
    Step(
        _("Closed, but not for blue"),
        Text(
            _(
                "{ben} closed this card with a {bar}, yet you need a hut: only it makes room for "
                "the next person. Blue lets your die in, and a god tile needs no offering."
            ),
            ben=BEN,
            bar=At(LAND_BAR, 2),
        ),
        do=Text(
            _("Press your {die}, then: Land or water, with the blue god, by a god tile."), die=3
        ),
        choice=(3, "land_water", "blue", "tile"),
        also=(
            ((3, "temple", "plain"), _("A good second choice; but then nobody finds room.")),
            (
                (3, "fishing", "plain"),
                Text(
                    _("Fishing takes any die, but brings no more than {points} points."),
                    points=FISHING_POINTS,
                ),
            ),
        ),
        knows=_("Blue opens a card that is closed."),
    ),
    Step(
        _("Think of the end"),
        Text(
            _(
                "At the end a fish counts for the hut on its site; a later one pushes it aside. "
                "Here lies one of {fish}, and nobody else is near."
            ),
            fish=At("regions/W-S/fish/points", 5),
        ),
        do=_("Press the mountain on the West island, no god for the fish."),
        choice=("W-S", "none"),
        also=(
            (
                ("E-S", "none"),
                Text(
                    _("Its fish is worth no more than {fish}."),
                    fish=At("regions/E-S/fish/points", 1),
                ),
            ),
            (("W-S", "yellow"), _("Points at once, but your task needs the yellow cards.")),
        ),
    ),
    Step(
        _("A stone for the next pair"),
        Text(
            _("Any of these fields will do. Who fills the whole ground gets {bonus} points."),
            bonus=BONUS,
        ),
        do=_("Press a stone field."),
        choice=(3,),
        welcome=((2,), (7,), (11,)),
    ),
)

_END = (
    Step(
        _("The gods in short"),
        Text(
            _(
                "Blue opens a card, red scores a fish, yellow helps with a task. White makes a "
                "die a {highest}, green doubles people in phase B; two equal cards are any god."
            ),
            highest=HIGHEST,
        ),
        points=("hand-yellow",),
    ),
    Step(
        _("How it ends"),
        Text(
            _(
                "After {rounds} rounds your last tasks, god tiles, jewels and fish are added. "
                "Each thing that is complete brings {bonus}: all tasks, all tiles, all huts, a "
                "jewel of each round, {people} people."
            ),
            rounds=ROUNDS,
            bonus=BONUS,
            people=SPACES,
        ),
        points=("jewels-0", "region-S-E"),
        knows=_("At the end fish, jewels, god tiles and complete things count."),
    ),
    Step(
        _("Now it is your game"),
        Text(
            _(
                "Play on against a bot in {ben}'s seat. Your people work next, and the task with "
                "two yellow cards is waiting for you."
            ),
            ben=BEN,
        ),
        points=("task-D08",),
    ),
)

LESSONS = (
    Lesson(
        name="first",
        title=_("A first game of Bora Bora"),
        minutes=9,
        seed=1029,
        steps=(
            *_BEGINNING, *_FIRST_DIE, *_TEMPLE, *_EXPANDING, *_PEOPLE, *_ROUND_ENDS, *_HELPER,
            *_BUILDING, *_BLUE, *_END,
        ),
        ends={"round": 2, "seats/0/points": 24, "seats/0/hand/yellow": 2},
    ),
    SECOND_LESSON,
)  # fmt: skip
