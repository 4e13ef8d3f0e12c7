"""Double elimination: a player is out after two losses.

After a first loss a player moves from the winners' bracket into the losers' bracket. The winners of
both meet in the grand final, where the player with a loss has to win twice. A draw is no loss: with
a draw, the unbeaten player wins the first grand final. After a drawn second one, in which both have
a loss, both have won. Each round has its own number, in the order of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from games.models import Tournament
from games.tournaments.kinds import bracket
from games.tournaments.kinds.kind import Column, Field, Pairing, Slot
from games.tournaments.kinds.knockout import WINNERS, Elimination, next_part, parts_of
from games.tournaments.kinds.standing import Board, Place, Row

LOSERS, FINAL = "losers", "final"
#: A round and a match of it.
At = tuple[str, int, int]


class Outcome(NamedTuple):
    """The winner and the loser of a match; None if nobody came.

    After a drawn second grand final both have won, in either order.
    """

    won: int | None = None
    lost: int | None = None
    drawn: bool = False

    @property
    def onward(self) -> list[int]:
        people = (self.won, self.lost) if self.drawn else (self.won,)
        return [each for each in people if each is not None]


def columns(people: int) -> list[Column]:
    """All rounds, in the order in which they are played."""
    last = bracket.rounds(people, 2)
    sides = [(WINNERS, 1, 2 ** (last - 1))]
    for number in range(2, last + 1):
        matches = 2 ** (last - number)
        sides += [
            (WINNERS, number, matches),
            (LOSERS, 2 * number - 3, matches),
            (LOSERS, 2 * number - 2, matches),
        ]
    found = [Column(n, *side) for n, side in enumerate(sides, 1)]
    final = len(found) + 1
    return [*found, Column(final, FINAL, 1, 1), Column(final + 2, FINAL, 2, 1)]


def by(number_of_round: int) -> int:
    """After how many times the days of a round this round ends.

    After the first one, three rounds each take the time of two, because winners' rounds run beside
    those of the losers. The second grand final has the number of the third of its three, so that it
    follows the first.
    """
    three, within = divmod(number_of_round + 4, 3)
    return 2 * three - 2 + (within == 2)


def comes_from(column: Column, number: int, last: int) -> list[tuple[At, bool]]:
    """The two matches whose winner (True) or loser comes to this one.

    ``last`` is the number of winners' rounds. Losers come in from the other end, so that the same
    people do not soon meet again.
    """
    side, before = column.side, column.number - 1
    if side == FINAL:
        other: tuple[At, bool] = (
            ((LOSERS, 2 * last - 2, 0), True) if last > 1 else ((WINNERS, 1, 0), False)
        )
        return [((WINNERS, last, 0), True), other]
    pair = (2 * number, 2 * number + 1)
    if side == LOSERS and column.number == 1:
        return [((WINNERS, 1, each), False) for each in pair]
    if side == LOSERS and column.number % 2 == 0:
        from_ = column.number // 2 + 1
        half = column.matches // 2
        crossed = column.matches - 1 - number if from_ % 2 == 0 else number ^ half
        return [((LOSERS, before, number), True), ((WINNERS, from_, crossed), False)]
    return [((side, before, each), True) for each in pair]


class Played(NamedTuple):
    """A match as far as it is known: ``complete`` if nobody else can come to it."""

    column: Column
    number: int
    people: list[int]
    complete: bool
    parts: Sequence[Board]
    outcome: Outcome | None


class Double(Elimination):
    """Double elimination. Advancing depends on results alone.

    A winner who leaves later has still won, and loses the matches that follow.
    """

    tables = (2,)

    def stages(self, tournament: Tournament, people: int) -> int:
        return 2 * bracket.rounds(people, 2) + 1

    def in_a_row(self, tournament: Tournament, people: int) -> int:
        """How many games one player may have to play in a row.

        The losers' bracket has a game in nearly all of its rounds.
        """
        return (self.stages(tournament, people) - 1) * tournament.match

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        return timedelta(days=tournament.days) * by(place.round)

    def columns(self, people: int, players: int) -> list[Column]:
        return columns(people)

    def due(self, field: Field) -> list[Pairing]:
        found: list[Pairing] = []
        for match in list_matches(field):
            if match.parts and match.outcome is None:
                found += next_part(match.parts)
            elif match.complete and match.people and not match.parts:
                place = Place(0, 0, match.column.round, match.number)
                found.append(Pairing(place, tuple(match.people)))
        return found

    def slots(self, field: Field) -> dict[tuple[int, int], Slot]:
        return {
            (match.column.round, match.number): Slot(
                match.people,
                None if match.outcome is None else match.outcome.onward,
            )
            for match in list_matches(field)
        }

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        """The standings: the player who is out later ranks higher; ties go to the higher seed."""
        won: Counter[int] = Counter()
        lost: Counter[int] = Counter()
        out: dict[int, int] = {}
        firsts = 1
        games = Counter(
            each
            for board in field.boards
            if board.over and len(board.people) > 1
            for each in board.people
        )
        for match in list_matches(field):
            if match.outcome is None or None in match.outcome:
                continue
            winner, loser, drawn = match.outcome
            if drawn:
                firsts = 2
                continue
            won[winner or 0] += 1
            lost[loser or 0] += 1
            if lost[loser or 0] > 1:
                out[loser or 0] = match.column.round
        seeds, never = field.seeds, columns(len(field.seeded))[-1].round + 1

        def order(each: int) -> tuple[int, int, int, int]:
            there = each not in out
            return (
                -out.get(each, never),
                lost[each] if there else 0,
                -won[each] if there else 0,
                seeds[each],
            )

        return [
            Row(each, 1 if number <= firsts else number, float(won[each]), games[each], [])
            for number, each in enumerate(sorted(seeds, key=order), 1)
        ]


def list_matches(field: Field) -> Iterator[Played]:
    """All matches, in the order in which they are played, as far as they are known."""
    people, parts = len(field.seeded), parts_of(field)
    last, first = bracket.rounds(people, 2), bracket.first(field.seeded, 2)
    outcomes: dict[At, Outcome] = {}
    for column in columns(people):
        for number in range(column.matches):
            known = _known(column, number, last, first, outcomes)
            games = parts.get((column.round, number), [])
            outcome = _outcome(field, column, games, known)
            if outcome is not None:
                outcomes[column.side, column.number, number] = outcome
            there = games[0].people if games else [each for each in known if each]
            complete = None not in known
            yield Played(column, number, list(there), complete, games, outcome)


def _known(
    column: Column,
    number: int,
    last: int,
    first: Sequence[Sequence[int]],
    outcomes: dict[At, Outcome],
) -> list[int | None]:
    """The entrants of a match: 0 if nobody comes, None if that is unknown so far."""
    if column.side == WINNERS and column.number == 1:
        return list(first[number])
    sources = comes_from(column, number, last)
    if column.side == FINAL and column.number == 2:
        return _again(outcomes.get((FINAL, 1, 0)), outcomes.get(sources[0][0]))
    found: list[int | None] = []
    for at, winner in sources:
        outcome = outcomes.get(at)
        found.append(None if outcome is None else (outcome.won if winner else outcome.lost) or 0)
    return found


def _again(final: Outcome | None, winners: Outcome | None) -> list[int | None]:
    """The entrants of a second grand final: both, if the unbeaten player has now lost."""
    if final is None or winners is None:
        return [None]
    return [0] if final.won == winners.won else [final.won, final.lost]


def _outcome(
    field: Field, column: Column, games: Sequence[Board], known: Sequence[int | None]
) -> Outcome | None:
    """The outcome of a match; None while it is open.

    In a tie the higher seed advances, but does not win a final.
    """
    if not games:
        return Outcome() if None not in known and not any(known) else None
    people = games[0].people
    if len(people) == 1:
        return Outcome(people[0])
    through = bracket.through(games, field.seeds, frozenset(), field.tournament.match, 2)
    if through is None:
        return None
    won, lost = through
    stood = bracket.levels(games, frozenset())
    if column.side == FINAL and stood[won] == stood[lost] and field.tournament.shares_places:
        return Outcome(known[0], known[1], drawn=column.number == 2)
    return Outcome(won, lost)
