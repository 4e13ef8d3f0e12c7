"""Tournaments: the list, one of them with its log, opening one, and its players' actions."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import current_user
from accounts.models import User
from community.clubs import listing as clubs
from community.clubs.rights import RUNNING
from games.errors import Forbidden, GameError, NotFound
from games.models import Entrant, Series, Tournament
from games.pages import inputs
from games.pages.answers import member, reader, refusable, see
from games.pages.drawing.rendering import fixed
from games.pages.lists.cards import type_card
from games.pages.naming import see_again
from games.pages.tournaments import arenas, one, rungs, words
from games.pages.tournaments.forms import KindForm, TournamentForm, said_at_its_field
from games.rules import registry
from games.showing import tournament_log
from games.tournaments import entering, inviting, listing, opening, report
from games.tournaments.kinds.arena import BREAKS
from games.tournaments.kinds.kinds import KINDS
from games.tournaments.running import organising
from games.tournaments.series import series
from games.tournaments.series.series import plan_of

#: Tournaments of each kind on the list.
SHOWN = 30
#: On a site with fewer people the empty list says how many they are.
FEW = 20
DAY = timedelta(days=1)

Status, State = Tournament.Status, Entrant.State
_OVER = (Status.FINISHED, Status.CANCELLED)
#: Kinds that people can join while they run.
LASTING = [name for name, kind in KINDS.items() if kind.joins_late]


@require_safe
@never_cache
def tournaments(request: HttpRequest) -> HttpResponse:
    """What is on today, the reader's tournaments, those to join, and those that run; `show=over`
    has the others."""
    over, me = request.GET.get("show") == "over", request.user.pk
    sections = [_finished(me)] if over else _going_on(me)
    games = listing.games_of([each for section in sections for each in section.rows])
    context = {
        "sections": [
            {"title": title, "rows": [_listed(each, when(each, *games[each.pk])) for each in rows]}
            for title, rows, when in sections
            if rows
        ],
        "regular": [] if over else [regular(each) for each in listing.series(me)[:SHOWN]],
        "over": over,
        "few": _few() if not over and not games else None,
    }
    return render(request, "games/tournaments.html", context)


class _Section(NamedTuple):
    """``when`` says of a tournament when it is, given how many of how many games are over."""

    title: str
    rows: list[Tournament]
    when: Callable[[Tournament, int, int], str] = words.when


def _finished(me: int | None) -> _Section:
    found = listing.seen_by(me).filter(status=Status.FINISHED)
    return _Section(pgettext("list", "Finished"), list(found[:SHOWN]))


def _going_on(me: int | None) -> list[_Section]:
    """What is not over, each tournament in the first section that it belongs to."""
    seen = listing.seen_by(me)
    joinable = Q(status=Status.OPEN) | Q(status=Status.RUNNING, kind__in=LASTING)
    running = Q(status=Status.RUNNING) & ~joinable
    sections = [_Section(_("Today"), list(listing.today(me, _midnight())[:SHOWN]), words.today)]
    mine = listing.of_person(me).exclude(status__in=_OVER) if me else seen.none()
    for title, found in (
        (pgettext("tournaments", "Mine"), mine),
        (_("Open to join"), seen.filter(joinable)),
        (_("Running"), seen.filter(running)),
    ):
        known = {each.pk for section in sections for each in section.rows}
        rows = [each for each in found[:SHOWN] if each.pk not in known]
        sections.append(_Section(title, rows))
    return sections


def _midnight() -> datetime:
    """When the reader's day ends."""
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0) + DAY


def _listed(tournament: Tournament, when: str) -> dict[str, object]:
    taken = getattr(tournament, "taken", 0)
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "cover": cover(tournament.type),
        "game": words.game(tournament),
        "edition": words.edition(tournament),
        "how": words.how(tournament),
        "when": when,
        "taken": taken,
        "most": tournament.most,
        "tenths": min(10, round(10 * taken / tournament.most)),
        "open": entering.joinable(tournament),
    }


def regular(here: Series) -> dict[str, object]:
    """A series, for the list and its own page."""
    plan = plan_of(here)
    return {
        "id": here.pk,
        "name": here.name,
        "cover": cover(plan.type),
        "game": words.game(plan),
        "how": words.how(plan),
        "rhythm": words.rhythm(here),
        "coming": words.coming(here),
    }


def cover(type_: str) -> str:
    return fixed(f"{type_}/cover.svg")


def _few() -> int | None:
    """The number of members, while they are few."""
    members = User.objects.filter(is_active=True, is_guest=False, owner=None)[: FEW + 1].count()
    return members if members <= FEW else None


@require_safe
@never_cache
@refusable
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The page of a tournament: my next game, standings, tables, rules, players waited for, the
    log."""
    me = request.user.pk
    here = listing.one(tournament_id, me)
    user = User.objects.get(pk=me) if me else None
    if here.kind == Tournament.Kind.ARENA:
        return render(request, "games/arena.html", one.build_arena(here, user, request.GET))
    return render(request, "games/tournament.html", one.build_page(here, user, request.GET))


@require_safe
@refusable
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The whole log, newest first."""
    here = listing.one(tournament_id, request.user.pk)
    found = listing.list_events(here, inputs.number(request.GET.get("before", ""), 18))
    context = {
        "here": here,
        "log": tournament_log.describe_events(found, listing.entrant_names(here)),
        "earlier": f"?before={found[-1].pk}" if len(found) == listing.LINES else "",
    }
    return render(request, "games/tournament_log.html", context)


@require_safe
@refusable
def standings_csv(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The standings as CSV."""
    here = listing.one(tournament_id, request.user.pk)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{here.pk}.csv"'
    sheet = csv.writer(answer)
    breaks = BREAKS if here.kind == Tournament.Kind.ARENA else here.tie_breaks
    sheet.writerow(["stage", "group", "place", "name", "points", "played", *breaks])
    for stage, group in listing.groups(here):
        for row in listing.standings(here, stage, group):
            name = row.entrant.user.username
            sheet.writerow([stage, group, row.place, name, row.score, row.played, *row.breaks])
    return answer


@require_safe
@never_cache
@refusable
def trf(request: HttpRequest, tournament_id: int, trf_form: str) -> HttpResponse:
    """One group, by default the first of the last stage, as FIDE's Tournament Report File."""
    here = listing.one(tournament_id, request.user.pk)
    stage, group = (inputs.number(request.GET.get(name, ""), 4) for name in ("stage", "group"))
    written = report.write_report(here, trf_form, stage, group)
    answer = HttpResponse(written, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{here.pk}.{trf_form}.trf"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@member
def new(request: HttpRequest) -> HttpResponse:
    """Open a tournament: first which kind and game, then its rules."""
    sent = request.POST if request.method == "POST" else None
    of = sent or request.GET
    usual = {"kind": Tournament.Kind.ROBIN, **request.GET.dict()}
    first = KindForm(of if "kind" in of else None, initial=usual)
    confirmed = current_user(request).confirmed_email is not None
    if not first.is_valid():
        context = {"form": first, "club": request.GET.get("club", ""), "confirmed": confirmed}
        status = 422 if first.errors else 200
        return render(request, "games/tournament_kind.html", context, status=status)
    kind, rules = first.cleaned_data["kind"], registry.get(first.cleaned_data["type"])
    club = {"club": request.GET.get("club", "")}
    form = TournamentForm(kind, rules, sent, initial=club, clubs=_clubs(reader(request)))
    if sent and form.is_valid():
        with said_at_its_field(form):
            return _opened(request, form)
    context = {"form": form, "type": type_card(rules), "confirmed": confirmed}
    status = 422 if form.errors else 200
    return render(request, "games/tournament_new.html", context, status=status)


def _clubs(user_id: int) -> list[tuple[int, str]]:
    """The clubs for which this person may open a tournament."""
    mine = [each for each in clubs.of_person(user_id) if each.role in RUNNING]
    return [(each.club_id, each.club.name) for each in mine]


def _opened(request: HttpRequest, form: TournamentForm) -> HttpResponse:
    """Open it, once or as a series, and show it."""
    plan = form.plan()
    if not form.rhythm_:
        return see("tournament", opening.open_(reader(request), plan).pk)
    begun = series.start_series(
        reader(request), plan, form.rhythm_, form.days_to_join, begins=plan.starts_at
    )
    return see("series", begun.pk)


@require_POST
@member
@refusable
def act_on_tournament(request: HttpRequest, tournament_id: int, deed: str) -> HttpResponse:
    """Carry out a button about a tournament, and return to its page."""
    try:
        do = _ACTS[deed]
    except KeyError:
        raise Http404 from None
    listing.one(tournament_id, reader(request))
    messages.success(request, do(request, tournament_id))
    return see("tournament", tournament_id)


@require_POST
@member
@refusable
def invite(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Invite the named people: all, or nobody if one of them cannot be invited."""
    listing.one(tournament_id, reader(request))
    written = request.POST.get("name", "")
    try:
        asked = inviting.invite_people(tournament_id, reader(request), inputs.split_names(written))
    except (NotFound, Forbidden):
        raise
    except GameError as error:
        messages.error(request, str(error))
        return see_again(written, "tournament", tournament_id)
    messages.success(request, words.say_invited(asked))
    return see("tournament", tournament_id)


def _join(request: HttpRequest, tournament_id: int) -> str:
    entrant = entering.join_tournament(tournament_id, reader(request))
    if entrant.state == State.WAITING:
        return _("All places are taken. You get one if somebody leaves before it begins.")
    return _("You have joined. You get a notification when it begins.")


def _withdraw(request: HttpRequest, tournament_id: int) -> str:
    organising.withdraw_player(tournament_id, reader(request))
    return _("You have withdrawn.")


def _disqualify(request: HttpRequest, tournament_id: int) -> str:
    of = request.POST.get
    organising.disqualify(tournament_id, reader(request), of("name", ""), of("reason", ""))
    return _("Done. It is in the log.")


def _pause(request: HttpRequest, tournament_id: int) -> str:
    of = request.POST.get
    days = inputs.number(of("days", ""), 3) or 0
    organising.pause_tournament(tournament_id, reader(request), days, of("reason", ""))
    return _("The tournament is paused.")


def _go_on(request: HttpRequest, tournament_id: int) -> str:
    organising.resume_tournament(tournament_id, reader(request), request.POST.get("reason", ""))
    return _("The tournament has resumed.")


def _call_off(request: HttpRequest, tournament_id: int) -> str:
    organising.call_off(tournament_id, reader(request), request.POST.get("reason", ""))
    return _("The tournament is cancelled.")


def _decline(request: HttpRequest, tournament_id: int) -> str:
    inviting.decline_invitation(tournament_id, reader(request))
    return _("You have declined.")


_ACTS: dict[str, Callable[[HttpRequest, int], str]] = {
    **rungs.ACTS,
    **arenas.ACTS,
    "join": _join,
    "withdraw": _withdraw,
    "decline": _decline,
    "disqualify": _disqualify,
    "pause": _pause,
    "go-on": _go_on,
    "call-off": _call_off,
}
