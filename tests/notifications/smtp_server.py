"""A mail server that behaves as a test wants: a real one, on loopback, with TLS and sign-in."""

import asyncio
import datetime
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from ipaddress import ip_address
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

USER, PASSWORD = "games", "a secret: with @ signs"


def certificate(folder: Path) -> Path:
    """A key and a certificate for 127.0.0.1 that it signs itself, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    file = folder / "smtp.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    return file


@dataclass
class Server:
    """What it took, and what it says: ``answers`` are used up first, then "250 OK"."""

    answers: list[str] = field(default_factory=list)
    to_sender: list[str] = field(default_factory=list)
    to_recipient: list[str] = field(default_factory=list)
    cuts: int = 0
    """So often it hangs up in the middle of a message."""
    scans: float = 0
    """Seconds before it answers to a message, which it has by then."""
    at_a_time: int = 0
    """So many messages it takes on one connection, and says 421 to the next; any number for 0."""
    leaves: bool = False
    """It hangs up after each message."""
    taken: list[EmailMessage] = field(default_factory=list)
    signed_in: list[bool] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    """The addresses that messages came from, to which bounces go."""
    called: list[str] = field(default_factory=list)
    """What the other side has called itself before each message."""
    connections: int = 0
    """By which messages were sent."""

    # What aiosmtpd calls ---------------------------------------------------------------------

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.to_sender:
            return self.to_sender.pop(0)
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.to_recipient:
            return self.to_recipient.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answers:
            await asyncio.sleep(self.scans)
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        parsed = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(parsed, EmailMessage)
        self.taken.append(parsed)
        self.senders.append(str(envelope.mail_from))
        self.called.append(str(session.host_name))
        self.signed_in.append(bool(session.authenticated))
        assert server.transport is not None
        self.encrypted.append(server.transport.get_extra_info("ssl_object") is not None)
        await asyncio.sleep(self.scans)
        return "250 OK"


class _Talk(SMTP):
    """One connection; it may be cut while a message comes in."""

    said = 0

    async def smtp_MAIL(self, arg: str) -> None:
        told: Server = self.event_handler
        if told.at_a_time and self.said == told.at_a_time:
            await self.push("421 4.7.0 Too many for one connection")
            return
        told.connections += not self.said
        self.said += 1
        await super().smtp_MAIL(arg)

    async def smtp_DATA(self, arg: str) -> None:
        told: Server = self.event_handler
        if told.cuts:
            told.cuts -= 1
            await self.push("354 Go on")
            await self._reader.readline()
            assert isinstance(self.transport, asyncio.Transport)
            self.transport.abort()
            return
        await super().smtp_DATA(arg)
        if told.leaves:
            assert self.transport is not None
            self.transport.close()


class Running(Controller):
    """The server in a thread of its own, on a free port of loopback."""

    def __init__(self, told: Server, pem: Path, *, tls_at_once: bool = False) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        self._context = context
        self._talks: list[_Talk] = []
        super().__init__(
            told,
            hostname="127.0.0.1",
            port=0,
            ssl_context=context if tls_at_once else None,
        )
        self._tls_at_once = tls_at_once

    def hang_up(self) -> None:
        """On all who are connected."""
        for talk in self._talks:
            if talk.transport is not None:
                self.loop.call_soon_threadsafe(talk.transport.close)

    def factory(self) -> SMTP:
        talk = _Talk(
            self.handler,
            tls_context=None if self._tls_at_once else self._context,
            require_starttls=not self._tls_at_once,
            auth_required=not self._tls_at_once,
            auth_require_tls=not self._tls_at_once,
            authenticator=self._known,
            hostname="localhost",
        )
        self._talks.append(talk)
        return talk

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]

    def stop(self, no_assert: bool = False) -> None:
        if self._thread is not None:  # once is enough
            super().stop(no_assert)

    @staticmethod
    def _known(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: object
    ) -> AuthResult:
        known = isinstance(given, LoginPassword) and (given.login, given.password) == (
            USER.encode(),
            PASSWORD.encode(),
        )
        return AuthResult(success=known, handled=False)


Connect = Callable[..., Running]
