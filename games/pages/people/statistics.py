"""Statistics of a game type: everybody's games, and beside them the reader's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages import settings
from games.pages.lists.cards import type_card
from games.rules import registry
from games.rules.engine import POINTS, Rules
from games.stages import stage_visibility
from games.statistics import by_type
from games.statistics.by_type import Figure, Figures
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


@require_safe
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """The statistics for this number of `players`, by default for the most frequent."""
    try:
        rules = stage_visibility.get(slug, request.user.pk)
    except registry.UnknownGameType as error:
        raise Http404(str(error)) from error
    games = by_type.count_games(slug)
    most = max(games, key=lambda players: games[players], default=min(rules.players))
    asked = request.GET.get("players", "")
    players = next((each for each in rules.players if str(each) == asked), most)
    context = {
        "type": type_card(rules),
        "tabs": [
            {
                "label": _("%(number)d players") % {"number": each},
                "href": f"?players={each}",
                "current": each == players,
                "count": games.get(each),
            }
            for each in rules.players
        ],
        "length": by_type.read_length(slug, players),
        "sections": _sections(rules, players, by_type.read_figures(slug, players, request.user.pk)),
    }
    return render(request, "games/statistics.html", context)


def _sections(rules: Rules[Any], players: int, figures: Figures) -> list[dict[str, Any]]:
    sections = [
        (
            _("Points by place"),
            _("Average points of first place, second place, and so on."),
            _rows(figures.places, lambda key: _("%(place)s. place") % {"place": key}),
        ),
        (
            _("Games won by seat"),
            _even(rules, players),
            _rows(figures.wins, _seat, _percent, 100),
        ),
        (
            _("Points by seat"),
            _("In turn order, on average."),
            _rows(figures.seats, _seat),
        ),
        (
            _("Where the points come from"),
            _("Points from each source, per player and game, on average."),
            _rows(figures.sources, lambda key: texts.plain(table_package.source(rules, key), [])),
        ),
        (
            _("How games end"),
            _("How many of the games that were played to the end."),
            _rows(figures.reasons, lambda key: table_package.reason(rules, key), _percent, 100),
        ),
        (
            _("Variants"),
            _("How many of the games used each variant."),
            _options(rules, figures.options),
        ),
    ]
    return [
        {"title": title, "text": text, "rows": rows, "mine": any(row["own"] for row in rows)}
        for title, text, rows in sections
        if rows
    ]


def _even(rules: Rules[Any], players: int) -> str:
    said = _("If all seats were equally good, each would win %(share)d %% of the games.") % {
        "share": round(100 / players)
    }
    if rules.outcome == POINTS:
        return said
    return f"{said} " + _("A draw counts for all who share it.")


def _seat(key: str) -> str:
    return _("Seat %(number)d") % {"number": int(key) + 1}


def _options(rules: Rules[Any], figures: Iterable[Figure]) -> list[Row]:
    """In the order of the options and of their values."""
    labels = {
        f"{option.name}={chosen}": f"{settings.label(rules, option)}: "
        f"{settings.value(rules, option, chosen)}"
        for option in rules.options
        for chosen in ((True, False) if option.kind == "flag" else option.values)
    }
    known = {figure.key: figure for figure in figures}
    return _rows([known[key] for key in labels if key in known], labels.get, _percent, 100)


def _points(value: float) -> str:
    return str(number_format(value, 1))


def _percent(value: float) -> str:
    return f"{value:.0f} %"


def _rows(
    figures: Sequence[Figure],
    label: Callable[[str], str | None],
    shown: Callable[[float], str] = _points,
    most: float = 0,
) -> list[Row]:
    values = [value for figure in figures for value in (figure.all, figure.own or 0)]
    most = most or max([0.1, *values])
    return [
        {
            "label": label(figure.key) or figure.key,
            "all": shown(figure.all),
            "share": min(1, max(0, figure.all / most)),
            "own": "" if figure.own is None else shown(figure.own),
            "own_share": None if figure.own is None else min(1, max(0, figure.own / most)),
        }
        for figure in figures
    ]
