"""Facts about a game besides its course."""

from typing import TypedDict

from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from boardgames.words import dates
from games.lobby import game_names
from games.models import Game
from games.pages import clocks, settings
from games.pages.table.reader import Reader
from games.pages.table.view import embed
from games.words import texts


class Record(TypedDict):
    """The addresses of a finished game as a text and as a document."""

    text: str
    file: str


class About(TypedDict):
    """Names with their values; ``seed`` is empty while the game runs, ``record`` is only for people
    who played it, ``naming``, the name so far, for those who may change it, ``frame`` the text
    by which other sites show a public game."""

    facts: list[tuple[str, object]]
    seed_hash: str
    seed: str
    record: Record | None
    naming: str | None
    frame: str


def describe_game(reader: Reader) -> About:
    """Its settings and its seed."""
    game = reader.game
    return {
        "facts": _facts(reader),
        "seed_hash": game.seed_hash,
        "seed": bytes(game.seed).hex() if game.status == Game.Status.FINISHED else "",
        "record": _record(reader) if _has_record(reader) else None,
        "naming": game.name if _may_rename(reader) else None,
        "frame": embed.frame_text(game),
    }


def _may_rename(reader: Reader) -> bool:
    if reader.acted or reader.past:
        return False
    return game_names.may_rename(reader.position, reader.user_id)


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
        (_("Game"), texts.game_title(_(reader.type.name), game)),
        (_("Players"), game.players),
        *settings.options(reader.type, game.options),
        *settings.time(game.clock),
        (_("Rated"), _("yes") if game.rated else _("no")),
        *([] if game.allows_lines else [(_("Trying lines out"), _("not before the end"))]),
        (_("Who can watch"), _watchers(reader)),
        (_("Created by"), _maker(reader)),
    ]
    if game.started_at:
        started = dates.format_date(game.started_at, "DATETIME_FORMAT")
        facts.append((_("Started"), started))
    used = [
        f"{name} {clocks.span(seat.used)}"
        for seat, name in zip(reader.position.seats, reader.people, strict=True)
        if seat.used is not None
    ]
    if used and not reader.past:
        facts.append((_("Time used in turns that are over"), ", ".join(used)))
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
