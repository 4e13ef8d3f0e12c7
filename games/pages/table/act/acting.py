"""The forms on a table's page: each view checks the reader, reads the form and does one thing.

Then it answers with the page in its new state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts import people
from accounts.current_user import current_user
from games.absence import replacing
from games.bots import hinting
from games.errors import GameError
from games.lessons import first_times
from games.live import chat, reacting, watching
from games.lobby import game_names, notebook, rematch
from games.moves import actions, instructions, more_time, plans
from games.pages import inputs
from games.pages.answers import View, by_script, member, reader, refusable, see
from games.pages.choices import decoded, encoded, sent
from games.pages.table.act import answering
from games.rules.engine import Choice
from games.storage.position import Position
from games.votes import voting

#: The position after a move, an answer of its own, or nothing.
Done = Position | HttpResponse | None


def table_form(view: Callable[..., Done]) -> View[...]:
    """A view for a form of the page, for members.

    It answers with the page in its new state, and with the refusal if there was one.
    """

    @require_POST
    @member
    @refusable
    @wraps(view)
    def acted(request: HttpRequest, /, game_id: int, **named: int) -> HttpResponse:
        try:
            done = view(request, game_id, **named)
        except GameError as error:
            return answering.refuse(request, game_id, error)
        if isinstance(done, HttpResponse):
            return done
        return answering.changed(request, game_id, done)

    return acted


@table_form
def choose(request: HttpRequest, game_id: int) -> Position:
    """Make the choice in the form; the turn is held if its owner likes to confirm turns."""
    form, choice = request.POST, sent(request.POST.dict())
    if form.get("first"):
        first_times.hear(game_id, reader(request), form["first"])
    return actions.choose(
        game_id,
        reader(request),
        choice,
        version=inputs.version(form),
        key=attempt(form, choice),
        hold=current_user(request).confirm_turns,
    )


def attempt(form: Mapping[str, str], choice: Choice) -> str:
    """The idempotency key of an attempt: the same for a repeat, another for another choice."""
    name = f"{form.get('key', '')} {inputs.version(form)} {encoded(choice)}"
    return hashlib.sha256(name.encode()).hexdigest() if form.get("key") else ""


@table_form
def confirm(request: HttpRequest, game_id: int) -> Position:
    return actions.confirm(game_id, reader(request), version=inputs.version(request.POST))


@table_form
def undo(request: HttpRequest, game_id: int) -> Position:
    return actions.undo(game_id, reader(request), version=inputs.version(request.POST))


@table_form
def ask_for_hint(request: HttpRequest, game_id: int) -> None:
    """Request a hint about the reader's present choices."""
    hinting.request_hint(game_id, reader(request))


@table_form
def resign(request: HttpRequest, game_id: int) -> None:
    actions.resign(game_id, reader(request))


@table_form
def take_back(request: HttpRequest, game_id: int) -> None:
    """Take the reader's seat back from the bot."""
    actions.take_seat_back(game_id, reader(request))


@table_form
def replace(request: HttpRequest, game_id: int) -> None:
    """Take over the seat that is on offer."""
    replacing.take_seat(game_id, reader(request), key=request.POST.get("key", ""))


@table_form
def give_day(request: HttpRequest, game_id: int) -> None:
    """Give the opponent a day more."""
    more_time.give_day(game_id, reader(request))


@table_form
def rename(request: HttpRequest, game_id: int) -> None:
    """Give the reader's game the name in the form."""
    game_names.rename(game_id, reader(request), request.POST.get("name", ""))


@table_form
def call_vote(request: HttpRequest, game_id: int) -> None:
    """Start the vote that the form names."""
    kind, seat = request.POST.get("kind", ""), inputs.seat(request.POST)
    voting.call(game_id, reader(request), kind, seat)


@table_form
def vote(request: HttpRequest, game_id: int, vote_id: int) -> None:
    """Cast the ballot in the form."""
    voting.cast_vote(game_id, reader(request), vote_id, request.POST.get("choice", ""))


@table_form
def agree_to_rematch(request: HttpRequest, game_id: int) -> HttpResponse | None:
    """Offer or accept a rematch; the reader who lets it start is led to it."""
    offer = rematch.agree(game_id, reader(request))
    return None if offer.made_id is None else lead(request, reverse("game", args=[offer.made_id]))


@table_form
def decline_rematch(request: HttpRequest, game_id: int) -> None:
    rematch.decline(game_id, reader(request))


@table_form
def write_message(request: HttpRequest, game_id: int) -> None:
    """Write a message at the table."""
    chat.post(game_id, reader(request), request.POST.get("text", ""))


@table_form
def say_to_onlookers(request: HttpRequest, game_id: int) -> None:
    """Write a message to the other spectators."""
    text, key = request.POST.get("text", ""), request.GET.get("key", "")
    chat.post(game_id, reader(request), text, onlookers=True, key=key)


@table_form
def react(request: HttpRequest, game_id: int) -> None:
    """React as the button says, as in "34 thanks"; a script also says whether to add or remove
    it."""
    message, _blank, kind = request.POST.get("reaction", "").partition(" ")
    on = {"yes": True, "no": False}.get(request.POST.get("on", ""))
    number, key = inputs.number(message, 18) or 0, request.GET.get("key", "")
    reacting.react(game_id, reader(request), number, kind, on=on, key=key)


@table_form
def leave_instruction(request: HttpRequest, game_id: int) -> None:
    """Leave a standing instruction."""
    kind, once = request.POST.get("kind", ""), bool(request.POST.get("once"))
    parts = decoded(request.POST.get("parts", ""))
    instructions.leave_instruction(game_id, reader(request), kind, parts, once=once)


@table_form
def cancel_instruction(request: HttpRequest, game_id: int) -> None:
    instructions.cancel(game_id, reader(request), request.POST.get("kind", ""))


@table_form
def forget_plan(request: HttpRequest, game_id: int) -> None:
    """Drop the plan that the form names."""
    number = inputs.number(request.POST.get("plan", ""), 18) or 0
    plans.forget_plan(game_id, reader(request), number)


@require_POST
@member
def seen(request: HttpRequest, game_id: int) -> HttpResponse:
    """The version in the form was on the reader's visible page."""
    version = inputs.version(request.POST)
    if version >= 0:
        watching.seen(game_id, reader(request), version)
    return HttpResponse(status=204)


@table_form
def write_notes(request: HttpRequest, game_id: int) -> None:
    """Store the reader's private notes; a field missing in the form stays unchanged."""
    note, plan = request.POST.get("note"), request.POST.get("plan")
    notebook.write(game_id, reader(request), note=note, plan=plan)


@table_form
def put_off(request: HttpRequest, game_id: int) -> HttpResponse:
    """Put the game off, and continue to the next one."""
    notebook.put_off(game_id, reader(request), inputs.number(request.POST.get("hours", ""), 3) or 0)
    return lead(request, f"{reverse('next')}?after={game_id}")


@table_form
def hear_first_time(request: HttpRequest, game_id: int) -> None:
    """Do not show this explanation again; or none at all, if asked."""
    first_times.hear(game_id, reader(request), request.POST.get("kind", ""))
    if request.POST.get("no_more"):
        people.explain_no_more(reader(request))


@table_form
def ask_no_more(request: HttpRequest, game_id: int) -> None:
    """A guest does not want to keep the account."""
    people.ask_no_more(reader(request))


def lead(request: HttpRequest, to: str) -> HttpResponse:
    """Redirect to another page."""
    return JsonResponse({"to": to}) if by_script(request) else see(to)
