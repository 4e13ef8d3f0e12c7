"""Women and men: taking their tiles ("Aktion Frau", "Aktion Mann")."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, _
from .reconstructed import PEOPLE
from .state import BoraBora, rules
from .tables import PERSON_KINDS


def spaces(state: BoraBora, seat: int, sexes: Sequence[str]) -> list[int]:
    """The numbers of the spaces with a tile that the seat has room for."""
    if state.boards[seat].free_spaces < 1:
        return []
    return [
        space
        for sex in sexes
        for space, person in enumerate(state.people[sex], start=1)
        if person is not None
    ]


@rules.decision
class TakePerson(Kind):
    """A tile from a space of this number at most: ``(sex, space)``."""

    prompt = _("Which person joins your tribe?")
    first_time = _(
        "People stay with you and can work in every round. Look at what your tasks ask for, too."
    )
    public = True

    def choices(self, game: Game[BoraBora], seat: int, sexes: str, value: int) -> list[Choice]:
        people = game.state.people
        return [
            (sex, space)
            for sex in sexes.split()
            for space in range(1, value + 1)
            if people[sex][space - 1] is not None
        ]

    def chosen(
        self, game: Game[BoraBora], seat: int, sexes: str, value: int, sex: str, space: int
    ) -> None:
        person = game.state.people[sex][space - 1]
        assert person is not None
        game.state.people[sex][space - 1] = None
        game.state.boards[seat].people.append(person)
        game.tell("person_taken", seat=seat, person=person, sex=sex, space=space)

    def instructions(self, view: Json) -> list[Choice]:
        return [("kind", kind) for kind in PERSON_KINDS]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: object
    ) -> Choice | None:
        """Return a person of the named kind, if there is one to take."""
        for sex, space in choices:
            person = view["people"][sex][int(space) - 1]
            if person["kind"] == instruction[1]:
                return (sex, space)
        return None


def push(game: Game[BoraBora], seat: int, sex: str, kind: str) -> int:
    """Push down a person of this kind; returns the status steps or shells on its tile."""
    board = game.state.boards[seat]
    alike = (person for person in upright(game.state, seat) if PEOPLE[person][:2] == (sex, kind))
    person = next(alike)
    board.pushed.append(person)
    game.tell("person_pushed", seat=seat, person=person)
    return PEOPLE[person][2]


def upright(state: BoraBora, seat: int) -> list[int]:
    """The people of a seat that are not pushed down yet."""
    board = state.boards[seat]
    return [person for person in board.people if person not in board.pushed]
