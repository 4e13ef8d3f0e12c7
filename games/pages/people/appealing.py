"""The page to appeal a decision of the moderators. A signed link leads there, so that people who
cannot sign in reach it, too."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.moderation import sanctions
from games.errors import GameError
from games.models import Case
from games.moderation import appeals
from games.moderation.reports import LONGEST_WORDS
from games.pages.answers import see


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def appeal(request: HttpRequest, signed: str) -> HttpResponse:
    """The sanction and its reason, then the form; once it was sent, its result."""
    sanction = sanctions.by_link(signed)
    if sanction is None:
        raise Http404
    words, refused = request.POST.get("words", ""), ""
    status = 200
    if request.method == "POST":
        try:
            appeals.submit_appeal(sanction, words)
        except GameError as error:
            refused, status = str(error), error.status
        else:
            return see("appeal", signed)
    case = appeals.find_appeal(sanction)
    report = case.reports.first() if case else None
    context = {
        "sanction": sanction,
        "report": report,
        "waits": case is not None and case.state == Case.State.OPEN,
        "granted": case is not None and case.state == Case.State.ACTED,
        "words": words,
        "refused": refused,
        "most": LONGEST_WORDS,
    }
    return render(request, "games/appeal.html", context, status=status)
