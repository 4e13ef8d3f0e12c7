"""The page behind a choice in an e-mail, and what waits for the reader."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.preferences import reading_as
from games.errors import GameError
from games.messages import one_tap
from games.pages import waiting
from games.pages.answers import refusable


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusable
def mail_choice(request: HttpRequest, token: str) -> HttpResponse:
    """Looking asks once more whether to make the choice; a POST makes it."""
    tap = one_tap.read(token)
    if tap is None:
        return render(request, "notifications/choice.html", {"offer": None}, status=410)
    with reading_as(tap.user):
        context: dict[str, Any] = {
            "person": tap.user.username,
            "game": reverse("game", args=[tap.game_id]),
            "following": f"{reverse('next')}?after={tap.game_id}",
        }
        offer = one_tap.still(tap)
        if request.method == "POST":
            try:
                one_tap.take(tap)
            except GameError as error:
                context["refused"] = str(error)
                return render(request, "notifications/choice.html", context, status=error.status)
            context |= {"done": True, "lines": one_tap.happened(tap, request.user.pk)}
        context["offer"] = offer
        return render(request, "notifications/choice.html", context)


@never_cache
@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """For open pages: ``{"waiting": games that wait for the reader, "unread": under the bell}``."""
    user_id = request.user.pk
    if user_id is None:
        return JsonResponse({"waiting": 0, "unread": 0})
    return JsonResponse(waiting.numbers(user_id))
