"""What is known of a game beside its course."""

from typing import TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Game
from games.pages import settings
from games.pages.tabletop import Tabletop


class About(TypedDict):
    """Names with what they say; ``seed`` is empty while the game runs."""

    facts: list[tuple[str, object]]
    seed_hash: str
    seed: str


def about(table: Tabletop) -> About:
    """Its settings and its seed."""
    game = table.game
    facts: list[tuple[str, object]] = [
        (_("Game"), f"{table.name} {game.pk}"),
        (_("Players"), game.players),
        *settings.options(table.type, game.options),
        *settings.time(game.clock),
        (_("Rated"), _("yes") if game.rated else _("no")),
        (_("Who may watch"), _("the invited") if table.private else _("everybody")),
        (_("Made by"), _maker(table)),
    ]
    if game.started_at:
        started = date_format(timezone.localtime(game.started_at), "DATETIME_FORMAT")
        facts.append((_("Started"), started))
    return {
        "facts": facts,
        "seed_hash": game.seed_hash,
        "seed": bytes(game.seed).hex() if game.status == Game.Status.FINISHED else "",
    }


def _maker(table: Tabletop) -> str:
    """Who made the game sits there nearly always."""
    maker = table.game.created_by_id
    users = (seat.user for seat in table.position.seats)
    return (
        next((user.username for user in users if user is not None and user.pk == maker), "")
        or table.game.created_by.username
    )
