"""Celery's tasks of the frame."""

from celery import shared_task
from django.utils import timezone

from boardgames.models import Heartbeat


@shared_task
def beat() -> None:
    """Notes that beat, broker and worker are alive."""
    Heartbeat.objects.update_or_create(name="worker", defaults={"at": timezone.now()})
