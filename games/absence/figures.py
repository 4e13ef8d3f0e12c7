"""Games that want looking after, for Prometheus."""

from collections.abc import Iterator

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from games.absence import deadlines
from games.models import Game


def waiting() -> Iterator[GaugeMetricFamily]:
    """Seats past their deadline, on which the scan acts within half a minute; broken games."""
    now = timezone.now()
    seats = deadlines.due().order_by().aggregate(many=Count("id"), oldest=Min("deadline"))
    age = (now - seats["oldest"]).total_seconds() if seats["oldest"] else 0
    yield GaugeMetricFamily("seats_overdue", "Seats past their deadline", seats["many"])
    yield GaugeMetricFamily("seats_overdue_oldest_seconds", "Since when the oldest of them is", age)
    broken = Game.objects.filter(broken_at__isnull=False, status=Game.Status.RUNNING).count()
    yield GaugeMetricFamily("games_broken", "Games that their rules have stopped", broken)
