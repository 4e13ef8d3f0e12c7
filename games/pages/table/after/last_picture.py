"""The last picture of a game that is over: drawn while its rules can, shown when they cannot.

It is a drawing and no bitmap, which takes a quarter of the bytes. Who sat where is left out: names
go with their accounts, pictures stay.
"""

from __future__ import annotations

import structlog
import zstandard
from django.conf import settings
from django.db.models import Q
from django.utils import timezone, translation

from boardgames.drawing.raster import png
from games.errors import GameError
from games.models import Game, LastPicture
from games.pages.table import picture
from games.rules import registry
from games.statistics import finished, progress
from games.storage.position import newest

log = structlog.get_logger(__name__)

#: Of each type in one tick.
AT_ONCE = 20
#: Bytes of a packed drawing; ours have 6,000 to 13,000. What is larger is not kept.
MOST = 40_000
#: Bytes that it may come to again.
UNPACKED = 2_000_000
_LEVEL = 10


def keep_next() -> int:
    """Keep the pictures of games that have ended, type by type; how many were looked at."""
    return sum(_keep_of(rules.slug) for rules in registry.all())


def _keep_of(type_: str) -> int:
    with progress.held(f"pictures/{type_}") as drawn:
        if drawn is None:
            return 0
        if drawn.at is None:  # what ended before that has none
            drawn.at = timezone.now()
            return 0
        games = finished.ended(drawn, type_, AT_ONCE, Q(practice=False))
        for game in games:
            _keep(game)
        return len(games)


def _keep(game: Game) -> None:
    try:
        position = newest(game.pk)
    except GameError as error:
        log.info("no last picture", game=game.pk, exc_info=error)
        return
    with translation.override(settings.LANGUAGE_CODE):
        drawn = None if position is None else picture.nameless(position)
    if drawn is None:
        return
    packed = zstandard.compress(drawn.encode(), _LEVEL)
    if len(packed) > MOST:
        log.info("last picture is too large", game=game.pk, bytes=len(packed))
        return
    LastPicture.objects.update_or_create(game=game, defaults={"packed": packed})


def find_picture(game: Game) -> str:
    """The kept picture as the address of itself; empty where there is none."""
    kept = LastPicture.objects.filter(game=game).first()
    if kept is None:
        return ""
    try:
        drawn = zstandard.decompress(bytes(kept.packed), max_output_size=UNPACKED).decode()
        return picture.inline(png(drawn, picture.WIDTHS[0]))
    except (zstandard.ZstdError, ValueError) as error:
        log.warning("last picture cannot be shown", game=game.pk, exc_info=error)
        return ""
