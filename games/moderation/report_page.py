"""A report as moderators see it: what was reported as it was, both people, and what can be done."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import ChatMessage, Report
from games.moderation import desk, person_page, reports
from games.moderation.desk import Act, Cell, Desk, Section
from games.moderation.pieces import chat_rows, moment, person_cell, report_rows, table_cell
from games.moderation.roles import MODERATE

#: Messages before and after the one that was reported.
AROUND = 10


def report(request: HttpRequest, report_id: int) -> HttpResponse:
    """Look at a report, and act; for those who may moderate."""
    desk.check(request)
    found = get_object_or_404(
        Report.objects.select_related("person", "by", "game", "message", "assigned_to"),
        pk=report_id,
    )
    by = int(request.user.pk or 0)
    moderators = get_user_model().objects.with_perm(MODERATE)
    page = Desk(
        title=_("Report %(number)d") % {"number": found.pk},
        crumbs=[Cell(_("Reports"), reverse("admin:games_report_changelist"))],
        sections=_sections(found),
        acts=_acts(found, by),
        choices={
            "to": [(each.pk, each.username) for each in moderators.order_by("username")],
            "state": [
                (state.value, str(state.label))
                for state in (Report.State.ACTED, Report.State.DISMISSED)
            ],
            **(person_page.lifts(found.person) if found.person else {}),
        },
        back=request.path,
    )
    return desk.show(request, page)


def _sections(found: Report) -> list[Section]:
    rows = [
        [Cell(_("About")), Cell(found.get_about_display())],
        [Cell(_("Reason")), Cell(found.get_reason_display())],
        [Cell(_("Words")), Cell(found.words or "–")],
        [Cell(_("As it was")), Cell(found.said or "–")],
        [Cell(_("Person")), person_cell(found.person)],
        [Cell(_("Sent by")), person_cell(found.by)],
        [Cell(_("At")), Cell(moment(found.at))],
        [Cell(_("State")), Cell(found.get_state_display())],
        [Cell(_("Assigned to")), Cell(found.assigned_to or "–")],
    ]
    if found.game:
        rows.append([Cell(_("Table")), table_cell(found.game)])
        if found.number is not None:
            then = f"{reverse('game', args=[found.game_id])}?at={found.number}"
            rows.append(
                [
                    Cell(_("The game as it was")),
                    Cell(_("after move %(number)d") % {"number": found.number}, then),
                ]
            )
    if found.answer:
        rows.append([Cell(_("Answer")), Cell(found.answer)])
    sections = [Section(_("What was reported"), rows=rows)]
    if found.message:
        sections.append(
            Section(
                _("What was said around it"),
                ["", _("At"), _("Who"), _("Text")],
                chat_rows(_around(found.message), found.message_id),
                wide=True,
            )
        )
    head = [_("No."), _("State"), _("About"), _("Person"), _("Reason"), _("At")]
    for title, others in (
        (_("Other reports about this person"), Report.objects.filter(person=found.person)),
        (_("Other reports by who sent it"), Report.objects.filter(by=found.by)),
    ):
        some = others.exclude(pk=found.pk).select_related("person")[:AROUND]
        sections.append(Section(title, head, report_rows(some)))
    return sections


def _around(message: ChatMessage) -> list[ChatMessage]:
    said = ChatMessage.objects.filter(game=message.game_id).select_related("user")
    before = list(said.filter(pk__lte=message.pk).order_by("-pk")[: AROUND + 1])
    return [*reversed(before), *said.filter(pk__gt=message.pk).order_by("pk")[:AROUND]]


def _acts(found: Report, by: int) -> dict[str, Act]:
    number = found.pk
    acts: dict[str, Act] = {}
    if found.state == Report.State.OPEN:
        acts["assign"] = Act(
            _("Say who looks at it"), ["to"], lambda data: reports.assign(number, by, data["to"])
        )
    if found.message and not found.message.hidden_at:
        acts["hide"] = Act(
            _("Hide the message"),
            ["reason"],
            lambda data: reports.hide_message(number, by, data["reason"]),
        )
    if found.person:
        acts |= person_page.acts(found.person.pk, by, report=number)
    if found.state == Report.State.OPEN:
        acts["close"] = Act(
            _("Close the report"),
            ["state", "answer"],
            lambda data: reports.close(number, by, data["state"], data["answer"]),
        )
    return acts
