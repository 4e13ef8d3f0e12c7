"""Players' actions on a ladder: challenge, answer, withdraw. Each is one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Forbidden, NotFound, Refused
from games.models import Challenge, Entrant, Table, TablePlayer, Tournament
from games.tournaments import club_tournaments, rows, tables, telling
from games.tournaments.kinds.kind import Pairing
from games.tournaments.kinds.ladder import rules
from games.tournaments.kinds.standing import Place
from games.tournaments.ladder import absence, challenge_rules, ladder_ticks
from games.tournaments.rows import keep_standings, locked, mark_due, no_such

State = Challenge.State


def challenge(tournament_id: int, user_id: int, username: str) -> Challenge:
    """Challenge a player above for their rung. Refused gives the reason if that is impossible
    now."""
    now = timezone.now()
    with _running(tournament_id, user_id) as tournament:
        me, other = (
            _entrant(tournament, user=user_id),
            _entrant(tournament, user__username__iexact=username),
        )
        why = challenge_rules.seen_from(tournament, me, now).why_not(other)
        if why is not None:
            raise Refused(why.text, why.code)
        made = Challenge.objects.create(
            tournament=tournament,
            challenger=me,
            challenged=other,
            asked_at=now,
            answer_by=absence.ends(other.user, now, rules(tournament).answer_days),
        )
        ladder_ticks.log_challenge(made, now, by=user_id)
        ladder_ticks.active(now, me)
        telling.challenged(made, now)
    return made


def accept_challenge(tournament_id: int, user_id: int, challenge_id: int) -> None:
    """Accept a challenge: the game begins as soon as both have room for it."""
    now = timezone.now()
    with _running(tournament_id, user_id) as tournament:
        asked = _asked(tournament, challenge_id, challenged__user=user_id)
        last = Table.objects.filter(tournament=tournament).aggregate(last=Max("round"))["last"]
        pairing = Pairing(Place(0, 0, (last or 0) + 1, 0), _seats(asked))
        [asked.table] = tables.set_up(tournament, [pairing], now)
        asked.state = State.ACCEPTED
        asked.save(update_fields=["state", "table"])
        ladder_ticks.log_challenge(asked, now, by=user_id)
        ladder_ticks.active(now, asked.challenger, asked.challenged)
        telling.challenge_over(asked, "accepted", now)
        mark_due(tournament, now)
    rows.wake(tournament_id)


def decline_challenge(tournament_id: int, user_id: int, challenge_id: int) -> None:
    """Give up the rung without a game, which counts as a loss."""
    now = timezone.now()
    with _running(tournament_id, user_id) as tournament:
        asked = _asked(tournament, challenge_id, challenged__user=user_id)
        ladder_ticks.close_challenge(asked, State.DECLINED, now, by=user_id)
        ladder_ticks.active(now, asked.challenged)
        keep_standings(tournament, {ladder_ticks.GROUP})
        telling.challenge_over(asked, "declined", now)


def withdraw_challenge(tournament_id: int, user_id: int, challenge_id: int) -> None:
    """Withdraw a challenge that has not been answered."""
    now = timezone.now()
    with _running(tournament_id, user_id) as tournament:
        asked = _asked(tournament, challenge_id, challenger__user=user_id)
        ladder_ticks.close_challenge(asked, State.WITHDRAWN, now, by=user_id)
        telling.challenge_over(asked, "withdrawn", now)


@contextmanager
def _running(tournament_id: int, user_id: int) -> Iterator[Tournament]:
    """The ladder, locked."""
    with locked(tournament_id) as tournament:
        if tournament.kind != Tournament.Kind.LADDER or not club_tournaments.may_see(
            tournament, user_id
        ):
            raise no_such()
        ended = tournament.ends_at is not None and tournament.ends_at <= timezone.now()
        if ended or tournament.status != Tournament.Status.RUNNING:
            raise Refused(_("This ladder is over."), "not_running")
        yield tournament


def _entrant(tournament: Tournament, **who: object) -> Entrant:
    here = Entrant.objects.filter(tournament=tournament, state=Entrant.State.IN, **who)
    found = here.select_related("user").first()
    if found is None:
        raise Forbidden(_("Only players on the ladder can challenge each other."), "not_in")
    return found


def _asked(tournament: Tournament, challenge_id: int, **whose: int) -> Challenge:
    """The open challenge, if this person must answer it."""
    found = next((each for each in ladder_ticks.open_(tournament) if each.pk == challenge_id), None)
    mine = Challenge.objects.filter(pk=challenge_id, tournament=tournament, **whose)
    if not mine.exists():
        raise NotFound(_("There is no such challenge."))
    if found is None:
        raise Refused(_("This challenge no longer needs an answer."), "answered")
    return found


def _seats(asked: Challenge) -> tuple[int, int]:
    """The two players in the order of their seats.

    The one who had the first seat less often gets it; in a tie, the challenged player.
    """
    pair = (asked.challenged_id, asked.challenger_id)
    sat = TablePlayer.objects.filter(table__tournament=asked.tournament_id, index=0)
    often = {each: sat.filter(entrant=each).count() for each in pair}
    first, second = sorted(pair, key=lambda each: often[each])
    return first, second
