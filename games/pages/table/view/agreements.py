"""What the people at a table can agree on: the open vote, a pause, a seat on offer.

And the menu of votes that they can start.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Incident
from games.moves import more_time, pausing
from games.moves.conditions import on_offer
from games.pages import settings
from games.pages.table.reader import Reader
from games.showing import snapshot
from games.showing.incidents import text as incident_text
from games.votes import open_vote, voting
from games.votes.ballots import KINDS
from games.words import texts


class Paused(TypedDict):
    text: str
    until: str


class Offered(TypedDict):
    text: str
    may_take: bool
    key: str


class Said(TypedDict):
    """A seat that may vote, with its answer; empty if none yet."""

    seat: int
    name: str
    said: str


class Answer(TypedDict):
    """A possible answer; ``chosen`` is the reader's."""

    value: str
    label: str
    chosen: bool


class OpenVote(TypedDict):
    """``unless``: the necessary majority, and what happens without it; ``answers``: the
    reader's."""

    action: str
    question: str
    closes: str
    unless: str
    seats: list[Said]
    answers: list[Answer]


class Agreements(TypedDict):
    """Each is None if there is nothing to show."""

    paused: Paused | None
    offered: Offered | None
    vote: OpenVote | None


class Item(TypedDict):
    """A vote that the reader can start."""

    kind: str
    seat: int | None
    title: str
    text: str
    button: str
    danger: bool


class Menu(TypedDict):
    """``slow``: whether the reader may give the only opponent more time."""

    items: list[Item]
    voting: bool
    slow: bool
    resign_text: str


def agreements(reader: Reader) -> Agreements:
    """What is open at the table."""
    live = reader.game.status == Game.Status.RUNNING and not reader.past
    return {
        "paused": _paused(reader) if live and reader.game.paused_at else None,
        "offered": _offered(reader) if live else None,
        "vote": _vote(reader) if live else None,
    }


def menu(reader: Reader) -> Menu | None:
    """The votes that the reader can start, and how to resign; None for spectators."""
    if reader.seat is None or reader.past or reader.game.status != Game.Status.RUNNING:
        return None
    now = timezone.now()
    asked = voting.may_be_called(reader.position, reader.seat, now, reader.beside.asked_lately)
    slow = more_time.receiver(reader.position, reader.seat)
    return {
        "items": [
            _item(reader, kind, about, "" if about is None else reader.people[about])
            for kind, about in asked
        ],
        "voting": reader.game.voting,
        "slow": slow is not None and not more_time.was_given(reader.position, slow, now),
        "resign_text": _resign_text(reader.game),
    }


def _resign_text(game: Game) -> str:
    if game.broken_at:
        return _("The game is stopped. If fewer than two players are left, it is cancelled.")
    if game.players == 2:
        return _("The game ends at once, and your opponent wins.")
    return _("A bot plays on for you, and you rank below everyone who stays.")


def _item(reader: Reader, kind: str, about: int | None, name: str) -> Item:
    """A possible vote, and the player it is about."""
    vote = KINDS[kind]
    values = {"days": pausing.LONGEST.days, "name": name}
    return {
        "kind": kind,
        "seat": about,
        "title": _(vote.title) % values,
        "text": _(vote.effect(reader.type)) % values,
        "button": _(vote.button),
        "danger": vote.danger,
    }


def _paused(reader: Reader) -> Paused:
    last = Incident.objects.filter(game=reader.game, kind=Incident.Kind.PAUSED).last()
    if last is None or reader.game.paused_at is None:
        return {"text": _("The game is paused; no clock runs"), "until": ""}
    text = incident_text(last.kind, last.seat, last.data)
    told = texts.plain(text, reader.people) if text else ""
    ends = reader.game.paused_at + pausing.LONGEST
    by_players = pausing.by_players(reader.game)
    return {"text": told, "until": _moment(ends) if by_players else ""}


def _offered(reader: Reader) -> Offered | None:
    seats = [seat for seat in reader.position.seats if on_offer(seat)]
    if not seats:
        return None
    names = [reader.people[seat.index] for seat in seats]
    text = ngettext(
        "%(names)s has vanished, and a bot plays on. Anyone can take over the seat.",
        "%(names)s have vanished, and bots play on. Anyone can take over one of the seats.",
        len(names),
    ) % {"names": settings.join_names(names)}
    stranger = reader.user_id is None
    return {"text": text, "may_take": stranger or reader.can["replace"], "key": reader.key}


def _vote(reader: Reader) -> OpenVote | None:
    vote = open_vote.current(reader.position)
    if vote is None:
        return None
    kind = KINDS[vote.kind]
    data = snapshot.ballots(reader.position, vote, reader.user_id)
    about = vote.seat if vote.opened_by is None else vote.opened_by
    question = incident_text("vote_opened", about, {"vote": vote.kind})
    said = {ballot["seat"]: ballot["choice"] for ballot in data["ballots"]}
    own = reader.owned.index if reader.owned else None
    return {
        "action": f"{reader.url}votes/{vote.pk}/",
        "question": texts.plain(question, reader.people) if question else "",
        "closes": _moment(vote.closes_at),
        "unless": _(kind.needs),
        "seats": [
            {
                "seat": seat,
                "name": reader.people[seat],
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
