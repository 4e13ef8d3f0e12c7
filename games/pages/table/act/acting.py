"""What the forms on a table's page send: each view checks the reader, reads the form, does one
thing, and answers with the page as it is then."""

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
from games.lobby import notebook, rematch
from games.moves import actions, instructions
from games.pages import inputs
from games.pages.answers import View, by_script, member, reader, refusable, see
from games.pages.choices import decoded, encoded, sent
from games.pages.table.act import answering
from games.rules.engine import Choice
from games.storage.position import Position
from games.votes import voting

#: The position that a move has led to, an answer of its own, or nothing.
Done = Position | HttpResponse | None


def table_form(view: Callable[..., Done]) -> View[...]:
    """A form of the page, for members: the answer is the page as it is now, and what was refused if
    something was."""

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
    """Take the choice in the form; the turn is held if its owner likes to confirm turns."""
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
    """What the attempt is called: the same for a repeat, else for another choice of that form."""
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
    """Have the reader's present choices tried."""
    hinting.request_hint(game_id, reader(request))


@table_form
def resign(request: HttpRequest, game_id: int) -> None:
    actions.resign(game_id, reader(request))


@table_form
def take_back(request: HttpRequest, game_id: int) -> None:
    """Take the reader's seat back from the bot that took over."""
    actions.take_back(game_id, reader(request))


@table_form
def replace(request: HttpRequest, game_id: int) -> None:
    """Take over the seat that is on offer."""
    replacing.take_seat(game_id, reader(request), key=request.POST.get("key", ""))


@table_form
def call_vote(request: HttpRequest, game_id: int) -> None:
    """Ask the table for what the form names."""
    kind, seat = request.POST.get("kind", ""), inputs.seat(request.POST)
    voting.call(game_id, reader(request), kind, seat)


@table_form
def vote(request: HttpRequest, game_id: int, vote_id: int) -> None:
    """Say what the form says."""
    voting.cast_vote(game_id, reader(request), vote_id, request.POST.get("choice", ""))


@table_form
def agree_to_rematch(request: HttpRequest, game_id: int) -> HttpResponse | None:
    """Offer a rematch or accept it; whose tap lets it start is led to it."""
    offer = rematch.agree(game_id, reader(request))
    return None if offer.made_id is None else lead(request, reverse("game", args=[offer.made_id]))


@table_form
def decline_rematch(request: HttpRequest, game_id: int) -> None:
    rematch.decline(game_id, reader(request))


@table_form
def write_message(request: HttpRequest, game_id: int) -> None:
    """A message to the table."""
    chat.post(game_id, reader(request), request.POST.get("text", ""))


@table_form
def say_to_onlookers(request: HttpRequest, game_id: int) -> None:
    """A message to those who only watch."""
    text, key = request.POST.get("text", ""), request.GET.get("key", "")
    chat.post(game_id, reader(request), text, onlookers=True, key=key)


@table_form
def react(request: HttpRequest, game_id: int) -> None:
    """What the button says, as "34 thanks"; a script also says whether it is to be so."""
    message, _blank, kind = request.POST.get("reaction", "").partition(" ")
    on = {"yes": True, "no": False}.get(request.POST.get("on", ""))
    number, key = inputs.number(message, 18) or 0, request.GET.get("key", "")
    reacting.react(game_id, reader(request), number, kind, on=on, key=key)


@table_form
def leave_instruction(request: HttpRequest, game_id: int) -> None:
    """Answer a kind of decision ahead."""
    kind, once = request.POST.get("kind", ""), bool(request.POST.get("once"))
    parts = decoded(request.POST.get("parts", ""))
    instructions.leave_instruction(game_id, reader(request), kind, parts, once=once)


@table_form
def cancel_instruction(request: HttpRequest, game_id: int) -> None:
    instructions.cancel(game_id, reader(request), request.POST.get("kind", ""))


@require_POST
@member
def seen(request: HttpRequest, game_id: int) -> HttpResponse:
    """The version in the form was on a visible page of the reader's."""
    version = inputs.version(request.POST)
    if version >= 0:
        watching.seen(game_id, reader(request), version)
    return HttpResponse(status=204)


@table_form
def write_notes(request: HttpRequest, game_id: int) -> None:
    """Keep what the reader writes for nobody else; what the form has not stays as it is."""
    note, plan = request.POST.get("note"), request.POST.get("plan")
    notebook.write(game_id, reader(request), note=note, plan=plan)


@table_form
def put_off(request: HttpRequest, game_id: int) -> HttpResponse:
    """Leave the game for later, and go on to the next one."""
    notebook.put_off(game_id, reader(request), inputs.number(request.POST.get("hours", ""), 3) or 0)
    return lead(request, f"{reverse('next')}?after={game_id}")


@table_form
def hear_first_time(request: HttpRequest, game_id: int) -> None:
    """What was said of a kind of decision is not said again; or no such thing ever, if asked."""
    first_times.hear(game_id, reader(request), request.POST.get("kind", ""))
    if request.POST.get("no_more"):
        people.explain_no_more(reader(request))


@table_form
def ask_no_more(request: HttpRequest, game_id: int) -> None:
    """A guest does not want to keep the account."""
    people.ask_no_more(reader(request))


def lead(request: HttpRequest, to: str) -> HttpResponse:
    """On to another page."""
    return JsonResponse({"to": to}) if by_script(request) else see(to)
