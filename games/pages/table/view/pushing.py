"""Draws the page that ``games.live.pages`` sends to open pages."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from games.live.pages import Shown, Viewer
from games.pages.table.reader import Reader
from games.pages.table.view.content import Content
from games.pages.table.view.tabletop import Tabletop
from games.storage.position import Position, for_another, load

#: A signed-in person without a part in any game.
ONLOOKER = 0


def draw_page(game_id: int, viewer: Viewer, made: Position | None = None) -> Shown | None:
    """A game's page for this viewer, like the answer to a request; None before the start.

    The page inserts its form token itself. ``made`` is the present position, if it need not be read
    again.
    """
    user_id = viewer.user_id
    if user_id is None and viewer.signed_in:
        user_id = ONLOOKER
    position = for_another(made, user_id) if made else None
    if position is None:
        position = load(game_id, user_id, key=viewer.key)
    if position.rules is None:
        return None
    with translation.override(viewer.language), timezone.override(ZoneInfo(viewer.zone)):
        key = viewer.key if viewer.key == position.game.key else ""
        content = Content(Tabletop(Reader(position, user_id, key=key)), script=True)
        return Shown(position.version, content.frame(), content.regions())
