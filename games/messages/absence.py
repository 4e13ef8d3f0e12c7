"""Notifications after a player's time ran out: to them, the others, and possible replacements."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boardgames.words import dates
from games.messages.about import About, GameKind
from games.messages.turns import SeatKind
from games.models import Game, Seat, Vote
from games.notification_events.kinds import Offered, TakenBack, TimedOut, VoteOpened
from games.stages import stage_visibility
from notifications import groups, preferences
from notifications.content import Words
from notifications.kinds import AT_ONCE, NOT_AT_ALL, register
from notifications.models import Announcement, Notification


@register
class TimedOutKind(SeatKind[TimedOut]):
    """A bot plays on, or the seat is lost for good, which may end the game."""

    fact = TimedOut
    label = gettext_lazy("I lose my seat because my time ran out")
    group = groups.GAMES

    def why_not(self, notification: Notification) -> str:
        game, seat = self.game(notification), self.seat(notification)
        if seat.user_id != notification.user_id:
            return "" if self.read(notification).taken_over else "replaced"
        if seat.resigned_at:
            return ""
        if game.status != Game.Status.RUNNING or game.broken_at:
            return "not running"
        return "" if seat.bot else "taken back"

    def say(self, about: About, seat: Seat, fact: TimedOut) -> Words:
        over = _("Your time for this turn ran out, so a bot plays on for you.")
        if fact.taken_over:
            heading = _("Your seat has a new player")
            lines = [
                _("Your time had run out, and another player took over your seat."),
                _("You can still watch the game."),
            ]
        elif seat.resigned_at:
            heading = _("You have lost your seat")
            lines = [
                _("Your time for this turn ran out. By the rules of this game, you have lost it.")
            ]
        elif seat.offered_at:
            heading = _("A bot plays on for you")
            lines = [
                over,
                _("Other players can take over your seat. Until somebody does, it is yours."),
            ]
        else:
            heading = _("A bot plays on for you")
            lines = [
                over,
                _("The seat is still yours. Open the game and take it back whenever you like."),
            ]
        lost = fact.taken_over or seat.resigned_at
        return about.message(
            _("%(game)s with %(others)s: your time ran out"),
            heading,
            lines,
            _("View the game") if lost else _("Take my seat back"),
        )


@register
class TakenBackKind(GameKind[TakenBack]):
    fact = TakenBack
    label = gettext_lazy("a player comes back to my table, or a replacement player takes a seat")
    group = groups.GAMES
    defaults = NOT_AT_ALL
    seen_at_the_table = True

    def why_not(self, notification: Notification) -> str:
        return "" if self.seats(notification) else "seat lost"

    def words(self, notification: Notification) -> Words:
        about = self.about(notification)
        return about.message(
            _("%(game)s with %(others)s: %(person)s plays instead of the bot"),
            _("A player has replaced the bot"),
            [_("%(person)s has taken over the seat that a bot had played.")],
            _("View the game"),
            person=about.names[self.read(notification).about],
        )


@register
class VoteKind(GameKind[VoteOpened]):
    fact = VoteOpened
    label = gettext_lazy("there is a vote at one of my tables")
    group = groups.GAMES
    heading = gettext_lazy("Votes")
    defaults = AT_ONCE

    def why_not(self, notification: Notification) -> str:
        vote = Vote.objects.filter(pk=self.read(notification).vote, closed_at=None)
        if not vote.exists():
            return "vote closed"
        voted = vote.filter(ballots__seat__in=self.seats(notification))
        return "voted" if voted.exists() else ""

    def words(self, notification: Notification) -> Words:
        about = self.about(notification)
        vote = Vote.objects.get(pk=self.read(notification).vote)
        lines, person = [vote.get_kind_display()], ""
        if vote.seat is not None:
            person = about.names[vote.seat]
            lines.append(_("%(person)s ran out of time."))
        lines.append(_("You can vote until %(moment)s.") % {"moment": dates.moment(vote.closes_at)})
        return about.message(
            _("%(game)s with %(others)s: a vote"),
            _("Please vote"),
            lines,
            _("Vote"),
            person=person,
        )


@register
class OfferedKind(GameKind[Offered]):
    fact = Offered
    label = gettext_lazy("a running game needs a replacement player")
    group = groups.TABLES
    heading = gettext_lazy("Free seats")
    defaults = NOT_AT_ALL

    def audience(self, announcement: Announcement) -> Iterable[int]:
        """The users who want to hear of free seats, may see this game, and do not play in it."""
        sitting = Seat.objects.filter(game=announcement.game_id, user__isnull=False)
        others = preferences.users_wanting(self.name) - set(
            sitting.values_list("user_id", flat=True)
        )
        type_ = Game.objects.values_list("type", flat=True).get(pk=announcement.game_id or 0)
        return others - stage_visibility.without(type_, others)

    def why_not(self, notification: Notification) -> str:
        game, index = self.game(notification), self.read(notification).about
        offered = game.seats.filter(index=index, offered_at__isnull=False).exists()
        return "" if offered and game.status == Game.Status.RUNNING else "no longer offered"

    def words(self, notification: Notification) -> Words:
        about = self.about(notification)
        return about.message(
            _("A running game of %(game)s has a free seat"),
            _("Would you like to play on?"),
            [
                _("%(person)s is away. A bot plays for them until somebody takes over the seat."),
                _("The other players: %(others)s."),
                _("Your rating cannot go down because of this game."),
                about.pace(),
            ],
            _("View the game"),
            person=about.names[self.read(notification).about],
        )
