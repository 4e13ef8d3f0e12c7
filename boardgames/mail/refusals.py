"""What it means when a mail server does not accept an e-mail."""

import re
from dataclasses import dataclass
from smtplib import SMTPDataError, SMTPRecipientsRefused

#: Codes for addresses that do not exist, are malformed, have moved, or are disabled (RFC 3463 and
#: 7505). Other codes may have another reason: a full mailbox, a quota, a rule.
_OF_ADDRESS = re.compile(r"5\d\d[- ]5\.(1\.(1|2|3|6|10)|2\.1)\b")


@dataclass(frozen=True)
class Refusal:
    """A server's answer to one e-mail."""

    code: int
    text: str

    @property
    def is_of_address(self) -> bool:
        """Whether this address will never accept an e-mail."""
        return is_of_address(str(self))

    def __str__(self) -> str:
        return f"{self.code} {self.text}"


def is_of_address(answer: str) -> bool:
    """Whether a server's answer says that the address is wrong."""
    return bool(_OF_ADDRESS.match(answer))


def read_refusal(error: Exception) -> Refusal | None:
    """The server's refusal of this e-mail; None if the error is no refusal."""
    if isinstance(error, SMTPRecipientsRefused):  # there is only one recipient
        return _refusal(*next(iter(error.recipients.values())))
    if isinstance(error, SMTPDataError):
        return _refusal(error.smtp_code, error.smtp_error)
    return None


def _refusal(code: int, text: bytes | str) -> Refusal:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return Refusal(code, " ".join(said.split()))
