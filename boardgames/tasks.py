"""Celery's tasks of the frame."""

from celery import shared_task
from django.contrib.sessions.models import Session
from django.utils import timezone

from boardgames.database import slices
from boardgames.models import Heartbeat


@shared_task
def beat() -> None:
    """Notes that beat, broker and worker are alive."""
    Heartbeat.note("worker")


@shared_task
def clear_sessions() -> None:
    """Delete the sessions that have expired."""
    slices.delete(Session.objects.filter(expire_date__lt=timezone.now()))
