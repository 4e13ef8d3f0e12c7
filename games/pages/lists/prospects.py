"""People who wait for others, in words: how fast and reliable they are, what they have played."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language_info, ngettext
from django.utils.translation import gettext as _

from boardgames.words import dates
from games.lobby import opponent_stats, requirements
from games.lobby.opponent_stats import Opponent
from games.models import Seat
from games.pages.lists.cards import Card
from games.rules.engine import Rules
from games.statistics.habits import Reliability
from games.storage.position import Position
from games.words import table_package

#: For a type that does not say how many moves it takes.
GUESSED_MOVES = 30.0


def with_prospects(cards: list[Card], listed: Iterable[Position]) -> list[Card]:
    """The same cards with facts about the people there, and when such a game would end."""
    by_id = {here.game.pk: here for here in listed}
    people = opponent_stats.read_opponents(seat for here in by_id.values() for seat in here.seats)
    now = timezone.now()
    for card in cards:
        here = by_id[card["id"]]
        for seat, player in zip(here.seats, card["players"], strict=True):
            if seat.user_id in people:
                player["about"] = _about(seat, people[seat.user_id], here.game.type)
        card["ends"] = ends(here, people, now)
    return cards


def _about(seat: Seat, known: Opponent, type_: str) -> list[str]:
    said = [
        answers_in(known.pace),
        experience(known.games, type_),
        reliable(known.turns),
        _speaks(seat),
    ]
    return [each for each in said if each]


def answers_in(pace: timedelta | None) -> str:
    """The pace in its largest unit; empty while it is unknown."""
    if pace is None:
        return ""
    minutes = max(1, round(pace.total_seconds() / 60))
    if minutes >= 36 * 60:
        n = round(minutes / 1440)
        return ngettext("moves within %(n)d day", "moves within %(n)d days", n) % {"n": n}
    if minutes >= 60:
        n = round(minutes / 60)
        return ngettext("moves within %(n)d hour", "moves within %(n)d hours", n) % {"n": n}
    return ngettext("moves within %(n)d minute", "moves within %(n)d minutes", minutes) % {
        "n": minutes
    }


def experience(games: dict[str, int] | None, type_: str) -> str:
    if games is None:
        return ""
    number = games.get(type_, 0)
    if not number:
        return _("new to this game")
    return ngettext("%(n)d game", "%(n)d games", number) % {"n": number}


def reliable(turns: Reliability) -> str:
    """The share of turns on time; empty while too few are known."""
    share = requirements.in_time(turns)
    return "" if share is None else _("%(share)d %% on time") % {"share": share}


def _speaks(seat: Seat) -> str:
    """The language of a player, if they chose one that this site has."""
    return spoken(seat.user.language) if seat.user else ""


@cache
def spoken(language: str) -> str:
    """The language's own name; empty if none was chosen."""
    if language not in dict(settings.LANGUAGES):
        return ""
    return str(get_language_info(language)["name_local"]).capitalize()


def moves(rules: Rules[Any]) -> float:
    """How many moves a game takes each player, as its type says; otherwise a guess."""
    known = getattr(table_package.table(rules), "FACTS", {})
    try:
        few, most = known["moves"]
        return float(few + most) / 2
    except (KeyError, TypeError, ValueError):
        return GUESSED_MOVES


def ends(position: Position, people: dict[int, Opponent], now: datetime) -> str:
    """The day on which a game would end that starts now; empty if nobody's pace is known."""
    at = opponent_stats.expected_end(position.seats, moves(position.type), people, now)
    return dates.format_date(timezone.localtime(at).date()) if at else ""
