"""The author's pages, in development only: the workbench, and one position in every variant.

The position is drawn as its reader sees it, in both themes, three widths and both languages, and
again whenever a file of the game type changes.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from games.checking import author_lessons
from games.checking.workbench import views
from games.checking.workbench.bench import bench
from games.checking.workbench.page import chosen_seat
from games.words import table_package

WIDTHS = (390, 768, 1440)


@require_safe
def looks(request: HttpRequest, slug: str) -> HttpResponse:
    """The contents of the workbench, in frames, as one seat sees it."""
    found = bench(slug, request.GET)
    region = request.GET.get("region", "")
    seat = request.GET.get("seat", chosen_seat(found.game, request.GET) if found.game else 0)
    context = {
        "type": found.rules,
        "stamp": found.stamp,
        "address": found.address(),
        "source": found.source,
        "seat": seat,
        "region": region,
        "regions": table_package.regions(found.rules),
        "looks": [
            {
                "width": width,
                "theme": theme,
                "language": language,
                "query": found.address(seat=seat, region=region, theme=theme, language=language),
            }
            for width in WIDTHS
            for theme, language in (("light", "en"), ("dark", "de"))
        ],
    }
    return render(request, "games/author.html", context)


urlpatterns = [
    *author_lessons.urlpatterns,
    path("<slug:slug>/looks/", looks, name="author-looks"),
    *views.urlpatterns,
]
