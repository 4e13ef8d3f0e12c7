"""Regular tournaments: a plan that is opened again and again until somebody ends it.

Each edition is a tournament of its own. It is opened in one transaction under the lock of its
series, and named by series and number: opening it twice has no effect. A league is a series whose
editions are its seasons (``seasons``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import counting
from accounts.models import User
from boardgames.celery import due_rows
from games.errors import Forbidden, GameError, Illegal, NotFound, Refused
from games.models import Entrant, Series, Tournament
from games.tournaments import club_tournaments, entering, interest, opening, seasons, telling
from games.tournaments.plan import Plan, check_plan
from games.tournaments.rows import BIGGEST_ID
from games.tournaments.series import rhythm

#: Series that one person may run. One that was ended counts for a day from its start, and as long
#: as one of its editions is open or running: otherwise a person could open any number of those.
MOST_RUN = 3
#: Series per tick; the next tick continues.
BATCH = 50
#: After this many editions in a row with too few people the series ends.
DESERTED = 3
#: When to retry a plan that could not be opened, if no date says so.
AGAIN = timedelta(days=7)
#: A name leaves room for the number of the edition after it.
LONGEST_NAME = 50

Rhythm, Status = Series.Rhythm, Tournament.Status


def start_series(
    organiser_id: int, plan: Plan, rhythm_: str, joining: int, begins: datetime | None = None
) -> Series:
    """Start a series, and open its first edition at once.

    That edition begins at ``begins``, which an arena needs, or when the days to join are over;
    without any, when it is full. Illegal names the wrong setting.
    """
    now = timezone.now()
    user = User.objects.get(pk=organiser_id)
    opening.check_member(user)
    club_tournaments.check_may_open(plan.club, organiser_id)
    _check(plan, rhythm_, joining)
    if begins is None and joining and plan.kind != Tournament.Kind.ARENA:
        begins = now + timedelta(days=joining)
    plan = check_plan(replace(plan, starts_at=begins), now)
    with transaction.atomic():
        counting.alone(organiser_id)
        if _run_by(user, now) >= MOST_RUN and not user.is_staff:
            raise Refused(
                _(
                    "You run %(count)d series, including those begun today and those that have "
                    "ended but whose tournaments go on. You can begin another one when one of "
                    "them is over."
                )
                % {"count": MOST_RUN},
                "too_many_run",
            )
        series = Series.objects.create(
            organiser=user,
            club_id=plan.club,
            name=plan.name,
            plan=_stored(plan),
            rhythm=rhythm_,
            joining=joining,
            anchor=begins or now,
            made_at=now,
        )
        _open(series, now, begins=begins)
    return series


def change(series_id: int, by_id: int, plan: Plan, rhythm_: str, joining: int) -> None:
    """Change the plan from the next edition on.

    Open and running editions keep their rules, and the series keeps its club.
    """
    now = timezone.now()
    with locked(series_id) as series:
        _check_decides(series, by_id)
        plan = replace(plan, club=series.club_id)
        _check(plan, rhythm_, joining)
        if (plan.kind == Tournament.Kind.LEAGUE) != is_league(series):
            raise Illegal(
                _("A league stays a league, and nothing else can become one."), "bad_kind"
            )
        if plan.kind == Tournament.Kind.ARENA:
            plan = replace(plan, starts_at=now + AGAIN)  # each edition has a date of its own
        plan = check_plan(plan, now)
        series.name, series.plan = plan.name, _stored(plan)
        if (series.rhythm, series.joining) != (rhythm_, joining) or series.trouble:
            series.rhythm, series.joining, series.trouble = rhythm_, joining, ""
            series.next_at = _next(series, now) if series.active else None
        series.save()


def stop(series_id: int, by_id: int) -> None:
    """Open no further edition; open and running ones continue to their end."""
    with locked(series_id) as series:
        _check_decides(series, by_id)
        if not series.active:
            raise Refused(_("This series has ended."), "not_active")
        _end(series)


def tick() -> int:
    """Open the editions that are due; return how many series were processed."""
    due = Series.objects.filter(next_at__lte=timezone.now()).order_by("next_at")
    return due_rows.process_each("series", due.values_list("pk", flat=True)[:BATCH], open_next)


def open_next(series_id: int) -> bool:
    """Open the next edition if it is due.

    If its plan cannot be opened any more, the series stays, and its organiser is notified once.
    """
    now = timezone.now()
    with locked(series_id) as series:
        if not series.active or series.next_at is None or series.next_at > now:
            return False
        if _deserted(series):
            telling.series_stuck(series, "deserted", now)
            _end(series)
            return False
        try:
            with transaction.atomic():
                _open(series, now, begins=rhythm.find_begin(series, now, series.organiser.zone))
        except GameError as error:
            _put_off(series, error.code, now)
            return False
    return True


def begun(edition: Tournament, now: datetime) -> None:
    """An edition has begun, in the transaction that begins it: a league opens its next season."""
    if edition.series_id and edition.kind == Tournament.Kind.LEAGUE:
        Series.objects.filter(pk=edition.series_id, active=True).update(next_at=now)


def ended(edition: Tournament, now: datetime) -> None:
    """An edition is over, in the transaction that ends it.

    A league's next season gets its people; a series that waits for this opens its next edition.
    """
    if edition.series_id is None:
        return
    series, new = _hold_what_follows(edition, edition.series_id)
    if new is not None and is_league(series):
        seasons.carry(edition, new, now)
        entering.fill(new, now)
        if not seasons.waits(new):
            _begin_at(new, now + timedelta(days=series.joining), now)
    elif series.active and series.rhythm == Rhythm.OVER:
        Series.objects.filter(pk=series.pk).update(next_at=now)


def is_league(series: Series) -> bool:
    return bool(series.plan["kind"] == Tournament.Kind.LEAGUE)


def plan_of(series: Series) -> Plan:
    """The plan of the next edition, without its date and without settings that no longer exist."""
    known = {each.name for each in fields(Plan)} & series.plan.keys()
    return Plan(name=series.name, **{name: series.plan[name] for name in known})


def runs(series: Series, user: User | None) -> bool:
    """Whether this person runs it: its creator, the officers of its club, moderators."""
    if user is None or not user.is_active:
        return False
    return (
        user.pk == series.organiser_id
        or club_tournaments.runs(series.club_id, user.pk)
        or user.has_perm("games.moderate_game")
    )


def check_runs(series: Series, by_id: int) -> None:
    if not runs(series, User.objects.get(pk=by_id)):
        raise Forbidden(_("Only the organisers of the series can do this."), "not_organiser")


def _check_decides(series: Series, by_id: int) -> None:
    """Raise Forbidden for anyone who does not run it, and for people with a conflict of interest.

    That is officers and moderators who take part in a running edition. The creator has none:
    running editions keep their rules and continue to their end.
    """
    check_runs(series, by_id)
    if by_id != series.organiser_id:
        for edition in series.editions.filter(status=Status.RUNNING):
            interest.check_interest(edition, by_id)


@contextmanager
def locked(series_id: int) -> Iterator[Series]:
    """Lock the series until the block and its transaction end."""
    with transaction.atomic():
        rows = Series.objects.select_for_update(no_key=True, of=("self",))
        rows = rows.select_related("organiser")
        series = rows.filter(pk=series_id).first() if series_id <= BIGGEST_ID else None
        if series is None:
            raise no_such()
        yield series


def no_such() -> NotFound:
    return NotFound(_("There is no such series."))


def _run_by(user: User, now: datetime) -> int:
    """The number of this person's series that count for the limit. The caller holds their row."""
    unfinished = Tournament.objects.filter(
        series=OuterRef("pk"), status__in=(Status.OPEN, Status.RUNNING)
    )
    lately = Q(made_at__gt=now - timedelta(days=1))
    return Series.objects.filter(
        Q(active=True) | lately | Exists(unfinished), organiser=user
    ).count()


def _open(series: Series, now: datetime, *, begins: datetime | None) -> None:
    """Open the next edition with its number, and set when the one after it opens."""
    club_tournaments.check_may_open(series.club_id, series.organiser_id)
    number = series.number + 1
    plan = replace(plan_of(series), name=f"{series.name} {number}", starts_at=begins)
    edition = opening.create(series.organiser, plan, now, series=series, edition=number)
    last = series.editions.filter(edition=number - 1).first()
    series.number, series.trouble = number, ""
    series.next_at = rhythm.next_opening(series, begins, series.organiser.zone)
    series.save(update_fields=["number", "trouble", "next_at"])
    if last is not None and is_league(series):
        _go_over(series, last, edition, now)
    elif last is not None:
        telling.opened_again(last, edition, now)


def _go_over(series: Series, last: Tournament, new: Tournament, now: datetime) -> None:
    """Connect a season that has just been opened with the last one.

    The players enter at once if that one is over; otherwise this one begins after it.
    """
    if last.status != Status.RUNNING:
        seasons.carry(last, new, now)
        entering.fill(new, now)
    running = series.editions.filter(status=Status.RUNNING).order_by("-edition").first()
    if running is not None:
        _begin_at(new, (running.ends_at or now) + timedelta(days=series.joining), now)


def _hold_what_follows(edition: Tournament, series_id: int) -> tuple[Series, Tournament | None]:
    """The series and its open next edition, locked in the order that ending an edition uses."""
    later = Tournament.objects.filter(
        series=series_id, edition__gt=edition.edition or 0, status=Status.OPEN
    ).order_by("edition")
    list(later.select_for_update(no_key=True).values_list("pk"))
    series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
    return series, later.first()  # which may have been opened just now


def _begin_at(edition: Tournament, at: datetime, now: datetime) -> None:
    edition.starts_at = edition.due_at = at
    edition.save(update_fields=["starts_at", "due_at"])
    telling.remind(edition, edition.entrants.filter(state=Entrant.State.IN), now)


def _put_off(series: Series, code: str, now: datetime) -> None:
    """Record that it cannot be opened now, and retry at its next date."""
    series.trouble = code[:40]
    zone = series.organiser.zone
    following = rhythm.next_opening(series, rhythm.find_begin(series, now, zone), zone)
    series.next_at = following or now + AGAIN
    series.save(update_fields=["trouble", "next_at"])
    telling.series_stuck(series, code, now)


def _next(series: Series, now: datetime) -> datetime | None:
    """When the next edition opens after a change: at its date, or at once if it need not wait."""
    last = series.editions.order_by("-edition")[0]
    if series.rhythm == Rhythm.OVER:
        holds = last.status == Status.OPEN or (
            last.status == Status.RUNNING and not is_league(series)
        )
        return None if holds else now
    begins = max(last.starts_at or now, now)
    following = rhythm.next_opening(series, begins, series.organiser.zone)
    return max(following or now, now)


def _deserted(series: Series) -> bool:
    last = series.editions.order_by("-edition").values_list("status", flat=True)[:DESERTED]
    return list(last) == [Status.CANCELLED] * DESERTED


def _end(series: Series) -> None:
    series.active, series.next_at = False, None
    series.save(update_fields=["active", "next_at"])


def _check(plan: Plan, rhythm_: str, joining: int) -> None:
    """Raise Illegal for an impossible series or tournament."""
    if rhythm_ not in Rhythm.values:
        raise Illegal(_("There is no such rhythm."), "bad_rhythm")
    if plan.kind == Tournament.Kind.ARENA and rhythm_ == Rhythm.OVER:
        raise Illegal(
            _("An arena repeats at fixed times. Choose every week, every month or every quarter."),
            "bad_rhythm",
        )
    if plan.by_invitation and plan.kind != Tournament.Kind.LEAGUE:
        raise Illegal(
            _("A tournament by invitation does not repeat by itself, unless it is a league."),
            "bad_by_invitation",
        )
    if plan.kind == Tournament.Kind.LEAGUE and rhythm_ != Rhythm.OVER:
        raise Illegal(
            _("The seasons of a league follow each other. Choose “when the last one is over”."),
            "bad_rhythm",
        )
    if plan.kind == Tournament.Kind.LADDER:
        _check_ladder(rhythm_, joining)
    fewest = 0 if rhythm_ == Rhythm.OVER and plan.kind != Tournament.Kind.LEAGUE else 1
    if not fewest <= joining <= rhythm.LONGEST[rhythm_]:
        raise Illegal(
            _("With this rhythm, the time to join must be %(few)d to %(many)d days.")
            % {"few": fewest, "many": rhythm.LONGEST[rhythm_]},
            "bad_joining",
        )
    if len(" ".join(plan.name.split())) > LONGEST_NAME:
        raise Illegal(
            _("The name of a series must have at most %(most)d characters.")
            % {"most": LONGEST_NAME},
            "bad_name",
        )


def _check_ladder(rhythm_: str, joining: int) -> None:
    if rhythm_ != Rhythm.OVER:
        raise Illegal(
            _("A ladder can follow only the one before. Choose “when the previous one is over”."),
            "bad_rhythm",
        )
    if joining:
        raise Illegal(
            _("A ladder runs from the day it opens: its days to join must be 0."), "bad_joining"
        )


def _stored(plan: Plan) -> dict[str, Any]:
    """The plan as data; each edition has a name and a date of its own."""
    data = asdict(plan)
    return {key: data[key] for key in data if key not in ("name", "starts_at")}
