"""Narrowing: every choice can be reached by bar and by board, on the server and in the script."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from games.pages.choices import decoded, encoded
from games.pages.table.view.choosing import Choosing, by_reason
from games.rules import registry
from games.rules.engine import Game, Kind, Rules, State, as_data
from games.words import table_package
from tests.riders import rules as riders

PEOPLE = ["Anna", "Ben", "Cleo", "Don"]


def open_decisions(slug: str, players: int, seed: int) -> Iterator[Choosing]:
    """The decisions of a random game, each at its beginning."""
    rules = registry.get(slug)
    rng = random.Random(seed)
    game = rules.new(players, {}, rng.randbytes(32))
    while game.result() is None:
        decision = game.decisions()[0]
        yield Choosing(rules, decision, game.view(decision.seat), PEOPLE)
        game.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))


def at(choosing: Choosing, prefix: Any = (), on: Any = ()) -> Choosing:
    return Choosing(
        choosing.rules, choosing.decision, choosing.view, choosing.people, tuple(prefix), tuple(on)
    )


def by_steps(choosing: Choosing) -> set[Any]:
    """All choices that the bar leads to."""
    found = set()
    for step in choosing.steps():
        if step.choice is not None:
            found.add(step.choice)
            continue
        further = at(choosing, step.prefix, step.on)
        assert len(further.choices) < len(choosing.choices), "a step must narrow"
        found |= by_steps(further)
    return found


def by_targets(choosing: Choosing) -> set[Any]:
    """All choices that the board leads to, with what the bar has beside it."""
    targets = choosing.targets()
    if not targets:
        return by_steps(choosing)
    found = {step.choice for step in choosing.steps() if step.choice is not None}
    for step in targets.values():
        if step.choice is not None:
            found.add(step.choice)
        else:
            found |= by_targets(at(choosing, step.prefix, step.on))
    return found


ALL = [("imhotep", 2), ("imhotep", 4), ("bali", 3), ("bomarzo", 2), ("bora_bora", 2)]


@pytest.mark.parametrize(("slug", "players"), ALL)
def test_every_choice_can_be_reached(slug: str, players: int) -> None:
    for choosing in open_decisions(slug, players, seed=players):
        everything = set(choosing.decision.choices)
        assert by_steps(choosing) == everything
        targeted = {
            choice
            for choice in everything
            if any(choosing._target(choice[: i + 1]) for i in range(len(choice)))
        }
        assert targeted <= by_targets(choosing)


def things(choosing: Choosing, choice: Any) -> list[str]:
    return [thing for thing in choosing._path(choice) if thing]


def after(choosing: Choosing, thing: str) -> tuple[Any, Choosing]:
    """What a press on a thing chooses, or where it leads."""
    step = choosing.targets()[thing]
    return step.choice, choosing if step.choice else at(choosing, step.prefix, step.on)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "players"), ALL)
def test_things_that_belong_together_are_picked_in_any_order(slug: str, players: int) -> None:
    """Where each choice leads over several, or the same things stand for each part."""
    pairs = 0
    for choosing in open_decisions(slug, players, seed=players):
        named = [things(choosing, choice) for choice in choosing.choices]
        both = min((len(each) for each in named if each), default=0) > 1
        glowing, firsts = set(choosing.targets()), {each[0] for each in named if each}
        shared = set.intersection(*map(set, named))  # nothing to choose
        for choice, path in zip(choosing.choices, named, strict=True):
            together = both and not table_package.is_calm(choosing.rules, choosing.decision, choice)
            if len(path) < 2 or not (together or firsts.issuperset(path)):
                continue
            pairs += 1
            assert glowing.issuperset(path[:2])
            one, other = path[:2]
            for first, second in ((one, other), (other, one)):
                chosen, further = after(choosing, first)
                if second not in shared:
                    assert chosen is None, "nothing is chosen that was not pressed"
                assert choice in ([chosen] if chosen else further.choices)
                if not chosen and first in further.picked and second in further.targets():
                    chosen, further = after(further, second)
                    assert choice in ([chosen] if chosen else further.choices)
    assert pairs or slug in ("imhotep", "bali")  # which mix them with single things


@pytest.mark.parametrize("picks", [("die", "card"), ("card", "die")])
def test_the_question_goes_on_with_things_in_either_order(picks: tuple[str, str]) -> None:
    asked = set()
    for choosing in open_decisions("bora_bora", 2, seed=2):
        if choosing.decision.kind != "place_die":
            continue
        here: Choosing = choosing
        for pick in picks:
            found = [name for name in here.targets() if name.startswith(f"{pick}-")]
            steps = [here.targets()[name] for name in found]
            further = [at(choosing, step.prefix, step.on) for step in steps if step.choice is None]
            if not further:
                break
            here = further[0]
        else:
            asked.add(here.asks(here.begun))
    # Where only a god lets it be placed there, nothing is left to ask but what is paid.
    assert asked == {"With a god?", "How do you pay for the god?"}


class Moored(State):
    pass


moored = Rules("moored", "Moored", Moored, players=(2,), package="games.rules.example")


@moored.decision
class Act(Kind):
    """A boat stands for placing on it and for sailing it."""

    prompt = "Act"

    def choices(self, game: Game[Moored], seat: int) -> list[Any]:
        place: list[Any] = [("place", boat, field) for boat in (0, 1) for field in (0, 1)]
        return [*place, ("sail", 0, "temple"), ("sail", 0, "market"), ("pass",)]

    def chosen(self, game: Game[Moored], seat: int, *parts: Any) -> None:
        game.end_turn(seat)


@moored.setup
def _setup(game: Game[Moored]) -> None:
    game.ask(0, Act)


@moored.view
def _view(game: Game[Moored], seat: int | None) -> dict[str, Any]:
    return {}


@pytest.fixture
def boats(monkeypatch: pytest.MonkeyPatch) -> Choosing:
    """A decision in which one thing on the board stands for choices that begin differently."""

    def target(rules: Any, decision: Any, parts: Any) -> str | None:
        return f"boat-{parts[1]}" if len(parts) == 2 else str(parts[2]) if len(parts) == 3 else None

    monkeypatch.setattr("games.words.table_package.target", target)
    decision = moored.new(2, {}, bytes(32)).decisions()[0]
    return Choosing(moored, decision, {}, PEOPLE)


def test_a_thing_that_stands_for_several_beginnings_is_picked_first(boats: Choosing) -> None:
    targets = boats.targets()
    assert set(targets) == {"boat-0", "boat-1", "0", "1", "temple", "market"}
    assert targets["boat-1"].prefix == ("place", 1)
    assert targets["boat-0"].on == ("boat-0",)
    on_boat = at(boats, on=targets["boat-0"].on)
    assert set(on_boat.targets()) == {"0", "1", "temple", "market"}
    assert on_boat.picked == {"boat-0"}
    assert [step.choice for step in on_boat.steps()] == on_boat.choices, "few are offered whole"
    assert on_boat.targets()["temple"].choice == ("sail", 0, "temple")


def test_what_fits_nothing_is_ignored(boats: Choosing) -> None:
    for prefix, on in [(("fly",), ()), ((), ("moon",))]:
        assert at(boats, prefix, on).choices == boats.decision.choices


@pytest.mark.parametrize("text", ["", "[", "1", "null", '{"a": 1}', "[null]", "[[1]]", "[1.5]",
                                  "[true]"])  # fmt: skip
def test_nonsense_is_no_choice(text: str) -> None:
    assert decoded(text) is None


def test_choices_survive_the_way() -> None:
    assert decoded(encoded(("sail", 2, "Tempel „A“"))) == ("sail", 2, "Tempel „A“")


class Hops(State):
    pass


hops = Rules("hops", "Hops", Hops, players=(2,), package="games.rules.example")


@hops.decision
class Hop(Kind):
    """Every stone may be where another one goes; one of them has a single way."""

    prompt = "Hop"
    in_order = True

    def choices(self, game: Game[Hops], seat: int) -> list[Any]:
        return [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "b")]

    def chosen(self, game: Game[Hops], seat: int, *parts: Any) -> None:
        game.end_turn(seat)


@hops.setup
def _set_up(game: Game[Hops]) -> None:
    game.ask(0, Hop)


@hops.view
def _see(game: Game[Hops], seat: int | None) -> dict[str, Any]:
    return {}


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch) -> Choosing:
    """A decision whose parts come in order, and whose first things may also be second ones."""
    monkeypatch.setattr("games.words.table_package.target", lambda _rules, _asked, parts: parts[-1])
    return Choosing(hops, hops.new(2, {}, bytes(32)).decisions()[0], {}, PEOPLE)


def test_where_parts_come_in_order_a_thing_is_the_first_part_first(stones: Choosing) -> None:
    assert set(stones.targets()) == {"a", "b", "c"}
    chosen, after_a = after(stones, "a")
    assert chosen is None
    assert after_a.choices == [("a", "b"), ("a", "c")]
    assert {name: step.choice for name, step in after_a.targets().items()} == {
        "b": ("a", "b"), "c": ("a", "c"),
    }  # fmt: skip
    assert after_a.picked == {"a"}


def test_a_thing_with_a_single_way_is_not_chosen_before_its_way_is(stones: Choosing) -> None:
    chosen, after_c = after(stones, "c")
    assert chosen is None
    assert after_c.choices == [("c", "b")], "and no other one that ends there"
    assert {name: step.choice for name, step in after_c.targets().items()} == {"b": ("c", "b")}


def with_many_choices() -> list[Choosing]:
    """A place of 361, and a stone with its way of hundreds."""
    game = riders.new(2, {}, bytes(32))
    found = []
    for choice in (("d4",), ("pass",), None):
        decision = game.decisions()[0]
        found.append(Choosing(riders, decision, game.view(decision.seat), PEOPLE))
        if choice:
            game = game.copy()
            game.choose(decision.seat, choice)
    return found


def test_every_one_of_hundreds_can_be_reached() -> None:
    for choosing in with_many_choices():
        everything = set(choosing.decision.choices)
        assert len(everything) > 350
        assert by_steps(choosing) == by_targets(choosing) == everything
        assert len(choosing.steps()) < 20 or len(choosing.decision.choices[0]) == 1


@pytest.mark.browser
@pytest.mark.parametrize("decisions", ["usual", "ordered", "many"])
def test_the_script_narrows_as_the_server_does(
    chromium: Browser, decisions: str, request: pytest.FixtureRequest
) -> None:
    """choosing.js against choosing.py, on random positions of every decision."""
    page = chromium.new_page()
    for name in ("choosing", "unpacking"):
        source = (Path(settings.BASE_DIR) / "static" / "js" / "table" / f"{name}.js").read_text()
        page.evaluate(
            f"async (url) => {{ window.{name} = await import(url); }}",
            f"data:text/javascript,{quote(source)}",
        )

    def by_script(choosing: Choosing) -> Any:
        point = {"prefix": as_data(choosing.prefix), "on": list(choosing.on)}
        return page.evaluate(
            """([sent, at]) => {
              const { choices } = sent;
              const data = "last" in choices ? {...sent, choices: unpacking.unpack(choices)} : sent;
              const plain = (step) => [step.label, step.choice ?? null,
                step.at?.prefix ?? [], step.at?.on ?? []];
              return [choosing.steps(data, at).map(plain),
                [...choosing.targets(data, at)].map(([name, step]) => [name, ...plain(step)]),
                [...choosing.picked(data, at)].sort(),
                choosing.refused(data, at), choosing.byReason(choosing.refused(data, at))];
            }""",
            [choosing.data(), point],
        )

    def by_server(choosing: Choosing) -> Any:
        def plain(step: Any) -> list[Any]:
            choice = step.choice
            return [step.label, choice and as_data(choice), as_data(step.prefix), step.on]

        answer = [
            [plain(step) for step in choosing.steps()],
            [[name, *plain(step)] for name, step in choosing.targets().items()],
            sorted(choosing.picked),
            choosing.refusals(),
            by_reason(choosing.refusals()),
        ]
        return json.loads(json.dumps(answer))

    rng = random.Random(1)
    if decisions == "usual":
        every = [request.getfixturevalue("boats")]
        every += list(open_decisions("imhotep", 3, seed=3))[:60]
        every += list(open_decisions("bali", 2, seed=4))[:30]
        every += list(open_decisions("bomarzo", 2, seed=4))[:60]  # with amounts
    elif decisions == "ordered":
        every = [request.getfixturevalue("stones")]
    else:
        every = with_many_choices()
    for start in every:
        point = start
        while True:
            assert by_script(point) == by_server(point)
            further = [step for step in (*point.steps(), *point.targets().values())
                       if step.choice is None]  # fmt: skip
            if not further:
                break
            step = rng.choice(further)
            point = at(point, step.prefix, step.on)
    page.close()


def test_a_reason_is_said_once() -> None:
    here: dict[str, Any] = {"choice": [], "on": []}
    refusals: list[Any] = [
        {**here, "label": "4 on the temple", "reason": "A 3 lies there"},
        {**here, "label": "Fishing", "reason": "No die is left"},
        {**here, "label": "5 on the temple", "reason": "A 3 lies there"},
    ]
    assert by_reason(refusals) == [
        {"label": "4 on the temple · 5 on the temple", "reason": "A 3 lies there"},
        {"label": "Fishing", "reason": "No die is left"},
    ]


def test_where_all_choices_begin_alike_the_next_parts_are_named_in_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.pages.table.view.choosing.FEW", 2)
    rules = registry.get("bali")
    game = rules.new(2, {}, bytes(32))
    game.state.hands[0] = ["rice", "rice", "banana"]
    game.state.stones[0] = 9
    game.changed()
    game.choose(0, ("buy", "rice"))
    [decision] = game.decisions()
    choosing = Choosing(rules, decision, game.view(0), PEOPLE)
    assert {choice[0] for choice in choosing.choices} == {"play"}
    assert [step.label for step in choosing.steps()] == [
        "Play: Banana farmer",
        "Play: Rice farmers",
    ]


def test_what_a_choice_costs_of_its_own_is_not_picked_before_what_it_is_for() -> None:
    """In Bora Bora a god glows only once it is said what it is played for."""
    paid = 0
    for seed in range(4):
        for choosing in open_decisions("bora_bora", 2, seed):
            if choosing.decision.kind not in ("use_people", "settle_last_task", "expand"):
                continue
            paid += any(len(things(choosing, choice)) > 1 for choice in choosing.choices)
            several = len({choice[:2] for choice in choosing.choices}) > 1
            assert not several or not {"god-tiles", "hand-green"} & set(choosing.targets())
    assert paid
