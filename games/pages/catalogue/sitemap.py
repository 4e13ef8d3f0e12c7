"""The pages that search engines may list (sitemaps.org)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from boardgames.web import notices
from games.models import Game
from games.stages import stage_visibility

#: Finished games at most, the newest; one file may list 50,000 pages.
MOST = 10_000


@require_safe
@cache_control(public=True, max_age=3600)
def sitemap(request: HttpRequest) -> HttpResponse:
    """Game types, help, leaderboards, and finished public games."""
    root = ElementTree.Element("urlset", xmlns="http://www.sitemaps.org/schemas/sitemap/0.9")
    for path in _pages():
        _add(root, path)
    over = stage_visibility.games_for_everybody().filter(status=Game.Status.FINISHED)
    for game_id, finished_at in over.order_by("-id").values_list("pk", "finished_at")[:MOST]:
        page = _add(root, reverse("game", args=[game_id]))
        if finished_at:
            ElementTree.SubElement(page, "lastmod").text = finished_at.date().isoformat()
    content = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return HttpResponse(content, content_type="application/xml")


def _pages() -> Iterator[str]:
    yield from (reverse(name) for name in ("start", "games", "lobby", "about", "api"))
    yield from (reverse("notice", args=[name]) for name in notices.TITLES)
    for rules in stage_visibility.types(None):
        for name in ("game-type", "leaderboard", "statistics"):
            yield reverse(name, args=[rules.slug])


def _add(root: ElementTree.Element, path: str) -> ElementTree.Element:
    page = ElementTree.SubElement(root, "url")
    ElementTree.SubElement(page, "loc").text = f"{settings.SITE_URL}{path}"
    return page
