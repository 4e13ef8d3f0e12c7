"""A mail server of ours scans for 25 s, refuses in several ways and sends letters back, to services
of their own; between two of them the database is restored. What it is sent and takes is counted."""

from __future__ import annotations

import asyncio
import json
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from script.judges.service import Service, Verdict, running

READERS = "readers.example.org"
#: Longer than a connection may be silent before (`EMAIL_TIMEOUT`).
SCANS = 25
#: What is said to the first letter of each, though there is nothing wrong with the address.
REFUSES = {
    "quota": "554 5.7.1 Sending quota exceeded",
    "denied": "550 5.7.1 Access denied",
    "full": "552 5.2.2 Mailbox full",
    "helo": "550 HELO rejected",
}
WRONG = "550 5.1.1 No such user"
#: Letters to each, and how many of them arrive: two hard answers, or bounces, rest an address.
WRITTEN = {"slow": 3, **dict.fromkeys(REFUSES, 1), "wrong": 2, "back": 2, "plain": 3}
ARRIVE = {**WRITTEN, "wrong": 0}
#: Seconds: later tries come after a minute or two, and what comes once too often shows in the end.
PATIENCE, SETTLES = 600, 90

_WRITE = """
import json
from allauth.account.models import EmailAddress
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from games.notification_events import writing
for name, many in json.loads('WANTED').items():
    user = User.objects.filter(username="reader-" + name).first()
    if user is None:
        address = f"{name}@readers.example.org"
        user = User.objects.create_user("reader-" + name, address)
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    for number in range(many):
        now = timezone.now() + timedelta(microseconds=number)
        writing.moderated([user.pk], None, f"News of {now}.", now)
"""


class Letter(NamedTuple):
    """For whom it is, what it is called, and the address that sends it."""

    reader: str
    name: str
    sender: str


class Server:
    """It notes what it has taken, by whom it is for, and how often it has refused."""

    def __init__(self) -> None:
        self.taken: list[Letter] = []
        self.refused: Counter[str] = Counter()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        name, _at, _host = address.partition("@")
        if name == "wrong" or (name in REFUSES and not self.refused[name]):
            self.refused[name] += 1
            return REFUSES.get(name, WRONG)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        name, _at, host = envelope.rcpt_tos[0].partition("@")
        if host != READERS:  # the demo's people
            return "250 OK"
        known = str(message_from_bytes(envelope.content)["Message-ID"])
        self.taken.append(Letter(name, known, str(envelope.mail_from)))
        await asyncio.sleep(SCANS if name == "slow" else 0)
        return "250 OK"

    def arrived(self) -> Counter[str]:
        return Counter(letter.reader for letter in self.taken)

    def wait_for(self, expected: dict[str, int]) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not self.arrived() >= Counter(expected):
            time.sleep(1)


def judge(service: Service) -> Verdict:
    server, found = Server(), list[str]()
    with _listening(server) as port, tempfile.TemporaryDirectory(prefix="judged-") as name:
        backup = Path(name) / "backup"
        variables = {
            "EMAIL_URL": f"smtp://127.0.0.1:{port}?tls=0",
            "EMAIL_BOUNCES": f"bounces@{READERS}",
        }
        with running(variables) as first:
            _write(first, WRITTEN)
            server.wait_for(ARRIVE)
            for letter in [each for each in server.taken if each.reader == "back"]:
                said = first.manage("take_bounce", said=_bounce(letter))
                found += [] if "recorded" in said else [f"a bounce is not taken: {said}"]
            _write(first, {"back": 1, "wrong": 1})  # to nobody any more
            first.python("-m", "boardgames.supervisor.backup", "--untried", str(backup))
            _write(first, {"plain": 2})  # which the backup does not know
            server.wait_for(ARRIVE | {"plain": 5})
        with running(variables, restored=backup) as second:
            _write(second, {"plain": 2})
            server.wait_for(ARRIVE | {"plain": 7})
            time.sleep(SETTLES)
    return Verdict(_told(server), found + _wrong(server))


def _wrong(server: Server) -> list[str]:
    arrived, expected = server.arrived(), ARRIVE | {"plain": 7}
    found = [
        f"{reader}: {arrived[reader]} of {many} letters have arrived"
        for reader, many in expected.items()
        if arrived[reader] != many
    ]
    if len({letter.name for letter in server.taken}) != len(server.taken):
        found.append("two letters have one name")
    if server.refused != Counter({**dict.fromkeys(REFUSES, 1), "wrong": 2}):
        found.append(f"refused: {dict(server.refused)}")
    return found


def _told(server: Server) -> str:
    for reader, many in server.arrived().items() | {("wrong", 0)}:
        print(f"{reader}: {many} taken, {server.refused[reader]} refused", flush=True)
    rows = {letter.name.split("-")[1] for letter in server.taken}
    return f"{len(server.taken)} letters taken, whose rows have {len(rows)} numbers"


def _bounce(letter: Letter) -> bytes:
    """As the reader's server writes it (RFC 3464)."""
    status = "Final-Recipient: rfc822; back\nAction: failed\nStatus: 5.1.1"
    return (
        f"From: MAILER-DAEMON@{READERS}\nTo: {letter.sender}\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx.{READERS}\nOriginal-Envelope-Id: {letter.name}\n\n"
        f"{status}\n\n--b--\n"
    ).encode()


def _write(service: Service, many: dict[str, int]) -> None:
    """So many letters to each of these people."""
    service.python("manage.py", "shell", "-c", _WRITE.replace("WANTED", json.dumps(many)))


@contextmanager
def _listening(server: Server) -> Iterator[int]:
    controller = Controller(server, hostname="127.0.0.1", port=_free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
