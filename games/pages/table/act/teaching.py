"""The forms of a lesson's page, and the start of a lesson."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.entering import guests
from games.errors import NotFound
from games.lessons import following
from games.lessons.following import NotMeant
from games.pages import inputs
from games.pages.answers import reader, refusable, see
from games.pages.choices import sent
from games.pages.table.act import answering
from games.pages.table.act.acting import Done, attempt, lead, table_form
from games.pages.table.lesson.lesson import Tried
from games.rules import registry
from games.stages import stage_visibility
from games.storage.position import Position


@require_POST
@refusable
def begin_lesson(request: HttpRequest) -> HttpResponse:
    """Begin the lesson of a game type; a stranger becomes a guest.

    A type without a lesson shows its rules.
    """
    type_ = request.POST.get("type", "")
    if not following.has_lesson(type_):
        return see("game-type", rules_named(request, type_))
    rules_named(request, type_)
    if not request.user.is_authenticated:
        refusal = guests.make_guest(request)
        if refusal:
            return refusal
    form = request.POST
    position = following.begin_lesson(
        reader(request), type_, form.get("lesson", ""), anew=bool(form.get("anew"))
    )
    return lead(request, reverse("game", args=[position.game.pk]))


def rules_named(request: HttpRequest, slug: str) -> str:
    """The rules of this type, if the reader may see it; otherwise NotFound."""
    try:
        return stage_visibility.get(slug, request.user.pk).slug
    except registry.UnknownGameType:
        raise NotFound from None


@table_form
def choose(request: HttpRequest, game_id: int) -> Done:
    """Make the choice in the form if the lesson is about it; otherwise explain it."""
    form, choice = request.POST, sent(request.POST.dict())
    try:
        return following.choose(
            game_id,
            reader(request),
            choice,
            version=inputs.version(form),
            key=attempt(form, choice),
            anyway=bool(form.get("anyway")),
        )
    except NotMeant as error:
        return answering.tried(request, game_id, Tried(choice=error.choice))


@table_form
def continue_lesson(request: HttpRequest, game_id: int) -> Position:
    """Let the other seat act as announced."""
    return following.continue_lesson(game_id, reader(request))


@table_form
def play_for_pupil(request: HttpRequest, game_id: int) -> Position:
    """Make the choice that the lesson asks of the pupil."""
    return following.play_for_pupil(game_id, reader(request))


@table_form
def back(request: HttpRequest, game_id: int) -> Done:
    position, said = following.back(game_id, reader(request))
    return answering.show_earlier_words(request, position, said)


@table_form
def leave_lesson(request: HttpRequest, game_id: int) -> HttpResponse:
    """Leave the lesson and play on, on the page of an ordinary game."""
    following.leave_lesson(game_id, reader(request))
    return lead(request, reverse("game", args=[game_id]))


@require_safe
@never_cache
@refusable
def why(request: HttpRequest, game_id: int) -> HttpResponse:
    """Why nothing happens when the thing in the address is pressed."""
    return answering.tried(request, game_id, Tried(thing=request.GET.get("thing", "")[:200]))
