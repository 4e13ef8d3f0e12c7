"""A person's finished games as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from django.db.models import Prefetch
from django.utils import timezone

from accounts.models import User
from community.links import bgg_name
from community.models import Profile
from games.models import Game, Seat
from games.rules import registry
from games.rules.engine import DRAWN
from games.words import outcomes, table_package, texts

#: Games in one file, the newest.
MOST = 5000


class Player(TypedDict):
    """``account``: the user id, which stays when the name changes; None for a bot.
    ``bgg``: the player's name at BoardGameGeek if their profile links to it, else empty.
    ``outcome``: won, lost or drawn, only in a game without points."""

    name: str
    account: int | None
    bgg: str
    bot: bool
    you: bool
    seat: int
    points: int | None
    place: int | None
    outcome: NotRequired[str]


class Play(TypedDict):
    """A finished game; times are in ISO form, in the person's time zone.

    ``bgg`` is BoardGameGeek's number of its type. ``played``: it did not end before all starters
    had played.
    """

    id: int
    type: str
    game: str
    bgg: int
    started: str | None
    finished: str | None
    rated: bool
    played: bool
    options: dict[str, Any]
    players: list[Player]


def plays(user_id: int, most: int = MOST) -> list[Play]:
    """All finished games of this person, newest first, including those of uninstalled types."""
    rows = (
        Game.objects.filter(seats__user=user_id, status=Game.Status.FINISHED, practice=False)
        .defer("state", "seed", "result")
        .order_by("-seats__game_id")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user").order_by("index")))
    )
    user = User.objects.get(pk=user_id)
    games = list(rows[:most])
    bgg = _bgg_names({seat.user_id for game in games for seat in game.seats.all()})
    with timezone.override(user.zone):
        return [_play(game, user_id, bgg) for game in games]


def _bgg_names(user_ids: set[int | None]) -> dict[int, str]:
    linked = Profile.objects.filter(user__in=user_ids - {None}).exclude(links=[])
    return {user_id: bgg_name(links) for user_id, links in linked.values_list("user", "links")}


def _play(game: Game, user_id: int, bgg: Mapping[int, str]) -> Play:
    seats = list(game.seats.all())
    names, ended = texts.seat_names(seats), outcomes.find_outcomes(seats)
    return {
        "id": game.pk,
        "type": game.type,
        "game": _name(game.type),
        "bgg": _number(game.type),
        "started": _iso(game.started_at),
        "finished": _iso(game.finished_at),
        "rated": game.rated,
        "played": not game.unplayed,
        "options": game.options,
        "players": [
            _player(seat, names[seat.index], bgg.get(seat.user_id or 0, ""), user_id, ended)
            for seat in seats
        ],
    }


def _player(seat: Seat, name: str, bgg: str, reader_id: int, ended: list[str] | None) -> Player:
    player: Player = {
        "name": name,
        "account": seat.user_id,
        "bgg": bgg,
        "bot": bool(seat.bot),
        "you": seat.user_id == reader_id,
        "seat": seat.index + 1,
        "points": seat.score,
        "place": seat.rank,
    }
    if ended is not None:
        player["outcome"] = ended[seat.index]
    return player


def has_points(play: Play) -> bool:
    """Whether points decided it, or nothing but who has won."""
    return not any("outcome" in player for player in play["players"])


def has_won(play: Play, player: Player) -> bool:
    """Whether this player is its winner, or one of them; a draw has none."""
    return play["played"] and player["place"] == 1 and player.get("outcome") != DRAWN


def _name(type_: str) -> str:
    try:
        return registry.get(type_).name
    except registry.UnknownGameType:
        return type_


def _number(type_: str) -> int:
    """The printed game's number at BoardGameGeek; 0 if its package has none."""
    try:
        facts = getattr(table_package.table(registry.get(type_)), "FACTS", {})
    except registry.UnknownGameType:
        return 0
    return int(facts.get("bgg", 0))


def _iso(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else None
