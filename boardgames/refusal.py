"""What is refused, in one form for all rooms.

Views and endpoints let it pass: what answers the request says the message, which is in the reader's
language, and tells programs ``code`` and ``status``.
"""


class Refusal(Exception):
    """It cannot be done, or not now, and all is as it was. The message says why; another try is
    worth it after ``retry_after`` seconds, where that helps."""

    status = 422
    code = "refused"
    retry_after = 0

    def __init__(self, message: str, code: str = "", status: int = 0, retry_after: int = 0) -> None:
        super().__init__(message)
        self.code = code or self.code
        self.status = status or self.status
        self.retry_after = retry_after or self.retry_after
