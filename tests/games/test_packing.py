"""Games that are over lie in one row, and nobody can tell."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.management import call_command
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts import exporting
from accounts.models import User
from boardgames.models import Failure
from games import game_cache
from games.archive import transfer
from games.bots import analysing
from games.errors import Illegal, NotFound, Refused
from games.lessons import practice
from games.lobby import open_games
from games.models import Analysis, Game, Habit, Move, PackedGame, Progress, Streak
from games.moderation import person_page
from games.moves import actions, recording, rollback
from games.rules import registry
from games.rules.records import fairness
from games.statistics import milestones, turns
from games.storage import history, moves, packed, packing, position
from games.storage.position import Position
from games.tasks import count_answers, count_milestones, pack_games
from tests.games.playing import wander
from tests.platform.test_metrics import figure

LONG_AGO = timedelta(days=settings.PACK_GAMES_AFTER + 1)


def played(type_: str, people: list[User], seed: int = 1) -> int:
    """A game that was played to its end at random, with choices taken back and turns held."""
    game_id = open_games.create(people[0].pk, type_, len(people)).game.pk
    for person in people[1:]:
        open_games.join_game(game_id, person.pk)
    wander(game_id, seed, hold=0.3, undo=0.2)
    return game_id


def let_time_pass() -> None:
    """What has happened was long ago, and has been counted."""
    then = timezone.now() - LONG_AGO
    Game.objects.update(finished_at=then, moved_at=then, published_version=F("version"))
    Move.objects.update(at=F("at") - LONG_AGO)
    for _tick in range(2):
        count_answers()
        count_milestones()
    Progress.objects.update_or_create(name=packing.PROGRESS, defaults={"at": then})


def pack(game_id: int) -> None:
    """The tick packs it, and nothing is left of what processes keep of games."""
    assert not PackedGame.objects.filter(game=game_id).exists()
    pack_games()
    assert PackedGame.objects.get(game=game_id).moves > 10
    assert not Move.objects.filter(game=game_id).exists()
    game_cache.cache.forget()


def take_out(game_id: int) -> None:
    with transaction.atomic():
        packing.take_out(Game.objects.select_for_update().get(pk=game_id))
    game_cache.cache.forget()


def rows_of(game_id: int) -> list[dict[str, Any]]:
    rows = Move.objects.filter(game=game_id).order_by("version").values()
    return [{**row, "delta": bytes(row["delta"])} for row in rows]


def seen(game_id: int, person: User) -> dict[str, object]:
    """All that anybody can see of a game that is over, by every way there is."""
    game_cache.cache.forget()
    cache.clear()
    game, stranger, own = Game.objects.get(pk=game_id), Client(), Client()
    own.force_login(person)
    found: dict[str, object] = {}
    for at in {0, 1, game.number // 2, game.number - 1, game.number, game.number + 1}:
        for name, client in (("stranger", stranger), ("own", own)):
            found[f"page of {at} for {name}"] = page(client, f"/games/{game_id}/?at={at}")
    for words in ("", "log/", "moves.atom", "better/", "play-on/?at=3"):
        found[f"page {words}"] = page(own, f"/games/{game_id}/{words}")
    api = f"/api/v1/games/{game_id}"
    for words in ("", "?at=5", "?since=7", "?at=5&since=2"):
        found[f"api {words}"] = page(stranger, api + words)
    found["positions"] = [history.stored(game_id, n, game.version) for n in range(game.number + 1)]
    found["course"] = history.course(game_id, [0, 3, game.number], game.version)
    with suppress(NotFound):
        found["branches"] = [history.stored(game_id, 9999, v) for v in range(1, game.version)]
    found["document"] = document = transfer.export(game_id)
    found["fair"] = (verdict := fairness.verify(document)).draws, verdict.moves, verdict.replayed
    found["personal"] = exporting.everything(person)["moves"]
    found["moves of a person"] = person_page.moves_since(person, timezone.now() - 9 * LONG_AGO)
    found["to be judged"] = analysed(game_id, person)
    found["played on"] = played_on(game_id, person)
    return found


def differing(before: dict[str, object], after: dict[str, object]) -> dict[str, object]:
    """The first difference of each thing that is not as it was."""
    found: dict[str, object] = {}
    for name, was in before.items():
        if after[name] != was:
            one, other = str(was).split("\\n"), str(after[name]).split("\\n")
            pairs = zip(one, other, strict=False)
            found[name] = next((pair for pair in pairs if len({*pair}) > 1), "")
    return found


def page(client: Client, address: str) -> tuple[int, str]:
    answer = client.get(address)
    text = answer.content.decode()
    return answer.status_code, re.sub(r"\b[A-Za-z0-9]{64}\b|nonce=\S+|data-now=\S+", "", text)


def analysed(game_id: int, person: User) -> list[int]:
    analysis = analysing.request_analysis(game_id, person.pk)
    asked_then = [analysing._question(analysis, number) for number in analysis.moves[:3]]
    Analysis.objects.all().delete()
    assert all(question is None or made for question, made in asked_then)
    return list(analysis.moves)


def played_on(game_id: int, person: User) -> list[Any]:
    """The log of a game that goes on from the middle, and its positions."""
    number = Game.objects.get(pk=game_id).number // 2
    branch = practice.play_on(game_id, person.pk, number).game
    rows = [(row["version"], row["choice"], row["delta"]) for row in rows_of(branch.pk)]
    states = [history.stored(branch.pk, each, branch.version).state for each in range(number)]
    Game.objects.filter(pk=branch.pk).delete()
    return [rows, states]


@pytest.mark.slow
@pytest.mark.parametrize("type_", registry.OWN)
def test_a_packed_game_looks_as_it_did(type_: str, anna: User, ben: User) -> None:
    game_id = played(type_, [anna, ben])
    let_time_pass()
    before, rows = seen(game_id, anna), rows_of(game_id)
    assert before["document"]
    assert before["personal"]
    pack(game_id)
    assert differing(before, seen(game_id, anna)) == {}
    take_out(game_id)
    assert rows_of(game_id) == rows
    assert not PackedGame.objects.exists()
    assert differing(before, seen(game_id, anna)) == {}


@pytest.fixture
def game_id(anna: User, ben: User) -> int:
    """A game of Lanterns that was over long ago."""
    found = played("lanterns", [anna, ben])
    let_time_pass()
    return found


def test_what_is_not_due_is_left(anna: User, ben: User, settings: Any, game_id: int) -> None:
    begun = open_games.create(anna.pk, "lanterns", 2).game.pk
    open_games.join_game(begun, ben.pk)
    young = played("lanterns", [anna, ben], 2)
    progress = Progress.objects.get(name=packing.PROGRESS)

    def packed() -> list[int]:
        pack_games()
        return list(PackedGame.objects.values_list("pk", flat=True))

    for name, value in (("published_version", 0), ("public_version", 1), ("status", "cancelled")):
        was = getattr(Game.objects.get(pk=game_id), name)
        Game.objects.filter(pk=game_id).update(**{name: value})
        assert packed() == [], name
        Game.objects.filter(pk=game_id).update(**{name: was})
    for count in turns.COUNTS:
        Progress.objects.filter(name=count).update(row=F("row") - 10)
        assert packed() == [], "its turns have not been counted"
        Progress.objects.filter(name=count).update(row=F("row") + 10)
    Progress.objects.filter(name=packing.PROGRESS).update(at=timezone.now())
    assert packed() == [], "the release before may come back"
    progress.save()
    settings.PACK_GAMES_AFTER = 0
    assert packed() == []
    settings.PACK_GAMES_AFTER = 30
    assert packed() == [game_id]
    assert Move.objects.filter(game__in=[begun, young]).values("game").distinct().count() == 2


def test_the_first_tick_packs_nothing(game_id: int) -> None:
    Progress.objects.filter(name=packing.PROGRESS).delete()
    for _tick in range(2):
        pack_games()
        assert not PackedGame.objects.exists()


@pytest.mark.slow
def test_figures_tell_what_is_packed_and_what_waits(client: Client, game_id: int) -> None:
    def figures() -> list[float]:
        return [figure(client, name) for name in ("games_packed", "games_to_pack")]

    assert figures() == [0, 1]
    pack(game_id)
    assert figures() == [1, 0]
    take_out(game_id)
    assert figures() == [0, 1]


def test_all_games_are_unpacked_for_a_release_that_reads_none(
    capsys: pytest.CaptureFixture[str], game_id: int
) -> None:
    rows = rows_of(game_id)
    pack(game_id)
    call_command("unpack_games")
    assert capsys.readouterr().out == "1 games unpacked.\n"
    assert rows_of(game_id) == rows
    call_command("unpack_games")
    assert capsys.readouterr().out == "0 games unpacked.\n"


def test_turns_are_counted_once_however_often_a_game_is_packed(game_id: int, anna: User) -> None:
    def counted() -> list[Any]:
        count_answers()
        count_milestones()
        streaks = Streak.objects.order_by("user").values_list("turns", flat=True)
        return [*streaks, *Habit.objects.order_by("user").values_list("recent", flat=True)]

    before = counted()
    assert before
    pack(game_id)
    assert counted() == before
    take_out(game_id)
    assert counted() == before


def test_a_move_that_is_sent_again_is_known(game_id: int, anna: User, ben: User) -> None:
    move = Move.objects.filter(game=game_id, action="choose", undone_by=None, user=anna)[3]
    Move.objects.filter(pk=move.pk).update(key="again")
    pack(game_id)
    here = actions.choose(game_id, anna.pk, move.choice or [], version=0, key="again")
    assert here.number == move.number
    with pytest.raises(Illegal, match="another choice"):
        actions.choose(game_id, anna.pk, [*(move.choice or []), 9], version=0, key="again")
    for person, key in ((ben, "again"), (anna, "other")):
        with pytest.raises(Refused):
            actions.choose(game_id, person.pk, move.choice or [], version=0, key=key)


def test_what_changes_the_log_takes_the_moves_out_first(game_id: int) -> None:
    """No act of today changes a game that is over; one that does finds rows."""
    rows = rows_of(game_id)
    changes: list[Callable[[Position], None]] = [
        lambda here: rollback.roll_back(here, 5, user_id=None),
        lambda here: rollback.rewind(here, 5),
        lambda here: recording.append(here, Move.Action.END, None, barrier=True),
    ]
    for change in changes:
        pack(game_id)
        with suppress(ZeroDivisionError), position.locked(game_id) as here:
            change(here)
            assert not PackedGame.objects.exists()
            assert Move.objects.filter(game=game_id).count() >= len(rows)
            raise ZeroDivisionError  # and all is as it was
        assert PackedGame.objects.get().moves == len(rows)
        assert Game.objects.get(pk=game_id).packed
        take_out(game_id)
    pack(game_id)
    with position.locked(game_id) as here:
        rollback.roll_back(here, 5, user_id=None)
    assert rows_of(game_id)[: len(rows)] == rows


def test_a_damaged_game_is_not_packed_and_says_so(
    game_id: int, caplog: pytest.LogCaptureFixture
) -> None:
    move = Move.objects.filter(game=game_id, keyframe=False)[7]
    delta = bytes(move.delta)
    Move.objects.filter(pk=move.pk).update(delta=delta[:-1] + bytes([delta[-1] ^ 1]))
    rows = rows_of(game_id)
    pack_games()
    assert "ZstdError" in Failure.objects.get(scan="packing", row=game_id).error
    assert rows_of(game_id) == rows
    assert not PackedGame.objects.exists()


def test_bytes_that_come_out_otherwise_leave_the_rows(
    game_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, unpack = rows_of(game_id), packed.unpack

    def forgetful(packed: bytes, game_id: int) -> packed.Log:
        log = unpack(packed, game_id)
        log.moves[3].choice = None
        return log

    monkeypatch.setattr("games.storage.packed.unpack", forgetful)
    pack_games()
    assert "Damaged" in Failure.objects.get(scan="packing", row=game_id).error
    assert rows_of(game_id) == rows
    assert not PackedGame.objects.exists()


@pytest.mark.parametrize("damage", [lambda b: b[:-9] + b"123456789", lambda b: b[:40]])
def test_packed_bytes_that_are_damaged_say_so_and_are_kept(
    game_id: int, client: Client, damage: Callable[[bytes], bytes]
) -> None:
    pack(game_id)
    damaged = damage(bytes(PackedGame.objects.get().packed))
    PackedGame.objects.update(packed=damaged)
    answer = client.get(f"/games/{game_id}/?at=5")
    assert answer.status_code == 503
    assert "cannot be read" in answer.content.decode()
    assert client.get(f"/api/v1/games/{game_id}?at=5").json()["error"]["code"] == "damaged"
    with pytest.raises(packed.Damaged):
        transfer.export(game_id)
    with pytest.raises(packed.Damaged):
        take_out(game_id)
    with pytest.raises(SystemExit):
        call_command("replay_games")
    assert milestones._late_points(Game.objects.get(pk=game_id)) is None
    pack_games()
    assert bytes(PackedGame.objects.get().packed) == damaged
    client.force_login(User.objects.create_superuser("mo", "mo@example.org", "a-password"))
    page = client.get(f"/admin/games/packedgame/{game_id}/change/")
    assert "cannot be read" in page.content.decode()


def test_whoever_may_read_moves_reads_packed_ones(game_id: int, client: Client) -> None:
    pack(game_id)
    list_, page = f"/admin/games/move/?q={game_id}", f"/admin/games/packedgame/{game_id}/change/"
    assert client.get(page).status_code == 302, "nobody"
    one = User.objects.create_user("one", is_staff=True)
    client.force_login(one)
    assert client.get(list_).status_code == client.get(page).status_code == 403
    one.user_permissions.add(Permission.objects.get(codename="view_move"))
    assert client.get(list_).headers["Location"] == page
    told = client.get(page).content.decode()
    assert told.count("<td>choose</td>") == len(
        [move for move in moves.read_moves(game_id) if move.action == "choose"]
    )
    assert client.get("/admin/games/packedgame/").status_code == 200
    assert client.get("/admin/games/packedgame/", {"q": str(game_id)}).status_code == 200
    assert client.post(page, {}).status_code == 403
    for nonsense in ("x", "9" * 30, "-1", "0"):
        assert client.get("/admin/games/move/", {"q": nonsense}).status_code == 200
    Game.objects.update(status=Game.Status.RUNNING)
    assert "hidden until" in client.get(page).content.decode()
