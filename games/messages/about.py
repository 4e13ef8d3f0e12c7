"""The base of all notifications about games: the game in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.http.addresses import path
from boardgames.words import dates
from games.clocks import clock, kinds
from games.models import Game, Seat
from games.pages import settings
from games.rules import registry
from games.rules.registry import UnknownGameType
from games.words import texts
from notifications.content import Words
from notifications.kinds import Kind
from notifications.models import Notification
from notifications.outbox import Fact

F = TypeVar("F", bound=Fact)

_SEATS = "_seats_to_tell_of"


def know(game: Game, seats: list[Seat]) -> None:
    """Use these seats, read together with the game, as a list does for all of its games."""
    setattr(game, _SEATS, seats)


class GameKind(Kind[F]):
    """A kind that is always about a game."""

    def game(self, notification: Notification) -> Game:
        if notification.game is None:
            raise ValueError(f"a notification of {self.name} without a game")
        return notification.game

    def about(self, notification: Notification) -> About:
        game = self.game(notification)
        known: list[Seat] | None = vars(game).get(_SEATS)
        seats = known or list(game.seats.select_related("user"))
        return About(game, seats, notification.user_id)

    def seats(self, notification: Notification) -> list[int]:
        """The index of the seat that the reader owns at the game, if there is one."""
        seats = Seat.objects.filter(game=notification.game_id, user=notification.user_id)
        return list(seats.values_list("index", flat=True))


class About:
    """A game in words for one reader: a player, a former player, or somebody else."""

    def __init__(self, game: Game, seats: list[Seat], user_id: int) -> None:
        self.game = game
        self.name = type_name(game)
        #: The number, and its own name, distinguish two games with the same people.
        self.numbered = texts.game_title(self.name, game)
        self.seats = seats
        self.names = texts.seat_names(self.seats)
        self.others = ", ".join(
            self.names[seat.index]
            for seat in self.seats
            if seat.user_id != user_id and not seat.free
        )

    @property
    def title(self) -> str:
        """The game's type and the other players."""
        if not self.others:
            return self.numbered
        return _("%(game)s with %(others)s") % {"game": self.numbered, "others": self.others}

    def message(
        self, subject: str, heading: str, lines: list[str], button: str, **values: str
    ) -> Words:
        """The message. All parts except the button may name ``game``, ``others``, and ``values``.

        The subject has the game's number.
        """
        values |= {"game": self.name, "others": self.others}
        return Words(
            subject=_filled(subject, values | {"game": self.numbered}),
            heading=_filled(heading, values),
            lines=[_filled(line, values) for line in lines],
            button=button,
            path=game_path(self.game),
            about=self.title,
        )

    def until(self, seat: Seat) -> list[str]:
        """The deadline of this seat."""
        if seat.deadline is None:
            return []
        moment = dates.moment(seat.deadline)
        turns = clock.turns_due(seat, kinds.get_clock(self.game))
        if turns > 1:
            line = _("You have time until %(moment)s, for %(n)d turns.")
            return [line % {"moment": moment, "n": turns}]
        return [_("You have time until %(moment)s.") % {"moment": moment}]

    def pace(self) -> str:
        if self.game.clock["kind"] == "none":
            return _("There is no time limit.")
        return _("Time: %(clock)s.") % {"clock": settings.pace(self.game.clock)}


def type_name(game: Game) -> str:
    """The name of its game type; the plain slug if that is no longer installed."""
    return type_named(game.type)


def type_named(slug: str) -> str:
    """The same for a type's slug."""
    try:
        return _(registry.get(slug).name)
    except UnknownGameType:
        return slug.capitalize()


def user_names(user_ids: Iterable[int]) -> dict[int, str]:
    """The names of these people."""
    return dict(User.objects.filter(pk__in=list(user_ids)).values_list("pk", "username"))


def game_path(game: Game) -> str:
    return path("game", game.pk)


def _filled(text: str, values: dict[str, str]) -> str:
    return text % values if "%(" in text else text
