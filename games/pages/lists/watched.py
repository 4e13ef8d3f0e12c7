"""One live table that is worth watching, for everybody on the front page and in the lobby.

It is drawn once for all in each language, at most each few seconds, and is in the cache of all
processes: a visitor costs one question to Valkey, however many tables there are.
"""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from markupsafe import Markup

from games.live import worth_watching
from games.pages.lists.cards import Card, cards, with_points
from games.pages.lists.rows import picture_address

#: Seconds for which a drawing is new, and for which it is kept: while one process draws again, all
#: others show it.
NEW, KEPT = 5, 20
#: The tables of which the points are compared.
LIKELY = 4
#: What the closest game is worth more than one that is decided, in points of a rating.
CLOSE = 200


@require_safe
@never_cache
def show_watched(request: HttpRequest) -> HttpResponse:
    """The table alone, empty if there is none: pages ask for it every few seconds."""
    return HttpResponse(draw_watched())


def draw_watched() -> Markup:
    """The table in the reader's language, as it was at most some seconds ago; empty if there is
    none."""
    key = f"watched/{get_language()}"
    if cache.add(f"{key}/new", True, NEW):
        drawn = _draw()
        cache.set(key, drawn, KEPT)
    else:
        drawn = cache.get(key, "")
    return Markup(drawn)  # noqa: S704  drawn by a template


def _draw() -> str:
    tables = worth_watching.find_tables(LIKELY)
    shown = with_points(cards([table.position for table in tables], None))
    if not shown:
        return ""
    card, table = max(
        zip(shown, tables, strict=True),
        key=lambda each: each[1].worth + CLOSE * _closeness(each[0]),
    )
    picture = f"{picture_address(table.position.game)}&wide"
    return render_to_string(
        "games/watched.html", {"game": card, "picture": picture, "watching": table.watching}
    )


def _closeness(card: Card) -> float:
    """1 if the first two have as many points, 0 if the second has none or nobody has points."""
    points = sorted((player["score"] or 0 for player in card["players"]), reverse=True)
    return points[1] / points[0] if len(points) > 1 and points[0] > 0 else 0
