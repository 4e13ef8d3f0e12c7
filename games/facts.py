"""What people will be told of a change, written into the outbox in the same transaction.

Each kind of fact is a class that says what is stored of it; ``games.messages`` has, for each, the
kind of notification that puts it in words. Whoever makes a thing happen is not told of it.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import ClassVar

from django.utils import timezone

from accounts.company import ties
from accounts.models import Sanction, User
from games.clocks import clock
from games.models import ChatMessage, Game, Invitation, Rematch, Report, Seat, Vote
from games.storage.position import Position
from notifications import outbox
from notifications.models import Notification
from notifications.outbox import Fact

#: Messages wait this long: whoever has the game's page open needs none.
DELAY = timedelta(seconds=90)


class YourTurn(Fact, frozen=True):
    """The reader's seat is asked at this version."""

    kind: ClassVar[str] = "your_turn"
    seat: int
    version: int


class Reminder(Fact, frozen=True):
    """The time of the reader's seat runs short; ``deadline`` in ISO 8601."""

    kind: ClassVar[str] = "reminder"
    seat: int
    deadline: str


class GameStarted(Fact, frozen=True):
    kind: ClassVar[str] = "game_started"
    seat: int
    version: int


class GameOver(Fact, frozen=True):
    kind: ClassVar[str] = "game_over"
    seat: int
    version: int


class Cancelled(Fact, frozen=True):
    kind: ClassVar[str] = "cancelled"


class Invited(Fact, frozen=True):
    """This user asks the reader to join."""

    kind: ClassVar[str] = "invited"
    by: int


class InvitationOver(Fact, frozen=True):
    """This user has declined an invitation of the reader's, or not answered it in time."""

    kind: ClassVar[str] = "invitation_over"
    by: int
    lapsed: bool


class Joined(Fact, frozen=True):
    """This user has taken a seat of a game that still waits for others."""

    kind: ClassVar[str] = "joined"
    by: int


class Left(Fact, frozen=True):
    """This user has given up a seat before the start."""

    kind: ClassVar[str] = "left"
    by: int


class Chat(Fact, frozen=True):
    """This message was written to the table."""

    kind: ClassVar[str] = "chat"
    message: int


class TimedOut(Fact, frozen=True):
    """The reader has run out of time; ``taken_over`` if somebody else has the seat now."""

    kind: ClassVar[str] = "timed_out"
    seat: int
    taken_over: bool = False


class TakenBack(Fact, frozen=True):
    """The seat ``about`` that a bot played has its owner back, or a new one."""

    kind: ClassVar[str] = "taken_back"
    about: int


class VoteOpened(Fact, frozen=True):
    kind: ClassVar[str] = "vote"
    vote: int


class RematchOffered(Fact, frozen=True):
    """The seat ``by`` would like to play the game once more."""

    kind: ClassVar[str] = "rematch"
    rematch: int
    by: int


class Offered(Fact, frozen=True):
    """A replacement player is looked for, for the seat ``about``."""

    kind: ClassVar[str] = "offered"
    about: int


class Moderated(Fact, frozen=True):
    """A moderator has written this."""

    kind: ClassVar[str] = "moderated"
    text: str


class Sanctioned(Fact, frozen=True):
    """A moderator has done this to the reader; ``until`` in ISO 8601, ``name`` a new one, ``said``
    the words that it is about. ``sanction`` and ``message`` are what a moderator may take back."""

    kind: ClassVar[str] = "sanctioned"
    what: str
    reason: str
    until: str = ""
    name: str = ""
    said: str = ""
    sanction: int | None = None
    message: int | None = None


class Reported(Fact, frozen=True):
    """Somebody has sent this report."""

    kind: ClassVar[str] = "reported"
    report: int


class AppealDecided(Fact, frozen=True):
    """Another moderator has looked at what was decided about the reader, at this time."""

    kind: ClassVar[str] = "appeal_decided"
    report: int
    at: str = ""


class ReportClosed(Fact, frozen=True):
    """Moderators have dealt with the reader's report at this time, in ISO 8601."""

    kind: ClassVar[str] = "report_closed"
    report: int
    at: str = ""


class FriendAsks(Fact, frozen=True):
    """The person ``by`` wants to be the reader's friend."""

    kind: ClassVar[str] = "friend_asks"
    by: int


class FriendAgreed(Fact, frozen=True):
    """The person ``by`` has agreed to be the reader's friend."""

    kind: ClassVar[str] = "friend_agreed"
    by: int


class Broken(Fact, frozen=True):
    """The rules have failed on the game."""

    kind: ClassVar[str] = "game_broken"
    reason: str


class InstructionFailed(Fact, frozen=True):
    """A standing instruction of the reader's, for this kind of decision, is switched off."""

    kind: ClassVar[str] = "answer_off"
    seat: int
    decision: str


def note(
    position: Position,
    waited_for: set[int],
    timed: list[Seat],
    now: datetime,
    *,
    started: bool = False,
) -> None:
    """Write down whom a change concerns, and what they will be told.

    ``waited_for`` are the seats waited for before it, ``timed`` those with a new deadline.
    """
    asked = (
        _to_all_seats(position, GameStarted, now) if started else _asked(position, waited_for, now)
    )
    facts = [*asked, *_reminders(timed)]
    if position.game.status == Game.Status.FINISHED:
        facts += _to_all_seats(position, GameOver, now)
    if facts:
        outbox.write(facts)


def timed(seats: Iterable[Seat]) -> None:
    """These seats, of people who play them, have a new deadline without a move."""
    outbox.write(_reminders(seats))


def timed_out(position: Position, seat: Seat, now: datetime) -> None:
    """The seat's owner has run out of time, and a bot plays on or the seat is lost."""
    outbox.write([_to_owner(TimedOut(seat=seat.index), seat, now, position.game.version)])


def invited(game: Game, user_ids: Iterable[int], by_id: int, now: datetime) -> None:
    """These people are asked to join."""
    fact, key = Invited(by=by_id), f"{now:%Y-%m-%d}"  # once more after a while, not twice at once
    outbox.write(outbox.notification(fact, each, game.pk, now, key) for each in user_ids)


def invitation_over(invitation: Invitation, now: datetime) -> None:
    """Somebody does not come, whose seat is free again: for who has invited, and the maker."""
    game, lapsed = invitation.game, invitation.lapsed_at is not None
    fact = InvitationOver(by=invitation.user_id, lapsed=lapsed)
    outbox.write(
        outbox.notification(fact, each, game.pk, now, invitation.pk)
        for each in {invitation.invited_by_id, game.created_by_id}
    )


def joined(position: Position, user_id: int, now: datetime) -> None:
    """Somebody has taken a seat of a game that still waits for others: told once a day, however
    often he comes and goes."""
    key = f"{user_id}/{now.date()}"
    _to_others(position, Joined(by=user_id), user_id, now, key)


def left(position: Position, user_id: int, now: datetime) -> None:
    """Somebody has given up a seat before the start: told once a day."""
    key = f"{user_id}/{now.date()}"
    _to_others(position, Left(by=user_id), user_id, now, key)


def cancelled(position: Position, now: datetime, by_id: int | None = None) -> None:
    """The game ends without a result."""
    _to_others(position, Cancelled(), by_id, now)


def said(game_id: int, user_id: int, message_id: int, now: datetime) -> None:
    """Somebody has written to the table: for the others, if they are away."""
    others = Seat.objects.filter(game_id=game_id, user__isnull=False, resigned_at=None)
    others = others.exclude(user__in=ties.apart_from(user_id))
    outbox.write(
        outbox.notification(Chat(message=message_id), each, game_id, now + DELAY, message_id)
        for each in others.exclude(user_id=user_id).values_list("user_id", flat=True)
    )


def taken_back(position: Position, seat: Seat, now: datetime) -> None:
    """A seat that a bot played has its owner back, or a new one."""
    fact = TakenBack(about=seat.index)
    _to_others(position, fact, seat.user_id, now, position.game.version)


def taken_over(position: Position, seat: Seat, former_id: int, now: datetime) -> None:
    """The seat that was on offer has a new owner; its former one has lost it for good."""
    game, fact = position.game, TimedOut(seat=seat.index, taken_over=True)
    outbox.write([outbox.notification(fact, former_id, game.pk, now, game.version)])
    taken_back(position, seat, now)


def offered(position: Position, seat: Seat, now: datetime) -> None:
    """A replacement player is looked for: for all who have asked to be told of such seats."""
    game = position.game
    if game.visibility == Game.Visibility.PUBLIC:
        outbox.announce(Offered(about=seat.index), game.pk, now, game.version)


def vote_opened(position: Position, vote: Vote, now: datetime) -> None:
    """The people at the table are asked to vote."""
    outbox.write(
        outbox.notification(
            VoteOpened(vote=vote.pk), seat.user_id, position.game.pk, now + DELAY, vote.pk
        )
        for seat in position.seats
        if seat.user_id and not seat.resigned_at and seat.index not in (vote.seat, vote.opened_by)
    )


def rematch_offered(
    position: Position, rematch: Rematch, user_ids: Iterable[int], now: datetime
) -> None:
    """These people are asked to play the game once more."""
    fact = RematchOffered(rematch=rematch.pk, by=rematch.offered_by)
    outbox.write(
        outbox.notification(fact, each, position.game.pk, now + DELAY, rematch.pk)
        for each in user_ids
    )


def moderated(user_ids: Iterable[int], game: Game | None, text: str, now: datetime) -> None:
    """A moderator has something to tell these people, about a game or in general."""
    game_id, fact = game.pk if game else None, Moderated(text=text)
    outbox.write(
        outbox.notification(fact, each, game_id, now, now.isoformat()) for each in user_ids
    )


def sanctioned(
    user_id: int, what: str, reason: str, told_at: datetime, *, name: str = "", said: str = ""
) -> None:
    """A moderator has done something to this person, and says why; told at that time."""
    _decided(Sanctioned(what=what, reason=reason, name=name, said=said), user_id, None, told_at)


def imposed(sanction: Sanction, said: str, told_at: datetime) -> None:
    """A moderator has put a sanction in force; told at that time, unless it is withdrawn."""
    fact = Sanctioned(
        what=sanction.kind,
        reason=sanction.reason,
        until=sanction.until.isoformat() if sanction.until else "",
        said=said,
        sanction=sanction.pk,
    )
    _decided(fact, sanction.user_id, None, told_at)


def hidden(message: ChatMessage, reason: str, told_at: datetime) -> None:
    """A moderator has hidden a message; its writer is told at that time, if it still is."""
    fact = Sanctioned(what="hidden", reason=reason, said=message.text, message=message.pk)
    _decided(fact, message.user_id, message.game_id, told_at)


def _decided(fact: Sanctioned, user_id: int, game_id: int | None, told_at: datetime) -> None:
    key = timezone.now().isoformat()
    outbox.write([outbox.notification(fact, user_id, game_id, told_at, key)])


def befriended(user: User, other: User, now: datetime, *, agreed: bool) -> None:
    """The one asks the other to be friends, or has agreed to it; told once a day at most."""
    fact = FriendAgreed(by=user.pk) if agreed else FriendAsks(by=user.pk)
    key = f"{user.pk}/{now:%Y-%m-%d}"
    outbox.write([outbox.notification(fact, other.pk, None, now, key)])


def reported(report: Report, now: datetime) -> None:
    """There is a new report: for all who may moderate."""
    outbox.announce(Reported(report=report.pk), report.game_id, now, report.pk)


def report_closed(report: Report, told_at: datetime) -> None:
    """A report or an appeal has been dealt with: for whoever sent it, at that time."""
    assert report.by_id is not None  # noqa: S101
    at = report.closed_at.isoformat() if report.closed_at else ""
    appeal = report.about == Report.About.APPEAL
    fact = AppealDecided(report.pk, at) if appeal else ReportClosed(report.pk, at)
    key = f"{report.pk}/{at}"
    outbox.write([outbox.notification(fact, report.by_id, report.game_id, told_at, key)])


def instruction_failed(position: Position, seat: Seat, kind: str, now: datetime) -> None:
    """A standing instruction of the seat's owner has failed and is switched off."""
    fact = InstructionFailed(seat=seat.index, decision=kind)
    if seat.user_id is not None:
        outbox.write(
            [outbox.notification(fact, seat.user_id, position.game.pk, now, now.isoformat())]
        )


def broken(game: Game, reason: str, now: datetime) -> None:
    """The rules have failed on the game: for all who may moderate."""
    outbox.announce(Broken(reason=reason), game.pk, now, now.isoformat())


def _asked(position: Position, waited_for: set[int], now: datetime) -> Iterator[Notification]:
    version = position.game.version
    for seat in position.seats:
        newly = seat.to_move and seat.index not in waited_for and seat.asked_version == version
        if newly and seat.user_id and not seat.bot:
            fact = YourTurn(seat=seat.index, version=version)
            yield _to_owner(fact, seat, now + DELAY, version)


def _reminders(timed: Iterable[Seat]) -> Iterator[Notification]:
    for seat in timed:
        if seat.user is None or seat.deadline is None:
            continue
        fact = Reminder(seat=seat.index, deadline=seat.deadline.isoformat())
        yield _to_owner(fact, seat, clock.reminder_at(seat, seat.user), fact.deadline)


def _to_all_seats(
    position: Position, fact: type[GameStarted | GameOver], now: datetime
) -> Iterator[Notification]:
    version = position.game.version
    for seat in position.seats:
        if seat.user_id and not seat.resigned_at:
            yield _to_owner(fact(seat=seat.index, version=version), seat, now + DELAY)


def _to_others(
    position: Position, fact: Fact, but: int | None, now: datetime, key: object = ""
) -> None:
    """For the owners of seats who have not left, without one of them."""
    outbox.write(
        outbox.notification(fact, seat.user_id, position.game.pk, now + DELAY, key)
        for seat in position.seats
        if seat.user_id and seat.user_id != but and not seat.resigned_at
    )


def _to_owner(fact: Fact, seat: Seat, due_at: datetime, key: object = "") -> Notification:
    assert seat.user_id is not None  # noqa: S101
    return outbox.notification(fact, seat.user_id, seat.game_id, due_at, key)
