"""News of a change, sent after it is stored; what a hint loses, ``sweep`` sends again.

A message is the topics it is about, a blank, and JSON with ``type`` ``game``, ``chat`` or
``presence``. The topics are the game's number and, of a change, its people, whose other pages count
again how many games wait. The message of a change names the newest version, the newest that
everybody may know of (``public``), the users who may know of the newest, and who made the change
(``by``): each socket tells its own reader his part.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from boardgames import hints
from games.models import Game, Invitation, Seat, Tenure
from games.position import Position, visible_version
from notifications import bell

BATCH = 500


def publish(position: Position, mover: int | None = None) -> None:
    """Tell all who look at the game that there is something new, and its bots if they are asked.

    ``mover`` is the seat that has changed it.
    """
    by = None if mover is None else position.seats[mover].user_id
    hints.publish(_changed(position.game, position.seats, by))
    if any(seat.bot and seat.to_move for seat in position.seats):
        hints.wake("games.tasks.play_bots_of", "bots", position.game.pk, expires=30)


def say(game_id: int, type_: str, **data: Any) -> None:
    """Send everybody at the game's table a message."""
    hints.publish(message(game_id, type_, data))


def message(
    game_id: int, type_: str, data: Mapping[str, Any], user_ids: Iterable[int] = ()
) -> bytes:
    """A message for all sockets at the game's table, and the other pages of these people."""
    topics = ",".join([str(game_id), *map(bell.topic, user_ids)])
    return b"%s %s" % (topics.encode(), msgspec.json.encode({"type": type_, **data}))


@dataclass
class Watcher:
    """Somebody who may follow a game; ``player`` is the name of a seated one, else empty."""

    user_id: int
    player: str
    version: int

    def may_know(self, news: dict[str, Any]) -> int:
        """The newest version, of those in the news of a change, that this one may know of."""
        return int(news["version" if self.user_id in news["newest"] else "public"])


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
    swept = 0
    while True:
        games = list(
            Game.objects.filter(published_version__lt=F("version"))
            .only("version", "public_version")
            .prefetch_related("seats")
            .order_by("id")[:BATCH]
        )
        if not games or not hints.publish_all([_changed(g, g.seats.all()) for g in games]):
            return swept
        for game in games:
            game.published_version = game.version
        Game.objects.bulk_update(games, ["published_version"])
        swept += len(games)


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


def _changed(game: Game, seats: Collection[Seat], by: int | None = None) -> bytes:
    newest = [
        seat.user_id
        for seat in seats
        if seat.user_id and not seat.bot and visible_version(game, seat) == game.version
    ]
    change = {"version": game.version, "public": game.public_version, "newest": newest, "by": by}
    owners = [seat.user_id for seat in seats if seat.user_id]
    return message(game.pk, "game", change, owners)
