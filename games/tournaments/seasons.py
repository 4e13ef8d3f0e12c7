"""What one season of a league hands on to the next: its players, promoted and relegated.

The next season can be joined as soon as the present one begins. At its end all who have stayed
enter, too, and may withdraw until the next one begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.models import Entrant, Tournament, TournamentEvent, TournamentStanding
from games.tournaments.kinds import divisions
from games.tournaments.kinds.divisions import Stood
from games.tournaments.rows import GONE, log_event

State, Status = Entrant.State, Tournament.Status


def stood(season: Tournament, rows: Iterable[tuple[int, int, int]]) -> dict[int, Stood]:
    """Each player's final place, by the groups of a season, their places and entrants, in order.

    If more players tie than can rise, the first of them rise.
    """
    groups: dict[int, list[tuple[int, int]]] = {}
    for group, place, entrant in rows:
        groups.setdefault(group, []).append((place, entrant))
    return {
        entrant: Stood(
            group + 1,
            place,
            divisions.zone(number, len(members), group + 1, len(groups), season.rising),
        )
        for group, members in groups.items()
        for number, (place, entrant) in enumerate(members, 1)
    }


def now_stood(season: Tournament) -> dict[int, Stood]:
    """The same by the stored standings, for each entrant."""
    standings = TournamentStanding.objects.filter(tournament=season).order_by(
        "group", "place", "entrant__seed"
    )
    return stood(season, standings.values_list("group", "place", "entrant"))


def before(season: Tournament) -> Tournament | None:
    """The last season before this one that was played to its end."""
    earlier = Tournament.objects.filter(series=season.series_id, edition__lt=season.edition or 0)
    return earlier.filter(status=Status.FINISHED).order_by("-edition").first()


def waits(season: Tournament) -> bool:
    """Whether it must not begin yet because an earlier season of its league still runs."""
    if season.kind != Tournament.Kind.LEAGUE:
        return False
    earlier = Tournament.objects.filter(series=season.series_id, edition__lt=season.edition or 0)
    return earlier.filter(status=Status.RUNNING).exists()


def coming(season: Tournament, besides: int | None = None) -> int:
    """How many players of the running season will enter at its end, ``besides`` this user.

    Players who have entered or withdrawn by themselves do not count.
    """
    return _staying(season).exclude(user=besides).count()


def comes(season: Tournament, user_id: int) -> bool:
    """Whether this person is one of them."""
    return _staying(season).filter(user=user_id).exists()


def _staying(season: Tournament) -> QuerySet[Entrant]:
    if season.kind != Tournament.Kind.LEAGUE:
        return Entrant.objects.none()
    said = Entrant.objects.filter(tournament=season).values("user")
    there = Entrant.objects.filter(
        tournament__series=season.series_id,
        tournament__edition__lt=season.edition or 0,
        tournament__status=Status.RUNNING,
        state=State.IN,
    )
    return there.exclude(user__in=said)


def carry(old: Tournament, new: Tournament, now: datetime) -> None:
    """Enter everyone who stayed to the end, once, and keep the waiting list.

    In the caller's transaction, which holds the lock of the new season or has just created it.
    Players who have already left the new season stay out.
    """
    said = Entrant.objects.filter(tournament=new).values("user")
    staying = Entrant.objects.filter(
        tournament=old, state__in=(State.IN, State.WAITING), user__is_active=True
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=new, user_id=user_id, state=state, joined_at=now)
        for user_id, state in staying.exclude(user__in=said)
        .order_by("place", "joined_at", "pk")
        .values_list("user", "state")
    )
    if entrants:
        log_event(new, TournamentEvent.Kind.STAYED, now, entrants=[each.pk for each in entrants])


def seat(season: Tournament, ranked: Sequence[Entrant]) -> list[Entrant]:
    """Give each entrant who begins a season a division, the highest first.

    ``ranked``: all entrants by strength.
    """
    last = before(season)
    people = [each.user_id for each in ranked]
    known = _by_user(last) if last else {}
    ordered = divisions.order(people, known)
    by_user = {each.user_id: each for each in ranked}
    found = [by_user[each] for each in ordered]
    for number, members in enumerate(divided(season, ordered, known), 1):
        for user_id in members:
            by_user[user_id].division = number
    return found


def divided(
    season: Tournament, ordered: Sequence[int], known: Mapping[int, Stood]
) -> list[list[int]]:
    """The people of each division; ``ordered`` as by ``divisions.order``."""
    sizes = divisions.sizes(
        [known.get(each) for each in ordered], season.group_size, season.players
    )
    return divisions.divide(ordered, sizes)


def _by_user(season: Tournament) -> dict[int, Stood]:
    """The last places of the players who stayed.

    A player who has left enters at the bottom, as newcomers do.
    """
    users = dict(
        Entrant.objects.filter(tournament=season).exclude(state__in=GONE).values_list("pk", "user")
    )
    return {users[pk]: each for pk, each in now_stood(season).items() if pk in users}
