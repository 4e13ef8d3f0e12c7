"""Celery's ticks for mail; what they find is in the database."""

from celery import shared_task

from notifications import delivery


@shared_task
def deliver() -> None:
    """Send what is due, unless another process is at it."""
    with delivery.alone() as alone:
        if alone:
            delivery.deliver_due()


@shared_task
def forget() -> None:
    """Drop what was settled long ago."""
    delivery.forget_old()
