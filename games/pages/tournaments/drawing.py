"""An elimination as a drawn bracket, and as lists of its matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from games.models import Entrant, Table, Tournament
from games.tournaments import listing
from games.tournaments.kinds import double, naming
from games.tournaments.kinds.kind import Slot
from games.tournaments.kinds.kinds import get_kind

#: The size of a box, and the distances between boxes, across and down.
WIDTH, HEIGHT, ACROSS, DOWN = 196, 52, 245, 74
#: With more matches in a round the earlier rounds are drawn in quarters.
TALLEST = 8
#: Characters of a name that fit in a box.
LONGEST = 17


class Side(TypedDict):
    """A side of a match, with the games won; without a name it is not known yet."""

    name: str
    won: int | None
    through: bool
    me: bool


class Match(TypedDict):
    number: int
    sides: list[Side]
    look: str
    state: str
    href: str


class Round(TypedDict):
    """``open``: it has an unfinished match whose players are known."""

    name: str
    side: str
    state: str
    open: bool
    matches: list[Match]


class Box(TypedDict):
    x: float
    y: float
    look: str
    sides: list[Side]


class Way(TypedDict):
    """The line from a match to the next one; ``won``: a player has advanced along it."""

    d: str
    won: bool


class Bracket(TypedDict):
    """``cup`` is where the winner is shown, if the last round is drawn."""

    title: str
    width: int
    height: int
    columns: list[tuple[float, str]]
    boxes: list[Box]
    ways: list[Way]
    cup: tuple[float, float] | None
    winners: list[str]


class Drawn(TypedDict):
    """The brackets of an elimination, and which part is shown."""

    brackets: list[Bracket]
    parts: list[dict[str, Any]]


def matches(here: Tournament, tables: Sequence[Table], reader: int | None) -> list[Round]:
    """The rounds of an elimination from the first to the final, including future ones."""
    slots = listing.slots(here)
    people = {
        player.entrant_id: player.entrant for table in tables for player in table.players.all()
    }
    parts: dict[tuple[int, int], list[Table]] = {}
    for table in tables:
        parts.setdefault((table.round, table.number), []).append(table)
    rounds: list[Round] = []
    for column in get_kind(here).columns(len(people), here.players):
        at = [(column.round, number) for number in range(column.matches)]
        found = [
            _match(slots[each], parts.get(each, []), people, here, reader, number)
            for number, each in enumerate(at)
        ]
        if column.side == double.FINAL and column.number == 2 and not found[0]["sides"]:
            continue
        name = naming.of_round(here, 0, column.round, len(people))
        rounds.append(
            {
                "name": name[:1].upper() + name[1:],
                "side": column.side,
                "state": _how_far(found),
                "open": any(each["look"] != "over" and len(each["sides"]) > 1 for each in found),
                "matches": found,
            }
        )
    return rounds


def _match(
    slot: Slot,
    parts: Sequence[Table],
    people: Mapping[int, Entrant],
    here: Tournament,
    reader: int | None,
    number: int,
) -> Match:
    won: Counter[int] = Counter()
    played = [each for each in parts if each.how != Table.How.BYE and each.over_at]
    for table in played:
        won.update(
            player.entrant_id
            for player in table.players.all()
            if player.rank == 1 and not player.left
        )
    counted = bool(played) and here.players == 2
    running = any(table.state == Table.State.RUNNING for table in parts)
    games = [table.game_id for table in parts if table.game_id]
    look = "over" if slot.onward is not None else "runs" if running else "waits"
    return {
        "number": number,
        "sides": [
            {
                "name": _short(people[each].user.username),
                "won": won[each] if counted else None,
                "through": each in (slot.onward or ()),
                "me": people[each].user_id == reader,
            }
            for each in slot.people
        ],
        "look": look,
        "state": {"over": _("over"), "runs": _("running"), "waits": _("not started")}[look],
        "href": path("game", games[-1]) if games else "",
    }


def _how_far(found: Sequence[Match]) -> str:
    over = sum(match["look"] == "over" for match in found)
    if over == len(found):
        return _("all finished")
    return _("%(over)d of %(all)d finished") % {"over": over, "all": len(found)}


def draw_bracket(rounds: Sequence[Round], asked: str) -> Drawn:
    """What is drawn: everything, or for a large one the last rounds or a quarter of the earlier
    ones.

    ``asked`` is a quarter from 1 on, or empty.
    """
    if len(rounds[0]["matches"]) <= TALLEST:
        return {"brackets": _sides(rounds, None), "parts": []}
    late = [each for each in rounds if len(each["matches"]) <= TALLEST]
    quarter = int(asked) if asked in ("1", "2", "3", "4") else None
    if not asked and not any(match["sides"] for each in late for match in each["matches"]):
        quarter = _own_quarter(rounds[0])
    labels = [_("The last rounds"), *(_("Quarter %(n)d") % {"n": n} for n in range(1, 5))]
    parts = [
        {"label": label, "href": f"?part={n}", "current": n == (quarter or 0)}
        for n, label in enumerate(labels)
    ]
    return {"brackets": _sides(late if quarter is None else rounds, quarter), "parts": parts}


def _own_quarter(first: Round) -> int:
    """The quarter in which the reader begins; otherwise the first."""
    mine = (
        match["number"] for match in first["matches"] if any(side["me"] for side in match["sides"])
    )
    return 1 + 4 * next(mine, 0) // len(first["matches"])


def _sides(rounds: Sequence[Round], quarter: int | None) -> list[Bracket]:
    """The winners' bracket up to the final, and below it the losers' bracket, if there is one."""
    losers = [each for each in rounds if each["side"] == double.LOSERS]
    others = [each for each in rounds if each["side"] != double.LOSERS]
    titles = (_("Winners' bracket") if losers else "", _("Losers' bracket"))
    found = []
    for title, side in zip(titles, (others, losers), strict=True):
        columns = [_quarter(each, quarter) for each in side] if quarter else side
        columns = [each for each in columns if each["matches"]]
        if columns:
            found.append(_bracket(title, columns, with_cup=side is others and not quarter))
    return found


def _quarter(whole: Round, quarter: int) -> Round:
    """The matches of a round that belong to a quarter; empty for the last rounds."""
    size = len(whole["matches"]) // 4
    return {**whole, "matches": whole["matches"][(quarter - 1) * size : quarter * size]}


def _bracket(title: str, rounds: Sequence[Round], *, with_cup: bool) -> Bracket:
    """Rounds as boxes side by side, with lines between them."""
    boxes: list[Box] = []
    ways: list[Way] = []
    heights = _heights([len(each["matches"]) for each in rounds])
    for column, each in enumerate(rounds):
        for number, match in enumerate(each["matches"]):
            x, middle = column * ACROSS + 2, heights[column][number]
            boxes.append({
                "x": x, "y": middle - HEIGHT / 2, "look": match["look"], "sides": _two(match)
            })  # fmt: skip
            if column + 1 < len(rounds):
                to = heights[column + 1][_onward(number, heights[column], heights[column + 1])]
                half = x + WIDTH + (ACROSS - WIDTH) / 2
                d = f"M{x + WIDTH} {middle:g}H{half:g}V{to:g}H{x + ACROSS}"
                ways.append({"d": d, "won": match["look"] == "over"})
    end, middle = (len(rounds) - 1) * ACROSS + 2 + WIDTH, heights[-1][0]
    won = [side["name"] for side in rounds[-1]["matches"][0]["sides"] if side["through"]]
    if with_cup:
        ways.append({"d": f"M{end} {middle:g}h30", "won": bool(won)})
    return {
        "title": title,
        "width": end + (130 if with_cup else 2),
        "height": DOWN * len(rounds[0]["matches"]),
        "columns": [(column * ACROSS + 2, each["name"]) for column, each in enumerate(rounds)],
        "boxes": boxes,
        # lines already taken are drawn above the others
        "ways": sorted(ways, key=lambda way: way["won"]),
        "cup": (end + 76, middle) if with_cup else None,
        "winners": won if with_cup else [],
    }


def _heights(sizes: Sequence[int]) -> list[list[float]]:
    """The middle of each match: between the two that lead to it, otherwise beside the last."""
    found = [[DOWN * (number + 0.5) for number in range(sizes[0])]]
    for size in sizes[1:]:
        before = found[-1]
        if size == len(before):
            found.append(before)
        else:
            found.append([(before[2 * n] + before[2 * n + 1]) / 2 for n in range(size)])
    return found


def _onward(number: int, here: Sequence[float], there: Sequence[float]) -> int:
    return number if len(here) == len(there) else number // 2


def _two(match: Match) -> list[Side]:
    """Both sides of a box; an unknown player is a dash, and a player with a bye is alone."""
    nobody: Side = {"name": "–", "won": None, "through": False, "me": False}
    return [*match["sides"], nobody, nobody][:2]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
