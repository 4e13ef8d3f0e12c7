"""Who may follow a game, what of it he may know, and what he has seen."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.db.models import Exists, OuterRef, Q

from accounts import company
from accounts.models import User
from boardgames.database.rows import Question, answers
from games.live.news import Change
from games.models import Game, Invitation, Seat, Tenure
from notifications import bell

_SEEN = (
    f"UPDATE {Seat._meta.db_table} seat SET seen_version = %s FROM {Game._meta.db_table} game"  # noqa: S608
    " WHERE game.id = seat.game_id AND seat.game_id = %s AND seat.user_id = %s AND seat.bot = ''"
    " AND seat.seen_version < %s AND game.version >= %s"
)


@dataclass
class Watcher:
    """Somebody who may follow a game; ``player`` is the name of a seated one, else empty; ``apart``
    are the names of those whose words are hidden from this one.

    ``personal``: what is shown depends on who it is, not only on what all may see. ``key`` is the
    game's, of who came by its link.
    """

    user_id: int
    player: str
    version: int
    apart: frozenset[str] = frozenset()
    personal: bool = False
    key: str = ""

    def may_hear(self, text: str) -> bool:
        """Whether what is told to all is for this one, too."""
        if not self.apart:
            return True
        news = msgspec.json.decode(text)
        return bool(news.get("moderator")) or news.get("user") not in self.apart

    def may_know(self, change: Change) -> int:
        """The newest version that this one may know of."""
        self.personal = self.personal or self.user_id in change.newest  # who has taken a seat over
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
    apart = _apart(user)
    return Watcher(
        user_id=user_id,
        player=user.username if user and game.seated else "",
        version=game.version if game.asked else game.public_version,
        apart=apart,
        personal=game.seated or game.invited or game.played or bool(apart),
        key=game.key if key == game.key else "",
    )


def _apart(user: User | None) -> frozenset[str]:
    apart = company.apart_from(user.pk) if user else set()
    names = User.objects.filter(pk__in=apart).values_list("username", flat=True) if apart else ()
    return frozenset(names)


def seen(game_id: int, user_id: int, version: int) -> None:
    """Somebody has had ``version`` on a visible page: no message is needed for it."""
    noted = Question(_SEEN, [version, game_id, user_id, version, version], list)
    _noted, read = answers(noted, bell.at_table(game_id, user_id))
    bell.read_these(read)
