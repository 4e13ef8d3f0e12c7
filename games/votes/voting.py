"""Votes of the people at a table: on an absent player, on a pause, on an agreed end.

A vote is closed as soon as nobody's ballot can change what it says, and at the latest when its time
is up; what it decides is done in the same transaction. Who is asked depends on what about:

* a cancellation and a draw need all whose result it is, also who lets a bot play for the moment;
* a pause and its end need more than half of those who play now;
* an absent player's seat is for the others who play now: more than half at once, else at the end
  what most have said, of equals the mildest. Cancelling takes all of them. Nobody: a bot plays on.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import facts
from games.clocks import clock, settings
from games.errors import Forbidden, GameError, Illegal, Refused
from games.models import Ballot, Game, Incident, Seat, Vote
from games.moves import ending, incidents, pausing, tenures
from games.moves.conditions import check_running
from games.moves.recording import retime
from games.storage.position import Position, locked, own_seat
from games.votes import open_vote

log = structlog.get_logger(__name__)

Kind = Vote.Kind
DAY = timedelta(days=1)
#: How long each kind of vote stays open.
LASTS = {
    Kind.ABSENT: 2 * DAY,
    Kind.CANCEL: 7 * DAY,
    Kind.DRAW: 7 * DAY,
    Kind.PAUSE: 3 * DAY,
    Kind.RESUME: 3 * DAY,
}
#: What may be said; of the fates of an absent player's seat the milder ones come first.
FATES = ("bot", "wait", "forfeit", "cancel")
CHOICES = dict.fromkeys(Kind, ("yes", "no")) | {Kind.ABSENT: FATES}
UNANIMOUS = (Kind.CANCEL, Kind.DRAW)
#: After a vote that decided nothing new, the same cannot be asked again for so long.
REST = DAY
#: In a game without a clock, the others may decide about who has been waited for so long.
STALLED = 14 * DAY
BATCH = 500


# What people do ----------------------------------------------------------------------------------


def call(game_id: int, user_id: int, kind: str, about: int | None = None) -> Position:
    """Ask the table; who asks agrees. ``about`` is the absent seat, for that kind of vote.

    Illegal for what cannot be asked at all, Refused for what cannot be asked now.
    """
    now = timezone.now()
    with locked(game_id) as position:
        seat = own_seat(position, user_id)
        check_running(position)
        if kind not in Kind.values or (about is None) != (kind != Kind.ABSENT):
            raise Illegal(_("There is no such vote."), "bad_vote")
        if position.game.voting:
            raise Refused(_("Another vote is open; only one can be at a time."), "vote_open")
        if (kind, about) not in may_be_called(position, seat, now):
            raise Refused(_("That cannot be voted on now."), "no_vote")
        vote = _open(position, kind, now, subject=about, opener=seat.index)
        if kind != Kind.ABSENT:
            Ballot.objects.create(vote=vote, seat=seat.index, choice="yes", at=now)
        _decide(position, vote, now)
    return position


def say(game_id: int, user_id: int, vote_id: int, choice: str) -> Position:
    """Vote, or vote otherwise than before. Refused when the vote is closed, Forbidden for who is
    not asked, Illegal for another answer than those offered."""
    now = timezone.now()
    with locked(game_id) as position:
        vote = open_vote.of(position)
        if vote is None or vote.pk != vote_id or vote.closes_at <= now:
            raise Refused(_("This vote is closed."), "vote_closed")
        seat = next((s for s in voters(position, vote) if s.user_id == user_id), None)
        if seat is None:
            raise Forbidden(_("You are not asked in this vote."), "no_ballot")
        if choice not in CHOICES[Kind(vote.kind)]:
            raise Illegal(_("That is none of the answers."), "bad_ballot")
        Ballot.objects.update_or_create(
            vote=vote, seat=seat.index, defaults={"choice": choice, "at": now}
        )
        incidents.tell(position)
        _decide(position, vote, now)
    return position


# What happens by itself --------------------------------------------------------------------------


def ask_the_others(position: Position, seat: Seat, now: datetime) -> None:
    """The seat's time is up and the game leaves it to the others; in the caller's transaction.

    Until they have decided the seat may still move: its time runs until the vote closes. With
    nobody there to decide a bot plays on.
    """
    vote = open_vote.of(position)
    if vote is not None and vote.closes_at <= now:
        _decide(position, vote, now)
        if vote.seat == seat.index or seat.deadline is None:
            return
    elif vote is not None and vote.seat is not None:
        _let_run(position, seat, vote.closes_at - now, now)  # one absent player after the other
        return
    open_vote.drop(position, now)
    incidents.note(position, Incident.Kind.OVERDUE, seat=seat)
    vote = _open(position, Kind.ABSENT, now, subject=seat.index)
    _let_run(position, seat, vote.closes_at - now, now)
    _decide(position, vote, now)


def close_due() -> int:
    """Close the votes whose time is up; how many. Games being played come with the next tick."""
    due = Vote.objects.filter(closed_at=None, closes_at__lte=timezone.now(), game__broken_at=None)
    return sum(_close_due(game_id) for game_id in due.values_list("game_id", flat=True)[:BATCH])


def _close_due(game_id: int) -> bool:
    now = timezone.now()
    try:
        with locked(game_id, wait=False) as position:
            vote = open_vote.of(position)
            if vote is None or vote.closes_at > now or position.game.broken_at:
                return False
            _decide(position, vote, now)
    except GameError as error:
        log.info("vote not closed", game=game_id, reason=error.code)
        return False
    return True


# Who is asked, and what comes of it --------------------------------------------------------------


def may_be_called(position: Position, seat: Seat, now: datetime) -> list[tuple[str, int | None]]:
    """The votes that the holder of this seat may call now, each with the seat it is about."""
    game = position.game
    if game.status != Game.Status.RUNNING or game.broken_at or game.voting:
        return []
    timed = settings.of(game).limited
    found: list[tuple[str, int | None]] = []
    if not timed and game.paused_at is None:
        found += [(Kind.ABSENT, other.index) for other in _stalling(position, seat, now)]
    if timed and game.paused_at is None:
        found.append((Kind.PAUSE, None))
    if game.paused_at is not None and not pausing.by_moderator(game):
        found.append((Kind.RESUME, None))
    if _may_draw(position):
        found.append((Kind.DRAW, None))
    found.append((Kind.CANCEL, None))
    asked = _asked_lately(game, now)
    return [each for each in found if each not in asked]


def voters(position: Position, vote: Vote) -> list[Seat]:
    """The seats whose owners are asked."""
    if vote.kind in UNANIMOUS:
        return [seat for seat in position.seats if seat.user_id and not seat.resigned_at]
    return [seat for seat in position.seats if _plays(seat) and seat.index != vote.seat]


def verdict(kind: str, asked: set[int], said: dict[int, str], *, over: bool) -> str | None:
    """What the ballots decide, None as long as it is open. ``over``: no more of them will come.

    ``passed`` or ``rejected``; for an absent player's seat one of ``FATES``.
    """
    votes = Counter(choice for seat, choice in said.items() if seat in asked)
    in_all = votes.total() == len(asked)
    if kind == Kind.ABSENT:
        if votes["cancel"] < len(asked):
            del votes["cancel"]
        fate = max(FATES, key=lambda each: (votes[each], -FATES.index(each)))
        return fate if over or in_all or votes[fate] > len(asked) / 2 else None
    needed = len(asked) if kind in UNANIMOUS else len(asked) // 2 + 1
    if asked and votes["yes"] >= needed:
        return "passed"
    return "rejected" if over or len(asked) - votes["no"] < needed else None


def _open(
    position: Position,
    kind: str,
    now: datetime,
    *,
    subject: int | None = None,
    opener: int | None = None,
) -> Vote:
    vote = Vote.objects.create(
        game=position.game,
        kind=kind,
        seat=subject,
        opened_by=opener,
        opened_at=now,
        closes_at=now + LASTS[Kind(kind)],
    )
    position.game.voting = True
    position.game.save(update_fields=["voting"])
    about = subject if opener is None else opener
    seat = None if about is None else position.seats[about]
    incidents.note(position, Incident.Kind.VOTE_OPENED, seat=seat, vote=kind)
    facts.vote_opened(position, vote, now)
    return vote


def _decide(position: Position, vote: Vote, now: datetime) -> None:
    """Close the vote if it is decided, and do what it says."""
    asked = {seat.index for seat in voters(position, vote)}
    said = dict(Ballot.objects.filter(vote=vote).values_list("seat", "choice"))
    over = vote.closes_at <= now or not asked
    outcome = verdict(vote.kind, asked, said, over=over)
    if outcome is None:
        return
    if vote.kind == Kind.DRAW and not _may_draw(position):
        outcome = "rejected"
    open_vote.close(position, vote, outcome, now)
    if vote.seat is not None:
        _do_with(position, position.seats[vote.seat], outcome, now)
    elif outcome == "passed":
        _carry_out(position, vote.kind, now)


def _do_with(position: Position, absent: Seat, fate: str, now: datetime) -> None:
    match fate:
        case "wait":
            _let_run(position, absent, _one_turn(position.game), now)
        case "forfeit":
            tenures.forfeit(position, absent, now)
        case "cancel":
            ending.cancel(position, now, by="vote")
        case _:
            tenures.bot_plays_on(position, absent, now)


def _carry_out(position: Position, kind: str, now: datetime) -> None:
    match kind:
        case Kind.CANCEL:
            ending.cancel(position, now, by="vote")
        case Kind.DRAW:
            ending.draw(position)
        case Kind.PAUSE:
            pausing.pause(position, now, by="vote")
        case Kind.RESUME:
            pausing.resume(position, now, by="vote")


def _let_run(position: Position, seat: Seat, time: timedelta, now: datetime) -> None:
    """Let an absent player's clock run on for so long at least; all time counts by now."""
    seat.stretch = timedelta()
    if clock.give(seat, now, time):
        retime(position, now, [seat])


def _one_turn(game: Game) -> timedelta:
    """What the others give to whom they wait for."""
    return settings.of(game).more()


def _plays(seat: Seat) -> bool:
    return seat.user_id is not None and not seat.bot


def _may_draw(position: Position) -> bool:
    """Two people are left, both play, and the game type knows draws."""
    left = [seat for seat in position.seats if not seat.resigned_at]
    return position.game.rules.agreed_draw and len(left) == 2 and all(map(_plays, left))


def _stalling(position: Position, seat: Seat, now: datetime) -> list[Seat]:
    """The others for whom a game without a clock has waited too long."""
    return [
        other
        for other in position.seats
        if other.index != seat.index
        and _plays(other)
        and other.waiting_since is not None
        and other.waiting_since <= now - STALLED
    ]


def _asked_lately(game: Game, now: datetime) -> set[tuple[Any, ...]]:
    """What was voted on a short while ago, with the seat it was about."""
    again = Q(closed_at__gt=now - REST) | Q(kind=Kind.ABSENT, closed_at__gt=now - STALLED)
    closed = Vote.objects.filter(again, game=game, outcome__in=("rejected", "wait"))
    return set(closed.values_list("kind", "seat"))
