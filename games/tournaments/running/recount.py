"""The standings computed again from the log alone, to compare with the stored ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Entrant, Tournament, TournamentEvent, TournamentStanding
from games.tournaments import seasons
from games.tournaments.kinds import divisions
from games.tournaments.kinds.divisions import Stood
from games.tournaments.kinds.kind import Field
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.kinds.standing import Board, Place, Row, Seated
from games.tournaments.rows import PLACE, events

Kind = TournamentEvent.Kind
Group = tuple[int, int]


def anew(tournament: Tournament) -> dict[Group, list[Row]]:
    """By stage and group, from the log, whose entries are read in order."""
    seeded: list[int] = []
    gone: set[int] = set()
    boards: dict[int, Board] = {}
    entries = events(tournament)
    for kind, data in entries:
        match kind:
            case Kind.STARTED:
                seeded = data["entrants"]
            case Kind.JOINED if _came_late(tournament, data, seeded):
                seeded = [*seeded, data["entrant"]]
            case Kind.PAIRED:
                place = Place(**{name: data[name] for name in PLACE})
                boards[data["table"]] = Board(place, tuple(map(Seated, data["entrants"])))
            case Kind.RESULT | Kind.CORRECTED:
                seated = tuple(Seated(*one) for one in data["seated"])
                boards[data["table"]] = Board(boards[data["table"]].place, seated, data["how"])
            case Kind.GONE:
                gone.add(data["entrant"])
            case Kind.REPLACED:
                gone.discard(data["gone"])
                seeded = _put(seeded, data["gone"], data["entrant"])
                boards = {
                    table: _replaced(board, data["gone"], data["entrant"])
                    for table, board in boards.items()
                }
    field = Field(tournament, seeded, frozenset(gone), list(boards.values()), events=entries)
    kind_of = get_kind(tournament)
    return {group: kind_of.standings(field, *group) for group in sorted(kind_of.groups(field))}


def _came_late(tournament: Tournament, data: Mapping[str, Any], seeded: list[int]) -> bool:
    """Whether this line says that somebody joined an arena that was running."""
    arena = tournament.kind == Tournament.Kind.ARENA
    return arena and bool(seeded) and not data["waits"] and data["entrant"] not in seeded


def divided(season: Tournament) -> dict[int, int]:
    """In a league, the division of each entrant: from last season's log and this season's
    entrants."""
    started = TournamentEvent.objects.filter(tournament=season, kind=Kind.STARTED).first()
    if started is None:
        return {}
    users = dict(Entrant.objects.filter(tournament=season).values_list("pk", "user"))
    people = [users[pk] for pk in started.data["entrants"]]
    last = seasons.before(season)
    known = _stood(last) if last else {}
    ordered = divisions.order(people, known)
    found = seasons.divided(season, ordered, known)
    by_user = {user: n for n, members in enumerate(found, 1) for user in members}
    by_entrant = {pk: by_user[user] for pk, user in users.items() if user in by_user}
    replaced = TournamentEvent.objects.filter(tournament=season, kind=Kind.REPLACED).order_by("pk")
    for data in replaced.values_list("data", flat=True):
        by_entrant[data["entrant"]] = by_entrant.pop(data["gone"])
    return by_entrant


def _stood(season: Tournament) -> dict[int, Stood]:
    """The final places of the entrants who stayed, by user id."""
    left = TournamentEvent.objects.filter(tournament=season, kind=Kind.GONE)
    gone = {data["entrant"] for data in left.values_list("data", flat=True)}
    users = dict(Entrant.objects.filter(tournament=season).values_list("pk", "user"))
    rows = [
        (group, row.place, row.entrant)
        for (_stage, group), found in anew(season).items()
        for row in found
    ]
    return {users[pk]: each for pk, each in seasons.stood(season, rows).items() if pk not in gone}


def kept_divisions(season: Tournament) -> dict[int, int]:
    """The stored divisions, as pages show them."""
    entrants = Entrant.objects.filter(tournament=season, division__gt=0)
    return dict(entrants.values_list("pk", "division"))


def _put(people: list[int], gone: int, substitute: int) -> list[int]:
    return [substitute if each == gone else each for each in people]


def _replaced(board: Board, gone: int, substitute: int) -> Board:
    """The table with a substitute in the place of a player who is gone."""
    seated = tuple(
        one._replace(entrant=substitute) if one.entrant == gone else one for one in board.seated
    )
    return Board(board.place, seated, board.how)


def kept(tournament: Tournament) -> dict[Group, list[Row]]:
    """The stored standings by stage and group, as pages show them."""
    found: dict[Group, list[Row]] = {}
    standings = TournamentStanding.objects.filter(tournament=tournament).order_by(
        "stage", "group", "place", "entrant__seed"
    )
    for each in standings:
        row = Row(each.entrant_id, each.place, each.score, each.played, each.breaks)
        found.setdefault((each.stage, each.group), []).append(row)
    return found


def entrant_names(tournament: Tournament) -> dict[int, str]:
    """The names of its entrants."""
    entrants = Entrant.objects.filter(tournament=tournament)
    return dict(entrants.values_list("pk", "user__username"))
