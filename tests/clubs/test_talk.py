"""The messages of a club: writing, reading, hiding, and what a report of one includes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from community.clubs import talk
from community.models import Club, ClubMessage
from community.tasks import forget_messages
from games.models import Report
from tests.clubs.founding import browser, page, press
from tests.games.tables import table


def write(user: User | None, club: Club, text: str, **more: str) -> int:
    answer = browser(user).post(f"/clubs/{club.pk}/talk/", {"text": text, **more})
    return answer.status_code


def test_members_write_and_read_and_what_is_new_is_counted(
    club: Club, anna: User, ben: User
) -> None:
    assert write(ben, club, "Who joins <b>me</b>?\nOne seat left.") == 303
    assert write(ben, club, "Nobody?", short="1") == 303
    seen = page(anna, f"/clubs/{club.pk}/")
    assert "2 new" in seen
    assert "Who joins &lt;b&gt;me&lt;/b&gt;?<br>One seat left." in seen
    assert " new</span>" not in page(anna, f"/clubs/{club.pk}/"), "it was read by that"
    assert " new</span>" not in page(ben, f"/clubs/{club.pk}/"), "nobody's own is new"
    assert "Nobody?" in page(anna, f"/clubs/{club.pk}/talk/")


def test_nobody_else_writes_or_reads(club: Club, ben: User, dora: User) -> None:
    write(ben, club, "Among ourselves")
    for user, status in ((dora, 403), (None, 302)):
        assert write(user, club, "Hello") == status
        assert browser(user).get(f"/clubs/{club.pk}/talk/").status_code == status
    assert ClubMessage.objects.count() == 1


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1001])
def test_nonsense_is_refused_and_stays_in_the_field(club: Club, ben: User, text: str) -> None:
    answer = browser(ben).post(f"/clubs/{club.pk}/talk/", {"text": text})
    assert answer.status_code == 422
    assert text.strip() in answer.content.decode()
    assert not ClubMessage.objects.exists()


def test_the_muted_and_the_very_fast_do_not_write(
    club: Club, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sanctions.impose(cleo, Sanction.Kind.MUTE, by=None, reason="Too loud", until=None)
    assert write(cleo, club, "LOUD") == 422
    monkeypatch.setattr(talk, "PER_MINUTE", 2)
    assert [write(ben, club, f"{n}") for n in range(3)] == [303, 303, 422]


def test_two_who_are_apart_do_not_read_each_other(club: Club, ben: User, cleo: User) -> None:
    write(ben, club, "Only for friends")
    relationships.block(cleo, ben)
    assert "Only for friends" not in page(cleo, f"/clubs/{club.pk}/talk/")
    write(cleo, club, "He does not read this")
    assert "He does not" not in page(ben, f"/clubs/{club.pk}/talk/")


def test_officers_hide_what_was_said_and_everybody_their_own(
    club: Club, anna: User, ben: User, cleo: User, dora: User
) -> None:
    write(anna, club, "Of the owner")
    write(cleo, club, "Of Cleo")
    first, second = ClubMessage.objects.order_by("pk")
    for user, status in ((cleo, 403), (dora, 403), (None, 302)):
        assert press(user, club, "hide", message=first.pk) == status
    press(ben, club, "hide", message=first.pk)
    press(cleo, club, "hide", message=second.pk)
    for user in (anna, ben, cleo):
        seen = page(user, f"/clubs/{club.pk}/talk/")
        assert "Of the owner" not in seen
        assert "Of Cleo" not in seen
    assert press(cleo, club, "hide", message=second.pk, show="1") == 403, "not back again"
    press(ben, club, "hide", message=first.pk, show="1")
    assert "Of the owner" in page(cleo, f"/clubs/{club.pk}/talk/")


class TestWhatAnOfficerDoesNotDecide:
    def test_what_somebody_says_with_whom_they_play(
        self, club: Club, anna: User, ben: User, cleo: User
    ) -> None:
        table(ben, cleo)
        message = talk.write_message(club.pk, cleo.pk, "Ben stalls")
        assert "Hide" not in page(ben, f"/clubs/{club.pk}/talk/")
        pressed = browser(ben).post(
            f"/clubs/{club.pk}/hide/", {"message": message.pk, "back": "talk"}, follow=True
        )
        assert "You are in a game with cleo" in pressed.content.decode()
        message.refresh_from_db()
        assert message.hidden_at is None
        press(anna, club, "hide", message=message.pk)
        press(ben, club, "hide", message=message.pk, show="1")
        assert "Ben stalls" not in page(cleo, f"/clubs/{club.pk}/talk/")
        press(anna, club, "hide", message=message.pk, show="1")
        press(cleo, club, "hide", message=message.pk)  # their own
        assert "Ben stalls" not in page(anna, f"/clubs/{club.pk}/talk/")

    def test_what_somebody_else_has_hidden_of_their_own(
        self, club: Club, anna: User, ben: User
    ) -> None:
        message = talk.write_message(club.pk, ben.pk, "Too loud")
        press(anna, club, "hide", message=message.pk)
        for show in ("", "1"):
            press(ben, club, "hide", message=message.pk, show=show)
        assert "Show again" not in page(ben, f"/clubs/{club.pk}/talk/")
        assert "Too loud" not in page(anna, f"/clubs/{club.pk}/talk/")
        press(anna, club, "hide", message=message.pk, show="1")
        assert "Too loud" in page(anna, f"/clubs/{club.pk}/talk/")


@pytest.mark.parametrize("number", ["", "nonsense", "999999", "-1", "9" * 40])
def test_nonsense_is_not_hidden(club: Club, ben: User, number: str) -> None:
    assert press(ben, club, "hide", message=number) == 404


def test_a_message_of_another_club_is_not_theirs_to_hide(club: Club, ben: User, dora: User) -> None:
    from tests.clubs.founding import club_of

    other = club_of(dora, name="Of Dora")
    message = talk.write_message(other.pk, dora.pk, "Elsewhere")
    assert press(ben, club, "hide", message=message.pk) == 404
    assert ClubMessage.objects.get().hidden_at is None


def test_there_are_pages(club: Club, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "SHOWN", 2)
    said = [talk.write_message(club.pk, ben.pk, f"number {n}") for n in range(3)]
    seen = page(ben, f"/clubs/{club.pk}/talk/")
    assert "number 0" not in seen
    assert f"?before={said[1].pk}" in seen
    assert "number 0" in page(ben, f"/clubs/{club.pk}/talk/?before={said[1].pk}")
    page(ben, f"/clubs/{club.pk}/talk/?before=nonsense")


def test_old_messages_go_by_a_tick(club: Club, ben: User) -> None:
    old, new = (talk.write_message(club.pk, ben.pk, text) for text in ("old", "new"))
    ClubMessage.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=366))
    forget_messages()
    assert list(ClubMessage.objects.all()) == [new]


class TestReports:
    FORM = {"reason": "insult", "words": "Look at this"}

    def test_a_report_of_a_message_takes_it_and_the_lines_before_it_along(
        self, club: Club, ben: User, cleo: User
    ) -> None:
        said = [
            talk.write_message(club.pk, by.pk, f"line {n}") for n, by in enumerate([ben, cleo] * 4)
        ]
        address = f"/report/club-message/{said[4].pk}/"
        assert "line 4" in page(cleo, address)
        assert browser(cleo).post(address, self.FORM).status_code == 303
        report = Report.objects.get()
        assert report.person == ben
        assert "line 0" in report.words
        assert "ben: line 4" in report.words
        assert "line 5" not in report.words

    def test_nobody_reports_what_they_may_not_read(self, club: Club, ben: User, dora: User) -> None:
        message = talk.write_message(club.pk, ben.pk, "Among ourselves")
        address = f"/report/club-message/{message.pk}/"
        assert browser(dora).get(address).status_code == 404
        assert browser(None).get(address).status_code == 302
        assert browser(dora).get("/report/club-message/999999/").status_code == 404
        assert not Report.objects.exists()

    def test_a_report_of_a_club_is_about_its_owner_and_takes_its_words_along(
        self, club: Club, anna: User, dora: User
    ) -> None:
        Club.objects.filter(pk=club.pk).update(about="Down with everybody", rules="Hate.")
        address = f"/report/club/{club.pk}/"
        assert "Down with everybody" in page(dora, address)
        assert browser(dora).post(address, self.FORM).status_code == 303
        report = Report.objects.get()
        assert report.person == anna
        assert "Tuesday Table" in report.words
        assert "Hate." in report.words
        assert browser(dora).get("/report/club/999999/").status_code == 404
