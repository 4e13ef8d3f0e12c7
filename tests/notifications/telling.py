"""Doing by hand what the ticks do, and looking at what came of it."""

from notifications import channels, delivery, planning
from notifications.models import Delivery, Notification


def tell() -> int:
    """Plan and send whatever is due; how many messages were dealt with."""
    planning.plan_due()
    return sum(delivery.deliver_due(channel) for channel in channels.backends())


def reasons(kind: str) -> list[str]:
    """What became of the facts of this kind and their e-mails: why not, or a state."""
    found = []
    for fact in Notification.objects.filter(kind=kind).order_by("id"):
        mails: list[Delivery | Notification] = [*fact.deliveries.filter(channel="mail")]
        found += [one.reason or one.state for one in mails or [fact]]
    return found
