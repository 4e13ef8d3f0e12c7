"""Ticks of what people write to each other."""

from celery import shared_task

from community.messages import reading


@shared_task
def forget_messages() -> None:
    """Old private messages."""
    reading.forget_old()
