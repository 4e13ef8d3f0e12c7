"""What a notification says, in the language and time zone that are active."""

from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import words
from games.models import Game, Seat
from notifications.models import Kind, Notification


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


def compose(notification: Notification) -> Words:
    """The message for its recipient."""
    game = notification.game
    seats = list(game.seats.select_related("user"))
    if notification.kind == Kind.INVITED:
        return _invited(notification, game)
    about = _About(notification, game, seats)
    return {
        Kind.YOUR_TURN: about.your_turn,
        Kind.REMINDER: about.reminder,
        Kind.GAME_STARTED: about.game_started,
        Kind.GAME_OVER: about.game_over,
        Kind.TIMED_OUT: about.timed_out,
    }[Kind(notification.kind)]()


def _invited(notification: Notification, game: Game) -> Words:
    name = _(game.rules.name)
    inviter = User.objects.get(pk=notification.data["by"]).username
    return Words(
        subject=_("%(inviter)s invites you to %(game)s") % {"inviter": inviter, "game": name},
        heading=_("A seat is kept for you"),
        lines=[
            _("%(inviter)s would like to play %(game)s with you.")
            % {"inviter": inviter, "game": name},
            f"{_players(game)} {_pace(game)}",
        ],
        button=_("Look at the game"),
        path=_path(game),
    )


class _About:
    """Messages to somebody who sits, or sat, at a game."""

    def __init__(self, notification: Notification, game: Game, seats: list[Seat]) -> None:
        self.game, self.seats = game, seats
        self.names = words.names(seats)
        self.seat = seats[notification.data["seat"]]
        others = [name for seat, name in enumerate(self.names) if seat != self.seat.index]
        self.values = {"game": _(game.rules.name), "others": ", ".join(others)}

    def your_turn(self) -> Words:
        return self._message(
            _("%(game)s with %(others)s: your turn"),
            _("It is your turn"),
            [_("The others have moved, and %(game)s waits for you."), *self._until()],
            _("Make your move"),
        )

    def reminder(self) -> Words:
        return self._message(
            _("%(game)s with %(others)s: your time runs short"),
            _("Your turn is still open"),
            [
                *self._until(),
                _("After that a bot plays on for you until you come back, so nobody has to wait."),
            ],
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
            [*lines, _pace(self.game)],
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

    def timed_out(self) -> Words:
        return self._message(
            _("%(game)s with %(others)s: your time ran out"),
            _("A bot plays on for you"),
            [
                _("Your time for this turn is over, so a bot plays on for you."),
                _("The seat is still yours: open the game and take it back whenever you like."),
            ],
            _("Take my seat back"),
        )

    def _message(self, subject: str, heading: str, lines: list[str], button: str) -> Words:
        return Words(
            subject=subject % self.values,
            heading=heading,
            lines=[line % self.values if "%(" in line else line for line in lines],
            button=button,
            path=_path(self.game),
        )

    def _until(self) -> list[str]:
        deadline = self.seat.deadline
        if deadline is None:
            return []
        # Without the point of "a.m.", as the sentence ends with one.
        moment = date_format(localtime(deadline), "DATETIME_FORMAT").rstrip(".")
        return [_("You have time until %(moment)s.") % {"moment": moment}]

    def _outcome(self) -> str:
        winners = [seat for seat in self.seats if seat.rank == 1]
        if self.seat not in winners:
            return _("The game is over")
        return _("You have won!") if len(winners) == 1 else _("You share the victory!")


def _path(game: Game) -> str:
    return reverse("game", args=[game.pk])


def _players(game: Game) -> str:
    return ngettext(
        "It is a game for %(n)d player.", "It is a game for %(n)d players.", game.players
    ) % {"n": game.players}


def _pace(game: Game) -> str:
    if game.clock["kind"] == "none":
        return _("There is no time limit.")
    days = game.clock["days"]
    return ngettext(
        "Everybody has %(n)d day for each turn.", "Everybody has %(n)d days for each turn.", days
    ) % {"n": days}
