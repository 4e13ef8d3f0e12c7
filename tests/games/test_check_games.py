"""Before a deployment: which running games would break under the code as it is."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.models import Game, Move, Seat
from games.rules.example.rules import rules as lanterns
from games.storage.position import Position
from tests.games.playing import answer, to_kind, to_the_end


def fails(*args: object, **kwargs: object) -> None:
    raise ZeroDivisionError("a slip in the rules")


def checked(capsys: pytest.CaptureFixture[str], **options: object) -> str:
    """What the command says; a CommandError is added."""
    try:
        call_command("check_games", **options)
    except CommandError as error:
        return capsys.readouterr().out + f"exit 1: {error}"
    return capsys.readouterr().out


def test_games_that_go_on_are_counted_and_nothing_is_changed(
    duel: Position, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(duel.game.pk, 0)
    before = Game.objects.values().get(), Move.objects.count()
    assert checked(capsys) == "1 running games: none would break\n"
    assert (Game.objects.values().get(), Move.objects.count()) == before
    assert checked(capsys, type="imhotep") == "0 running games: none would break\n"
    to_the_end(duel.game.pk)
    assert checked(capsys) == "0 running games: none would break\n"


def test_a_held_turn_is_no_fault(duel: Position, capsys: pytest.CaptureFixture[str]) -> None:
    seat = to_kind(duel.game.pk, "take_prize")
    assert (
        answer(duel.game.pk, seat, lambda _choices: ("points",), hold=True).running().state.held
        == seat
    )
    assert checked(capsys) == "1 running games: none would break\n"


@pytest.mark.parametrize("where", ["choices", "chosen"])
def test_a_game_whose_rules_fail_now_or_some_moves_later_is_named(
    duel: Position,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    monkeypatch.setattr(lanterns.kinds["lay_card"], where, fails)
    said = checked(capsys)
    assert f"game {duel.game.pk}, lanterns version 1: WOULD BREAK" in said
    assert "a slip in the rules" in said
    assert "exit 1: 1 of 1 running games would break" in said
    assert Game.objects.get().broken_at is None


def test_a_state_that_cannot_be_read_another_version_and_a_missing_package_are_named(
    duel: Position, capsys: pytest.CaptureFixture[str]
) -> None:
    games = Game.objects.filter(pk=duel.game.pk)
    state = Game.objects.get().state
    games.update(state=b"nonsense")
    assert "the state cannot be read" in checked(capsys)
    games.update(state=state, rules_version=9)
    assert "it was played by version 9, and this is 1" in checked(capsys)
    games.update(rules_version=1, type="gone")
    assert "its game type is not installed" in checked(capsys)


def test_a_game_that_would_wait_for_other_seats_than_it_does_is_named(
    duel: Position, capsys: pytest.CaptureFixture[str]
) -> None:
    Seat.objects.filter(game=duel.game, index=1).update(to_move=False)
    assert "it waits for the seats [0], and the rules ask [0, 1]" in checked(capsys)


def test_a_stopped_game_is_named_and_is_no_reason_to_wait(
    duel: Position, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Game.objects.update(broken_at=timezone.now())
    said = checked(capsys)
    assert "stopped, and would go on now" in said
    assert "none would break; 1 of them are stopped already" in said
    monkeypatch.setattr(lanterns.kinds["lay_card"], "choices", fails)
    said = checked(capsys)
    assert "stopped already, and still fails" in said
    assert "exit 1" not in said


def test_games_that_are_over_are_looked_at_if_that_is_asked(
    duel: Position, capsys: pytest.CaptureFixture[str]
) -> None:
    to_the_end(duel.game.pk)
    said = checked(capsys, finished=True)
    assert said.endswith("1 finished games: all as they ended\n")
    Seat.objects.filter(game=duel.game, index=1).update(score=99)
    said = checked(capsys, finished=True)
    assert "IS FINISHED, AND WOULD LOOK DIFFERENT: it ended with" in said
    assert "exit 1: 1 of 1 finished games would look different" in said
    Game.objects.update(state=b"nonsense")
    with pytest.raises(CommandError):
        call_command("check_game", "lanterns", stored=True)
    assert "the state cannot be read" in capsys.readouterr().out


def test_a_negative_number_of_moves_is_refused(anna: User) -> None:
    with pytest.raises(CommandError, match="0 or more"):
        call_command("check_games", moves=-1)
