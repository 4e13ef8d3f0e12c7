"""Notifications about the people at a table: they invite, join, leave, write; it is cancelled."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames.words import dates
from games.live import quick_phrases
from games.lobby import lapsing, rematch
from games.lobby.invitations import OPEN
from games.messages.about import About, GameKind, type_named, user_names
from games.models import ChatMessage, Game, Invitation, Rematch
from games.notification_events.kinds import (
    Cancelled,
    Chat,
    InvitationOver,
    Invited,
    Joined,
    Left,
    NotReady,
    ReadyCheck,
    RematchOffered,
    StandingLapsed,
    TableLapsed,
)
from games.showing import incidents
from games.words import texts
from notifications import groups
from notifications.content import Words
from notifications.kinds import AT_ONCE, NOT_AT_ALL, TOGETHER, Defaults, Kind, register
from notifications.models import Notification, When

#: Characters of a chat message quoted in a list.
QUOTED = 80


class Said(NamedTuple):
    """A chat message and its author."""

    by: str
    text: str
    hidden: bool


N = TypeVar("N", InvitationOver, Invited, Joined, Left)


class OpenGameKind(GameKind[N]):
    """The base of kinds about a game that has not started, and a person who did something there."""

    def why_not(self, notification: Notification) -> str:
        if self.game(notification).status != Game.Status.OPEN:
            return "no longer open"
        return self.why_not_before_the_start(notification)

    def why_not_before_the_start(self, notification: Notification) -> str:
        return "" if self.seats(notification) else "seat lost"

    def words(self, notification: Notification) -> Words:
        return self.telling([notification])(notification)

    def telling(self, notifications: Sequence[Notification]) -> Callable[[Notification], Words]:
        names = user_names(self.read(each).by for each in notifications)
        return lambda each: self.say(self.about(each), names[self.read(each).by], self.read(each))

    @abstractmethod
    def say(self, about: About, person: str, told: N) -> Words:
        """The message; ``person`` did it."""


@register
class InvitedKind(OpenGameKind[Invited]):
    fact = Invited
    label = gettext_lazy("somebody invites me to a game")
    group = groups.TABLES
    heading = gettext_lazy("Invitations")
    defaults = AT_ONCE

    def why_not_before_the_start(self, notification: Notification) -> str:
        if self.seats(notification):
            return "joined"
        invitations = Invitation.objects.filter(
            game=notification.game_id, user=notification.user_id
        )
        if invitations.filter(OPEN).exists():
            return ""
        return "lapsed" if invitations.filter(declined_at=None).exists() else "declined"

    def is_one_of_many(self, notification: Notification) -> bool:
        """An earlier invitation by the same person is still open."""
        unanswered = Invitation.objects.filter(
            OPEN,
            user=notification.user_id,
            invited_by=self.read(notification).by,
            game__status=Game.Status.OPEN,
        ).exclude(game__seats__user=notification.user_id)
        oldest = unanswered.order_by("pk").first()
        return oldest is not None and oldest.game_id != notification.game_id

    def say(self, about: About, person: str, told: Invited) -> Words:
        players = ngettext(
            "This game is for %(n)d player.", "This game is for %(n)d players.", about.game.players
        ) % {"n": about.game.players}
        return about.message(
            _("%(person)s invites you to %(game)s"),
            _("A seat is reserved for you"),
            [_("%(person)s would like to play %(game)s with you."), f"{players} {about.pace()}"],
            _("View the game"),
            person=person,
        )


@register
class InvitationOverKind(OpenGameKind[InvitationOver]):
    fact = InvitationOver
    label = gettext_lazy("somebody I invited is not joining")
    group = groups.TABLES
    heading = gettext_lazy("Closed invitations")
    defaults = TOGETHER
    seen_at_the_table = True

    def say(self, about: About, person: str, told: InvitationOver) -> Words:
        happened = (
            _("%(person)s did not answer your invitation in time.")
            if told.lapsed
            else _("%(person)s has declined your invitation.")
        )
        return about.message(
            _("%(person)s is not joining %(game)s"),
            _("A seat is free again"),
            [happened, _missing(about)],
            _("View the game"),
            person=person,
        )


@register
class JoinedKind(OpenGameKind[Joined]):
    fact = Joined
    label = gettext_lazy("somebody joins a game that I am waiting in")
    group = groups.TABLES
    heading = gettext_lazy("Players who joined")
    defaults = NOT_AT_ALL
    seen_at_the_table = True

    def say(self, about: About, person: str, told: Joined) -> Words:
        return about.message(
            _("%(person)s joins %(game)s"),
            _("Somebody has joined"),
            [_("%(person)s is now playing %(game)s with you."), _missing(about)],
            _("View the game"),
            person=person,
        )


@register
class LeftKind(OpenGameKind[Left]):
    fact = Left
    label = gettext_lazy("somebody leaves a game that I am waiting in")
    group = groups.TABLES
    heading = gettext_lazy("Players who left")
    defaults = NOT_AT_ALL
    seen_at_the_table = True

    def say(self, about: About, person: str, told: Left) -> Words:
        return about.message(
            _("%(person)s leaves %(game)s"),
            _("Somebody has left"),
            [_("%(person)s left the game before the start."), _missing(about)],
            _("View the game"),
            person=person,
        )


@register
class ReadyCheckKind(GameKind[ReadyCheck]):
    """Never by e-mail, which would come too late."""

    fact = ReadyCheck
    label = gettext_lazy("one of my live games can begin")
    group = groups.TABLES
    heading = gettext_lazy("Live games that can begin")
    defaults = Defaults(When.NEVER, When.NOW, When.NOW)
    seen_at_the_table = True
    pressing = True

    def why_not(self, notification: Notification) -> str:
        game = self.game(notification)
        if game.status != Game.Status.OPEN or game.ready_by != self.worth_until(notification):
            return "no longer asked"
        seats = game.seats.filter(user=notification.user_id, ready_at=None)
        return "" if seats.exists() else "ready"

    def words(self, notification: Notification) -> Words:
        by = self.worth_until(notification)
        return self.about(notification).message(
            _("%(game)s with %(others)s: are you ready?"),
            _("All seats are taken"),
            [
                _(
                    "The live game begins as soon as everyone says that they are ready. You have "
                    "until %(moment)s."
                )
            ],
            _("I am ready"),
            moment=dates.moment(by),
        )

    def worth_until(self, notification: Notification) -> datetime:
        return datetime.fromisoformat(self.read(notification).by)


@register
class NotReadyKind(GameKind[NotReady]):
    fact = NotReady
    label = gettext_lazy("a live game was ready to begin, and I was not there")
    group = groups.TABLES
    heading = gettext_lazy("Missed live games")
    defaults = Defaults(When.NEVER, When.NOW, When.NOW)

    def words(self, notification: Notification) -> Words:
        return self.about(notification).message(
            _("%(game)s: you were not there"),
            _("Your seat is free again"),
            [_("The live game was ready to begin, but you did not say that you were ready.")],
            _("View the game"),
        )


@register
class CancelledKind(GameKind[Cancelled]):
    fact = Cancelled
    label = gettext_lazy("one of my games is cancelled")
    group = groups.GAMES
    heading = gettext_lazy("Cancelled games")
    defaults = AT_ONCE
    seen_at_the_table = True

    def words(self, notification: Notification) -> Words:
        about = self.about(notification)
        why = incidents.why_cancelled(about.game.pk)
        return about.message(
            _("%(game)s with %(others)s is cancelled")
            if about.others
            else _("%(game)s is cancelled"),
            _("The game is cancelled"),
            [
                *(["%(why)s."] if why else []),
                _("It ends without a result and does not count."),
            ],
            _("View the game"),
            why=texts.plain(why, about.names).rstrip(".") if why else "",
        )


@register
class TableLapsedKind(GameKind[TableLapsed]):
    fact = TableLapsed
    label = gettext_lazy("one of my tables closes because nobody joined")
    group = groups.TABLES
    heading = gettext_lazy("Tables that nobody joined")
    defaults = AT_ONCE

    def words(self, notification: Notification) -> Words:
        return self.about(notification).message(
            _("%(game)s: your table is closed"),
            _("Nobody joined"),
            [
                lapsing.waited(self.game(notification)),
                _(
                    "On the page of this table you can open another one like it, or invite a "
                    "player by name."
                ),
            ],
            _("Go to the table"),
        )


@register
class StandingLapsedKind(Kind[StandingLapsed]):
    fact = StandingLapsed
    label = gettext_lazy("one of my standing invitations ends because nobody was found")
    group = groups.TABLES
    heading = gettext_lazy("Standing invitations that have ended")
    defaults = AT_ONCE

    def words(self, notification: Notification) -> Words:
        told = self.read(notification)
        game, number = {"game": type_named(told.type)}, told.players
        players = ngettext(
            "Your standing invitation was for games with %(n)d player.",
            "Your standing invitation was for games with %(n)d players.",
            number,
        ) % {"n": number}
        days = lapsing.STANDING.days
        waited = ngettext(
            "In %(n)d day, no other players were found.",
            "In %(n)d days, no other players were found.",
            days,
        ) % {"n": days}
        return Words(
            subject=_("%(game)s: your standing invitation has ended") % game,
            heading=_("No players were found"),
            lines=[f"{waited} {players}", _("You can create another one with different settings.")],
            button=_("Go to your standing invitations"),
            path=reverse("standing"),
        )


@register
class ChatKind(GameKind[Chat]):
    fact = Chat
    label = gettext_lazy("somebody writes at my table while I am away")
    group = groups.PEOPLE
    heading = gettext_lazy("Messages at your tables")
    defaults = TOGETHER
    seen_at_the_table = True
    place = "chat"

    def why_not(self, notification: Notification) -> str:
        if ChatMessage.objects.filter(
            pk=self.read(notification).message, hidden_at__isnull=False
        ).exists():
            return "hidden by a moderator"
        return "" if self.seats(notification) else "seat lost"

    def words(self, notification: Notification) -> Words:
        return self.telling([notification])(notification)

    def telling(self, notifications: Sequence[Notification]) -> Callable[[Notification], Words]:
        said = _said(self.read(each).message for each in notifications)
        return lambda each: self.say(self.about(each), said[self.read(each).message])

    def say(self, about: About, said: Said) -> Words:
        """The message to the other players at the table."""
        message = about.message(
            _("%(game)s with %(others)s: %(person)s wrote"),
            _("%(person)s wrote"),
            [],
            _("Answer at the table"),
            person=said.by,
        )
        text = (
            _("A moderator has hidden this message.")
            if said.hidden
            else quick_phrases.translate_phrase(said.text)
        )
        message.lines = text.splitlines()
        message.short = _("%(game)s – %(person)s: %(quoted)s") % {
            "game": about.numbered,
            "person": said.by,
            "quoted": _quoted(text),
        }
        return message


@register
class RematchKind(GameKind[RematchOffered]):
    fact = RematchOffered
    label = gettext_lazy("somebody offers me a rematch")
    group = groups.TABLES
    heading = gettext_lazy("Rematches")
    defaults = AT_ONCE

    def why_not(self, notification: Notification) -> str:
        open_ = Rematch.objects.filter(pk=self.read(notification).rematch, closed_at=None).first()
        if open_ is None:
            return "offer closed"
        answered = set(self.seats(notification)) <= set(open_.accepted)
        return "answered" if answered else ""

    def words(self, notification: Notification) -> Words:
        about, told = self.about(notification), self.read(notification)
        offered = Rematch.objects.get(pk=told.rematch)
        until = dates.moment(offered.offered_at + rematch.LASTS)
        return about.message(
            _("%(person)s offers you a rematch of %(game)s"),
            _("Once more?"),
            [
                _("%(person)s would like to play %(game)s again, with the same settings."),
                _(
                    "The game starts as soon as everyone has accepted. The offer is open "
                    "until %(until)s."
                ),
            ],
            _("View the offer"),
            person=about.names[told.by],
            until=until,
        )


def _said(messages: Iterable[int]) -> dict[int, Said]:
    """The chat messages with these numbers."""
    said = ChatMessage.objects.filter(pk__in=list(messages)).select_related("user")
    return {one.pk: Said(one.user.username, one.text, one.hidden_at is not None) for one in said}


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= QUOTED else line[: QUOTED - 1].rstrip() + "…"


def _missing(about: About) -> str:
    free = about.game.players - sum(not seat.free for seat in about.seats)
    if not free:
        return _("All seats are taken.")
    return ngettext("%(n)d seat is free.", "%(n)d seats are free.", free) % {"n": free}
