"""Celery tasks of the service itself."""

from contextlib import suppress
from typing import Any

from allauth.usersessions.models import UserSession
from celery import shared_task
from celery.signals import worker_ready
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from boardgames.database import slices
from boardgames.models import Heartbeat


@shared_task
def beat() -> None:
    """Record that beat, broker and worker are alive."""
    Heartbeat.note("worker")


@shared_task
def beat_thinking() -> None:
    """Record the same for the processes that compute bots' moves."""
    Heartbeat.note("thinking")


@worker_ready.connect
def note_start(sender: Any, **_signal: Any) -> None:
    """Record that a worker is alive as soon as it has started, without waiting for a beat."""
    with suppress(DatabaseError):
        Heartbeat.note("thinking" if sender.hostname.startswith("thinking@") else "worker")
    connection.close()


@shared_task
def clear_sessions() -> None:
    """Delete the sessions that have expired."""
    slices.delete(Session.objects.filter(expire_date__lt=timezone.now()))
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    slices.delete(UserSession.objects.filter(~Exists(alive)))
