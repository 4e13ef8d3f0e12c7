"""Those who look after a game type: what players report, slips of the package, trials on copies and
asking for a release."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import Act, User
from boardgames.models import Trouble
from games import package_errors, tasks
from games.game_cache import cache
from games.lobby import open_games
from games.models import FaultReport, Game, Package, ReleaseRequest, Trial
from games.rules import registry
from games.rules.engine import RulesError
from games.rules.example import rules as lanterns
from games.storage.position import Position, load
from games.upkeep import faults, telling, trials
from games.words import table_package
from notifications import planning
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.clubs.founding import browser, page
from tests.games.playing import answer, asked, to_the_end, user_of
from tests.people import person
from tests.stages.people import guest, staged

UPKEEP = "/upkeep/lanterns/"


@pytest.fixture
def maya(db: None) -> User:
    """She looks after Lanterns."""
    return person("maya")


@pytest.fixture
def table(anna: User, ben: User, maya: User) -> Position:
    """A game of two at an alpha."""
    staged("alpha", [anna, ben], [maya])
    game = open_games.create(anna.pk, "lanterns", 2).game
    return open_games.join_game(game.pk, ben.pk)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """As in a process that has noted no slip."""
    package_errors._noted.clear()


def send(user: User | None, address: str, **fields: Any) -> int:
    return browser(user).post(address, fields).status_code


def told(user: User) -> list[str]:
    """The kinds of news that this person is told of."""
    planning.plan_due()
    found = Notification.objects.filter(user=user, state="planned").order_by("pk")
    return list(found.values_list("kind", flat=True))


def test_a_player_says_what_is_wrong_and_hears_what_was_done(
    table: Position, anna: User, ben: User, maya: User, cleo: User
) -> None:
    game_id = table.game.pk
    address = f"/games/{game_id}/wrong/"
    assert "Report a problem" in page(anna, f"/games/{game_id}/")
    assert address not in page(maya, f"/games/{game_id}/")
    page(anna, address)
    for nonsense in ("", "  ", "x" * 1001):
        assert send(anna, address, words=nonsense) == 422
    assert send(maya, address, words="Not at this table") == 403
    assert send(cleo, address, words="Not there") == send(guest(), address, words="x") == 404
    assert send(None, address, words="Nobody") == 302
    assert not FaultReport.objects.exists()
    assert send(anna, address, words="The lantern\nis <b>gone</b>") == 303
    (report,) = FaultReport.objects.all()
    assert (report.type, report.number, report.rules_version) == ("lanterns", 0, 1)
    assert report.kept["decision"]["choices"]
    assert "fault_reported" in told(maya)
    assert "fault_reported" not in told(anna) + told(ben)
    seen = page(maya, UPKEEP)
    assert "is &lt;b&gt;gone" in seen
    assert "What the seat was asked" in seen
    done = f"{UPKEEP}done/"
    assert send(ben, done, number=report.pk, words="Mine") == 404
    assert send(maya, done, number="x", words="Which?") == 404
    assert send(maya, done, number=report.pk, words=" ") == 422
    assert send(maya, done, number=report.pk, words="It hangs again") == 303
    assert send(maya, done, number=report.pk, words="Twice") == 409
    assert "fault_answered" in told(anna)
    (note,) = Notification.objects.filter(kind="fault_answered")
    assert "It hangs again" in kind_of(note).words(note).lines
    assert "dealt with" in page(anna, "/notifications/")


@pytest.mark.parametrize("stage", ["alpha", "beta"])
def test_a_table_that_began_while_the_type_was_published_can_be_reported_as_well(
    stage: str, anna: User, ben: User, maya: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    open_games.join_game(game.pk, ben.pk)
    address = f"/games/{game.pk}/wrong/"
    assert address not in page(anna, f"/games/{game.pk}/")
    assert send(anna, address, words="The lantern is gone") == 409
    staged(stage, maintainers=[maya])
    cache.forget()
    seen = page(anna, f"/games/{game.pk}/")
    assert address in seen
    assert "count nowhere" not in seen
    assert send(anna, address, words="The lantern is gone") == 303
    assert "fault_reported" in told(maya)


def test_what_is_kept_has_no_secret_of_another_seat(table: Position, anna: User, ben: User) -> None:
    """Whatever the others hold and chance will bring, the same is kept."""
    for _move in range(3):
        answer(table.game.pk, asked(table.game.pk)[0])
    for user in (anna, ben):
        position = load(table.game.pk, user.pk)
        seat = position.seat_of(user.pk)
        assert seat is not None
        kept = faults.report(table.game.pk, user.pk, "Look").kept
        assert kept["view"] == json.loads(json.dumps(position.running().view(seat.index)))
        states = set()
        for sample in range(5):
            other = position.running().resample(seat.index, random.Random(sample))
            states.add(other.save())
            Game.objects.filter(pk=table.game.pk).update(state=other.save())
            cache.forget()
            assert faults.report(table.game.pk, user.pk, "Look").kept == kept
        assert len(states) > 1
        Game.objects.filter(pk=table.game.pk).update(state=position.running().save())


@pytest.mark.slow
def test_somebody_who_plays_at_a_table_reads_of_it_when_it_is_over(
    table: Position, anna: User, ben: User, maya: User
) -> None:
    package = Package.objects.get(pk="lanterns")
    package.maintainers.add(ben)
    report = faults.report(table.game.pk, anna.pk, "My seven cannot be laid")
    assert "My seven" in page(maya, UPKEEP)
    assert "My seven" not in page(ben, UPKEEP)
    assert "What the seat was shown" not in page(ben, UPKEEP)
    assert send(ben, f"{UPKEEP}done/", number=report.pk, words="Hm") == 409
    assert "fault_reported" not in told(ben)
    package_errors.record_error("lanterns", "table.log", KeyError("her seven"), table.game.pk)
    assert "her seven" in page(maya, UPKEEP)
    assert "her seven" not in page(ben, UPKEEP)
    Trial.objects.create(
        type="lanterns", over_at=report.at, games=1, failing=1, said=[[table.game.pk, "a seven"]]
    )
    assert "a seven" in page(maya, UPKEEP)
    assert "a seven" not in page(ben, UPKEEP)
    to_the_end(table.game.pk)
    for secret in ("My seven", "her seven", "a seven"):
        assert secret in page(ben, UPKEEP)


def test_reported_games_alone_are_opened(
    table: Position, anna: User, ben: User, maya: User
) -> None:
    """Private ones too, and to those alone who look after their type."""
    Game.objects.update(visibility="private")
    address = f"/games/{table.game.pk}/"
    page(maya, address, 404)
    faults.report(table.game.pk, anna.pk, "Look here")
    page(maya, address)
    page(person("dora"), address, 404)
    Package.objects.get(pk="lanterns").maintainers.clear()
    page(maya, address, 404)


def test_the_page_is_for_somebody_who_looks_after_the_type(
    table: Position, anna: User, ben: User, maya: User, admin_user: User
) -> None:
    assert "Lanterns" in page(maya, "/upkeep/")
    assert "/upkeep/lanterns/" in page(maya, "/games/types/lanterns/")
    assert "/upkeep/" not in page(anna, "/games/types/lanterns/")
    for other in (anna, guest(), admin_user):
        page(other, "/upkeep/", 404)
        page(other, UPKEEP, 404)
        for deed in ("done", "mended", "try", "release", "nonsense"):
            assert send(other, f"{UPKEEP}{deed}/", number=1, stage="beta", words="x") == 404
    assert browser(None).get(UPKEEP).status_code == 302
    page(maya, "/upkeep/imhotep/", 404)
    assert send(maya, f"{UPKEEP}nonsense/") == 404
    assert browser(maya).get(f"{UPKEEP}try/").status_code == 405
    assert not Trial.objects.exists()
    with translation.override("de"):
        assert browser(maya).get(UPKEEP).status_code == 200


def test_each_slip_is_told_once_to_somebody_who_looks_after_its_package(
    anna: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object) -> Any:
        raise ZeroDivisionError("a stone of nothing")

    rules, upkeep = registry.get("imhotep"), "/upkeep/imhotep/"
    Package.objects.create(type="imhotep").maintainers.add(maya)
    game = open_games.create(anna.pk, "imhotep", 2, bots=1, first=True).game
    monkeypatch.setattr(table_package.table(rules), "prompt", fails)
    page(anna, f"/games/{game.pk}/")
    (slip,) = Trouble.objects.all()
    assert (slip.game, slip.place, slip.version) == ("imhotep", "table.prompt", rules.version)
    assert (slip.at_game, slip.at_version) == (game.pk, game.version)
    assert "in fails" in slip.trace
    for _tick in range(2):
        tasks.tell_of_slips()
    assert told(maya).count("package_slip") == 1
    tasks.tell_of_slips()
    assert told(maya).count("package_slip") == 1
    assert "package_slip" not in told(anna)
    seen = page(maya, upkeep)
    assert "a stone of nothing" in seen
    assert "in fails" in seen
    assert send(anna, f"{upkeep}mended/", number=slip.pk) == 404
    assert send(maya, f"{upkeep}mended/", number=slip.pk + 1) == 404
    assert send(maya, f"{upkeep}mended/", number=slip.pk) == 303
    assert not Trouble.objects.exists()
    package_errors._noted.clear()
    page(anna, f"/games/{game.pk}/")
    tasks.tell_of_slips()
    assert told(maya).count("package_slip") == 2  # it is back


def test_rules_that_fail_are_a_slip_of_their_version(
    table: Position, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object, **_more: object) -> Any:
        raise RulesError("no such lantern")

    game_id, seat = table.game.pk, asked(table.game.pk)[0]
    user = User.objects.get(pk=user_of(game_id, seat))
    form = {"choice": "[0]", "version": table.game.version}
    monkeypatch.setattr(type(table.rules), "view", fails)
    browser(user).get(f"/games/{game_id}/")
    monkeypatch.undo()
    assert form
    slip = Trouble.objects.get()
    assert slip.place.startswith("rules: ")
    assert (slip.version, slip.at_game) == (lanterns.version, game_id)
    assert "no such lantern" in page(maya, UPKEEP)
    assert Game.objects.get(pk=game_id).broken_at


def test_a_mend_is_tried_on_copies(
    table: Position, anna: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(
        "games.upkeep.trials.best_effort.wake", lambda *args, **_kw: sent.append(args)
    )
    monkeypatch.setattr("django.db.transaction.on_commit", lambda do, **_kw: do())
    before = bytes(Game.objects.get(pk=table.game.pk).state)
    assert send(maya, f"{UPKEEP}try/") == 303
    assert send(maya, f"{UPKEEP}try/") == 409
    ((task, queue, trial_id),) = sent
    assert (task, queue) == ("games.tasks.try_stored_games", "bots")
    assert "The test is running" in page(maya, UPKEEP)
    tasks.try_stored_games(trial_id)
    trial = trials.last("lanterns")
    assert trial is not None
    assert (trial.games, trial.failing, trial.rules_version) == (1, 0, lanterns.version)
    assert "all can continue" in page(maya, UPKEEP) or "game can continue" in page(maya, UPKEEP)

    def fails(*_args: object, **_more: object) -> Any:
        raise RulesError("no such lantern")

    assert send(maya, f"{UPKEEP}try/") == 303
    with monkeypatch.context() as broken:
        broken.setattr(type(table.rules), "view", fails)
        tasks.try_stored_games(sent[-1][2])
    trial = trials.last("lanterns")
    assert trial is not None
    assert (trial.games, trial.failing) == (1, 1)
    assert "no such lantern" in page(maya, UPKEEP)
    tasks.try_stored_games(sent[-1][2])  # once more is nothing
    assert bytes(Game.objects.get(pk=table.game.pk).state) == before
    assert not Game.objects.get(pk=table.game.pk).broken_at


def test_the_operator_is_asked_for_a_release_and_answers(
    table: Position, anna: User, maya: User, admin_client: Client, admin_user: User
) -> None:
    ask = f"{UPKEEP}release/"
    for nonsense in ("alpha", "", "gold"):
        assert send(maya, ask, stage=nonsense) == 422
    assert send(maya, ask, stage="beta", words="Ten games, no slip") == 303
    assert send(maya, ask, stage="published") == 409
    (request,) = ReleaseRequest.objects.all()
    assert "release_asked" in told(admin_user)
    assert "release_asked" not in told(maya) + told(anna)
    change = f"/admin/games/releaserequest/{request.pk}/change/"
    assert "Ten games, no slip" in admin_client.get(change).content.decode()
    assert browser(maya).post(change, {"answer": "granted"}).status_code == 302
    assert Package.objects.get(pk="lanterns").stage == "alpha"
    assert admin_client.post(change, {"answer": "perhaps"}).status_code == 200
    sent = {"answer": "granted", "reply": "Well done"}
    assert admin_client.post(change, sent).status_code == 302
    assert Package.objects.get(pk="lanterns").stage == "beta"
    assert Act.objects.filter(action="answer release").exists()
    assert admin_client.post(change, {"answer": "refused", "reply": ""}).status_code == 403
    assert Package.objects.get(pk="lanterns").stage == "beta"
    assert "release_answered" in told(maya)
    assert "Well done" in page(maya, UPKEEP)
    assert send(maya, ask, stage="beta") == 422  # that is what it is
    assert send(maya, ask, stage="published") == 303


def test_figures_tell_games_and_slips_by_version(
    table: Position, anna: User, admin_client: Client, client: Client
) -> None:
    package_errors.record_error("lanterns", "table.log", KeyError("x"), table.game.pk)
    faults.report(table.game.pk, anna.pk, "Look")
    text = client.get("/metrics").content.decode()
    assert 'games_running{game="lanterns",version="1"} 1.0' in text
    assert 'game_package_slips{game="lanterns",version="1"} 1.0' in text
    shown = admin_client.get("/admin/games/package/lanterns/change/").content.decode()
    said = "Version 1: 1 running, 0 of the last 2000 that ended; package errors: 1, seen 1 times"
    assert f"{said}; reports: 1" in shown
    tried = {"action": "try_games", "_selected_action": "lanterns"}
    assert admin_client.post("/admin/games/package/", tried).status_code == 302
    assert Trial.objects.count() == 1


def test_the_list_of_types_asks_as_often_for_many_as_for_one(maya: User) -> None:
    counts = []
    for slug in ("imhotep", "bali"):
        Package.objects.create(type=slug).maintainers.add(maya)
        with CaptureQueriesContext(connection) as made:
            assert browser(maya).get("/upkeep/").status_code == 200
        counts.append(len(made))
    assert len({*counts}) == 1, counts


def test_nobody_reports_without_end(table: Position, anna: User, maya: User) -> None:
    for _report in range(faults.A_DAY):
        faults.report(table.game.pk, anna.pk, "Again")
    answered = browser(anna).post(f"/games/{table.game.pk}/wrong/", {"words": "And again"})
    assert answered.status_code == 429
    assert int(answered["Retry-After"]) > 0
    assert faults.count_open_reports(["lanterns"]) == {"lanterns": faults.A_DAY}


def test_of_a_published_game_a_moderator_is_told(duel: Position) -> None:
    user = duel.seats[0].user
    assert user is not None
    assert "Report a problem" not in page(user, f"/games/{duel.game.pk}/")
    assert send(user, f"/games/{duel.game.pk}/wrong/", words="Hm") == 409
    telling.slips()
    assert registry.get("lanterns") is lanterns
