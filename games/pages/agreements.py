"""What the people at a table can agree on: the vote that is open, a pause, a seat on offer; and the
menu of what they may ask for."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import words
from games.models import Incident, Vote
from games.moves import pausing
from games.moves.conditions import on_offer
from games.pages import settings
from games.pages.tabletop import Tabletop
from games.rules.engine import Json
from games.showing import snapshot
from games.showing.incidents import text as incident_text
from games.votes import open_vote, voting

Kind = Vote.Kind

#: What is said by a ballot, as a button and as what somebody has said.
_ANSWERS = {
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "wait": gettext_noop("Wait one more turn"),
    "bot": gettext_noop("A bot plays on"),
    "forfeit": gettext_noop("Lost by time"),
    "cancel": gettext_noop("Cancel the game"),
}
#: Each vote that can be asked for: what stands in the menu, what comes of it, and its button.
_MENU = {
    Kind.PAUSE: (
        gettext_noop("Suggest a pause"),
        gettext_noop(
            "While the game is paused no clock runs; moves are possible all the same. More than "
            "half of the players have to agree. The pause lasts at most %(days)d days."
        ),
        gettext_noop("Ask for a pause"),
    ),
    Kind.RESUME: (
        gettext_noop("Suggest to go on"),
        gettext_noop("The clocks run again as soon as more than half of the players agree."),
        gettext_noop("Ask to go on"),
    ),
    Kind.DRAW: (
        gettext_noop("Offer a draw"),
        gettext_noop(
            "If the other player agrees the game ends at once, and you share the victory."
        ),
        gettext_noop("Yes, I offer a draw"),
    ),
    Kind.CANCEL: (
        gettext_noop("Suggest to cancel the game"),
        gettext_noop(
            "If everybody agrees the game ends at once, without a result. That cannot be undone."
        ),
        gettext_noop("Yes, I want to cancel"),
    ),
    Kind.ABSENT: (
        gettext_noop("Decide about %(name)s's seat"),
        gettext_noop(
            "The game has waited for %(name)s for very long. The others decide: wait, let a bot "
            "play on, count the seat as lost, or cancel the game."
        ),
        gettext_noop("Ask the others"),
    ),
}


def agreements(table: Tabletop) -> Json:
    """``paused``, ``offered`` and ``vote``, each None where there is nothing to tell."""
    live = table.running and not table.past
    return {
        "paused": _paused(table) if live and table.game.paused_at else None,
        "offered": _offered(table) if live else None,
        "vote": _vote(table) if live else None,
    }


def menu(table: Tabletop) -> Json | None:
    """What the reader may ask the table for, and how to resign; None for who only watches."""
    if table.seat is None or table.past or not table.running:
        return None
    now = timezone.now()
    asked = voting.may_be_called(table.position, table.seat, now)
    return {
        "items": [_item(table, kind, about) for kind, about in asked],
        "voting": table.game.voting,
        "resign_text": _("The game ends at once, and your opponent wins.")
        if table.game.players == 2
        else _("A bot plays on for you, and you rank below all who stay."),
    }


def _item(table: Tabletop, kind: str, about: int | None) -> Json:
    title, text, button = _MENU[Kind(kind)]
    values = {
        "days": pausing.LONGEST.days,
        "name": "" if about is None else table.people[about],
    }
    return {
        "kind": kind,
        "seat": about,
        "title": _(title) % values,
        "text": _(text) % values,
        "button": _(button),
        "danger": kind == Kind.CANCEL,
    }


def _paused(table: Tabletop) -> Json:
    last = Incident.objects.filter(game=table.game, kind=Incident.Kind.PAUSED).last()
    if last is None or table.game.paused_at is None:
        return {"text": _("The game is paused; no clock runs"), "until": ""}
    text = incident_text(last.kind, last.seat, last.data)
    told = words.plain(text, table.people) if text else ""
    ends = table.game.paused_at + pausing.LONGEST
    moderators = last.data["by"] == "moderator"
    return {"text": told, "until": "" if moderators else _moment(ends)}


def _offered(table: Tabletop) -> Json | None:
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


def _vote(table: Tabletop) -> Json | None:
    vote = open_vote.of(table.position)
    if vote is None:
        return None
    data = snapshot.ballots(table.position, vote, table.user_id)
    about = vote.seat if vote.opened_by is None else vote.opened_by
    question = incident_text("vote_opened", about, {"vote": vote.kind})
    said = {ballot["seat"]: ballot["choice"] for ballot in data["ballots"]}
    own = next((s.index for s in table.position.seats if s.user_id == table.user_id), None)
    return {
        "action": f"{table.url}votes/{vote.pk}/",
        "question": words.plain(question, table.people) if question else "",
        "closes": _moment(vote.closes_at),
        "unless": _unless(vote),
        "seats": [
            {
                "seat": seat,
                "name": table.people[seat],
                "said": _(_ANSWERS[said[seat]]) if said[seat] else "",
            }
            for seat in said
        ],
        "answers": _answers(data, said.get(own)) if data["asked"] else [],
    }


def _answers(data: Json, own: str | None) -> list[Json]:
    return [
        {"value": choice, "label": _(_ANSWERS[choice]), "chosen": choice == own}
        for choice in data["choices"]
    ]


def _unless(vote: Vote) -> str:
    """What the vote needs, and what comes without it."""
    match vote.kind:
        case Kind.ABSENT:
            return _("If nobody votes, a bot plays on. To cancel takes all of you.")
        case Kind.CANCEL | Kind.DRAW:
            return _("Everybody has to agree, or the game goes on.")
    return _("More than half have to agree.")


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), _("M j, H:i"))
