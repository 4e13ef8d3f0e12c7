"""The last picture of a finished game: drawn while the rules can, shown when they cannot.

It is an SVG, which takes a quarter of a bitmap's bytes. It has no names: names change with
accounts, pictures stay.
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

#: Games of each type per tick.
AT_ONCE = 20
#: The most bytes of a packed picture; ours have 6,000 to 13,000. A larger one is not stored.
MOST = 40_000
#: The most bytes of an unpacked one.
UNPACKED = 2_000_000
_LEVEL = 10


def keep_next() -> int:
    """Store the pictures of finished games, type by type; return how many were processed."""
    return sum(_keep_of(rules.slug) for rules in registry.all())


def _keep_of(type_: str) -> int:
    with progress.held(f"pictures/{type_}") as drawn:
        if drawn is None:
            return 0
        if drawn.at is None:  # games that ended earlier without one
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
    """The stored picture of a game as a data URL; empty if there is none."""
    kept = LastPicture.objects.filter(game=game).first()
    if kept is None:
        return ""
    try:
        drawn = zstandard.decompress(bytes(kept.packed), max_output_size=UNPACKED).decode()
        return picture.inline(png(drawn, picture.WIDTHS[0]))
    except (zstandard.ZstdError, ValueError) as error:
        log.warning("last picture cannot be shown", game=game.pk, exc_info=error)
        return ""
