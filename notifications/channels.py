"""The channels out of the page: what the module of a channel provides, and which exist.

A channel is a module of this package, named like its ``Channel``, with the functions of
``Backend``. Everything else (people's choices, batches, retries, failures) is the same for
all and belongs to ``planning`` and ``delivery``.
"""

from contextlib import AbstractContextManager
from datetime import timedelta
from importlib import import_module
from typing import Protocol, cast

from accounts.models import User
from notifications.models import Channel, Delivery, Notification

_MODULES = {
    Channel.MAIL: "notifications.mail",
    Channel.PUSH: "notifications.push",
    Channel.WEBHOOK: "notifications.webhooks.webhooks",
}


class NotTaken(Exception):
    """The other side did not accept a message. Any other exception also means: try again later."""

    def __init__(
        self, reason: str, *, for_good: bool = False, retry_after: timedelta | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.for_good = for_good
        """It will not take this message, however often it is offered."""
        self.retry_after = retry_after
        """How long it asks to be left alone, if it says so."""


class Backend(Protocol):
    """The interface of a channel's module."""

    def run(self) -> AbstractContextManager[None]:
        """A context around all messages that are sent one after the other."""

    def targets(self, user: User, notification: Notification) -> list[int]:
        """Where this channel would send it: numbers of its own rows; [0] if there is no choice.

        Empty if nowhere.
        """

    def send(self, user: User, target: int, deliveries: list[Delivery]) -> None:
        """Send one message about all deliveries, oldest first.

        Raises ``NotTaken``, or ``Unanswered``, which raises it later. A single delivery with an
        empty ``batch`` is a message of its own; others are a summary. Each comes with its
        notification and its game; all belong to the same batch.
        """


def backend(channel: Channel | str) -> Backend:
    """The module of a channel."""
    return cast(Backend, import_module(_MODULES[Channel(channel)]))


def backends() -> dict[Channel, Backend]:
    """The modules of all channels."""
    return {channel: backend(channel) for channel in _MODULES}
