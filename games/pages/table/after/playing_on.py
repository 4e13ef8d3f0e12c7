"""Playing on from a position: the position, the choice of opponents, and the new game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.current_user import current_user
from boardgames.http.addresses import path
from games.bots import analysing
from games.errors import Refused
from games.lessons import practice
from games.models import Game
from games.pages import inputs
from games.pages.answers import member, reader, refusable, see
from games.pages.table import picture
from games.pages.table.reader import Reader, address
from games.rules.engine.levels import GOOD
from games.showing import levels
from games.storage.position import load
from games.words import texts

#: Stands for a level: the reader plays all seats.
ALONE = "alone"


@require_safe
@never_cache
@member
@refusable
def show_branch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a position of a finished game, and the choice of opponents to play on.

    The page's address can be sent to others; that of a private game contains its key.
    """
    at = inputs.number(request.GET.get("at", ""), 9)
    position = load(game_id, reader(request), at, request.GET.get("key", ""))
    if position.rules is None:
        raise Http404
    practice.check_open(position.game, reader(request))
    if not position.rules.to_move():
        raise Refused(_("There is nothing to decide after this move."), "over")
    key = request.GET.get("key", "")
    seen = Reader(position, reader(request), past=True, key=key if key == position.game.key else "")
    may_study = position.game.status == Game.Status.FINISHED and not current_user(request).is_guest
    drawn = picture.draw(seen)
    context = {
        "game": {"id": game_id, "name": seen.name, "href": path("game", game_id)},
        "at": position.number,
        "picture": drawn.inline if drawn else "",
        "text": drawn.text if drawn else "",
        "levels": levels.choices(position.type, position.game.players),
        "usual": GOOD,
        "asked": texts.seat_names(position.seats)[position.rules.to_move()[0]],
        "key": _key(seen),
        "study": path("study-new") if may_study else "",
        "of_club": position.game.club_id is not None,
        "link": request.build_absolute_uri(_address(seen)),
        "others": practice.branches(position.game, reader(request)),
        "analysed": analysing.find_analysis(game_id, reader(request)),
    }
    return render(request, "games/play_on.html", context)


@require_POST
@member
@refusable
def start_practice(request: HttpRequest, game_id: int) -> HttpResponse:
    """Start the practice game, against bots of the chosen level or with the reader on all seats."""
    form = request.POST
    at = inputs.number(form.get("at", ""), 9) or 0
    level, key = form.get("level", GOOD), form.get("key", "")
    seats = None
    if level == ALONE:
        seats = [practice.ME] * load(game_id, reader(request), at, key).game.players
    made = practice.play_on(
        game_id, reader(request), at, seats=seats, level="" if seats else level, key=key
    )
    return see("game", made.game.pk)


def _key(seen: Reader) -> str:
    """The key of a private game, for its players and people who have it already.

    A club's game has no key that opens it.
    """
    shared = seen.private and seen.game.club_id is None and (seen.owned or seen.key)
    return seen.game.key if shared else ""


def _address(seen: Reader) -> str:
    key = urlencode({"key": _key(seen)}) if _key(seen) else ""
    return address(path("game-play-on", seen.game.pk), seen.position.number, key)
