"""Letters about accounts are written down, and the worker sends them."""

from collections.abc import Iterator
from datetime import timedelta
from smtplib import (
    SMTPDataError,
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from unittest import mock

import pytest
import redis
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from accounts import account_mail, people, tasks
from accounts.models import Letter, User
from boardgames.redis import figures

SIGNUP = "/accounts/signup/"
DORA = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": "a-quiet-harbour-7",
    "password2": "a-quiet-harbour-7",
}
AWAY = SMTPServerDisconnected("gone")
NOBODY = SMTPRecipientsRefused({"dora@example.org": (550, b"5.1.1 no such mailbox")})

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_worker_yet(_letters_go_at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters lie here until the test lets them be sent."""
    monkeypatch.undo()


@pytest.fixture
def dora(client: Client) -> User:
    """She has just signed up, and nothing was sent yet."""
    assert client.post(SIGNUP, DORA).status_code == 302
    return User.objects.get(username="dora")


@pytest.fixture
def server() -> Iterator[mock.Mock]:
    """A mail server that does what its `side_effect` says."""
    with mock.patch.object(EmailBackend, "send_messages", return_value=1) as server:
        yield server


def send_later() -> int:
    """What the worker does when all pauses and claims are over."""
    Letter.objects.exclude(due_at=None).update(due_at=timezone.now() - timedelta(seconds=1))
    return account_mail.send_due()


def test_signing_up_never_waits_for_the_mail_server(server: mock.Mock, client: Client) -> None:
    assert client.post(SIGNUP, DORA).status_code == 302
    server.assert_not_called()
    assert Letter.objects.get().address == "dora@example.org"


def test_the_worker_sends_a_letter_once_and_keeps_nothing_of_it(dora: User) -> None:
    tasks.send_letters()
    tasks.send_letters()
    (letter,) = mail.outbox
    assert letter.to == ["dora@example.org"]
    assert "/accounts/confirm-email/" in letter.body
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"
    assert not Letter.objects.exists()


def test_what_cannot_be_sent_is_tried_for_hours_and_then_told_on_the_page(
    dora: User, server: mock.Mock, client: Client
) -> None:
    server.side_effect = AWAY
    waits = []
    for _try in range(len(account_mail.PAUSES)):
        before = timezone.now()
        assert send_later() == 0
        due = Letter.objects.get().due_at
        assert due is not None
        waits.append(round((due - before).total_seconds() / 60))
    assert waits == [1, 5, 15, 60, 180]
    told = "Our last e-mail to dora@example.org could not be delivered"
    assert told not in client.get("/accounts/profile/").content.decode()
    send_later()
    given_up = Letter.objects.get()
    assert (given_up.due_at, given_up.subject, given_up.text) == (None, "", "")
    for page in ("/accounts/profile/", "/accounts/email/"):
        assert told in client.get(page).content.decode()
    assert account_mail.send_due() == 0
    assert server.call_count == len(account_mail.PAUSES) + 1


@pytest.mark.parametrize("answer", [NOBODY, SMTPDataError(550, b"5.2.1 disabled")])
def test_what_the_server_will_never_take_is_given_up_at_once(
    dora: User, server: mock.Mock, answer: Exception
) -> None:
    server.side_effect = answer
    assert account_mail.send_due() == 0
    assert dora.unreached("Dora@example.org")
    assert not dora.unreached("another@example.org")


@pytest.mark.parametrize(
    "answer",
    [
        SMTPDataError(554, b"5.7.1 sending quota exceeded"),
        SMTPRecipientsRefused({"dora@example.org": (552, b"5.2.2 mailbox full")}),
        SMTPSenderRefused(550, b"5.7.1 access denied", "noreply@example.org"),
        SMTPHeloError(550, b"HELO rejected"),
    ],
)
def test_what_is_refused_for_another_reason_is_tried_on_and_blames_no_address(
    dora: User, server: mock.Mock, client: Client, answer: Exception
) -> None:
    server.side_effect = answer
    for _try in range(len(account_mail.PAUSES)):
        assert send_later() == 0
        assert not dora.unreached(dora.email)
    send_later()
    assert dora.unreached(dora.email)
    page = client.get("/accounts/profile/").content.decode()
    assert "The address may still be right" in page
    assert "Check it for mistakes" not in page


@pytest.mark.parametrize("answer", [AWAY, NOBODY])
def test_of_whose_account_is_closed_nothing_is_kept_once_the_last_letter_is_given_up(
    anna: User, server: mock.Mock, answer: Exception
) -> None:
    server.side_effect = answer
    people.close_account(anna)
    assert Letter.objects.get().address == "anna@example.org"
    for _try in range(len(account_mail.PAUSES) + 1):
        send_later()
    assert not Letter.objects.exists()


def test_another_letter_to_the_address_is_another_hope(
    dora: User, server: mock.Mock, client: Client
) -> None:
    server.side_effect = NOBODY
    account_mail.send_due()
    server.side_effect = None
    account_mail.AccountMailBackend(dora).send_messages(
        [EmailMessage("Once more", "A link", to=[dora.email])]
    )
    assert not dora.unreached(dora.email)
    assert account_mail.send_due() == 1


def test_a_sender_that_died_leaves_its_letter_to_the_next(dora: User, server: mock.Mock) -> None:
    server.side_effect = SystemExit
    with pytest.raises(SystemExit):
        account_mail.send_due()
    server.side_effect = None
    assert account_mail.send_due() == 0, "it may still be at it"
    assert send_later() == 1


def test_one_letter_that_fails_holds_up_no_other(dora: User, server: mock.Mock) -> None:
    account_mail.AccountMailBackend(dora).send_messages(
        [EmailMessage("Another", "A link", to=[dora.email])]
    )
    server.side_effect = [ValueError("no such header"), 1]
    assert account_mail.send_due() == 1


def test_what_was_given_up_long_ago_is_forgotten(dora: User, server: mock.Mock) -> None:
    server.side_effect = NOBODY
    account_mail.send_due()
    tasks.forget_unconfirmed()
    assert Letter.objects.count() == 1
    Letter.objects.update(written_at=timezone.now() - account_mail.TOLD - timedelta(minutes=1))
    tasks.forget_unconfirmed()
    assert not Letter.objects.exists()


def test_nothing_goes_to_whose_account_is_closed(dora: User, server: mock.Mock) -> None:
    people.close_account(dora)
    assert account_mail.send_due() == 0
    assert not Letter.objects.exists()


def test_letters_that_do_not_go_out_are_figures_by_when_they_were_written(
    dora: User, server: mock.Mock, client: Client
) -> None:
    """Each failed try puts a letter off: by when it is due, dead mail would look healthy."""
    redis.Redis.from_url(settings.REDIS_URL).delete(figures.HASH)
    Letter.objects.update(written_at=timezone.now() - timedelta(hours=1))
    server.side_effect = AWAY
    assert account_mail.send_due() == 0
    told = figures_of(client)
    assert told["letters_waiting"] == 1
    assert 3600 <= told["letters_waiting_oldest_seconds"] < 3660
    for _try in account_mail.PAUSES:
        send_later()
    assert figures_of(client)["letters_waiting"] == 0
    assert figures_of(client)['letters_total{outcome="failed"}'] == 1
    server.side_effect = None
    account_mail.AccountMailBackend(dora).send_messages(
        [EmailMessage("Once more", "A link", to=[dora.email])]
    )
    assert account_mail.send_due() == 1
    assert figures_of(client)['letters_total{outcome="sent"}'] == 1


def figures_of(client: Client) -> dict[str, float]:
    lines = client.get("/metrics").content.decode().splitlines()
    return {
        name: float(value)
        for name, value in (line.rsplit(" ", 1) for line in lines if line.startswith("letters_"))
    }
