"""What a finished game means to the reader.

Their rating, their games of its type so far, after a first game tips for the next one, and the next
lesson.
"""

from __future__ import annotations

from typing import TypedDict

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from boardgames.words import dates
from games.lessons import following, tips
from games.pages.learning import LessonCard, lesson_card
from games.pages.table.reader import Reader
from games.rules.engine import DRAWN, LOST, POINTS, WON
from games.showing import ratings
from games.statistics import records
from games.words import outcomes, texts

_ENDED = {
    WON: gettext_lazy("You won."),
    LOST: gettext_lazy("You lost."),
    DRAWN: gettext_lazy("It was a draw."),
}


class Rating(TypedDict):
    """``by`` is the change; ``why`` is empty if it would reveal what somebody hides."""

    before: int
    after: int
    by: int
    why: str


class Record(TypedDict):
    """``against`` is empty except in games of two people.

    ``games``: how many were won, drawn and lost, in a game without points, which has no ``best``
    and no ``mean``.
    """

    title: str
    games: str
    best: str
    mean: str
    against: str
    other: str


class MyResult(TypedDict):
    rating: Rating | None
    record: Record | None
    tips: list[str]
    lesson: LessonCard | None


def my_result(reader: Reader) -> MyResult | None:
    """What the game means to the reader; None if they did not play it to its end."""
    if not reader.over or reader.owned is None:
        return None
    return {
        "rating": _rating(reader),
        "record": _record(reader),
        "tips": _tips(reader),
        "lesson": _lesson(reader),
    }


def _rating(reader: Reader) -> Rating | None:
    assert reader.owned is not None
    changes = ratings.changes(reader.position, reader.user_id) or []
    mine = next((one for one in changes if one["seat"] == reader.owned.index), None)
    if mine is None:
        return None
    return {
        "before": mine["before"],
        "after": mine["after"],
        "by": mine["after"] - mine["before"],
        "why": _why(reader),
    }


def _why(reader: Reader) -> str:
    """What was expected, and what happened."""
    chance = ratings.expected(reader.position, reader.user_id)
    if chance is None or reader.owned is None:
        return ""
    said = {
        "chance": round(chance * 100),
        "place": reader.owned.rank,
        "of": len(reader.position.seats),
    }
    ended = outcomes.find_outcomes(reader.position.seats)
    return (
        _("By the ratings before the game, you were expected to win %(chance)d of 100 such games.")
        + " "
        + (
            _("You finished number %(place)d of %(of)d.")
            if ended is None
            else str(_ENDED[ended[reader.owned.index]])
        )
        + " "
        + _(
            "The more we know about a player's strength, the less a single game changes their "
            "rating."
        )
    ) % said


def _record(reader: Reader) -> Record | None:
    assert reader.user_id is not None
    if reader.type.outcome != POINTS:
        return _without_points(reader, records.count_outcomes(reader.user_id, reader.game))
    found = records.record(reader.user_id, reader.game)
    if found is None:
        return None
    when = dates.format_date(found.best_at.date(), _("M j, Y"))
    best = _("in this game") if found.best_game == reader.game.pk else when
    other, against = _against(reader)
    mean = {"mean": number_format(found.mean, 1), "n": found.games}
    return {
        "title": _title(reader),
        "games": "",
        "best": _("%(points)d, %(when)s") % {"points": found.best, "when": best},
        "mean": ngettext("%(mean)s in %(n)d game", "%(mean)s in %(n)d games", found.games) % mean,
        "other": other,
        "against": against,
    }


def _without_points(reader: Reader, counted: records.Outcomes) -> Record | None:
    if not any(counted):
        return None
    other, against = _against(reader)
    games = _("%(won)d won, %(drawn)d drawn, %(lost)d lost") % counted._asdict()
    return {
        "title": _title(reader),
        "games": games,
        "best": "",
        "mean": "",
        "other": other,
        "against": against,
    }


def _title(reader: Reader) -> str:
    return ngettext(
        "Your %(game)s with %(players)d player",
        "Your %(game)s with %(players)d players",
        reader.game.players,
    ) % {"players": reader.game.players, "game": reader.name}


def _against(reader: Reader) -> tuple[str, str]:
    """The opponent in a game of two people, and how often each was ahead."""
    others = [seat for seat in reader.position.seats if seat.user_id != reader.user_id]
    if len(others) != 1 or others[0].user_id is None or reader.user_id is None:
        return "", ""
    score = records.against(reader.user_id, others[0].user_id, reader.game)
    return reader.people[others[0].index], f"{score.ahead} : {score.behind}"


def _lesson(reader: Reader) -> LessonCard | None:
    """After a first whole game, the lesson that follows the first one."""
    if reader.owned is None or reader.user_id is None:
        return None
    if not tips.is_first(reader.position, reader.owned):
        return None
    lesson = following.further(reader.user_id, reader.type.slug)
    return None if lesson is None else lesson_card(reader.type, lesson)


def _tips(reader: Reader) -> list[str]:
    assert reader.owned is not None
    told = tips.tips(reader.position, reader.owned)
    return [texts.plain(tip, reader.people, reader.type.slug) for tip in told]
