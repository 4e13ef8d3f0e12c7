"""Swiss system: in each round players with equal points meet, and nobody meets twice if
possible."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from types import ModuleType

from games.models import Tournament
from games.rules import registry
from games.tournaments.kinds import game_rotation, lookahead, matching
from games.tournaments.kinds.kind import Field, Kind, Pairing
from games.tournaments.kinds.matching import Team
from games.tournaments.kinds.standing import Place


def _dutch() -> ModuleType:
    """The module with FIDE's rules, loaded for the first pairing.

    It takes a second and 32 MB, which only that worker should spend.
    """
    return import_module("games.tournaments.kinds.dutch")


class Swiss(Kind):
    """A round is paired when the one before is over, at its end at the latest, when late games are
    settled.

    A round that is over earlier gives its days to those that follow.
    """

    tie_breaks = ("buchholz", "berger", "direct", "share")

    def stages(self, tournament: Tournament, people: int) -> int:
        """The number of rounds: at most the number of opponents."""
        others = max((people - 1) // (tournament.players - 1), 1)
        return min(tournament.rounds, others)

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        return timedelta(days=tournament.days) * place.round

    def due(self, field: Field) -> list[Pairing]:
        if not all(board.over for board in field.boards):
            return []
        before = max((board.place.round for board in field.boards), default=0)
        there = len(field.seeded) - len(field.gone)
        if before == self.stages(field.tournament, len(field.seeded)) or there < 2:
            return []
        return [
            Pairing(Place(0, 0, before + 1, number), people)
            for number, people in enumerate(self._tables(field))
        ]

    def _tables(self, field: Field) -> list[tuple[int, ...]]:
        tournament = field.tournament
        rows = self.standings(field, 0, 0) if field.boards else []
        score = {row.entrant: row.score for row in rows}
        score |= {each: 0.0 for each in field.seeded if each not in score}
        there = [each for each in score if each not in field.gone]
        coming = max((board.place.round for board in field.boards), default=0) + 1
        past = matching.Past(there, score, field.boards, tournament.players)
        rounds = self.stages(tournament, len(field.seeded))
        sizes = registry.get(game_rotation.of_round(tournament, coming).type).players
        tables: list[Team] | None
        if tournament.players == 2:
            tables = _dutch().pair(field.seeded, field.gone, field.boards, rounds)
        else:
            tables = matching.next_round(past, sizes)
        if lookahead.needed(len(there), tournament.players, rounds):
            tables = lookahead.next_round(past, tables, rounds - coming)
        return tables if tables is not None else matching.next_round(past, sizes)
