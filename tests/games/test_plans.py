"""Plans: what is left behind answers if its conditions hold, once, and else says why not."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.db.models import F
from django.urls import reverse

from accounts.models import User
from games.errors import Forbidden, GameError, Illegal, Refused
from games.lobby import open_games
from games.models import Game, Move, Plan
from games.moves import actions, plans, rollback, seat_holders
from games.moves.plans import Step, Wanted
from games.moves.played import OWN_TURN
from games.rules import registry
from games.rules.example.rules import LayCard
from games.showing import snapshot
from games.storage import position
from games.storage.position import Position, locked
from notifications.models import Notification
from tests.games.api import Caller
from tests.games.playing import answer, asked, seat_of, to_kind, to_the_end, user_of
from tests.people import browser_of, person

Choices = list[tuple[int, str, list[Any]]]


def foreseen(game_id: int, seed: int, steps: int) -> Choices:
    """So many random choices from here on, as they would really go."""
    rng, found = random.Random(seed), []
    here = position.newest(game_id)
    assert here is not None
    game = here.running().copy()
    for _step in range(steps):
        waiting = game.to_move()
        if not waiting:
            break
        decision = game.decision(waiting[0])
        assert decision is not None
        choice = decision.find(decision.sample(rng.choice(decision.choices), rng))
        game.choose(decision.seat, choice)
        found.append((decision.seat, decision.kind, list(choice)))
    return found


def as_steps(choices: Choices) -> list[Step]:
    return [Step(seat, kind, choice) for seat, kind, choice in choices]


def leave(game_id: int, seat: int, steps: Sequence[Step], *, anyway: bool = True) -> Plan:
    before = set(Plan.objects.values_list("pk", flat=True))
    plans.leave_plan(game_id, user_of(game_id, seat), steps, anyway=anyway)
    return Plan.objects.exclude(pk__in=before).get()


def play(game_id: int, seat: int, choice: list[Any]) -> Position:
    user_id = user_of(game_id, seat)
    here = position.load(game_id, user_id)
    return actions.choose(game_id, user_id, choice, version=here.version)


def go_on(game_id: int, choices: Choices, *, besides: int | None = None) -> bool:
    """One choice by hand as foreseen, of a seat that is asked; False if there is none."""
    for seat in asked(game_id):
        done = Move.objects.filter(game=game_id, action="choose", seat=seat).count()
        mine = [choice for own, _kind, choice in choices if own == seat]
        if seat != besides and done < len(mine):
            play(game_id, seat, mine[done])
            return True
    return False


def made_by_plans(game_id: int) -> list[Move]:
    """The choices that nobody made by hand."""
    numbers = [number for plan in Plan.objects.all() for number in plan.answered]
    return list(Move.objects.filter(game=game_id, number__in=numbers).order_by("number"))


@pytest.fixture(autouse=True)
def _same_chance(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Games of the same test are dealt alike in each run."""
    seed = hashlib.sha256(request.node.name.encode()).digest()
    monkeypatch.setattr(Game._meta.get_field("seed"), "_get_default", lambda: seed)


@pytest.fixture
def chain(duel: Position) -> tuple[int, Choices]:
    """A game of Lanterns, and its next choices, of which the first two are sealed cards."""
    return duel.game.pk, foreseen(duel.game.pk, 4, 12)


def own_of(choices: Choices) -> int:
    """The seat that chooses third, after the sealed cards."""
    return choices[2][0]


def test_a_chain_answers_each_question_when_its_conditions_hold(
    chain: tuple[int, Choices],
) -> None:
    game_id, choices = chain
    me = own_of(choices)
    plan = leave(game_id, me, as_steps(choices))
    planned = [each for each in choices if each[0] == me]
    play(game_id, *first_of(choices, me))
    while go_on(game_id, choices, besides=me):
        pass
    made = made_by_plans(game_id)
    assert [move.choice for move in made] == [each[2] for each in planned[1 : len(made) + 1]]
    assert len(made) >= 2
    plan.refresh_from_db()
    assert plan.answered == [move.number for move in made]


def first_of(choices: Choices, me: int) -> tuple[int, list[Any]]:
    """The seat, and its first choice, which is asked already and so made by hand."""
    seat, _kind, choice = next(each for each in choices if each[0] == me)
    return seat, choice


def test_somebody_who_chooses_otherwise_ends_it_and_its_owner_is_told(
    chain: tuple[int, Choices],
) -> None:
    game_id, choices = chain
    me, other = own_of(choices), 1 - own_of(choices)
    lights = [n for n, each in enumerate(choices) if each[0] == other and each[1] != "lay_card"]
    expected, public = list(choices), lights[0]
    expected[public] = (other, choices[public][1], ["nothing like it"])
    later = next(n for n in range(public, len(choices)) if choices[n][0] == me)
    plan = leave(game_id, me, as_steps(expected[: later + 1]))
    play(game_id, *first_of(choices, me))
    while Plan.objects.get().active and go_on(game_id, choices):
        pass
    plan.refresh_from_db()
    assert (plan.active, plan.ended) == (False, Plan.Ended.OTHER)
    assert me in asked(game_id)
    assert Notification.objects.filter(kind="plan_ended", user=user_of(game_id, me)).count() == 1


def test_anything_is_any_choice(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    steps = [Step(seat, kind, choice if seat == me else None) for seat, kind, choice in choices]
    leave(game_id, me, steps)
    play(game_id, *first_of(choices, me))
    for _move in range(6):
        others = [seat for seat in asked(game_id) if seat != me]
        if others:
            answer(game_id, others[0], lambda found: found[-1])
    made = made_by_plans(game_id)
    assert made
    assert [move.choice for move in made] == [each[2] for each in choices if each[0] == me][
        1 : len(made) + 1
    ]


def test_an_own_choice_made_otherwise_ends_it(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    plan = leave(game_id, me, as_steps(choices))
    mine = first_of(choices, me)[1]
    answer(game_id, me, lambda found: next(each for each in found if list(each) != mine))
    for seat in asked(game_id):
        answer(game_id, seat)
    shown = progress_of(game_id, me, plan)
    assert shown.ended == Plan.Ended.OWN
    assert made_by_plans(game_id) == []


def progress_of(game_id: int, me: int, plan: Plan) -> plans.Progress:
    plan.refresh_from_db()
    plan.active = True
    game = Game.objects.get(pk=game_id)
    return plans.progress(game, seat_of(game_id, me), [plan])[plan.pk]


def test_what_was_learnt_ends_it_unless_it_is_to_go_on(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain  # a die is rolled when both cards lie
    me = own_of(choices)
    wary = leave(game_id, me, as_steps(choices), anyway=False)
    play(game_id, *first_of(choices, me))
    for seat in asked(game_id):
        play(game_id, seat, next(each[2] for each in choices if each[0] == seat))
    wary.refresh_from_db()
    assert (wary.active, wary.ended) == (False, Plan.Ended.LEARNT)
    assert made_by_plans(game_id) == []


def test_a_choice_that_is_not_legal_then_ends_it(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    steps = as_steps(choices[:3])
    steps[2] = Step(me, steps[2].kind, ["nonsense"])
    plan = leave(game_id, me, steps)
    play(game_id, *first_of(choices, me))
    for seat in asked(game_id):
        play(game_id, seat, next(each[2] for each in choices if each[0] == seat))
    plan.refresh_from_db()
    assert plan.ended == Plan.Ended.ILLEGAL
    assert asked(game_id) == [me]


def test_a_seat_that_was_left_is_not_answered_for_even_after_its_return(
    chain: tuple[int, Choices],
) -> None:
    game_id, choices = chain
    me = own_of(choices)
    owner = user_of(game_id, me)
    play(game_id, *first_of(choices, me))
    plan = leave(game_id, me, as_steps(choices[2:]))
    with locked(game_id) as here:
        seat_holders.bot_takes_over(here, here.seats[me])
    actions.take_seat_back(game_id, owner)
    for seat in asked(game_id):
        play(game_id, seat, next(each[2] for each in choices if each[0] == seat))
    assert made_by_plans(game_id) == []
    plan.refresh_from_db()
    assert (plan.active, plan.ended) == (False, Plan.Ended.LEFT)
    assert Notification.objects.filter(kind="plan_ended", user=owner).count() == 1
    assert plan.tenure_id != seat_of(game_id, me).tenure_id
    assert not seat_of(game_id, me).planned


def test_a_moderators_rollback_ends_it(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    play(game_id, *first_of(choices, me))
    plan = leave(game_id, me, as_steps(choices[2:]))
    with locked(game_id) as here:
        rollback.roll_back(here, 0, user_id=None)
    assert progress_of(game_id, me, plan).ended == Plan.Ended.UNDONE


def test_an_answer_that_is_withdrawn_is_not_given_again(anna: User, ben: User) -> None:
    game_id = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    choices = foreseen(game_id, 4, 30)
    me = choices[0][0]
    steps = [Step(seat, kind, choice if seat == me else None) for seat, kind, choice in choices]
    leave(game_id, me, steps)
    play(game_id, *first_of(choices, me))
    sealed = None
    while asked(game_id):
        others = [seat for seat in asked(game_id) if seat != me]
        made = [move for move in made_by_plans(game_id) if move.kind == "lay_card"]
        if made and me not in asked(game_id) and others:
            sealed = made[-1]
            break
        answer(game_id, others[0] if others else me)
    assert sealed is not None, "a card was laid by the plan"
    here = position.load(game_id, user_of(game_id, me))
    actions.withdraw_answer(game_id, user_of(game_id, me), version=here.version)
    assert me in asked(game_id)
    answer(game_id, next(seat for seat in asked(game_id) if seat != me))
    assert me in asked(game_id)


def boom(*_args: object) -> None:
    raise ValueError("the rules are wrong")


def test_rules_that_fail_on_a_planned_choice_fail_nobody_elses_move(
    chain: tuple[int, Choices], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, choices = chain
    me = own_of(choices)
    plan = leave(game_id, me, as_steps(choices))
    play(game_id, *first_of(choices, me))
    monkeypatch.setattr(type(Game.objects.get().rules.kinds[choices[2][1]]), "chosen", boom)
    while go_on(game_id, choices, besides=me):
        pass
    plan.refresh_from_db()
    assert (plan.active, plan.ended) == (False, Plan.Ended.FAILED)
    assert asked(game_id) == [me]
    assert Game.objects.get(pk=game_id).broken_at is None
    assert Notification.objects.filter(kind="plan_ended", user=user_of(game_id, me)).count() == 1


@pytest.mark.parametrize("hold", [False, True])
def test_a_turn_begun_by_hand_is_left_to_its_owner(duel: Position, hold: bool) -> None:
    game_id = duel.game.pk
    me = to_kind(game_id, "light_lantern")
    steps = [Step(me, "light_lantern", ["red"]), Step(me, "take_prize", ["points"])]
    plan = leave(game_id, me, steps)
    answer(game_id, me, lambda found: next(each for each in found if each == ("red",)), hold=hold)
    assert asked(game_id) == [me]
    assert made_by_plans(game_id) == []
    here = position.load(game_id, user_of(game_id, me))
    actions.undo(game_id, user_of(game_id, me), version=here.version)
    play(game_id, me, ["red"])
    assert progress_of(game_id, me, plan).at == 1


def test_a_planned_turn_counts_as_its_owners(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    leave(game_id, me, as_steps(choices))
    play(game_id, *first_of(choices, me))
    while go_on(game_id, choices, besides=me):
        pass
    made = made_by_plans(game_id)
    assert {move.user_id for move in made} == {user_of(game_id, me)}
    turns = Move.objects.filter(OWN_TURN, game=game_id)
    assert turns.filter(number__in=[move.number for move in made]).exists()


def test_no_plan_tells_what_was_sealed_or_withdrawn(
    duel: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the answer that was taken back nor the one that stayed, even if a kind is open."""
    monkeypatch.setattr(LayCard, "secret", False)
    game_id, me, other = duel.game.pk, 0, 1
    mine, (one, two, *_more) = duel.running().state.hands[0][0], duel.running().state.hands[1]
    left = [
        leave(game_id, me, [Step(other, "lay_card", [card]), Step(me, "lay_card", [mine]),
                            Step(me, "object", ["nothing"])])
        for card in (one, two, 99)
    ]  # fmt: skip
    play(game_id, other, [one])
    here = position.load(game_id, user_of(game_id, other))
    actions.withdraw_answer(game_id, user_of(game_id, other), version=here.version)
    play(game_id, other, [two])
    monkeypatch.setattr(plans, "find_planned", lambda *_asked, **_how: None)
    play(game_id, me, [mine])
    said = [progress_of(game_id, me, plan) for plan in left]
    assert said == [(2, True, "")] * 3


def test_a_plan_from_an_earlier_move_tells_no_sealed_answer_either(
    duel: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LayCard, "secret", False)
    monkeypatch.setattr(plans, "find_planned", lambda *_asked, **_how: None)
    game_id, me, other = duel.game.pk, 0, 1
    mine, card = duel.running().state.hands[0][0], duel.running().state.hands[1][0]
    play(game_id, other, [card])
    play(game_id, me, [mine])
    for laid in (card, 99):
        steps = [Step(other, "lay_card", [laid]), Step(me, "lay_card", [mine]),
                 Step(me, "object", ["nothing"])]  # fmt: skip
        plans.leave_plan(game_id, user_of(game_id, me), steps, anyway=True, begins=0)
    assert Plan.objects.count() == 2


def test_whatever_the_others_choose_is_waited_for_and_of_any_kind(duel: Position) -> None:
    me, other = 0, 1
    loose = [Step(me, "lay_card", [1]), Step(other, "light_lantern"), Step(me, "object", ["no"])]
    plan = Plan(steps=msgspec.to_builtins(loose), since=0, anyway=True)
    game, seat = duel.game, duel.seats[me]
    game.public_version = 9
    own = plans._Row(2, "choose", me, "lay_card", [1], None)
    theirs = plans._Row(3, "choose", other, "take_prize", ["points"], None)
    assert plans.follow(game, seat, plan, [own]) == (2, False, "")
    assert plans.follow(game, seat, plan, [own, theirs]) == (2, True, "")


def test_a_player_who_is_away_for_good_is_not_answered_for(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    leave(game_id, me, as_steps(choices))
    play(game_id, *first_of(choices, me))
    User.objects.filter(pk=user_of(game_id, me)).update(is_active=False)
    while go_on(game_id, choices, besides=me):
        pass
    assert made_by_plans(game_id) == []


def test_the_games_end_ends_plans_without_a_word(duel: Position) -> None:
    game_id = duel.game.pk
    plan = leave(game_id, 0, [Step(0, "take_prize", ["nothing"])])
    Plan.objects.update(since=9999)
    to_the_end(game_id)
    plan.refresh_from_db()
    assert (plan.active, plan.ended) == (False, Plan.Ended.OVER)
    assert not Notification.objects.filter(kind="plan_ended").exists()


def test_of_several_plans_that_end_at_once_the_owner_is_told_once(
    chain: tuple[int, Choices],
) -> None:
    game_id, choices = chain
    me = own_of(choices)
    for number in range(3):
        steps = as_steps(choices[:3])
        leave(game_id, me, [*steps[:2], Step(me, steps[2].kind, [f"nonsense {number}"])])
    play(game_id, *first_of(choices, me))
    while go_on(game_id, choices, besides=me):
        pass
    assert {plan.ended for plan in Plan.objects.all()} == {Plan.Ended.ILLEGAL}
    assert Notification.objects.filter(kind="plan_ended").count() == 1


def test_of_one_way_among_several_and_of_their_own_choices_nobody_is_told(duel: Position) -> None:
    here, seat, (waiting, other, own) = duel, duel.seats[0], (Plan(), Plan(), Plan())
    waiting.active, other.active, own.active = True, False, False
    other.ended, own.ended = Plan.Ended.OTHER, Plan.Ended.OWN
    plans._notify(here, seat, [waiting, other, own])
    assert not Notification.objects.filter(kind="plan_ended").exists()
    plans._notify(here, seat, [own, other])
    assert Notification.objects.filter(kind="plan_ended").count() == 1


def test_an_administrator_who_looks_as_the_owner_sees_no_plans(
    chain: tuple[int, Choices],
) -> None:
    game_id, choices = chain
    me = own_of(choices)
    leave(game_id, me, as_steps(choices))
    chief = browser_of(person("chief", is_staff=True, is_superuser=True))
    act_as = reverse("admin:act-as", args=[user_of(game_id, me)])
    assert chief.post(act_as, {"reason": "asked"}).status_code == 302
    assert "Drop the plan" not in chief.get(f"/games/{game_id}/").content.decode()
    assert chief.get("/plans/").status_code == 404


def test_nobody_else_learns_of_a_plan(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    other = user_of(game_id, 1 - me)

    def seen() -> list[object]:
        return [snapshot.game(position.load(game_id, reader), reader) for reader in (other, None)]

    before, moves = seen(), Move.objects.count()
    told = Notification.objects.count()
    plan = leave(game_id, me, as_steps(choices))
    assert seen() == before
    assert (Move.objects.count(), Notification.objects.count()) == (moves, told)
    with pytest.raises(Forbidden):
        plans.leave_plan(game_id, person("stranger").pk, as_steps(choices))
    plans.forget_plan(game_id, other, plan.pk)
    assert Plan.objects.filter(pk=plan.pk).exists()


def test_a_sealed_answer_of_another_is_no_condition_that_tells_it(
    chain: tuple[int, Choices],
) -> None:
    """Whether the plan waits must not depend on what the other has laid."""
    game_id, choices = chain
    me = own_of(choices)
    lays = next(each[2] for each in choices if each[0] != me)
    plan = leave(game_id, me, [Step(1 - me, "lay_card", lays), Step(me, "lay_card", [1])])
    assert plan.steps[0].get("choice") is None
    game = Game.objects.get(pk=game_id)
    before = plans.progress(game, seat_of(game_id, me), [plan])
    answer(game_id, 1 - me)
    game.refresh_from_db()
    assert plans.progress(game, seat_of(game_id, me), [plan]) == before


def test_the_list_is_replaced_and_what_is_the_same_stays(chain: tuple[int, Choices]) -> None:
    game_id, choices = chain
    me = own_of(choices)
    kept = leave(game_id, me, as_steps(choices))
    gone = leave(game_id, me, as_steps(choices[:3]))
    wanted = [Wanted(as_steps(choices), True), Wanted(as_steps(choices), False)]
    plans.leave_plans(game_id, user_of(game_id, me), wanted)
    left = {plan.pk for plan in Plan.objects.all()}
    assert kept.pk in left
    assert gone.pk not in left
    assert len(left) == 2


@pytest.mark.parametrize(
    "steps",
    [
        [],
        [Step(1, "light_lantern", ["red"])],
        [Step(0, "light_lantern")],
        [Step(0, "nothing", ["red"])],
        [Step(7, "light_lantern", ["red"]), Step(0, "light_lantern", ["red"])],
        [Step(0, "light_lantern", ["r" * 600])],
        [Step(0, "light_lantern", ["red"])] * 61,
    ],
)
def test_nonsense_is_refused(duel: Position, steps: list[Step]) -> None:
    with pytest.raises(Illegal):
        plans.leave_plan(duel.game.pk, user_of(duel.game.pk, 0), steps)
    assert not Plan.objects.exists()


def test_there_are_ten_at_a_game_and_no_more(duel: Position) -> None:
    game_id = duel.game.pk
    for number in range(10):
        steps = [Step(0, "lay_card", [number])]
        plans.leave_plan(game_id, user_of(game_id, 0), steps)
    with pytest.raises(Refused):
        plans.leave_plan(game_id, user_of(game_id, 0), [Step(0, "lay_card", [99])])
    assert Plan.objects.count() == 10


@pytest.mark.slow
@pytest.mark.parametrize("slug", registry.OWN)
@pytest.mark.parametrize("seed", range(30))
def test_at_random_it_answers_as_planned_or_says_why_not(
    slug: str, seed: int, anna: User, ben: User
) -> None:
    """In all four games, with others who follow the plan nine times out of ten."""
    rng = random.Random(f"{slug} {seed}")
    game_id = open_games.create(anna.pk, slug, 2).game.pk
    open_games.join_game(game_id, ben.pk)
    for _move in range(rng.randrange(12)):
        answer(game_id, asked(game_id)[0], rng.choice)
    while not Game.objects.filter(pk=game_id, version=F("public_version")).exists():
        answer(game_id, asked(game_id)[0], rng.choice)  # nobody has seen yet what would be undone
    choices = foreseen(game_id, seed, rng.randrange(4, 24))
    me = rng.choice(choices)[0]
    follows = 0.9 if seed % 3 else 1.0
    anyway = bool(seed % 2)
    leave(game_id, me, as_steps(choices), anyway=anyway)
    begin = Game.objects.get(pk=game_id).number
    mine = [each for each in choices if each[0] == me]
    queues = {seat: [each[2] for each in choices if each[0] == seat] for seat in range(2)}
    while Plan.objects.get().active:
        seat = next((seat for seat in asked(game_id) if queues[seat]), None)
        if seat is None:
            break
        here = position.load(game_id, user_of(game_id, seat))
        decision = here.running().decision(seat)
        assert decision is not None
        choice = queues[seat][0]
        try:
            play(game_id, seat, choice if rng.random() < follows else other_than(choice, decision))
        except GameError:
            break  # the game has taken another way
        for index, queue in queues.items():
            log = Move.objects.filter(game=game_id, number__gt=begin, seat=index, action="choose")
            del queue[: len(queue) - max(0, len(of_seat(choices, index)) - log.count())]
    plan = Plan.objects.get()
    made = made_by_plans(game_id)
    assert [move.number for move in made] == plan.answered
    assert all(move.seat == me and move.number > begin for move in made)
    planned = iter(mine)
    for move in made:  # in their order, each at most once
        assert any(each[1:] == (move.kind, move.choice) for each in planned), move
    if not plan.active:
        assert plan.ended
    if follows == 1.0 and anyway:
        own = Move.objects.filter(game=game_id, number__gt=begin, seat=me, action="choose")
        done = list(own.order_by("number").values_list("kind", "choice"))
        assert done == [(kind, choice) for _seat, kind, choice in mine[: len(done)]]
        assert plan.ended in ("", Plan.Ended.DONE)


def of_seat(choices: Choices, seat: int) -> Choices:
    return [each for each in choices if each[0] == seat]


def other_than(choice: list[Any], decision: Any) -> list[Any]:
    others = [each for each in decision.choices if list(each) != choice]
    return list(decision.example(others[-1])) if others else choice


class TestTheApi:
    def test_lists_and_replaces_the_plans_of_the_caller(self, chain: tuple[int, Choices]) -> None:
        game_id, choices = chain
        me = own_of(choices)
        caller = Caller(User.objects.get(pk=user_of(game_id, me)))
        path = f"games/{game_id}/plans"
        assert caller.get(path) == (200, {"plans": []})
        steps = [
            {"seat": seat, "kind": kind, "choice": choice if seat == me else None}
            for seat, kind, choice in choices
        ]
        status, left = caller.put(path, {"plans": [{"steps": steps, "anyway": True}]})
        assert status == 200
        (plan,) = left["plans"]
        assert (plan["state"], plan["reason"], plan["answered"]) == ("waits", None, [])
        assert caller.get(path) == (200, left)
        assert caller.put(path, {"plans": [{"steps": steps, "anyway": True}]}) == (200, left)
        other = Caller(User.objects.get(pk=user_of(game_id, 1 - me)))
        assert other.get(path) == (200, {"plans": []})
        assert caller.put(path, {"plans": []}) == (200, {"plans": []})

    def test_says_what_is_wrong(self, duel: Position) -> None:
        caller = Caller(User.objects.get(pk=user_of(duel.game.pk, 0)))
        path = f"games/{duel.game.pk}/plans"
        bad = {"plans": [{"steps": [{"seat": 0, "kind": "nothing", "choice": ["red"]}]}]}
        status, said = caller.put(path, bad)
        assert status == 422
        assert "step 1 names no kind of question" in said["error"]["message"]
        stranger = Caller(person("stranger"))
        assert stranger.get(path)[0] == 403
        assert stranger.put(path, {"plans": []})[0] == 403

    def test_says_why_a_plan_has_ended(self, chain: tuple[int, Choices]) -> None:
        game_id, choices = chain
        me = own_of(choices)
        leave(game_id, me, as_steps(choices), anyway=False)
        play(game_id, *first_of(choices, me))
        while go_on(game_id, choices, besides=me):
            pass
        _status, left = Caller(User.objects.get(pk=user_of(game_id, me))).get(
            f"games/{game_id}/plans"
        )
        (plan,) = left["plans"]
        assert (plan["state"], plan["reason"]) == (
            "ended", "You learned something that you did not know before.",
        )  # fmt: skip


def test_the_page_lists_plans_and_their_moves_to_their_owner_alone(
    chain: tuple[int, Choices],
) -> None:
    game_id, choices = chain
    me = own_of(choices)
    plan = leave(game_id, me, as_steps(choices))
    play(game_id, *first_of(choices, me))
    while go_on(game_id, choices, besides=me):
        pass
    plan.refresh_from_db()
    owner, other = (User.objects.get(pk=user_of(game_id, seat)) for seat in (me, 1 - me))
    shown = browser_of(owner).get(f"/games/{game_id}/").content.decode()
    assert "Planned moves made:" in shown
    assert all(f'?at={number}">{number}</a>' in shown for number in plan.answered)
    assert "(planned)" in shown
    theirs = browser_of(other).get(f"/games/{game_id}/").content.decode()
    assert "lanned" not in theirs
    browser_of(other).post(f"/games/{game_id}/plans/forget/", {"plan": plan.pk})
    assert Plan.objects.filter(pk=plan.pk).exists()
    browser_of(owner).post(f"/games/{game_id}/plans/forget/", {"plan": plan.pk})
    assert not Plan.objects.filter(pk=plan.pk).exists()
