"""Settings of workers and beat; ``schedule`` lists which task runs how often."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from kombu.entity import Queue

from boardgames.celery.schedule import TICKS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
# Tests run Django's own checks, which would load all addresses, including those of the API.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")

app = Celery("boardgames", task_cls="boardgames.celery.broker:Task")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A worker serves all queues unless its command names some of them (`--queues mail`). Tasks of
# `thinking` use whole cores and have workers of their own.
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
    # Otherwise, once its broker is back, a worker takes at most as many tasks as it has processes.
    worker_enable_prefetch_count_reduction=False,
    # Nobody sends control messages to workers, and their queues are one more thing to lose.
    worker_enable_remote_control=False,
    worker_soft_shutdown_timeout=10,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # A broker that accepts nothing, because its disk or memory is full, counts as absent.
    broker_channel_error_retry=True,
    # A call of .delay() must not hold up a request when the broker is dead.
    task_publish_retry=False,
    broker_transport_options={"socket_timeout": 5, "socket_connect_timeout": 0.5},
    timezone="UTC",
)


@setup_logging.connect
def keep_our_logging(**kwargs: Any) -> None:
    """Keep our logging: Celery configures none if this signal has a receiver."""


# We accept messages in JSON only, so Celery's reason to refuse root (pickle) does not apply.
warnings.filterwarnings("ignore", message=r"(?s).*running the worker with superuser")
