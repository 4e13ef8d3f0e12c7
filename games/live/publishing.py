"""Tells open pages that a game has changed; ``sweep`` sends again what was lost on the way."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from boardgames.redis import best_effort, messages
from games import changes
from games.live import news, subscribers, watching
from games.models import Game
from games.storage.position import Position, cache_position

BATCH = 500


def listen_to_changes() -> None:
    """Publish announced changes; called at the start of each process."""
    changes.committed.connect(publish, dispatch_uid="pages hear of changes")
    changes.beside.connect(publish_beside, dispatch_uid="pages hear of what is beside the moves")


def publish(position: Position, by: int | None = None, **_signal: Any) -> None:
    """Tell everybody who looks at the game that it changed; ``by`` is the user who did it.

    1. Cache the position, from which the sockets of this process draw.
    2. Make the news: the newest version, the public one, and the people allowed to know the newest.
    3. Add the game as each follower sees it.
    4. Send the news in one round trip. ``sweep`` sends again what gets lost.
    """
    cache_position(position)
    change = news.change_of(position.game, position.seats)
    change.by = by
    change.since, change.games = position.log_since, subscribers.games(position, change)
    best_effort.publish(*news.make_messages(position.game.pk, position.seats, change))


def publish_beside(game_id: int, **_signal: Any) -> None:
    """Tell the table's open pages that something beside the moves changed."""
    send_to_table(game_id, "table")


def send_to_table(game_id: int, type_: str, **data: Any) -> None:
    """Send a message to everybody at the game's table."""
    best_effort.publish(messages.text([str(game_id)], {"type": type_, **data}))


def say_to_onlookers(game_id: int, type_: str, **data: Any) -> None:
    """Send a message to the readers of the spectators' chat."""
    best_effort.publish(messages.text([watching.onlookers(game_id)], {"type": type_, **data}))


def find_unpublished_games() -> list[QuerySet[Game]]:
    """The games whose newest version may not have been sent."""
    return [Game.objects.filter(published_version__lt=F("version"))]


def sweep() -> int:
    """Publish all games whose newest version may not have been sent; return how many there were.

    Each change is sent twice, at once and by the sweep: marking each one as sent would cost every
    move a second transaction, and a page that has the version already ignores it.
    """
    swept, last = 0, 0
    (waiting_games,) = find_unpublished_games()
    while True:  # one pass only: while people play there is always a next one
        games = list(
            waiting_games.filter(pk__gt=last)
            .only("version", "public_version")
            .prefetch_related("seats")
            .order_by("pk")[:BATCH]
        )
        if not games or not best_effort.publish(*(each for game in games for each in _swept(game))):
            return swept
        _note_published({game.pk: game.version for game in games})
        swept, last = swept + len(games), games[-1].pk


def _note_published(versions: dict[int, int]) -> None:
    """Record that these versions have gone out, except for games that somebody else has locked.

    Waiting for one while holding others would let moves and other sweeps wait in a circle.
    """
    with transaction.atomic(durable=True):
        unlocked = Game.objects.select_for_update(skip_locked=True, no_key=True)
        games = list(unlocked.filter(pk__in=versions).only("pk").order_by("pk"))
        for game in games:
            game.published_version = versions[game.pk]
        Game.objects.bulk_update(games, ["published_version"])


def _swept(game: Game) -> list[bytes]:
    seats = game.seats.all()
    return news.make_messages(game.pk, seats, news.change_of(game, seats))
