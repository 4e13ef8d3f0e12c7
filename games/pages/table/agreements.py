"""What the people at a table can agree on: the vote that is open, a pause, a seat on offer; and the
menu of what they may ask for."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Protocol, TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import words
from games.models import Game, Incident, Seat
from games.moves import pausing
from games.moves.conditions import on_offer
from games.pages import settings
from games.showing import snapshot
from games.showing.data import Abilities
from games.showing.incidents import text as incident_text
from games.storage.position import Position
from games.votes import open_vote, voting
from games.votes.ballots import KINDS


class Paused(TypedDict):
    text: str
    until: str


class Offered(TypedDict):
    text: str
    may_take: bool
    key: str


class Said(TypedDict):
    """A seat that is asked, with what it has said; empty if nothing yet."""

    seat: int
    name: str
    said: str


class Answer(TypedDict):
    """What may be said; ``chosen`` is what the reader has said."""

    value: str
    label: str
    chosen: bool


class OpenVote(TypedDict):
    """``unless``: what it needs, and what comes without it; ``answers``: the reader's."""

    action: str
    question: str
    closes: str
    unless: str
    seats: list[Said]
    answers: list[Answer]


class Agreements(TypedDict):
    """Each None where there is nothing to tell."""

    paused: Paused | None
    offered: Offered | None
    vote: OpenVote | None


class Item(TypedDict):
    """A vote that the reader may ask for."""

    kind: str
    seat: int | None
    title: str
    text: str
    button: str
    danger: bool


class Menu(TypedDict):
    items: list[Item]
    voting: bool
    resign_text: str


class Table(Protocol):
    """What is shown of a game, also where its board cannot be: ``owned`` is the reader's seat, also
    while a bot plays it, ``key`` that of the link by which the reader came, ``asked_lately`` what
    was voted on a short while ago."""

    position: Position
    game: Game
    user_id: int | None
    people: list[str]
    seat: Seat | None
    past: bool
    key: str

    @property
    def url(self) -> str: ...
    @property
    def owned(self) -> Seat | None: ...
    @property
    def can(self) -> Abilities: ...
    @property
    def asked_lately(self) -> voting.Asked: ...


def agreements(table: Table) -> Agreements:
    """What is open at the table."""
    live = table.game.status == Game.Status.RUNNING and not table.past
    return {
        "paused": _paused(table) if live and table.game.paused_at else None,
        "offered": _offered(table) if live else None,
        "vote": _vote(table) if live else None,
    }


def menu(table: Table) -> Menu | None:
    """What the reader may ask the table for, and how to resign; None for who only watches."""
    if table.seat is None or table.past or table.game.status != Game.Status.RUNNING:
        return None
    now, language = timezone.now(), get_language() or ""
    asked = voting.may_be_called(table.position, table.seat, now, table.asked_lately)
    return {
        "items": [
            _item(kind, about, "" if about is None else table.people[about], language)
            for kind, about in asked
        ],
        "voting": table.game.voting,
        "resign_text": _resign_text(table.game),
    }


def _resign_text(game: Game) -> str:
    if game.broken_at:
        return _("The game is stopped; with fewer than two players left it is cancelled.")
    if game.players == 2:
        return _("The game ends at once, and your opponent wins.")
    return _("A bot plays on for you, and you rank below all who stay.")


@lru_cache(1000)
def _item(kind: str, about: int | None, name: str, language: str) -> Item:
    """Of what may be asked, about whom, in the language that is active, which is ``language``."""
    vote = KINDS[kind]
    values = {"days": pausing.LONGEST.days, "name": name}
    return {
        "kind": kind,
        "seat": about,
        "title": _(vote.title) % values,
        "text": _(vote.text) % values,
        "button": _(vote.button),
        "danger": vote.danger,
    }


def _paused(table: Table) -> Paused:
    last = Incident.objects.filter(game=table.game, kind=Incident.Kind.PAUSED).last()
    if last is None or table.game.paused_at is None:
        return {"text": _("The game is paused; no clock runs"), "until": ""}
    text = incident_text(last.kind, last.seat, last.data)
    told = words.plain(text, table.people) if text else ""
    ends = table.game.paused_at + pausing.LONGEST
    moderators = last.data["by"] == "moderator"
    return {"text": told, "until": "" if moderators else _moment(ends)}


def _offered(table: Table) -> Offered | None:
    seats = [seat for seat in table.position.seats if on_offer(seat)]
    if not seats:
        return None
    names = [table.people[seat.index] for seat in seats]
    text = ngettext(
        "%(names)s has vanished, and a bot plays on. Whoever likes may take over this seat.",
        "%(names)s have vanished, and bots play on. Whoever likes may take over one of the seats.",
        len(names),
    ) % {"names": settings.listed(names)}
    stranger = table.user_id is None
    return {"text": text, "may_take": stranger or table.can["replace"], "key": table.key}


def _vote(table: Table) -> OpenVote | None:
    vote = open_vote.current(table.position)
    if vote is None:
        return None
    kind = KINDS[vote.kind]
    data = snapshot.ballots(table.position, vote, table.user_id)
    about = vote.seat if vote.opened_by is None else vote.opened_by
    question = incident_text("vote_opened", about, {"vote": vote.kind})
    said = {ballot["seat"]: ballot["choice"] for ballot in data["ballots"]}
    own = table.owned.index if table.owned else None
    return {
        "action": f"{table.url}votes/{vote.pk}/",
        "question": words.plain(question, table.people) if question else "",
        "closes": _moment(vote.closes_at),
        "unless": _(kind.needs),
        "seats": [
            {
                "seat": seat,
                "name": table.people[seat],
                "said": _(kind.answers[choice]) if choice else "",
            }
            for seat, choice in said.items()
        ],
        "answers": [
            {"value": value, "label": _(label), "chosen": own is not None and said[own] == value}
            for value, label in kind.answers.items()
        ]
        if data["asked"]
        else [],
    }


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), _("M j, H:i"))
