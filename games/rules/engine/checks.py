"""What must hold at every position and choice of every game type.

Each check raises AssertionError that says what is wrong and where. ``testing`` plays games with
them; ``examine`` reports them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from .decision import Decision, as_data, check_choice
from .errors import IllegalChoice, RulesError
from .game import Game
from .kinds import POINTS
from .state import Choice, Event, Json, State
from .words import Text

Seat = int | None
Worlds = dict[Seat, Game[Any]]
"""For everybody a game that it could not tell from the real one."""
Known = dict[Seat, Json]
"""What each seat and a spectator is shown."""
Place = tuple[Any, ...]
"""Where a part of some data is: the place of what it is in, how its key is said, and that key."""

_SINGLE = frozenset({str, int, bool, float, type(None)})
#: How many draws of a set-up are changed, one by one.
REDRAWN = 12
#: Types of plain data besides dictionaries.
_PLAIN = _SINGLE | {list, tuple}


def everybody(game: Game[Any]) -> tuple[Seat, ...]:
    """Everybody who looks at a game: the seats and a spectator."""
    return (*range(game.players), None)


def called(seat: Seat) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


# A position ---------------------------------------------------------------------------------------


def check_saved(game: Game[Any]) -> None:
    """Check that saving and loading gives the same game."""
    _check_rows(game.state)
    try:
        loaded = game.copy()
    except msgspec.ValidationError as error:
        raise AssertionError(f"what is saved cannot be loaded: {error}") from error
    for field in game.state.__struct_fields__:
        here, there = getattr(game.state, field), getattr(loaded.state, field)
        assert here == there, f"state.{field} is {here!r} and comes back from saving as {there!r}"
    assert loaded.save() == game.save()


def _check_rows(state: State) -> None:
    """Check that no list is in the state twice: after saving, they would be two lists."""
    places: dict[int, Place] = {}
    for place, part in _parts(state):
        if isinstance(part, list | dict):
            same = places.setdefault(id(part), place)
            assert same is place, (
                f"state{_words(same)} and state{_words(place)} are one and the same "
                f"{type(part).__name__}, and two after saving: make each by itself, "
                "[[0] * 3 for _row in range(2)]"
            )


def _parts(whole: Any) -> Iterator[tuple[Place, Any]]:
    """All parts of data, the whole first, each with its place."""
    waiting: list[tuple[Place, Any]] = [((), whole)]
    while waiting:
        place, part = waiting.pop()
        yield place, part
        if type(part) in _SINGLE:
            continue
        form, inner = "[{!r}]", list[tuple[Any, Any]]()
        if isinstance(part, dict):
            inner = [*part.items()]
        elif isinstance(part, list | tuple):
            inner = [*enumerate(part)]
        elif isinstance(part, msgspec.Struct):
            form, inner = ".{}", [(name, getattr(part, name)) for name in part.__struct_fields__]
        waiting += [((place, form, key), each) for key, each in reversed(inner)]


def _words(place: Place) -> str:
    """The place, such as ``['hand'][0]``."""
    if not place:
        return ""
    whole, form, key = place
    return _words(whole) + str(form).format(key)


def short_of(game: Game[Any], goods: set[str]) -> str:
    """Where the state has less than nothing of a good that ``Amounts`` use; empty if nowhere."""
    for place, part in _parts(game.state):
        if isinstance(part, dict) and part and part.keys() <= goods:
            for good, n in part.items():
                if type(n) is int and n < 0:
                    return f"state{_words(place)} has {n} of {good!r}"
    return ""


def check_somebody_can_move(game: Game[Any]) -> None:
    """Check that a seat must choose until the end, and that every decision lists each choice
    once."""
    if game.result() is not None:
        assert not game.decisions(), "the game is over and still asks somebody"
        return
    decisions = game.decisions()
    assert decisions, "the game is not over and asks nobody"
    for decision in decisions:
        try:
            for choice in decision.every:
                check_choice(decision.kind, choice)
        except RulesError as error:
            raise AssertionError(str(error)) from error
        twice = [choice for choice in decision.every if decision.every.count(choice) > 1]
        assert not twice, f"{decision.kind} lists {twice[:1]} more than once"


def check_asking_is_pure(game: Game[Any]) -> None:
    """Check that listing choices, views, refusals, points and instructions changes nothing."""
    before = game.save()
    for seat in everybody(game):
        game.view(seat)
    check_unchanged(game, before, "the view")
    _ = game.standing(), game.scored()
    check_unchanged(game, before, "standing or scored")
    game.changed()
    for decision in game.decisions():
        _ = decision.choices, decision.refusals
        check_unchanged(game, before, f"choices or refusals of {decision.kind}")


def check_unchanged(game: Game[Any], before: bytes, what: str) -> None:
    """Check that the game is still the one that was saved ``before``."""
    if game.save() != before:
        old = game.rules.decode(before)
        changed = [
            field
            for field in old.__struct_fields__
            if getattr(old, field) != getattr(game.state, field)
        ]
        raise AssertionError(f"{what} changed the state: {', '.join(changed) or 'its order'}")


def check_refusals(game: Game[Any]) -> None:
    """Check that nothing refused is legal, and that each refusal has words."""
    for decision in game.decisions():
        for parts, reason in decision.refusals:
            assert isinstance(reason, Text), f"{decision.kind} refuses {parts!r} without a Text"
            legal = [c for c in decision.every if c[: len(parts)] == parts]
            assert not legal, (
                f"{decision.kind} refuses {parts!r} and lists {legal[0]!r}: refuse only what "
                "begins no legal choice"
            )


def check_result(game: Game[Any]) -> None:
    """Check that scores are the sums of their breakdown, and that ranks follow scores; without
    points, that the game says why it ended."""
    result = game.result()
    assert result is not None
    if game.rules.outcome != POINTS:
        assert isinstance(result.reason, str), "a game without points ended without a reason"
        return
    assert result.scores == [sum(points.values()) for points in result.breakdown]
    for a, rank in enumerate(result.ranks):
        assert rank == 1 + sum(other < rank for other in result.ranks)
        for b, other in enumerate(result.ranks):
            assert result.scores[a] >= result.scores[b] or rank > other


# What each seat may know --------------------------------------------------------------------------


def known_to(game: Game[Any], seat: Seat) -> Json:
    """Return all that the engine shows a seat: its view, its own decision, the seats that are
    asked, the points."""
    return {**_known_to_all(game), **_known_alone(game, seat)}


def known(game: Game[Any]) -> Known:
    """``known_to`` everybody."""
    shared = _known_to_all(game)
    return {seat: {**shared, **_known_alone(game, seat)} for seat in everybody(game)}


def _known_to_all(game: Game[Any]) -> Json:
    return {
        "standing": game.standing(),
        "scored": game.scored(),
        "to_move": game.to_move(),
        "asked": [(d.seat, None if d.apart else d.kind) for d in game.decisions()],
    }


def _known_alone(game: Game[Any], seat: Seat) -> Json:
    decision = game.decision(seat) if seat is not None else None
    return {"view": game.view(seat), "decision": decision and _asked(decision)}


def _asked(decision: Decision) -> Json:
    return {
        "asked": (decision.kind, decision.args, decision.answer),
        "choices": [as_data(choice) for choice in decision.choices],
        "refusals": [(parts, repr(reason)) for parts, reason in decision.refusals],
    }


def deal_anew(game: Game[Any], rng: random.Random) -> Worlds:
    """For everybody a game that they cannot tell from this one; future draws are the same."""
    worlds: Worlds = {}
    for seat in everybody(game):
        worlds[seat] = game.resample(seat, rng)
        worlds[seat].state.seed = game.state.seed
    return worlds


def check_no_leak(game: Game[Any], rng: random.Random) -> None:
    """Check that what a seat is shown does not change when everything it cannot know is dealt
    anew."""
    check_same_to_all(known(game), deal_anew(game, rng))


def check_same_to_all(shown: Known, worlds: Worlds) -> None:
    """Check that nobody can tell the world dealt anew for them by what is shown."""
    for seat, world in worlds.items():
        other = known_to(world, seat)
        check_storable(shown[seat]["view"], f"the view of {called(seat)}")
        for part, value in shown[seat].items():
            assert other[part] == value, (
                f"{part} tells {called(seat)} a secret, or resample deals anew what it knows: "
                f"{difference(value, other[part])}"
            )


def check_public(game: Game[Any], worlds: Worlds) -> None:
    """Check that a public question, which is asked only if there are several choices, would be
    asked in every world that others could not tell from this one."""
    for decision in game.decisions():
        for seat, world in worlds.items() if decision.asks.public else ():
            there = [len(other.choices) for other in world.decisions() if other.id == decision.id]
            assert seat == decision.seat or there != [1], (
                f"{decision.kind} is public, and {called(seat)} cannot work out its choices: that "
                "it is asked tells a secret, as it would not be asked if there were only one. "
                "Leave out public = True"
            )


def check_new_epoch(game: Game[Any], shown: Known) -> None:
    """Check that reshuffling what nobody has seen changes nothing of what is ``shown``."""
    if game.rules.hooks.reshuffle is None:
        return
    again = game.copy()
    again.begin_epoch(game.state.epoch + 1)
    for seat, there in known(again).items():
        here = shown[seat]
        assert here == there, (
            f"reshuffle changes what {called(seat)} has been told: {difference(here, there)}"
        )
    check_somebody_can_move(again)


def difference(here: Any, there: Any, place: str = "") -> str:
    """Where two values first differ: ``['hand'][0] is 3 and then 5``."""
    if type(here) is type(there) and isinstance(here, dict) and here.keys() == there.keys():
        pairs: list[tuple[Any, Any, Any]] = [(key, here[key], there[key]) for key in here]
    elif isinstance(here, list | tuple) and isinstance(there, list | tuple):
        if len(here) != len(there):
            return f"{place} is {here!r} and then {there!r}"
        pairs = [(i, *pair) for i, pair in enumerate(zip(here, there, strict=True))]
    else:
        return f"{place} is {here!r} and then {there!r}"
    for key, one, other in pairs:
        if one != other:
            return difference(one, other, f"{place}[{key!r}]")
    return "nothing"


def check_secret_choice(game: Game[Any], rng: random.Random) -> None:
    """Check that others cannot see which of several choices of a secret decision was made."""
    for decision in game.decisions():
        if not decision.asks.secret:
            continue
        if decision.apart:
            _check_part(game, decision, rng)
            continue
        one = decision.sample(rng.choice(decision.choices), rng)
        shown = decision.asks.shows(game, decision.seat, *decision.args, *one)
        whole = [decision.sample(choice, rng) for choice in decision.choices]
        alike = [
            choice
            for choice in whole
            if choice != one
            and decision.asks.shows(game, decision.seat, *decision.args, *choice) == shown
        ]
        told = []
        for choice in (one, rng.choice(alike)) if alike else ():
            other = game.copy()
            events = other.choose(decision.seat, choice)
            if other.result() is not None:
                continue  # the end may show all that was secret
            still = other.decision(decision.seat)
            if not decision.sealed or (still is not None and still.id == decision.id):
                told.append((other, events))
        if len(told) < 2:
            continue
        for seat in everybody(game):
            if seat == decision.seat:
                continue
            (here, first), (there, second) = told
            assert here.view(seat) == there.view(seat), (
                f"which choice of {decision.kind} was taken shows to {called(seat)}: "
                f"{difference(here.view(seat), there.view(seat))}"
            )
            seen = [seen_by(events, seat) for events in (first, second)]
            assert seen[0] == seen[1], (
                f"the events of {decision.kind} tell {called(seat)} which choice was taken: "
                f"{difference(seen[0], seen[1])}"
            )


def _check_part(game: Game[Any], decision: Decision, rng: random.Random) -> None:
    """Check that others learn a seat's answers in its own part only as far as the view shows them.

    They are told when all are done.
    """
    seat, part = decision.seat, game.own(decision.seat)
    shown: dict[str, list[Choice]] = {}
    for listed in decision.choices:
        choice = decision.sample(listed, rng)
        shows = decision.asks.shows(part, seat, *decision.args, *choice)
        shown.setdefault(repr(shows), []).append(choice)
    alike = rng.choice([*shown.values()])
    if len(alike) < 2:
        return
    one, other = part.copy(), part.copy()
    for copy, choice in zip((one, other), rng.sample(alike, 2), strict=True):
        copy.choose(seat, choice)
    _check_told_alike(one, other, seat, Game.view)


def check_at_once(before: Game[Any], after: Game[Any], choice: Choice, rng: random.Random) -> None:
    """Check that after the last sealed answer nobody is told more of another's than the view shows.

    Everything is carried out again with one seat's answers changed.
    """
    last = answered(after)
    if not (last.sealed and after.barrier):
        return
    for open_ in before.state.open:
        other = before.copy()
        if open_.seat == last.seat:
            taken = last.sample(rng.choice(last.choices), rng)
        else:
            other.answer_anew(open_.seat, rng)
            taken = choice
        with suppress(IllegalChoice):
            other.choose(last.seat, taken)
            _check_told_alike(after, other, open_.seat, known_to)


def _check_told_alike(
    one: Game[Any], other: Game[Any], mover: int, known: Callable[[Game[Any], Seat], Json]
) -> None:
    """Check that if two games differ by one seat's choice, events alone tell nobody else which it
    is.

    What is ``known`` of the two games must differ, too.
    """
    for seat in everybody(one):
        here, there = seen_by(one.events, seat), seen_by(other.events, seat)
        if seat == mover or here == there or known(one, seat) != known(other, seat):
            continue
        kind = next((a[0] for a, b in zip(here, there, strict=False) if a != b), "")
        raise AssertionError(
            f"the event {kind!r} tells {called(seat)} a secret that its view does not show: "
            f"{difference(here, there)} where seat {mover} has answered otherwise. Tell it "
            "privately; if it may be known, let the view show it, too"
        )


class _Redrawn(Game[Any]):
    """A game in which one draw has another result."""

    number, results = -1, 0

    def draw(self, label: str, bound: int) -> int:
        drawn = super().draw(label, bound)
        changed = len(self.draws) - 1 == self.number
        return (drawn + 1 + self.results % max(1, bound - 1)) % bound if changed else drawn


def check_setup(game: Game[Any], rng: random.Random) -> None:
    """Check that no event of the set-up, which ``game`` has just had, tells a secret.

    If one draw has another result and a seat's position is the same, its events must be the same.
    """
    shown, state = known(game), game.state
    numbers = range(len(game.draws)) if game.events else ()
    for number in rng.sample(numbers, min(REDRAWN, len(numbers))):
        start = game.rules.state_type(players=state.players, options=state.options, seed=state.seed)
        other = _Redrawn(game.rules, start)
        other.number, other.results = number, rng.randrange(1000)
        other.start()
        for seat in everybody(game):
            here, there = seen_by(game.events, seat), seen_by(other.events, seat)
            assert here == there or known_to(other, seat) != shown[seat], (
                f"an event of the set-up tells {called(seat)} a secret that its view does not "
                f"show: {difference(here, there)} where {game.draws[number].label!r} is drawn "
                "otherwise. Tell it privately; if it may be known, let the view show it, too"
            )


def seen_by(events: Sequence[Event], seat: Seat) -> list[tuple[str, Json]]:
    return [(event.kind, event.seen_by(seat)) for event in events]


def check_told(after: Game[Any], choice: Choice, worlds: Worlds) -> None:
    """Check that no event tells a secret.

    If the same choice has other events in another deal, the seat must also see another position
    afterwards: readers who come later, and bots, know the view alone.
    """
    decision = answered(after)
    for seat, world in worlds.items():
        if seat == decision.seat:
            continue
        other = world.copy()
        try:
            other.choose(decision.seat, choice)
        except IllegalChoice:
            continue
        here, there = seen_by(after.events, seat), seen_by(other.events, seat)
        if here != there and known_to(after, seat) == known_to(other, seat):
            kind = next((a[0] for a, b in zip(here, there, strict=False) if a != b), "")
            raise AssertionError(
                f"the event {kind!r} tells {called(seat)} a secret that its view does not show: "
                f"{difference(here, there)} where all that it cannot know is dealt anew. Tell it "
                "privately; if it may be known, let the view show it, too"
            )


def check_no_look_and_undo(held: Game[Any], choice: Choice, worlds: Worlds) -> None:
    """Check that a choice that can be taken back has told its mover nothing new.

    ``held``: the game with the mover's turn held before it ends.
    """
    decision = answered(held)
    if held.barrier:
        return
    seat = decision.seat
    other = worlds[seat].copy()
    other.choose(seat, choice, hold=True)
    for what, here, there in (
        ("its view", known_to(held, seat), known_to(other, seat)),
        ("an event", seen_by(held.events, seat), seen_by(other.events, seat)),
    ):
        assert here == there, (
            f"{decision.kind} {choice!r} shows its own seat {seat} what it did not know, and can "
            f"be taken back: call game.reveal(). In {what}: {difference(here, there)} where all "
            "that it cannot know is dealt anew"
        )


def answered(game: Game[Any]) -> Decision:
    """The decision that was answered last."""
    assert game.answered is not None
    return game.answered


# A choice -----------------------------------------------------------------------------------------


def check_events(events: Sequence[Event]) -> None:
    """Check that events come back from storage unchanged."""
    for event in events:
        check_storable(event.data, f"event {event.kind!r}")
        for seat, data in event.private.items():
            check_storable(data, f"event {event.kind!r} for seat {seat}")


def check_storable(data: Any, what: str) -> None:
    """Check that plain data is the same when read again: no sets, no objects, only string keys."""
    if _is_plain(data):
        return
    for place, part in _parts(data):
        if isinstance(part, dict):
            wrong = [key for key in part if type(key) is not str]
            assert not wrong, (
                f"{what}{_at(place)} has the key {wrong[:1]}, which comes back as a string"
            )
        else:
            assert type(part) in _PLAIN, (
                f"{what}{_at(place)} holds {part!r}, which cannot be stored: give plain data"
            )


def _is_plain(data: Any) -> bool:
    """Whether it is storable: a third of the time needed to say where it is not."""
    if isinstance(data, dict):
        return all(type(key) is str for key in data) and all(map(_is_plain, data.values()))
    if type(data) in _SINGLE:
        return True
    return type(data) in _PLAIN and all(map(_is_plain, data))


def _at(place: Place) -> str:
    return f" at {_words(place)}" if place else ""


def check_repeat(before: Game[Any], after: Game[Any], choice: Choice) -> None:
    """Check that the same choice leads to the same position: chance comes only from the game's
    seed."""
    again, decision = before.copy(), answered(after)
    again.choose(decision.seat, choice)
    assert again.save() == after.save() and again.events == after.events, (  # noqa: PT018
        f"{decision.kind} {choice!r} of seat {decision.seat} comes out otherwise when it is done "
        "again: take chance from game.draw and game.shuffle alone, and keep everything in the state"
    )


def holding(before: Game[Any], seat: int, choice: Choice) -> Game[Any]:
    """The game after a choice ``before`` it, with the turn held where it would end."""
    held = before.copy()
    held.choose(seat, choice, hold=True)
    return held


def check_hold(held: Game[Any], game: Game[Any]) -> None:
    """Check that confirming a turn that is ``held`` leads to the same position; uses ``held``
    up."""
    events = list(held.events)
    while held.state.held is not None:
        events += held.confirm(held.state.held)
    assert held.save() == game.save(), "holding the turn and confirming it leads elsewhere"
    assert events == game.events, "holding the turn and confirming it tells other events"
