"""The deadlines of a ladder.

Challenges expire or end with their games, inactive players drop, and free places are taken. All of
it happens in the transaction that locks the tournament.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from games.models import (
    Challenge,
    Entrant,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentStanding,
)
from games.tournaments import entering, telling
from games.tournaments.kinds.ladder import rules
from games.tournaments.ladder import absence
from games.tournaments.rows import log_event

State = Challenge.State
#: The only group.
GROUP = (0, 0)


def advance_ladder(tournament: Tournament, now: datetime) -> set[tuple[int, int]]:
    """Do what is due, and return the groups that it changes.

    1. Close challenges whose games are over.
    2. Withdraw challenges of players who are gone; at the end, all that are open.
    3. Before the end only: expire challenges, let inactive players drop, and give free places to
       the waiting list.
    """
    changed = [_close_played(tournament, now), _drop(tournament, now)]
    if tournament.ends_at is None or now < tournament.ends_at:
        changed += [
            _expire(tournament, now),
            _sink(tournament, now),
            entering.fill(tournament, now),
        ]
    return {GROUP} if any(changed) else set()


def close_challenge(
    challenge: Challenge, state: str, now: datetime, *, by: int | None = None
) -> None:
    """Close a challenge in this state; the log alone decides what follows from it."""
    challenge.state, challenge.over_at = state, now
    challenge.save(update_fields=["state", "over_at"])
    log_challenge(challenge, now, by=by)


def log_challenge(challenge: Challenge, now: datetime, *, by: int | None = None) -> None:
    """Write a line of the log."""
    log_event(
        challenge.tournament,
        TournamentEvent.Kind.CHALLENGE,
        now,
        by=by,
        challenge=challenge.pk,
        state=str(challenge.state),
        challenger=challenge.challenger_id,
        challenged=challenge.challenged_id,
        table=challenge.table_id,
    )


def active(now: datetime, *entrants: Entrant) -> None:
    """Record that these players have just played or answered."""
    Entrant.objects.filter(pk__in=[each.pk for each in entrants]).update(idle_from=now)


def open_(tournament: Tournament) -> list[Challenge]:
    """The challenges that wait for an answer."""
    asked = Challenge.objects.filter(tournament=tournament, state=State.ASKED).order_by("pk")
    found = list(asked.select_related("challenger__user", "challenged__user"))
    for each in found:
        each.tournament = tournament
    return found


def to_answer(user_id: int) -> list[Challenge]:
    """The challenges that wait for this user's answer, the least time left first."""
    asked = Challenge.objects.filter(state=State.ASKED, challenged__user=user_id)
    return list(asked.select_related("tournament", "challenger__user").order_by("answer_by"))


def _close_played(tournament: Tournament, now: datetime) -> bool:
    """Close the challenges whose games are over."""
    played = Challenge.objects.filter(
        tournament=tournament, over_at=None, table__state=Table.State.OVER
    )
    found = list(played.select_related("challenger", "challenged"))
    for challenge in found:
        active(now, challenge.challenger, challenge.challenged)
    played.update(over_at=now)
    return bool(found)


def _drop(tournament: Tournament, now: datetime) -> bool:
    """Withdraw challenges of players who are gone, and at the end all open ones."""
    over = tournament.ends_at is not None and tournament.ends_at <= now
    found = [
        each
        for each in open_(tournament)
        if over or {each.challenger.state, each.challenged.state} != {Entrant.State.IN}
    ]
    for challenge in found:
        close_challenge(challenge, State.WITHDRAWN, now)
    return bool(found)


def _expire(tournament: Tournament, now: datetime) -> bool:
    """Expire challenges whose time is up, by the present calendar."""
    expired = []
    for challenge in open_(tournament):
        answer_by = absence.ends(
            challenge.challenged.user, challenge.asked_at, rules(tournament).answer_days
        )
        if answer_by <= now:
            expired.append(challenge)
            close_challenge(challenge, State.EXPIRED, now)
            telling.challenge_over(challenge, "expired", now)
        elif answer_by != challenge.answer_by:
            challenge.answer_by = answer_by
            challenge.save(update_fields=["answer_by"])
    return bool(expired)


def _sink(tournament: Tournament, now: datetime) -> bool:
    """Let every player who has been inactive too long drop one rung, below an active one."""
    days = rules(tournament).idle_days
    idle = Entrant.objects.filter(
        tournament=tournament,
        state=Entrant.State.IN,
        idle_from__lte=now - timedelta(days=days),
    )
    playing = TablePlayer.objects.filter(table__tournament=tournament).exclude(
        table__state=Table.State.OVER
    )
    asking = Challenge.objects.filter(tournament=tournament, state=State.ASKED)
    busy = Q(pk__in=playing.values("entrant")) | Q(pk__in=asking.values("challenger"))
    due: dict[int, tuple[Entrant, datetime]] = {}
    for entrant in idle.exclude(busy).select_related("user"):
        assert entrant.idle_from is not None  # as requested
        since = absence.ends(entrant.user, entrant.idle_from, days)
        if since <= now:
            due[entrant.pk] = entrant, since
    for entrant, since in due.values():
        Entrant.objects.filter(pk=entrant.pk).update(idle_from=since)
    return _let_sink(tournament, {pk: entrant for pk, (entrant, _since) in due.items()}, now)


def _let_sink(tournament: Tournament, due: dict[int, Entrant], now: datetime) -> bool:
    """Drop these players from the bottom up, so that nobody passes another who drops, too."""
    if not due:
        return False
    standings = TournamentStanding.objects.filter(tournament=tournament, stage=0, group=0).order_by(
        "place"
    )
    order = list(standings.values_list("entrant", flat=True))
    sank = False
    for at in range(len(order) - 2, -1, -1):
        here, below = order[at], order[at + 1]
        if here in due and below not in due:
            order[at : at + 2] = below, here
            log_event(tournament, TournamentEvent.Kind.SANK, now, entrant=here)
            telling.sank(due[here], at + 2, now)
            sank = True
    return sank
