"""A person as moderators see them: games, messages, reports and decisions."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts.models import Act as Logged
from accounts.models import User
from accounts.moderation import audit, sanctions
from community import own_profile
from games.models import ChatMessage, Game, Report, Seat, Tenure
from games.moderation import common_signs, desk, interest, people
from games.moderation.desk import Act, Cell, Desk, Section
from games.moderation.pieces import (
    act_rows,
    chat_rows,
    game_cell,
    moment,
    person_cell,
    report_head,
    report_rows,
    table_cell,
)
from games.statistics import habits
from games.storage.moves import in_games

SHOWN = 20


def person(request: HttpRequest, user_id: int) -> HttpResponse:
    """Show a person, and act; for people who may moderate."""
    desk.check_permissions(request)
    user, by = get_object_or_404(User, pk=user_id), int(request.user.pk or 0)
    page = Desk(
        title=user.username,
        crumbs=[Cell(_("Cases"), reverse("admin:cases"))],
        sections=sections(user, by),
        acts=acts(user.pk, by),
        choices=lifts(user),
        back=request.path,
        others=interest.refusal(interest.check_person, user.pk, by),
    )
    return desk.show_desk(request, page)


def sections(user: User, moderator_id: int) -> list[Section]:
    """Everything this moderator may know; the sender of a report only if they may decide it."""
    notes = [
        [Cell(moment(note.at)), person_cell(note.by), Cell(note.text)]
        for note in user.notes.select_related("by")[:SHOWN]
    ]
    said = interest.heard(ChatMessage.objects.filter(user=user), moderator_id)
    chat = said.select_related("user").order_by("-id")[:SHOWN]
    reports = Report.objects.select_related("person")
    about = interest.known_to(reports.filter(person=user), moderator_id)[:SHOWN]
    sent = interest.without_interest(reports.filter(by=user), moderator_id)[:SHOWN]
    done = audit.readable(Logged.objects.filter(person_id=user.pk), moderator_id)[:SHOWN]
    return [
        Section(_("Person"), lines=_facts(user)),
        Section(_("Notes of moderators"), [_("When"), _("By"), _("Text")], notes),
        Section(
            _("Decided"),
            [_("What"), _("When"), _("Until"), _("Ended"), _("Reason")],
            _decided(user),
        ),
        Section(_("Reports about this person"), report_head(), report_rows(about)),
        Section(_("Reports by this person"), report_head(), report_rows(sent)),
        Section(_("Games"), [_("Table"), _("State"), _("Public page"), _("Rank")], _games(user)),
        Section(_("Latest messages"), [_("When"), _("Who"), _("Text")], chat_rows(chat), wide=True),
        Section(
            _("In common with other accounts"),
            [_("Account"), _("What both have in common, and how much that says")],
            [
                [person_cell(other.user), Cell("; ".join(other.common))]
                for other in common_signs.with_others(user)
            ],
            [_("This proves nothing: people who live together have much in common.")],
        ),
        Section(
            _("Moderators' actions"),
            [_("When"), _("By"), _("What"), _("Whom"), _("Reason")],
            act_rows(done),
            wide=True,
        ),
    ]


def _decided(user: User) -> list[list[Cell]]:
    return [
        [
            Cell(sanction.get_kind_display()),
            Cell(moment(sanction.at)),
            Cell(moment(sanction.until)),
            Cell(moment(sanction.ended_at)),
            Cell(sanction.reason),
        ]
        for sanction in user.sanctions.all()[:SHOWN]
    ]


def moves_since(user: User, since: datetime) -> int:
    """How many moves; found through the games, as no index leads from a person to moves."""
    seats = Tenure.objects.filter(user=user, seat__game__moved_at__gt=since)
    made = in_games(seats.values_list("seat__game", flat=True), user_id={user.pk})
    return sum(move.at > since for move in made)


def _facts(user: User) -> list[str]:
    since = timezone.now() - timedelta(days=90)
    held = Tenure.objects.filter(user=user)
    timeouts = held.filter(ended__in=(Tenure.Reason.TIMEOUT, Tenure.Reason.FORFEITED)).count()
    resigned = held.filter(ended=Tenure.Reason.RESIGNED).count()
    moves = moves_since(user, since)
    playing = Seat.objects.filter(user=user, rank=None, game__status=Game.Status.RUNNING).count()
    before = [each.name for each in user.former_names.order_by("-at")]
    about = own_profile.words_of(user.pk)
    in_force = [
        f"{each.get_kind_display()} ({moment(each.until)})" for each in sanctions.in_force(user.pk)
    ]
    return [
        _("Joined %(at)s, last signed in %(last)s")
        % {"at": moment(user.date_joined), "last": moment(user.last_login)},
        _account(user),
        *([_("Former names: %(names)s") % {"names": ", ".join(before)}] if before else []),
        *([_("Says about themselves: %(words)s") % {"words": about}] if about else []),
        _("In force: %(what)s") % {"what": ", ".join(in_force) or "–"},
        _("Running games: %(playing)d, moves in 90 days: %(moves)d")
        % {"playing": playing, "moves": moves},
        _("Ran out of time: %(out)d, resigned: %(resigned)d of %(all)d seats")
        % {"out": timeouts, "resigned": resigned, "all": held.count()},
        _pace(user),
    ]


def _account(user: User) -> str:
    """The kind of account."""
    if user.owner is not None:
        return _("Bot of %(owner)s") % {"owner": user.owner.username}
    return _("Guest") if user.is_guest else _("Account")


def _pace(user: User) -> str:
    """How fast and how reliably this person answers, even if they hide it from others."""
    pace, recent = habits.read_habits([user.pk])[user.pk]
    now = timezone.now()
    said = _("Usually moves within %(time)s; time ran out in %(out)d of the last %(turns)d turns")
    time = timesince(now - pace, now) if pace else "–"
    return said % {"time": time, "turns": recent.turns, "out": recent.timeouts}


def _games(user: User) -> list[list[Cell]]:
    seats = Seat.objects.filter(user=user).select_related("game").order_by("-game_id")[:SHOWN]
    return [
        [
            table_cell(seat.game),
            Cell(seat.game.get_status_display()),
            game_cell(seat.game),
            Cell(seat.rank or "–"),
        ]
        for seat in seats.defer("game__state", "game__seed")
    ]


def lifts(user: User) -> dict[str, Any]:
    held = [(each.kind, each.get_kind_display()) for each in sanctions.in_force(user.pk)]
    return {"kind": [each for each in held if each[0] in desk.LIFTABLE]}


def acts(user: int, by: int, report: int | None = None) -> dict[str, Act]:
    """The acts that a moderator can do about a person, by name."""
    return {
        "note": Act(
            _("Leave a note"),
            ["text"],
            lambda data: people.leave_note(user, by, data["text"]),
            about=_("Only moderators read it."),
            decides=False,
        ),
        "warn": Act(
            _("Warn"),
            ["reason"],
            lambda data: people.warn(user, by, data["reason"], report=report),
        ),
        "mute": Act(
            _("Mute this person"),
            ["some_days", "reason"],
            lambda data: people.mute(user, by, data["some_days"], data["reason"], report=report),
        ),
        "suspend": Act(
            _("Suspend for a time"),
            ["days", "reason"],
            lambda data: people.suspend(user, by, data["days"], data["reason"], report=report),
            about=_("Seats are kept, and clocks keep running."),
        ),
        "ban": Act(
            _("Ban"),
            ["reason"],
            lambda data: people.ban(user, by, data["reason"], report=report),
            final=True,
            about=_(
                "The account resigns from all its games. Lifting the ban does not bring them back."
            ),
        ),
        "lift": Act(
            _("Lift a sanction"),
            ["kind", "reason"],
            lambda data: people.lift(user, by, data["kind"], data["reason"], report=report),
        ),
        "rename": Act(
            _("Rename this person"),
            ["name", "reason"],
            lambda data: people.rename(user, by, data["name"], data["reason"], report=report),
        ),
        "clear_words": Act(
            _("Remove the profile text"),
            ["reason"],
            lambda data: people.clear_words(user, by, data["reason"], report=report),
        ),
    }
