"""Facts about a game besides its course."""

from typing import TypedDict

from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from boardgames.words import dates
from games.models import Game
from games.pages import settings
from games.pages.table.reader import Reader


class Record(TypedDict):
    """The addresses of a finished game as a text and as a document."""

    text: str
    file: str


class About(TypedDict):
    """Names with their values; ``seed`` is empty while the game runs, ``record`` is only for people
    who played it."""

    facts: list[tuple[str, object]]
    seed_hash: str
    seed: str
    record: Record | None


def describe_game(reader: Reader) -> About:
    """Its settings and its seed."""
    game = reader.game
    return {
        "facts": _facts(reader),
        "seed_hash": game.seed_hash,
        "seed": bytes(game.seed).hex() if game.status == Game.Status.FINISHED else "",
        "record": _record(reader) if _has_record(reader) else None,
    }


def _has_record(reader: Reader) -> bool:
    """Whether the reader may download it: moderators and administrators only look."""
    return reader.all_is_open and reader.owned is not None and not reader.acted


def _record(reader: Reader) -> Record:
    return {
        "text": path("api:record_text", reader.game.pk),
        "file": path("api:record", reader.game.pk),
    }


def _facts(reader: Reader) -> list[tuple[str, object]]:
    game = reader.game
    facts: list[tuple[str, object]] = [
        (_("Game"), f"{_(reader.type.name)} {game.pk}"),
        (_("Players"), game.players),
        *settings.options(reader.type, game.options),
        *settings.time(game.clock),
        (_("Rated"), _("yes") if game.rated else _("no")),
        (_("Who can watch"), _watchers(reader)),
        (_("Created by"), _maker(reader)),
    ]
    if game.started_at:
        started = dates.format_date(game.started_at, "DATETIME_FORMAT")
        facts.append((_("Started"), started))
    return facts


def _watchers(reader: Reader) -> str:
    if reader.game.club_id is not None:
        return _("members of the club")
    return _("invited players") if reader.private else _("everyone")


def _maker(reader: Reader) -> str:
    """The name of the game's creator, who nearly always has a seat."""
    maker = reader.game.created_by_id
    users = (seat.user for seat in reader.position.seats)
    return (
        next((user.username for user in users if user is not None and user.pk == maker), "")
        or reader.game.created_by.username
    )
