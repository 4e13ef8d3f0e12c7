"""What was reported is decided once, however many have reported it; all are told, and for an hour
it can be taken back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import Act, User
from accounts.moderation import sanctions
from games.errors import Illegal, NotFound, Refused
from games.live import chat
from games.models import Case, ChatMessage, ReadyReason, Report
from games.moderation import cases, reports
from games.moderation.cases import Decision
from notifications import planning
from notifications.models import Notification
from tests.games.tables import table
from tests.moderation.conftest import in_group
from tests.people import person

pytestmark = pytest.mark.usefixtures("ready")


@pytest.fixture
def game(anna: User, ben: User) -> int:
    return table(anna, ben)


@pytest.fixture
def insult(game: int, ben: User) -> int:
    return chat.post(game, ben.pk, "You are stupid").pk


def reported(message: int, *by: User, reason: str = "insult") -> Case:
    for each in by:
        report = reports.submit_report("message", message, each.pk, reason, f"{each} says so")
    assert report.case is not None
    return report.case


def warn(case: Case, by: User, **more: object) -> Case:
    ready = ReadyReason.objects.get(reason="insult")
    return cases.decide(case.pk, by.pk, Decision(True, "warning", reason=ready, **more))  # type: ignore[arg-type]


def later(**by: int) -> None:
    """Everything that waits is as much older."""
    for notification in Notification.objects.all():
        notification.due_at -= timedelta(**by)
        notification.save()
    for case in Case.objects.exclude(closed_at=None):
        case.closed_at = case.closed_at and case.closed_at - timedelta(**by)
        case.save()


def written_to(user: User) -> list[str]:
    """What this person is told of, once planned."""
    planning.plan_due()
    told = Notification.objects.filter(user=user, kind__in=("sanctioned", "report_closed"))
    return [row.kind for row in told if row.done_at and not row.reason]


# One case of many reports -------------------------------------------------------------------------


def test_all_reports_of_one_message_are_one_case(insult: int, anna: User, cleo: User) -> None:
    case = reported(insult, anna, cleo)
    assert Case.objects.get() == case
    assert [report.words for report in case.reports.order_by("id")] == [
        "anna says so",
        "cleo says so",
    ]


def test_a_name_and_what_its_owner_does_are_two_cases(anna: User, ben: User, cleo: User) -> None:
    for by, reason in ((anna, "name"), (cleo, "stalling"), (person("dora"), "name")):
        reports.submit_report("player", ben.pk, by.pk, reason, "")
    assert sorted(Case.objects.values_list("about", flat=True)) == ["name", "player"]


def test_what_is_reported_after_a_decision_is_a_new_case(
    mo: User, insult: int, anna: User, cleo: User
) -> None:
    first = reported(insult, anna)
    cases.dismiss(first.pk, mo.pk)
    assert reported(insult, cleo) != first


def test_threats_come_before_all_then_the_oldest(
    mo: User, game: int, anna: User, ben: User
) -> None:
    said = [chat.post(game, ben.pk, f"Words {n}").pk for n in range(3)]
    old, young = reported(said[0], anna), reported(said[1], anna)
    threat = reported(said[2], anna, reason="threat")
    assert list(cases.list_open_cases(mo.pk)) == [threat, old, young]
    cases.postpone(threat.pk, mo.pk)
    assert list(cases.list_open_cases(mo.pk)) == [old, young, threat]
    assert cases.following(old, mo.pk) == young
    assert cases.following(threat, mo.pk) == old


# One decision -------------------------------------------------------------------------------------


def test_one_decision_hides_warns_closes_and_tells_all(
    mo: User, insult: int, anna: User, ben: User, cleo: User
) -> None:
    case = warn(reported(insult, anna, cleo), mo)
    assert ChatMessage.objects.get(pk=insult).hidden_at
    assert ben.sanctions.get().reason == "Insults a player"
    assert set(case.reports.values_list("state", flat=True)) == {"acted"}
    assert list(Act.objects.values_list("action", flat=True)) == ["close", "warning", "hide"]
    later(minutes=11)
    assert [written_to(each) for each in (anna, cleo, ben)] == [
        *(["report_closed"], ["report_closed"]),
        ["sanctioned"],
    ]


def test_the_person_reads_the_reason_in_his_own_language(
    mo: User, insult: int, anna: User, ben: User
) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    warn(reported(insult, anna), mo, words="Das war das letzte Mal.")
    assert ben.sanctions.get().reason == "Beleidigt andere. Das war das letzte Mal."


def test_a_name_is_replaced_and_comes_back(mo: User, anna: User, ben: User) -> None:
    case = reports.submit_report("player", ben.pk, anna.pk, "name", "").case
    assert case is not None
    cases.decide(case.pk, mo.pk, cases.usual(case))
    ben.refresh_from_db()
    assert ben.username != "ben"
    cases.take_back_decision(case.pk, mo.pk)
    ben.refresh_from_db()
    assert ben.username == "ben"
    later(minutes=11)
    assert written_to(ben) == []


def test_a_case_is_decided_once(mo: User, insult: int, anna: User) -> None:
    case = reported(insult, anna)
    with pytest.raises(Illegal):
        cases.decide(case.pk, mo.pk, Decision(also="flogging"))
    warn(case, mo)
    for again in (cases.dismiss, cases.postpone):
        with pytest.raises(Refused):
            again(case.pk, mo.pk)
    with pytest.raises(NotFound):
        cases.dismiss(10**9, mo.pk)


# Taken back ---------------------------------------------------------------------------------------


def test_within_ten_minutes_it_is_taken_back_and_nobody_has_heard_of_it(
    mo: User, insult: int, anna: User, ben: User
) -> None:
    case = warn(reported(insult, anna), mo)
    planning.plan_due()
    later(minutes=9)
    assert written_to(ben) == written_to(anna) == []
    case = cases.take_back_decision(case.pk, mo.pk)
    assert (case.state, case.reports.get().state) == ("open", "open")
    assert ChatMessage.objects.get(pk=insult).hidden_at is None
    assert ben.sanctions.get().withdrawn_at
    later(minutes=30)
    assert written_to(ben) == written_to(anna) == []
    assert mail.outbox == []
    assert list(cases.list_open_cases(mo.pk)) == [case]


def test_within_the_hour_it_is_taken_back_and_the_person_is_told_that(
    mo: User, insult: int, anna: User, ben: User
) -> None:
    case = warn(reported(insult, anna), mo)
    later(minutes=20)
    assert written_to(ben) == ["sanctioned"]
    cases.take_back_decision(case.pk, mo.pk)
    assert written_to(ben) == ["sanctioned", "sanctioned"]
    last = Notification.objects.filter(user=ben, kind="sanctioned").order_by("id").last()
    assert last is not None
    assert last.data["what"] == "taken_back"


def test_after_an_hour_nothing_is_taken_back(mo: User, insult: int, anna: User, ben: User) -> None:
    case = warn(reported(insult, anna), mo)
    later(minutes=61)
    with pytest.raises(Refused):
        cases.take_back_decision(case.pk, mo.pk)
    assert ben.sanctions.get().withdrawn_at is None


def test_a_suspension_that_is_taken_back_lets_the_person_in_again(
    mo: User, insult: int, anna: User, ben: User
) -> None:
    case = reported(insult, anna)
    cases.decide(case.pk, mo.pk, Decision(True, "suspension", days=3, words="Enough"))
    assert sanctions.closing(ben.pk)
    cases.take_back_decision(case.pk, mo.pk)
    ben.refresh_from_db()
    assert ben.is_active


def test_somebody_who_was_told_before_is_told_anew_of_the_second_decision(
    mo: User, insult: int, anna: User
) -> None:
    case = warn(reported(insult, anna), mo)
    cases.take_back_decision(case.pk, mo.pk)
    cases.dismiss(case.pk, mo.pk, "Only a joke")
    later(minutes=11)
    assert written_to(anna) == ["report_closed"]
    assert Report.objects.get().answer == "Only a joke"


def test_what_was_reported_meanwhile_joins_the_case_that_is_open_again(
    mo: User, insult: int, anna: User, cleo: User
) -> None:
    case = reported(insult, anna)
    cases.dismiss(case.pk, mo.pk)
    assert reported(insult, cleo, anna) != case
    cases.take_back_decision(case.pk, mo.pk)
    assert Case.objects.get() == case
    assert list(case.reports.order_by("id").values_list("by__username", "state")) == [
        ("anna", "dismissed"),
        ("cleo", "open"),
        ("anna", "open"),
    ]


# Somebody else's ----------------------------------------------------------------------------------


def test_a_case_about_you_or_by_you_is_for_others(
    mo: User, game: int, insult: int, anna: User
) -> None:
    other = in_group("nora", "Moderators")
    about_mo = reports.submit_report("player", mo.pk, anna.pk, "insult", "Mo shouts").case
    by_mo = reported(insult, mo)
    assert about_mo is not None
    assert list(cases.list_open_cases(mo.pk)) == []
    assert set(cases.list_open_cases(other.pk)) == {about_mo, by_mo}
    assert cases.for_others(mo.pk) == 1  # of the one about himself he learns nothing
    with pytest.raises(NotFound):
        cases.dismiss(about_mo.pk, mo.pk)
    with pytest.raises(Refused):
        cases.dismiss(by_mo.pk, mo.pk)


def test_a_case_of_a_table_where_one_sits_is_for_others(mo: User, anna: User) -> None:
    mine = table(mo, anna)
    said = chat.post(mine, anna.pk, "Move, you snail").pk
    case = reported(said, person("dora"))
    assert (list(cases.list_open_cases(mo.pk)), cases.for_others(mo.pk)) == ([], 1)
    with pytest.raises(Refused):
        warn(case, mo)


# The pages ----------------------------------------------------------------------------------------


def test_what_was_reported_stands_in_the_list(
    at_desk: Client, insult: int, anna: User, cleo: User
) -> None:
    case = reported(insult, anna, cleo)
    page = at_desk.get("/admin/games/case/").content.decode()
    assert "<q>You are stupid</q>" in page
    assert "1 case, from 2 reports" in page
    assert f"/admin/games/case/{case.pk}/" in page


def test_one_page_has_the_words_the_reports_and_the_record(
    at_desk: Client, mo: User, game: int, insult: int, anna: User, ben: User, cleo: User
) -> None:
    for n in range(6):
        chat.post(game, anna.pk, f"Line {n}")
    warn(reported(chat.post(game, ben.pk, "Earlier words").pk, anna), mo)
    page = at_desk.get(f"/admin/games/case/{reported(insult, anna, cleo).pk}/").content.decode()
    for words in (
        *("You are stupid", "anna says so", "cleo says so", "1 of 1 upheld", "Line 3"),
        *("warn (second time)", "2 reports are closed", "anna and cleo are notified"),
    ):
        assert words in page, words
    assert "Line 4" not in page


def test_one_press_decides_and_leads_to_the_next(
    at_desk: Client, game: int, insult: int, anna: User, ben: User
) -> None:
    first, second = reported(insult, anna), reported(chat.post(game, ben.pk, "Snail").pk, anna)
    ready = ReadyReason.objects.get(reason="insult").pk
    form = {"do": "all", "also": "warning", "reason": ready}
    answer = at_desk.post(f"/admin/games/case/{first.pk}/", form)
    assert answer["Location"] == f"/admin/games/case/{second.pk}/"
    answer = at_desk.post(f"/admin/games/case/{second.pk}/", {"do": "nothing"}, follow=True)
    page = answer.content.decode()
    assert "Nothing needs attention" in page
    assert "You closed 2 cases today." in page
    assert at_desk.post(f"/admin/games/case/{second.pk}/", {"do": "back"}).status_code == 302
    assert list(Case.objects.filter(state="open")) == [second]


def test_a_ban_has_a_form_of_its_own_and_a_tick(
    at_desk: Client, insult: int, anna: User, ben: User
) -> None:
    page = f"/admin/games/case/{reported(insult, anna).pk}/"
    answer = at_desk.post(page, {"do": "all", "also": "ban", "words": "For good"})
    assert answer["Location"].startswith(f"{page}?act=ban")
    assert b"this cannot be taken back" in at_desk.get(answer["Location"]).content
    form = {"do": "own", "also": "ban", "words": "For good"}
    assert at_desk.post(page, form).status_code == 422
    assert not ben.sanctions.exists()
    assert at_desk.post(page, {**form, "sure": "on"}).status_code == 302
    assert ben.sanctions.get().kind == "ban"


def test_a_suspension_asks_for_how_long(
    at_desk: Client, insult: int, anna: User, ben: User
) -> None:
    page = f"/admin/games/case/{reported(insult, anna).pk}/"
    form = {"do": "own", "also": "suspension", "days": 5, "words": "Enough"}
    assert at_desk.post(page, {**form, "days": ""}).status_code == 422
    assert at_desk.post(page, form).status_code == 302
    until = ben.sanctions.get().until
    assert until is not None
    assert timedelta(days=4) < until - timezone.now() < timedelta(days=6)


def test_several_are_closed_at_once(
    at_desk: Client, game: int, insult: int, anna: User, ben: User
) -> None:
    some = [reported(chat.post(game, ben.pk, f"Words {n}").pk, anna) for n in range(2)]
    worst = reported(insult, anna)
    numbers = [case.pk for case in some]
    assert at_desk.post("/admin/games/case/", {"do": "nothing", "case": numbers}).status_code == 302
    assert (
        at_desk.post("/admin/games/case/", {"do": "usual", "case": [worst.pk]}).status_code == 302
    )
    found = dict(Case.objects.values_list("pk", "state"))
    assert found == {some[0].pk: "dismissed", some[1].pk: "dismissed", worst.pk: "acted"}
    assert ben.sanctions.get().reason == "Insults a player"


@pytest.mark.slow
def test_where_the_reports_disagree_the_moderator_is_asked_for_the_reason(
    at_desk: Client, insult: int, anna: User, cleo: User, ben: User
) -> None:
    reported(insult, anna, reason="spam")
    case = reported(insult, cleo, person("dora"))
    page = f"/admin/games/case/{case.pk}/"
    shown = at_desk.get(page).content.decode()
    assert "The reports name several reasons" in shown
    assert not re.search(r'name="reason"[^>]* checked', shown)
    for address, form in (
        (page, {"do": "all", "also": "warning"}),
        ("/admin/games/case/", {"do": "usual", "case": [case.pk]}),
    ):
        answer = at_desk.post(address, form, follow=True).content.decode()
        assert "Choose a reason" in answer
        assert Case.objects.get(pk=case.pk).state == "open"
    spam = ReadyReason.objects.get(reason="spam").pk
    chosen = {"do": "all", "also": "warning", "reason": str(spam)}
    assert at_desk.post(page, chosen).status_code == 302
    assert ben.sanctions.get().reason == "Advertising"


@pytest.mark.parametrize("reason", ["insult", "spam", "other"])
def test_where_they_agree_one_press_takes_their_reason(
    at_desk: Client, insult: int, anna: User, cleo: User, ben: User, reason: str
) -> None:
    case = reported(insult, anna, cleo, reason=reason)
    at_desk.post("/admin/games/case/", {"do": "usual", "case": [case.pk]})
    assert ben.sanctions.get().reason == ReadyReason.objects.get(reason=reason).english


def test_no_reason_is_taken_from_another_one_where_none_is_ready(
    at_desk: Client, insult: int, anna: User, ben: User
) -> None:
    ReadyReason.objects.filter(reason="spam").delete()
    case = reported(insult, anna, reason="spam")
    at_desk.post("/admin/games/case/", {"do": "usual", "case": [case.pk]})
    assert not ben.sanctions.exists()


def test_what_somebody_else_must_decide_says_so_and_nothing_more(
    at_desk: Client, mo: User, insult: int
) -> None:
    case = reported(insult, mo)
    page = at_desk.get(f"/admin/games/case/{case.pk}/").content.decode()
    assert "another moderator decides" in page
    assert "stupid" not in page
    assert (
        "1 more case is for another moderator" in at_desk.get("/admin/games/case/").content.decode()
    )
    sent = at_desk.post(f"/admin/games/case/{case.pk}/", {"do": "nothing"})
    assert sent.status_code == 409
    assert Case.objects.get().state == "open"


def test_a_letter_of_earlier_leads_to_the_case(at_desk: Client, insult: int, anna: User) -> None:
    case = reported(insult, anna)
    old = f"/admin/games/report/desk/{case.reports.get().pk}/"
    assert at_desk.get(old, follow=True).redirect_chain[-1][0] == f"/admin/games/case/{case.pk}/"
