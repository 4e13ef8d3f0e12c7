"""The reader's games, and the way from one to the next."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import names
from games.lobby import lists
from games.models import Game
from games.pages import inputs, waiting
from games.pages.answers import member, reader, refusable
from games.pages.lists import steering
from games.pages.lists.cards import cards, types
from games.pages.lists.rows import GROUPS, game_rows, grouped
from games.pages.paging import one_of, paged
from games.pages.table import picture
from games.rules import registry
from games.storage.position import as_seen, load
from games.tournaments.ladder import ladder_ticks as challenges

SUGGESTIONS = 3
#: Games per page: they fit on a screen.
PER_PAGE = 30
#: People that can be searched for at once.
MOST_PEOPLE = 4
#: A list or cards: stored by the browser.
LOOKS, LOOK_COOKIE, LOOK_KEPT = ("list", "cards"), "games-look", 60 * 60 * 24 * 365


@require_safe
@never_cache
@member
def my(request: HttpRequest) -> HttpResponse:
    """Games that wait for the reader, the most urgent first; `show` selects others.

    `type` and `with` (names) filter them, `group` adds headings, `look` selects list or cards.
    """
    user_id = reader(request)
    asked = _asked(request)
    people = inputs.split_names(asked["with"])
    look = asked["look"] or one_of(request.COOKIES.get(LOOK_COOKIE), LOOKS) or LOOKS[0]
    as_cards = look == "cards"
    shown = lists.mine(user_id, show=asked["show"], type_=asked["type"], people=people)
    games, pages = paged(request, shown, PER_PAGE)
    listed = [] if as_cards else game_rows(games, user_id, acted=hasattr(request, "acting_for"))
    narrowed = bool(asked["type"] or people)
    context = {
        "look": look,
        "games": cards(lists.positions(games), user_id) if as_cards else listed,
        "groups": grouped(listed, asked["group"]),
        "challenged": [] if asked["show"] else challenges.to_answer(user_id),
        "invited": cards(lists.positions(lists.invited(user_id)[:]), user_id, invited=True),
        "newcomer": not games and not narrowed and not lists.of_person(user_id)[:1],
        "pages": pages,
        "asked": asked,
        "narrowed": narrowed,
        "evening": None if asked["show"] or not games else steering.evening_of(request),
        "tabs": _tabs(request, asked),
        "looks": [
            {"label": label, "href": _address(asked, look=name), "current": name == look}
            for name, label in zip(LOOKS, (_("List"), _("Cards")), strict=True)
        ],
        "types": types(user_id),
        "groupings": zip(
            GROUPS, (_("no groups"), _("whose turn"), _("game"), _("people")), strict=True
        ),
        "met": sorted({name for row in listed for name in row["others"]}),
    }
    answer = render(request, "games/my.html", context)
    if asked["look"]:
        answer.set_cookie(LOOK_COOKIE, look, LOOK_KEPT, samesite="Lax")
    return answer


def _asked(request: HttpRequest) -> dict[str, str]:
    """What the address asks for; nonsense is ignored."""
    of = request.GET.get
    shows = (Game.Status.RUNNING.value, Game.Status.OPEN.value, Game.Status.FINISHED.value)
    return {
        "show": one_of(of("show"), shows),
        "type": one_of(of("type"), [rules.slug for rules in registry.all()]),
        "with": " ".join(filter(names.could_be, inputs.split_names(of("with", ""))[:MOST_PEOPLE])),
        "group": one_of(of("group"), GROUPS),
        "look": one_of(of("look"), LOOKS),
    }


def _address(asked: dict[str, str], **other: str) -> str:
    """The address of this page with other settings."""
    query = {name: value for name, value in {**asked, **other}.items() if value}
    return f"?{urlencode(query)}"


def _tabs(request: HttpRequest, asked: dict[str, str]) -> list[dict[str, object]]:
    shows = {
        "": _("Waiting for me"),
        "running": _("Running"),
        "open": _("Looking for players"),
        "finished": _("Finished"),
    }
    return [
        {
            "label": label,
            "href": _address(asked, show=name, look=""),
            "current": name == asked["show"],
            "count": waiting.count_waiting_games(request) if not name else None,
        }
        for name, label in shows.items()
    ]


@require_safe
@refusable
def glance(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board in small, or with `wide` less so, as everybody may see it; `v` changes with it."""
    # the reader may know more than everybody
    position = as_seen(load(game_id, request.user.pk), None)
    width = picture.WIDE if "wide" in request.GET else picture.SMALL
    drawn = picture.small(position, width) if position.rules else None
    if drawn is None:
        raise Http404
    headers = {"Cache-Control": "private, max-age=604800"}
    return HttpResponse(drawn, "image/png", headers=headers)


@require_safe
@never_cache
@member
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the next game of the reader's queue, after the one in `after`.

    Without one, to a challenge that waits for an answer, otherwise to a page of suggestions. `by`
    and `with` change the queue from now on (`steering`). Prefetching by a browser must change
    nothing, so a browser that might do that has to ask again.
    """
    user_id = reader(request)
    ahead = request.headers.get("Sec-Purpose", "").startswith("prefetch")
    if ahead and steering.is_steered(request):
        return HttpResponse(status=503)
    after = request.GET.get("after", "")
    skipped = inputs.number(after, 18)
    found = steering.following(request, skipped)
    if found is not None:
        return redirect("game", found)
    if challenged := challenges.to_answer(user_id):
        return redirect("tournament", challenged[0].tournament_id)
    open_games = lists.others_waiting_for_players(user_id)[:SUGGESTIONS]
    running = lists.of_person(user_id, Game.Status.RUNNING)[:SUGGESTIONS]
    context = {
        "open_games": cards(lists.positions(open_games), user_id),
        "running": cards(lists.positions(running), user_id),
        "left": waiting.count_waiting_games(request),
    }
    return render(request, "games/all_done.html", context)
