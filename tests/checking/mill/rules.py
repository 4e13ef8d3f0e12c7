"""Three millers follow a secret goal. In turn each draws a card, lays one, or buys a sack of flour
for grain; then the next one may ask for a grain as toll. Cards laid and sacks bring points, and ten
more come to whoever is best at their goal."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import (
    Amounts,
    Choice,
    Game,
    Json,
    Kind,
    Option,
    Part,
    Rules,
    Seen,
    Shuffler,
    State,
    Text,
    _,
)

CARDS = 30
ROUNDS = 3
PRICE = 2
GOALS_MET: list[int] = []
GOALS = ("cards", "sacks")


class Mill(State):
    turns: int = 0
    deck: list[int] = []
    hands: list[list[int]] = []
    goals: list[str] = []
    grain: list[dict[str, int]] = []
    laid: list[list[int]] = []
    sacks: list[int] = []
    guests: list[str] = []


rules = Rules(
    "mill",
    _("The mill"),
    Mill,
    players=(3,),
    package="mill",
    options=[Option(name="flood", label=_("Flood"), help=_("The toll is two grains."))],
    written_for="1.0.0",
    longest=100,
)


@rules.setup
def setup(game: Game[Mill]) -> None:
    state, seats = game.state, range(game.players)
    state.deck = list(range(1, CARDS + 1))
    game.shuffle("deck", state.deck)
    state.hands = [[state.deck.pop(), state.deck.pop()] for _seat in seats]
    state.goals = ["" for _seat in seats]
    state.grain = [{"corn": 2, "rye": 2} for _seat in seats]
    state.laid = [[] for _seat in seats]
    state.sacks = [0 for _seat in seats]
    state.guests = sorted({"owl", "mouse", "crow", "cat"})
    game.tell("dealt", {seat: {"hand": sorted(state.hands[seat])} for seat in seats}, cards=2)
    game.each(seats, plan)
    game.then(turn, 0)


@rules.step
def plan(game: Game[Mill], seat: int) -> None:
    game.ask(seat, PickGoal)


@rules.decision
class PickGoal(Kind):
    prompt = _("Which goal do you follow?")
    secret = True

    def choices(self, game: Game[Mill], seat: int) -> list[Choice]:
        return [(goal,) for goal in GOALS]

    def chosen(self, game: Game[Mill], seat: int, goal: str) -> None:
        game.state.goals[seat] = goal
        game.tell("planned", {seat: {"goal": goal}}, seat=seat)


@rules.step
def turn(game: Game[Mill], seat: int) -> None:
    state = game.state
    if state.turns == ROUNDS * game.players:
        game.then(end)
        return
    state.turns += 1
    game.ask(seat, Act)


@rules.decision
class Act(Kind):
    prompt = _("What do you do?")
    first_time = _("A sack is worth more than most cards, and grain buys nothing else.")

    def choices(self, game: Game[Mill], seat: int) -> list[Choice]:
        state = game.state
        found: list[Choice] = [("draw",)]
        found += [("lay", card) for card in sorted(state.hands[seat])]
        if sum(state.grain[seat].values()) >= PRICE:
            found.append(("buy", Amounts(state.grain[seat], total=PRICE)))
        return found

    def refusals(self, game: Game[Mill], seat: int) -> list[tuple[Choice, Text]]:
        if sum(game.state.grain[seat].values()) >= PRICE:
            return []
        return [(("buy",), Text(_("A sack costs {n} grains."), n=PRICE))]

    def chosen(
        self, game: Game[Mill], seat: int, what: str, part: int | dict[str, int] = 0
    ) -> None:
        state = game.state
        if what == "draw":
            card = state.deck.pop()
            state.hands[seat].append(card)
            game.tell("drew", {seat: {"card": card}}, seat=seat)
            game.reveal()
        elif isinstance(part, dict):
            for grain, n in part.items():
                state.grain[seat][grain] -= n
            state.sacks[seat] += 1
            game.tell("bought", seat=seat, paid=part)
        else:
            state.hands[seat].remove(part)
            state.laid[seat].append(part)
            game.tell("laid", seat=seat, card=part)
        after = (seat + 1) % game.players
        game.end_turn(seat)
        game.ask(after, Toll, seat)
        game.then(turn, after)


@rules.decision
class Toll(Kind):
    prompt = _("Do you ask for a toll?")
    out_of_turn = True

    def choices(self, game: Game[Mill], seat: int, payer: int) -> list[Choice]:
        return [("let",), *([("ask",)] if game.state.grain[payer]["corn"] else [])]

    def chosen(self, game: Game[Mill], seat: int, payer: int, what: str) -> None:
        if what == "ask":
            grain = game.state.grain
            n = min(grain[payer]["corn"], 2 if game.option("flood") else 1)
            grain[payer]["corn"] -= n
            grain[seat]["corn"] += n
            game.tell("toll", seat=seat, payer=payer, n=n)

    def instructions(self, view: Json) -> list[Choice]:
        return [("never",)]

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Part
    ) -> Choice | None:
        return ("let",)


@rules.step
def end(game: Game[Mill]) -> None:
    state, points = game.state, standing(game)
    for seat, goal in enumerate(state.goals):
        best = max(of[goal] for of in points)
        points[seat]["goal"] = 10 if points[seat][goal] == best else 0
    game.finish(points, {"grain": [sum(grain.values()) for grain in state.grain]})


@rules.standing
def standing(game: Game[Mill]) -> list[dict[str, int]]:
    state = game.state
    return [
        {"cards": sum(laid), "sacks": 8 * sacks}
        for laid, sacks in zip(state.laid, state.sacks, strict=True)
    ]


@rules.view
def view(game: Game[Mill], seat: int | None) -> Json:
    state = game.state
    return {
        "turns": state.turns,
        "deck": len(state.deck),
        "guests": state.guests,
        "seats": [
            {
                "cards": len(state.hands[each]),
                "hand": sorted(state.hands[each]) if each == seat else None,
                "goal": state.goals[each] if each == seat else None,
                "grain": state.grain[each],
                "laid": state.laid[each],
                "sacks": state.sacks[each],
            }
            for each in range(game.players)
        ],
    }


@rules.secrets
def secrets(game: Game[Mill], seat: int | None) -> Json:
    state = game.state
    others = [each for each in range(game.players) if each != seat]
    return {
        "deck": state.deck,
        "hands": [state.hands[each] for each in others],
        "goals": [state.goals[each] for each in others if state.goals[each]],
    }


@rules.resample
def resample(game: Game[Mill], seat: int | None, rng: Shuffler) -> None:
    """Others' cards and goals, and the order of the deck."""
    state = game.state
    others = [each for each in range(game.players) if each != seat]
    unknown = state.deck + [card for each in others for card in state.hands[each]]
    rng.shuffle(unknown)
    for each in others:
        state.hands[each] = [unknown.pop() for _card in state.hands[each]]
        if state.goals[each]:
            state.goals[each] = GOALS[rng.randrange(len(GOALS))]
    state.deck = unknown


@rules.reshuffle
def reshuffle(game: Game[Mill]) -> None:
    game.shuffle("deck", game.state.deck)


@rules.bot
def miller(seen: Seen) -> Choice:
    """Buys while it can, then lays its highest card."""
    choices = sorted(seen.choices, key=lambda choice: (choice[0] != "buy", choice[0] != "lay"))
    listed = [choice for choice in choices if choice[0] == choices[0][0]]
    return seen.decision.example(listed[-1])
