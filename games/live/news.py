"""Messages about a change, as processes send them to each other.

The sockets of the game receive the whole message, and each sends its reader what is meant for them.
Other pages of the game's players only learn that they must count again how many games are waiting.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from boardgames.redis import messages
from games.models import Game, Seat
from games.storage.position import visible_version
from notifications import bell


class Change(msgspec.Struct, omit_defaults=True):
    """News of a change: the newest ``version``, and the newest that everybody may know
    (``public``).

    It also names the users who may know the newest, and the one who made the change (``by``).
    ``games`` has, for users who follow the game, the game as they see it at the newest version, and
    its log since the version ``since``, which they know.
    """

    version: int
    public: int
    newest: list[int]
    by: int | None = None
    since: int = 0
    games: dict[int, msgspec.Raw] = {}


messages.register("change", msgspec.json.Decoder(Change).decode)


def change_of(game: Game, seats: Collection[Seat]) -> Change:
    """The news of a stored game, without the players' views."""
    newest = [
        seat.user_id
        for seat in seats
        if seat.user_id and not seat.bot and visible_version(game, seat) == game.version
    ]
    return Change(game.version, game.public_version, newest)


def make_messages(game_id: int, seats: Collection[Seat], change: Change) -> list[bytes]:
    """The messages of a change."""
    owners = [seat.user_id for seat in seats if seat.user_id]
    change_itself = messages.message([str(game_id)], "change", change)
    return [change_itself, *([bell.ringing(owners)] if owners else [])]
