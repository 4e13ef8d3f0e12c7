"""Orchard: two players bid, then plant three trees in turn, each for two of their goods."""

from __future__ import annotations

from games.rules.engine import Amounts, Choice, Game, Json, Kind, Rules, State, Text, _

PURSE = {"shells": 3, "wood": 2}


class Orchard(State):
    trees: list[int] = []
    bids: list[dict[str, int]] = []


rules = Rules("orchard", "Orchard", Orchard, players=(2,), package=__package__ or "")


@rules.setup
def setup(game: Game[Orchard]) -> None:
    game.state.bids = [{}, {}]
    game.ask_each({0: (Bid, 4), 1: (Bid, 2)})
    game.then(turn)


@rules.decision
class Bid(Kind):
    prompt = _("What do you bid?")

    def choices(self, game: Game[Orchard], seat: int, most: int) -> list[Choice]:
        bids: Choice = ("bid", Amounts(PURSE, up_to=most, worth={"shells": 2}))
        return [bids] if seat == 0 else [bids, ("no bid",)]

    def chosen(
        self, game: Game[Orchard], seat: int, most: int, _bid: str, given: Json | None = None
    ) -> None:
        game.state.bids[seat] = given or {}


@rules.step
def turn(game: Game[Orchard]) -> None:
    if len(game.state.trees) < 3:
        game.ask(len(game.state.trees) % 2, Plant)
    else:
        game.finish([{"trees": 2}, {"trees": 1}])


@rules.decision
class Plant(Kind):
    prompt = _("Where do you plant?")
    public = True

    def choices(self, game: Game[Orchard], seat: int) -> list[Choice]:
        free = [n for n in range(3) if n not in game.state.trees]
        return [("pass",), *(("plant", n, Amounts(PURSE, total=2)) for n in free)]

    def refusals(self, game: Game[Orchard], seat: int) -> list[tuple[Choice, Text]]:
        return [(("plant", n), Text("A tree stands there.")) for n in game.state.trees]

    def chosen(
        self, game: Game[Orchard], seat: int, what: str, n: int = -1, paid: Json | None = None
    ) -> None:
        game.state.trees.append(n)
        game.end_turn(seat)
        game.then(turn)


@rules.view
def view(game: Game[Orchard], seat: int | None) -> Json:
    return {"trees": list(game.state.trees)}
