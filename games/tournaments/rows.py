"""A tournament's rows: locking it, reading its tables, and writing lines of its log.

Every change of a tournament holds its row's lock, and never waits for a game's lock while it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import OperationalError, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from psycopg.errors import LockNotAvailable

from boardgames.redis import best_effort, messages
from games.errors import Busy, NotFound
from games.models import (
    Entrant,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.tournaments.kinds.kind import Event, Field
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.kinds.standing import Board, Place, Row, Seated

BIGGEST_ID = 2**63 - 1
PLACE = Place._fields
#: Entrants who are no longer there.
GONE = (Entrant.State.WITHDRAWN, Entrant.State.OUT, Entrant.State.DISQUALIFIED)


def no_such() -> NotFound:
    return NotFound(_("There is no such tournament."))


@contextmanager
def locked(tournament_id: int) -> Iterator[Tournament]:
    """Lock the tournament until the block and its transaction end.

    NotFound, or Busy if the lock takes too long. Its ``version`` rises.
    """
    if tournament_id > BIGGEST_ID:
        raise no_such()
    try:
        with transaction.atomic():
            rows = Tournament.objects.select_for_update(no_key=True)
            tournament = rows.filter(pk=tournament_id).first()
            if tournament is None:
                raise no_such()
            yield tournament
            Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise Busy from error
        raise


def log_event(
    tournament: Tournament,
    kind: str,
    now: datetime,
    *,
    by: int | None = None,
    reason: str = "",
    **data: object,
) -> None:
    """Write a line of the log, in the caller's transaction."""
    TournamentEvent.objects.create(
        tournament=tournament, kind=kind, at=now, by_id=by, reason=reason, data=data
    )


def mark_due(tournament: Tournament, now: datetime) -> None:
    """Let the worker process it now; a tick would, too."""
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])


def get_table(tournament: Tournament, table_id: int) -> Table:
    """One of its tables, with its players."""
    tables = Table.objects.filter(tournament=tournament).prefetch_related("players__entrant__user")
    found = tables.filter(pk=table_id).first() if table_id <= BIGGEST_ID else None
    if found is None:
        raise NotFound(_("There is no such table."))
    return found


def place_of(table: Table) -> Place:
    return Place(table.stage, table.group, table.round, table.number, table.part)


def boards(tournament: Tournament, **narrowed: int) -> list[Board]:
    """Its tables with their players, in order; ``narrowed`` to a stage or group."""
    players: dict[int, list[Seated]] = {}
    found = TablePlayer.objects.filter(
        table__tournament=tournament, **{f"table__{name}": n for name, n in narrowed.items()}
    ).order_by("table", "index")
    for table, entrant, rank, score, left, lapsed in found.values_list(
        "table", "entrant", "rank", "score", "left", "lapsed"
    ):
        players.setdefault(table, []).append(Seated(entrant, rank, score, left, lapsed))
    tables = Table.objects.filter(tournament=tournament, **narrowed).order_by(*PLACE)
    return [
        Board(Place(*place), tuple(players[pk]), how)
        for pk, how, *place in tables.values_list("pk", "how", *PLACE)
    ]


def field(tournament: Tournament, **narrowed: int) -> Field:
    """The entrants and the tables, from which the kind decides what comes next."""
    entrants = Entrant.objects.filter(tournament=tournament, seed__gt=0).order_by("seed")
    found = list(entrants.values_list("pk", "state", "division"))
    return Field(
        tournament,
        [pk for pk, _state, _division in found],
        frozenset(pk for pk, state, _division in found if state in GONE),
        boards(tournament, **narrowed),
        {pk: division for pk, _state, division in found},
        events(tournament) if get_kind(tournament).lasting else (),
    )


def events(tournament: Tournament) -> list[Event]:
    """Its log."""
    entries = TournamentEvent.objects.filter(tournament=tournament).order_by("pk")
    return [Event(*entry) for entry in entries.values_list("kind", "data")]


def keep_standings(tournament: Tournament, groups: Iterable[tuple[int, int]]) -> None:
    """Store the standings of these groups, by their tables."""
    for stage, group in set(groups):
        here = field(tournament, stage=stage, group=group)
        write_lines(tournament, stage, group, get_kind(tournament).standings(here, stage, group))


def write_lines(tournament: Tournament, stage: int, group: int, found: Sequence[Row]) -> None:
    there = TournamentStanding.objects.filter(tournament=tournament, stage=stage, group=group)
    there.exclude(entrant__in=[row.entrant for row in found]).delete()
    TournamentStanding.objects.bulk_create(
        [
            TournamentStanding(
                tournament=tournament,
                stage=stage,
                group=group,
                entrant_id=row.entrant,
                place=row.place,
                score=row.score,
                played=row.played,
                breaks=row.breaks,
            )
            for row in found
        ],
        update_conflicts=True,
        unique_fields=["tournament", "stage", "group", "entrant"],
        update_fields=["place", "score", "played", "breaks"],
    )


def topic(tournament_id: int) -> str:
    """The topic to which open pages of an arena subscribe."""
    return f"tournament{tournament_id}"


def tell_pages(tournament: Tournament) -> None:
    """Let the open pages of a locked arena know, after the commit, that something changed."""
    if get_kind(tournament).live:
        news = messages.text(
            [topic(tournament.pk)], {"type": "arena", "version": tournament.version + 1}
        )
        transaction.on_commit(lambda: best_effort.publish(news), robust=True)


def wake(tournament_id: int) -> None:
    """Let the worker process it."""
    best_effort.wake("games.tasks.advance_tournament", "bots", tournament_id, expires=30)
