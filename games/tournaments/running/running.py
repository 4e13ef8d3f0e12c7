"""Advances a tournament: it begins, sets up tables, begins games, ends.

``advance`` brings a tournament to where it should be, in steps of one transaction each. It can be
called by anyone and at any time: a step that is done is not done again, and the next call does what
a lost process left. The end of a game causes a call (``listen``), and so does a tick (``tick``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from boardgames.celery import due_rows
from community.models import ClubMember
from games import changes
from games.errors import Busy, GameError
from games.lobby import arranged_games
from games.models import Entrant, Game, Table, TablePlayer, Tournament, TournamentEvent
from games.moves import actions, ending
from games.storage.position import Position
from games.tournaments import entering, seasons, telling
from games.tournaments.arena import arena_ticks
from games.tournaments.kinds import game_rotation
from games.tournaments.kinds.kind import Pairing
from games.tournaments.kinds.kinds import LIVE, get_kind
from games.tournaments.ladder import ladder_ticks
from games.tournaments.rows import (
    GONE,
    keep_standings,
    locked,
    log_event,
    place_of,
    tell_pages,
    wake,
)
from games.tournaments.rows import field as field_of
from games.tournaments.running import absent_players, pausing, replacing, results
from games.tournaments.series import series
from games.tournaments.tables import set_up

log = structlog.get_logger(__name__)

Status, State, Kind = Tournament.Status, Entrant.State, TournamentEvent.Kind
#: A running tournament is processed again after at most this time.
LOOK = timedelta(minutes=5)
#: A running arena is looked at again after at most this time, and after this time if people wait.
ARENA_LOOK, ARENA_WAITS = timedelta(seconds=5), timedelta(seconds=1)
#: For so long an arena is one process's: the time that is lost if that process dies.
ARENA_CLAIM = timedelta(seconds=2)
#: Tournaments per tick; the next tick continues.
BATCH = 200
#: Steps per call: each round needs a few, and the next tick continues.
STEPS = 60


@dataclass
class Work:
    """The work outside of the tournament's lock: games to settle, seats to give up, tables to
    begin."""

    late: list[int] = field(default_factory=list)
    given_up: list[tuple[int, int]] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    #: Games of an arena with the players who did not come to them.
    absent: list[tuple[int, int]] = field(default_factory=list)
    #: Games whose substitutes do not have their seats yet, with the id of the `TablePlayer`.
    handed: list[tuple[int, int]] = field(default_factory=list)
    #: Tables were set up: those of players who are gone are over at once, so others may begin.
    again: bool = False


def listen_to_ended_games() -> None:
    """Advance when a game has ended; called at the start of each process."""
    changes.finished.connect(_hear, dispatch_uid="tournaments hear of ends")


def _hear(position: Position, **_signal: Any) -> None:
    """Wake the worker; the tick would find it, too."""
    if position.game.organised:
        table = Table.objects.filter(game=position.game.pk).first()
        if table is not None:
            running = Tournament.objects.filter(pk=table.tournament_id)
            running.filter(due_at__isnull=False).update(due_at=timezone.now())
            if not running.filter(kind__in=LIVE).exists():
                wake(table.tournament_id)


def tick() -> int:
    """Advance the tournaments that are due; return how many."""
    pausing.settle_games()
    due = find_due().exclude(kind__in=LIVE)
    return due_rows.process_each("tournaments", due.values_list("pk", flat=True)[:BATCH], advance)


def tick_arenas() -> int:
    """The same for arenas, each second. A process that takes one claims it for a while; if it dies,
    the next tick after that goes on."""
    acted = 0
    for tournament_id in find_due_arenas()[0].values_list("pk", flat=True)[:BATCH]:
        now = timezone.now()
        claimed = Tournament.objects.filter(pk=tournament_id, due_at__lte=now)
        if claimed.update(due_at=now + ARENA_CLAIM):
            acted += due_rows.process_each("arenas", [tournament_id], _advance_arena)
    return acted


def _advance_arena(tournament_id: int) -> bool:
    try:
        return advance(tournament_id)
    except Busy:  # no reason to defer it for a minute, as for a failure: the next tick tries again
        return False


def find_due() -> QuerySet[Tournament]:
    return Tournament.objects.filter(due_at__lte=timezone.now()).order_by("due_at")


def find_due_arenas() -> list[QuerySet[Tournament]]:
    """The arenas to advance, which beat asks for every second."""
    return [find_due().filter(kind__in=LIVE)]


def advance(tournament_id: int) -> bool:
    """Do everything that is due in a tournament now.

    Repeated until nothing is left to do, at most ``STEPS`` times:

    1. Under the tournament's lock: store what has happened, set up due tables, list the work
       (``_look``).
    2. End games whose time in the tournament is over.
    3. Leave the games of players who are gone.
    4. Hand running seats over to substitutes.
    5. Begin the games of tables that can begin.
    6. In an arena, end the games of players who did not come.

    Each item of 2 to 6 is a transaction of its own; none waits for a game's lock while it holds the
    tournament's. At the end, games are paused or resumed with their tournament.
    """
    for _step in range(STEPS):
        work = _look(tournament_id)
        done = [_settle_late(game_id) for game_id in work.late]
        done += [_give_up(game_id, user_id) for game_id, user_id in work.given_up]
        done += [replacing.hand_over(game_id, player) for game_id, player in work.handed]
        done += [_begin(tournament_id, table_id) for table_id in work.tables]
        done += [absent_players.forfeit(game_id, user_id) for game_id, user_id in work.absent]
        if not any(done) and not work.again:
            break
    pausing.settle_games()
    return True


def _look(tournament_id: int) -> Work:
    """Store what has happened, set up due tables, and return what is left to do; one transaction.

    1. Begin the tournament if it is due; return if it does not run.
    2. End a pause that is over.
    3. Take out players with closed accounts, store results, and move a ladder on.
    4. Recount the standings of the groups that changed.
    5. While it is paused, return: nothing is paired and no game begins.
    6. Set up the tables that come next; without any, end the tournament.
    7. Send notifications of rounds that are over.
    8. List the work outside of the lock, and when to look next.
    """
    now = timezone.now()
    with locked(tournament_id) as tournament:
        if tournament.status == Status.OPEN:
            _begin_if_due(tournament, now)
        if tournament.status != Status.RUNNING:
            return Work()
        if get_kind(tournament).live:
            return _look_at_arena(tournament, now)
        if tournament.paused_until is not None and tournament.paused_until <= now:
            pausing.end_pause(tournament, now)
        results.put_out_closed(tournament, now)
        touched = results.note_results(tournament, now)
        if get_kind(tournament).lasting:
            touched |= ladder_ticks.advance_ladder(tournament, now)
        keep_standings(tournament, touched)
        if tournament.paused_until is not None:
            tournament.due_at = min(tournament.paused_until, now + LOOK)
            tournament.save(update_fields=["due_at"])
            return Work(handed=replacing.to_hand_over(tournament))
        left = Table.objects.filter(tournament=tournament).exclude(state=Table.State.OVER).exists()
        due = not left or get_kind(tournament).eager
        paired = due and _pair(tournament, now, left=left)
        if touched and get_kind(tournament).in_rounds and tournament.status == Status.RUNNING:
            telling.rounds_over(tournament, now)
        if tournament.status != Status.RUNNING:
            return Work()
        work = _work(tournament, now)
        work.again, work.handed = paired, replacing.to_hand_over(tournament)
        tournament.due_at = now if work != Work() else _next_look(tournament, now)
        tournament.save(update_fields=["due_at"])
    return work


def _look_at_arena(tournament: Tournament, now: datetime) -> Work:
    """The same for a running arena, in the caller's transaction.

    1. Take out players with closed accounts, give free places to people who wait for one, and store
       results; games that run when their time is over no longer count.
    2. Let those whose games are over wait for the next one, or have their break.
    3. Recount the standings if a result is new.
    4. Pair who is free, until the arena's end; after it, end it with its last game.
    5. List the work outside of the lock, and when to look next.
    """
    results.put_out_closed(tournament, now)
    if not entering.has_ended(tournament):
        entering.fill(tournament, now)
    settled = results.stop_late(tournament, now) | results.note_results(tournament, now)
    arena_ticks.release_players(tournament, now)
    if settled:
        arena_ticks.recount(tournament)
    paired = not entering.has_ended(tournament) and arena_ticks.pair_players(tournament, now)
    left = Table.objects.filter(tournament=tournament).exclude(state=Table.State.OVER).exists()
    if not left and entering.has_ended(tournament):
        end_tournament(tournament, Status.FINISHED, now)
    if settled or paired or tournament.status != Status.RUNNING:
        tell_pages(tournament)
    if tournament.status != Status.RUNNING:
        return Work()
    work = _work(tournament, now)
    work.absent = absent_players.find_absent(tournament, now)
    waits = arena_ticks.waits_for_company(tournament)
    tournament.due_at = now + (ARENA_WAITS if waits or work != Work() else ARENA_LOOK)
    tournament.save(update_fields=["due_at"])
    work.again = paired
    return work


def _begin_if_due(tournament: Tournament, now: datetime) -> None:
    """Begin it when it is full, or at its date with the players who have joined; or cancel it."""
    people = Entrant.objects.filter(tournament=tournament, state=State.IN)
    if tournament.starts_at is None or tournament.starts_at <= now:
        _take_out_strangers(tournament, now)
    number = people.count()
    if tournament.starts_at is None:
        due = number >= tournament.most
    else:
        due = tournament.starts_at <= now
    if not due or seasons.waits(tournament):
        return
    if number < max(tournament.least, tournament.players):
        end_tournament(tournament, Status.CANCELLED, now, reason="too_few")
        return
    strength = game_rotation.strength(tournament, list(people.values_list("user", flat=True)))
    ranked = sorted(people, key=lambda each: (-strength[each.user_id], each.joined_at, each.pk))
    if tournament.kind == Tournament.Kind.LEAGUE:
        ranked = seasons.seat(tournament, ranked)
    for seed, entrant in enumerate(ranked, 1):
        entrant.seed, entrant.rating = seed, strength[entrant.user_id]
    Entrant.objects.bulk_update(ranked, ["seed", "rating", "division"])
    if get_kind(tournament).live:
        arena_ticks.seat_players(tournament, ranked, now)
    tournament.status, tournament.started_at = Status.RUNNING, now
    tournament.ends_at = now + get_kind(tournament).lasts(tournament, number)
    tournament.save(update_fields=["status", "started_at", "ends_at"])
    log_event(
        tournament,
        Kind.STARTED,
        now,
        entrants=[each.pk for each in ranked],
        divisions=[each.division for each in ranked],
    )
    telling.began(tournament, now)
    series.begun(tournament, now)


def _take_out_strangers(tournament: Tournament, now: datetime) -> None:
    """Take out players who have left its club, in case the signal was lost."""
    if tournament.club_id is None:
        return
    members = ClubMember.objects.filter(club=tournament.club_id).values("user")
    there = Entrant.objects.filter(tournament=tournament, state__in=(State.IN, State.WAITING))
    for entrant in there.exclude(user__in=members):
        entering.take_out(tournament, entrant, State.WITHDRAWN, now, by=entrant.user_id)


def _pair(tournament: Tournament, now: datetime, *, left: bool) -> bool:
    """Set up the next tables; whether there are any.

    Without any, and with none ``left``, it is over. A bye may let other tables begin at once.
    """
    kind, paired = get_kind(tournament), False
    while pairings := kind.due(field_of(tournament)):
        paired, lonely = True, _set_up(tournament, pairings, now)
        if not (lonely and kind.eager):
            break
    if not paired and not left and kind.may_end(tournament, now):
        end_tournament(tournament, Status.FINISHED, now)
    return paired


def _set_up(tournament: Tournament, pairings: Sequence[Pairing], now: datetime) -> bool:
    """Set up these tables; whether a bye has already settled some."""
    tables = set_up(tournament, pairings, now)
    lonely = {pairing.place for pairing in pairings if len(pairing.entrants) == 1}
    results.note_byes(tournament, [each for each in tables if place_of(each) in lonely], now)
    keep_standings(tournament, {each.place[:2] for each in pairings})
    return bool(lonely)


def _work(tournament: Tournament, now: datetime) -> Work:
    """What must be done now at tables that are not over."""
    work = Work()
    tables = list(
        Table.objects.filter(tournament=tournament)
        .exclude(state=Table.State.OVER)
        .order_by("stage", "round", "number", "group", "part")
        .prefetch_related("players__entrant")
    )
    busy = results.running_games(tournament)
    for table in tables:
        entrants = [player.entrant for player in table.players.all()]
        if table.state == Table.State.RUNNING:
            if table.ends_at <= now and table.game_id is not None:
                work.late.append(table.game_id)
            work.given_up += [
                (table.game_id or 0, each.user_id)
                for each, player in zip(entrants, table.players.all(), strict=True)
                if each.state in GONE and not player.left
            ]
        elif results.may_begin(tournament, table, entrants, busy):
            work.tables.append(table.pk)
            busy.update(each.pk for each in entrants)
    return work


def _next_look(tournament: Tournament, now: datetime) -> datetime:
    open_ = Table.objects.filter(tournament=tournament).exclude(state=Table.State.OVER)
    ends = open_.order_by("ends_at").values_list("ends_at", flat=True).first()
    return min(ends or now + LOOK, now + LOOK)


def _settle_late(game_id: int) -> bool:
    """End a game whose time in its tournament is over."""
    table = Table.objects.select_related("tournament").get(game=game_id)
    if table.ends_at > timezone.now():  # postponed meanwhile
        return False
    Table.objects.filter(pk=table.pk).update(how=Table.How.LATE)
    try:
        ending.settle_game(game_id, table.tournament.late)
    except GameError as error:  # the game is locked: the next call tries again
        log.info("late game not settled", game=game_id, reason=error.code)
        return False
    return True


def _give_up(game_id: int, user_id: int) -> bool:
    """Let a player who is gone leave the game, so that the others need not wait."""
    try:
        actions.give_up_closed_account(game_id, user_id)
    except GameError as error:  # over by now, or locked: its clock runs
        log.info("seat not given up", game=game_id, reason=error.code)
        return False
    TablePlayer.objects.filter(table__game=game_id, entrant__user=user_id).update(left=True)
    return True


def _begin(tournament_id: int, table_id: int) -> bool:
    """Begin the game of a table, once."""
    now = timezone.now()
    with locked(tournament_id) as tournament:
        table = Table.objects.get(pk=table_id)
        if table.state != Table.State.WAITING or tournament.status != Status.RUNNING:
            return False
        if tournament.paused_until is not None:
            return False
        players = list(table.players.select_related("entrant"))
        people = [player for player in players if player.entrant.state not in GONE]
        if not results.can_play(tournament, table, len(people)):
            return False  # somebody has left since: the next look settles the table
        played = game_rotation.of_round(tournament, table.round)
        inside = tournament.club_id is not None
        game = arranged_games.start_game(
            played.type,
            [player.entrant.user_id for player in people],
            maker_id=tournament.organiser_id,
            options=played.options,
            clock=tournament.clock,
            visibility=Game.Visibility.PRIVATE if inside else Game.Visibility.PUBLIC,
            rated=tournament.rated,
            lines=tournament.allows_lines,
            organised=True,
            club_id=tournament.club_id,
            asks_ready=not get_kind(tournament).live,
        )
        results.sit(players, people)
        table.game, table.state, table.began_at = game, Table.State.RUNNING, now
        table.save(update_fields=["game", "state", "began_at"])
        log_event(tournament, Kind.BEGAN, now, table=table.pk, game=game.pk)
        if get_kind(
            tournament
        ).live:  # still this process's, while it begins one game after another
            Tournament.objects.filter(pk=tournament_id).update(due_at=now + ARENA_CLAIM)
        tell_pages(tournament)
    return True


def end_tournament(
    tournament: Tournament,
    status: str,
    now: datetime,
    *,
    reason: str = "",
    by: int | None = None,
) -> None:
    """End a tournament, finished or cancelled, in the caller's transaction."""
    tournament.status, tournament.ended_at, tournament.due_at = status, now, None
    tournament.paused_until = None  # games of a cancelled tournament continue
    tournament.save(update_fields=["status", "ended_at", "due_at", "paused_until"])
    if status == Status.FINISHED:
        results.give_places(tournament)
        log_event(tournament, Kind.ENDED, now)
        telling.over(tournament, now)
    else:
        log_event(tournament, Kind.CANCELLED, now, by=by, reason=reason)
        tell_pages(tournament)
        telling.called_off(tournament, reason, now)
    series.ended(tournament, now)
