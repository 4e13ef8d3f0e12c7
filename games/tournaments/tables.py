"""Setting up the tables of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Table, TablePlayer, Tournament, TournamentEvent
from games.tournaments.kinds.kind import Pairing
from games.tournaments.kinds.kinds import get_kind


def set_up(tournament: Tournament, pairings: Sequence[Pairing], now: datetime) -> list[Table]:
    """Store these tables with their players, in the caller's transaction."""
    assert tournament.started_at is not None  # it runs
    begun, kind = tournament.started_at + tournament.paused_for, get_kind(tournament)
    tables = Table.objects.bulk_create(
        Table(
            tournament=tournament,
            ends_at=begun + kind.ends(tournament, each.place),
            **each.place._asdict(),
        )
        for each in pairings
    )
    TablePlayer.objects.bulk_create(
        TablePlayer(table=table, entrant_id=entrant, index=index)
        for table, pairing in zip(tables, pairings, strict=True)
        for index, entrant in enumerate(pairing.entrants)
    )
    TournamentEvent.objects.bulk_create(
        TournamentEvent(
            tournament=tournament,
            kind=TournamentEvent.Kind.PAIRED,
            at=now,
            data={"table": table.pk, "entrants": pairing.entrants, **pairing.place._asdict()},
        )
        for table, pairing in zip(tables, pairings, strict=True)
    )
    return tables
