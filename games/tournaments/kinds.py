"""What kinds of tournaments there are: one class each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from games.models import Tournament
from games.tournaments import bracket, robin
from games.tournaments.kind import Field, Kind, Pairing
from games.tournaments.standing import Board, Place, Row
from games.tournaments.swiss import Swiss


class Robin(Kind):
    """Everybody in a group meets everybody; who wins it meets the other winners in a final group,
    in several stages if there are many. All tables of a stage are there from its beginning."""

    overlapping = True
    tie_breaks = ("direct", "berger", "share")

    def stages(self, tournament: Tournament, people: int) -> int:
        number, groups = 1, len(self._sizes(tournament, people))
        while groups >= tournament.players:
            number, groups = number + 1, len(self._sizes(tournament, groups))
        return number

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
        return [
            Pairing(Place(stage, group, number, index), tuple(members[seat] for seat in table))
            for group, members in enumerate(robin.deal(people, sizes))
            for number, tables in enumerate(
                robin.schedule(len(members), field.tournament.players), 1
            )
            for index, table in enumerate(tables)
        ]

    def _sizes(self, tournament: Tournament, people: int) -> list[int]:
        return robin.groups(people, tournament.group_size, tournament.players)


class Elimination(Kind):
    """Who loses is out; a match is one game or the better of three. At tables of four two go on. A
    match begins as soon as both of its people are known, and each round has its own end."""

    eager = True
    tables = (2, 4)

    def stages(self, tournament: Tournament, people: int) -> int:
        return bracket.rounds(people, tournament.players)

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        return timedelta(days=tournament.days) * place.round

    def due(self, field: Field) -> list[Pairing]:
        if not field.boards:
            matches = bracket.first(field.seeded, field.tournament.players)
            return [
                pairing
                for number, people in enumerate(matches)
                for pairing in self._set_up(field, 1, number, people)
            ]
        found: list[Pairing] = []
        matches_by_place = self._matches(field)
        for (number_of_round, number), parts in matches_by_place.items():
            through = self._through(field, parts)
            if through is None:
                found += self._next_part(parts)
                continue
            mate = matches_by_place.get((number_of_round, number ^ 1))
            onward = (number_of_round + 1, number // 2)
            others = self._through(field, mate) if mate and number % 2 == 0 else None
            if others is not None and onward not in matches_by_place:
                found += self._set_up(field, *onward, [*through, *others])
        return found

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        """Who came further stands higher; of equals who was stronger at the beginning."""
        won: Counter[int] = Counter()
        played: Counter[int] = Counter()
        winners = 1 if field.tournament.players == 2 else 2
        matches = self._matches(field)
        last = max((number for number, _match in matches), default=0)
        for (number, _match), parts in matches.items():
            for board in parts:
                played.update(board.people if board.over and len(board.people) > 1 else ())
            through = self._through(field, parts)
            if through is not None:
                won.update(through)
                final = number == last == self.stages(field.tournament, len(field.seeded))
                if final and winners > 1:
                    won.update(through[:1])
        seeds = field.seeds
        ranked = sorted(seeds, key=lambda each: (-won[each], seeds[each]))
        return [
            Row(each, place, float(won[each]), played[each], [])
            for place, each in enumerate(ranked, 1)
        ]

    def onward(self, field: Field) -> dict[tuple[int, int], list[int]]:
        """Who goes on from each match that is decided, by its round and number."""
        found = {
            place: self._through(field, parts) for place, parts in self._matches(field).items()
        }
        return {place: people for place, people in found.items() if people is not None}

    def _matches(self, field: Field) -> dict[tuple[int, int], list[Board]]:
        """The parts of each match, by round and number."""
        found: dict[tuple[int, int], list[Board]] = {}
        for board in field.boards:
            found.setdefault((board.place.round, board.place.number), []).append(board)
        return found

    def _set_up(
        self, field: Field, number_of_round: int, number: int, people: Sequence[int]
    ) -> list[Pairing]:
        """A match; at a table that would only send on all who sit there nobody need play."""
        going_on = 1 if field.tournament.players == 2 else 2
        last = number_of_round == self.stages(field.tournament, len(field.seeded))
        tables = [tuple(people)] if len(people) > going_on or last else [(each,) for each in people]
        return [
            Pairing(Place(0, 0, number_of_round, number, part), table)
            for part, table in enumerate(tables)
        ]

    def _through(self, field: Field, parts: Sequence[Board]) -> list[int] | None:
        if len(parts[0].people) == 1:  # nobody to play
            return [each for board in parts for each in board.people]
        tournament = field.tournament
        going_on, games = (1, tournament.match) if tournament.players == 2 else (2, 1)
        return bracket.through(parts, field.seeds, field.gone, games, going_on)

    def _next_part(self, parts: Sequence[Board]) -> list[Pairing]:
        """The next game of a match, with the seats turned, once the last one is over."""
        last = parts[-1]
        if not last.over:
            return []
        place = last.place._replace(part=last.place.part + 1)
        return [Pairing(place, tuple(reversed(last.people)))]


KINDS: dict[str, Kind] = {
    Tournament.Kind.ROBIN: Robin(),
    Tournament.Kind.ELIMINATION: Elimination(),
    Tournament.Kind.SWISS: Swiss(),
}


def of(tournament: Tournament) -> Kind:
    return KINDS[tournament.kind]
