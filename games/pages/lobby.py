"""Finding others: the games that still have a free seat."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import listing
from games.models import Game
from games.pages.cards import cards
from games.pages.paging import paged
from games.rules import registry


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open games to join and one's invitations; `type` narrows them to one game type."""
    slug = request.GET.get("type", "")
    known = {rules.slug: _(rules.name) for rules in registry.all()}
    slug = slug if slug in known else ""
    invited: list[Any] = []
    if request.user.is_authenticated:
        invited = cards(listing.invited(request.user.pk), request.user.pk, invited=True)
    games, pages = paged(request, listing.games(status=Game.Status.OPEN, type_=slug))
    context = {
        "games": cards(games, request.user.pk),
        "invited": invited,
        "pages": pages,
        "tabs": [
            {"label": _("All games"), "href": "?", "current": not slug},
            *(
                {"label": name, "href": f"?type={each}", "current": each == slug}
                for each, name in known.items()
            ),
        ],
        "types": [{"slug": each, "name": name} for each, name in known.items()],
        "slug": slug,
    }
    return render(request, "games/lobby.html", context)
