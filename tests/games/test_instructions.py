"""Answering ahead: what is left answers the question when it comes up, and nobody learns of it."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.errors import Forbidden, Illegal, Refused
from games.models import Game, Instruction, Move
from games.moves import actions, instructions, seat_holders
from games.rules.example.rules import Object
from games.showing import snapshot
from games.showing.instructions import describe_instructions
from games.storage import position
from games.storage.position import Position
from notifications import kinds
from notifications.models import Notification
from tests.games.playing import answer, asked, seat_of, to_the_end, user_of


@pytest.fixture
def objector(duel: Position) -> int:
    """The seat that will be asked whether it objects; both still have to lay their cards."""
    answers = [max(duel.running().state.hands[seat]) for seat in range(2)]
    winner = answers.index(max(answers))
    return 1 - winner


def lay_highest(game_id: int) -> None:
    for seat in asked(game_id):
        answer(game_id, seat, max)


def leave(duel: Position, seat: int, *parts: object, once: bool = True) -> None:
    instructions.leave_instruction(
        duel.game.pk, user_of(duel.game.pk, seat), "object", list(parts), once=once
    )


def test_the_question_is_answered_in_the_same_breath(duel: Position, objector: int) -> None:
    leave(duel, objector, "accept")
    lay_highest(duel.game.pk)
    assert asked(duel.game.pk) == [1 - objector]
    move = Move.objects.get(kind="object")
    assert (move.seat, move.choice, move.user_id, move.barrier) == (
        objector, ["accept"], None, True,
    )  # fmt: skip
    assert move.tenure_id == seat_of(duel.game.pk, objector).tenure_id


def test_once_is_once_and_always_is_always(duel: Position, objector: int) -> None:
    leave(duel, objector, "accept", once=True)
    leave(duel, 1 - objector, "accept", once=False)
    to_the_end(duel.game.pk)
    left = {row.tenure.seat.index: row for row in Instruction.objects.all()}
    used = Move.objects.filter(kind="object", user=None)
    assert [left[seat].active for seat in (objector, 1 - objector)] == [False, True]
    assert used.filter(seat=objector).count() == 1
    asked_of_the_other = Move.objects.filter(kind="object", seat=1 - objector)
    assert used.filter(seat=1 - objector).count() == asked_of_the_other.count()


def test_an_answer_that_is_not_legal_means_asking(
    duel: Position, objector: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(duel, objector, "accept")
    monkeypatch.setattr(Object, "answer", lambda *_args: ("never",))
    lay_highest(duel.game.pk)
    assert asked(duel.game.pk) == [objector]
    assert Instruction.objects.get().active


def test_the_owner_may_be_asked_after_all(
    duel: Position, objector: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(duel, objector, "accept")
    monkeypatch.setattr(Object, "answer", lambda *_args: None)
    lay_highest(duel.game.pk)
    assert asked(duel.game.pk) == [objector]


def test_a_question_that_is_open_stays_the_owners(duel: Position, objector: int) -> None:
    lay_highest(duel.game.pk)
    leave(duel, objector, "accept")
    assert asked(duel.game.pk) == [objector]
    answer(duel.game.pk, objector)
    assert Instruction.objects.get().active  # for the next one


def test_only_what_has_just_been_asked_is_answered(duel: Position, objector: int) -> None:
    """A question that its owner has reopened must not be answered again by others' moves."""
    lay_highest(duel.game.pk)
    leave(duel, objector, "accept", once=False)
    with position.locked(duel.game.pk) as here:
        found = instructions.find_answer(here, since=here.game.version)
        assert found == instructions.Ahead(here.seats[objector], ("accept",))
        assert instructions.find_answer(here, since=here.game.version + 1) is None


def test_nobody_else_learns_of_it(duel: Position, objector: int) -> None:
    leave(duel, objector, "accept")
    other = user_of(duel.game.pk, 1 - objector)
    shown = str(snapshot.game(position.load(duel.game.pk, other), other))
    assert "instruction" not in shown
    here = position.load(duel.game.pk, other)
    others = describe_instructions(here, seat_of(duel.game.pk, 1 - objector))
    assert others is not None
    assert others["standing"] == []


def test_what_may_be_left_and_what_is(duel: Position, objector: int) -> None:
    here = position.load(duel.game.pk, None)
    leave(duel, objector, "object_from", 5, once=False)
    shown = describe_instructions(here, seat_of(duel.game.pk, objector))
    assert shown is not None
    assert shown["standing"] == [
        {"kind": "object", "parts": ["object_from", 5], "once": False, "text": "object_from, 5"}
    ]
    (offer,) = shown["offers"]
    assert (offer["kind"], len(offer["choices"])) == ("object", 7)


def test_a_later_one_replaces_and_cancelling_ends_it(duel: Position, objector: int) -> None:
    leave(duel, objector, "accept")
    leave(duel, objector, "object_from", 1)
    assert Instruction.objects.filter(active=True).get().parts == ["object_from", 1]
    instructions.cancel(duel.game.pk, user_of(duel.game.pk, objector), "object")
    assert not Instruction.objects.filter(active=True).exists()
    lay_highest(duel.game.pk)
    assert asked(duel.game.pk) == [objector]


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("object", ["nonsense"]),
        ("object", []),
        ("object", "accept"),
        ("object", {"accept": 1}),
        ("object", [["accept"]]),
        ("lay_card", [1]),
        ("nothing", ["accept"]),
    ],
)
def test_nonsense_is_refused(duel: Position, kind: str, parts: object) -> None:
    with pytest.raises(Illegal):
        instructions.leave_instruction(
            duel.game.pk, user_of(duel.game.pk, 0), kind, parts, once=True
        )


def test_only_the_holder_of_a_seat_in_a_running_game(
    duel: Position, cleo: User, objector: int
) -> None:
    with pytest.raises(Forbidden):
        instructions.leave_instruction(duel.game.pk, cleo.pk, "object", ["accept"], once=True)
    actions.resign(duel.game.pk, user_of(duel.game.pk, objector))
    with pytest.raises(Refused):
        leave(duel, 1 - objector, "accept")


def test_a_new_holder_does_not_inherit_it(duel: Position, objector: int) -> None:
    leave(duel, objector, "accept", once=False)
    with position.locked(duel.game.pk) as here:
        seat_holders.bot_plays_on(here, here.seats[objector], timezone.now())
    actions.take_seat_back(duel.game.pk, user_of(duel.game.pk, objector))
    lay_highest(duel.game.pk)
    assert asked(duel.game.pk) == [objector]


def test_the_mover_cannot_take_back_what_an_instruction_followed(
    duel: Position, objector: int
) -> None:
    leave(duel, objector, "accept")
    lay_highest(duel.game.pk)
    for index in range(2):
        user_id = user_of(duel.game.pk, index)
        here = position.load(duel.game.pk, user_id)
        with pytest.raises(Illegal):
            actions.undo(duel.game.pk, user_id, version=here.version)


def test_an_instruction_that_fails_is_switched_off_and_its_owner_told_and_asked(
    duel: Position, objector: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must not make the move of somebody else fail."""

    def fails(*_args: object) -> None:
        raise ZeroDivisionError("a slip in the rules")

    leave(duel, objector, "accept", once=False)
    monkeypatch.setattr(Object, "answer", fails)
    lay_highest(duel.game.pk)
    game = Game.objects.get()
    assert game.broken_at is None
    assert asked(duel.game.pk) == [objector]
    assert not Instruction.objects.get().active
    told = Notification.objects.get(kind="answer_off")
    assert told.user_id == user_of(duel.game.pk, objector)
    assert "switched off" in kinds.kind_of(told).words(told).heading


def test_a_game_type_that_cannot_list_its_instructions_offers_none(
    duel: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Object, "instructions", lambda *_args: 1 // 0)
    seat = seat_of(duel.game.pk, 0)
    assert describe_instructions(position.load(duel.game.pk, seat.user_id), seat) is None
    with pytest.raises(Illegal):
        leave(duel, 0, "accept")


def test_what_has_had_its_day_is_shown_no_more(
    duel: Position, objector: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(duel, objector, "accept", once=False)

    def shown() -> int:
        here = position.load(duel.game.pk, user_of(duel.game.pk, objector))
        told = describe_instructions(here, here.seats[objector])
        assert told is not None
        return len(told["standing"])

    assert shown() == 1
    monkeypatch.setattr(Object, "expires", lambda *_args: True)
    assert shown() == 0
    monkeypatch.setattr(Object, "expires", lambda *_args: 1 / 0)
    assert shown() == 1  # nobody can say: it stands
