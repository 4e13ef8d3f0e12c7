"""A tiny game type with amounts, refusals, and a question that cannot be asked. Its package has no
table of its own."""

from __future__ import annotations

from typing import Any

from games.rules.engine import Amounts, Choice, Game, Json, Kind, Rules, State, Text, _

PURSE = {"salt": 2, "wood": 3}


class Bakery(State):
    paid: list[dict[str, int]] = []


rules = Rules("bakery", "Bakery", Bakery, players=(2,), package="games.rules.example")


@rules.setup
def setup(game: Game[Bakery]) -> None:
    game.ask(0, Bake)


@rules.decision
class Bake(Kind):
    prompt = _("What do you bake?")

    def choices(self, game: Game[Bakery], seat: int) -> list[Choice]:
        return [
            ("bread", Amounts(PURSE, total=3, least={"salt": 1})),
            ("cake", 1, Amounts(PURSE, up_to=4)),
            ("crowd", 0),
            ("crowd", 1001),
            ("pass",),
        ]

    def refusals(self, game: Game[Bakery], seat: int) -> list[tuple[Choice, Text]]:
        return [(("pie",), Text("No {good} is left", good="apple"))]

    def chosen(self, game: Game[Bakery], seat: int, what: str, *how: Any) -> None:
        if what == "crowd":
            game.ask(seat, Crowded, *how)
            return
        game.state.paid.append(how[-1] if how else {})
        game.tell("baked", seat=seat, what=what)
        game.end_turn(seat)
        game.ask(1 - seat, Bake)


@rules.decision
class Crowded(Kind):
    prompt = _("Which one?")

    def choices(self, game: Game[Bakery], seat: int, many: int) -> list[Choice]:
        return [(number,) for number in range(many)]

    def chosen(self, game: Game[Bakery], seat: int, many: int, number: int) -> None:
        game.finish([{"points": 1}, {"points": 0}])


@rules.view
def view(game: Game[Bakery], seat: int | None) -> Json:
    return {"paid": list(game.state.paid)}
