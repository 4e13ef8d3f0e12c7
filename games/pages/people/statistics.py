"""Statistics of a game type: everybody's games, and beside them the reader's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Tally
from games.pages import settings
from games.pages.lists.cards import type_card
from games.rules import registry
from games.rules.engine import Rules
from games.stages import stage_visibility
from games.words import table_package, texts


class Row(TypedDict):
    """A bar and a row of a table.

    ``share`` is the bar's length, ``own_share`` where the reader's would end, None without one;
    ``all`` and ``own`` are the same as numbers.
    """

    label: str
    all: str
    share: float
    own: str
    own_share: float | None


Tallies = dict[str, Tally]


_KINDS = ("place", "seat", "option", "source", "live")


@require_safe
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """The statistics for this number of `players`, by default for the most frequent."""
    try:
        rules = stage_visibility.get(slug, request.user.pk)
    except registry.UnknownGameType as error:
        raise Http404(str(error)) from error
    games = {row.players: row for row in Tally.objects.filter(type=slug, user=None, kind="game")}
    most = max(games, key=lambda players: games[players].games, default=min(rules.players))
    asked = request.GET.get("players", "")
    players = next((each for each in rules.players if str(each) == asked), most)
    everybody = _tallies(slug, players, user=None)
    own = _tallies(slug, players, user=request.user.pk or 0)  # no user has that number
    context = {
        "type": type_card(rules),
        "tabs": [
            {
                "label": _("%(number)d players") % {"number": each},
                "href": f"?players={each}",
                "current": each == players,
                "count": games[each].games if each in games else None,
            }
            for each in rules.players
        ],
        "length": _length(games[players], everybody["live"].get("")) if players in games else None,
        "sections": _sections(rules, players, everybody, own),
    }
    return render(request, "games/statistics.html", context)


def _tallies(slug: str, players: int, *, user: int | None) -> dict[str, Tallies]:
    """All tallies of a person, or of everybody, by kind and key."""
    found: dict[str, Tallies] = {kind: {} for kind in _KINDS}
    for row in Tally.objects.filter(type=slug, players=players, user=user):
        found.setdefault(row.kind, {})[row.key] = row
    return found


def _length(row: Tally, live: Tally | None) -> dict[str, Any]:
    """How long games take; live ones separately."""
    live_games, live_seconds = (live.games, live.seconds) if live else (0, 0)
    of_days = row.games - live_games
    return {
        "games": row.games,
        "moves": round(row.moves / row.games),
        "seconds": round((row.seconds - live_seconds) / of_days) if of_days else None,
        "live": round(live_seconds / live_games) if live_games else None,
    }


def _sections(
    rules: Rules[Any], players: int, everybody: dict[str, Tallies], own: dict[str, Tallies]
) -> list[dict[str, Any]]:
    places, seats = everybody["place"], everybody["seat"]
    begun = sum(row.games for row in seats.values()) / players
    mine = sum(row.games for row in own["seat"].values())
    sections = [
        (
            _("Points by place"),
            _("Average points of first place, second place, and so on."),
            _means(places, own["place"], lambda key: _("%(place)s. place") % {"place": key}),
        ),
        (
            _("Games won by seat"),
            _("If all seats were equally good, each would win %(share)d %% of the games.")
            % {"share": round(100 / players)},
            _wins(seats, own["seat"]),
        ),
        (
            _("Points by seat"),
            _("In turn order, on average."),
            _means(seats, own["seat"], _seat),
        ),
        (
            _("Where the points come from"),
            _("Points from each source, per player and game, on average."),
            _sources(rules, everybody["source"], own["source"], begun * players, mine),
        ),
        (
            _("Variants"),
            _("How many of the games used each variant."),
            _options(rules, everybody["option"], own["option"], begun, mine),
        ),
    ]
    return [
        {"title": title, "text": text, "rows": rows, "mine": any(row["own"] for row in rows)}
        for title, text, rows in sections
        if rows
    ]


def _seat(key: str) -> str:
    return _("Seat %(number)d") % {"number": int(key) + 1}


def _means(everybody: Tallies, own: Tallies, label: Any) -> list[Row]:
    """Mean points, in the order of the keys."""
    means = {key: row.points / row.games for key, row in everybody.items()}
    mine = {key: own[key].points / own[key].games for key in own if own[key].games}
    return _rows(((key, label(key)) for key in sorted(means)), means, mine)


def _wins(everybody: Tallies, own: Tallies) -> list[Row]:
    shares = {key: 100 * row.wins / row.games for key, row in everybody.items()}
    mine = {key: 100 * row.wins / row.games for key, row in own.items()}
    return _rows(((key, _seat(key)) for key in sorted(shares)), shares, mine, _percent, 100)


def _sources(
    rules: Rules[Any], everybody: Tallies, own: Tallies, seats: float, mine: int
) -> list[Row]:
    means = {key: row.points / seats for key, row in everybody.items()}
    owns = {key: row.points / mine for key, row in own.items()} if mine else {}
    order = sorted(means, key=lambda key: -means[key])
    return _rows(
        ((key, texts.plain(table_package.source(rules, key), [])) for key in order), means, owns
    )


def _options(
    rules: Rules[Any], everybody: Tallies, own: Tallies, games: float, mine: int
) -> list[Row]:
    shares = {key: 100 * row.games / games for key, row in everybody.items()}
    owns = {key: 100 * row.games / mine for key, row in own.items()} if mine else {}
    labels = [
        (key, f"{settings.label(rules, option)}: {settings.value(rules, option, chosen)}")
        for option in rules.options
        for chosen in ((True, False) if option.kind == "flag" else option.values)
        if (key := f"{option.name}={chosen}") in shares
    ]
    return _rows(labels, shares, owns, _percent, 100)


def _points(value: float) -> str:
    return str(number_format(value, 1))


def _percent(value: float) -> str:
    return f"{value:.0f} %"


def _rows(
    labels: Iterable[tuple[str, str]],
    values: dict[str, float],
    own: dict[str, float],
    shown: Callable[[float], str] = _points,
    most: float = 0,
) -> list[Row]:
    most = most or max([0.1, *values.values(), *own.values()])
    return [
        {
            "label": label,
            "all": shown(values[key]),
            "share": min(1, max(0, values[key] / most)),
            "own": shown(own[key]) if key in own else "",
            "own_share": min(1, max(0, own[key] / most)) if key in own else None,
        }
        for key, label in labels
    ]
