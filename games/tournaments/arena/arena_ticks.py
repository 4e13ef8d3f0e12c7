"""What time does in a running arena: who is free, tables for them, and the standings.

All of it happens in the transaction that locks the tournament; people who wait in several arenas
are locked by one after the other (``_hold``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from accounts import counting
from games.clocks.kinds import Live
from games.models import (
    ArenaPlayer,
    Entrant,
    Game,
    Move,
    Seat,
    Table,
    TablePlayer,
    Tournament,
    TournamentStanding,
)
from games.ratings.skill import display_value
from games.tournaments import tables
from games.tournaments.arena.pairing import RECENT, Free, pair_free
from games.tournaments.kinds import arena
from games.tournaments.kinds.kind import Pairing
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.kinds.standing import Place
from games.tournaments.rows import GONE, field, keep_standings, write_lines

#: The only group.
GROUP = (0, 0)
#: The kind of clock of live tables, as stored.
LIVE = Live.__struct_config__.tag


def seat_players(tournament: Tournament, entrants: Iterable[Entrant], now: datetime) -> None:
    """Let everybody who is there at the start wait for a table."""
    ArenaPlayer.objects.bulk_create(
        ArenaPlayer(entrant=each, tournament=tournament, free_from=now) for each in entrants
    )
    keep_standings(tournament, {GROUP})


def release_players(tournament: Tournament, now: datetime) -> None:
    """Those whose games are over wait for the next one, or have their break.

    A player who lost on time without a single choice was not there, and has a break; so have two
    who both did not come.
    """
    over = ArenaPlayer.objects.filter(tournament=tournament, table__state=Table.State.OVER)
    released = list(over.select_related("entrant", "table"))
    absent = _absent(released)
    for player in released:
        if player.entrant_id in absent and not player.on_break:
            player.on_break = player.was_absent = True
        gone = player.entrant.state in GONE
        player.table, player.free_from = None, None if player.on_break or gone else now
    ArenaPlayer.objects.bulk_update(released, ["table", "free_from", "on_break", "was_absent"])


def _absent(released: Sequence[ArenaPlayer]) -> set[int]:
    at_tables = TablePlayer.objects.filter(
        Q(lapsed=True) | Q(table__how=Table.How.CANCELLED),
        table__in=[each.table_id for each in released],
        entrant__in=[each.entrant_id for each in released],
    )
    return {
        each.entrant_id
        for each in at_tables.select_related("table")
        if not (has_chosen if each.lapsed else has_come)(each.table.game_id or 0, each.index)
    }


def has_chosen(game_id: int, index: int) -> bool:
    """Whether the holder of this seat has made a choice in the game."""
    return Move.objects.filter(game=game_id, seat=index, action=Move.Action.CHOOSE).exists()


def has_come(game_id: int, index: int) -> bool:
    """Whether the holder of this seat has opened the table, or made a choice in the game."""
    seen = Seat.objects.filter(game=game_id, index=index, seen_version__gt=0)
    return seen.exists() or has_chosen(game_id, index)


def recount(tournament: Tournament) -> None:
    """Store the standings, and everybody's performance."""
    here = field(tournament, stage=0, group=0)
    write_lines(tournament, *GROUP, get_kind(tournament).standings(here, *GROUP))
    entrants = Entrant.objects.filter(tournament=tournament).values_list("pk", "rating")
    ratings = {pk: float(display_value(rating)) for pk, rating in entrants}
    sheets = arena.add_up(here.boards)
    players = list(ArenaPlayer.objects.filter(tournament=tournament))
    changed = []
    for player in players:
        found = arena.performance(sheets[player.entrant_id], ratings)
        if found != player.performance:
            player.performance = found
            changed.append(player)
    ArenaPlayer.objects.bulk_update(changed, ["performance"])


def pair_players(tournament: Tournament, now: datetime) -> bool:
    """Set up tables for the people who are free; whether there are any.

    The row of each player has one table, and is free only without one: nobody sits at two. Nor does
    anybody who sits at a live table elsewhere; they wait until that game is over.
    """
    _hold(tournament)
    waiting = {each.entrant_id: each for each in _free(tournament)}
    if len(waiting) < 2:
        return False
    playing = ArenaPlayer.objects.filter(tournament=tournament, table__isnull=False)
    ranks = _ranks(tournament)
    people = _described(waiting.values(), ranks, now)
    pairs = pair_free(people, len(ranks), others=playing.filter(on_break=False).exists())
    if not pairs:
        return False
    last = Table.objects.filter(tournament=tournament).aggregate(last=Max("round"))["last"] or 0
    pairings = [
        Pairing(Place(*GROUP, last + 1, number), tuple(pair)) for number, pair in enumerate(pairs)
    ]
    for table, pair in zip(tables.set_up(tournament, pairings, now), pairs, strict=True):
        for entrant in pair:
            waiting[entrant].table, waiting[entrant].free_from = table, None
    seated = [waiting[entrant] for pair in pairs for entrant in pair]
    ArenaPlayer.objects.bulk_update(seated, ["table", "free_from"])
    return True


def waits_for_company(tournament: Tournament) -> bool:
    """Whether people wait who may meet as soon as they have waited longer."""
    return len(_free(tournament)[:2]) == 2


def _hold(tournament: Tournament) -> None:
    """Let no other arena seat the people who wait in both, until the transaction ends."""
    others = Entrant.objects.filter(
        user=OuterRef("entrant__user"),
        state=Entrant.State.IN,
        tournament__kind=tournament.kind,
        tournament__status__in=(Tournament.Status.OPEN, Tournament.Status.RUNNING),
    ).exclude(tournament=tournament)
    waiting = ArenaPlayer.objects.filter(tournament=tournament, free_from__isnull=False)
    shared = waiting.filter(Exists(others)).values_list("entrant__user", flat=True)
    for user_id in sorted(shared):  # in one order: no two arenas wait for each other
        counting.alone(user_id)


def _free(tournament: Tournament) -> QuerySet[ArenaPlayer]:
    """The people who wait here and do not sit, nor are about to, at a live table elsewhere."""
    elsewhere = Seat.objects.filter(
        user=OuterRef("entrant__user"),
        rank=None,
        bot="",
        resigned_at=None,
        game__status=Game.Status.RUNNING,
        game__clock__kind=LIVE,
        game__paused_at=None,
        game__broken_at=None,
    )
    seated = ArenaPlayer.objects.filter(
        tournament__status=Tournament.Status.RUNNING,
        entrant__user=OuterRef("entrant__user"),
        table__state=Table.State.WAITING,
    )
    here = ArenaPlayer.objects.filter(tournament=tournament, free_from__isnull=False)
    return here.filter(~Exists(elsewhere), ~Exists(seated), entrant__state=Entrant.State.IN)


def _ranks(tournament: Tournament) -> dict[int, int]:
    """Everybody's place in the standings, each once."""
    standings = TournamentStanding.objects.filter(tournament=tournament)
    ordered = standings.order_by("place", "entrant__seed").values_list("entrant", flat=True)
    return {entrant: rank for rank, entrant in enumerate(ordered, 1)}


def _described(waiting: Iterable[ArenaPlayer], ranks: dict[int, int], now: datetime) -> list[Free]:
    """What the pairing has to know of these people: their last opponents and their seats."""
    people = list(waiting)
    own = TablePlayer.objects.filter(entrant__in=[each.entrant_id for each in people])
    found = TablePlayer.objects.filter(table__in=own.values("table")).order_by("-table")
    sat: dict[int, dict[int, int]] = defaultdict(dict)  # by table, the entrants' seats
    for table, entrant, index in found.values_list("table", "entrant", "index"):
        sat[table][entrant] = index
    met: dict[int, list[tuple[int, int]]] = defaultdict(list)  # opponent and own seat
    for seats in sat.values():
        for entrant, index in seats.items():
            met[entrant] += [(other, index) for other in seats if other != entrant]
    return [
        Free(
            player.entrant_id,
            ranks.get(player.entrant_id, len(ranks) + 1),
            (now - (player.free_from or now)).total_seconds(),
            tuple(other for other, _index in games[: len(RECENT)]),
            sum(1 if index == 0 else -1 for _other, index in games),
            bool(games) and games[0][1] == 0,
        )
        for player in people
        for games in [met[player.entrant_id]]
    ]
