"""What is announced of a game, and that listeners hurt nobody."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.dispatch import Signal

from games import changes
from games.models import Game
from games.moves import instructions
from games.storage.position import Position
from tests.games.playing import answer, asked, to_the_end, user_of

Heard = list[dict[str, Any]]


@pytest.fixture
def hear() -> Iterator[Any]:
    """``hear(signal)`` gives the list of what is announced by it from then on."""
    connected = []

    def listen(signal: Signal) -> Heard:
        heard: Heard = []

        def receiver(sender: object, signal: Signal, **values: Any) -> None:
            heard.append(values)

        signal.connect(receiver, weak=False)
        connected.append((signal, receiver))
        return heard

    yield listen
    for signal, receiver in connected:
        signal.disconnect(receiver)


def test_a_transaction_is_announced_once_however_many_changes_it_has(
    duel: Position, hear: Any, django_capture_on_commit_callbacks: Any
) -> None:
    """The instruction answers in the transaction of the last sealed card."""
    game_id = duel.game.pk
    for index in asked(game_id):
        instructions.leave_instruction(
            game_id, user_of(game_id, index), "object", ["accept"], once=False
        )
    first, last = asked(game_id)
    answer(game_id, first, max)
    before = Game.objects.get().version
    recorded, committed = hear(changes.recorded), hear(changes.committed)
    with django_capture_on_commit_callbacks(execute=True):
        answer(game_id, last, max)
    assert Game.objects.get().version == before + 2
    assert next(change["mover"] for change in recorded) == last
    assert len(recorded) == 2
    assert [change["by"] for change in committed] == [user_of(game_id, last)]


def test_the_end_of_a_game_is_announced_once(
    duel: Position, hear: Any, django_capture_on_commit_callbacks: Any
) -> None:
    finished = hear(changes.finished)
    with django_capture_on_commit_callbacks(execute=True):
        to_the_end(duel.game.pk)
    assert [change["position"].game.pk for change in finished] == [duel.game.pk]


def test_a_listener_that_fails_after_the_commit_hurts_nobody(
    duel: Position, hear: Any, django_capture_on_commit_callbacks: Any
) -> None:
    def fail(sender: object, **values: Any) -> None:
        raise RuntimeError("a listener of no use")

    changes.committed.connect(fail, weak=False)
    later = hear(changes.committed)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            answer(duel.game.pk, 0)
    finally:
        changes.committed.disconnect(fail)
    assert len(later) == 1


def test_a_listener_that_fails_inside_leaves_the_game_as_it_was(duel: Position) -> None:
    def fail(sender: object, **values: Any) -> None:
        raise RuntimeError("a listener of no use")

    changes.recorded.connect(fail, weak=False)
    try:
        with pytest.raises(RuntimeError):
            answer(duel.game.pk, 0)
    finally:
        changes.recorded.disconnect(fail)
    assert Game.objects.get().version == duel.game.version
