"""Quick match: the first game that fits is joined, and where none does, one is opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import OperationalError, connection
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.company.ties import apart_from as not_with
from games.clocks import kinds
from games.errors import Busy, Illegal, NotFound, Refused
from games.lobby import lists, open_games, prospects
from games.lobby.pace import PACES
from games.models import Game, Seat
from games.rules import registry
from games.storage.position import Position, load

#: Games that are tried, should others be faster; then one is opened.
TRIES = 5
#: Of PostgreSQL's advisory locks.
LOCK = 7_201_305_518


def match(user_id: int, type_: str, pace: str, *, rated: bool = False) -> Position:
    """Join the game that waits for the fewest, and longest, among those of this type and pace as it
    is usually played; else open one, unless this person waits in such a game already.

    An empty ``type_`` stands for any that this person knows: Illegal while that is none.
    """
    if pace not in PACES:
        raise Illegal(_("There is no such pace."), "bad_pace")
    types = [type_] if type_ else prospects.types_of(user_id)
    types = [each for each in types if each in {rules.slug for rules in registry.all()}]
    if not types:
        raise Illegal(_("Choose a game: you have not played any yet."), "unknown_type")
    with _one_at_a_time():
        return _join_or_open(user_id, types, pace, rated)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Two who ask at the same moment find each other and do not open a game each. Busy where that
    takes too long."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        except OperationalError as error:
            raise Busy from error
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _join_or_open(user_id: int, types: Sequence[str], pace: str, rated: bool) -> Position:
    fitting = _fitting(types, pace, rated)
    for game_id in _others(fitting, user_id):
        try:
            return open_games.join(game_id, user_id)
        except (Refused, NotFound, Busy):
            continue  # full by now, or called off
    own = fitting.filter(seats__user=user_id).values_list("pk", flat=True).first()
    if own is not None:
        return load(own, user_id)
    players = 2 if 2 in registry.get(types[0]).players else min(registry.get(types[0]).players)
    clock = kinds.as_json(PACES[pace].clock)
    return open_games.create(user_id, types[0], players, clock=clock, rated=rated)


def _fitting(types: Sequence[str], pace: str, rated: bool) -> QuerySet[Game]:
    """Public games that wait, with everything as usual."""
    return Game.objects.filter(
        lists.usual(types).for_django(),
        PACES[pace].condition().for_django(),
        status=Game.Status.OPEN,
        visibility=Game.Visibility.PUBLIC,
        type__in=types,
        rated=rated,
    )


def _others(fitting: QuerySet[Game], user_id: int) -> list[int]:
    """Those that this person may join and has not, the fullest first, then the oldest."""
    taken = Count("seats", filter=Q(seats__user__isnull=False) | ~Q(seats__bot=""))
    apart = Seat.objects.filter(game=OuterRef("pk"), user__in=not_with(user_id))
    found = (
        fitting.exclude(seats__user=user_id)
        .exclude(Exists(apart))
        .filter(lists.seat_for(user_id).for_django())
        .exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), user__is_active=False)))
        .annotate(free=F("players") - taken)
    )
    return list(found.order_by("free", "pk").values_list("pk", flat=True)[:TRIES])
