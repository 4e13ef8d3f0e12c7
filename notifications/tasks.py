"""Celery's ticks for notifications; what they process is in the database."""

from celery import shared_task

from notifications import delivery, devices, planning
from notifications.models import Channel


@shared_task
def plan() -> None:
    """Hand what is due to the channels."""
    planning.plan_due()


@shared_task
def deliver(channel: str) -> None:
    """Send what is due by this channel, unless enough others are doing so."""
    with delivery.hold_place(Channel(channel)) as free:
        if free:
            delivery.deliver_due(Channel(channel))


@shared_task
def forget() -> None:
    """Delete what was settled long ago."""
    delivery.forget_old()
    devices.forget_old()
