"""Access to a game: permission to follow it, what its readers may know, and what they have seen."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.utils import timezone

from accounts import statements
from accounts.models import User
from boardgames.database.rows import Question, answers
from community.models import Side
from games.clocks import clock
from games.live.news import Change
from games.models import Game, Invitation, Seat, Tenure
from games.storage import table_context, unseen
from games.storage.position import Position
from games.storage.statements import BIGGEST_ID, IN_ITS_CLUB, REPORTED_TO, has_part
from notifications import bell

_FOLLOWED = (
    "SELECT game.club_id, game.visibility, game.key, game.status, game.version,"
    " game.public_version,"
    f" EXISTS (SELECT FROM {Seat._meta.db_table} held"
    " WHERE held.game_id = game.id AND held.user_id = %s),"
    f" EXISTS (SELECT FROM {Seat._meta.db_table} held"
    " WHERE held.game_id = game.id AND held.user_id = %s"
    " AND held.bot = '' AND (held.to_move OR held.decision_id IS NOT NULL)),"
    f" EXISTS (SELECT FROM {Invitation._meta.db_table} invited"
    " WHERE invited.game_id = game.id AND invited.user_id = %s),"
    f" EXISTS (SELECT FROM {Tenure._meta.db_table} sat"
    f" JOIN {Seat._meta.db_table} seat ON seat.id = sat.seat_id"
    " WHERE seat.game_id = game.id AND sat.user_id = %s),"
    f" {IN_ITS_CLUB.format(game='game')},"
    f" game.type IN ({unseen.ABSENT.sql}),"
    f" {REPORTED_TO.format(game='game')}"
    f" FROM {Game._meta.db_table} game WHERE game.id = %s"
)
_SEEN = (
    f"UPDATE {Seat._meta.db_table} seat SET seen_version = %s FROM {Game._meta.db_table} game"
    " WHERE game.id = seat.game_id AND seat.game_id = %s AND seat.user_id = %s AND seat.bot = ''"
    " AND seat.seen_version < %s AND game.version >= %s"
)
#: The live table that asks this person whether they are ready; an index covers the few that ask.
_READY = (
    f"SELECT game.id FROM {Game._meta.db_table} game WHERE game.ready_by > %s::timestamptz"
    f" AND EXISTS (SELECT FROM {Seat._meta.db_table} held"
    " WHERE held.game_id = game.id AND held.user_id = %s AND held.ready_at IS NULL) LIMIT 1"
)
#: Nothing happens any more in these games.
OVER = (Game.Status.FINISHED, Game.Status.CANCELLED)
_LETTERS = f"SELECT count(*) FROM {Side._meta.db_table} WHERE user_id = %s AND unread"


@dataclass
class Watcher:
    """A person who may follow a game; ``player`` is the name of a seated one, otherwise empty.

    ``apart`` are the names of people whose messages they do not get. ``personal``: the page depends
    on this person, not only on what everybody may see. ``key`` is that of the link by which they
    came. ``onlooks``: they read the spectators' chat.
    """

    user_id: int
    player: str
    version: int
    apart: frozenset[str] = frozenset()
    personal: bool = False
    key: str = ""
    onlooks: bool = False

    def hears(self, text: str) -> str:
        """A message to all in the form for this reader, empty if nothing is left of it.

        It is without people they are apart from, unless these write as moderators.
        """
        if not self.apart:
            return text
        news = msgspec.json.decode(text)
        if news.get("user") in self.apart and not news.get("moderator"):
            return ""
        there = news.get("users", [])
        if self.apart.isdisjoint(there):
            return text
        news["users"] = [name for name in there if name not in self.apart]
        return msgspec.json.encode(news).decode()

    def may_know(self, change: Change) -> int:
        """The newest version that this person may know."""
        # somebody who took over a seat
        self.personal = self.personal or self.user_id in change.newest
        return change.version if self.user_id in change.newest else change.public


def watcher(game_id: int, user: User | None, key: str = "") -> Watcher | None:
    """The reader's access to the game, and from which version on; None without. One query.

    ``key`` is the one in a private game's link; it does not open a club's game.
    """
    if game_id > BIGGEST_ID:
        return None
    user_id = user.pk if user else 0  # no user has that number
    game = Question(_FOLLOWED, [*[user_id] * 5, *unseen.ABSENT.of(user_id), user_id, game_id], list)
    found, apart, at_table = answers(
        game, statements.names_apart(user_id), has_part(game_id, user_id)
    )
    if not found:
        return None
    (row,) = found
    club, visibility, link, status, version, public_version, *those, absent, reported = row
    seated, asked, invited, played, member = those
    has_link = club is None and key != "" and key == link
    part = seated or played or (club is None and invited and not absent)
    open_to_others = visibility == Game.Visibility.PUBLIC or has_link or member
    if not (part or reported or (open_to_others and not absent)):
        return None
    return Watcher(
        user_id=user_id,
        player=user.username if user and seated else "",
        version=version if asked else public_version,
        apart=apart,
        personal=part or at_table or bool(apart),
        key=link if has_link else "",
        onlooks=onlookers_read(status, user is not None and not at_table),
    )


def onlookers(game_id: int) -> str:
    """The topic of sockets that receive the spectators' chat."""
    return f"{game_id}/onlookers"


def onlookers_read(status: str, onlooker: bool) -> bool:
    """Whether a person may read the spectators' chat.

    While the game runs: an ``onlooker``, with an account and no part in the game. Once it is
    over: everybody who may see the game.
    """
    if status in OVER:
        return True
    return onlooker and status == Game.Status.RUNNING


def is_onlooker(game_id: int, user_id: int | None) -> bool:
    """Whether this person, allowed to see the game, has an account and no part in the game."""
    if not user_id:  # 0 stands for everybody who has an account and no part in any game
        return user_id == 0
    return not has_part(game_id, user_id).answer()


def seen(game_id: int, user_id: int, version: int) -> None:
    """Record that ``version`` was on a person's visible page, so it needs no notification."""
    noted = Question(_SEEN, [version, game_id, user_id, version, version], list)
    _noted, read = answers(noted, bell.at_table(game_id, user_id))
    bell.read_these(read)


def note_arrival(position: Position, user_id: int | None) -> None:
    """Record that the holder of a seat has opened a live table of a tournament, with scripts or
    without: who does not come to a table of an arena loses there."""
    seat, game = position.seat_of(user_id), position.game
    if seat is None or seat.seen_version or not game.organised or not clock.is_live(game):
        return
    if game.status == Game.Status.RUNNING:
        Seat.objects.filter(pk=seat.pk, user=user_id, seen_version=0).update(seen_version=1)


def header_counts(user_id: int) -> dict[str, int]:
    """The numbers at the top of a person's pages: waiting games, unread notifications, and
    conversations with something new."""
    waiting, unread, letters = answers(
        table_context.count_waiting_games(user_id), bell.unread(user_id), _letters(user_id)
    )
    return {"waiting": waiting, "unread": unread, "letters": letters}


def read_counts(user_id: int) -> dict[str, int]:
    """The same in the form for open pages.

    ``ready``: the live table that waits for this person to say that they are ready, if there is
    one.
    """
    waiting, unread, letters, ready = answers(
        table_context.count_waiting_games(user_id),
        bell.unread(user_id),
        _letters(user_id),
        _ready(user_id),
    )
    found = {"waiting": waiting, "unread": unread, "letters": letters}
    return found | {"ready": ready} if ready else found


def news(user_id: int) -> dict[str, int]:
    """The same without the games, if those have been counted already."""
    unread, letters = answers(bell.unread(user_id), _letters(user_id))
    return {"unread": unread, "letters": letters}


def _ready(user_id: int) -> Question[int]:
    now = timezone.now().isoformat()
    return Question(_READY, [now, user_id], lambda found: found[0][0] if found else 0)


def _letters(user_id: int) -> Question[int]:
    return Question(_LETTERS, [user_id], lambda found: int(found[0][0]))
