"""The worker's and the beat's settings; what they do how often is in ``schedule``."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from kombu.entity import Queue

from boardgames.celery.schedule import TICKS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
# Django's own checks are made by tests and would load all addresses, those of the API included.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")

app = Celery("boardgames", task_cls="boardgames.celery.broker:Task")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A worker serves them all, unless its command names some of them (`--queues mail`).
# `thinking` takes whole cores and has workers of its own.
QUEUES = ("deadlines", "mail", "push", "bots", "thinking")

app.conf.update(
    beat_schedule=TICKS,
    task_queues=[Queue(name) for name in QUEUES],
    task_default_queue="deadlines",
    task_ignore_result=True,
    accept_content=["json"],
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_time_limit=120,
    task_soft_time_limit=90,
    worker_prefetch_multiplier=1,
    worker_consumer="boardgames.celery.broker:Consumer",
    # Else a worker takes no more tasks at once than it has processes when its broker comes back.
    worker_enable_prefetch_count_reduction=False,
    # Nobody asks the workers anything, and its queues are one more thing to lose with the broker.
    worker_enable_remote_control=False,
    worker_soft_shutdown_timeout=10,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # A broker that takes nothing, for want of disk or memory, is like one that is away.
    broker_channel_error_retry=True,
    # A call of .delay() on a dead broker must not hold up a request.
    task_publish_retry=False,
    broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 0.5},
    timezone="UTC",
)


@setup_logging.connect
def keep_our_logging(**kwargs: Any) -> None:
    """Celery leaves logging alone when somebody answers this signal; the settings have done it."""


# We take messages in JSON alone, so what Celery fears of root (pickle) cannot happen.
warnings.filterwarnings("ignore", message=r"(?s).*running the worker with superuser")
