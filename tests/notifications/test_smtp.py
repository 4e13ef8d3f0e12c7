"""E-mails through a real mail server: encrypted, signed in, refused, cut off, slow."""

import re
import smtplib
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import account_mail
from accounts.models import Letter, User
from games.notification_events import writing
from games.storage.position import Position
from notifications.delivery import PAUSES
from notifications.models import Attempt, Delivery, Notification
from tests.games.times import Times
from tests.notifications.smtp_server import PASSWORD, Connect, Server, certificate
from tests.notifications.telling import reasons, tell
from tests.people import person


@pytest.fixture
def due(times: Times, duel: Position, anna: User) -> Notification:
    """One thing that anna is to be told by now."""
    Notification.objects.exclude(kind="game_started", user=anna).delete()
    times.go(seconds=91)
    return Notification.objects.get()


def outcomes() -> list[tuple[str, str]]:
    return [(one.outcome, one.error) for one in Attempt.objects.order_by("id")]


def again(times: Times) -> None:
    """The next try of what was put off."""
    (delivery,) = Delivery.objects.filter(state=Delivery.State.QUEUED)
    times.now = delivery.due_at
    tell()


class TestTheWay:
    @pytest.mark.parametrize("scheme", ["smtp", "smtps"])
    def test_encrypted_and_signed_in(
        self, connect: Connect, server: Server, due: Notification, duel: Position, scheme: str
    ) -> None:
        connect(scheme)
        tell()
        assert reasons("game_started") == ["sent"]
        (mail,) = server.taken
        assert server.signed_in == [True]
        assert server.encrypted == [True]
        assert server.called == ["[127.0.0.1]"]
        assert mail["To"] == "anna@example.org"
        assert mail["Subject"] == f"Lanterns {duel.game.pk} with ben has started"

    def test_no_word_and_no_password_to_a_server_that_is_somebody_else(
        self,
        connect: Connect,
        server: Server,
        due: Notification,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
    ) -> None:
        connect()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path)))
        tell()
        assert server.taken == []
        ((outcome, error),) = outcomes()
        assert outcome == "failed"
        assert "CERTIFICATE_VERIFY_FAILED" in error
        assert PASSWORD not in error

    def test_a_wrong_password_may_be_mended(
        self, connect: Connect, server: Server, times: Times, due: Notification
    ) -> None:
        running = connect(password="wrong")
        tell()
        assert server.taken == []
        ((outcome, error),) = outcomes()
        assert outcome == "failed"
        assert "535" in error
        running.stop()
        connect()
        again(times)
        assert len(server.taken) == 1

    def test_what_arrives_is_whole(
        self, connect: Connect, server: Server, due: Notification, duel: Position, anna: User
    ) -> None:
        User.objects.exclude(pk=anna.pk).update(username="Bücherwürmchen_ß")
        connect()
        tell()
        (mail,) = server.taken
        told = f"Lanterns {duel.game.pk} with Bücherwürmchen_ß has started"
        assert mail["Subject"].strip() == told
        thread = f"<game-{duel.game.pk}@127.0.0.1>"
        delivery = Delivery.objects.get()
        assert mail["Message-ID"].startswith(f"<delivery-{delivery.pk}-")
        assert (mail["In-Reply-To"], mail["References"]) == (thread, thread)
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].strip().startswith("<http://127.0.0.1:8000/mail/stop/")
        for kind in ("plain", "html"):
            body = mail.get_body((kind,))
            assert body is not None
            assert "All seats are taken, and it is your turn." in body.get_content()


class TestRefusals:
    @pytest.mark.parametrize("at", ["answers", "to_recipient"])
    def test_later_means_later(
        self, connect: Connect, server: Server, times: Times, due: Notification, at: str
    ) -> None:
        getattr(server, at).append("451 4.7.1 Greylisted, come back later")
        connect()
        tell()
        assert server.taken == []
        assert outcomes() == [("failed", "451 4.7.1 Greylisted, come back later")]
        again(times)
        assert len(server.taken) == 1
        assert [outcome for outcome, _error in outcomes()] == ["failed", "sent"]
        assert reasons("game_started") == ["sent"]

    @pytest.mark.parametrize("status", ["5.1.1", "5.1.10", "5.2.1"])
    @pytest.mark.parametrize("at", ["answers", "to_recipient"])
    def test_no_such_address_means_no(
        self,
        connect: Connect,
        server: Server,
        times: Times,
        due: Notification,
        at: str,
        status: str,
    ) -> None:
        getattr(server, at).append(f"550 {status} Nobody of that name")
        connect()
        tell()
        assert reasons("game_started") == [f"550 {status} Nobody of that name"]
        assert Delivery.objects.get().state == Delivery.State.FAILED
        times.go(days=2)
        tell()
        assert server.taken == []
        assert len(outcomes()) == 1


OTHER_REFUSALS = [
    "550 5.7.1 Access denied",
    "552 5.2.2 Mailbox full",
    "554 Sending quota exceeded",
    "550 HELO rejected",
]


class TestRefusalsOfAnotherKind:
    """What is not said of the address may be over tomorrow, and is not its owner's fault."""

    @pytest.mark.parametrize("said", OTHER_REFUSALS)
    @pytest.mark.parametrize("at", ["to_sender", "to_recipient", "answers"])
    def test_it_is_tried_again(
        self, connect: Connect, server: Server, times: Times, due: Notification, at: str, said: str
    ) -> None:
        getattr(server, at).append(said)
        connect()
        tell()
        assert server.taken == []
        ((outcome, error),) = outcomes()
        assert outcome == "failed"
        assert said.split(" ", 1)[1] in error
        again(times)
        assert reasons("game_started") == ["sent"]

    @pytest.mark.slow
    def test_a_full_mailbox_is_named_and_the_address_is_not_blamed(
        self,
        connect: Connect,
        server: Server,
        times: Times,
        due: Notification,
        anna: User,
        client: Client,
    ) -> None:
        server.to_recipient += ["552 5.2.2 Mailbox full"] * 20
        connect()
        tell()
        while Delivery.objects.filter(state=Delivery.State.QUEUED).exists():
            again(times)
        assert len(outcomes()) == 1 + len(PAUSES)
        client.force_login(anna)
        page = client.get("/notifications/settings/").content.decode()
        assert "552 5.2.2 Mailbox full" in page
        assert "Your address may still be right" in page
        assert "Please check your address" not in page

    def test_several_people_in_a_row_are_the_services_trouble_until_one_is_reached(
        self, connect: Connect, server: Server, times: Times, anna: User, client: Client
    ) -> None:
        for user in [anna, *(person(name) for name in ("cleo", "don"))]:
            writing.moderated([user.pk], None, "Be kind.", timezone.now())
        server.answers += ["554 5.7.1 Sending quota exceeded"] * 3
        connect()
        tell()
        assert server.taken == []
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["mail"]) == (200, "refused")
        assert "\nmail_refused_people 3.0\n" in client.get("/metrics").content.decode()
        Delivery.objects.update(state=Delivery.State.FAILED, done_at=timezone.now())
        client.force_login(anna)
        page = client.get("/notifications/settings/").content.decode()
        assert "could not be delivered" not in page
        writing.moderated([anna.pk], None, "Once more.", times.go(minutes=1))
        tell()
        assert len(server.taken) == 1
        assert "mail" not in client.get("/readyz").json()

    def test_one_person_often_and_wrong_addresses_are_no_trouble_of_the_service(
        self, connect: Connect, server: Server, times: Times, anna: User, client: Client
    ) -> None:
        for user in [anna, *(person(name) for name in ("cleo", "don", "eve"))]:
            writing.moderated([user.pk], None, "Be kind.", timezone.now())
        server.answers += ["550 5.1.1 Nobody"] * 3 + ["552 5.2.2 Mailbox full"] * 2
        connect()
        tell()
        again(times)
        assert "mail" not in client.get("/readyz").json()


class TestAccidents:
    def test_cut_off_in_the_middle_of_a_message(
        self, connect: Connect, server: Server, times: Times, due: Notification
    ) -> None:
        server.cuts = 2
        connect()
        tell()
        again(times)
        again(times)
        assert [outcome for outcome, _error in outcomes()] == ["failed", "failed", "sent"]
        assert len(server.taken) == 1

    def test_nobody_there(
        self, connect: Connect, server: Server, times: Times, due: Notification
    ) -> None:
        connect().stop()
        tell()
        ((outcome, error),) = outcomes()
        assert outcome == "failed"
        assert "refused" in error.lower()
        connect()
        again(times)
        assert len(server.taken) == 1

    def test_one_refused_mail_does_not_hold_up_the_next(
        self, connect: Connect, server: Server, times: Times, duel: Position
    ) -> None:
        Notification.objects.exclude(kind="game_started").delete()
        server.answers.append("550 5.1.1 no")
        connect()
        times.go(seconds=91)
        tell()
        assert len(server.taken) == 1
        assert sorted(reasons("game_started")) == ["550 5.1.1 no", "sent"]


@pytest.mark.django_db(transaction=True)
class TestScanning:
    """Servers that look into an e-mail before they answer: nobody hangs up meanwhile."""

    @pytest.fixture(autouse=True)
    def _in_short(self, settings: Settings) -> None:
        settings.EMAIL_TIMEOUT, settings.EMAIL_PATIENCE = 1, 0.1

    @pytest.mark.slow
    @pytest.mark.parametrize("scheme", ["smtp", "smtps"])
    def test_a_server_that_scans_longer_than_it_may_greet_gets_a_letter_once(
        self, connect: Connect, server: Server, times: Times, due: Notification, scheme: str
    ) -> None:
        server.scans = 2
        connect(scheme)
        tell()
        assert reasons("game_started") == ["sent"]
        assert outcomes() == [("sent", "")]
        times.go(days=2)
        tell()
        assert len(server.taken) == 1

    @pytest.mark.slow
    def test_others_go_out_meanwhile(self, connect: Connect, server: Server, anna: User) -> None:
        for number in range(8):
            now = timezone.now() + timedelta(microseconds=number)
            writing.moderated([anna.pk], None, f"News {number}.", now)
        server.scans = 1
        connect()
        begun = time.monotonic()
        tell()
        assert time.monotonic() - begun < 6
        assert len(server.taken) == len({mail["Message-ID"] for mail in server.taken}) == 8
        assert [outcome for outcome, _error in outcomes()] == ["sent"] * 8

    def test_what_is_refused_after_a_scan_comes_later(
        self, connect: Connect, server: Server, times: Times, due: Notification
    ) -> None:
        server.scans = 0.5
        server.answers.append("451 4.7.1 Come back later")
        connect()
        tell()
        assert outcomes() == [("failed", "451 4.7.1 Come back later")]
        server.scans = 0
        again(times)
        assert len(server.taken) == 1

    def test_what_is_never_answered_is_sent_once_more_much_later_under_the_same_name(
        self,
        connect: Connect,
        server: Server,
        times: Times,
        due: Notification,
        settings: Settings,
    ) -> None:
        settings.EMAIL_ANSWER_TIMEOUT = 0.3
        server.scans = 2
        connect()
        tell()
        assert [outcome for outcome, _error in outcomes()] == ["open"]
        times.go(hours=5)
        tell()
        assert len(server.taken) == 1
        again(times)
        again(times)
        times.go(days=2)
        tell()
        assert len(server.taken) == 2
        assert len({mail["Message-ID"] for mail in server.taken}) == 1
        assert reasons("game_started") == ["never answered"]

    def test_a_connection_that_is_lost_while_the_server_scans_counts_as_never_answered(
        self, connect: Connect, server: Server, times: Times, due: Notification
    ) -> None:
        server.scans = 1
        running = connect()
        threading.Timer(0.5, running.hang_up).start()
        tell()
        assert [outcome for outcome, _error in outcomes()] == ["open"]
        assert (Delivery.objects.get().due_at - timezone.now()) > timedelta(hours=5)

    @pytest.mark.slow
    def test_a_letter_about_an_account_comes_once_too(
        self, connect: Connect, server: Server, anna: User
    ) -> None:
        server.scans = 2
        connect()
        account_mail.AccountMailBackend(anna).send_messages(
            [EmailMessage("Reset", "A link", to=[anna.email])]
        )
        assert len(server.taken) == 1
        assert not Letter.objects.exists()

    def test_a_letter_about_an_account_that_is_never_answered_goes_out_twice_at_most(
        self, connect: Connect, server: Server, anna: User, settings: Settings
    ) -> None:
        settings.EMAIL_ANSWER_TIMEOUT = 0.3
        server.scans = 2
        connect()
        account_mail.AccountMailBackend(anna).send_messages(
            [EmailMessage("Reset", "A link", to=[anna.email])]
        )
        assert not Letter.objects.filter(due_at__lt=timezone.now() + timedelta(hours=5)).exists()
        for _later in range(3):
            Letter.objects.update(due_at=timezone.now())
            account_mail.send_due()
        assert len(server.taken) == 2
        assert not Letter.objects.exists()


class TestOneConnection:
    """All e-mails of a run go over one, and none is lost or sent twice where that is lost."""

    @pytest.fixture
    def news(self, anna: User) -> list[str]:
        texts = [f"News {number}." for number in range(4)]
        for number, text in enumerate(texts):
            now = timezone.now() + timedelta(microseconds=number)
            writing.moderated([anna.pk], None, text, now)
        return texts

    def came(self, server: Server) -> list[str]:
        """Which news, in the order in which they came."""
        bodies = [mail.get_body(("plain",)) for mail in server.taken]
        return [re.findall(r"News \d\.", str(body))[0] for body in bodies]

    def test_it_is_used_for_all(self, connect: Connect, server: Server, news: list[str]) -> None:
        connect()
        tell()
        assert self.came(server) == news
        assert server.connections == 1
        assert len(server.signed_in) == sum(server.signed_in) == 4

    def test_a_server_that_hangs_up_after_each(
        self, connect: Connect, server: Server, news: list[str]
    ) -> None:
        server.leaves = True
        connect()
        tell()
        assert self.came(server) == news
        assert server.connections == 4
        assert {outcome for outcome, _error in outcomes()} == {"sent"}

    def test_a_server_that_takes_some_at_a_time(
        self, connect: Connect, server: Server, news: list[str]
    ) -> None:
        server.at_a_time = 3
        connect()
        tell()
        assert self.came(server) == news
        assert server.connections == 2
        assert [outcome for outcome, _error in outcomes()] == ["sent"] * 4

    @pytest.mark.parametrize("said", ["421 4.3.2 Going down", "451 4.7.1 Later", "550 5.1.1 No"])
    @pytest.mark.parametrize("at", ["answers", "to_recipient"])
    def test_a_refused_one_hurts_no_other(
        self, connect: Connect, server: Server, news: list[str], at: str, said: str
    ) -> None:
        getattr(server, at).append(said)
        connect()
        tell()
        assert self.came(server) == news[1:]
        assert [outcome for outcome, _error in outcomes()] == ["failed", *["sent"] * 3]
        assert server.connections == (2 if said.startswith("421") else 1)

    def test_one_that_is_cut_off_in_the_middle_comes_later(
        self, connect: Connect, server: Server, news: list[str]
    ) -> None:
        server.cuts = 1
        connect()
        tell()
        assert self.came(server) == news[1:]
        assert server.connections == 2
        Delivery.objects.filter(state=Delivery.State.QUEUED).update(due_at=timezone.now())
        tell()
        assert self.came(server) == [*news[1:], news[0]]

    def test_after_trouble_of_ours_it_is_opened_anew(
        self,
        connect: Connect,
        server: Server,
        news: list[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The server may still have to say something about the e-mail before."""
        connect()
        say, said = smtplib.SMTP.rcpt, []

        def rcpt(self: smtplib.SMTP, *args: Any) -> Any:
            said.append(args)
            if len(said) == 2:
                raise RuntimeError("interrupted")
            return say(self, *args)

        monkeypatch.setattr(smtplib.SMTP, "rcpt", rcpt)
        tell()
        assert self.came(server) == [news[0], *news[2:]]
        assert server.connections == 2


def test_the_time_between_tries_grows(
    connect: Connect, server: Server, times: Times, due: Notification
) -> None:
    connect()
    server.answers += ["421 busy"] * 4
    pauses: list[timedelta] = []
    for _try in range(4):
        before: Any = times.now
        tell() if not pauses else again(times)
        pauses.append(Delivery.objects.get().due_at - before)
    assert pauses == sorted(pauses)
    again(times)
    assert len(server.taken) == 1
