"""A tiny game type in which everybody plays a part of two questions at once, and then a die is
rolled. What a seat comes to second hangs on what it chose first. Its package has no table."""

from __future__ import annotations

from games.rules.engine import Choice, Game, Json, Kind, Rules, State, _


class Camp(State):
    found: list[list[str]] = []
    die: int = 0


rules = Rules("camp", "Camp", Camp, players=(3,), package="games.rules.example")


@rules.setup
def setup(game: Game[Camp]) -> None:
    game.state.found = [[] for _seat in range(game.players)]
    game.each(list(range(game.players)), leave)
    game.then(evening)


@rules.step
def leave(game: Game[Camp], seat: int) -> None:
    game.ask(seat, Leave)


@rules.decision
class Leave(Kind):
    prompt = _("Where do you go?")

    def choices(self, game: Game[Camp], seat: int) -> list[Choice]:
        return [("forest",), ("lake",)]

    def chosen(self, game: Game[Camp], seat: int, place: str) -> None:
        game.ask(seat, {"forest": Gather, "lake": Fish}[place])


@rules.decision
class Gather(Kind):
    prompt = _("What do you gather?")

    def choices(self, game: Game[Camp], seat: int) -> list[Choice]:
        return [("wood",), ("berries",)]

    def chosen(self, game: Game[Camp], seat: int, thing: str) -> None:
        game.state.found[seat].append(thing)
        game.tell("found", seat=seat, thing=thing)


@rules.decision
class Fish(Gather):
    prompt = _("What do you fish?")

    def choices(self, game: Game[Camp], seat: int) -> list[Choice]:
        return [("trout",), ("boot",)]


@rules.step
def evening(game: Game[Camp]) -> None:
    game.state.die = game.draw("die", 6) + 1
    if game.state.found[0][1:]:
        game.finish([{"things": len(things)} for things in game.state.found])
    else:
        game.each(list(range(game.players)), leave)
        game.then(evening)


@rules.view
def view(game: Game[Camp], seat: int | None) -> Json:
    return {"found": game.state.found, "die": game.state.die}
