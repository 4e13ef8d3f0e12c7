"""One's own games, and the way from one to the next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.lobby import lists
from games.lobby import next as upcoming
from games.models import Game
from games.pages import waiting
from games.pages.answers import member, reader
from games.pages.cards import cards, types
from games.pages.paging import paged

SUGGESTIONS = 3


@require_safe
@never_cache
@member
def my(request: HttpRequest) -> HttpResponse:
    """Those that wait for the reader first, the most urgent at the top; `show` has the others."""
    user_id = reader(request)
    shown = {
        "": _("Waiting for me"),
        "running": _("Running"),
        "open": _("Looking for players"),
        "finished": _("Finished"),
    }
    show = request.GET.get("show", "")
    if show not in shown:
        show = ""
    if show:
        rows = lists.games(of=user_id, status=Game.Status(show))
    else:
        rows = lists.waiting(user_id)
    games, pages = paged(request, rows)
    context = {
        "games": cards(games, user_id),
        "invited": cards(lists.invited(user_id), user_id, invited=True),
        "types": types() if not games and not show else [],
        "pages": pages,
        "show": show,
        "tabs": [
            {
                "label": label,
                "href": f"?show={name}" if name else "?",
                "current": name == show,
                "count": waiting.count(request) if not name else None,
            }
            for name, label in shown.items()
        ],
    }
    return render(request, "games/my.html", context)


@require_safe
@never_cache
@member
def next_game(request: HttpRequest) -> HttpResponse:
    """To the game that waits most urgently, after the one in `after`; else what one might do."""
    user_id = reader(request)
    after = request.GET.get("after", "")
    skipped = int(after) if after.isascii() and after.isdigit() and len(after) < 19 else None
    found = upcoming.next_game(user_id, skipped)
    if found is not None:
        return redirect("game", found)
    joinable = lists.games(status=Game.Status.OPEN, reader=user_id)
    open_games = joinable.exclude(seats__user=user_id)[:SUGGESTIONS]
    running = lists.games(of=user_id, status=Game.Status.RUNNING)[:SUGGESTIONS]
    context = {"open_games": cards(open_games, user_id), "running": cards(running, user_id)}
    return render(request, "games/all_done.html", context)
