"""How a game ended: the winner, the lead, and what decided it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Move
from games.pages import settings
from games.pages.table.after.points_history import PointsHistory
from games.pages.table.points import Player, ScoreRow, Scores, source
from games.pages.table.reader import Reader
from games.showing import ratings
from games.showing.data import RatingChange
from games.words import table_package

#: At most this many sources are named as decisive, on either side.
NAMED = 2


class Place(Player):
    """``left``: how a player left before the end; empty for the others.

    ``final``: their points, None in a game without points; ``rating``: the change of their rating.
    """

    left: str
    final: int | None
    rating: RatingChange | None


class TieBreaker(TypedDict):
    name: str
    text: str


class Eyes(TypedDict):
    """A link to a seat's view."""

    name: str
    current: bool
    href: str


class Result(TypedDict):
    """``reasons``: sentences that explain the result; ``key``: the sources that they name.

    ``summary`` has all points in a line, or the outcome of each player.
    """

    headline: str
    summary: str
    reasons: list[str]
    key: list[str]
    places: list[Place]
    ratings_soon: bool
    tie_breakers: list[TieBreaker]
    eyes: list[Eyes]


def result(
    reader: Reader, players: list[Player], scores: Scores | None, course: PointsHistory
) -> Result | None:
    """The result and its reasons, once the game is over."""
    found = reader.game.result
    if not reader.over or not found:
        return None
    left = {seat: _left(course, seat) for seat in found.get("resigned", [])}
    changed = {
        change["seat"]: change for change in ratings.changes(reader.position, reader.user_id) or []
    }
    places: list[Place] = [
        {
            **player,
            "left": left.get(player["seat"], ""),
            "final": found["scores"][player["seat"]] if found["scores"] else None,
            "rating": changed.get(player["seat"]),
        }
        for player in sorted(players, key=lambda player: player["rank"] or 0)
    ]
    early = _ended_early(reader, course)
    reasons, key = ([early], []) if early else _decided(reader, places, scores)
    if reader.game.unplayed:
        reasons = [*reasons, _counts_nowhere(reader)]
    rated = ratings.of_game(reader.position)
    if rated is not None and rated.elsewhere:
        reasons = [*reasons, _counted_elsewhere(reader, rated.elsewhere)]
    return {
        "headline": _headline_with_points(reader, places, early),
        "summary": ", ".join(
            f"{place['name']} {place['outcome'] or place['final']}" for place in places
        ),
        "reasons": reasons,
        "key": key,
        "places": places,
        "ratings_soon": rated is not None and not rated.counted and not rated.changes,
        "tie_breakers": [] if early else _tie_breakers(reader),
        "eyes": _other_eyes(reader),
    }


def headline(reader: Reader) -> str:
    """The winner in one sentence; no winner if the game does not count."""
    if reader.game.unplayed:
        return _("The game is over")
    result = reader.game.result or {"ranks": []}
    winners = [seat for seat, rank in enumerate(result["ranks"]) if rank == 1]
    if "outcome" in result:
        how = table_package.reason(reader.type, result.get("reason", ""))
        return _without_points(reader, winners, how)
    if winners == [reader.me]:
        return _("You have won!")
    names = settings.join_names([reader.people[seat] for seat in winners])
    if len(winners) > 1:
        return _("%(names)s share the victory") % {"names": names}
    return _("%(name)s has won") % {"name": names}


def _without_points(reader: Reader, winners: Sequence[int], how: str) -> str:
    """The winner, or that it was drawn; ``how`` are the game type's words for that, or none."""
    if len(winners) > 1:
        return _("A draw %(how)s") % {"how": how} if how else _("A draw")
    if winners == [reader.me]:
        return _("You have won %(how)s") % {"how": how} if how else _("You have won!")
    said = {"name": reader.people[winners[0]], "how": how}
    return (_("%(name)s has won %(how)s") if how else _("%(name)s has won")) % said


def _headline_with_points(reader: Reader, places: Sequence[Place], early: str) -> str:
    """The winner, and the lead in points if that decided it."""
    first, second = places[0], places[1] if len(places) > 1 else None
    by = 0 if second is None else (first["final"] or 0) - (second["final"] or 0)
    if early or by <= 0 or second is None or second["rank"] == 1 or second["left"]:
        return headline(reader)
    said = {"n": by, "name": first["name"]}
    if first["seat"] == reader.me:
        return ngettext("You have won by %(n)d point", "You have won by %(n)d points", by) % said
    return (
        ngettext("%(name)s has won by %(n)d point", "%(name)s has won by %(n)d points", by) % said
    )


def _counts_nowhere(reader: Reader) -> str:
    turns = reader.game.rules.counts_after
    return ngettext(
        "This game does not count. A game counts once everyone who began it has ended a turn.",
        "This game does not count. A game counts once everyone who began it has ended %(n)d turns.",
        turns,
    ) % {"n": turns}


def _counted_elsewhere(reader: Reader, gone: Collection[int]) -> str:
    seats = zip(reader.position.seats, reader.people, strict=True)
    names = [name for seat, name in seats if seat.user_id in gone]
    return ngettext(
        "%(names)s left without a word. That was already counted in another game, so this "
        "game counts for no rating.",
        "%(names)s left without a word. That was already counted in other games, so this "
        "game counts for no rating.",
        len(names),
    ) % {"names": settings.join_names(names)}


def _left(course: PointsHistory, seat: int) -> str:
    return _("out of time") if course.left.get(seat) == Move.Action.FORFEIT else _("resigned")


def _ended_early(reader: Reader, course: PointsHistory) -> str:
    """Why the game ended before its rules said so; empty if it did not."""
    found = reader.game.result or {}
    if found.get("drawn"):
        return _("All have agreed on a draw.")
    if found.get("cut"):
        return _("A moderator ended the game as it stood.")
    if reader.rules.result() is not None:
        return ""
    left = found.get("resigned", [])
    if not left:
        return ""
    name = {"name": reader.people[left[-1]]}
    if course.left.get(left[-1]) == Move.Action.FORFEIT:
        return _("%(name)s ran out of time.") % name
    return _("%(name)s resigned.") % name


def _decided(
    reader: Reader, places: Sequence[Place], scores: Scores | None
) -> tuple[list[str], list[str]]:
    """Sentences on where the winner and the runner-up differ most, and a lower player and the next.

    Also the sources that the first sentence names.
    """
    if scores is None or len(places) < 2:
        return [], []
    first, key = _compared(reader, places[0], places[1], scores["rows"])
    own = next((n for n, place in enumerate(places) if place["seat"] == reader.me), 0)
    if own < 2:
        return first, key
    better, mine = places[own - 1], places[own]
    further, _key = _compared(reader, better, mine, scores["rows"])
    between = _("You and %(name)s, one place above you:") % {"name": better["name"]}
    return [*first, *([" ".join([between, *further])] if further else [])], key


def _compared(
    reader: Reader, better: Place, worse: Place, rows: Collection[ScoreRow]
) -> tuple[list[str], list[str]]:
    """Where the better player got more, and where the other did; with the sources."""
    two = better["seat"], worse["seat"]
    ahead, behind = _largest(rows, *two), _largest(rows, *two[::-1])
    said = []
    if ahead:
        said.append(_ahead(reader, better, _names(ahead), _sums(ahead, *two)))
    if ahead and behind:
        said.append(_not_enough(reader, worse, behind, _sums(behind, *two[::-1])))
    return said, [row["label"] for row in (*ahead, *behind)] if ahead else []


def _largest(rows: Collection[ScoreRow], one: int, other: int) -> list[ScoreRow]:
    """The sources with the largest leads of ``one``, without those below half of the largest."""

    def lead(row: ScoreRow) -> int:
        return row["points"][one] - row["points"][other]

    most = sorted(rows, key=lead, reverse=True)[:NAMED]
    return [row for row in most if lead(row) > 0 and lead(row) * 2 >= lead(most[0])]


def _sums(rows: Collection[ScoreRow], one: int, other: int) -> dict[str, int]:
    return {
        "more": sum(row["points"][one] for row in rows),
        "fewer": sum(row["points"][other] for row in rows),
    }


def _names(rows: Collection[ScoreRow]) -> str:
    return settings.join_names([row["label"] for row in rows])


def _ahead(reader: Reader, who: Place, sources: str, sums: dict[str, int]) -> str:
    said = {**sums, "sources": sources, "name": who["name"]}
    if who["seat"] == reader.me:
        return _("%(sources)s: %(more)d to %(fewer)d for you.") % said
    return _("%(sources)s: %(more)d to %(fewer)d for %(name)s.") % said


def _not_enough(
    reader: Reader, who: Place, rows: Collection[ScoreRow], sums: dict[str, int]
) -> str:
    said = {**sums, "sources": _names(rows), "name": who["name"]}
    if who["seat"] == reader.me:
        text = ngettext(
            "%(sources)s: %(more)d to %(fewer)d for you, but that was not enough.",
            "%(sources)s: %(more)d to %(fewer)d for you, but these were not enough.",
            len(rows),
        )
    else:
        text = ngettext(
            "%(sources)s: %(more)d to %(fewer)d for %(name)s, but that was not enough.",
            "%(sources)s: %(more)d to %(fewer)d for %(name)s, but these were not enough.",
            len(rows),
        )
    return text % said


def _tie_breakers(reader: Reader) -> list[TieBreaker]:
    return [
        {
            "name": source(reader, breaker["name"]),
            "text": ", ".join(
                f"{reader.people[seat]} {value}" for seat, value in enumerate(breaker["values"])
            ),
        }
        for breaker in (reader.game.result or {}).get("tie_breakers", [])
    ]


def _other_eyes(reader: Reader) -> list[Eyes]:
    """Links to what each seat saw, if that differs."""
    if not reader.all_is_open:
        return []
    seats = range(len(reader.position.seats))
    everybodys = reader.rules.view(None)
    if all(reader.rules.view(seat) == everybodys for seat in seats):
        return []
    return [
        {
            "name": reader.people[seat],
            "current": seat == reader.looking,
            "href": f"{reader.url}?eyes={seat}",
        }
        for seat in seats
    ]
