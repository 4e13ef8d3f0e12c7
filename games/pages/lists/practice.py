"""The reader's practice games, and their results against the bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.http.addresses import path
from games.bots import record
from games.lessons import practice
from games.models import BY_HAND, Game, Seat
from games.pages import inputs, settings
from games.pages.answers import member, reader
from games.pages.lists.rows import picture_address
from games.rules import registry
from games.showing import levels
from games.words import outcomes, texts

PER_PAGE = 30


class Row(TypedDict):
    """A practice game; ``of``: the game that it continues, its name and address."""

    href: str
    name: str
    picture: str
    at: int | None
    of: tuple[str, str] | None
    against: str
    how: str
    over: bool
    again: str


class Level(TypedDict):
    """Results at a level; ``next``: the name of the level to try, "" for none."""

    name: str
    won: int
    games: int
    next: str


class Table(TypedDict):
    """For one game type and number of players."""

    title: str
    levels: list[Level]
    new: str


@require_safe
@never_cache
@member
def show_practice(request: HttpRequest) -> HttpResponse:
    """Practice games, each with its origin and its result."""
    number = min(inputs.number(request.GET.get("page", ""), 4) or 1, 500)
    first = (number - 1) * PER_PAGE
    found = practice.of_person(reader(request)).select_related("branch_of")
    games = list(found.prefetch_related("seats__user", "branch_of__seats")[first : first + 31])
    context = {
        "rows": [row for game in games[:PER_PAGE] if (row := _row(game, reader(request)))],
        "pages": {
            "previous": f"?page={number - 1}" if number > 1 else None,
            "following": f"?page={number + 1}" if len(games) > PER_PAGE else None,
            "number": number,
        },
        "tables": _tables(record.against_bots(reader(request))),
    }
    return render(request, "games/practice.html", context)


def _row(game: Game, user_id: int) -> Row | None:
    """The row; None if the game type's package is missing."""
    try:
        name = _(game.rules.name)
    except registry.UnknownGameType:
        return None
    seats = list(game.seats.all())
    of = game.branch_of
    on = f"{path('game-play-on', of.pk)}?at={game.branch_at}" if of else ""
    return {
        "href": path("game", game.pk),
        "name": name,
        "picture": picture_address(game),
        "at": game.branch_at,
        "of": (f"{name} {of.pk}", path("game", of.pk)) if of else None,
        "against": _against(game, seats),
        "how": _how(game, seats, of, user_id),
        "over": game.status == Game.Status.FINISHED,
        "again": on,
    }


def _against(game: Game, seats: Sequence[Seat]) -> str:
    """The opponents."""
    bots = [seat for seat in seats if seat.bot and seat.bot != BY_HAND]
    if not bots:
        return _("against yourself")
    names, level = texts.seat_names(seats), levels.find_level(game, bots[0].bot)
    who = settings.join_names([names[seat.index] for seat in bots])
    if level is None:
        return _("against %(names)s") % {"names": who}
    return _("against %(names)s (%(level)s)") % {"names": who, "level": levels.NAMES[level]}


def _how(game: Game, seats: Sequence[Seat], of: Game | None, user_id: int) -> str:
    """The result, compared with the game that it branched from."""
    if game.status != Game.Status.FINISHED:
        return _("still running")
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    if outcomes.find_outcomes(seats):
        return _who_won(seats, own)
    here = _scores(seats)
    if own is None or any(seat.bot == BY_HAND for seat in seats):
        return here
    said = {"here": here, "there": _scores(list(of.seats.all())) if of else ""}
    if said["there"]:
        if own.rank == 1:
            return _("won, %(here)s; in the original game %(there)s") % said
        return _("lost, %(here)s; in the original game %(there)s") % said
    return (_("won, %(here)s") if own.rank == 1 else _("lost, %(here)s")) % said


def _who_won(seats: Sequence[Seat], own: Seat | None) -> str:
    """How a game without points went: for the reader, or by seat where they played all of them."""
    ended = outcomes.describe_outcomes(seats)
    if own is None or any(seat.bot == BY_HAND for seat in seats):
        return " : ".join(ended)
    return ended[own.index]


def _scores(seats: Sequence[Seat]) -> str:
    if any(seat.score is None for seat in seats):
        return ""
    return " : ".join(str(seat.score) for seat in seats)


def _tables(found: Sequence[record.Record]) -> list[Table]:
    tables: dict[tuple[str, int], Table] = {}
    for each in found:
        rules = registry.get(each.type)
        table = tables.setdefault(
            (each.type, each.players),
            {
                "title": _("%(game)s for %(number)d")
                % {"game": _(rules.name), "number": each.players},
                "levels": [],
                "new": path("game-new", each.type),
            },
        )
        above = str(levels.NAMES[each.next_level]) if each.next_level else ""
        name = str(levels.NAMES[each.level])
        table["levels"].append({"name": name, "won": each.won, "games": each.games, "next": above})
    return list(tables.values())
