"""Before the first game: opening a tournament, joining it, and leaving it again.

Each function is one transaction. What is refused is a ``GameError`` that says what to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks import checking
from games.clocks import kinds as clocks
from games.errors import Forbidden, Illegal, Refused
from games.lobby.of_clubs import check_may_play
from games.models import Entrant, Happening, Series, Tournament, TournamentInvitation
from games.moves import pausing
from games.ratings.skill import shown
from games.rules import registry
from games.rules.engine import BadOptions
from games.statistics import habits
from games.tournaments import divisions, in_turn, of_clubs, robin, seasons, telling
from games.tournaments.kinds import KINDS
from games.tournaments.ladder import Rules
from games.tournaments.rows import keep_standings, locked, no_such, note
from games.tournaments.standing import TIE_BREAKS

#: Open or running ones that one person may run at the same time.
MOST_RUN = 3
#: Open or running ones that one person may take part in.
MOST_JOINED = 20
MOST_PEOPLE = 256
LONGEST_WAIT = timedelta(days=60)
MOST_AT_ONCE = 10
#: In days: players' pauses of a game end then, too.
MOST_PAUSE = pausing.LONGEST.days
MOST_ROUNDS = 12
FEWEST_OF_LEAGUE = 4
#: Of so many turns at least it is known how reliable somebody is; one of ten may be missed.
KNOWN_TURNS, MISSED = 10, 0.1

State, Kind, Status = Entrant.State, Happening.Kind, Tournament.Status


@dataclass(frozen=True)
class Plan:
    """What is declared before anybody joins. ``further`` are types with options that are played in
    turn with the first; ``club`` is the number of the one that it is of, ``ladder`` has
    ``games.tournaments.ladder.Rules``."""

    name: str
    kind: str
    type: str
    players: int = 2
    options: Mapping[str, object] = field(default_factory=dict)
    clock: object = None
    rated: bool = True
    least: int = 3
    most: int = 8
    starts_at: datetime | None = None
    days: int = 30
    group_size: int = 8
    match: int = 1
    lives: int = 1
    pause_days: int = 0
    rounds: int = 5
    rising: int = 2
    at_once: int = 2
    late: str = Tournament.Late.STANDS
    points: Sequence[float] = ()
    tie_breaks: Sequence[str] | None = None
    lowest: int | None = None
    highest: int | None = None
    reliable: bool = False
    further: Sequence[Mapping[str, Any]] = ()
    by_invitation: bool = False
    club: int | None = None
    ladder: Mapping[str, int] = field(default_factory=dict)


def open_(organiser_id: int, plan: Plan) -> Tournament:
    """Open a tournament for others to join. Illegal says which setting is wrong, Forbidden who may
    not, Refused that this person runs as many as one may."""
    now = timezone.now()
    user = User.objects.get(pk=organiser_id)
    check_member(user)
    of_clubs.check_may_open(plan.club, organiser_id)
    if plan.kind == Tournament.Kind.LEAGUE:
        raise _bad("kind", _("A league runs for years: it wants to be opened as a series."))
    running = Tournament.objects.filter(
        organiser=user, series=None, status__in=(Tournament.Status.OPEN, Tournament.Status.RUNNING)
    )
    if running.count() >= MOST_RUN and not user.is_staff:
        raise Refused(
            _("You run %(count)d tournaments. Another one can be opened when one of them is over.")
            % {"count": MOST_RUN},
            "too_many_run",
        )
    return create(user, plan, now)


def create(
    organiser: User,
    plan: Plan,
    now: datetime,
    *,
    series: Series | None = None,
    edition: int | None = None,
) -> Tournament:
    """The tournament of this plan, in the caller's transaction. Illegal says which setting is
    wrong."""
    check(plan, now)
    tournament = Tournament.objects.create(
        organiser=organiser,
        series=series,
        edition=edition,
        name=" ".join(plan.name.split()),
        kind=plan.kind,
        club_id=plan.club,
        type=plan.type,
        players=plan.players,
        options=_options(plan.type, plan.options),
        further=_further(plan),
        clock=_clock(plan),
        rated=plan.rated,
        least=plan.least,
        most=plan.most,
        starts_at=plan.starts_at,
        days=plan.days,
        group_size=plan.group_size,
        match=plan.match,
        lives=plan.lives,
        pause_days=0 if KINDS[plan.kind].lasting else plan.pause_days,
        rounds=plan.rounds if plan.kind == Tournament.Kind.SWISS else 0,
        rising=plan.rising if plan.kind == Tournament.Kind.LEAGUE else 0,
        at_once=plan.at_once,
        late=plan.late,
        points=list(plan.points) or usual_points(plan.players),
        tie_breaks=list(_tie_breaks(plan)),
        lowest=plan.lowest,
        highest=plan.highest,
        reliable=plan.reliable,
        by_invitation=plan.by_invitation,
        ladder=_ladder(plan),
        opened_at=now,
        due_at=plan.starts_at,
    )
    note(tournament, Kind.OPENED, now, by=organiser.pk)
    if KINDS[plan.kind].lasting:
        _begin(tournament, now)
    return tournament


def _begin(tournament: Tournament, now: datetime) -> None:
    """One that runs from its opening on."""
    tournament.status, tournament.started_at, tournament.due_at = Status.RUNNING, now, now
    tournament.ends_at = now + timedelta(days=tournament.days)
    tournament.save(update_fields=["status", "started_at", "due_at", "ends_at"])
    note(tournament, Kind.STARTED, now, entrants=[])


def join(tournament_id: int, user_id: int) -> Entrant:
    """Take part, or wait for a place where all are taken; the last one to join a tournament that
    begins when it is full lets it begin."""
    now = timezone.now()
    user = User.objects.get(pk=user_id)
    with locked(tournament_id) as tournament:
        if not of_clubs.may_see(tournament, user_id):
            raise no_such()
        check_open(tournament)
        check_member(user)
        check_may_play(tournament.club_id, user_id)
        entrant = Entrant.objects.filter(tournament=tournament, user=user).first()
        if entrant is not None and entrant.state in (State.IN, State.WAITING):
            raise Refused(_("You take part already."), "joined_already")
        if entrant is not None and entrant.state == State.DISQUALIFIED:
            raise Forbidden(_("The organiser has taken you out of it."), "disqualified")
        _check_invited(tournament, user_id)
        _check_entry(tournament, user)
        taken = _taken(tournament, besides=user_id)
        state = State.IN if taken < tournament.most else State.WAITING
        entrant, _new = Entrant.objects.update_or_create(
            tournament=tournament, user=user, defaults={"state": state, "joined_at": now}
        )
        note(tournament, Kind.JOINED, now, by=user_id, entrant=entrant.pk, waits=state != State.IN)
        if KINDS[tournament.kind].lasting:
            _join_running(tournament, entrant, now)
        elif tournament.starts_at is None and taken + 1 == tournament.most:
            _due(tournament, now)
    return entrant


def _join_running(tournament: Tournament, entrant: Entrant, now: datetime) -> None:
    """Somebody who has a place in what runs already begins there, in the caller's transaction."""
    if entrant.state != State.IN:
        return
    if not entrant.seed:
        entrant.seed = Entrant.objects.filter(tournament=tournament, seed__gt=0).count() + 1
        entrant.rating = in_turn.strength(tournament, [entrant.user_id])[entrant.user_id]
    entrant.idle_from = now
    entrant.save(update_fields=["seed", "rating", "idle_from"])
    keep_standings(tournament, {(0, 0)})


def take_out(
    tournament: Tournament,
    entrant: Entrant,
    state: str,
    now: datetime,
    *,
    by: int | None,
    reason: str = "",
) -> None:
    """Before the start, in the caller's transaction: the place is free for who waits."""
    had_place = entrant.state == State.IN
    entrant.state = state
    entrant.save(update_fields=["state"])
    note(tournament, Kind.LEFT, now, by=by, reason=reason, entrant=entrant.pk)
    if by != entrant.user_id:
        telling.decided(tournament, [entrant], str(state), reason, now)
    if had_place:
        fill(tournament, now)


def fill(tournament: Tournament, now: datetime) -> bool:
    """Who waits comes in as far as there are places, in the caller's transaction; whether anybody
    does."""
    free = max(tournament.most - _taken(tournament), 0)
    waiting = Entrant.objects.filter(tournament=tournament, state=State.WAITING)
    found = list(waiting.order_by("joined_at", "pk")[:free])
    for entrant in found:
        entrant.state = State.IN
        entrant.save(update_fields=["state"])
        note(tournament, Kind.JOINED, now, entrant=entrant.pk, waits=False)
        if KINDS[tournament.kind].lasting:
            _join_running(tournament, entrant, now)
        telling.decided(tournament, [entrant], "place", "", now)
    return bool(found)


def _taken(tournament: Tournament, besides: int | None = None) -> int:
    """How many places are, one kept for this person left aside."""
    there = Entrant.objects.filter(tournament=tournament, state=State.IN)
    return there.count() + seasons.coming(tournament, besides)


def usual_points(players: int) -> list[float]:
    """One for a win at a table of two; else so many more for each place."""
    return (
        [1.0, 0.0] if players == 2 else [float(players - place) for place in range(1, players + 1)]
    )


def _due(tournament: Tournament, now: datetime) -> None:
    """Let the worker look at it now; a tick would, too."""
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])


def check_member(user: User) -> None:
    """Forbidden for who may not run or join one: others have to rely on them."""
    if user.is_guest or user.confirmed_email is None:
        raise Forbidden(
            _("Tournaments are for members with a confirmed e-mail address."), "not_confirmed"
        )


def joinable(tournament: Tournament) -> bool:
    runs = tournament.status == Status.RUNNING and KINDS[tournament.kind].lasting
    return runs or tournament.status == Status.OPEN


def check_open(tournament: Tournament) -> None:
    """Refused where nobody can join any more."""
    if not joinable(tournament):
        raise Refused(_("This tournament has begun or is over."), "not_open")


def _check_invited(tournament: Tournament, user_id: int) -> None:
    """Forbidden for who is not invited to one by invitation; who opened it need not be."""
    if not tournament.by_invitation or user_id == tournament.organiser_id:
        return
    if not TournamentInvitation.objects.filter(tournament=tournament, user=user_id).exists():
        raise Forbidden(_("This tournament is for people who are invited."), "not_invited")


def _check_entry(tournament: Tournament, user: User) -> None:
    """Refused for whom the tournament is not meant, with the reason."""
    rating = shown(in_turn.strength(tournament, [user.pk])[user.pk])
    if tournament.lowest is not None and rating < tournament.lowest:
        raise Refused(
            _("It is for ratings from %(least)d on; yours is %(rating)d.")
            % {"least": tournament.lowest, "rating": rating},
            "rating_too_low",
        )
    if tournament.highest is not None and rating > tournament.highest:
        raise Refused(
            _("It is for ratings up to %(most)d; yours is %(rating)d.")
            % {"most": tournament.highest, "rating": rating},
            "rating_too_high",
        )
    turns = habits.of([user.pk])[user.pk].turns
    known = turns.turns >= KNOWN_TURNS
    if tournament.reliable and known and turns.timeouts > turns.turns * MISSED:
        raise Refused(_("It is for people who make nine of ten turns in time."), "not_reliable")
    joined = Entrant.objects.filter(
        user=user,
        state__in=(State.IN, State.WAITING),
        tournament__status__in=(Tournament.Status.OPEN, Tournament.Status.RUNNING),
    )
    if joined.count() >= MOST_JOINED:
        raise Refused(
            _("You take part in %(count)d tournaments. Please finish one of them first.")
            % {"count": MOST_JOINED},
            "too_many_joined",
        )


def check(plan: Plan, now: datetime) -> None:
    """Illegal for what cannot be a tournament."""
    name = " ".join(plan.name.split())
    if not 3 <= len(name) <= 60 or not name.isprintable():
        raise _bad("name", _("The name has 3 to 60 letters."))
    if plan.kind not in KINDS:
        raise _bad("kind", _("There is no such kind of tournament."))
    _check_types(plan)
    if not plan.players <= plan.least <= plan.most <= MOST_PEOPLE:
        raise _bad(
            "most",
            _("There are %(few)d to %(many)d people, and no fewer than there must be.")
            % {"few": plan.players, "many": MOST_PEOPLE},
        )
    low, high = KINDS[plan.kind].days
    if not low <= plan.days <= high:
        raise _bad("days", _("It lasts %(low)d to %(high)d days.") % {"low": low, "high": high})
    if not 3 <= plan.group_size <= 16 or not 1 <= plan.at_once <= MOST_AT_ONCE:
        raise _bad("at_once", _("These numbers are too small or too large."))
    if plan.players not in KINDS[plan.kind].tables:
        said = _("In an elimination there are two or four at a table.")
        raise _bad("players", _("On a ladder there are two.") if KINDS[plan.kind].lasting else said)
    if not 2 <= plan.rounds <= MOST_ROUNDS:
        raise _bad("rounds", _("There are 2 to %(most)d rounds.") % {"most": MOST_ROUNDS})
    if plan.match not in (1, 3):
        raise _bad("match", _("A match has one game or three."))
    if plan.lives != 1 and (
        plan.lives != 2 or plan.kind != Tournament.Kind.ELIMINATION or plan.players != 2
    ):
        raise _bad("lives", _("Only in an elimination at tables of two one is out after two."))
    if not 0 <= plan.pause_days <= MOST_PAUSE:
        raise _bad("pause_days", _("It can be paused for %(n)d days at most.") % {"n": MOST_PAUSE})
    if plan.kind == Tournament.Kind.LEAGUE:
        _check_league(plan)
    if plan.starts_at is not None and not now < plan.starts_at <= now + LONGEST_WAIT:
        raise _bad("starts_at", _("It starts within the next 60 days."))
    if KINDS[plan.kind].lasting:
        _check_lasting(plan)
    if plan.late not in Tournament.Late.values:
        raise _bad("late", _("There is no such rule for late games."))
    breaks = _tie_breaks(plan)
    if set(breaks) - set(TIE_BREAKS) or len(set(breaks)) < len(breaks):
        raise _bad("tie_breaks", _("There is no such tie-break."))
    _check_points(plan)


def _check_types(plan: Plan) -> None:
    if len(plan.further) >= in_turn.MOST_TYPES:
        raise _bad(
            "further",
            _("At most %(most)d games are played in turn.") % {"most": in_turn.MOST_TYPES},
        )
    for type_ in (plan.type, *(str(each.get("type")) for each in plan.further)):
        try:
            rules = registry.get(type_)
        except registry.UnknownGameType:
            raise _bad("type", _("There is no such game.")) from None
        if plan.players not in set(rules.players).intersection(robin.SIZES):
            raise _bad("players", _("This game cannot be played by so many at one table."))


def _check_league(plan: Plan) -> None:
    if plan.group_size not in divisions.SIZES:
        raise _bad("group_size", _("Divisions have six to eight people."))
    if not 1 <= plan.rising <= divisions.MOST_RISING:
        raise _bad("rising", _("One or two rise, and as many fall."))
    if plan.least < FEWEST_OF_LEAGUE:
        raise _bad("least", _("A league needs at least four people."))


def _check_lasting(plan: Plan) -> None:
    """Of a ladder: one type, and no start but its opening."""
    if plan.starts_at is not None:
        raise _bad("starts_at", _("A ladder runs from its opening on."))
    if plan.further:
        raise _bad("further", _("On a ladder one game is played."))


def _ladder(plan: Plan) -> dict[str, int] | None:
    if not KINDS[plan.kind].lasting:
        return None
    try:
        found: dict[str, int] = msgspec.to_builtins(msgspec.convert(dict(plan.ladder), Rules))
    except msgspec.ValidationError as error:
        raise _bad(
            "ladder", _("A ladder cannot have these rules: %(why)s.") % {"why": error}
        ) from error
    return found


def _tie_breaks(plan: Plan) -> Sequence[str]:
    return KINDS[plan.kind].tie_breaks if plan.tie_breaks is None else plan.tie_breaks


def _check_points(plan: Plan) -> None:
    given = list(plan.points)
    if given and (
        len(given) != plan.players
        or given != sorted(given, reverse=True)
        or not all(0 <= each <= 100 for each in given)
    ):
        raise _bad("points", _("Points are given for each place, the most for the first."))
    low, high = plan.lowest, plan.highest
    if low is not None and high is not None and low > high:
        raise _bad("highest", _("The highest rating is not less than the lowest."))


def _options(type_: str, given: Mapping[str, object]) -> dict[str, Any]:
    try:
        return registry.get(type_).check_options(dict(given))
    except BadOptions as error:
        raise _bad("options", _(str(error))) from error


def _further(plan: Plan) -> list[dict[str, Any]] | None:
    """As it is stored: nothing where there is one type alone."""
    return [
        {"type": each["type"], "options": _options(each["type"], each.get("options", {}))}
        for each in plan.further
    ] or None


def _clock(plan: Plan) -> dict[str, object]:
    """With a limit, in days, and who runs out of time has lost: nobody else plays on for points."""
    setting = checking.check(plan.clock)
    if not setting.limited or setting.live:
        raise _bad("clock", _("A tournament needs a clock of days with a limit."))
    return clocks.as_json(msgspec.structs.replace(setting, policy="forfeit"))


def _bad(field_name: str, message: str) -> Illegal:
    return Illegal(message, f"bad_{field_name}")
