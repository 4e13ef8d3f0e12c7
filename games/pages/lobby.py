"""Finding others: the games that still have a free seat."""

from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import names, privacy
from games.lobby import lists
from games.models import Game
from games.pages.cards import Card, cards, with_points
from games.pages.paging import paged
from games.rules import registry


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open games to join and one's invitations, (`show=offered`) those with a seat to take over, or
    (`show=running`) those that can be watched; `type` narrows them to one game type."""
    slug = request.GET.get("type", "")
    known = {rules.slug: _(rules.name) for rules in registry.all()}
    slug = slug if slug in known else ""
    invited: list[Card] = []
    if request.user.is_authenticated:
        invited = cards(lists.invited(request.user.pk), request.user.pk, invited=True)
    tabs = {
        "": _("Looking for players"),
        "offered": _("Seats that need a player"),
        "running": _("To watch"),
    }
    shown = request.GET.get("show", "")
    shown = shown if shown in tabs else ""
    status = Game.Status.RUNNING if shown else Game.Status.OPEN
    found = lists.games(
        status=status, type_=slug, offered=shown == "offered", reader=request.user.pk
    )
    games, pages = paged(request, found)
    listed = cards(games, request.user.pk)
    context = {
        "games": with_points(listed) if shown == "offered" else listed,
        "invited": invited,
        "pages": pages,
        "tabs": [
            {
                "label": label,
                "href": f"?{urlencode({'show': show, 'type': slug})}",
                "current": show == shown,
            }
            for show, label in tabs.items()
        ],
        "filters": [
            {
                "label": label,
                "href": f"?{urlencode({'show': shown, 'type': each})}",
                "current": each == slug,
            }
            for each, label in (("", _("All games")), *known.items())
        ],
        "shown": shown,
        "types": [{"slug": each, "name": name} for each, name in known.items()],
        "slug": slug,
    }
    return render(request, "games/lobby.html", context)


@require_safe
def player_games(request: HttpRequest, username: str) -> HttpResponse:
    """The public games of one player, newest first."""
    if not names.could_be(username):
        raise Http404
    person = get_object_or_404(get_user_model(), username__iexact=username, is_active=True)
    rows = lists.games(of=person.pk).filter(visibility=Game.Visibility.PUBLIC)
    if person.pk != request.user.pk and "games" in privacy.hidden_by(person.pk):
        rows = rows.none()
    games, pages = paged(request, rows)
    context = {"person": person, "games": cards(games, request.user.pk), "pages": pages}
    return render(request, "games/player.html", context)
