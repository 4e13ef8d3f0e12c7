"""The decision bar: what the reader is asked, and what else they can do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NotRequired, Required, TypedDict
from urllib.parse import urlencode

import msgspec
from django.utils.translation import gettext as _
from markupsafe import Markup

from boardgames.words import dates
from games.lessons import first_times
from games.models import Game
from games.pages import clocks, settings
from games.pages.choices import Step, encoded
from games.pages.drawing.reading import Whole
from games.pages.drawing.rendering import macros
from games.pages.table.after import ending
from games.pages.table.after.rematch import RematchCard, rematch_card
from games.pages.table.reader import Reader
from games.pages.table.view.amounts_form import AmountsForm, amounts_form
from games.pages.table.view.choosing import Choosing, Reason, by_reason
from games.pages.table.view.live_clocks import News, SeatClock, seat_clocks
from games.pages.table.view.tabletop import Tabletop
from games.rules.engine.decision import has_amounts
from games.showing import incidents
from games.words import table_package, texts

_encode = msgspec.json.Encoder().encode


class Button(TypedDict, total=False):
    """A choice: with ``value`` it is complete, ``href`` leads to its further parts.

    ``then`` is its second, smaller line.
    """

    label: Required[str]
    then: str
    value: str
    href: str
    kind: str


class Link(TypedDict):
    label: str
    href: str


class Fields(TypedDict):
    """What every action sends along: the version that the reader saw, and the attempt's name.

    With a choice also the kind whose explanation is then over; in a lesson how many texts of this
    position were heard.
    """

    version: int
    key: str
    said: NotRequired[int]
    first: NotRequired[str]


class Action(TypedDict):
    action: str
    fields: Fields


@dataclass
class Bar:
    """The question to the reader.

    * ``crumbs``: links back through an incomplete choice.
    * ``giving``: the form for amounts.
    * ``rule``: the help's paragraph about the question.
    * ``clocks``: all clocks at a live table, and ``news``: what is offered or was done there.
    * ``refusals``: what cannot be chosen and why.
    * ``data``: the decision for the script.
    * ``next``: the number of other games that wait (None: no such button).
    * ``own``: whether this one waits.
    * ``rematch``: the rematch.
    """

    action: str
    fields: Fields
    state: str = "waiting"
    prompt: str = ""
    note: str = ""
    crumbs: list[Link] = field(default_factory=list)
    choices: list[Button] = field(default_factory=list)
    giving: AmountsForm | None = None
    clocks: list[SeatClock] = field(default_factory=list)
    news: News | None = None
    refusals: list[Reason] = field(default_factory=list)
    undo: Action | None = None
    confirm: Action | None = None
    data: str = ""
    rule: str = ""
    next: int | None = None
    own: bool = False
    rematch: RematchCard | None = None
    take_back: bool = False


def bar(table: Tabletop) -> Bar:
    """The question to the reader, or the players for whom the game waits."""
    reader = table.reader
    fields = _fields(table)
    bar = Bar(_action(table), fields, take_back=reader.can["take_back"])
    if reader.past:
        bar.prompt, bar.note = table.looked_at
        return bar
    bar.next, bar.own = _next(reader), reader.mine_to_move
    if reader.game.status == Game.Status.FINISHED:
        bar.state, bar.prompt = "over", ending.headline(reader)
        _once_more(bar, reader)
    elif reader.game.status == Game.Status.CANCELLED:
        bar.state, bar.prompt = "over", _("This game was cancelled")
        bar.note = _why_cancelled(reader)
        _once_more(bar, reader)
    elif not reader.running:
        bar.prompt = _("This game is stopped")
        bar.note = _(
            "Something is wrong with it. Nothing is lost, no clock runs, and the "
            "moderators know about it."
        )
    else:
        bar.clocks = seat_clocks(reader) if table.is_live else []
        if reader.can["undo"] and not table.lesson:
            bar.undo = {"action": f"{reader.url}undo/", "fields": fields}
        if reader.me is not None and reader.rules.state.held == reader.me:
            bar.state, bar.prompt = "confirm", _("Your turn is ready")
            bar.note = _("Nobody else can see it yet.")
            bar.confirm = {"action": f"{reader.url}confirm/", "fields": fields}
            bar.next = None
        elif table.choosing:
            _ask(bar, reader, table.choosing)
        else:
            bar.prompt = _waiting_for(reader)
            if reader.answers_ahead:
                bar.note = _("You have planned an answer.")
    return bar


def _action(table: Tabletop) -> str:
    """The address for a choice: a lesson compares it with what it expects."""
    return f"{table.reader.url}{'lesson/' if table.lesson else ''}choose/"


def _why_cancelled(reader: Reader) -> str:
    why = incidents.why_cancelled(reader.game.pk)
    return _("It ended without a result.") if why is None else texts.plain(why, reader.people)


def _once_more(bar: Bar, reader: Reader) -> None:
    bar.rematch = rematch_card(reader)
    if bar.rematch and bar.rematch["text"]:
        bar.note = bar.rematch["text"]


def _ask(bar: Bar, reader: Reader, choosing: Choosing) -> None:
    """Add the open question with its choices."""
    decision = choosing.decision
    bar.prompt = choosing.asks(choosing.begun)
    bar.rule = table_package.rule(reader.type, decision)
    if first_times.untold(reader.position, reader.seat, decision):
        bar.fields = {**bar.fields, "first": decision.kind}
    if decision.answer is None:
        bar.state, bar.note, bar.next = "yours", _time_left(reader), None
    else:
        bar.note = _(
            "Your answer: %(answer)s. You can change it until the others have answered."
        ) % {"answer": choosing.label(decision.answer)}
    if choosing.prefix or choosing.on:
        bar.crumbs = _crumbs(reader, choosing)
    chosen = choosing.chosen
    if chosen is not None and has_amounts(chosen):
        bar.giving = amounts_form(choosing, chosen, f"{reader.url}giving/")
    elif chosen is not None:
        bar.choices = [{"label": choosing.label(chosen), "value": encoded(chosen), "kind": "turn"}]
    else:
        bar.choices = Whole(
            button for step in choosing.steps() for button in _buttons(reader, choosing, step)
        )
    bar.refusals = by_reason(choosing.refusals())
    data = _encode(choosing.data()).decode()
    bar.data = Markup(  # noqa: S704  JSON without what could end the element
        data.replace("<", "\\u003c").replace("&", "\\u0026")
    )


def _buttons(reader: Reader, choosing: Choosing, step: Step) -> Iterator[Button]:
    """The buttons of a step; if it would ask for amounts, the minimum has a button of its own."""
    if step.value:
        yield {"label": step.label, "value": step.value}
        return
    plain = choosing.plain(step.choice)
    if plain:
        yield {
            "label": choosing.label(plain),
            "then": choosing.then(plain),
            "value": encoded(plain),
            "kind": "turn",
        }
    if not plain or choosing.has_others(step.choice):
        yield {"label": step.label, "href": f"{reader.url}{step.query}"}


def _crumbs(reader: Reader, choosing: Choosing) -> list[Link]:
    crumbs: list[Link] = [{"label": _("Change answer"), "href": reader.url}]
    for length in range(1, len(choosing.prefix)):
        begin = choosing.prefix[:length]
        query = urlencode({"prefix": encoded(begin)})
        crumbs.append({"label": choosing.label(begin), "href": f"{reader.url}?{query}"})
    return crumbs


def _fields(table: Tabletop) -> Fields:
    reader = table.reader
    asked = reader.decision.id if reader.decision else "-"
    fields: Fields = {"version": reader.version, "key": f"page-{asked}"}
    if table.lesson and table.lesson.heard:
        fields["said"] = table.lesson.heard
    return fields


def _next(reader: Reader) -> int | None:
    """How many other games wait for the reader; None for a reader without games."""
    if reader.user_id is None:
        return None
    return max(0, reader.beside.waiting - (1 if reader.mine_to_move else 0))


def _waiting_for(reader: Reader) -> str:
    names = [reader.people[index] for index in reader.to_move]
    return _("Waiting for %(names)s") % {"names": settings.join_names(names)}


def _time_left(reader: Reader) -> Markup:
    """The reader's clock, and when a plan answers for them."""
    clock = clocks.show_clock(reader.seat, reader.game) if reader.seat else None
    shown = macros("kit/table.html").clock(clock, own=True) if clock else ""
    at = reader.plan_answers_at
    if at is None:
        return Markup(shown)  # noqa: S704
    planned = _("Your plan answers at %(time)s, unless you answer before.") % {
        "time": dates.format_date(at, "TIME_FORMAT")
    }
    return Markup("{} {}").format(Markup(shown), planned)  # noqa: S704
