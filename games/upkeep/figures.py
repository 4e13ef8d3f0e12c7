"""Games and package errors by rules version, for Prometheus and for the admin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, Sum
from prometheus_client.core import GaugeMetricFamily

from boardgames.database import biglists
from boardgames.models import Trouble
from games.models import FaultReport, Game
from games.rules import registry

#: How many finished games of a type are counted, the latest first: there may be millions.
COUNTED = biglists.NEWEST


class ByVersion(NamedTuple):
    """The numbers of one rules version: running games, finished games, errors and how often they
    came, reports."""

    version: int
    running: int
    over: int
    slips: int
    noted: int
    reports: int


def running() -> Iterator[GaugeMetricFamily]:
    """The running games of each type by the rules version of their last move.

    And the games that newer rules than ours have moved, which wait for those.
    """
    family = GaugeMetricFamily("games_running", "Games that run", labels=["game", "version"])
    ours, newer = {rules.slug: rules.version for rules in registry.all()}, 0
    games = Game.objects.filter(status=Game.Status.RUNNING, practice=False).order_by()
    for type_, version, many in games.values_list("type", "rules_version").annotate(Count("pk")):
        family.add_metric([type_, str(version)], many)
        newer += many if version > ours.get(type_, version) else 0
    yield family
    yield GaugeMetricFamily("games_newer_than_rules", "Games that newer rules have moved", newer)


def by_version(slug: str) -> list[ByVersion]:
    """The numbers by version, newest first; of finished games the last ``COUNTED``."""
    games = Game.objects.filter(type=slug, practice=False)
    going = games.filter(status=Game.Status.RUNNING).order_by().values_list("rules_version")
    running = dict(going.annotate(Count("pk")))
    ended = games.filter(status=Game.Status.FINISHED).order_by("-finished_at", "-pk")
    over = Counter(ended.values_list("rules_version", flat=True)[:COUNTED])
    slips = Trouble.objects.filter(game=slug).order_by().values_list("version")
    of_slips = {
        version: (many, noted) for version, many, noted in slips.annotate(Count("pk"), Sum("times"))
    }
    reports = FaultReport.objects.filter(type=slug).order_by().values_list("rules_version")
    of_reports = dict(reports.annotate(Count("pk")))
    versions = running.keys() | over.keys() | of_slips.keys() | of_reports.keys()
    return [
        ByVersion(
            version,
            running.get(version, 0),
            over[version],
            *of_slips.get(version, (0, 0)),
            of_reports.get(version, 0),
        )
        for version in sorted(versions, reverse=True)
    ]
