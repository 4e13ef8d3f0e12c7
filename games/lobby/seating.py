"""Seats people by standing invitations.

The tick of quick matches finds invitations that fit each other and starts a game for them. A quick
match finds them, too. Two people have at most one running game that was made this way. An advisory
lock lets one game be made at a time, so a tick may run twice. Nobody is seated who is suspended, on
vacation, about to close the account, replaced by a bot in some game, or has too many games
waiting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from itertools import combinations

from django.db import OperationalError, transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.calendar import calendars
from accounts.models import Block, Friend
from boardgames.celery import due_rows
from boardgames.database import locks
from games.clocks import kinds
from games.errors import Busy, GameError
from games.lobby import arranged_games, limits, open_games, pace, requirements, standing
from games.lobby.pace import PACES
from games.models import Game, Placement, Seat, StandingInvitation
from games.rules import registry
from games.stages import stage_visibility
from games.storage.position import Position

#: Invitations to the same kind of game that one tick considers, at random if there are more.
MOST_AT_ONCE = 100
#: If one of two people has left a shared game before it was played, they are not seated together
#: for this long.
RESTS = timedelta(days=1)
#: The key of an advisory lock of PostgreSQL.
LOCK = 7_201_305_518


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the lock for seating.

    So two simultaneous requests find each other, and nobody is seated twice. Busy if many ask at
    once.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locks.held(LOCK))
        except OperationalError as error:
            raise Busy from error
        yield


def take_up() -> int:
    """One tick: start games for invitations that fit; return how many."""
    let_go()
    open_ones = Game.objects.filter(quick=True, status=Game.Status.OPEN).order_by("pk")
    numbers = open_ones.values_list("pk", flat=True)
    begun = due_rows.process_each("waiting quick matches", numbers, lambda pk: fill(pk) is not None)
    tables = {
        table[0]: table
        for type_, players, of_pace in _wanted()
        for table in _tables(_able(_alike(type_, players, of_pace)), players)
    }
    return begun + due_rows.process_each(
        "standing invitations", tables, lambda pk: _begin(tables[pk])
    )


def let_go() -> int:
    """Release invitations from games that are over, and from those that their person has left."""
    seats = Seat.objects.filter(
        game=OuterRef("game"),
        user=OuterRef("user"),
        game__status__in=(Game.Status.OPEN, Game.Status.RUNNING),
        rank=None,
        resigned_at=None,
    )
    return Placement.objects.filter(~Exists(seats), over=False).update(over=True)


def _wanted() -> list[tuple[str, int, str]]:
    """The kinds of games that enough people want: type, number of players, pace."""
    kinds_ = StandingInvitation.objects.filter(paused_at=None).order_by()
    wanted = kinds_.values_list("type", "players", "pace").annotate(
        people=Count("user", distinct=True)
    )
    known = {rules.slug for rules in registry.all()}
    return [
        (type_, players, of_pace)
        for type_, players, of_pace, people in wanted
        if people >= players and type_ in known
    ]


def _alike(type_: str, players: int, of_pace: str) -> QuerySet[StandingInvitation]:
    found = standing.find_usable_invitations().filter(type=type_, players=players, pace=of_pace)
    return found.select_related("user").order_by("?")[:MOST_AT_ONCE]


def _able(found: Iterable[StandingInvitation]) -> list[StandingInvitation]:
    """The invitations whose people can play now; those longest without a new game come first."""
    invitations, now = list(found), timezone.now()
    users = {one.user_id for one in invitations}
    replaced = Seat.objects.filter(
        user__in=users,
        rank=None,
        resigned_at=None,
        game__status=Game.Status.RUNNING,
        game__practice=False,
    ).exclude(bot="")
    unable = limits.waited_for_by_many(users) | set(replaced.values_list("user_id", flat=True))
    for type_ in {one.type for one in invitations}:  # a set of one, or empty
        unable |= stage_visibility.without(type_, users)
    able = [
        one
        for one in invitations
        if one.user_id not in unable and not calendars.on_vacation(one.user, now)
    ]
    return sorted(able, key=lambda one: (one.placed_at or one.at, one.pk))


def _tables(waiting: Sequence[StandingInvitation], players: int) -> Iterator[list[int]]:
    """Groups of people who may play together, each as many as a game takes, each person once."""
    company, left = Company(waiting), list(waiting)
    while left:
        table = [left.pop(0)]
        for other in left:
            if len(table) == players:
                break
            if all(company.fits(other, one) for one in table):
                table.append(other)
        if len(table) == players:
            company.meet(one.user_id for one in table)
            left = [one for one in left if one not in table]
            yield [one.pk for one in table]


def _begin(table: Sequence[int]) -> bool:
    """Start a game for these invitations, if they are still open."""
    try:
        with one_at_a_time(), transaction.atomic(durable=True):
            locked = standing.find_usable_invitations().filter(pk__in=table).select_related("user")
            people = _able(locked.select_for_update(of=("self",)))
            company = Company(people)
            if len(people) < len(table):
                return False
            if not all(company.fits(one, other) for one, other in combinations(people, 2)):
                return False
            _begin_with(people)
    except Busy:
        return False
    return True


def _begin_with(people: Sequence[StandingInvitation]) -> None:
    first = people[0]
    arranged_games.start_game(
        first.type,
        [one.user_id for one in people],
        maker_id=first.user_id,
        options=next((one.options for one in people if one.options is not None), {}),
        clock=kinds.as_json(PACES[first.pace].clock),
        visibility=Game.Visibility.PUBLIC,
        rated=bool(next((one.rated for one in people if one.rated is not None), False)),
        by=people,
    )


def fill(game_id: int) -> Position | None:
    """Seat a person in a game that a quick match has opened and that lacks one; None if nobody
    fits."""
    with one_at_a_time():
        game = Game.objects.filter(pk=game_id, quick=True, status=Game.Status.OPEN).first()
        if game is None:
            return None
        taken = game.seats.exclude(user=None).select_related("user")
        there = [seat.user.pk for seat in taken if seat.user and not seat.user.is_bot]
        if len(there) != game.players - 1:  # also with a bot: nobody is seated with one unasked
            return None
        sitting = [_as_if(game, user_id) for user_id in there]
        alike = _alike(game.type, game.players, pace.find_pace(game.clock))
        found = _able(alike)
        company = Company([*found, *sitting])
        for one in found:
            if all(company.fits(one, other) for other in sitting):
                try:
                    return open_games.join_game(game_id, one.user_id, by=one)
                except GameError:
                    continue
    return None


def _as_if(game: Game, user_id: int) -> StandingInvitation:
    """The wishes of a person who waits in a game, like a standing invitation."""
    return StandingInvitation(
        user_id=user_id, type=game.type, options=game.options, rated=game.rated, asks=game.asks
    )


class Company:
    """Which of these people may play with which."""

    def __init__(self, people: Iterable[StandingInvitation]) -> None:
        self._people = invitations = list(people)  # kept in memory, so that no two have the same id
        users = {one.user_id for one in invitations}
        blocks = Block.objects.filter(user__in=users, blocked__in=users)
        self._apart = {frozenset(pair) for pair in blocks.values_list("user_id", "blocked_id")}
        wishes = Friend.objects.filter(user__in=users, friend__in=users)
        wanted = set(wishes.values_list("user_id", "friend_id"))
        self._friends = {frozenset(pair) for pair in wanted if pair[::-1] in wanted}
        self._met = _at_running_games(users) | _left_lately(users)
        self._asks = {
            id(one): requirements.read_stored(one.asks) for one in invitations if one.asks
        }
        self._facts = requirements.facts_about_many(users) if self._asks else {}

    def fits(self, one: StandingInvitation, other: StandingInvitation) -> bool:
        """Whether these two can be seated in one game."""
        pair = frozenset((one.user_id, other.user_id))
        if len(pair) == 1 or pair in self._apart or pair in self._met:
            return False
        if None not in (one.options, other.options) and one.options != other.options:
            return False
        if None not in (one.rated, other.rated) and one.rated != other.rated:
            return False
        if (one.friends_only or other.friends_only) and pair not in self._friends:
            return False
        return self._has(one, other.user_id) and self._has(other, one.user_id)

    def _has(self, asked_by: StandingInvitation, user_id: int) -> bool:
        """Whether this person meets the requirements."""
        asks = self._asks.get(id(asked_by))
        if asks is None:
            return True
        return not requirements.lacks(
            asks, requirements.facts_in_pool(self._facts[user_id], asked_by.type)
        )

    def meet(self, users: Iterable[int]) -> None:
        """Record that these people play together from now on."""
        self._met |= {frozenset(pair) for pair in combinations(users, 2)}


def _at_running_games(users: Iterable[int]) -> set[frozenset[int]]:
    """Pairs of these people who share a running game made by standing invitations."""
    running = Placement.objects.filter(over=False).values("game")
    return _pairs(Seat.objects.filter(user__in=users, rank=None, game__in=running))


def _left_lately(users: Iterable[int]) -> set[frozenset[int]]:
    """Those of these people whose game somebody recently left before it was played.

    They wait for a while, so that nobody is repeatedly seated with a person who leaves.
    """
    left = Game.objects.filter(
        type__in=[rules.slug for rules in registry.all()],  # this uses the index of finished games
        status=Game.Status.FINISHED,
        finished_at__gt=timezone.now() - RESTS,
        unplayed=True,
        placements__isnull=False,
    )
    return _pairs(Seat.objects.filter(user__in=users, game__in=left.values("pk")))


def _pairs(seats: QuerySet[Seat]) -> set[frozenset[int]]:
    """The groups of people who are seated together."""
    seats = seats.order_by()
    at: dict[int, list[int]] = defaultdict(list)
    for game_id, user_id in seats.values_list("game_id", "user_id"):
        at[game_id].append(user_id or 0)
    return {frozenset(pair) for sitting in at.values() for pair in combinations(sitting, 2)}
