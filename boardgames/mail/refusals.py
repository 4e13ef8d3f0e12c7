"""What a mail server means by not taking an e-mail."""

import re
from dataclasses import dataclass
from smtplib import SMTPDataError, SMTPRecipientsRefused

#: The mailbox or domain does not exist, is malformed, has moved, takes no mail, or is disabled
#: (RFC 3463 and 7505). All else may have another reason: a full mailbox, a quota, a rule.
_OF_ADDRESS = re.compile(r"5\d\d[- ]5\.(1\.(1|2|3|6|10)|2\.1)\b")


@dataclass(frozen=True)
class Refusal:
    """A server's answer to one e-mail."""

    code: int
    text: str

    @property
    def is_of_address(self) -> bool:
        """Whether no e-mail to this address will ever be taken."""
        return is_of_address(str(self))

    def __str__(self) -> str:
        return f"{self.code} {self.text}"


def is_of_address(answer: str) -> bool:
    """Whether a server's answer is that the address is wrong."""
    return bool(_OF_ADDRESS.match(answer))


def read_refusal(error: Exception) -> Refusal | None:
    """What the server has said against this e-mail; None where that is no refusal of it."""
    if isinstance(error, SMTPRecipientsRefused):  # there is but one
        return _refusal(*next(iter(error.recipients.values())))
    if isinstance(error, SMTPDataError):
        return _refusal(error.smtp_code, error.smtp_error)
    return None


def _refusal(code: int, text: bytes | str) -> Refusal:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return Refusal(code, " ".join(said.split()))
