"""Private messages: permissions, notifications, deleting, what a report takes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import exporting, people
from accounts.company import relationships
from accounts.models import Sanction, User
from accounts.moderation import sanctions
from accounts.preferences import reading_as
from boardgames.refusal import Refusal
from community.messages import phrases, reading, sending
from community.models import PrivateMessage, Side
from community.tasks import forget_messages
from games.errors import NotFound
from games.live import watching
from games.models import Encounter, Report
from games.moderation import reports
from notifications import planning
from notifications.kinds import kind_of
from notifications.models import Delivery, Notification
from tests.people import person


def page(user: User, address: str) -> str:
    browser = Client()
    browser.force_login(user)
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


def write(by: User, to: User, text: str = "Hello") -> PrivateMessage:
    return sending.send_message(by, to, text)


def side(user: User, other: User) -> Side:
    found = reading.side_of(user.pk, other.pk)
    assert found
    return found


@pytest.fixture
def met(anna: User, ben: User) -> None:
    """Anna and Ben have played with each other."""
    for one, other in ((anna, ben), (ben, anna)):
        Encounter.objects.create(user=one, other=other, type="imhotep", games=1)


class TestWriting:
    @pytest.mark.usefixtures("met")
    def test_it_is_there_for_both_and_new_until_it_was_on_a_page(
        self, anna: User, ben: User
    ) -> None:
        write(anna, ben, "Rematch\nwith <b>B sides</b>?")
        assert watching.header_counts(ben.pk)["letters"] == 1
        assert watching.header_counts(anna.pk)["letters"] == 0
        assert "anna" in page(ben, "/messages/")
        assert watching.header_counts(ben.pk)["letters"] == 1
        seen = page(ben, "/messages/anna/")
        assert "Rematch<br>with &lt;b&gt;B sides&lt;/b&gt;?" in seen
        assert watching.header_counts(ben.pk)["letters"] == 0
        assert ", read" in page(anna, "/messages/ben/")

    @pytest.mark.usefixtures("met")
    @pytest.mark.parametrize(("text", "quick"), [("  ", ""), ("x" * 2001, ""), ("", "nonsense")])
    def test_nonsense_is_refused_and_what_was_written_stays_in_the_field(
        self, anna: User, ben: User, text: str, quick: str
    ) -> None:
        browser = Client()
        browser.force_login(anna)
        answer = browser.post("/messages/ben/", {"text": text, "quick": quick})
        assert answer.status_code == 422
        assert text in answer.content.decode()
        assert not PrivateMessage.objects.exists()

    @pytest.mark.usefixtures("met")
    def test_a_ready_phrase_is_read_in_the_own_language(self, anna: User, ben: User) -> None:
        message = sending.send_message(anna, ben, "", "gladly")
        ben.language = "de"
        with reading_as(ben):
            assert phrases.text_of(message) == "Gern!"

    def test_not_to_oneself_nobody_or_in_a_wrong_case(self, anna: User, ben: User) -> None:
        browser = Client()
        browser.force_login(anna)
        assert browser.get("/messages/anna/").status_code == 404
        assert browser.get("/messages/nobody-at-all/").status_code == 404
        assert browser.get("/messages/BEN/").headers["Location"] == "/messages/ben/"
        assert browser.post("/messages/ben/delete/").status_code == 404


class TestStrangers:
    def test_the_first_message_is_a_request_which_an_answer_accepts(
        self, anna: User, ben: User
    ) -> None:
        write(anna, ben)
        assert "anna" not in page(ben, "/messages/").split("data-conversations", 1)[1]
        assert "anna" in page(ben, "/messages/?show=requests").split("data-conversations", 1)[1]
        write(ben, anna, "Who are you?")
        assert not side(ben, anna).request
        assert not side(anna, ben).request

    def test_it_can_be_accepted_without_an_answer(self, anna: User, ben: User) -> None:
        write(anna, ben)
        browser = Client()
        browser.force_login(ben)
        assert "Accept" in page(ben, "/messages/anna/")
        browser.post("/messages/anna/accept/")
        assert not side(ben, anna).request

    def test_three_messages_then_an_answer_is_waited_for(self, anna: User, ben: User) -> None:
        for _time in range(sending.MOST_UNANSWERED):
            write(anna, ben)
        with pytest.raises(Refusal, match="answer"):
            write(anna, ben)

    def test_somebody_who_is_new_begins_with_few_and_a_guest_with_none(self, anna: User) -> None:
        for number in range(sending.NEW_STRANGERS_A_DAY):
            write(anna, person(f"player{number}"))
        with pytest.raises(Refusal, match="many people"):
            write(anna, person("player9"))
        anna.date_joined -= timedelta(days=9)
        write(anna, person("player10"))
        guest = people.create_guest("en", "UTC")
        with pytest.raises(Refusal, match="Guests"):
            write(guest, anna)
        write(anna, guest)
        write(guest, anna)

    def test_no_words_of_a_stranger_go_by_mail(self, anna: User, ben: User) -> None:
        write(anna, ben, "Buy my things")
        told = Notification.objects.get(user=ben, kind="private_message")
        assert "Buy" not in str(kind_of(told).words(told))
        write(ben, anna, "Gladly")
        assert "Buy" in str(kind_of(told).words(told))


class TestRefused:
    @pytest.mark.usefixtures("met")
    def test_by_a_block_of_either_which_is_said_to_nobody(self, anna: User, ben: User) -> None:
        write(ben, anna)
        relationships.block(anna, ben)
        for by, to in ((anna, ben), (ben, anna)):
            with pytest.raises(Refusal, match=f"You cannot write to {to.username}"):
                write(by, to)
        assert "You cannot write to anna" in page(ben, "/messages/anna/")

    @pytest.mark.usefixtures("met")
    def test_by_a_mute_and_to_somebody_who_is_suspended(self, anna: User, ben: User) -> None:
        sanctions.impose(anna, Sanction.Kind.MUTE, by=None, reason="Too loud", until=None)
        with pytest.raises(Refusal, match="Too loud"):
            write(anna, ben)
        sanctions.impose(anna, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        with pytest.raises(Refusal, match="cannot write to anna"):
            write(ben, User.objects.get(pk=anna.pk))

    @pytest.mark.usefixtures("met")
    def test_by_writing_very_fast(self, anna: User, ben: User) -> None:
        for _time in range(sending.PER_MINUTE):
            write(anna, ben)
        with pytest.raises(Refusal, match="very fast"):
            write(anna, ben)


class TestTelling:
    @pytest.mark.usefixtures("met")
    def test_it_is_mailed_in_a_batch_unless_it_was_read(self, anna: User, ben: User) -> None:
        write(anna, ben, "Thursday at eight?")
        Notification.objects.update(due_at=timezone.now())
        planning.plan_due()
        (delivery,) = Delivery.objects.filter(user=ben, channel="mail")
        told = delivery.notification
        assert told is not None
        assert kind_of(told).why_not(told) == ""
        assert "Thursday at eight?" in kind_of(told).words(told).short
        assert watching.header_counts(ben.pk)["unread"] == 0
        page(ben, "/messages/anna/")
        assert kind_of(told).why_not(told) == "read"

    @pytest.mark.usefixtures("met")
    def test_not_after_a_block_nor_when_it_is_deleted(self, anna: User, ben: User) -> None:
        write(anna, ben)
        told = Notification.objects.get(user=ben)
        relationships.block(ben, anna)
        assert kind_of(told).why_not(told) == "apart"
        PrivateMessage.objects.all().delete()
        assert kind_of(told).why_not(told) == "deleted"


@pytest.mark.usefixtures("met")
class TestDeleting:
    def test_each_deletes_the_own_copy_and_what_both_have_deleted_is_gone(
        self, anna: User, ben: User
    ) -> None:
        write(anna, ben, "Mine to say")
        reading.delete(side(anna, ben))
        assert "Mine to say" not in page(anna, "/messages/ben/")
        assert "Mine to say" in page(ben, "/messages/anna/")
        reading.delete(side(ben, anna))
        assert not PrivateMessage.objects.exists()
        write(ben, anna, "Once more")
        assert "Once more" in page(anna, "/messages/ben/")

    def test_a_closed_account_leaves_the_other_ones_copy(self, anna: User, ben: User) -> None:
        write(anna, ben, "Mine to say")
        people.close_account(anna)
        assert [each.text for each in reading.messages(side(ben, anna))] == ["Mine to say"]
        people.close_account(ben)
        assert not PrivateMessage.objects.exists()

    def test_they_are_kept_for_as_long_as_the_page_says(self, anna: User, ben: User) -> None:
        write(anna, ben, "Long ago")
        assert f"kept for {reading.KEPT.days} days" in page(ben, "/messages/anna/")
        long_ago = timezone.now() - reading.KEPT - timedelta(hours=1)
        PrivateMessage.objects.update(at=long_ago)
        Side.objects.update(last_at=long_ago)
        write(anna, ben, "Now")
        forget_messages()
        assert [each.text for each in PrivateMessage.objects.all()] == ["Now"]

    def test_the_export_has_what_one_has(self, anna: User, ben: User, cleo: User) -> None:
        write(anna, ben, "From me")
        write(ben, anna, "To me")
        write(ben, cleo, "Not for me")
        kept = exporting.everything(anna)["private_messages"]
        assert [(row["partner"], row["by__username"], row["text"]) for row in kept] == [  # type: ignore[attr-defined]
            ("ben", "anna", "From me"),
            ("ben", "ben", "To me"),
        ]


@pytest.mark.usefixtures("met")
class TestReporting:
    def test_the_passage_goes_along_and_nothing_else(self, anna: User, ben: User) -> None:
        for number in range(7):
            write(ben, anna, f"Line {number}")
        last = write(ben, anna, "A threat")
        after = write(ben, anna, "Sorry")
        address = f"/report/private/{last.pk}/"
        assert "ben: A threat" in page(anna, address)
        browser = Client()
        browser.force_login(anna)
        browser.post(address, {"reason": "threat", "words": "Look"})
        report = Report.objects.get()
        assert report.person == ben
        assert report.words.splitlines() == [
            *("Look", "", "ben: Line 3", "ben: Line 4", "ben: Line 5", "ben: Line 6"),
            "ben: A threat",
        ]
        assert after.text not in report.words

    def test_only_by_somebody_who_has_been_written_to(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        message = write(ben, anna)
        for reader in (ben, cleo):
            with pytest.raises(NotFound):
                reports.submit_report("private", message.pk, reader.pk, "threat", "")
        reading.delete(side(anna, ben))
        with pytest.raises(NotFound):
            reports.submit_report("private", message.pk, anna.pk, "threat", "")
