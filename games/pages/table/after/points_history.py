"""The course of a finished game: how the points grew, and how players left early."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _

from games import package_errors
from games.game_cache import cache
from games.models import Move
from games.pages.table.reader import Reader
from games.storage import history, statements
from games.storage.statements import LogRow
from games.words import table_package

#: Steps shown of a game without rounds.
STEPS = 8


class Stage(TypedDict):
    """``label`` says when, ``points`` what each seat would have had if the game had ended then."""

    label: str
    points: list[int]


@dataclass(frozen=True)
class PointsHistory:
    """``left``: by seat the action of the log by which a player lost the seat for good."""

    stages: list[Stage]
    left: dict[int, str]


def points_history(reader: Reader) -> PointsHistory:
    """The history of the finished game that the reader sees."""
    name = "course", reader.version, reader.language
    return cache.get_or_make(reader.game.pk, name, lambda: _course(reader), lambda _course: 4000)


def _course(reader: Reader) -> PointsHistory:
    log = statements.read_log(reader.game.pk, 0, reader.version).answer()
    gone = (Move.Action.RESIGN, Move.Action.FORFEIT)
    left = {row.seat: row.action for row in log if row.action in gone and row.seat is not None}
    try:
        return PointsHistory(_stages(reader, log), left)
    except Exception as error:  # noqa: BLE001  whatever a package does costs it this drawing
        package_errors.record_error(reader.type.slug, "standing", error)
        return PointsHistory([], left)


def _stages(reader: Reader, log: list[LogRow]) -> list[Stage]:
    """The stages from the beginning to the end, by rounds if the game type names their event."""
    last = reader.position.number
    by_move = _("move {n}")
    kind, label = table_package.rounds(reader.type) or ("", by_move)
    moves = [row for row in log if row.number is not None]
    began = [row.number for row in moves if kind in {event["kind"] for event in row.events}]
    if len(began) > 2:
        numbers = [0, *(number for number in began[1:] if number and number < last), last]
        labels = ["", label.format(n=1), *map(str, range(2, len(numbers)))]
    else:
        numbers = sorted({last * step // STEPS for step in range(STEPS + 1)})
        labels = ["", by_move.format(n=numbers[1]), *map(str, numbers[2:])] if last else []
    stages: list[Stage] = []
    for stored, words_of_it in zip(
        history.course(reader.game.pk, numbers, reader.version), labels, strict=False
    ):
        standing = reader.type.load(stored.state, stored.rules_version).standing()
        if standing is None:  # the game shows no points
            return []
        points = [sum(sources.values()) for sources in standing]
        stages.append({"label": words_of_it, "points": points})
    return stages
