"""Finding players: the games with a free seat, and the quick match."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import get_language_info, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.current_user import current_user
from community import finding
from community.clubs import listing as clubs
from games.lobby import lists
from games.lobby import quick as quick_match
from games.lobby.listing import Listing
from games.lobby.lists import Wish
from games.lobby.pace import PACES
from games.models import Game
from games.pages.answers import member, reader, refusable, see
from games.pages.lists import matching, standing
from games.pages.lists.cards import Card, cards, with_points
from games.pages.lists.open_rows import open_rows
from games.pages.lists.prospects import with_prospects
from games.pages.lists.visitors import seen_lately, visitors_of
from games.pages.lists.watched import draw_watched
from games.pages.paging import Pages, one_of, paged
from games.rules.engine import Rules
from games.stages import stage_visibility

Types = Sequence[Rules[Any]]
#: People present who fit beside the list; fewer are counted on a young site.
HERE, FEW = 6, 12
#: Lines or cards: stored by the browser.
LOOKS, COOKIE, LOOK_KEPT = ("list", "cards"), "lobby-look", 60 * 60 * 24 * 365


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open games to join and the reader's invitations.

    `show=offered` lists games with a seat to take over, `show=running` those that can be watched.
    `type` and other filters narrow the list, `order` sorts it, `look` selects lines or cards.
    """
    user_id = request.user.pk
    invited: list[Card] = []
    if user_id is not None:
        invited = cards(lists.positions(lists.invited(user_id)[:]), user_id, invited=True)
    shown = one_of(request.GET.get("show"), ("offered", "running"))
    here = stage_visibility.types(user_id)
    wish = _wish(request, here)
    rows, pages = paged(request, _found(shown, wish, user_id))
    listed = lists.positions(rows)
    look = one_of(request.GET.get("look"), LOOKS) or one_of(request.COOKIES.get(COOKIE), LOOKS)
    as_rows = not shown and look != "cards"
    games: list[Card] = []
    if not as_rows:
        games = cards(listed, user_id)
    if shown == "offered":
        games = with_points(games)
    elif look == "cards":
        games = with_prospects(games, listed)
    empty = not (shown or rows or request.GET)
    context = {
        "rows": open_rows(listed, user_id) if as_rows else [],
        "games": games,
        "invited": invited,
        "pages": pages,
        "tabs": _tabs(shown, wish.type, _number(len(rows), pages)),
        "filters": _filters_of(wish, here, user_id) if not shown else _filters(wish, here)[:1],
        "wished": _wished(wish),
        "orders": _orders(wish, user_id),
        "looks": _looks(request, as_rows) if not shown else [],
        "wish": wish,
        "shown": shown,
        "types": [{"slug": rules.slug, "name": _(rules.name)} for rules in here],
        "paces": _paces(),
        "slug": wish.type,
        "empty": empty,
        "watched": draw_watched(),
        "own_gold": user_id is not None,
        **(_for_member(request, here, wish.type, empty=empty) if user_id is not None else {}),
    }
    answer = render(request, "games/lobby.html", context)
    if look and "look" in request.GET:
        answer.set_cookie(COOKIE, look, LOOK_KEPT, samesite="Lax")
    return answer


def _found(shown: str, wish: Wish, user_id: int | None) -> Listing:
    if shown == "offered":
        return lists.seats_on_offer(wish.type, user_id)
    if shown:
        return lists.running(wish.type, user_id)
    return lists.waiting_for_players(wish, user_id)


def _for_member(request: HttpRequest, here: Types, slug: str, *, empty: bool) -> dict[str, object]:
    """The parts beside the list for a signed-in reader: quick match, and people who are present."""
    user_id = reader(request)
    names = {rules.slug: _(rules.name) for rules in here}
    visitors = visitors_of(user_id, seen_lately(), names)
    context: dict[str, object] = {
        "match": matching.describe_matches(user_id, here),
        "match_type": slug or matching.first_type(user_id, here),
        "standing": None
        if current_user(request).is_guest
        else standing.describe_invitations(user_id),
        "here_now": [one for one in visitors if one["here"]],
        "today": [one for one in visitors if not one["here"]],
        "most_here": HERE,
    }
    if empty:
        people = finding.members(user_id)[: FEW + 1].count()
        context["people"] = people + 1 if people <= FEW else None
        context["lesson"] = matching.lesson_for(user_id, here)
    return context


@require_POST
@member
@refusable
def quick(request: HttpRequest) -> HttpResponse:
    """Join the first game that fits, or open a new one."""
    of = request.POST.get
    type_, pace = of("type", ""), of("pace", "")
    position = quick_match.match(reader(request), type_, pace, rated=of("rated") == "yes")
    if position.game.status == Game.Status.OPEN and position.game.ready_by is None:
        messages.success(
            request, _("Other players can join now. You get a notification when somebody does.")
        )
    return see("game", position.game.pk)


def _wish(request: HttpRequest, here: Types) -> Wish:
    """The filter in the address; nonsense is ignored."""
    of = request.GET.get
    players, mine = of("players", ""), dict(_my_clubs(request.user.pk))
    return Wish(
        type=one_of(of("type"), [rules.slug for rules in here]),
        players=int(players) if players in _NUMBERS else 0,
        pace=one_of(of("pace"), PACES),
        options=one_of(of("options"), ("usual", "other")),
        rated=one_of(of("rated"), ("yes", "no")),
        language=one_of(of("language"), dict(settings.LANGUAGES)),
        now=of("now") == "1",
        fits=of("fits") == "1",
        order=one_of(of("order"), lists.ORDERS),
        club=int(one_of(of("club"), mine) or 0),
    )


_NUMBERS = tuple(map(str, range(2, 9)))


def _number(listed: int, pages: Pages) -> str:
    """How many games there are, as far as known from those that are listed."""
    if pages["previous"] or not listed:
        return ""
    return f"{listed}+" if pages["following"] else str(listed)


def _tabs(shown: str, type_: str, number: str) -> list[dict[str, object]]:
    tabs = {
        "": _("Looking for players"),
        "offered": _("Seats that need a player"),
        "running": _("Watch"),
    }
    return [
        {
            "label": label,
            "href": f"?{urlencode({'show': show, 'type': type_})}",
            "current": show == shown,
            "count": number if show == shown else "",
        }
        for show, label in tabs.items()
    ]


def _looks(request: HttpRequest, as_rows: bool) -> list[dict[str, object]]:
    found = []
    for name, label, current in (("list", _("List"), as_rows), ("cards", _("Cards"), not as_rows)):
        asked = request.GET.copy()
        asked["look"] = name
        found.append({"label": label, "href": f"?{asked.urlencode()}", "current": current})
    return found


def _orders(wish: Wish, user_id: int | None) -> list[tuple[str, str, bool]]:
    """The orders: value, words, whether it is chosen."""
    orders = {
        "": _("Newest first"),
        "soonest": _("Starting soonest"),
        "near": _("Rating near mine"),
        "pace": _("Fastest first"),
    }
    if user_id is None:
        del orders["near"]
    return [(value, label, value == wish.order) for value, label in orders.items()]


def _wished(wish: Wish) -> int:
    """How many filters are set."""
    return sum(bool(value) for name, value in wish._asdict().items() if name != "order")


def _paces() -> list[tuple[str, str]]:
    return [(name, _(pace.label)) for name, pace in PACES.items()]


def _my_clubs(user_id: int | None) -> list[tuple[str, str]]:
    """The reader's clubs, by number and name."""
    if user_id is None:
        return []
    return [(str(each.club_id), each.club.name) for each in clubs.of_person(user_id)]


def _clubs(wish: Wish, user_id: int | None) -> list[dict[str, object]]:
    """The filter for games of the reader's clubs; empty for readers in no club."""
    mine = _my_clubs(user_id)
    field: dict[str, object] = {
        "name": "club",
        "label": _("Club"),
        "values": mine,
        "chosen": str(wish.club or ""),
    }
    return [field] if mine else []


def _filters_of(wish: Wish, here: Types, user_id: int | None) -> list[dict[str, object]]:
    return [*_filters(wish, here), *_clubs(wish, user_id)]


def _filters(wish: Wish, here: Types) -> list[dict[str, object]]:
    """Each field of the filters: its name, its label, and its values with their words."""
    most = max((max(rules.players) for rules in here), default=2)
    languages = [
        (code, str(get_language_info(code)["name_local"]).capitalize())
        for code, _name in settings.LANGUAGES
    ]
    fields = (
        ("type", _("Game"), [(rules.slug, _(rules.name)) for rules in here]),
        ("players", _("Players"), [(n, n) for n in map(str, range(2, most + 1))]),
        ("pace", pgettext("of a game", "Pace"), _paces()),
        ("options", _("Options"), [("usual", _("standard rules")), ("other", _("with variants"))]),
        ("rated", _("Rated"), [("yes", _("rated")), ("no", _("not rated"))]),
        ("language", _("Language"), languages),
    )
    return [
        {"name": name, "label": label, "values": values, "chosen": str(getattr(wish, name) or "")}
        for name, label, values in fields
    ]
