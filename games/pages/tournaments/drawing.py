"""An elimination as a bracket to look at, and the same as lists of its matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from games.models import Table, Tournament
from games.tournaments import listing, naming
from games.tournaments.kinds import of

#: A box, and from one to the next, across and down.
WIDTH, HEIGHT, ACROSS, DOWN = 196, 52, 245, 74
#: Rounds that are drawn, up to the final.
DRAWN = 4
#: Signs of a name that fit into a box.
LONGEST = 17


class Side(TypedDict):
    """Somebody at a match, with the games won there; no name: not known yet."""

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
    name: str
    state: str
    matches: list[Match]


class Box(TypedDict):
    x: float
    y: float
    look: str
    sides: list[Side]


class Way(TypedDict):
    """From a match to the next one; ``won``: somebody has gone it."""

    d: str
    won: bool


class Bracket(TypedDict):
    width: int
    height: int
    columns: list[tuple[float, str]]
    boxes: list[Box]
    ways: list[Way]
    cup: tuple[float, float]
    winner: str


def matches(here: Tournament, tables: Sequence[Table], reader: int | None) -> list[Round]:
    """The rounds of an elimination from the first to the final, those to come too."""
    onward = listing.onward(here)
    parts: dict[tuple[int, int], list[Table]] = {}
    for table in tables:
        parts.setdefault((table.round, table.number), []).append(table)
    people = sum(1 for table in tables if table.round == 1 for _chair in table.chairs.all())
    last = of(here).stages(here, people)
    first = 1 + max(number for number_of_round, number in parts if number_of_round == 1)
    rounds: list[Round] = []
    for number in range(1, last + 1):
        found = [
            _match(place, parts.get((number, place), []), onward.get((number, place)), here, reader)
            for place in range(max(first >> (number - 1), 1))
        ]
        if rounds:
            _fill(found, rounds[-1]["matches"])
        name = naming.of_round(here, 0, number, people)
        rounds.append(
            {"name": name[:1].upper() + name[1:], "state": _how_far(found), "matches": found}
        )
    return rounds


def _match(
    number: int,
    parts: Sequence[Table],
    through: Sequence[int] | None,
    here: Tournament,
    reader: int | None,
) -> Match:
    sides: dict[int, Side] = {}
    for table in parts:
        for chair in table.chairs.all():
            entrant = chair.entrant
            side = sides.setdefault(
                entrant.pk,
                {
                    "name": _short(entrant.user.username),
                    "won": None,
                    "through": entrant.pk in (through or ()),
                    "me": entrant.user_id == reader,
                },
            )
            if chair.rank is not None and here.players == 2 and table.how != Table.How.BYE:
                side["won"] = (side["won"] or 0) + (chair.rank == 1 and not chair.left)
    running = any(table.state == Table.State.RUNNING for table in parts)
    games = [table.game_id for table in parts if table.game_id]
    look = "over" if through is not None else "runs" if running else "waits"
    return {
        "number": number,
        "sides": list(sides.values()),
        "look": look,
        "state": {"over": _("over"), "runs": _("runs"), "waits": _("not begun")}[look],
        "href": path("game", games[-1]) if games else "",
    }


def _fill(found: Sequence[Match], before: Sequence[Match]) -> None:
    """Whoever is through already stands in matches whose others are not known yet."""
    for match in found:
        if not match["sides"]:
            feeding = before[2 * match["number"] : 2 * match["number"] + 2]
            match["sides"] = [
                {**side, "won": None, "through": False}
                for each in feeding
                for side in each["sides"]
                if side["through"]
            ]


def _how_far(found: Sequence[Match]) -> str:
    over = sum(match["look"] == "over" for match in found)
    if over == len(found):
        return _("all over")
    return _("%(over)d of %(all)d over") % {"over": over, "all": len(found)}


def bracket(rounds: Sequence[Round]) -> Bracket:
    """The last rounds as boxes side by side, with the ways between them."""
    drawn = rounds[-DRAWN:]
    boxes: list[Box] = []
    ways: list[Way] = []
    for column, each in enumerate(drawn):
        for match in each["matches"]:
            x, middle = column * ACROSS + 2, _middle(column, match["number"])
            boxes.append({
                "x": x, "y": middle - HEIGHT / 2, "look": match["look"], "sides": _two(match)
            })  # fmt: skip
            if column + 1 < len(drawn):
                to = _middle(column + 1, match["number"] // 2)
                half = x + WIDTH + (ACROSS - WIDTH) / 2
                d = f"M{x + WIDTH} {middle}H{half:g}V{to}H{x + ACROSS}"
                ways.append({"d": d, "won": match["look"] == "over"})
    final = (len(drawn) - 1) * ACROSS + 2 + WIDTH
    middle = _middle(len(drawn) - 1, 0)
    won = [side["name"] for side in drawn[-1]["matches"][0]["sides"] if side["through"]]
    ways.append({"d": f"M{final} {middle}h30", "won": bool(won)})
    return {
        "width": final + 130,
        "height": DOWN * len(drawn[0]["matches"]),
        "columns": [(column * ACROSS + 2, each["name"]) for column, each in enumerate(drawn)],
        "boxes": boxes,
        "ways": sorted(ways, key=lambda way: way["won"]),  # those gone lie above the others
        "cup": (final + 76, middle),
        "winner": won[0] if won else "",
    }


def _middle(column: int, number: int) -> float:
    return DOWN * (1 << column) * (number + 0.5)


def _two(match: Match) -> list[Side]:
    """Both sides of a box; who is not known yet is a dash, and who has nobody to play is alone."""
    nobody: Side = {"name": "–", "won": None, "through": False, "me": False}
    return [*match["sides"], nobody, nobody][:2]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
