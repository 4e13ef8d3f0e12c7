"""The lists of tournaments for pages and programs; each query uses an index."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.models import (
    Challenge,
    Entrant,
    Game,
    Seat,
    Series,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentInvitation,
    TournamentStanding,
)
from games.stages import stage_visibility
from games.tournaments import club_tournaments, inviting, rows
from games.tournaments.kinds import naming
from games.tournaments.kinds.kind import Slot
from games.tournaments.kinds.kinds import LIVE, get_kind
from games.tournaments.rows import BIGGEST_ID, no_such
from games.tournaments.series.series import no_such as no_such_series

State, Status = Entrant.State, Tournament.Status
#: Lines of the log, and of standings, shown at once.
LINES, STANDINGS = 40, 64
#: Editions of a series shown.
EDITIONS = 60
#: Waiting games of a person, and tables of a ladder, shown.
WAITING, NEWEST = 12, 200
#: Challenges shown.
CHALLENGES = 50


class Cell(NamedTuple):
    """A table's result for one of its players; ``game`` is None if none was played."""

    table: int
    game: int | None
    state: str
    points: float | None
    how: str


class Edition(NamedTuple):
    """One tournament of a series; no winners until it is over, several in a tie."""

    tournament: Tournament
    winners: list[str]


class Meeting(NamedTuple):
    """The place of a game: its tournament, and the round in words."""

    tournament: int
    name: str
    round: str


class Waiting(NamedTuple):
    """A seat that must move in a game of the tournament; ``others`` wait for it."""

    game: int
    user: int
    others: list[int]
    seat: Seat


def all_() -> QuerySet[Tournament]:
    """Tournaments with their number of participants (``taken``)."""
    taking = Count("entrants", filter=Q(entrants__state=State.IN))
    return Tournament.objects.annotate(taken=taking).select_related(
        "organiser", "club", "series__organiser"
    )


def seen_by(user_id: int | None) -> QuerySet[Tournament]:
    """The tournaments that a user, or a visitor, may see, newest first.

    A tournament of a type that is no longer published is listed for its players only.
    """
    return all_().filter(club_tournaments.seen_by(user_id), _on_offer(user_id)).order_by("-pk")


def today(user_id: int | None, until: datetime) -> QuerySet[Tournament]:
    """What a user, or a visitor, may see of live tournaments that are running, and of those of all
    kinds that start before ``until``, by their start."""
    on = Q(status=Tournament.Status.RUNNING, kind__in=LIVE)
    on |= Q(status=Tournament.Status.OPEN, starts_at__lt=until)
    return seen_by(user_id).filter(on).order_by("starts_at", "pk")


def _on_offer(user_id: int | None) -> Q:
    offered = ~Q(type__in=stage_visibility.not_offered(user_id))
    if user_id is None:
        return offered
    joined = Entrant.objects.filter(user=user_id).values("tournament")
    return offered | Q(pk__in=joined) | Q(organiser=user_id)


def of_club(club_id: int) -> QuerySet[Tournament]:
    """The tournaments of a club; the caller has checked that the reader is a member."""
    return all_().filter(club=club_id).order_by("-pk")


def of_person(user_id: int) -> QuerySet[Tournament]:
    """Those that a person takes or took part in, runs, or is invited to; newest first."""
    joined = Entrant.objects.filter(user=user_id).values("tournament")
    mine = (
        Q(pk__in=joined)
        | Q(organiser=user_id)
        | Q(pk__in=inviting.waiting_for(user_id).values("tournament"))
    )
    return seen_by(user_id).filter(mine)


def one(tournament_id: int, user_id: int | None) -> Tournament:
    """The tournament, if this person may see it; otherwise NotFound."""
    found = all_().filter(pk=tournament_id).first() if tournament_id <= BIGGEST_ID else None
    if found is None or not club_tournaments.may_see(found, user_id):
        raise no_such()
    if not Tournament.objects.filter(_on_offer(user_id), pk=found.pk).exists():
        raise no_such()
    return found


def entrant(tournament: Tournament, user_id: int | None) -> Entrant | None:
    """This person's past or present entry."""
    if user_id is None:
        return None
    return Entrant.objects.filter(tournament=tournament, user=user_id).first()


def invitation(tournament: Tournament, user_id: int | None) -> TournamentInvitation | None:
    """This person's invitation, whether or not they have answered."""
    if user_id is None or not tournament.by_invitation:
        return None
    mine = TournamentInvitation.objects.filter(tournament=tournament, user=user_id)
    return mine.select_related("by").first()


def entrants(tournament: Tournament) -> list[Entrant]:
    """The entrants, in the order of their places, their strength, or their joining."""
    rows = Entrant.objects.filter(tournament=tournament).select_related("user")
    if tournament.status == Status.OPEN:
        rows = rows.filter(state__in=(State.IN, State.WAITING))
    return list(rows.order_by("place", "seed", "joined_at", "pk"))


def entrant_names(tournament: Tournament) -> dict[int, str]:
    """The names of all who have ever entered, by entrant: its log names them."""
    rows = Entrant.objects.filter(tournament=tournament)
    return dict(rows.values_list("pk", "user__username"))


def groups(tournament: Tournament) -> list[tuple[int, int]]:
    """The existing stages and groups."""
    rows = TournamentStanding.objects.filter(tournament=tournament).order_by("stage", "group")
    return list(rows.values_list("stage", "group").distinct())


def group_of(tournament: Tournament, user_id: int | None) -> tuple[int, int] | None:
    """The newest group that this person is in."""
    own = TournamentStanding.objects.filter(tournament=tournament, entrant__user=user_id)
    return own.order_by("-stage", "group").values_list("stage", "group").first()


def standings(tournament: Tournament, stage: int, group: int) -> list[TournamentStanding]:
    rows = TournamentStanding.objects.filter(tournament=tournament, stage=stage, group=group)
    return list(rows.select_related("entrant__user").order_by("place", "entrant__seed"))


def divisions(season: Tournament) -> dict[int, list[TournamentStanding]]:
    """In a league, the standings of all divisions, by their groups."""
    found: dict[int, list[TournamentStanding]] = {}
    standings = TournamentStanding.objects.filter(tournament=season).select_related("entrant__user")
    for standing in standings.order_by("group", "place", "entrant__seed"):
        found.setdefault(standing.group, []).append(standing)
    return found


def next_season(season: Tournament) -> Tournament | None:
    """The season of the same league that can be joined."""
    later = Tournament.objects.filter(
        series=season.series_id, edition__gt=season.edition or 0, status=Status.OPEN
    )
    return later.order_by("edition").first() if season.series_id else None


def cells(tournament: Tournament, stage: int, group: int) -> dict[int, dict[int, Cell]]:
    """By table, the result of each of its entrants."""
    players = TablePlayer.objects.filter(
        table__tournament=tournament, table__stage=stage, table__group=group
    ).order_by("table__round", "table__number", "index")
    found: dict[int, dict[int, Cell]] = {}
    for entrant_id, table, game, state, points, how in players.values_list(
        "entrant", "table", "table__game", "table__state", "points", "table__how"
    ):
        found.setdefault(table, {})[entrant_id] = Cell(table, game, state, points, how)
    return found


def tables(tournament: Tournament, stage: int, group: int) -> list[Table]:
    """The tables of a group in the order of rounds, with their players; of a lasting tournament the
    newest."""
    rows = Table.objects.filter(tournament=tournament, stage=stage, group=group)
    rows = rows.prefetch_related("players__entrant__user")
    if get_kind(tournament).lasting:
        return list(rows.order_by("-round")[:NEWEST])[::-1]
    return list(rows.order_by("round", "number", "part"))


def decided(tournament: Tournament, most: int, before: int | None = None) -> list[Table]:
    """The finished tables, newest first, or those before one of them."""
    rows = Table.objects.filter(tournament=tournament, state=Table.State.OVER)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows.order_by("-pk").prefetch_related("players__entrant__user")[:most])


def slots(tournament: Tournament) -> dict[tuple[int, int], Slot]:
    """All matches of an elimination, by round and number."""
    kind = get_kind(tournament)
    known = tournament.kind == Tournament.Kind.ELIMINATION
    return kind.slots(rows.field(tournament)) if known else {}


def plays_on(tournament: Tournament, user_id: int) -> bool:
    """Whether a player is known to come to an undecided match of an elimination."""
    entrant = Entrant.objects.get(tournament=tournament, user=user_id)
    return any(
        slot.onward is None and entrant.pk in slot.people for slot in slots(tournament).values()
    )


def challenges(tournament: Tournament) -> list[Challenge]:
    """The newest challenges of a ladder."""
    rows = Challenge.objects.filter(tournament=tournament).order_by("-pk")
    people = ("challenger__user", "challenged__user", "table")
    return list(rows.select_related(*people)[:CHALLENGES])


def games(tournament: Tournament) -> tuple[int, int]:
    """How many tables are over, and how many exist so far."""
    return games_of([tournament])[tournament.pk]


def games_of(tournaments: Collection[Tournament]) -> dict[int, tuple[int, int]]:
    """The same for several tournaments, by their numbers."""
    rows = Table.objects.filter(tournament__in=tournaments).values("tournament")
    counted = rows.annotate(over=Count("pk", filter=Q(state=Table.State.OVER)), all=Count("pk"))
    found = {row["tournament"]: (row["over"], row["all"]) for row in counted}
    return {each.pk: found.get(each.pk, (0, 0)) for each in tournaments}


def list_awaited_players(tournament: Tournament, user_id: int | None = None) -> list[Waiting]:
    """The players that running tables wait for, the least time left first.

    ``user_id`` restricts it to the tables of one person.
    """
    running = Table.objects.filter(tournament=tournament, state=Table.State.RUNNING)
    if user_id is not None:
        running = running.filter(players__entrant__user=user_id)
    seats = Seat.objects.filter(
        game__in=running.values("game"), to_move=True, bot="", game__status="running"
    ).select_related("user", "game")
    listed = list(
        seats.defer("game__state").order_by("deadline", "pk")[: WAITING if user_id is None else 50]
    )
    others = _people({seat.game_id for seat in listed})
    return [
        Waiting(
            seat.game_id,
            seat.user_id or 0,
            [each for each in others[seat.game_id] if each != seat.user_id],
            seat,
        )
        for seat in listed
    ]


def _people(game_ids: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {game_id: [] for game_id in game_ids}
    seats = Seat.objects.filter(game__in=found, user__isnull=False).order_by("index")
    for game_id, user_id in seats.values_list("game", "user"):
        found[game_id].append(user_id or 0)
    return found


def list_events(tournament: Tournament, before: int | None = None) -> list[TournamentEvent]:
    """The newest lines, or those before a line, without the beginnings of games and the pairings.

    Those are visible at the tables.
    """
    quiet = (TournamentEvent.Kind.PAIRED, TournamentEvent.Kind.BEGAN)
    rows = TournamentEvent.objects.filter(tournament=tournament).exclude(kind__in=quiet)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return list(rows.select_related("by").order_by("-pk")[:LINES])


def of_games(games: Iterable[Game]) -> dict[int, Meeting]:
    """The tournament and the round of these games, by game."""
    organised = [game.pk for game in games if game.organised]
    if not organised:
        return {}
    people = Count("tournament__entrants", filter=Q(tournament__entrants__seed__gt=0))
    rows = Table.objects.filter(game__in=organised).annotate(people=people)
    return {
        table.game_id or 0: Meeting(
            table.tournament_id,
            table.tournament.name,
            naming.of_round(table.tournament, table.stage, table.round, table.people),
        )
        for table in rows.select_related("tournament")
    }


def round_name(tournament: Tournament, stage: int, number: int) -> str:
    people = Entrant.objects.filter(tournament=tournament, seed__gt=0).count()
    return naming.of_round(tournament, stage, number, people)


def first_finished(user_id: int) -> Tournament | None:
    """The first public tournament that a person played to the end."""
    stayed = Entrant.objects.filter(
        user=user_id,
        state=State.IN,
        place__isnull=False,
        tournament__status=Status.FINISHED,
        tournament__club=None,
    ).select_related("tournament")
    first = stayed.order_by("tournament__ended_at").first()
    return first.tournament if first else None


def trophies(user_id: int, reader_id: int | None) -> list[Entrant]:
    """The first three places in finished tournaments that the reader may see, newest first."""
    won = Entrant.objects.filter(
        user=user_id, place__lte=3, tournament__in=seen_by(reader_id).filter(status=Status.FINISHED)
    ).select_related("tournament")
    return list(won.order_by("-tournament__ended_at")[:20])


def series(reader_id: int | None) -> QuerySet[Series]:
    """The active series that a person, or a visitor, may see; newest first."""
    seen = Series.objects.filter(club_tournaments.series_seen_by(reader_id), active=True)
    return seen.select_related("organiser").order_by("-pk")


def one_series(series_id: int, reader: User | None) -> Series:
    """The series, if this person may see it; moderators may see all."""
    rows = Series.objects.filter(pk=series_id).select_related("organiser")
    if reader is None or not reader.has_perm("games.moderate_game"):
        rows = rows.filter(club_tournaments.series_seen_by(reader.pk if reader else None))
    found = rows.first() if series_id <= BIGGEST_ID else None
    if found is None:
        raise no_such_series()
    return found


def editions(series: Series) -> list[Edition]:
    """The editions of a series with their winners, newest first."""
    found = list(all_().filter(series=series).order_by("-edition")[:EDITIONS])
    won = Entrant.objects.filter(tournament__in=found, place=1).order_by("seed")
    winners: dict[int, list[str]] = {}
    for tournament_id, name in won.values_list("tournament", "user__username"):
        winners.setdefault(tournament_id, []).append(name)
    return [Edition(each, winners.get(each.pk, [])) for each in found]
