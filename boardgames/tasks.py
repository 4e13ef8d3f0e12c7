"""Celery's tasks of the frame."""

from celery import shared_task

from boardgames.models import Heartbeat


@shared_task
def beat() -> None:
    """Notes that beat, broker and worker are alive."""
    Heartbeat.note("worker")
