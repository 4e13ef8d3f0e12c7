"""What kinds of tournaments there are: one class each."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Tournament
from games.tournaments.kinds import robin
from games.tournaments.kinds.arena import Arena
from games.tournaments.kinds.double import Double
from games.tournaments.kinds.kind import Field, Kind, Pairing
from games.tournaments.kinds.knockout import Elimination
from games.tournaments.kinds.ladder import Ladder
from games.tournaments.kinds.standing import Place
from games.tournaments.kinds.swiss import Swiss


class Robin(Kind):
    """Round robin: everyone in a group meets everyone.

    Group winners meet in a final group, in several stages if there are many. All tables of a stage
    exist from its beginning.
    """

    overlapping = True
    tie_breaks = ("direct", "berger", "share")

    def stages(self, tournament: Tournament, people: int) -> int:
        number, groups = 1, len(self._sizes(tournament, people))
        while groups >= tournament.players:
            number, groups = number + 1, len(self._sizes(tournament, groups))
        return number

    def in_a_row(self, tournament: Tournament, people: int) -> int:
        """As many in each stage as a group has rounds, some of them at the same time."""
        longest = max(self._sizes(tournament, people), default=0)
        each = -(-len(robin.schedule(longest, tournament.players)) // tournament.at_once)
        return self.stages(tournament, people) * each

    def due(self, field: Field) -> list[Pairing]:
        if not field.boards:
            return self._stage(field, 0, field.seeded)
        if not all(board.over for board in field.boards):
            return []
        stage = max(board.place.stage for board in field.boards)
        groups = {board.place.group for board in field.boards if board.place.stage == stage}
        if len(groups) < field.tournament.players:
            return []
        first = [self.standings(field, stage, group)[0].entrant for group in sorted(groups)]
        winners = [each for each in field.seeded if each in set(first) - field.gone]
        return self._stage(field, stage + 1, winners)

    def _stage(self, field: Field, stage: int, people: Sequence[int]) -> list[Pairing]:
        sizes = self._sizes(field.tournament, len(people))
        return self._tables(field, stage, robin.deal(people, sizes))

    def _tables(self, field: Field, stage: int, groups: Sequence[Sequence[int]]) -> list[Pairing]:
        return [
            Pairing(Place(stage, group, number, index), tuple(members[seat] for seat in table))
            for group, members in enumerate(groups)
            for number, tables in enumerate(
                robin.schedule(len(members), field.tournament.players), 1
            )
            for index, table in enumerate(tables)
        ]

    def _sizes(self, tournament: Tournament, people: int) -> list[int]:
        return robin.groups(people, tournament.group_size, tournament.players)


class League(Robin):
    """A season of a league: in each division everybody meets everybody, without a final.

    The divisions are fixed when it begins (``seasons.seat``).
    """

    def stages(self, tournament: Tournament, people: int) -> int:
        return 1

    def due(self, field: Field) -> list[Pairing]:
        return [] if field.boards else self._tables(field, 0, field.divided)


KINDS: dict[str, Kind] = {
    Tournament.Kind.ROBIN: Robin(),
    Tournament.Kind.ELIMINATION: Elimination(),
    Tournament.Kind.SWISS: Swiss(),
    Tournament.Kind.LEAGUE: League(),
    Tournament.Kind.LADDER: Ladder(),
    Tournament.Kind.ARENA: Arena(),
}
#: Kinds with clocks of minutes.
LIVE = [name for name, kind in KINDS.items() if kind.live]


_DOUBLE = Double()


def get_kind(tournament: Tournament) -> Kind:
    return _DOUBLE if tournament.lives > 1 else KINDS[tournament.kind]
