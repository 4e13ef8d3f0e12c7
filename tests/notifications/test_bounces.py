"""Letters that come back: two hard bounces rest an address, each page says so, a button ends it."""

import io
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts import account_mail, bounces
from accounts.models import Letter, User
from games.notification_events import writing
from notifications.models import Delivery
from tests.games.times import Times
from tests.notifications.smtp_server import Connect, Server
from tests.notifications.telling import reasons, tell

TOKEN = "a-token-of-the-mail-server"
NOBODY = ("5.1.1", "smtp; 550 5.1.1 <anna@example.org>: User unknown in virtual mailbox table")

#: As Postfix writes it, with the original's headers.
DSN = """\
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: {number}
Arrival-Date: Sun, 29 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; anna@example.org
Original-Recipient: rfc822;anna@example.org
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: {said}

--b1
Content-Type: text/rfc822-headers

Subject: Your turn
Message-ID: <delivery-1@127.0.0.1>

--b1--
"""


def dsn(
    to: str, number: int = 1, action: str = "failed", answer: tuple[str, str] = NOBODY
) -> bytes:
    status, said = answer
    return DSN.format(to=to, number=number, action=action, status=status, said=said).encode()


def hand_over(client: Client, raw: bytes, token: str = TOKEN) -> int:
    """Give it to the webhook, as a mail server does; the status of the answer."""
    bearer = {"Authorization": f"Bearer {token}"}
    answer = client.post("/mail/bounces/", raw, content_type="message/rfc822", headers=bearer)
    return answer.status_code


def rests(user: User) -> bool:
    user.refresh_from_db()
    return user.mail_rests_since is not None


@pytest.fixture(autouse=True)
def _bounces_are_read(settings: Settings) -> None:
    settings.EMAIL_BOUNCES, settings.BOUNCES_TOKEN = "bounces@games.example.org", TOKEN


@pytest.fixture
def sender(times: Times, anna: User) -> str:
    """The address that sends anna's mail."""
    return str(bounces.return_path(anna, "anna@example.org"))


class TestTheAddressThatSends:
    def test_it_is_one_for_each_person_and_readers_see_the_usual_one(
        self, connect: Connect, server: Server, times: Times, anna: User, settings: Settings
    ) -> None:
        connect()
        writing.moderated([anna.pk], None, "Be kind.", times.now)
        tell()
        account_mail.AccountMailBackend(anna).send_messages(
            [EmailMessage("Reset", "A link", to=["anna@example.org"])]
        )
        assert len(server.senders) == 2
        (path,) = set(server.senders)
        assert path.startswith(f"bounces+{anna.pk}-")
        assert path.endswith("@games.example.org")
        assert {str(mail["From"]) for mail in server.taken} == {settings.DEFAULT_FROM_EMAIL}

    def test_without_such_an_address_mail_comes_from_the_usual_one(
        self, connect: Connect, server: Server, times: Times, anna: User, settings: Settings
    ) -> None:
        settings.EMAIL_BOUNCES = ""
        connect()
        writing.moderated([anna.pk], None, "Be kind.", times.now)
        tell()
        assert server.senders == ["noreply@127.0.0.1"]


class TestTwoHardBounces:
    def test_they_rest_the_address_and_nothing_is_written_to_it(
        self, times: Times, anna: User, sender: str, client: Client
    ) -> None:
        assert hand_over(client, dsn(sender, 1)) == 204
        assert not rests(anna)
        writing.moderated([anna.pk], None, "Be kind.", times.now)
        times.go(minutes=1)
        assert hand_over(client, dsn(sender, 2)) == 204
        assert rests(anna)
        tell()
        writing.moderated([anna.pk], None, "Be kinder.", times.go(minutes=1))
        tell()
        assert not Delivery.objects.exclude(state=Delivery.State.SKIPPED).exists()

    def test_each_page_says_so_until_the_button_is_pressed(
        self, anna: User, sender: str, client: Client
    ) -> None:
        for number in range(2):
            hand_over(client, dsn(sender, number))
        client.force_login(anna)
        told = "We no longer send e-mail to anna@example.org"
        for path in ("/my/", "/lobby/", "/notifications/settings/", "/games/"):
            assert told in client.get(path).content.decode(), path
        answer = client.post("/accounts/email/wake/", {"next": "/lobby/"})
        assert (answer.status_code, answer["Location"]) == (302, "/lobby/")
        assert told not in client.get("/my/").content.decode()
        hand_over(client, dsn(sender, 3))
        assert rests(anna)

    def test_one_that_is_handed_over_twice_counts_once(
        self, anna: User, sender: str, client: Client
    ) -> None:
        assert {hand_over(client, dsn(sender)) for _time in range(2)} == {204}
        assert not rests(anna)

    def test_one_of_long_ago_counts_no_more(
        self, times: Times, anna: User, sender: str, client: Client
    ) -> None:
        hand_over(client, dsn(sender, 1))
        times.go(days=31)
        hand_over(client, dsn(sender, 2))
        assert not rests(anna)

    def test_what_a_server_says_at_once_counts_too(
        self, connect: Connect, server: Server, times: Times, anna: User
    ) -> None:
        server.to_recipient += ["550 5.1.1 Nobody of that name"] * 9
        connect()
        for _turn in range(4):
            writing.moderated([anna.pk], None, "Be kind.", times.go(minutes=1))
            tell()
        assert rests(anna)
        assert len(server.to_recipient) == 7
        assert [one for one in reasons("moderated") if one.startswith("550")] == [
            "550 5.1.1 Nobody of that name"
        ] * 2

    def test_another_address_is_written_to(self, anna: User, sender: str, client: Client) -> None:
        for number in range(2):
            hand_over(client, dsn(sender, number))
        EmailAddress.objects.filter(user=anna).update(email="anna@new.example.org")
        bounces.forget_bounces(anna)
        assert not rests(anna)
        for number in range(2, 4):
            hand_over(client, dsn(sender, number))
        assert not rests(anna)


class TestWhatCounts:
    @pytest.mark.parametrize(
        "answer",
        [
            ("5.2.2", "smtp; 552 5.2.2 Mailbox full"),
            ("5.7.1", "smtp; 554 5.7.1 Spam"),
            ("5.0.0", "smtp; 550 No"),
            ("4.4.7", "X-Postfix; delivery temporarily suspended: connection timed out"),
        ],
    )
    def test_other_reasons_rest_no_address(
        self, anna: User, sender: str, client: Client, answer: tuple[str, str]
    ) -> None:
        for number in range(3):
            assert hand_over(client, dsn(sender, number, answer=answer)) == 204
        assert not rests(anna)

    def test_a_status_that_says_nothing_gives_way_to_the_servers_words(
        self, anna: User, sender: str, client: Client
    ) -> None:
        for number in range(2):
            answer = ("5.0.0", "smtp; 550 5.1.1 User unknown")
            hand_over(client, dsn(sender, number, answer=answer))
        assert rests(anna)

    def test_a_delay_is_no_bounce(self, anna: User, sender: str, client: Client) -> None:
        for number in range(3):
            assert hand_over(client, dsn(sender, number, action="delayed")) == 202
        assert not rests(anna)

    def test_an_address_that_was_never_confirmed_is_told_as_wrong(
        self, anna: User, sender: str, client: Client
    ) -> None:
        EmailAddress.objects.filter(user=anna).update(verified=False)
        hand_over(client, dsn(sender))
        client.force_login(anna)
        assert "this address does not exist" in client.get("/accounts/profile/").content.decode()
        assert not rests(anna)
        assert Letter.objects.get().due_at is None

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"Subject: Out of office\n\nI am away.",
            b"Content-Type: multipart/report\n\n",
            b"Content-Type: message/delivery-status\n\nAction",
            b"\xff\xfe",
        ],
    )
    def test_other_mail_is_passed_over(self, times: Times, client: Client, raw: bytes) -> None:
        assert hand_over(client, raw) == 202


class TestStrangers:
    def test_nobody_without_the_token_hands_anything_over(
        self, anna: User, sender: str, client: Client, settings: Settings
    ) -> None:
        assert hand_over(client, dsn(sender), token="another") == 404
        settings.BOUNCES_TOKEN = ""
        assert hand_over(client, dsn(sender), token="") == 404

    def test_a_bounce_that_somebody_made_up_rests_nobody(
        self, anna: User, sender: str, client: Client
    ) -> None:
        name, _plus, _rest = sender.partition("+")
        for number in range(3):
            made_up = f"{name}+{anna.pk}-{number:016}@games.example.org"
            assert hand_over(client, dsn(made_up, number)) == 202
        assert not rests(anna)


def test_a_mail_server_may_pipe_it_into_a_command(
    anna: User, sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(2):
        raw = io.BytesIO(dsn(sender, number))
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=raw))
        call_command("take_bounce")
    assert rests(anna)
