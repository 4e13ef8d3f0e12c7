"""Set-up ("Spielvorbereitung") and the first huts."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, Text, _
from .display import lay_out
from .gods import draw_god
from .island import settle
from .reconstructed import FISH, GROUND, JEWELS, JEWELS_PER_ROUND, PEOPLE
from .state import EMPTY, Board, BoraBora, no_cards, rules
from .tables import (
    BUILDING_TILES,
    CARDS_PER_GOD,
    FIRST_CARDS,
    FIRST_GOD_TILES,
    FIRST_OFFERINGS,
    GOD_DISPLAY,
    GODS,
    PRIESTS,
    REGIONS,
    ROUNDS,
    SEXES,
    SOURCES,
    TASKS_IN_HAND,
    TEMPLE_SPACES,
)
from .tasks import START_TASKS, TASKS

FIRST_FISH = 1
"""The value of the fish tiles beside which everybody starts."""


@rules.setup
def set_up(game: Game[BoraBora]) -> None:
    state, seats = game.state, range(game.players)
    state.boards = [
        Board(
            ground=[EMPTY] * len(GROUND),
            tiles=list(BUILDING_TILES),
            priests=PRIESTS,
            god_tiles=FIRST_GOD_TILES,
            offerings=FIRST_OFFERINGS,
            hand=no_cards(),
            scored=dict.fromkeys(SOURCES, 0),
        )
        for _seat in seats
    ]
    lay_out_board(game)
    deal_people_and_tasks(game)
    deal_gods(game)
    state.order = list(seats)
    game.shuffle("turn order", state.order)
    state.track = list(state.order)
    state.steps = [0] * game.players
    for points, seat in enumerate(state.order):
        state.boards[seat].scored["start"] = points
    state.chapter = "huts"
    for seat in reversed(state.order):
        game.ask(seat, FirstHut)
        game.end_turn(seat)
    game.then("play_round")


def lay_out_board(game: Game[BoraBora]) -> None:
    """Fish at the regions, jewellery for the rounds, an empty temple with its god tiles."""
    state = game.state
    state.regions = {region: [] for region in REGIONS}
    fish = list(FISH)
    game.shuffle("fish", fish)
    state.fish = dict(zip(REGIONS, fish, strict=True))
    jewels = list(JEWELS)
    game.shuffle("jewellery", jewels)
    state.jewels = [
        jewels[i : i + JEWELS_PER_ROUND] for i in range(0, len(jewels), JEWELS_PER_ROUND)
    ]
    state.temple = [None] * TEMPLE_SPACES
    state.temple_gods = ROUNDS


def deal_people_and_tasks(game: Game[BoraBora]) -> None:
    """The piles are shuffled; everybody gets one starting task and two others; the first round's
    display lies open before anybody chooses a region."""
    state = game.state
    for sex in SEXES:
        state.piles[sex] = [person for person, tile in enumerate(PEOPLE) if tile[0] == sex]
        game.shuffle(f"{sex} tiles", state.piles[sex])
    first = list(START_TASKS)
    game.shuffle("starting tasks", first)
    state.task_pile = list(TASKS)
    game.shuffle("tasks", state.task_pile)
    for board in state.boards:
        board.tasks = [first.pop()]
        board.tasks += [state.task_pile.pop() for _task in range(TASKS_IN_HAND - 1)]
    lay_out(state)


def deal_gods(game: Game[BoraBora]) -> None:
    """Five god cards lie open, everybody gets two."""
    state = game.state
    state.deck = [god for god in GODS for _card in range(CARDS_PER_GOD)]
    game.shuffle("god cards", state.deck)
    state.gods = [draw_god(game) for _place in range(GOD_DISPLAY)]
    for board in state.boards:
        for _card in range(FIRST_CARDS):
            colour = draw_god(game)
            board.hand[colour] += 1
            board.hidden.append(colour)


@rules.decision
class FirstHut(Kind):
    """The first hut, against turn order: ``(region,)``, free and beside a fish of 1."""

    prompt = _("Where do you build your first hut?")
    first_time = _(
        "What the region gives helps with your first tasks, and its paths lead to your next hut."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        state = game.state
        return [
            (region,)
            for region, huts in state.regions.items()
            if not huts and FISH[state.fish[region]][1] == FIRST_FISH
        ]

    def chosen(self, game: Game[BoraBora], seat: int, region: str) -> None:
        settle(game, seat, region)

    def refusals(self, game: Game[BoraBora], seat: int) -> list[tuple[Choice, Text]]:
        """Return the regions where no first hut may be built, with reasons."""
        state = game.state
        free = self.choices(game, seat)
        return [
            ((region,), Text(_("Taken") if huts else _("Its fish is worth more than 1")))
            for region, huts in state.regions.items()
            if (region,) not in free
        ]

    def instructions(self, view: Json) -> list[Choice]:
        """Offer each region; if somebody else took it, its owner is asked."""
        return [
            ("region", region)
            for region, shown in view["regions"].items()
            if not shown["huts"] and shown["fish"]["points"] == FIRST_FISH
        ]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        return (instruction[1],) if (instruction[1],) in choices else None

    def expires(self, instruction: Choice, view: Json) -> bool:
        """First huts are built once."""
        return bool(view["phase"] != "huts")
