"""What is known of a game beside its course."""

from datetime import datetime
from functools import lru_cache
from typing import Any, TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from msgspec import json

from games.models import Game
from games.pages import settings
from games.pages.table.reader import Reader
from games.rules.engine import Rules

#: Number, players, options with clock, whether it is rated, whether private, since when it runs.
_Known = tuple[int, int, bytes, bool, bool, datetime | None]


class About(TypedDict):
    """Names with what they say; ``seed`` is empty while the game runs."""

    facts: list[tuple[str, object]]
    seed_hash: str
    seed: str


def about(reader: Reader) -> About:
    """Its settings and its seed."""
    game = reader.game
    chosen = json.encode((game.options, game.clock))
    known = game.pk, game.players, chosen, game.rated, reader.private, game.started_at
    return {
        "facts": _facts(reader.type, _maker(reader), known, (reader.language, reader.zone)),
        "seed_hash": game.seed_hash,
        "seed": bytes(game.seed).hex() if game.status == Game.Status.FINISHED else "",
    }


@lru_cache(1000)
def _facts(
    rules: Rules[Any], maker: str, known: _Known, reader: tuple[str, str]
) -> list[tuple[str, object]]:
    """The same from move to move; ``reader``: the language and the time zone that are active."""
    number, players, chosen, rated, private, started_at = known
    options, clock = json.decode(chosen)
    facts: list[tuple[str, object]] = [
        (_("Game"), f"{_(rules.name)} {number}"),
        (_("Players"), players),
        *settings.options(rules, options),
        *settings.time(clock),
        (_("Rated"), _("yes") if rated else _("no")),
        (_("Who may watch"), _("the invited") if private else _("everybody")),
        (_("Made by"), maker),
    ]
    if started_at:
        started = date_format(timezone.localtime(started_at), "DATETIME_FORMAT")
        facts.append((_("Started"), started))
    return facts


def _maker(reader: Reader) -> str:
    """Who made the game sits there nearly always."""
    maker = reader.game.created_by_id
    users = (seat.user for seat in reader.position.seats)
    return (
        next((user.username for user in users if user is not None and user.pk == maker), "")
        or reader.game.created_by.username
    )
