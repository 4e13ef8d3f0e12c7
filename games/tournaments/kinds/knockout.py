"""Single elimination: a player is out after one loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from games.models import Tournament
from games.tournaments.kinds import bracket
from games.tournaments.kinds.kind import Column, Field, Kind, Pairing, Slot
from games.tournaments.kinds.standing import Board, Place, Row

#: Values of ``Column.side``.
WINNERS = "winners"


class Elimination(Kind):
    """Single elimination. A match is one game or the best of three; at tables of four, two advance.

    A match begins as soon as all its players are known, and each round has its own deadline.
    """

    eager = True
    tables: tuple[int, ...] = (2, 4)

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
        matches_by_place = parts_of(field)
        for (number_of_round, number), parts in matches_by_place.items():
            through = self._through(field, parts)
            if through is None:
                found += next_part(parts)
                continue
            mate = matches_by_place.get((number_of_round, number ^ 1))
            onward = (number_of_round + 1, number // 2)
            others = self._through(field, mate) if mate and number % 2 == 0 else None
            if others is not None and onward not in matches_by_place:
                found += self._set_up(field, *onward, [*through, *others])
        return found

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        """The standings: the player who got further ranks higher; ties go to the higher seed.

        After a drawn final both, or all, have won.
        """
        won: Counter[int] = Counter()
        played: Counter[int] = Counter()
        champions: list[int] = []
        matches, last = parts_of(field), self.stages(field.tournament, len(field.seeded))
        for (number, _match), parts in matches.items():
            for board in parts:
                played.update(board.people if board.over and len(board.people) > 1 else ())
            through = self._through(field, parts) or []
            if through and number == last:
                champions = self._champions(field, parts, through)
                won.update(champions if field.tournament.players > 2 else ())
                through = list({*through, *champions})
            won.update(through)
        seeds = field.seeds
        ranked = sorted(seeds, key=lambda each: (each not in champions, -won[each], seeds[each]))
        return [
            Row(each, 1 if each in champions else place, float(won[each]), played[each], [])
            for place, each in enumerate(ranked, 1)
        ]

    def columns(self, people: int, players: int) -> list[Column]:
        last, first = bracket.rounds(people, players), bracket.tables(people, players)
        return [Column(n, WINNERS, n, first >> (n - 1)) for n in range(1, last + 1)]

    def slots(self, field: Field) -> dict[tuple[int, int], Slot]:
        found: dict[tuple[int, int], Slot] = {}
        matches = parts_of(field)
        for column in self.columns(len(field.seeded), field.tournament.players):
            for number in range(column.matches):
                at = column.round, number
                if at in matches:
                    people = [each for board in matches[at] for each in board.people]
                    through = self._through(field, matches[at])
                    if through and column.matches == 1 and field.tournament.players == 2:
                        through = self._champions(field, matches[at], through)
                    found[at] = Slot(list(dict.fromkeys(people)), through)
                else:
                    before = [found.get((at[0] - 1, 2 * number + n)) for n in (0, 1)]
                    known = [one for each in before if each for one in each.onward or ()]
                    found[at] = Slot(known, None)
        return found

    def settled(self, field: Field, place: Place) -> bool:
        """Whether a player of this table already has a table in a later round."""
        people = {each for board in field.boards if board.place == place for each in board.people}
        later = [board for board in field.boards if board.place.round > place.round]
        return any(people.intersection(board.people) for board in later)

    def _set_up(
        self, field: Field, number_of_round: int, number: int, people: Sequence[int]
    ) -> list[Pairing]:
        """A match's next table; none where everybody would advance anyway."""
        going_on = 1 if field.tournament.players == 2 else 2
        last = number_of_round == self.stages(field.tournament, len(field.seeded))
        tables = [tuple(people)] if len(people) > going_on or last else [(each,) for each in people]
        return [
            Pairing(Place(0, 0, number_of_round, number, part), table)
            for part, table in enumerate(tables)
        ]

    def _through(self, field: Field, parts: Sequence[Board]) -> list[int] | None:
        if len(parts[0].people) == 1:  # nobody needs to play
            return [each for board in parts for each in board.people]
        tournament = field.tournament
        going_on, games = (1, tournament.match) if tournament.players == 2 else (2, 1)
        return bracket.through(parts, field.seeds, field.gone, games, going_on)

    def _champions(self, field: Field, parts: Sequence[Board], through: Sequence[int]) -> list[int]:
        """The winners by the final, in which seeds decide nothing."""
        if len(parts[0].people) == 1 or not field.tournament.shares_places:
            return list(through[:1])
        stood = bracket.levels(parts, field.gone)
        return [each for each in stood if stood[each] == stood[through[0]]]


def parts_of(field: Field) -> dict[tuple[int, int], list[Board]]:
    """The games of each match, by round and number."""
    found: dict[tuple[int, int], list[Board]] = {}
    for board in field.boards:
        found.setdefault((board.place.round, board.place.number), []).append(board)
    return found


def next_part(parts: Sequence[Board]) -> list[Pairing]:
    """The next game of a match, with the seats turned, once the last one is over."""
    last = parts[-1]
    if not last.over:
        return []
    place = last.place._replace(part=last.place.part + 1)
    return [Pairing(place, tuple(reversed(last.people)))]
