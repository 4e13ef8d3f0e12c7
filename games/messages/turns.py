"""Notifications to players: their turn, a reminder, the game's start and its end."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.clocks import clock
from games.messages import letters
from games.messages.about import About, GameKind
from games.models import Game, Plan, Seat
from games.moves import incidents, plans
from games.notification_events.kinds import (
    GameOver,
    GameStarted,
    InstructionFailed,
    LiveTurn,
    PlanAnswered,
    PlanEnded,
    Reminder,
    TimedOut,
    YourTurn,
)
from games.tournaments import listing
from games.words import outcomes, texts
from notifications import groups, rhythm
from notifications.content import Letter, Words
from notifications.kinds import AT_ONCE, Defaults, Turn, register
from notifications.models import Notification, When

#: How long after its start a game's message may still be sent; then it is dropped.
BEGINNING = timedelta(days=2)

S = TypeVar(
    "S",
    YourTurn,
    Reminder,
    GameStarted,
    GameOver,
    TimedOut,
    InstructionFailed,
    PlanAnswered,
    PlanEnded,
)


class SeatKind(GameKind[S]):
    """The base of kinds about the reader's own seat; the e-mail shows the board."""

    defaults = AT_ONCE

    def words(self, notification: Notification) -> Words:
        about, fact = self.about(notification), self.read(notification)
        return self.say(about, about.seats[fact.seat], fact)

    def say(self, about: About, seat: Seat, fact: S) -> Words:
        """The message to the seat's owner."""
        raise NotImplementedError

    def letter(self, user: User, notification: Notification) -> Letter:
        return letters.at_the_table(user, notification, self.words(notification))

    def seat(self, notification: Notification) -> Seat:
        """The present seat."""
        game, index = self.game(notification), self.read(notification).seat
        return Seat.objects.get(game=game, index=index)


def has_seen(seat: Seat, version: int) -> bool:
    """Whether a page of the holder has shown this version: then there is nothing to report."""
    return seat.seen_version >= version and not rhythm.tells_if_seen(seat.user_id or 0)


T = TypeVar("T", YourTurn, Reminder, GameStarted)


class TurnKind(SeatKind[T]):
    """The base of kinds that call a player to a running game, most often to move there."""

    def why_not(self, notification: Notification) -> str:
        game, seat = self.game(notification), self.seat(notification)
        if game.status != Game.Status.RUNNING or game.broken_at:
            return "not running"
        if not seat.held_by(notification.user_id):
            return "seat lost"
        return self.why_not_to_holder(seat, self.read(notification))

    def why_not_to_holder(self, seat: Seat, fact: T) -> str:
        """Why not to send it, if the reader holds this seat of a running game."""
        raise NotImplementedError

    def turn(self, notification: Notification) -> Turn | None:
        seat = self.seat(notification)
        if not (seat.to_move and seat.held_by(notification.user_id)):
            return None
        return Turn(seat.deadline)


@register
class YourTurnKind(TurnKind[YourTurn]):
    fact = YourTurn
    label = gettext_lazy("it is my turn")
    group = groups.GAMES
    counts = False
    supersedes = (YourTurn.kind, Reminder.kind)

    def said_by(self, notification: Notification) -> tuple[str, ...]:
        """The message about the start says whose turn it is."""
        return (GameStarted.kind,) if _begins(self.game(notification), notification) else ()

    def why_not_to_holder(self, seat: Seat, fact: YourTurn) -> str:
        if has_seen(seat, fact.version):
            return "seen"
        if not seat.to_move or seat.asked_version != fact.version:
            return "moved"
        return "planned" if plans.answers_soon(seat) else ""

    def say(self, about: About, seat: Seat, fact: YourTurn) -> Words:
        return about.message(
            _("%(game)s with %(others)s: your turn"),
            _("It is your turn"),
            [
                _("The other players have moved, and %(game)s is waiting for you."),
                *about.until(seat),
            ],
            _("Make your move"),
        )

    def worth_until(self, notification: Notification) -> datetime | None:
        return self.seat(notification).deadline


@register
class LiveTurnKind(YourTurnKind):
    """For live games: an e-mail would come too late, and people with the open page need none."""

    fact = LiveTurn
    label = gettext_lazy("it is my turn in a live game")
    group = groups.GAMES
    defaults = Defaults(When.NEVER, When.NOW, When.NOW)
    supersedes = (LiveTurn.kind, YourTurn.kind)
    pressing = True


@register
class ReminderKind(TurnKind[Reminder]):
    fact = Reminder
    label = gettext_lazy("my time is running out")
    group = groups.GAMES
    counts = False
    pressing = True
    supersedes = (YourTurn.kind, Reminder.kind)

    def why_not_to_holder(self, seat: Seat, fact: Reminder) -> str:
        return "" if seat.to_move and seat.deadline == _deadline(fact) else "moved"

    def say(self, about: About, seat: Seat, fact: Reminder) -> Words:
        then = {
            "replacement": _(
                "After that, a bot plays on for you, and your seat is offered to other players."
            ),
            "forfeit": _("After that, you lose the game."),
            "vote": _("After that, the other players decide how the game goes on."),
        }
        bot = _("After that, a bot plays on for you until you come back, so nobody has to wait.")
        return about.message(
            _("%(game)s with %(others)s: your time is running out"),
            _("You have not moved yet"),
            [*about.until(seat), then.get(clock.policy(about.game), bot)],
            _("Make your move"),
        )

    def worth_until(self, notification: Notification) -> datetime | None:
        return _deadline(self.read(notification))

    def planned(self, notifications: Sequence[Notification]) -> None:
        """Record in the game's log who was reminded."""
        incidents.reminded((self.game(each), self.read(each).seat) for each in notifications)


@register
class GameStartedKind(TurnKind[GameStarted]):
    fact = GameStarted
    label = gettext_lazy("one of my games starts")
    group = groups.GAMES
    heading = gettext_lazy("Games that have started")

    def said_by(self, notification: Notification) -> tuple[str, ...]:
        """A message about the turn implies that the game has started."""
        return (YourTurn.kind,)

    def why_not_to_holder(self, seat: Seat, fact: GameStarted) -> str:
        return "seen" if has_seen(seat, fact.version) else ""

    def say(self, about: About, seat: Seat, fact: GameStarted) -> Words:
        if seat.to_move:
            lines = [_("All seats are taken, and it is your turn."), *about.until(seat)]
        else:
            lines = [_("All seats are taken. We will write to you when it is your turn.")]
        meeting = listing.of_games([about.game]).get(about.game.pk)
        if meeting is not None:
            lines.insert(0, f"{meeting.name}, {meeting.round}.")
        if fact.by_invitation:
            lines.insert(0, _("Your standing invitation has brought you together."))
        return about.message(
            _("%(game)s with %(others)s has started"),
            _("The game has started"),
            [*lines, about.pace()],
            _("Make your move") if seat.to_move else _("View the game"),
        )


@register
class GameOverKind(SeatKind[GameOver]):
    fact = GameOver
    label = gettext_lazy("one of my games is over")
    group = groups.GAMES
    heading = gettext_lazy("Games that have ended")

    def why_not(self, notification: Notification) -> str:
        version = self.read(notification).version
        return "seen" if has_seen(self.seat(notification), version) else ""

    def say(self, about: About, seat: Seat, fact: GameOver) -> Words:
        message = about.message(
            _("%(game)s with %(others)s is over"),
            _outcome(about, seat),
            [_("This is how it ended:")],
            _("View the result"),
        )
        ended = outcomes.describe_outcomes(about.seats)
        message.standings = sorted(
            (each.rank or 0, about.names[each.index], ended[each.index] or each.score or 0)
            for each in about.seats
        )
        return message


def _begins(game: Game, notification: Notification) -> bool:
    """Whether this was written soon after the start, which may still be announced."""
    started = game.started_at
    return started is not None and notification.created_at - started < BEGINNING


def _deadline(fact: Reminder) -> datetime:
    return datetime.fromisoformat(fact.deadline)


def _outcome(about: About, seat: Seat) -> str:
    """The reader's result in a sentence.

    Only players can have won: not the owner of a seat that a bot played at the end, and nobody if
    the game does not count.
    """
    winners = [each for each in about.seats if each.rank == 1]
    if len(winners) > 1 and outcomes.find_outcomes(about.seats) and not about.game.unplayed:
        return _("The game is a draw")
    if seat not in winners or seat.bot or about.game.unplayed:
        return _("The game is over")
    return _("You have won!") if len(winners) == 1 else _("You share the victory!")


@register
class PlanAnsweredKind(SeatKind[PlanAnswered]):
    """A plan answered a question; its owner need not hurry to know it."""

    fact = PlanAnswered
    label = gettext_lazy("a plan of mine has answered")
    group = groups.GAMES
    heading = gettext_lazy("Your plans have answered")
    defaults = Defaults(When.BATCHED, When.NEVER, When.NEVER)
    supersedes = (PlanAnswered.kind,)

    def why_not(self, notification: Notification) -> str:
        seat, fact = self.seat(notification), self.read(notification)
        if self.game(notification).status != Game.Status.RUNNING:
            return "not running"
        if not seat.held_by(notification.user_id):
            return "seat lost"
        return "seen" if has_seen(seat, fact.version) else ""

    def say(self, about: About, seat: Seat, fact: PlanAnswered) -> Words:
        return about.message(
            _("%(game)s with %(others)s: your plan has answered"),
            _("Your plan has answered"),
            [_("These choices of yours were planned:"), *fact.words]
            if fact.words
            else [_("The question came that you had planned for.")],
            _("View the game"),
        )


@register
class PlanEndedKind(SeatKind[PlanEnded]):
    """A plan ended before all of it was answered."""

    fact = PlanEnded
    label = gettext_lazy("a plan of mine has ended before all of it was answered")
    group = groups.GAMES

    def why_not(self, notification: Notification) -> str:
        game, seat = self.game(notification), self.seat(notification)
        if game.status != Game.Status.RUNNING:
            return "not running"
        if seat.user_id != notification.user_id:
            return "seat lost"
        fact = self.read(notification)
        return "" if seat.to_move or fact.why == Plan.Ended.LEFT else "answered"

    def say(self, about: About, seat: Seat, fact: PlanEnded) -> Words:
        why = str(Plan.Ended(fact.why).label)
        return about.message(
            _("%(game)s with %(others)s: your plan has ended"),
            _("Your plan has ended"),
            [why] if fact.why == Plan.Ended.LEFT else [why, _("We ask you again.")],
            _("View the game"),
        )


@register
class InstructionFailedKind(SeatKind[InstructionFailed]):
    """A standing instruction failed."""

    fact = InstructionFailed
    label = gettext_lazy("one of my standing instructions is switched off because it fails")
    group = groups.GAMES

    def why_not(self, notification: Notification) -> str:
        game, seat = self.game(notification), self.seat(notification)
        if game.status != Game.Status.RUNNING:
            return "not running"
        return "" if seat.user_id == notification.user_id else "seat lost"

    def say(self, about: About, seat: Seat, fact: InstructionFailed) -> Words:
        asked = about.game.rules.kinds.get(fact.decision)
        return about.message(
            _("%(game)s with %(others)s: a standing instruction is switched off"),
            _("One of your standing instructions is switched off"),
            [
                *([texts.own(about.game.rules, asked.prompt)] if asked and asked.prompt else []),
                _("The instruction failed. From now on we will ask you this question again."),
            ],
            _("View the game"),
        )
