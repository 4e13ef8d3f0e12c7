"""Ticks of what people write to each other."""

from celery import shared_task

from community.clubs import talk
from community.messages import reading


@shared_task
def forget_messages() -> None:
    """Old private messages, and what was said to clubs long ago."""
    reading.forget_old()
    talk.forget_old()
