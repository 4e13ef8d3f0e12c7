"""Open games: creating a game, finding its players, starting it when it is full.

Each function is one transaction; those on an existing game return its position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import User
from games.clocks import checking, kinds
from games.errors import Forbidden, Illegal, Refused
from games.lobby import (
    club_games,
    game_names,
    invitations,
    leaving,
    limits,
    ready_check,
    requirements,
    standing,
)
from games.models import Game, Invitation, Seat, StandingInvitation
from games.notification_events import writing
from games.rules import registry
from games.rules.engine import BadOptions, Json, Rules
from games.rules.engine.levels import GOOD
from games.stages import stage_visibility
from games.storage.position import Position, check_seen, locked
from games.words import texts

#: Names that can be invited at once.
MOST_NAMES = 20


def create(
    maker_id: int,
    type_: str,
    players: int,
    *,
    options: Mapping[str, object] | None = None,
    clock: object = None,
    visibility: str = Game.Visibility.PUBLIC,
    invite: Sequence[str] = (),
    bots: int = 0,
    level: str = GOOD,
    rated: bool = False,
    lines: bool = True,
    first: bool = False,
    asks: Mapping[str, object] | None = None,
    quick: bool = False,
    club: int | None = None,
    name: str = "",
) -> Position:
    """Create a game with its creator on a seat; it starts at once if bots fill it
    (``ready_check``).

    ``invite``: user names; with as many of them as seats, the game is by invitation only.
    ``level``: the bots' level, one of those on offer for this number of players. ``lines``: players
    may try lines out while the game runs. ``first``: the
    creator of a game against bots has the first move. ``asks``: what strangers need to join, as
    ``requirements.Requirements``. ``quick``: opened by a quick match. ``club``: a club of the
    creator; only its members can join and watch. ``name``: the creator's own for it.
    Illegal says which setting is wrong, Refused that too many games of this person are waiting,
    TooMany that too many were created, or people invited, within an hour.
    """
    rules = _game_type(type_, maker_id)
    _check_places(rules, players, bots)
    _check_level(rules, players, level)
    if visibility not in Game.Visibility.values:
        raise Illegal(_("A game is either public or private."), "bad_visibility")
    all_options = _options(rules, options)
    asked_for = requirements.check_requirements(asks)
    setting = checking.check_clock(clock)
    called = game_names.check_name(name, maker_id)
    if club is not None:
        club_games.check_may_play(club, maker_id)
        visibility = Game.Visibility.PRIVATE
    with transaction.atomic(durable=True):
        limits.check_waiting(maker_id)
        if setting.live:
            limits.check_live(maker_id)
        if (club is not None or visibility == Game.Visibility.PUBLIC) and bots < players - 1:
            limits.check_open(maker_id)
        limits.count_act("new game", maker_id)
        stage = stage_visibility.trial(rules.slug)
        game = Game.objects.create(
            type=rules.slug,
            name=called,
            rules_version=rules.version,
            options=all_options,
            players=players,
            clock=kinds.as_json(setting),
            visibility=visibility,
            rated=rated and not stage and not bots and not limits.is_bot(maker_id),
            stage=stage,
            allows_lines=lines,
            asks=asked_for,
            quick=quick,
            club_id=club,
            created_by_id=maker_id,
        )
        seats = _seats(game, maker_id, bots, level)
        asked = _invite(game, maker_id, invite)
        if asked and asked >= sum(seat.free for seat in seats):
            game.visibility = Game.Visibility.PRIVATE
            game.save(update_fields=["visibility"])
        position = Position(game, seats, None, 0, 0)
        _begin_if_full(position, first=first)
    return position


def _seats(game: Game, maker_id: int, bots: int, level: str) -> list[Seat]:
    """The seats of a new game: the creator has the first one, bots have the last ones."""
    seats = [Seat(game=game, index=index) for index in range(game.players)]
    seats[0].user_id = maker_id
    for seat in seats[game.players - bots :]:
        seat.bot = game.rules.best_bot if level == GOOD else level
    Seat.objects.bulk_create(seats)
    return seats


def _check_places(rules: Rules[Any], players: int, bots: int) -> None:
    if players not in rules.players:
        raise Illegal(
            _("%(game)s is for %(numbers)s players.")
            % {"game": _(rules.name), "numbers": ", ".join(map(str, rules.players))},
            "bad_players",
        )
    if not 0 <= bots < players:
        raise Illegal(_("Leave a seat for yourself beside the bots."), "bad_bots")


def _check_level(rules: Rules[Any], players: int, level: str) -> None:
    offered = rules.levels.offered(players)
    if level not in offered:
        raise Illegal(
            _("In %(game)s for %(players)d, bots play at these levels: %(levels)s.")
            % {"game": _(rules.name), "players": players, "levels": ", ".join(offered)},
            "bad_level",
        )


def _options(rules: Rules[Any], options: Mapping[str, object] | None) -> Json:
    """All options with their values; ``options`` may contain only some of them."""
    try:
        return rules.check_options(dict(options or {}))
    except BadOptions as error:
        raise Illegal(texts.own(rules, str(error)), "bad_options") from error


def join_game(
    game_id: int, user_id: int, *, key: str = "", by: StandingInvitation | None = None
) -> Position:
    """Take a free seat; the last player to join starts the game.

    ``key`` is that of a link, ``by`` the standing invitation by which a person is seated.
    """
    check_seen(game_id, user_id, key)
    with locked(game_id) as position:
        _check_open(position)
        limits.check_waiting(user_id)
        if kinds.get_clock(position.game).live:
            limits.check_live(user_id, besides=game_id)
        club_games.check_may_play(position.game.club_id, user_id)
        stage_visibility.check_may_play(position.game, user_id)
        if any(seat.user_id == user_id for seat in position.seats):
            raise Refused(_("You have already joined this game."), "joined_already")
        check_together(position, user_id)
        _check_all_can_come(position)
        seat = next((seat for seat in position.seats if seat.free), None)
        if seat is None:
            raise Refused(_("This game is full. Pick another one in the lobby."), "full")
        if not invitations.has_seat_for(position, user_id):
            raise Refused(_("The free seats are reserved for invited players."), "kept")
        if not invitations.asked(position, user_id):
            requirements.check_fits(position.game, user_id)
        seat.user = User.objects.get(pk=user_id)
        check_rated(position.game, seat.user)
        seat.save(update_fields=["user"])
        position.game.joined_at = timezone.now()
        position.game.save(update_fields=["joined_at"])
        if by is not None:
            standing.note_placed(position.game, [by])
        if any(seat.free for seat in position.seats):
            writing.joined(position, user_id, timezone.now())
        _begin_if_full(position)
    return position


def leave_game(game_id: int, user_id: int) -> Position:
    """Give up a seat before the start. The last person's leaving cancels the game."""
    with locked(game_id, user_id=user_id) as position:
        _check_open(position)
        if leaving.free(position, [_joined(position, user_id)]):
            writing.left(position, user_id, timezone.now())
    return position


def invite(game_id: int, user_id: int, usernames: Sequence[str]) -> Position:
    """Invite people by name; every player who has joined may. Illegal names unknown people."""
    with locked(game_id, user_id=user_id) as position:
        _check_open(position)
        _joined(position, user_id)
        _invite(position.game, user_id, usernames)
    return position


def cancel(game_id: int, user_id: int) -> Position:
    """Cancel an open game; only its creator may."""
    with locked(game_id, user_id=user_id) as position:
        _check_open(position)
        if position.game.created_by_id != user_id:
            raise Forbidden(_("Only the player who created this game can cancel it."), "not_maker")
        leaving.cancel_game(position)
        writing.cancelled(position, timezone.now(), by_id=user_id)
    return position


def _game_type(slug: str, user_id: int) -> Rules[Any]:
    try:
        return stage_visibility.get(slug, user_id)
    except registry.UnknownGameType:
        known = ", ".join(rules.slug for rules in stage_visibility.types(user_id))
        raise Illegal(
            _("There is no game type %(slug)s. Choose one of these: %(known)s.")
            % {"slug": slug, "known": known},
            "unknown_type",
        ) from None


def _check_open(position: Position) -> None:
    if position.game.status != Game.Status.OPEN:
        raise Refused(_("This game has already started, or is over."), "not_open")


def _joined(position: Position, user_id: int) -> Seat:
    seat = position.seat_of(user_id)
    if seat is None:
        raise Forbidden(_("You have not joined this game."), "no_seat")
    return seat


def check_together(position: Position, user_id: int) -> None:
    """Raise Refused for two people who must not play together.

    That is if one blocks the other, or if a bot would play with its owner or with another bot of
    the same owner in a game with others, who could not know whom they play against.
    """
    if relationships.apart(user_id, *(seat.user_id for seat in position.seats)):
        raise Refused(_("You and somebody at this table cannot play together."), "apart")
    if is_second_of_somebody(position, User.objects.get(pk=user_id)):
        raise Refused(
            _(
                "A bot can play with its owner, or with another bot of that owner, only where "
                "nobody else plays."
            ),
            "bot_and_owner",
        )


def is_second_of_somebody(position: Position, user: User, seat: Seat | None = None) -> bool:
    """Whether a bot would play with its owner, or another bot of theirs, in a game with others.

    It would take this ``seat``, or a free one.
    """
    there = [_behind(one.user) for one in position.seats if one.user and one is not seat]
    free = sum(one.free for one in position.seats)
    mine = _behind(user)
    return mine in there and (free > 1 or set(there) != {mine})


def _behind(user: User) -> int:
    """The user id of the person behind this account: a bot's owner, or the user."""
    return user.owner_id or user.pk


def absent(position: Position) -> list[User]:
    """The players who are suspended or have closed their account: nobody can start a game with
    them."""
    users = [seat.user for seat in position.seats if seat.user]
    return [user for user in users if not (user.owner or user).is_active or not user.is_active]


def _check_all_can_come(position: Position) -> None:
    for user in absent(position):
        raise Refused(
            _("%(name)s is suspended. You can join this game when %(name)s is back.")
            % {"name": user.username},
            "suspended",
        )


def _invite(game: Game, by_id: int, usernames: Sequence[str]) -> int:
    """Invite these people; return how many are newly invited."""
    if len(usernames) > MOST_NAMES:
        raise Illegal(
            _("Invite at most %(most)d people at once.") % {"most": MOST_NAMES}, "too_many_names"
        )
    wanted = {name.upper(): name for name in usernames}
    found = _active_users().annotate(upper=Upper("username")).filter(upper__in=wanted)
    people = {user.username.upper(): user for user in found}
    unknown = [name for upper, name in wanted.items() if upper not in people]
    if unknown:
        raise Illegal(
            _("Nobody is called %(names)s.") % {"names": ", ".join(unknown)},
            "unknown_user",
        )
    game.invitations.filter(user__in=people.values()).exclude(lapsed_at=None).delete()
    invited = set(game.invitations.values_list("user_id", flat=True))
    bots = [user.username for user in people.values() if user.is_bot]
    if game.rated and bots:
        raise Illegal(
            _("%(names)s is a bot, and bots cannot play rated games.") % {"names": ", ".join(bots)},
            "bot_unrated",
        )
    apart = relationships.apart_from(by_id)
    refused = [user.username for user in people.values() if user.pk in apart]
    if refused:
        raise Illegal(_("You cannot invite %(names)s.") % {"names": ", ".join(refused)}, "apart")
    club_games.check_members(game.club_id, people.values())
    _check_see(game, people.values())
    asked = [user.pk for user in people.values() if user.pk not in (by_id, *invited)]
    limits.check_invitations(by_id, asked)
    limits.count_act("invitation", by_id, by=len(asked))
    Invitation.objects.bulk_create(
        (Invitation(game=game, user_id=user_id, invited_by_id=by_id) for user_id in asked),
        ignore_conflicts=True,
    )
    writing.invited(game, asked, by_id, timezone.now())
    return len(asked)


def _check_see(game: Game, people: Collection[User]) -> None:
    """Raise Illegal if somebody is invited to a game that they may not see yet."""
    without = (
        stage_visibility.without(game.type, [user.pk for user in people]) if game.stage else ()
    )
    names = [user.username for user in people if user.pk in without]
    if names:
        raise Illegal(
            _("%(names)s is not a tester of this game and has not asked to see betas.")
            % {"names": ", ".join(names)},
            "not_on_offer",
        )


def check_rated(game: Game, user: User) -> None:
    """Raise Refused for a bot in a rated game between people."""
    if game.rated and user.is_bot:
        raise Refused(_("Bots cannot play rated games."), "bot_unrated")


def _active_users() -> QuerySet[User]:
    return User.objects.filter(is_active=True).exclude(owner__is_active=False)


def _begin_if_full(position: Position, *, first: bool = False) -> None:
    if not any(seat.free for seat in position.seats):
        ready_check.begin_or_ask(position, first=first)
