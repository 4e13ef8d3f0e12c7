"""Votes of the players at a table: on an absent player, a pause or an agreed end.

A vote closes as soon as no further ballot can change its outcome, and at the latest when its time
is up; its effect happens in the same transaction. ``games.votes.ballots`` has the kinds of votes,
their voters and their majorities.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import structlog
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.celery import due_rows
from games.errors import Broken, Forbidden, GameError, Illegal, Refused
from games.models import Ballot, Game, Incident, Seat, Vote
from games.moves import incidents
from games.moves.conditions import check_not_over
from games.notification_events import writing
from games.storage import table_context
from games.storage.position import Position, locked, own_seat
from games.votes import open_vote
from games.votes.ballots import KINDS, Agreement, Kind, let_run

log = structlog.get_logger(__name__)

BATCH = 500
#: Kinds of votes, each with the seat it is about.
Asked = set[tuple[str, int | None]]


# What people do ----------------------------------------------------------------------------------


def call(game_id: int, user_id: int, kind: str, about: int | None = None) -> Position:
    """Start a vote and agree to it. ``about`` is the absent seat, for that kind of vote.

    Illegal for what cannot be asked at all, Refused for what cannot be asked now.
    """
    now = timezone.now()
    with locked(game_id, user_id=user_id, broken=True) as position:
        seat = own_seat(position, user_id)
        check_not_over(position)
        asked_for = KINDS.get(kind)
        if asked_for is None:
            raise Illegal(_("There is no such vote."), "bad_vote")
        if asked_for.about_a_seat and about is None:
            raise Illegal(_("This vote is about a player: name the seat."), "bad_vote")
        if about is not None and not asked_for.about_a_seat:
            raise Illegal(_("This vote is not about a player: name no seat."), "bad_vote")
        if position.game.voting:
            raise Refused(_("Another vote is open. Wait until it is closed."), "vote_open")
        if (kind, about) not in may_be_called(position, seat, now, find_recent_votes(game_id)):
            raise Refused(_("You cannot start this vote now."), "no_vote")
        vote = _open(position, asked_for, now, subject=about, opener=seat.index)
        if isinstance(asked_for, Agreement):
            Ballot.objects.create(vote=vote, seat=seat.index, choice="yes", at=now)
        _decide(position, vote, now)
    return position


def cast_vote(game_id: int, user_id: int, vote_id: int, choice: str) -> Position:
    """Cast a ballot, or change it.

    Refused if the vote is closed, Forbidden for a person without a vote, Illegal for an answer that
    is not offered.
    """
    now = timezone.now()
    with locked(game_id, user_id=user_id, broken=True) as position:
        vote = open_vote.current(position)
        if vote is None or vote.pk != vote_id or vote.closes_at <= now:
            raise Refused(_("This vote is closed."), "vote_closed")
        seat = next((s for s in voters(position, vote) if s.user_id == user_id), None)
        if seat is None:
            raise Forbidden(_("You have no vote on this."), "no_ballot")
        if not _counts(position, KINDS[vote.kind]):
            raise Broken
        if choice not in KINDS[vote.kind].answers:
            raise Illegal(_("This is not one of the possible answers."), "bad_ballot")
        Ballot.objects.update_or_create(
            vote=vote, seat=seat.index, defaults={"choice": choice, "at": now}
        )
        incidents.tell(position)
        _decide(position, vote, now)
    return position


# Automatic actions --------------------------------------------------------------------------


def ask_the_others(position: Position, seat: Seat, now: datetime) -> None:
    """Let the others decide about a seat whose time is up, in the caller's transaction.

    Until then the seat may still move: its time runs until the vote closes. If nobody is left to
    decide a bot plays on.
    """
    vote = open_vote.current(position)
    if vote is not None and vote.closes_at <= now:
        _decide(position, vote, now)
        if vote.seat == seat.index or seat.deadline is None:
            return
    elif vote is not None and vote.seat is not None:
        let_run(position, seat, vote.closes_at - now, now)  # one absent player after the other
        return
    open_vote.drop(position, now)
    incidents.record_incident(position, Incident.Kind.OVERDUE, seat=seat)
    vote = _open(position, KINDS[Vote.Kind.ABSENT], now, subject=seat.index)
    let_run(position, seat, vote.closes_at - now, now)
    _decide(position, vote, now)


def close_due() -> int:
    """Close the votes whose time is up; return how many. Locked games wait for the next tick."""
    due = Vote.objects.filter(closed_at=None, closes_at__lte=timezone.now())
    return due_rows.process_each("votes", due.values_list("game_id", flat=True)[:BATCH], _close_due)


def _close_due(game_id: int) -> bool:
    now = timezone.now()
    try:
        with locked(game_id, wait=False, broken=True) as position:
            vote = open_vote.current(position)
            if vote is None or vote.closes_at > now or not _counts(position, KINDS[vote.kind]):
                return False
            _decide(position, vote, now)
    except GameError as error:
        log.info("vote not closed", game=game_id, reason=error.code)
        return False
    return True


# Voters and outcomes ------------------------------------------------------------------------------


def may_be_called(
    position: Position, seat: Seat, now: datetime, asked: Asked
) -> list[tuple[str, int | None]]:
    """The votes that the holder of this seat may start now, each with the seat it is about.

    ``asked``: recent votes.
    """
    game = position.game
    if game.status != Game.Status.RUNNING or game.voting or game.practice:
        return []
    return [
        (name, about)
        for name, kind in KINDS.items()
        if _counts(position, kind)
        for about in kind.may_be_called(position, seat, now)
        if (name, about) not in asked
    ]


def _counts(position: Position, kind: Kind) -> bool:
    """Whether such a vote can decide anything: a broken game can only be cancelled."""
    return position.game.broken_at is None or kind.of_broken_games


def voters(position: Position, vote: Vote) -> list[Seat]:
    """The seats whose owners may vote."""
    return KINDS[vote.kind].voters(position, vote.seat)


def _open(
    position: Position,
    kind: Kind,
    now: datetime,
    *,
    subject: int | None = None,
    opener: int | None = None,
) -> Vote:
    vote = Vote.objects.create(
        game=position.game,
        kind=kind.name,
        seat=subject,
        opened_by=opener,
        opened_at=now,
        closes_at=now + kind.lasts,
    )
    position.game.voting = True
    position.game.save(update_fields=["voting"])
    about = subject if opener is None else opener
    seat = None if about is None else position.seats[about]
    incidents.record_incident(position, Incident.Kind.VOTE_OPENED, seat=seat, vote=kind.name)
    writing.vote_opened(position, vote, now)
    return vote


def _decide(position: Position, vote: Vote, now: datetime) -> None:
    """Close the vote if it is decided, and carry it out."""
    kind = KINDS[vote.kind]
    asked = {seat.index for seat in voters(position, vote)}
    said = dict(Ballot.objects.filter(vote=vote).values_list("seat", "choice"))
    over = vote.closes_at <= now or not asked
    outcome = kind.verdict(asked, said, over=over)
    if outcome is None:
        return
    if outcome == "passed" and not kind.possible(position):
        outcome = "rejected"
    open_vote.close(position, vote, outcome, now)
    kind.carry_out(position, vote, outcome, now)


def find_recent_votes(game_id: int) -> Asked:
    """Recent votes, each with the seat it was about."""
    return find_cooling_down(table_context.votes(game_id, longest_ago()).answer())


def longest_ago() -> datetime:
    """The time before which a vote no longer prevents another one."""
    return timezone.now() - max(kind.cooldown for kind in KINDS.values())


def find_cooling_down(closed: Iterable[table_context.Closed]) -> Asked:
    """The recent votes that cannot be started again yet."""
    now = timezone.now()
    return {(kind, seat) for kind, seat, at in closed if at > now - KINDS[kind].cooldown}
