"""A ladder: its rules, and the players' rungs, computed from its log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from games.models import Challenge, Tournament, TournamentEvent
from games.tournaments.kinds.kind import Event, Field, Kind, Pairing
from games.tournaments.kinds.standing import Place, Row, Seated

LOG, State = TournamentEvent.Kind, Challenge.State


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that only ladders have.

    How many rungs up a player can challenge, the days to answer, the days until the same two can
    meet again, and the days after which an inactive player drops.
    """

    reach: Annotated[int, Meta(ge=1, le=20)] = 5
    answer_days: Annotated[int, Meta(ge=1, le=14)] = 4
    again_days: Annotated[int, Meta(ge=0, le=90)] = 14
    idle_days: Annotated[int, Meta(ge=7, le=180)] = 30


def rules(tournament: Tournament) -> Rules:
    return msgspec.convert(tournament.ladder or {}, Rules)


class Ladder(Kind):
    """A ladder runs from its opening to its date, and people join at the bottom at any time.

    Challenges create its tables (``games.tournaments.ladder.challenging``).
    """

    lasting = True
    joins_late = True
    in_rounds = False
    substitutes = False
    tables = (2,)
    days = (30, 365)

    def stages(self, tournament: Tournament, people: int) -> int:
        return 1

    def due(self, field: Field) -> list[Pairing]:
        return []

    def may_end(self, tournament: Tournament, now: datetime) -> bool:
        return tournament.ends_at is not None and tournament.ends_at <= now

    def groups(self, field: Field) -> set[tuple[int, int]]:
        return {(0, 0)}

    def ends(self, tournament: Tournament, place: Place) -> timedelta:
        return timedelta(days=tournament.days)

    def standings(self, field: Field, stage: int, group: int) -> list[Row]:
        return climbed(field.events).rows()


class Pair(NamedTuple):
    challenger: int
    challenged: int


class Rungs:
    """The players on the ladder, the highest first, with games won and played."""

    def __init__(self, results: Mapping[int, list[Seated]]) -> None:
        """``results`` by table in their final form: a corrected one counts as if it had always been
        so."""
        self.order: list[int] = []
        self._results = results
        self._pairs: dict[int, Pair] = {}
        self._won: Counter[int] = Counter()
        self._played: Counter[int] = Counter()

    def rows(self) -> list[Row]:
        return [
            Row(each, place, float(self._won[each]), self._played[each], [])
            for place, each in enumerate(self.order, 1)
        ]

    def step(self, event: Event) -> None:
        """Apply one line of the log."""
        data = event.data
        match event.kind:
            case LOG.JOINED if not data["waits"] and data["entrant"] not in self.order:
                self.order.append(data["entrant"])
            case LOG.GONE | LOG.LEFT if data["entrant"] in self.order:
                self.order.remove(data["entrant"])
            case LOG.SANK:
                at = self.order.index(data["entrant"])
                self.order[at : at + 2] = reversed(self.order[at : at + 2])
            case LOG.CHALLENGE:
                self._challenge(data)
            case LOG.RESULT if data["table"] in self._pairs:
                self._result(self._pairs.pop(data["table"]), self._results[data["table"]])

    def _challenge(self, data: Mapping[str, Any]) -> None:
        pair = Pair(data["challenger"], data["challenged"])
        match data["state"]:
            case State.ACCEPTED:
                self._pairs[data["table"]] = pair
            case State.DECLINED | State.EXPIRED:
                self._count(pair, pair.challenger)

    def _result(self, pair: Pair, seated: list[Seated]) -> None:
        ranks = {one.entrant: one.rank or 0 for one in seated}
        best = [each for each, rank in ranks.items() if rank == min(ranks.values())]
        self._count(pair, best[0] if len(best) == 1 else None)

    def _count(self, pair: Pair, winner: int | None) -> None:
        self._played.update(pair)
        if winner is not None:
            self._won[winner] += 1
        if winner == pair.challenger:
            self._take(pair)

    def _take(self, pair: Pair) -> None:
        """Give the rung to the challenger and move those between down, if both are still there."""
        if not set(pair) <= set(self.order):
            return
        above, below = self.order.index(pair.challenged), self.order.index(pair.challenger)
        if above < below:
            self.order.insert(above, self.order.pop(below))


def climbed(events: Iterable[Event]) -> Rungs:
    """The rungs after these lines of a log, in order."""
    events = list(events)
    results = {
        each.data["table"]: [Seated(*one) for one in each.data["seated"]]
        for each in events
        if each.kind in (LOG.RESULT, LOG.CORRECTED)
    }
    rungs = Rungs(results)
    for event in events:
        rungs.step(event)
    return rungs
