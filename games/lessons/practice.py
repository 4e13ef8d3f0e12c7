"""Playing on from a position of a finished game, or of a practice game.

The new game has the moves up to then and continues with new random numbers: what nobody had seen is
reshuffled, in the same way for all who play on from the same move. Bots take the seats, or one
person plays several of them and always sits where a choice is open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import changes
from games.errors import Illegal, NotFound, Refused
from games.lobby import limits
from games.models import BY_HAND, Game, Move, Seat, Tenure
from games.moves import recording, seat_holders
from games.rules.engine import Rules
from games.rules.engine.levels import GOOD
from games.stages import stage_visibility
from games.storage import history, packing
from games.storage import position as storage
from games.storage.position import Position

#: Stands for the person where a bot's name would stand.
ME = ""
#: A person's own games have no clock.
CLOCK = {"kind": "none"}


def play_on(
    game_id: int,
    user_id: int,
    at: int,
    *,
    seats: Sequence[str] | None = None,
    level: str = "",
    key: str = "",
) -> Position:
    """Create a practice game that continues from the position after move ``at`` of this one.

    ``seats`` gives for each seat who plays it: a bot's name, or ``ME``, for at least one seat.
    Without it the person plays their own seat, or the one that must act, and bots at ``level`` (by
    default the best) the others. ``key`` is that of a link to a private game.

    NotFound for a game that this person may not see and for a missing move; Refused while others
    play it, and if nothing can be chosen any more; Illegal for unknown seats and bots; TooMany for
    too many games within an hour.
    """
    before = storage.load(game_id, user_id, at, key)
    rules = before.running()
    check_open(before.game, user_id)
    if not rules.to_move():
        raise Refused(_("There is nothing to decide after this move."), "over")
    who = _who(before, user_id, seats, level)
    with transaction.atomic(durable=True):
        limits.count_act("new game", user_id)
        position = _branch(before, user_id, who)
        _go_on(position)
    return position


def of_person(user_id: int, type_: str = "") -> QuerySet[Game]:
    """A person's practice games, newest first, without lessons."""
    found = Game.objects.filter(practice=True, created_by=user_id, lesson="").order_by("-pk")
    return (found.filter(type=type_) if type_ else found).defer("state", "seed")


def branches(game: Game, user_id: int) -> QuerySet[Game]:
    """This person's practice games that continue from a move of this one, newest first."""
    return of_person(user_id).filter(branch_of=game)


def listen_to_changes() -> None:
    """Move people who play several seats to the one that must act; called at each process's
    start."""
    changes.recorded.connect(sit_down, dispatch_uid="people sit down where they are asked")


def sit_down(position: Position, **_signal: Any) -> None:
    """Move a person who plays several seats to one that must act, in the same transaction."""
    if not position.game.practice or position.game.lesson:
        return
    own = next((seat for seat in position.seats if seat.user_id and not seat.bot), None)
    asked = next((seat for seat in position.seats if seat.bot == BY_HAND and seat.to_move), None)
    if own is None or asked is None or own.to_move:
        return
    own.user, asked.user = None, own.user
    seat_holders.change_holder(position, own, BY_HAND, Tenure.Reason.REPLACED)
    seat_holders.change_holder(position, asked, ME, Tenure.Reason.REPLACED)


def bot_named(rules: Rules[Any], players: int, name: str) -> str:
    """A bot's name, or a level on offer, in the form that a seat stores; by default the best one.

    Illegal for an unknown one.
    """
    if name == GOOD:
        return rules.best_bot
    known = (*rules.bots, *rules.levels.offered(players))
    if name and name not in known:
        raise Illegal(
            _("There is no bot called %(name)s. Choose one of these: %(known)s.")
            % {"name": name, "known": ", ".join(known)},
            "bad_bots",
        )
    return name or rules.best_bot


def check_open(game: Game, user_id: int) -> None:
    """Raise Refused if playing on could reveal to somebody what they may not know yet."""
    mine = game.practice and game.created_by_id == user_id
    if game.status != Game.Status.FINISHED and not mine:
        raise Refused(_("You can play on from a game only when it is over."), "not_over")


def _who(before: Position, user_id: int, seats: Sequence[str] | None, level: str) -> list[str]:
    """By seat the bot that plays it, or ``ME``."""
    rules = before.type
    if seats is None:
        own = next((seat.index for seat in before.seats if seat.user_id == user_id), None)
        mine = before.running().to_move()[0] if own is None else own
        bot = bot_named(rules, before.game.players, level)
        return [ME if index == mine else bot for index in range(before.game.players)]
    if len(seats) != before.game.players or ME not in seats:
        raise Illegal(
            _("Say who plays each of the %(count)d seats: a bot or you. At least one must be you.")
            % {"count": before.game.players},
            "bad_seats",
        )
    players = before.game.players
    return [bot_named(rules, players, name) if name else ME for name in seats]


def _branch(before: Position, user_id: int, who: Sequence[str]) -> Position:
    """A game of its own with the log up to this position."""
    old, now = before.game, timezone.now()
    stored = history.stored(old.pk, before.number, before.version)
    game = Game.objects.create(
        type=old.type, options=old.options, players=old.players, clock=CLOCK,
        status=Game.Status.RUNNING, visibility=Game.Visibility.PRIVATE, practice=True,
        stage=stage_visibility.trial(old.type),
        created_by_id=user_id, started_at=now, moved_at=now, branch_of=old,
        branch_at=before.number, seed=old.seed, state=stored.state,
        rules_version=stored.rules_version, version=stored.version, number=stored.number,
        public_version=stored.version, published_version=stored.version,
    )  # fmt: skip
    seats = _seats(game, user_id, who)
    _copy_log(old, game, stored.version)
    rules = game.rules.load(stored.state, stored.rules_version)
    return Position(game, seats, rules, stored.version, stored.number)


def _seats(game: Game, user_id: int, who: Sequence[str]) -> list[Seat]:
    """The seats of the new game: the person holds one of theirs, the others wait for them."""
    mine = who.index(ME)
    seats = [Seat(game=game, index=index, bot=bot or BY_HAND) for index, bot in enumerate(who)]
    seats[mine].user, seats[mine].bot = User.objects.get(pk=user_id), ME
    Seat.objects.bulk_create(seats)
    for seat in seats:
        seat.tenure = Tenure(seat=seat, user=seat.user, bot=seat.bot, since=game.version + 1)
    Tenure.objects.bulk_create(seat.tenure for seat in seats if seat.tenure)
    Seat.objects.bulk_update(seats, ["tenure"])
    return seats


def _copy_log(old: Game, game: Game, version: int) -> None:
    """Copy the moves up to then, without the people who made them."""
    stood = (row for row in packing.move_rows(old.pk) if row.undone_by is None)
    rows = [row for row in stood if row.version <= version]
    if not rows:
        raise NotFound
    for row in rows:
        row.pk, row.game, row.tenure, row.user, row.key = None, game, None, None, ""
    Move.objects.bulk_create(rows)


def _go_on(position: Position) -> None:
    """Continue with new random numbers, as after a moderator's rollback to this move."""
    rollbacks = Move.objects.filter(game=position.game, action=Move.Action.ROLLBACK)
    position.running().begin_epoch(1 + rollbacks.count())
    recording.append(
        position, Move.Action.ROLLBACK, None, barrier=True, choice=[position.game.number]
    )
