"""Bounces: reports of mail servers that an accepted e-mail could not be delivered (RFC 3464)."""

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses

#: Headers in which the delivering server names the recipient of a bounce, and of its e-mail.
_WHOM = ("Delivered-To", "X-Original-To", "Envelope-To", "To")
_STATUS = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b")


@dataclass(frozen=True)
class Bounce:
    """An e-mail that will never be delivered."""

    to: list[str]
    """To whom the bounce was sent: the address that had sent the e-mail."""
    answer: str
    """As a mail server would have said it at once: "550 5.1.1 …"."""


def read_bounce(raw: bytes) -> Bounce | None:
    """The bounce in a message; None if it is no bounce or only reports a delay."""
    message = message_from_bytes(raw)
    to = [address for _name, address in getaddresses(_headers(message))]
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            for about in part.get_payload():
                if isinstance(about, Message) and _of(about, "Action").lower() == "failed":
                    return Bounce(to, _answer(about))
    return None


def _headers(message: Message) -> list[str]:
    return [str(value) for name in _WHOM for value in message.get_all(name, [])]


def _answer(about: Message) -> str:
    """The most precise answer: what the other server said, if the status says nothing (5.0.0)."""
    status, said = _of(about, "Status"), _of(about, "Diagnostic-Code").partition(";")[2].strip()
    if status.endswith(".0.0") and (better := _STATUS.search(said)):
        status = better[0]
    return f"550 {status} {said}"[:200]


def _of(about: Message, field: str) -> str:
    return " ".join(str(about.get(field, "")).split())
