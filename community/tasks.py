"""Celery's ticks for private messages and clubs."""

from celery import shared_task

from community.clubs import talk
from community.messages import reading


@shared_task
def forget_messages() -> None:
    """Delete old private messages and old club messages."""
    reading.forget_old()
    talk.forget_old()
