"""Parts shared by several of the moderators' pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Act, User
from games.models import ChatMessage, Game, Report
from games.moderation.desk import Cell
from games.moderation.roles import MODERATE
from games.rules.registry import UnknownGameType
from games.words import texts


def moment(at: datetime | None) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else "–"


def person_cell(user: User | None) -> Cell:
    """A name with a link to the person's page."""
    if user is None:
        return Cell("–")
    return Cell(user.username, reverse("admin:person-desk", args=[user.pk]), MODERATE)


def game_cell(game: Game | None) -> Cell:
    """A link to the game's public page."""
    return Cell("–") if game is None else Cell(game, reverse("game", args=[game.pk]))


def table_cell(game: Game | None) -> Cell:
    """The page on which moderators act at the game's table."""
    if game is None:
        return Cell("–")
    return Cell(game, reverse("admin:games_game_moderate", args=[game.pk]))


def table_name(game: Game) -> str:
    """Its usual name: the game type and the number."""
    try:
        name = _(game.rules.name)
    except UnknownGameType:
        name = game.type.capitalize()
    return texts.game_title(name, game)


def report_head() -> list[str]:
    """The column titles of reports."""
    return [_("No."), _("State"), _("About"), _("Person"), _("Reason"), _("When")]


def report_rows(reports: Iterable[Report]) -> list[list[Cell]]:
    return [
        [
            Cell(
                report.pk,
                reverse("admin:case", args=[report.case_id]) if report.case_id else "",
                MODERATE,
            ),
            Cell(report.get_state_display()),
            Cell(report.get_about_display()),
            person_cell(report.person),
            Cell(report.get_reason_display()),
            Cell(moment(report.at)),
        ]
        for report in reports
    ]


def act_rows(acts: Iterable[Act]) -> list[list[Cell]]:
    return [
        [
            Cell(moment(act.at)),
            Cell(act.by),
            Cell(act.action),
            Cell(act.person or (act.game and f"{act.game}") or ""),
            Cell(act.reason),
        ]
        for act in acts
    ]


def chat_rows(messages: Iterable[ChatMessage]) -> list[list[Cell]]:
    """Chat messages, including hidden ones."""
    return [
        [
            Cell(moment(message.at)),
            person_cell(message.user),
            Cell(f"[{message.text}]" if message.hidden_at else message.text),
        ]
        for message in messages
    ]
