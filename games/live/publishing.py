"""News of a change, sent after it is stored; what a hint loses, ``sweep`` sends again.

A message is the topics it is about, a blank, ``change`` or ``text``, a blank, and JSON. The topics
are the game's number and, of a change, its people, whose other pages count again how many games
wait. A text is for all sockets as it is: ``type`` and more. Of a change each socket tells its own
reader his part.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from boardgames.redis import hints
from games.models import Game, Invitation, Seat, Tenure
from games.storage.position import Position, visible_version
from notifications import bell

BATCH = 500


class Change(msgspec.Struct, omit_defaults=True):
    """News of a change: the newest ``version``, the newest that everybody may know of (``public``),
    the users who may know of the newest, and who made the change (``by``).

    ``games`` has, for users who follow the game, the game as they see it at the newest version, its
    log from what they know, the version ``since``.
    """

    version: int
    public: int
    newest: list[int]
    by: int | None = None
    since: int = 0
    games: dict[int, msgspec.Raw] = {}


_change = msgspec.json.Decoder(Change).decode
_encode = msgspec.json.Encoder().encode


def publish(position: Position, mover: int | None = None) -> None:
    """Tell all who look at the game that there is something new, and its bots if they are asked.

    ``mover`` is the seat that has changed it.
    """
    from games.live import (
        subscribers,  # late: what it shows of a game knows of all that is recorded
    )

    change = _change_of(position.game, position.seats)
    change.by = None if mover is None else position.seats[mover].user_id
    change.since, change.games = position.told_since, subscribers.games(position, change)
    hints.publish(_news(position.game.pk, position.seats, change))
    if any(seat.bot and seat.to_move for seat in position.seats):
        hints.wake("games.tasks.play_bots_of", "bots", position.game.pk, expires=30)


def say(game_id: int, type_: str, **data: Any) -> None:
    """Send everybody at the game's table a message."""
    hints.publish(message(game_id, type_, data))


def message(game_id: int, type_: str, data: Mapping[str, Any]) -> bytes:
    """A message for all sockets at the game's table."""
    return b"%d text %s" % (game_id, _encode({"type": type_, **data}))


def topics(message: bytes) -> list[str]:
    """What a message is about."""
    return message.partition(b" ")[0].decode().split(",")


def read(message: bytes) -> Change | str:
    """The change or the text that a message tells."""
    _topics, kind, content = message.split(b" ", 2)
    return _change(content) if kind == b"change" else content.decode()


@dataclass
class Watcher:
    """Somebody who may follow a game; ``player`` is the name of a seated one, else empty."""

    user_id: int
    player: str
    version: int

    def may_know(self, change: Change) -> int:
        """The newest version that this one may know of."""
        return change.version if self.user_id in change.newest else change.public


def watcher(game_id: int, user: User | None, key: str = "") -> Watcher | None:
    """Who may follow the game, and from which version on; None if not. One query.

    ``key`` opens a private game to whoever has its link.
    """
    user_id = user.pk if user else 0  # nobody has that number
    seats = Seat.objects.filter(game=OuterRef("pk"), user=user_id)
    asked = Q(to_move=True) | Q(decision_id__isnull=False)
    game = (
        Game.objects.filter(pk=game_id)
        .annotate(
            seated=Exists(seats),
            asked=Exists(seats.filter(asked, bot="")),
            invited=Exists(Invitation.objects.filter(game=OuterRef("pk"), user=user_id)),
            played=Exists(Tenure.objects.filter(seat__game=OuterRef("pk"), user=user_id)),
        )
        .only("visibility", "key", "version", "public_version")
        .first()
    )
    if game is None:
        return None
    public = game.visibility == Game.Visibility.PUBLIC or (key and key == game.key)
    if not (public or game.seated or game.invited or game.played):
        return None
    return Watcher(
        user_id=user_id,
        player=user.username if user and game.seated else "",
        version=game.version if game.asked else game.public_version,
    )


def sweep() -> int:
    """Send news of all games of which the newest has not surely gone out; how many there were.

    Each change is sent twice, at once and by the sweep: noting each single one as sent would cost
    every move a second transaction, and who has the version already ignores it.
    """
    swept, last = 0, 0
    while True:  # once through them: while people play there is always a next one
        games = list(
            Game.objects.filter(published_version__lt=F("version"), pk__gt=last)
            .only("version", "public_version")
            .prefetch_related("seats")
            .order_by("pk")[:BATCH]
        )
        if not games or not hints.publish_all(list(map(_swept, games))):
            return swept
        _note_published({game.pk: game.version for game in games})
        swept, last = swept + len(games), games[-1].pk


def _note_published(versions: dict[int, int]) -> None:
    """Note that these versions have gone out, but of games that somebody else has locked: waiting
    for one while holding others would let moves and other sweeps wait in a circle."""
    with transaction.atomic(durable=True):
        unlocked = Game.objects.select_for_update(skip_locked=True, no_key=True)
        games = list(unlocked.filter(pk__in=versions).only("pk").order_by("pk"))
        for game in games:
            game.published_version = versions[game.pk]
        Game.objects.bulk_update(games, ["published_version"])


def seen(game_id: int, user_id: int, version: int) -> None:
    """Somebody has had ``version`` on a visible page: no message is needed for it."""
    Seat.objects.filter(
        game_id=game_id,
        user_id=user_id,
        bot="",
        seen_version__lt=version,
        game__version__gte=version,
    ).update(seen_version=version)
    bell.read_at_table(game_id, user_id)


def _swept(game: Game) -> bytes:
    seats = game.seats.all()
    return _news(game.pk, seats, _change_of(game, seats))


def _change_of(game: Game, seats: Collection[Seat]) -> Change:
    newest = [
        seat.user_id
        for seat in seats
        if seat.user_id and not seat.bot and visible_version(game, seat) == game.version
    ]
    return Change(game.version, game.public_version, newest)


def _news(game_id: int, seats: Collection[Seat], change: Change) -> bytes:
    owners = [seat.user_id for seat in seats if seat.user_id]
    topics = ",".join([str(game_id), *map(bell.topic, owners)])
    return b"%s change %s" % (topics.encode(), _encode(change))
