"""The page to report a message, a person, or a game to the moderators."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import GameError
from games.models import Report
from games.moderation import reports
from games.moderation.reasons import REASONS
from games.pages.answers import member, reader, refusable, see, with_retry


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def report(request: HttpRequest, about: str, number: int) -> HttpResponse:
    """The subject, the reasons, and a few words; ``about`` is a Report.About."""
    key = request.GET.get("key", "")
    subject = reports.subject(about, number, reader(request), key)
    error: GameError | None = None
    if request.method == "POST":
        reason, words = request.POST.get("reason", ""), request.POST.get("words", "")
        try:
            reports.submit_report(about, number, reader(request), reason, words, key=key)
        except GameError as refused:
            error = refused
        else:
            messages.success(
                request,
                _("Thank you. The moderators will look at it and tell you what they decide."),
            )
            return see(_back(subject))
    context = {
        "subject": subject,
        "passage": reports.passage(about, number, reader(request), key),
        "reasons": [(each.value, each.label) for each in REASONS[subject.about]],
        "chosen": request.POST.get("reason", ""),
        "words": request.POST.get("words", ""),
        "most": reports.LONGEST_WORDS,
        "message": str(error) if error else "",
        "back": _back(subject),
    }
    answer = render(request, "games/report.html", context, status=error.status if error else 200)
    return with_retry(error, answer) if error else answer


def _back(subject: Report) -> str:
    """The page where it was seen."""
    if subject.game is not None:
        return reverse("game", args=[subject.game.pk])
    if subject.person is not None and subject.person.is_active:
        return reverse("player", args=[subject.person.username])
    return reverse("start")
