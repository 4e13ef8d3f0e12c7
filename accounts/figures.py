"""E-mails about accounts that have not gone out, for Prometheus.

A failed try defers an e-mail, so its age counts from when it was written, not from when it is due.
"""

from collections.abc import Iterator

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from accounts.models import Letter


def count_waiting() -> Iterator[GaugeMetricFamily]:
    """Count them in the database; called at each request for metrics."""
    letters = Letter.objects.filter(due_at__isnull=False)
    found = letters.aggregate(many=Count("id"), oldest=Min("written_at"))
    age = (timezone.now() - found["oldest"]).total_seconds() if found["oldest"] else 0
    yield GaugeMetricFamily("letters_waiting", "Letters about accounts to send", found["many"])
    yield GaugeMetricFamily(
        "letters_waiting_oldest_seconds", "Since when the oldest of them waits", age
    )
