"""Game types from outside that a site has not had before: each begins as an alpha."""

from __future__ import annotations

from typing import Any

import structlog
from django.conf import settings

from games.models import Game, Package
from games.models.packages import Stage
from games.rules import registry

log = structlog.get_logger(__name__)


def begin_as_alphas(**_signal: Any) -> None:
    """Make an alpha of each type from outside without a stage of which no game was ever created;
    before the service starts, in production alone: an author's own server shows a type at once."""
    if not settings.PRODUCTION:
        return
    outside = {rules.slug for rules in registry.all()} - set(registry.OWN)
    outside -= set(Package.objects.values_list("pk", flat=True))
    outside -= set(Game.objects.filter(type__in=outside).values_list("type", flat=True))
    for slug in sorted(outside):
        Package.objects.get_or_create(pk=slug, defaults={"stage": Stage.ALPHA})
        log.info("a new game type begins as an alpha", type=slug)
