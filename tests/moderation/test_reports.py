"""People report messages, players and games; what moderators hide is read by nobody else."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.errors import Illegal, NotFound, Refused, TooMany
from games.live import chat
from games.lobby import open_games
from games.models import Case, Report
from games.moderation import cases, reports
from games.moderation.cases import Decision
from games.pages.table.reader import Reader
from games.storage.position import load
from notifications import planning
from notifications.models import Notification
from tests.games.tables import table, told


@pytest.fixture
def game(anna: User, ben: User) -> int:
    return table(anna, ben)


@pytest.fixture
def insult(game: int, ben: User) -> int:
    return chat.post(game, ben.pk, "You are <b>stupid</b>").pk


def reported(message: int, by: User) -> Case:
    case = reports.submit_report("message", message, by.pk, "insult", "").case
    assert case is not None
    return case


def test_a_message_is_reported_as_it_was(game: int, insult: int, anna: User, ben: User) -> None:
    report = reports.submit_report(
        "message", insult, anna.pk, "insult", "He does it again and again"
    )
    assert (report.person, report.game_id, report.by) == (ben, game, anna)
    assert (report.said, report.number) == ("You are <b>stupid</b>", 0)


def test_moderators_are_told_and_nobody_else(mo: User, insult: int, anna: User, ben: User) -> None:
    reports.submit_report("message", insult, anna.pk, "insult", "")
    planning.plan_due()
    assert [row.user for row in Notification.objects.filter(kind="reported")] == [mo]


def test_you_cannot_report_what_you_may_not_see(anna: User, ben: User, cleo: User) -> None:
    private = open_games.create(anna.pk, "lanterns", 2, visibility="private").game.pk
    message = chat.post(private, anna.pk, "Only us").pk
    for about, number in (
        *(("game", private), ("message", message), ("game", 10**9), ("message", 10**9)),
        *(("player", 10**9), ("planet", 1)),
    ):
        with pytest.raises(NotFound):
            reports.submit_report(about, number, cleo.pk, "other", "")


def test_nonsense_yourself_and_duplicates_are_refused(insult: int, anna: User, ben: User) -> None:
    with pytest.raises(Illegal):
        reports.submit_report("message", insult, anna.pk, "stalling", "")
    with pytest.raises(Illegal):
        reports.submit_report("message", insult, anna.pk, "insult", "x" * 1001)
    with pytest.raises(Refused):
        reports.submit_report("message", insult, ben.pk, "insult", "")
    reports.submit_report("message", insult, anna.pk, "insult", "")
    with pytest.raises(Refused):
        reports.submit_report("message", insult, anna.pk, "spam", "")


def test_there_are_so_many_reports_in_a_day(
    monkeypatch: pytest.MonkeyPatch, game: int, insult: int, anna: User, ben: User
) -> None:
    monkeypatch.setattr(reports, "A_DAY", 1)
    reports.submit_report("message", insult, anna.pk, "insult", "")
    with pytest.raises(TooMany):
        reports.submit_report("player", ben.pk, anna.pk, "name", "")


def test_a_hidden_message_is_read_by_moderators_alone(
    at_desk: Client, mo: User, game: int, insult: int, anna: User
) -> None:
    case = reported(insult, anna)
    cases.decide(case.pk, mo.pk, Decision(remove=True, words="Not read here"))
    shown = Reader(load(game, anna.pk), anna.pk).messages
    assert [(each["text"], each["hidden"]) for each in shown] == [("", True)]
    assert [chat.as_data(each)["text"] for each in chat.messages(game)] == [""]
    for page in (f"/games/{game}/", f"/api/v1/games/{game}/chat"):
        at_desk.force_login(anna)
        assert b"stupid" not in at_desk.get(page).content
    at_desk.force_login(mo)
    assert b"stupid" in at_desk.get(f"/admin/games/case/{case.pk}/").content
    assert told(game) == ["moderated"]
    assert Notification.objects.filter(kind="sanctioned").count() == 1
    cases.take_back_decision(case.pk, mo.pk)
    assert Reader(load(game, anna.pk), anna.pk).messages[0]["text"]


def test_a_hidden_message_is_not_mailed_any_more(mo: User, insult: int, anna: User) -> None:
    case = reported(insult, anna)
    cases.decide(case.pk, mo.pk, Decision(remove=True, words="Because"))
    Notification.objects.filter(kind="chat").update(due_at="2020-01-01T00:00Z")
    planning.plan_due()
    assert Notification.objects.get(kind="chat").reason == "hidden by a moderator"


def test_the_page_to_report_on(client: Client, game: int, insult: int, anna: User) -> None:
    page = f"/report/message/{insult}/"
    assert client.get(page).status_code == 302
    client.force_login(anna)
    assert b"&lt;b&gt;stupid" in client.get(page).content
    assert client.post(page, {"reason": "gone"}).status_code == 422
    assert client.post(page, {"reason": "insult", "words": " ab "}).status_code == 303
    assert Report.objects.get().words == "ab"
    assert client.post(page, {"reason": "insult"}).status_code == 409
    for nonsense in ("planet/1", "message/999999", "game/99999999999999999999", "player/0"):
        assert client.get(f"/report/{nonsense}/").status_code == 404, nonsense
    assert f"/report/message/{insult}/" in client.get(f"/games/{game}/").content.decode()


def test_a_game_that_has_not_begun_can_be_reported_from_its_room(
    client: Client, anna: User, ben: User
) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    room, link = f"/games/{game.pk}/", f"/report/game/{game.pk}/"
    assert link not in client.get(room).content.decode()
    client.force_login(ben)
    page = client.get(room).content.decode()
    assert link in page
    assert "/players/anna/" in page
    assert client.post(link, {"reason": "other", "words": "x"}).status_code == 303
    assert Report.objects.get().game == game


def test_a_report_needs_a_moderator_to_be_looked_at(
    client: Client, maya: User, insult: int, anna: User
) -> None:
    report = reports.submit_report("message", insult, anna.pk, "insult", "")
    for user in (anna, maya):
        client.force_login(user)
        answer = client.get(f"/admin/games/case/{report.case_id}/")
        assert answer.status_code in (302, 403)


def test_the_link_stands_on_the_page_of_another_player(
    client: Client, anna: User, ben: User
) -> None:
    client.force_login(anna)
    assert f"/report/player/{ben.pk}/" in client.get(f"/players/{ben}/").content.decode()
    assert "/report/player/" not in client.get(f"/players/{anna}/").content.decode()
    client.logout()
    assert "/report/player/" not in client.get(f"/players/{ben}/").content.decode()
