"""The leaderboard of a game type: of all time, and of each quarter; live games separately."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Standing
from games.pages import inputs
from games.pages.lists.cards import type_card
from games.ratings import lists, pools, seasons
from games.ratings.lists import After
from games.rules import registry
from games.showing import ratings
from games.stages import stage_visibility

#: Seasons that links lead to, besides all time.
SEASONS = 4


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """One page of it; `after` says behind whom it begins, and which place that is."""
    try:
        rules = stage_visibility.get(slug, request.user.pk)
    except registry.UnknownGameType as error:
        raise Http404(str(error)) from error
    season, live = _season(request.GET.get("season", "")), request.GET.get("live") == "1"
    pool = pools.pool(slug, live=live)
    after = After.read(request.GET.get("after", ""))
    found = lists.leaders(pool, season, after)
    own = (
        lists.find_standing(request.user.pk, pool, season)
        if request.user.is_authenticated
        else None
    )
    context = {
        "type": type_card(rules),
        "season": seasons.label(season),
        "seasons": _seasons(pool, season, live),
        "live": live,
        "clocks": [
            {"label": label, "href": _query(season, each), "current": each == live}
            for each, label in ((False, _("Games of days")), (True, _("Live games")))
        ],
        "types": [
            {
                "label": _(each.name),
                "href": f"{reverse('leaderboard', args=[each.slug])}{_query(season, live)}",
                "current": each.slug == slug,
            }
            for each in stage_visibility.types(request.user.pk)
        ],
        "rows": [
            {"place": place, **_row(row, request.user.pk)}
            for place, row in enumerate(found.listed, found.place)
        ],
        "provisional": [_row(row, request.user.pk) for row in found.provisional],
        "own": ratings.number(own) if own else None,
        "following": _query(season, live, found.after.write()) if found.after else None,
        "first": _query(season, live) if after else None,
    }
    return render(request, "games/leaderboard.html", context)


def _row(row: Standing, reader_id: int | None) -> dict[str, object]:
    return {"name": row.user.username, "me": row.user_id == reader_id, **ratings.number(row)}


def _season(text: str) -> int:
    """The season of this number, all time for nonsense."""
    season = inputs.number(text, 5) or seasons.ALWAYS
    return season if seasons.possible(season) else seasons.ALWAYS


def _seasons(pool: str, current: int, live: bool) -> list[dict[str, object]]:
    """All time, and the last seasons, without those before anybody was rated."""
    season, shown = seasons.season_of(timezone.now()), [seasons.ALWAYS]
    first = lists.first_season(pool) or season
    for _number in range(SEASONS):
        if season >= first:
            shown.append(season)
        season = seasons.before(season)
    if current not in shown:
        shown.append(current)
    return [
        {"label": seasons.label(each), "href": _query(each, live), "current": each == current}
        for each in shown
    ]


def _query(season: int, live: bool, after: str = "") -> str:
    """The query for the same page of another season, of live games, or further down."""
    asked = {"season": season, "live": "1" if live else "", "after": after}
    return f"?{urlencode({name: value for name, value in asked.items() if value != ''})}"
