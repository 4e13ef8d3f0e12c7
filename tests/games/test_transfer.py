"""Games out and in again, and the check that chance was fair."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.archive import transfer
from games.bots import playing as bots
from games.errors import Illegal
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import actions
from games.rules.records import fairness
from games.rules.records.document import Document
from games.rules.records.fairness import Unfair
from games.storage import position
from games.storage.position import Position
from tests.games.playing import answer, asked, to_the_end, user_of, wander


@pytest.fixture
def finished(duel: Position) -> Document:
    """The document of a game played at random, with held turns and choices taken back."""
    wander(duel.game.pk, 5, hold=0.5, undo=0.3)
    document: Document = json.loads(json.dumps(transfer.export(duel.game.pk)))
    return document


class TestFairness:
    def test_an_honest_game_is_fair(self, finished: Document) -> None:
        verdict = fairness.verify(finished)
        assert verdict.replayed
        assert verdict.draws > 20

    @pytest.mark.parametrize(
        ("forge", "word"),
        [
            (lambda d: d.update(seed="00" * 32), "hash"),
            (lambda d: d.update(seed=None), "no seed"),
            (lambda d: d["moves"][0]["draws"][3].__setitem__(4, 99), "draw 3"),
            (lambda d: d["moves"][0]["draws"].pop(0), "draw 0 is missing"),
            (lambda d: d["moves"].pop(2), "move"),
            (lambda d: d["result"]["scores"].__setitem__(0, 99), "result"),
            (lambda d: d["moves"][1].update(choice=[999]), "against the rules"),
            (lambda d: d["moves"][2].update(seat=7), "against the rules"),
            (lambda d: d.pop("moves"), "damaged"),
            (lambda d: d.update(seed="xyz"), "damaged"),
        ],
    )
    def test_a_forged_one_is_not(
        self, finished: Document, forge: Callable[[Document], Any], word: str
    ) -> None:
        forged = copy.deepcopy(finished)
        forge(forged)
        with pytest.raises(Unfair, match=word):
            fairness.verify(forged)

    def test_with_other_rules_only_the_draws_are_checked(self, finished: Document) -> None:
        for move in finished["moves"]:
            move["rules_version"] = 99
        assert not fairness.verify(finished).replayed

    def test_a_game_that_was_given_up(self, duel: Position) -> None:
        answer(duel.game.pk, 0)
        actions.resign(duel.game.pk, user_of(duel.game.pk, 1))
        assert fairness.verify(transfer.export(duel.game.pk)).replayed

    def test_the_command_says_so(
        self, finished: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "game.json"
        file.write_text(json.dumps(finished))
        call_command("verify_game", str(file))
        assert capsys.readouterr().out.startswith("fair")
        finished["seed_hash"] = "0" * 64
        file.write_text(json.dumps(finished))
        with pytest.raises(SystemExit) as ended:
            call_command("verify_game", str(file))
        assert ended.value.code == 1
        assert "hash" in capsys.readouterr().out


class TestExport:
    def test_a_running_game_keeps_its_secrets(self, duel: Position) -> None:
        game_id = duel.game.pk
        answer(game_id, 0)
        answer(game_id, 1)
        answer(game_id, asked(game_id)[0])
        document = transfer.export(game_id)
        text = json.dumps(document)
        game = Game.objects.get(pk=game_id)
        assert document["seed"] is None
        assert bytes(game.seed).hex() not in text
        assert not any(move["draws"] for move in document["moves"])
        assert not any(move["choice"] for move in document["moves"] if move["kind"] == "lay_card")
        assert not any(event["private"] for m in document["moves"] for event in m["events"])
        assert max(move["version"] for move in document["moves"]) <= game.public_version
        with pytest.raises(Unfair):
            fairness.verify(document)
        with pytest.raises(Illegal):
            transfer.import_game(document)

    def test_an_answer_that_may_be_taken_back_is_not_in_it(self, duel: Position) -> None:
        answer(duel.game.pk, 0)
        assert [move["number"] for move in transfer.export(duel.game.pk)["moves"]] == [0]

    def test_the_command(
        self, duel: Position, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("export_game", str(duel.game.pk), "--with-secrets")
        document = json.loads(capsys.readouterr().out)
        assert document["seed"] == bytes(duel.game.seed).hex()
        with pytest.raises(CommandError):
            call_command("export_game", "999999")


class TestImport:
    def test_a_finished_game_comes_back_as_it_was(self, finished: Document) -> None:
        original = Game.objects.get()
        copy_ = transfer.import_game(finished)
        assert copy_.pk != original.pk
        for field in ("type", "options", "status", "seed_hash", "result", "number"):
            assert getattr(copy_, field) == getattr(original, field)
        assert bytes(copy_.state) == bytes(original.state)
        assert not copy_.rated
        for number in range(original.number + 1):
            there, here = (position.load(game.pk, None, at=number) for game in (original, copy_))
            assert there.running().save() == here.running().save()
        assert fairness.verify(transfer.export(copy_.pk)).replayed

    def test_one_that_was_played_there_was_played(self, finished: Document) -> None:
        assert not transfer.import_game(finished).unplayed

    def test_a_running_one_goes_on(self, anna: User, ben: User, cleo: User) -> None:
        game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
        open_games.join_game(game_id, ben.pk)
        open_games.join_game(game_id, cleo.pk)
        answer(game_id, 1)
        actions.resign(game_id, user_of(game_id, 2))
        copy_ = transfer.import_game(transfer.export(game_id, with_secrets=True))
        assert asked(copy_.pk) == asked(game_id)
        assert Seat.objects.get(game=copy_, index=2).bot == "high_cards"
        while waiting := asked(copy_.pk):
            if 2 in waiting:
                bots.play_one(copy_.pk)
            else:
                answer(copy_.pk, waiting[0])
        result = Game.objects.get(pk=copy_.pk).result
        assert result is not None
        assert result["resigned"] == [2]

    def test_unknown_people_get_placeholders(self, finished: Document) -> None:
        for seat in finished["seats"]:
            seat["name"] = f"stranger-{seat['index']}"
        copy_ = transfer.import_game(finished)
        users = [seat.user for seat in copy_.seats.order_by("index")]
        assert [user and user.username for user in users] == ["imported-1", "imported-2"]
        assert not any(user and user.is_active for user in users)
        assert transfer.import_game(finished).pk != copy_.pk

    def test_what_cannot_be_played_again_leaves_nothing(self, finished: Document) -> None:
        finished["moves"][1]["choice"] = [999]
        with pytest.raises(Illegal):
            transfer.import_game(finished)
        assert Game.objects.count() == 1

    def test_the_command(
        self, finished: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "game.json"
        file.write_text(json.dumps(finished))
        call_command("import_game", str(file))
        made = int(capsys.readouterr().out)
        assert Move.objects.filter(game_id=made).exists()
        file.write_text("[]")
        with pytest.raises(CommandError):
            call_command("import_game", str(file))


class TestPlayout:
    def play(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
        call_command("playout", "lanterns", *arguments)
        return json.loads(capsys.readouterr().out)

    def test_the_same_seed_gives_the_same_games(self, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = (
            "--players",
            "3",
            "--games",
            "5",
            "--seed",
            "4",
            "--options",
            '{"bright":true}',
        )
        first, second = self.play(capsys, *arguments), self.play(capsys, *arguments)
        assert first["results"] == second["results"]
        assert first["games"] == len(first["results"]) == 5
        assert first["decisions"] == sum(each["decisions"] for each in first["results"])
        assert self.play(capsys, *arguments[:4], "--seed", "5")["results"] != first["results"]

    def test_bots_by_name(self, capsys: pytest.CaptureFixture[str]) -> None:
        mixed = self.play(capsys, "--games", "9", "--bot", "high_cards,first")
        assert mixed["results"] != self.play(capsys, "--games", "9")["results"]

    @pytest.mark.parametrize(
        "arguments",
        [("chess",), ("lanterns", "--players", "9"), ("lanterns", "--bot", "deep"),
         ("lanterns", "--options", '{"x":1}')],
    )  # fmt: skip
    def test_what_cannot_be_played(self, arguments: tuple[str, ...]) -> None:
        with pytest.raises(CommandError):
            call_command("playout", *arguments)


def test_a_game_played_by_first_choices_is_fair_too(duel: Position) -> None:
    to_the_end(duel.game.pk)
    assert fairness.verify(transfer.export(duel.game.pk)).replayed


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["imhotep", "bali"])
def test_every_game_type_can_be_checked_and_brought_back(
    anna: User, ben: User, cleo: User, slug: str
) -> None:
    game_id = open_games.create(anna.pk, slug, 3).game.pk
    open_games.join_game(game_id, ben.pk)
    open_games.join_game(game_id, cleo.pk)
    game = to_the_end(game_id, random.Random(3))
    document = json.loads(json.dumps(transfer.export(game_id)))
    assert fairness.verify(document).replayed
    copy_ = transfer.import_game(document)
    assert bytes(copy_.state) == bytes(game.state)
    assert copy_.result == game.result
