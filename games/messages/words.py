"""What a notification says, in the language and time zone that are active.

What ``Notification.data`` holds for it, beside what ``games.messages.stale`` asks:

| kind | data |
| --- | --- |
| your_turn, reminder, game_started, game_over | ``seat``: the reader's |
| timed_out | ``seat``; ``taken_over`` if somebody else has it now |
| invited, joined, left | ``by``: number of the user who did it |
| chat | ``message``: number of the ChatMessage |
| taken_back, offered | ``about``: the seat |
| vote | ``vote``: number of the Vote |
| moderated | ``text``: what the moderator wrote |
| webhook_off | ``webhook``: its number |
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import words
from games.clocks import clock
from games.models import ChatMessage, Game, Seat, Vote
from games.pages import settings
from notifications.models import Kind, Notification, Webhook

#: What is quoted of a chat message in a list.
QUOTED = 80


@dataclass
class Words:
    """A message: its subject, a heading, paragraphs, and a button with its path."""

    subject: str
    heading: str
    lines: list[str]
    button: str
    path: str
    standings: list[tuple[int, str, int]] = field(default_factory=list)
    """Of a game that is over: rank, name and points, best first."""
    about: str = ""
    """Which game, with whom."""
    short: str = ""
    """All of it in one line, for lists and small screens; the subject unless more is to be said."""

    def __post_init__(self) -> None:
        self.short = self.short or self.subject


def compose(notification: Notification) -> Words:
    """The message for its recipient."""
    kind = Kind(notification.kind)
    if kind == Kind.WEBHOOK_OFF:
        return _webhook_off(notification)
    if kind == Kind.MODERATED:
        return _moderated(notification)
    if notification.game is None:
        raise ValueError(f"a notification of {kind} without a game")
    about = _About(notification, notification.game)
    composers: dict[Kind, Callable[[], Words]] = {
        Kind.YOUR_TURN: about.your_turn,
        Kind.REMINDER: about.reminder,
        Kind.GAME_STARTED: about.game_started,
        Kind.GAME_OVER: about.game_over,
        Kind.CANCELLED: about.cancelled,
        Kind.INVITED: about.invited,
        Kind.JOINED: about.joined,
        Kind.LEFT: about.left,
        Kind.CHAT: about.chat,
        Kind.TIMED_OUT: about.timed_out,
        Kind.TAKEN_BACK: about.taken_back,
        Kind.VOTE: about.vote,
        Kind.OFFERED: about.offered,
    }
    return composers[kind]()


def _webhook_off(notification: Notification) -> Words:
    webhook = Webhook.objects.filter(pk=notification.data["webhook"]).first()
    values = {"form": webhook.get_form_display() if webhook else _("Webhook")}
    reason = webhook.off_reason if webhook else ""
    return Words(
        subject=_("Your webhook (%(form)s) is switched off") % values,
        heading=_("A webhook is switched off"),
        lines=[
            _("It failed again and again, so we send nothing to it any more."),
            *([_("The last answer: %(reason)s") % {"reason": reason}] if reason else []),
            _("When the other side works again, switch it on in your settings."),
        ],
        button=_("Look at my webhooks"),
        path=reverse("notification-settings") + "#webhooks",
    )


def _moderated(notification: Notification) -> Words:
    game = notification.game
    return Words(
        subject=_("A moderator writes to you about %(game)s") % {"game": _(game.rules.name)}
        if game
        else _("A moderator writes to you"),
        heading=_("From a moderator"),
        lines=[line for line in notification.data["text"].splitlines() if line.strip()],
        button=_("Look at the game") if game else _("To my games"),
        path=_path(game) if game else reverse("my"),
    )


class _About:
    """Messages about a game, most of them to somebody who sits, or sat, at it."""

    def __init__(self, notification: Notification, game: Game) -> None:
        self.game, self.data = game, notification.data
        self.seats = list(game.seats.select_related("user"))
        self.names = words.names(self.seats)
        others = [
            self.names[seat.index]
            for seat in self.seats
            if seat.user_id != notification.user_id and not seat.free
        ]
        self.values = {"game": _(game.rules.name), "others": ", ".join(others)}
        self.about = self.values["game"]
        if others:
            self.about = _("%(game)s with %(others)s") % self.values

    @property
    def seat(self) -> Seat:
        """The reader's."""
        index: int = self.data["seat"]
        return self.seats[index]

    def your_turn(self) -> Words:
        return self._message(
            _("%(game)s with %(others)s: your turn"),
            _("It is your turn"),
            [_("The others have moved, and %(game)s waits for you."), *self._until()],
            _("Make your move"),
        )

    def reminder(self) -> Words:
        then = {
            "replacement": _(
                "After that a bot plays on for you, and your seat is offered to somebody else."
            ),
            "forfeit": _("After that the game is lost for you."),
            "vote": _("After that the others decide how the game goes on."),
        }
        bot = _("After that a bot plays on for you until you come back, so nobody has to wait.")
        return self._message(
            _("%(game)s with %(others)s: your time runs short"),
            _("Your turn is still open"),
            [*self._until(), then.get(clock.policy(self.game), bot)],
            _("Make your move"),
        )

    def game_started(self) -> Words:
        if self.seat.to_move:
            lines = [_("All seats are taken, and you are to move."), *self._until()]
        else:
            lines = [_("All seats are taken. We write to you when it is your turn.")]
        return self._message(
            _("%(game)s with %(others)s has started"),
            _("The game has started"),
            [*lines, self._pace()],
            _("Make your move") if self.seat.to_move else _("Look at the game"),
        )

    def game_over(self) -> Words:
        message = self._message(
            _("%(game)s with %(others)s is over"),
            self._outcome(),
            [_("This is how it ended:")],
            _("Look at the result"),
        )
        message.standings = sorted(
            (seat.rank or 0, self.names[seat.index], seat.score or 0) for seat in self.seats
        )
        return message

    def cancelled(self) -> Words:
        return self._message(
            _("%(game)s is cancelled")
            if not self.values["others"]
            else _("%(game)s with %(others)s is cancelled"),
            _("The game is cancelled"),
            [_("It ends without a result and counts for nobody.")],
            _("Look at the game"),
        )

    def timed_out(self) -> Words:
        over = _("Your time for this turn is over, so a bot plays on for you.")
        if self.data.get("taken_over"):
            heading = _("Your seat has a new player")
            lines = [
                _("While your time was over, somebody took over your seat and plays on."),
                _("You may go on watching the game."),
            ]
            button = _("Look at the game")
        elif self.seat.resigned_at:
            heading = _("You have lost your seat")
            lines = [
                _("Your time for this turn is over, and by this game's rule that forfeits it.")
            ]
            button = _("Look at the game")
        elif self.seat.offered_at:
            heading = _("A bot plays on for you")
            lines = [
                over,
                _("Your seat is offered to others. Until somebody takes it, it is yours."),
            ]
            button = _("Take my seat back")
        else:
            heading = _("A bot plays on for you")
            lines = [
                over,
                _("The seat is still yours: open the game and take it back whenever you like."),
            ]
            button = _("Take my seat back")
        return self._message(
            _("%(game)s with %(others)s: your time ran out"), heading, lines, button
        )

    def invited(self) -> Words:
        self._by()
        return self._message(
            _("%(person)s invites you to %(game)s"),
            _("A seat is kept for you"),
            [
                _("%(person)s would like to play %(game)s with you."),
                f"{self._players()} {self._pace()}",
            ],
            _("Look at the game"),
        )

    def joined(self) -> Words:
        self._by()
        return self._message(
            _("%(person)s joins %(game)s"),
            _("Somebody has joined"),
            [_("%(person)s now plays %(game)s with you."), self._missing()],
            _("Look at the game"),
        )

    def left(self) -> Words:
        self._by()
        return self._message(
            _("%(person)s leaves %(game)s"),
            _("Somebody has left"),
            [_("%(person)s has given up the seat before the start."), self._missing()],
            _("Look at the game"),
        )

    def chat(self) -> Words:
        said = ChatMessage.objects.select_related("user").get(pk=self.data["message"])
        self.values["person"] = said.user.username
        message = self._message(
            _("%(game)s with %(others)s: %(person)s writes"),
            _("%(person)s writes"),
            [],
            _("Answer at the table"),
        )
        message.heading %= self.values
        message.lines = said.text.splitlines()
        quoted = " ".join(said.text.split())
        if len(quoted) > QUOTED:
            quoted = quoted[: QUOTED - 1].rstrip() + "…"
        message.short = _("%(game)s – %(person)s: %(quoted)s") % {**self.values, "quoted": quoted}
        return message

    def taken_back(self) -> Words:
        self.values["person"] = self.names[self.data["about"]]
        return self._message(
            _("%(game)s with %(others)s: %(person)s plays instead of the bot"),
            _("A person plays again"),
            [_("%(person)s has taken over the seat that a bot had played.")],
            _("Look at the game"),
        )

    def vote(self) -> Words:
        vote = Vote.objects.get(pk=self.data["vote"])
        moment = _moment(vote.closes_at)
        self.values["question"] = vote.get_kind_display()
        lines = [vote.get_kind_display()]
        if vote.seat is not None:
            self.values["person"] = self.names[vote.seat]
            lines.append(_("%(person)s has run out of time."))
        lines.append(_("You can vote until %(moment)s.") % {"moment": moment})
        return self._message(
            _("%(game)s with %(others)s: a vote"), _("Your vote is asked for"), lines, _("Vote")
        )

    def offered(self) -> Words:
        self.values["person"] = self.names[self.data["about"]]
        return self._message(
            _("A seat is free at a running game of %(game)s"),
            _("Would you like to play on?"),
            [
                _("%(person)s is away, and a bot keeps the seat until somebody takes it."),
                _("The others: %(others)s."),
                _("Your rating cannot suffer by it."),
                self._pace(),
            ],
            _("Look at the game"),
        )

    def _message(self, subject: str, heading: str, lines: list[str], button: str) -> Words:
        """Subject and lines may name ``values``."""
        return Words(
            subject=subject % self.values,
            heading=heading,
            lines=[line % self.values if "%(" in line else line for line in lines],
            button=button,
            path=_path(self.game),
            about=self.about,
        )

    def _by(self) -> None:
        self.values["person"] = User.objects.get(pk=self.data["by"]).username

    def _until(self) -> list[str]:
        deadline = self.seat.deadline
        if deadline is None:
            return []
        return [_("You have time until %(moment)s.") % {"moment": _moment(deadline)}]

    def _outcome(self) -> str:
        winners = [seat for seat in self.seats if seat.rank == 1]
        if self.seat not in winners:
            return _("The game is over")
        return _("You have won!") if len(winners) == 1 else _("You share the victory!")

    def _players(self) -> str:
        return ngettext(
            "It is a game for %(n)d player.", "It is a game for %(n)d players.", self.game.players
        ) % {"n": self.game.players}

    def _missing(self) -> str:
        free = self.game.players - sum(not seat.free for seat in self.seats)
        if not free:
            return _("All seats are taken.")
        return ngettext("%(n)d seat is free.", "%(n)d seats are free.", free) % {"n": free}

    def _pace(self) -> str:
        if self.game.clock["kind"] == "none":
            return _("There is no time limit.")
        return _("Time: %(clock)s.") % {"clock": settings.pace(self.game.clock)}


def _path(game: Game) -> str:
    return reverse("game", args=[game.pk])


def _moment(at: datetime) -> str:
    # Without the point of "a.m.", as the sentence ends with one.
    return date_format(localtime(at), "DATETIME_FORMAT").rstrip(".")
