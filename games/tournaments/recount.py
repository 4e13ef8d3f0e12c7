"""The standings worked out anew from the log alone, to compare with those that are kept."""

from __future__ import annotations

from games.models import Entrant, Happening, Line, Tournament
from games.tournaments.kind import Field
from games.tournaments.kinds import of
from games.tournaments.rows import PLACE
from games.tournaments.standing import Board, Place, Row, Seated

Kind = Happening.Kind
Group = tuple[int, int]


def anew(tournament: Tournament) -> dict[Group, list[Row]]:
    """By stage and group, from the log; its lines are read in the order in which they came."""
    seeded: list[int] = []
    gone: set[int] = set()
    boards: dict[int, Board] = {}
    lines = Happening.objects.filter(tournament=tournament).order_by("pk")
    for kind, data in lines.values_list("kind", "data"):
        match kind:
            case Kind.STARTED:
                seeded = data["entrants"]
            case Kind.PAIRED:
                place = Place(**{name: data[name] for name in PLACE})
                boards[data["table"]] = Board(place, tuple(map(Seated, data["entrants"])))
            case Kind.RESULT | Kind.CORRECTED:
                seated = tuple(Seated(*one) for one in data["seated"])
                boards[data["table"]] = Board(boards[data["table"]].place, seated, data["how"])
            case Kind.GONE:
                gone.add(data["entrant"])
    field = Field(tournament, seeded, frozenset(gone), list(boards.values()))
    groups = sorted({board.place[:2] for board in field.boards})
    return {group: of(tournament).standings(field, *group) for group in groups}


def kept(tournament: Tournament) -> dict[Group, list[Row]]:
    """By stage and group, as pages show them."""
    found: dict[Group, list[Row]] = {}
    lines = Line.objects.filter(tournament=tournament).order_by("stage", "group", "place")
    for line in lines:
        row = Row(line.entrant_id, line.place, line.score, line.played, line.breaks)
        found.setdefault((line.stage, line.group), []).append(row)
    return found


def names(tournament: Tournament) -> dict[int, str]:
    """What its entrants are called."""
    entrants = Entrant.objects.filter(tournament=tournament)
    return dict(entrants.values_list("pk", "user__username"))
