"""Fault reports: a player's words, with what their own seat sees and is asked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import counting
from games.errors import Illegal, NotFound, Refused, TooMany
from games.models import FaultReport, Game, Seat
from games.moderation.reports import LONGEST_WORDS
from games.rules.engine import RulesError
from games.showing import snapshot
from games.stages import stage_visibility
from games.storage.position import Position, load, own_seat
from games.upkeep import maintainers, telling

#: Reports per person and day.
A_DAY, DAY = 20, timedelta(days=1)


def find_table(game_id: int, user_id: int) -> Position:
    """The table at which this person may report something.

    NotFound if they may not see it, Forbidden without a seat, Refused if the game has not begun, or
    if it counts and its type is published now.
    """
    position = load(game_id, user_id)
    own_seat(position, user_id)
    if not (position.game.stage or stage_visibility.trial(position.game.type)):
        raise Refused(
            _("You can report this only for games in testing. Please tell a moderator instead.")
        )
    if position.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise Refused(_("This game has not started."), "not_running")
    return position


def report(game_id: int, user_id: int, words: str) -> FaultReport:
    """Store a player's fault report with what the table shows them.

    TooMany after many within a day, Illegal without words or with too many.
    """
    position = find_table(game_id, user_id)
    text, seat, now = _words(words), own_seat(position, user_id), timezone.now()
    with transaction.atomic():
        counting.alone(user_id)
        lately = FaultReport.objects.filter(by=user_id, at__gt=now - DAY).order_by("-at")
        times = list(lately.values_list("at", flat=True)[:A_DAY])
        if len(times) == A_DAY:
            said = _("You have sent many reports today. Please come back tomorrow.")
            raise TooMany(said, times[-1] + DAY - now)
        made = FaultReport.objects.create(
            type=position.game.type,
            game=position.game,
            seat=seat.index,
            version=position.version,
            number=position.number,
            rules_version=position.game.rules_version,
            kept=_kept(position, seat),
            words=text,
            by_id=user_id,
            at=now,
        )
        telling.reported(made, now)
    return made


def _words(words: str) -> str:
    said = words.strip()
    if not said:
        raise Illegal(_("Please describe in a few words what is wrong."), "no_words")
    if len(said) > LONGEST_WORDS:
        raise Illegal(
            _("At most %(most)d characters, please.") % {"most": LONGEST_WORDS}, "too_long"
        )
    return said


def _kept(position: Position, seat: Seat) -> dict[str, Any]:
    """What this seat sees and is asked; the error if the rules cannot show it."""
    if position.rules is None:
        return {"error": str(position.failure)}
    try:
        view = position.rules.view(seat.index)
        asked = snapshot.decision(position, seat, view)
    except RulesError as error:
        return {"error": str(error)}
    return {"view": msgspec.to_builtins(view), "decision": msgspec.to_builtins(asked)}


def list_reports(slug: str, reader_id: int, *, done: bool, most: int) -> list[FaultReport]:
    """The newest reports about a type.

    For a running table with a part of the reader's, ``words`` and ``kept`` are empty: they may
    contain secrets.
    """
    rows = FaultReport.objects.filter(type=slug, done_at__isnull=not done)
    found = list(rows.select_related("by", "done_by").order_by("-pk")[:most])
    closed = maintainers.closed_among(reader_id, [each.game_id for each in found])
    for each in found:
        if each.game_id in closed and each.by_id != reader_id:
            each.words, each.kept = "", {}
    return found


def finish(slug: str, report_id: int, user_id: int, answer: str) -> None:
    """Mark a report as done, with an answer for its sender.

    NotFound for anybody who does not maintain the type, Refused for a report that is already done
    or that the reader may not read yet.
    """
    maintainers.package(slug, user_id)
    said, now = _words(answer), timezone.now()
    with transaction.atomic():
        rows = FaultReport.objects.select_for_update(of=("self",), no_key=True)
        one = rows.filter(pk=report_id, type=slug).first()
        if one is None:
            raise NotFound(_("There is no such report."))
        if one.done_at is not None:
            raise Refused(_("This report has already been dealt with."), "done")
        if one.by_id != user_id and maintainers.closed_among(user_id, [one.game_id]):
            raise Refused(
                _("You play at this table. You can read this when the game is over."), "own_game"
            )
        one.done_at, one.done_by_id, one.answer = now, user_id, said
        one.save(update_fields=["done_at", "done_by", "answer"])
        telling.answered(one, now)


def count_open_reports(slugs: Iterable[str]) -> dict[str, int]:
    """The number of open reports of each of these types that has any."""
    rows = FaultReport.objects.filter(type__in=list(slugs), done_at=None).order_by()
    return dict(rows.values_list("type").annotate(Count("pk")))
