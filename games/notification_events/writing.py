"""Queues notifications of a change in the outbox, in the same transaction.

The person who causes something is not notified of it.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.company import relationships
from accounts.models import Sanction, User
from games.clocks import clock
from games.models import (
    ChatMessage,
    Game,
    Invitation,
    Rematch,
    Report,
    Seat,
    StandingInvitation,
    Vote,
)
from games.notification_events import kinds
from games.storage.position import Position
from notifications import bell, outbox
from notifications.models import Notification
from notifications.outbox import Fact

#: Chat messages wait this long: people who have the game's page open need no notification.
DELAY = timedelta(seconds=90)
#: A person with this many unread messages of a table gets no further notification of its chat.
MOST_UNREAD = 20
#: In a live game present players have seen it by then.
LIVE_DELAY = timedelta(seconds=5)


def write_changes(
    position: Position,
    waited_for: set[int],
    timed: list[Seat],
    now: datetime,
    *,
    started: bool = False,
) -> None:
    """Queue what people will be told of a change.

    ``waited_for`` are the seats waited for before it, ``timed`` those with a new deadline. A
    practice game notifies nobody: only its own person plays there.
    """
    if position.game.practice:
        return
    asked = _started(position, now) if started else _asked(position, waited_for, now)
    facts = [*asked, *_reminders(timed)]
    if position.game.status == Game.Status.FINISHED:
        version = position.game.version
        facts += _to_all_seats(
            position, lambda seat: kinds.GameOver(seat=seat.index, version=version), now
        )
    if facts:
        outbox.write(facts)


def timed(seats: Iterable[Seat]) -> None:
    """These seats, played by people, have a new deadline without a move."""
    outbox.write(_reminders(seats))


def timed_out(position: Position, seat: Seat, now: datetime) -> None:
    """The seat's owner has run out of time: a bot plays on, or the seat is lost."""
    outbox.write([_to_owner(kinds.TimedOut(seat=seat.index), seat, now, position.game.version)])


def invited(game: Game, user_ids: Iterable[int], by_id: int, now: datetime) -> None:
    """These people are invited."""
    key = outbox.of_day(now)  # again after a while, but not twice at once
    fact = kinds.Invited(by=by_id)
    outbox.write(outbox.notification(fact, each, game.pk, now, key) for each in user_ids)


def invitation_over(invitation: Invitation, now: datetime) -> None:
    """Somebody does not come, so a seat is free again: for the inviting player and the creator."""
    game, lapsed = invitation.game, invitation.lapsed_at is not None
    fact = kinds.InvitationOver(by=invitation.user_id, lapsed=lapsed)
    outbox.write(
        outbox.notification(fact, each, game.pk, now, invitation.pk)
        for each in {invitation.invited_by_id, game.created_by_id}
    )


def joined(position: Position, user_id: int, now: datetime) -> None:
    """Somebody has joined a game that waits for others: sent once a day, however often they do."""
    key = outbox.of_day(now, user_id)
    _to_others(position, kinds.Joined(by=user_id), user_id, now, key)


def left(position: Position, user_id: int, now: datetime) -> None:
    """Somebody has left before the start: sent once a day."""
    key = outbox.of_day(now, user_id)
    _to_others(position, kinds.Left(by=user_id), user_id, now, key)


def ready_check(position: Position, now: datetime) -> None:
    """All players of a live game are asked whether they are ready: sent at once, as it is urgent.

    It replaces an earlier ready check.
    """
    by = position.game.ready_by
    assert by is not None  # these are the players who are asked
    fact = kinds.ReadyCheck(by=by.isoformat())
    people = [seat.user_id for seat in position.seats if seat.user_id]
    outbox.forget_facts(kinds.ReadyCheck, people, position.game.pk)
    outbox.write(outbox.notification(fact, each, position.game.pk, now, fact.by) for each in people)
    transaction.on_commit(lambda: bell.ring(people), robust=True)


def not_ready(position: Position, user_ids: Iterable[int], now: datetime) -> None:
    """These people were absent when a live game was to start, and have lost their seats."""
    fact, key = kinds.NotReady(), now.isoformat()
    outbox.write(outbox.notification(fact, each, position.game.pk, now, key) for each in user_ids)


def cancelled(position: Position, now: datetime, by_id: int | None = None) -> None:
    """The game ends without a result."""
    _to_others(position, kinds.Cancelled(), by_id, now)


def table_lapsed(position: Position, now: datetime) -> None:
    """An open table has found nobody for a long time, and is closed."""
    _to_others(position, kinds.TableLapsed(), None, now)


def standing_lapsed(invitation: StandingInvitation, now: datetime) -> None:
    """A standing invitation has found nobody for a long time, and ends."""
    fact = kinds.StandingLapsed(type=invitation.type, players=invitation.players)
    key = f"{invitation.pk}"
    outbox.write([outbox.notification(fact, invitation.user_id, None, now, key)])


def message_written(game_id: int, user_id: int, message_id: int, now: datetime) -> None:
    """Somebody has written at the table: for the others who are away and have few unread
    messages."""
    seats = Seat.objects.filter(game_id=game_id, user__isnull=False, resigned_at=None)
    others = (
        set(seats.values_list("user_id", flat=True)) - {user_id} - relationships.apart_from(user_id)
    )
    others -= bell.not_reading(others, game_id, kinds.Chat.kind, MOST_UNREAD)
    fact = kinds.Chat(message=message_id)
    outbox.write(
        outbox.notification(fact, each, game_id, now + DELAY, message_id) for each in sorted(others)
    )


def taken_back(position: Position, seat: Seat, now: datetime) -> None:
    """A seat played by a bot has its owner back, or a new one."""
    fact = kinds.TakenBack(about=seat.index)
    _to_others(position, fact, seat.user_id, now, position.game.version)


def taken_over(position: Position, seat: Seat, former_id: int, now: datetime) -> None:
    """The seat that was on offer has a new owner; its former one has lost it for good."""
    game, fact = position.game, kinds.TimedOut(seat=seat.index, taken_over=True)
    outbox.write([outbox.notification(fact, former_id, game.pk, now, game.version)])
    taken_back(position, seat, now)


def offered(position: Position, seat: Seat, now: datetime) -> None:
    """A replacement player is needed: for everybody who has asked to hear of such seats."""
    game = position.game
    if game.visibility == Game.Visibility.PUBLIC:
        outbox.announce(kinds.Offered(about=seat.index), game.pk, now, game.version)


def vote_opened(position: Position, vote: Vote, now: datetime) -> None:
    """The people at the table are asked to vote."""
    outbox.write(
        outbox.notification(
            kinds.VoteOpened(vote=vote.pk), seat.user_id, position.game.pk, now + DELAY, vote.pk
        )
        for seat in position.seats
        if seat.user_id and not seat.resigned_at and seat.index not in (vote.seat, vote.opened_by)
    )


def rematch_offered(
    position: Position, rematch: Rematch, user_ids: Iterable[int], now: datetime
) -> None:
    """These people are offered a rematch: sent once a day per offering player."""
    fact = kinds.RematchOffered(rematch=rematch.pk, by=rematch.offered_by)
    key = outbox.of_day(now, rematch.offered_by)
    outbox.write(
        outbox.notification(fact, each, position.game.pk, now + DELAY, key) for each in user_ids
    )


def moderated(user_ids: Iterable[int], game: Game | None, text: str, now: datetime) -> None:
    """A moderator writes to these people, about a game or in general."""
    game_id, fact = game.pk if game else None, kinds.Moderated(text=text)
    outbox.write(
        outbox.notification(fact, each, game_id, now, now.isoformat()) for each in user_ids
    )


def sanctioned(
    user_id: int, what: str, reason: str, told_at: datetime, *, name: str = "", said: str = ""
) -> None:
    """A moderator has done something to a person, with a reason; sent at that time."""
    fact = kinds.Sanctioned(what=what, reason=reason, name=name, said=said)
    _decided(fact, user_id, None, told_at)


def imposed(sanction: Sanction, said: str, told_at: datetime) -> None:
    """A moderator has put a sanction in force; sent at that time, unless it is withdrawn before."""
    fact = kinds.Sanctioned(
        what=sanction.kind,
        reason=sanction.reason,
        until=sanction.until.isoformat() if sanction.until else "",
        said=said,
        sanction=sanction.pk,
    )
    _decided(fact, sanction.user_id, None, told_at)


def hidden(message: ChatMessage, reason: str, told_at: datetime) -> None:
    """A moderator has hidden a message; its author is notified at that time, if it is still
    hidden."""
    fact = kinds.Sanctioned(what="hidden", reason=reason, said=message.text, message=message.pk)
    _decided(fact, message.user_id, message.game_id, told_at)


def _decided(fact: kinds.Sanctioned, user_id: int, game_id: int | None, told_at: datetime) -> None:
    key = timezone.now().isoformat()
    outbox.write([outbox.notification(fact, user_id, game_id, told_at, key)])


def befriended(user: User, other: User, now: datetime, *, agreed: bool) -> None:
    """``user`` sends ``other`` a friend request, or has accepted one; sent at most once a day."""
    fact = kinds.FriendAgreed(by=user.pk) if agreed else kinds.FriendAsks(by=user.pk)
    key = outbox.of_day(now, user.pk)
    outbox.write([outbox.notification(fact, other.pk, None, now, key)])


def reported(report: Report, now: datetime) -> None:
    """There is a new report: for all who may moderate, once a day per case."""
    key = outbox.of_day(now, report.case_id)
    outbox.announce(kinds.Reported(report=report.pk), report.game_id, now, key)


def report_closed(report: Report, told_at: datetime) -> None:
    """A report or an appeal is closed: for its sender, at that time."""
    assert report.by_id is not None
    at = report.closed_at.isoformat() if report.closed_at else ""
    appeal = report.about == Report.About.APPEAL
    fact = kinds.AppealDecided(report.pk, at) if appeal else kinds.ReportClosed(report.pk, at)
    key = f"{report.pk}/{at}"
    outbox.write([outbox.notification(fact, report.by_id, report.game_id, told_at, key)])


def instruction_failed(position: Position, seat: Seat, kind: str, now: datetime) -> None:
    """A standing instruction of the seat's owner has failed and is switched off."""
    fact = kinds.InstructionFailed(seat=seat.index, decision=kind)
    if seat.user_id is not None:
        outbox.write(
            [outbox.notification(fact, seat.user_id, position.game.pk, now, now.isoformat())]
        )


def plan_ended(position: Position, seat: Seat, why: str, now: datetime) -> None:
    """Plans of the seat's owner answer nothing any more."""
    fact = kinds.PlanEnded(seat=seat.index, why=why)
    if seat.user_id is not None:
        told = outbox.notification(
            fact, seat.user_id, position.game.pk, now, f"plan {position.game.version}"
        )
        outbox.write([told])


def plan_answered(position: Position, seat: Seat, words: Iterable[str], now: datetime) -> None:
    """A plan of the seat's owner has answered questions."""
    game = position.game
    if game.practice or game.status != Game.Status.RUNNING:
        return
    fact = kinds.PlanAnswered(seat.index, game.version, [each for each in words if each])
    outbox.write([_to_owner(fact, seat, now + DELAY, game.version)])


def asked_after_all(position: Position, seat: Seat, now: datetime) -> None:
    """A plan was to answer the seat's open question, and has not."""
    fact = kinds.YourTurn(seat=seat.index, version=seat.asked_version)
    outbox.write([_to_owner(fact, seat, now, f"{seat.asked_version} unplanned")])


def broken(game: Game, reason: str, now: datetime) -> None:
    """The rules have failed on the game: for all who may moderate."""
    outbox.announce(kinds.Broken(reason=reason), game.pk, now, now.isoformat())


def _asked(position: Position, waited_for: set[int], now: datetime) -> Iterator[Notification]:
    version = position.game.version
    for seat in position.seats:
        newly = seat.to_move and seat.index not in waited_for and seat.asked_version == version
        if newly and seat.user_id and not seat.bot:
            live = clock.is_live(position.game)
            asked = kinds.LiveTurn if live else kinds.YourTurn
            fact = asked(seat=seat.index, version=version)
            yield _to_owner(fact, seat, now + (LIVE_DELAY if live else DELAY), version)


def _reminders(timed: Iterable[Seat]) -> Iterator[Notification]:
    for seat in timed:
        if seat.user is None or seat.deadline is None or seat.live:
            continue
        fact = kinds.Reminder(seat=seat.index, deadline=seat.deadline.isoformat())
        yield _to_owner(fact, seat, clock.reminder_at(seat, seat.user), fact.deadline)


def _started(position: Position, now: datetime) -> Iterator[Notification]:
    version = position.game.version
    placed = set(position.game.placements.values_list("user_id", flat=True))
    return _to_all_seats(
        position,
        lambda seat: kinds.GameStarted(
            seat=seat.index, version=version, by_invitation=seat.user_id in placed
        ),
        now,
    )


def _to_all_seats(
    position: Position, fact: Callable[[Seat], Fact], now: datetime
) -> Iterator[Notification]:
    for seat in position.seats:
        if seat.user_id and not seat.resigned_at:
            yield _to_owner(fact(seat), seat, now + DELAY)


def _to_others(
    position: Position, fact: Fact, but: int | None, now: datetime, key: object = ""
) -> None:
    """For the owners of seats who have not left, except one of them."""
    outbox.write(
        outbox.notification(fact, seat.user_id, position.game.pk, now + DELAY, key)
        for seat in position.seats
        if seat.user_id and seat.user_id != but and not seat.resigned_at
    )


def _to_owner(fact: Fact, seat: Seat, due_at: datetime, key: object = "") -> Notification:
    assert seat.user_id is not None
    return outbox.notification(fact, seat.user_id, seat.game_id, due_at, key)
