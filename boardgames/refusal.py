"""The common form of everything that the service refuses to do.

Views and endpoints let it pass. The code that answers the request shows the message, which is in
the reader's language, and gives programs ``code`` and ``status``.
"""


class Refusal(Exception):
    """The action is impossible, at least now, and nothing has changed.

    The message says why. ``retry_after``: seconds after which another try makes sense, if any.
    """

    status = 422
    code = "refused"
    retry_after = 0

    def __init__(self, message: str, code: str = "", status: int = 0, retry_after: int = 0) -> None:
        super().__init__(message)
        self.code = code or self.code
        self.status = status or self.status
        self.retry_after = retry_after or self.retry_after
