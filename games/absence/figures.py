"""Metrics for Prometheus about games that need attention."""

from collections.abc import Iterator

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from games.absence import deadlines
from games.absence.downtime import DAYS, LIVE
from games.models import Game

_WATCHED = (
    ("seats_overdue", DAYS, ""),
    ("live_seats_overdue", LIVE, ", in live games"),
)


def count_overdue_seats() -> Iterator[GaugeMetricFamily]:
    """Seats past their deadline, and broken games.

    The scans act on such seats within half a minute, in live games within three seconds.
    """
    now = timezone.now()
    for name, watch, said in _WATCHED:
        seats = deadlines.due(watch).order_by().aggregate(many=Count("id"), oldest=Min("deadline"))
        age = (now - seats["oldest"]).total_seconds() if seats["oldest"] else 0
        yield GaugeMetricFamily(name, f"Seats past their deadline{said}", seats["many"])
        yield GaugeMetricFamily(
            f"{name}_oldest_seconds", f"Since when the oldest of them is{said}", age
        )
    broken = Game.objects.filter(broken_at__isnull=False, status=Game.Status.RUNNING).count()
    yield GaugeMetricFamily("games_broken", "Games that their rules have stopped", broken)
