"""Phase B: using women and men ("Mann und Frau nutzen")."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, _
from .building import Build, buildable
from .fire import gain_offerings, gain_shells
from .gods import NONE, god_cards, may_play, play_god, take_gods, ways
from .helper import store_huts
from .island import expand, reach
from .materials import take_materials
from .people import TakePerson, spaces
from .state import Account, BoraBora, rules, score
from .status import advance
from .tables import GOD_DISPLAY, HIGHEST, OFFERING, PERSON_KINDS, ROUTES, SEXES

DONE: Choice = ("done",)

OWN_THINGS = ("points", OFFERING, "shell", "material", "hut")
"""Kinds whose use touches only what belongs to their owner."""


@rules.step
def phase_b(game: Game[BoraBora]) -> None:
    """Let each seat, in turn order, use one kind of men and one kind of women.

    Seats whose people affect only their own things come last, all at once: nobody has to wait for
    them, and they do not wait for each other.
    """
    state = game.state
    state.chapter = "B"
    for board in state.boards:
        board.used, board.green = [], False
    free = [seat for seat in state.order if keeps_to_itself(state, seat)]
    for seat in state.order:
        if seat not in free:
            game.then(use_all, seat)
    game.then(use_at_once, " ".join(map(str, free)))


@rules.step
def use_at_once(game: Game[BoraBora], seats: str) -> None:
    """Let these seats use their people at once; one by one if a green god would bring new cards."""
    state = game.state
    free = [seat for seat in map(int, seats.split()) if may_use(state, seat)]
    if len(state.gods) < GOD_DISPLAY:
        for seat in free:
            game.then(use_all, seat)
    else:
        game.each(free, use_all)


def keeps_to_itself(state: BoraBora, seat: int) -> bool:
    """Whether everything that the seat could use, now or later in the phase, affects only its own
    things."""
    board = state.boards[seat]
    usable = {kind for _sex, kind, _plain, _green in uses(state, seat)}
    idle = {kind for sex in SEXES for kind in board.kinds(sex)} - usable
    makes_room = "hut" in usable and not idle.isdisjoint(SEXES)
    gives_materials = "material" in usable and "build" in idle
    gets_cards = "god" in idle
    opened = makes_room or gives_materials or gets_cards
    return usable.issubset(OWN_THINGS) and not opened


@rules.step
def use_all(game: Game[BoraBora], seat: int) -> None:
    game.then(use_people, seat)
    game.end_turn(seat)


@rules.step
def use_people(game: Game[BoraBora], seat: int) -> None:
    """Ask the seat as long as, for all that others know, it may use somebody."""
    game.state.account = Account(seat, "B")
    if may_use(game.state, seat):
        game.ask(seat, UsePeople)


def strength(kind: str, number: int) -> int:
    """Return what this many equal people do: the value of a path, space or tile, or a number of
    things."""
    if kind in ROUTES:
        return min(HIGHEST, 2 * number)
    if kind in (*SEXES, "build"):
        return HIGHEST // 2 if number == 1 else HIGHEST
    return 2 * number if kind == "points" else number


def effect(state: BoraBora, seat: int, kind: str, number: int) -> int:
    """Return how much this many equal people could do now; 0 for nothing."""
    most = strength(kind, number)
    if kind in ROUTES:
        asked = list(reach(state, seat, (kind,)).values())
    elif kind in SEXES:
        asked = spaces(state, seat, (kind,))
    elif kind == "build":
        asked = buildable(state, seat)
    elif kind == "hut":
        return min(most, state.boards[seat].huts)
    elif kind == "god":
        return most if god_cards(state) else 0
    else:
        return most
    return sum(number <= most for number in asked)


def uses(state: BoraBora, seat: int) -> list[tuple[str, str, bool, bool]]:
    """Kinds that could be used now: sex, kind, whether without and whether with a green god.

    Green doubles the first kind of a sex, or adds a second, different one.
    """
    board = state.boards[seat]
    found = []
    for sex in SEXES:
        used = [kind for of, kind in board.used if of == sex]
        for kind, number in board.kinds(sex).items():
            if kind in used:
                continue
            single = effect(state, seat, kind, number)
            if used:
                plain, green = False, single > 0
            else:
                plain, green = single > 0, effect(state, seat, kind, 2 * number) > single
            green = green and not board.green
            if plain or green:
                found.append((sex, kind, plain, green))
    return found


def may_use(state: BoraBora, seat: int) -> bool:
    """Whether, for all that others know, this seat may use somebody."""
    green_possible = may_play(state.boards[seat])
    return any(plain or green_possible for _sex, _kind, plain, _green in uses(state, seat))


@rules.decision
class UsePeople(Kind):
    """``(sex, kind, way)``, the way of paying a green god or ``none``; ``("done",)``."""

    prompt = _("Which people do you use?")
    first_time = _(
        "You use one kind of men and one kind of women in a round; several people of one "
        "kind do more."
    )

    def choices(self, game: Game[BoraBora], seat: int) -> list[Choice]:
        state = game.state
        green_ways = ways(state.boards[seat], "green")
        found: list[Choice] = []
        for sex, kind, plain, green in uses(state, seat):
            if plain:
                found.append((sex, kind, NONE))
            if green:
                found += [(sex, kind, way) for way in green_ways]
        return [*found, DONE]

    def chosen(
        self, game: Game[BoraBora], seat: int, sex: str, kind: str = "", way: str = NONE
    ) -> None:
        if (sex,) == DONE:
            return
        board = game.state.boards[seat]
        number = board.kinds(sex)[kind]
        double = False
        if way != NONE:
            double = all(of != sex for of, _kind in board.used)
            board.green = True
            play_god(game, seat, "green", way)
        board.used.append((sex, kind))
        game.tell("people_used", seat=seat, sex=sex, kind=kind, number=number, double=double)
        use(game, seat, kind, 2 * number if double else number)
        game.then(use_people, seat)

    def instructions(self, view: Json) -> list[Choice]:
        """A kind of men and one of women, each of them or ``none``: ``("use", man, woman)``;
        ``("women_first", woman, man)``."""
        me = view["me"]
        if me is None:
            return []
        own = {(person["sex"], person["kind"]) for person in view["seats"][me]["people"]}
        men, women = ([kind for kind in PERSON_KINDS if (sex, kind) in own] for sex in SEXES)
        return [
            *(("use", man, woman) for man in (*men, NONE) for woman in (*women, NONE)),
            *(("women_first", woman, man) for woman in women for man in men),
        ]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        """The first of the two that can be used now, else nothing."""
        sexes = SEXES if instruction[0] == "use" else SEXES[::-1]
        for sex, kind in zip(sexes, instruction[1:], strict=True):
            if (sex, kind, NONE) in choices:
                return (sex, kind, NONE)
        return DONE


def use(game: Game[BoraBora], seat: int, kind: str, number: int) -> None:
    """Carry out the action of this many equal people, doubling included."""
    amount = strength(kind, number)
    if kind in ROUTES:
        game.then(expand, seat, kind, amount)
    elif kind in SEXES:
        game.ask(seat, TakePerson, kind, amount)
    elif kind == "build":
        game.ask(seat, Build, amount)
    elif kind == "material":
        game.then(take_materials, seat, amount)
    elif kind == "god":
        game.then(take_gods, seat, amount)
    elif kind == "hut":
        store_huts(game, seat, amount)
    elif kind == "points":
        score(game.state, seat, "people", amount)
        game.tell("points_gained", seat=seat, points=amount)
    elif kind == "status":
        advance(game, seat, amount)
    elif kind == OFFERING:
        gain_offerings(game, seat, amount)
    else:
        gain_shells(game, seat, amount)
