"""Due facts and deliveries for Prometheus: how many, and the age of the oldest."""

from collections.abc import Iterator

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from notifications.models import Channel, Delivery, Notification


def count_waiting() -> Iterator[GaugeMetricFamily]:
    """Count them in the database; called at each request for metrics."""
    now = timezone.now()
    facts = Notification.objects.filter(state=Notification.State.QUEUED, due_at__lte=now)
    found = facts.aggregate(many=Count("id"), oldest=Min("due_at"))
    age = (now - found["oldest"]).total_seconds() if found["oldest"] else 0
    yield GaugeMetricFamily("facts_due", "Facts that are to be planned", found["many"])
    yield GaugeMetricFamily("facts_due_oldest_seconds", "Since when the oldest of them is", age)
    many = GaugeMetricFamily("deliveries_due", "Messages that are to go out", labels=["channel"])
    oldest = GaugeMetricFamily(
        "deliveries_due_oldest_seconds", "Since when the oldest of them is", labels=["channel"]
    )
    due = Delivery.objects.filter(state=Delivery.State.QUEUED, due_at__lte=now).order_by()
    rows = due.values("channel").annotate(many=Count("id"), oldest=Min("due_at"))
    known = {row["channel"]: row for row in rows}
    for channel in Channel.values:
        row = known.get(channel)
        many.add_metric([channel], row["many"] if row else 0)
        age = (now - row["oldest"]).total_seconds() if row else 0
        oldest.add_metric([channel], age)
    yield many
    yield oldest
