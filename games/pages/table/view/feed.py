"""The public moves of a game as a feed (Atom, RFC 4287)."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from boardgames.http import etag
from boardgames.http.spoken import as_asked
from games.pages.answers import refusable
from games.showing import snapshot
from games.storage.position import Position, as_seen, load

#: The most moves, the newest.
MOST = 50


class _Feed(Atom1Feed):
    begun: datetime

    def latest_post_date(self) -> datetime:
        """The date of the newest entry; without entries that of the game."""
        return super().latest_post_date() if self.items else self.begun


@require_safe
@as_asked
@refusable
def moves(request: HttpRequest, game_id: int) -> HttpResponse:
    """The events of each move; 304 if nothing has changed."""
    key = request.GET.get("key", "")
    position = as_seen(load(game_id, request.user.pk, key=key), None)
    body = _feed(position, key).encode()
    return etag.answer_with_etag(request, body, "application/atom+xml; charset=utf-8")


def _feed(position: Position, key: str) -> str:
    game = position.game
    known = {"key": key} if key else {}
    query = f"?{urlencode(known)}" if key else ""
    page = f"{settings.SITE_URL}{reverse('game', args=[game.pk])}"
    name = _(position.type.name)
    feed = _Feed(
        f"{name} {game.pk}",
        f"{page}{query}",
        _("Every move of this game"),
        language=get_language(),
        author_name=settings.SITE_NAME,
        feed_url=f"{page}moves.atom?{urlencode(known | {'lang': get_language() or ''})}",
        feed_guid=page,
    )
    feed.begun = game.created_at
    told = [entry for entry in snapshot.describe_log(position, None) if entry.text]
    steps = [(version, list(same)) for version, same in groupby(told, lambda one: one.version)]
    for version, entries in steps[: -MOST - 1 : -1]:
        texts = [str(entry.text) for entry in entries]
        at = datetime.fromisoformat(entries[-1].at)
        # Events that are no moves, such as votes, have no position of their own.
        at_move = {} if entries[-1].number is None else {"at": str(entries[-1].number)}
        feed.add_item(
            texts[0],
            f"{page}?{urlencode(known | at_move)}" if known | at_move else page,
            "".join(f"<p>{escape(text)}</p>" for text in texts),
            unique_id=f"{page}#{version}",
            pubdate=at,
            updateddate=at,
        )
    text: str = feed.writeString("utf-8")
    return text
