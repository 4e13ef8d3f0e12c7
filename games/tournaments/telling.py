"""Notifications of tournaments, written in the transaction of the change that they report.

The start of a game is reported as for every game; its words name the tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.models import Challenge, Entrant, Series, Table, TablePlayer, Tournament
from games.notification_events import kinds
from games.tournaments.kinds.kinds import get_kind
from games.tournaments.rows import field
from notifications import outbox
from notifications.outbox import Fact

State = Entrant.State
#: How long before its start players are reminded of a tournament; of live games, twice.
AHEAD, SHORTLY = timedelta(days=1), timedelta(minutes=15)


def began(tournament: Tournament, now: datetime) -> None:
    _tell(kinds.TournamentBegan(tournament.pk), tournament, _there(tournament), now)


def remind(tournament: Tournament, people: Iterable[Entrant], now: datetime) -> None:
    """Notify these players a day before the start, and of live games a quarter of an hour before
    it, if that is still ahead."""
    begins = tournament.starts_at
    if begins is None:
        return
    there = list(people)
    for shortly in (False, True) if get_kind(tournament).live else (False,):
        at = begins - (SHORTLY if shortly else AHEAD)
        if at > now:
            fact = kinds.TournamentSoon(tournament.pk, begins, shortly)
            key = begins.isoformat() + ("/shortly" if shortly else "")
            _tell(fact, tournament, there, at, key)


def over(tournament: Tournament, now: datetime) -> None:
    """Notify everyone who stayed of the result."""
    _tell(kinds.TournamentOver(tournament.pk), tournament, _there(tournament), now)


def called_off(tournament: Tournament, reason: str, now: datetime) -> None:
    people = Entrant.objects.filter(tournament=tournament, state__in=(State.IN, State.WAITING))
    decided(tournament, people, "called_off", reason, now)


def decided(
    tournament: Tournament,
    people: Iterable[Entrant],
    what: str,
    reason: str,
    now: datetime,
    table: int = 0,
) -> None:
    """Notify these players of a decision about them or one of their tables, at most once a day."""
    fact = kinds.TournamentDecided(tournament.pk, what, reason)
    _tell(fact, tournament, people, now, outbox.of_day(now, what, table))


def invited(tournament: Tournament, user_ids: Iterable[int], by_id: int, now: datetime) -> None:
    fact = kinds.TournamentInvited(tournament.pk, by_id)
    outbox.write(
        outbox.notification(fact, user_id, None, now, tournament.pk) for user_id in user_ids
    )


def opened_again(last: Tournament, edition: Tournament, now: datetime) -> None:
    """Notify the players of the last edition that the next one is open."""
    _tell(kinds.TournamentOpened(edition.pk), edition, _there_to_the_end(last), now)


def series_stuck(series: Series, why: str, now: datetime) -> None:
    """Notify its organiser, once for each edition that cannot be opened."""
    fact = kinds.SeriesStuck(series.pk, why)
    key = f"{series.pk}/{series.number}/{why}"
    outbox.write([outbox.notification(fact, series.organiser_id, None, now, key)])


def challenged(challenge: Challenge, now: datetime) -> None:
    fact = kinds.Challenged(challenge.tournament_id, challenge.pk)
    _tell(fact, challenge.tournament, [challenge.challenged], now, str(challenge.pk))


def challenge_over(challenge: Challenge, what: str, now: datetime) -> None:
    """Notify the other player that a challenge is ``accepted``, ``declined``, ``expired`` or
    ``withdrawn``.

    Of an expired one both are notified.
    """
    challenger, other = challenge.challenger, challenge.challenged
    told = {"withdrawn": [(other, "withdrawn", challenger)]}.get(what, [(challenger, what, other)])
    if what == "expired":
        told.append((other, "missed", challenger))
    for reader, said, by in told:
        fact = kinds.LadderNews(challenge.tournament_id, said, by.user_id)
        _tell(fact, challenge.tournament, [reader], now, f"{challenge.pk}/{said}")


def sank(entrant: Entrant, rung: int, now: datetime) -> None:
    fact = kinds.LadderNews(entrant.tournament_id, "sank", rung=rung)
    _tell(fact, entrant.tournament, [entrant], now, f"{rung}/{now.isoformat()}")


def rounds_over(tournament: Tournament, now: datetime) -> None:
    """Notify the players of a round whose last game has just ended.

    Where rounds overlap, that is the players of the whole stage.
    """
    tables = Table.objects.filter(tournament=tournament)
    unit = ("stage",) if get_kind(tournament).overlapping else ("stage", "round")
    just = set(tables.filter(over_at=now).values_list("stage", "round"))
    for stage, number in sorted(_last_of_each(just, len(unit))):
        if _goes_on(tournament, stage, number, unit):
            continue
        fact = kinds.TournamentRound(tournament.pk, stage, number)
        sat = TablePlayer.objects.filter(table__tournament=tournament, table__stage=stage)
        sat = sat if len(unit) == 1 else sat.filter(table__round=number)
        people = _there(tournament).filter(pk__in=sat.values("entrant"))
        _tell(fact, tournament, people, now, f"{stage}/{number}")


def _goes_on(tournament: Tournament, stage: int, number: int, unit: Sequence[str]) -> bool:
    """Whether part of this round is not over or not known yet.

    In an elimination that includes a match whose players are unknown; elsewhere also unfinished
    earlier rounds.
    """
    slots = get_kind(tournament).slots(field(tournament))
    if slots:
        return any(slot.onward is None for (at, _n), slot in slots.items() if at == number)
    left = Table.objects.filter(tournament=tournament).exclude(state=Table.State.OVER)
    first = left.order_by(*unit).values_list("stage", "round").first()
    return first is not None and (stage, number)[: len(unit)] >= first[: len(unit)]


def _last_of_each(rounds: Iterable[tuple[int, int]], unit: int) -> set[tuple[int, int]]:
    """The last of these rounds in each unit."""
    return set({each[:unit]: each for each in sorted(rounds)}.values())


def _there_to_the_end(tournament: Tournament) -> QuerySet[Entrant]:
    """The players who took part, even in a cancelled tournament."""
    return Entrant.objects.filter(tournament=tournament, state=State.IN)


def _there(tournament: Tournament) -> QuerySet[Entrant]:
    return Entrant.objects.filter(tournament=tournament, state=State.IN, seed__gt=0)


def _tell(
    fact: Fact, tournament: Tournament, people: Iterable[Entrant], now: datetime, key: str = ""
) -> None:
    outbox.write(
        outbox.notification(fact, each.user_id, None, now, f"{tournament.pk}/{key}")
        for each in people
    )
