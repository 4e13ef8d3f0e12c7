"""Results of tables: of finished games, and of games that nobody will play."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F, Q

from accounts.moderation import sanctions
from games.models import (
    Entrant,
    Game,
    Seat,
    Table,
    TablePlayer,
    Tenure,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.rules import registry
from games.statistics import finished
from games.tournaments import telling
from games.tournaments.kinds import game_rotation, standing
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.kinds.standing import Seated
from games.tournaments.rows import GONE, keep_standings, log_event, place_of
from games.tournaments.running import replacing

How, State = Table.How, Entrant.State
Group = tuple[int, int]


def note_results(tournament: Tournament, now: datetime) -> set[Group]:
    """Store the results of tables, and return the groups that this changes.

    In the caller's transaction. Players who lost on time too often are out, which may settle more
    tables.
    """
    touched: set[Group] = set()
    while True:
        settled = [table for table in _decided(tournament, now) if _settle(tournament, table, now)]
        if not settled:
            return touched
        touched |= {(table.stage, table.group) for table in settled}
        _put_out(tournament, now)


def _decided(tournament: Tournament, now: datetime) -> list[Table]:
    """The tables whose games are over, and those that can no longer have a game."""
    over = Q(game__status__in=(Game.Status.FINISHED, Game.Status.CANCELLED))
    waiting = Q(game=None) & (Q(ends_at__lte=now) | Q(players__entrant__state__in=GONE))
    found = Table.objects.filter(over | waiting, tournament=tournament)
    numbers = set(found.exclude(state=Table.State.OVER).values_list("pk", flat=True))
    tables = Table.objects.filter(pk__in=numbers).order_by("pk").select_related("game")
    return list(tables.defer("game__state").prefetch_related("players__entrant"))


def _settle(tournament: Tournament, table: Table, now: datetime) -> bool:
    """Settle this table if possible; whether it is over now."""
    players = list(table.players.all())
    if table.game is not None:
        how, seated = _of_game(table, table.game, players)
    else:
        present = [player for player in players if player.entrant.state not in GONE]
        if table.ends_at > now and can_play(tournament, table, len(present)):
            return False
        how = How.UNPLAYED if len(present) > 1 else How.WALKOVER
        seated = [_without_game(player, present) for player in players]
    enter(tournament, table, how, seated, now)
    return True


def stop_late(tournament: Tournament, now: datetime) -> set[Group]:
    """In an arena, games that were not over when their time was do not count; they go on.

    Neither do games that were stopped, so that their players need not wait for them. In the
    caller's transaction, before ``note_results``; the groups that this changes.
    """
    running = Table.objects.filter(tournament=tournament, state=Table.State.RUNNING)
    in_time = Q(game__finished_at__lte=F("ends_at"))
    late = Q(ends_at__lte=now) & ~in_time | Q(game__broken_at__isnull=False)
    found = list(running.filter(late).prefetch_related("players"))
    for table in found:
        seated = [Seated(player.entrant_id, 1) for player in table.players.all()]
        enter(tournament, table, How.UNFINISHED, seated, now)
    return {(0, 0)} if found else set()


def note_byes(tournament: Tournament, tables: Iterable[Table], now: datetime) -> None:
    """Record a win for each player without an opponent."""
    for table in tables:
        players = list(table.players.all())
        if len(players) == 1:
            enter(tournament, table, How.BYE, [Seated(players[0].entrant_id, 1)], now)


def can_play(tournament: Tournament, table: Table, people: int) -> bool:
    """Whether so many of a table's players can begin its game."""
    type_ = game_rotation.of_round(tournament, table.round).type
    return people == tournament.players or (people > 1 and people in registry.get(type_).players)


def _without_game(player: TablePlayer, present: Sequence[TablePlayer]) -> Seated:
    """Rank a player without a game.

    All present players share the first place, which gives points only if somebody has left; players
    who have left come last.
    """
    gone = player not in present
    return Seated(player.entrant_id, 1 + len(present) if gone else 1, left=gone)


def _of_game(table: Table, game: Game, players: Sequence[TablePlayer]) -> tuple[str, list[Seated]]:
    """The result of a table's game.

    A player who did not stay comes last, whoever played on; a substitute counts like a player who
    began. A cancelled game is a draw between the players who were still there; if nobody was, all
    have left it.
    """
    over = _with_substitutes(game, players)
    late = set(
        Tenure.objects.filter(seat__game=game, ended=Tenure.Reason.FORFEITED).values_list(
            "seat__index", flat=True
        )
    )
    cancelled = game.status == Game.Status.CANCELLED
    deserted = not any(one.stayed for one in over.starters)
    places = [1] * len(over.starters) if cancelled else over.places()
    seated = []
    for player in players:
        if player.index >= len(over.starters):  # gone before it began
            seated.append(Seated(player.entrant_id, 1 + len(over.starters), left=True))
            continue
        one = over.starters[player.index]
        left = not one.stayed and (deserted or not cancelled)
        score = None if cancelled else one.score
        seated.append(
            Seated(player.entrant_id, places[player.index], score, left, player.index in late)
        )
    if cancelled:
        return How.CANCELLED, seated
    if table.how == How.LATE:
        return How.LATE, seated
    return How.TIME if any(one.lapsed for one in seated) else How.PLAYED, seated


def _with_substitutes(game: Game, players: Sequence[TablePlayer]) -> finished.Finished:
    [over] = finished.with_starters([game])
    held = Seat.objects.filter(game=game, bot="", resigned_at=None)
    holders = dict(held.values_list("index", "user"))
    sits = {player.index: player.entrant.user_id for player in players}
    starters = [
        dataclasses.replace(one, stayed=sits.get(one.seat) == holders.get(one.seat, 0))
        for one in over.starters
    ]
    return dataclasses.replace(over, starters=starters)


def enter(
    tournament: Tournament,
    table: Table,
    how: str,
    seated: Sequence[Seated],
    now: datetime,
    *,
    by: int | None = None,
    reason: str = "",
) -> None:
    """Store a table's result, or correct it, with a line of the log; in the caller's transaction.

    ``by``: an organiser, with a ``reason``.
    """
    board = standing.Board(place_of(table), tuple(seated), how)
    given = standing.points(board, tournament.points)
    players = {player.entrant_id: player for player in table.players.all()}
    for one in seated:
        player = players[one.entrant]
        player.rank, player.score, player.left = one.rank, one.score, one.left
        player.lapsed, player.points = one.lapsed, given[one.entrant]
    TablePlayer.objects.bulk_update(players.values(), ["rank", "score", "left", "lapsed", "points"])
    table.state, table.how, table.over_at = Table.State.OVER, how, table.over_at or now
    table.save(update_fields=["state", "how", "over_at"])
    log_event(
        tournament,
        TournamentEvent.Kind.CORRECTED if by else TournamentEvent.Kind.RESULT,
        now,
        by=by,
        reason=reason,
        table=table.pk,
        how=how,
        seated=[list(one) for one in seated],
    )


def put_out_closed(tournament: Tournament, now: datetime) -> None:
    """Take out players whose accounts are closed for good; in the caller's transaction."""
    closed = Entrant.objects.filter(
        tournament=tournament, state__in=(State.IN, State.WAITING), user__is_active=False
    ).exclude(user__in=sanctions.away().values("user"))
    for entrant in closed:
        go(tournament, entrant, State.WITHDRAWN, now, by=entrant.user_id, reason="closed")


def _put_out(tournament: Tournament, now: datetime) -> None:
    """Count losses on time, and put out the players who have too many."""
    most = get_kind(tournament).most_lapses
    if most is None:
        return
    lapsed = Counter(
        TablePlayer.objects.filter(table__tournament=tournament, lapsed=True).values_list(
            "entrant", flat=True
        )
    )
    for entrant in Entrant.objects.filter(pk__in=lapsed):
        if entrant.lapses == lapsed[entrant.pk]:
            continue
        entrant.lapses = lapsed[entrant.pk]
        if entrant.lapses >= most and entrant.state == State.IN:
            go(tournament, entrant, State.OUT, now)
        entrant.save(update_fields=["lapses"])


def go(
    tournament: Tournament,
    entrant: Entrant,
    state: str,
    now: datetime,
    *,
    by: int | None = None,
    reason: str = "",
) -> None:
    """Take a player out, in the caller's transaction.

    A substitute takes their place, or ``running.advance`` resigns their running games. The
    standings of their groups change.
    """
    entrant.state = state
    entrant.save(update_fields=["state"])
    log_event(
        tournament,
        TournamentEvent.Kind.GONE,
        now,
        by=by,
        reason=reason,
        entrant=entrant.pk,
        state=str(state),
    )
    if by != entrant.user_id:
        telling.decided(tournament, [entrant], str(state), reason, now)
    there = replacing.fill(tournament, entrant, now) or entrant
    groups = Table.objects.filter(players__entrant=there).values_list("stage", "group")
    keep_standings(tournament, [(0, 0)] if get_kind(tournament).joins_late else groups.distinct())


def running_games(tournament: Tournament) -> Counter[int]:
    """How many of its games each entrant is playing."""
    at = TablePlayer.objects.filter(table__tournament=tournament, table__state=Table.State.RUNNING)
    return Counter(at.values_list("entrant", flat=True))


def may_begin(
    tournament: Tournament, table: Table, entrants: Iterable[Entrant], busy: Counter[int]
) -> bool:
    """Whether those at the table who have not left can play, and begin another game at once.

    A table that was set up for somebody who had left is settled at the next look.
    """
    present = [each for each in entrants if each.state not in GONE]
    return can_play(tournament, table, len(present)) and all(
        busy[each.pk] < tournament.at_once for each in present
    )


def sit(players: Sequence[TablePlayer], people: Sequence[TablePlayer]) -> None:
    """Give the players the numbers of the game's seats; players who are gone get those after
    them."""
    absent = [player for player in players if player not in people]
    ordered = [*people, *absent]
    if [player.index for player in ordered] == list(range(len(ordered))):
        return
    for shift in (100, 0):  # no two may have the same number in between
        for index, player in enumerate(ordered):
            player.index = index + shift
        TablePlayer.objects.bulk_update(ordered, ["index"])


def give_places(tournament: Tournament) -> None:
    """Store everybody's final place.

    Players who reached a later stage come before all others. In a league the order is by division,
    then place; with several groups by place, then points.
    """
    best: dict[int, TournamentStanding] = {}
    for row in TournamentStanding.objects.filter(tournament=tournament).order_by("stage"):
        best[row.entrant_id] = row

    entrants = {each.pk: each for each in Entrant.objects.filter(pk__in=best)}
    gone = {pk for pk, each in entrants.items() if each.state in GONE}
    league = tournament.kind == Tournament.Kind.LEAGUE
    in_groups = tournament.kind == Tournament.Kind.ROBIN

    def order(row: TournamentStanding) -> tuple[int, bool, int, int, list[float]]:
        division, left = row.group if league else 0, row.entrant_id in gone
        among_groups = [-value for value in (row.score, *row.breaks)] if in_groups else []
        return division, left, -row.stage, row.place, among_groups

    ranked = sorted(best.values(), key=order)
    places = standing.numbered([order(row) for row in ranked], tournament.arithmetic)
    for row, place in zip(ranked, places, strict=True):
        entrants[row.entrant_id].place = place
    Entrant.objects.bulk_update(entrants.values(), ["place"])
