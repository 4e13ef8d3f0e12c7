"""Lanterns. Everybody holds three secret cards and there are three evenings.

Each evening all lay one card face down at once; the highest card wins (a tie goes to the lower
seat). A die says how bright the winner's lantern can be. The winner's left neighbour may pay a
point to have the die rolled once more. Then the winner lights one of three lanterns and takes
either the die's points, or a new card for an old one. Most lanterns at the end: 3 points.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choice, Game, Json, Kind, Option, Part, Rules, Seen, Shuffler, State, _

EVENINGS = 3
LANTERNS = ("red", "white", "green")


class Lanterns(State):
    evening: int = 0
    deck: list[int] = []
    hands: list[list[int]] = []
    laid: list[int] = []
    die: int = 0
    points: list[int] = []
    lit: list[list[str]] = []


rules = Rules(
    "lanterns",
    _("Lanterns"),
    Lanterns,
    players=(2, 3, 4),
    package=__package__ or "",
    options=[Option(name="bright", label=_("The die counts double"))],
)


@rules.setup
def setup(game: Game[Lanterns]) -> None:
    state = game.state
    state.deck = list(range(1, 25))
    game.shuffle("deck", state.deck)
    state.hands = [[state.deck.pop() for _card in range(3)] for _seat in range(game.players)]
    state.points = [2] * game.players
    state.lit = [[] for _seat in range(game.players)]
    game.then(evening)


@rules.step
def evening(game: Game[Lanterns]) -> None:
    state = game.state
    if state.evening == EVENINGS:
        game.finish(standing(game), {"objections": state.points})
        return
    state.evening += 1
    state.laid = [0] * game.players
    game.ask_all(range(game.players), LayCard)
    game.then(compare)


@rules.decision
class LayCard(Kind):
    prompt = _("Lay a card face down")
    secret = True

    def choices(self, game: Game[Lanterns], seat: int) -> list[Choice]:
        return [(card,) for card in sorted(game.state.hands[seat])]

    def chosen(self, game: Game[Lanterns], seat: int, card: int) -> None:
        game.state.hands[seat].remove(card)
        game.state.laid[seat] = card
        game.tell("laid", seat=seat, card=card)


@rules.step
def compare(game: Game[Lanterns]) -> None:
    winner = game.state.laid.index(max(game.state.laid))
    game.tell("won", seat=winner)
    game.then(roll)
    game.ask((winner + 1) % game.players, Object, winner)
    game.ask(winner, LightLantern)


@rules.step
def roll(game: Game[Lanterns]) -> None:
    game.state.die = game.draw("die", 6) + 1
    game.tell("rolled", die=game.state.die)


@rules.decision
class Object(Kind):
    prompt = _("Pay a point to have the die rolled again?")
    out_of_turn = True

    def choices(self, game: Game[Lanterns], seat: int, winner: int) -> list[Choice]:
        return [("accept",), ("object",)] if game.state.points[seat] else [("accept",)]

    def chosen(self, game: Game[Lanterns], seat: int, winner: int, answer: str) -> None:
        if answer == "object":
            game.state.points[seat] -= 1
            game.tell("objected", seat=seat)
            game.then(roll)

    def instructions(self, view: Json) -> list[Choice]:
        return [("object_from", die) for die in range(1, 7)] + [("accept",)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        if instruction[0] == "accept":
            return ("accept",)
        return ("object",) if view["die"] >= instruction[1] else ("accept",)


@rules.decision
class LightLantern(Kind):
    prompt = _("Light a lantern")
    public = True

    def choices(self, game: Game[Lanterns], seat: int) -> list[Choice]:
        return [(lantern,) for lantern in LANTERNS]

    def chosen(self, game: Game[Lanterns], seat: int, lantern: str) -> None:
        game.state.lit[seat].append(lantern)
        game.tell("lit", seat=seat, lantern=lantern)
        game.ask(seat, TakePrize)


@rules.decision
class TakePrize(Kind):
    prompt = _("Take the points or a card")
    public = True

    def choices(self, game: Game[Lanterns], seat: int) -> list[Choice]:
        return [("points",), ("card",)] if game.state.hands[seat] else [("points",)]

    def chosen(self, game: Game[Lanterns], seat: int, prize: str) -> None:
        state = game.state
        if prize == "points":
            points = state.die * (2 if game.option("bright") else 1)
            state.points[seat] += points
            game.tell("scored", seat=seat, points=points)
        else:
            card = state.deck.pop()
            state.hands[seat][-1] = card
            game.tell("drew", {seat: {"card": card}}, seat=seat)
            game.reveal(seat)
        game.end_turn(seat)
        game.then(evening)


@rules.standing
def standing(game: Game[Lanterns]) -> list[dict[str, int]]:
    most = max(len(lit) for lit in game.state.lit)
    return [
        {
            "points": game.state.points[seat],
            "lanterns": 3 if len(lit) == most and most else 0,
        }
        for seat, lit in enumerate(game.state.lit)
    ]


@rules.view
def view(game: Game[Lanterns], seat: int | None) -> Json:
    state = game.state
    return {
        "evening": state.evening,
        "die": state.die,
        "laid": state.laid,
        "deck": len(state.deck),
        "seats": [
            {
                "points": state.points[i],
                "lit": state.lit[i],
                "hand": sorted(state.hands[i]) if i == seat else None,
                "cards": len(state.hands[i]),
            }
            for i in range(game.players)
        ],
    }


@rules.secrets
def secrets(game: Game[Lanterns], seat: int | None) -> Json:
    """What a seat has not been told: for the checks."""
    state = game.state
    return {"deck": state.deck, "hands": [hand for i, hand in enumerate(state.hands) if i != seat]}


@rules.resample
def resample(game: Game[Lanterns], seat: int | None, rng: Shuffler) -> None:
    """Cards laid are known; all that others hold and the deck hold may be anywhere."""
    state = game.state
    others = [hand for i, hand in enumerate(state.hands) if i != seat]
    unknown = state.deck + [card for hand in others for card in hand]
    rng.shuffle(unknown)
    for hand in others:
        hand[:] = [unknown.pop() for _card in hand]
    state.deck = unknown


@rules.reshuffle
def reshuffle(game: Game[Lanterns]) -> None:
    game.shuffle("deck", game.state.deck)


@rules.bot
def high_cards(seen: Seen) -> Choice:
    """Lays its highest card, takes the points, objects to a five or a six."""
    if seen.decision.kind == "lay_card":
        return max(seen.choices)
    if seen.decision.kind == "object":
        return seen.choices[-1 if seen.view["die"] >= 5 else 0]
    return seen.choices[0]
