"""What a mail server means by not taking an e-mail."""

from dataclasses import dataclass
from smtplib import SMTPDataError, SMTPRecipientsRefused


@dataclass(frozen=True)
class Refusal:
    """A server's answer to one e-mail."""

    code: int
    text: str

    @property
    def is_for_good(self) -> bool:
        """Whether it will not take it, however often it is offered."""
        return self.code >= 500

    def __str__(self) -> str:
        return f"{self.code} {self.text}"


def read(error: Exception) -> Refusal | None:
    """What the server has said against this e-mail; None where that is no refusal of it."""
    if isinstance(error, SMTPRecipientsRefused):  # there is but one
        return _refusal(*next(iter(error.recipients.values())))
    if isinstance(error, SMTPDataError):
        return _refusal(error.smtp_code, error.smtp_error)
    return None


def _refusal(code: int, text: bytes | str) -> Refusal:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    return Refusal(code, " ".join(said.split()))
