"""Finding others: the games that still have a free seat, and the quick way into one."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.lobby import lists
from games.lobby import quick as quick_match
from games.lobby.lists import Wish
from games.lobby.pace import PACES
from games.models import Game
from games.pages.answers import member, reader, refusable, see
from games.pages.lists.cards import Card, cards, with_points
from games.pages.lists.prospects import with_prospects
from games.pages.paging import one_of, paged
from games.rules import registry


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open games to join and one's invitations, (`show=offered`) those with a seat to take over, or
    (`show=running`) those that can be watched; `type` and what else is wished narrow them down."""
    user_id = request.user.pk
    invited: list[Card] = []
    if user_id is not None:
        invited = cards(lists.positions(lists.invited(user_id)[:]), user_id, invited=True)
    shown = one_of(request.GET.get("show"), ("offered", "running"))
    wish = _wish(request)
    if shown == "offered":
        found = lists.offered(wish.type, user_id)
    elif shown:
        found = lists.running(wish.type)
    else:
        found = lists.waiting_for_players(wish, user_id)
    rows, pages = paged(request, found)
    listed = lists.positions(rows)
    games = cards(listed, user_id)
    if shown == "offered":
        games = with_points(games)
    elif not shown:
        games = with_prospects(games, listed)
    context = {
        "games": games,
        "invited": invited,
        "pages": pages,
        "tabs": _tabs(shown, wish.type),
        "filters": _filters(wish) if not shown else _filters(wish)[:1],
        "wish": wish,
        "shown": shown,
        "types": [{"slug": rules.slug, "name": _(rules.name)} for rules in registry.all()],
        "paces": _paces(),
        "slug": wish.type,
    }
    return render(request, "games/lobby.html", context)


@require_POST
@member
@refusable
def quick(request: HttpRequest) -> HttpResponse:
    """Into the first game that fits, or into a new one where others come."""
    of = request.POST.get
    type_, pace = of("type", ""), of("pace", "")
    position = quick_match.match(reader(request), type_, pace, rated=of("rated") == "yes")
    if position.game.status == Game.Status.OPEN:
        messages.success(request, _("Now others can come. We tell you when somebody does."))
    return see("game", position.game.pk)


def _wish(request: HttpRequest) -> Wish:
    """What the address wishes for; nonsense wishes for nothing."""
    of = request.GET.get
    players = of("players", "")
    return Wish(
        type=one_of(of("type"), [rules.slug for rules in registry.all()]),
        players=int(players) if players in _NUMBERS else 0,
        pace=one_of(of("pace"), PACES),
        options=one_of(of("options"), ("usual", "other")),
        rated=one_of(of("rated"), ("yes", "no")),
        language=one_of(of("language"), dict(settings.LANGUAGES)),
        now=of("now") == "1",
    )


_NUMBERS = tuple(map(str, range(2, 9)))


def _tabs(shown: str, type_: str) -> list[dict[str, object]]:
    tabs = {
        "": _("Looking for players"),
        "offered": _("Seats that need a player"),
        "running": _("To watch"),
    }
    return [
        {
            "label": label,
            "href": f"?{urlencode({'show': show, 'type': type_})}",
            "current": show == shown,
        }
        for show, label in tabs.items()
    ]


def _paces() -> list[tuple[str, str]]:
    return [(name, _(pace.label)) for name, pace in PACES.items()]


def _filters(wish: Wish) -> list[dict[str, object]]:
    """Each field of the filters: its name, its label, and its values with their words."""
    most = max((max(rules.players) for rules in registry.all()), default=2)
    languages = [
        (code, str(get_language_info(code)["name_local"]).capitalize())
        for code, _name in settings.LANGUAGES
    ]
    fields = (
        ("type", _("Game"), [(rules.slug, _(rules.name)) for rules in registry.all()]),
        ("players", _("Players"), [(n, n) for n in map(str, range(2, most + 1))]),
        ("pace", _("Time for a turn"), _paces()),
        ("options", _("Options"), [("usual", _("as usual")), ("other", _("with variants"))]),
        ("rated", _("Rated"), [("yes", _("rated")), ("no", _("not rated"))]),
        ("language", _("Language"), languages),
    )
    return [
        {"name": name, "label": label, "values": values, "chosen": str(getattr(wish, name) or "")}
        for name, label, values in fields
    ]
