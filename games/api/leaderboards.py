"""Leaderboards and statistics of game types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router

from games.api import people_forms as forms
from games.api.answers import ERRORS, answer, type_called
from games.api.auth import ANYBODY, user_id_of
from games.errors import Illegal
from games.models import Standing
from games.ratings import lists, pools, seasons
from games.ratings.lists import After
from games.showing import ratings
from games.statistics import by_type
from games.statistics.by_type import Figure
from games.words import table_package, texts

router = Router()


@router.get(
    "/types/{slug}/leaderboard",
    auth=ANYBODY,
    response={200: forms.Leaderboard, **ERRORS},
    summary="The leaderboard of a game type",
)
def show_leaderboard(
    request: HttpRequest,
    slug: str,
    season: Annotated[
        int, Query(ge=0, description="year and quarter, such as 20264; 0: all time")
    ] = 0,
    live: Annotated[bool, Query(description="of live games, which are rated apart")] = False,
    after: Annotated[str, Query(max_length=80)] = "",
) -> HttpResponse:
    """A page of 50 people, the best first; `next` of the answer leads to the page after it. People
    who do not want to be listed are left out."""
    me, rules = user_id_of(request), type_called(slug, user_id_of(request))
    if season and not seasons.possible(season):
        raise Illegal(_("There is no such season."), "bad_season")
    behind = After.read(after)
    if after and behind is None:
        raise Illegal(_("There is no such page."), "bad_page")
    pool = pools.pool(rules.slug, live=live)
    found = lists.leaders(pool, season, behind)
    own = lists.find_standing(me, pool, season) if me else None
    data: forms.Leaderboard = {
        "season": season,
        "leaders": [
            *(_leader(row, place) for place, row in enumerate(found.listed, found.place)),
            *(_leader(row, None) for row in found.provisional),
        ],
        "you": ratings.number(own) if own else None,
        "next": found.after.write() if found.after else None,
    }
    return answer(data)


@router.get(
    "/types/{slug}/statistics",
    auth=ANYBODY,
    response={200: forms.TypeStatistics, **ERRORS},
    summary="Statistics of a game type",
)
def show_statistics(
    request: HttpRequest,
    slug: str,
    players: Annotated[int | None, Query(description="unless set, the most played number")] = None,
) -> HttpResponse:
    """Figures of all finished games with this number of players, and beside each the same figure
    of the caller's own games."""
    me, rules = user_id_of(request), type_called(slug, user_id_of(request))
    games = by_type.count_games(slug)
    if players is None:
        players = max(games, key=lambda each: games[each], default=min(rules.players))
    if players not in rules.players:
        numbers = ", ".join(map(str, rules.players))
        said = _("%(game)s is for %(numbers)s players.")
        raise Illegal(said % {"game": _(rules.name), "numbers": numbers}, "bad_players")
    length = by_type.read_length(slug, players)
    figures = by_type.read_figures(slug, players, me)

    def source(key: str) -> str:
        return texts.plain(table_package.source(rules, key), [])

    data: forms.TypeStatistics = {
        "players": players,
        "games": {str(number): count for number, count in games.items()},
        "moves": length.moves if length else None,
        "seconds": length.seconds if length else None,
        "live_seconds": length.live if length else None,
        "places": _figures(figures.places),
        "wins": _figures(figures.wins),
        "seats": _figures(figures.seats),
        "sources": _figures(figures.sources, source),
        "options": _figures(figures.options),
        "reasons": _figures(figures.reasons, lambda key: table_package.reason(rules, key)),
    }
    return answer(data)


def _leader(row: Standing, place: int | None) -> forms.Leader:
    return {**ratings.number(row), "place": place, "user": row.user.username}


def _figures(
    figures: Iterable[Figure], label: Callable[[str], str] = lambda _key: ""
) -> list[forms.TypeFigure]:
    return [
        {"key": each.key, "label": label(each.key), "all": each.all, "own": each.own}
        for each in figures
    ]
