"""The page "Something is wrong here", where a player of an alpha or a beta reports an error."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import GameError
from games.moderation.reports import LONGEST_WORDS
from games.pages.answers import member, reader, refusable, see, with_retry
from games.upkeep import faults


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def wrong(request: HttpRequest, game_id: int) -> HttpResponse:
    """A few words; the position and what their own seat sees and is asked are included."""
    position = faults.find_table(game_id, reader(request))
    said, error = request.POST.get("words", ""), None
    if request.method == "POST":
        try:
            faults.report(game_id, reader(request), said)
        except GameError as refused:
            error = refused
        else:
            messages.success(
                request, _("Thank you. The people who look after the game will read it.")
            )
            return see("game", game_id)
    context = {
        "position": position,
        "name": _(position.type.name),
        "words": said,
        "most": LONGEST_WORDS,
        "message": str(error) if error else "",
    }
    answer = render(request, "games/wrong.html", context, status=error.status if error else 200)
    return with_retry(error, answer) if error else answer
