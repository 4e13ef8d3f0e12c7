"""A study to be printed, and as a file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits.clients import client_of
from boardgames.redis import rate_counter
from boardgames.words import dates
from games import package_errors
from games.errors import GameError, TooMany
from games.models import StudyComment
from games.pages.answers import refusable
from games.pages.studies.board import Happened, reader_at, things_at
from games.pages.studies.judgements import show_found_ones
from games.pages.studies.parts import chapter_name, describe_mark, told_of
from games.pages.studies.place import Place
from games.pages.studies.solving import solved_puzzles
from games.pages.table import picture, points
from games.rules.engine import RulesError
from games.studies import document
from games.studies.access import find_study
from games.studies.marks import marks_of
from games.trees.tree import ROOT
from games.words import table_package

#: Positions on a printed study; how often somebody may print or save whole studies.
MOST_POSITIONS, PER_MINUTE = 40, 20


@require_safe
@never_cache
@refusable
def as_file(request: HttpRequest, study_id: int) -> HttpResponse:
    """The study as one JSON document, with the records of the games that its reader has played."""
    access = find_study(study_id, request.user.pk, request.GET.get("key", ""))
    _count(request)
    content = msgspec.json.format(
        msgspec.json.encode(document.write_document(access, with_records=True)), indent=1
    )
    named = {"Content-Disposition": f'attachment; filename="study-{study_id}.json"'}
    return HttpResponse(content, "application/json", headers=named)


@require_safe
@never_cache
@refusable
def to_print(request: HttpRequest, study_id: int) -> HttpResponse:
    """Every position with a comment, mark or judgement: its board, and what is said about it."""
    access = find_study(study_id, request.user.pk, request.GET.get("key", ""))
    _count(request)
    left = MOST_POSITIONS
    shown = []
    for number, chapter in enumerate(access.chapters, 1):
        start = Place(access, access.chapter(chapter.pk), solved=solved_puzzles(request))
        try:
            positions = list(islice(_positions(start), left))
            about = {"game": start.rules.name, "players": start.people}
        except (GameError, RulesError):
            continue  # a chapter that cannot be shown
        left -= len(positions)
        name = chapter_name(number, chapter.title)
        shown.append({**about, "name": name, "number": chapter.game_id, "positions": positions})
        if not left:
            break
    context = {"study": access.study, "chapters": shown, "unlisted": True, "most": MOST_POSITIONS}
    return render(request, "games/study_print.html", {**context, "left": left})


def _count(request: HttpRequest) -> None:
    """Raise TooMany if this person, or a client without an account, reads whole studies too often:
    they are much work."""
    signed_in = request.user.is_authenticated
    who = f"user {request.user.pk}" if signed_in else f"client {client_of(request)}"
    if not rate_counter.allow(f"whole study/{who}", PER_MINUTE, 60):
        raise TooMany


def _positions(start: Place) -> Iterator[dict[str, Any]]:
    """The positions of a chapter about which something is said, in the order of its tree.

    Left out: those that the installed rules cannot show.
    """
    chapter = start.chapter
    said: dict[int, list[StudyComment]] = {}
    for comment in start.comments:
        if comment.hidden_at is None:
            said.setdefault(comment.node, []).append(comment)
    done = chapter.judgements.exclude(done_at=None)
    judged = {judgement.node for judgement in done if judgement.found}
    for node in (ROOT, *(node.id for node in start.line.tree.nodes)):
        if node == ROOT or node in said or node in judged or marks_of(chapter, node):
            with suppress(GameError, RulesError):
                yield _position(start.at(node), said.get(node, []))


def _position(place: Place, said: list[StudyComment]) -> dict[str, Any]:
    """A position: its board, its marks, and what was said about it."""
    marks = marks_of(place.chapter, place.node)
    things: Mapping[str, str] = things_at(place) if marks else {}
    names = {name for mark in marks for name in (mark.on, mark.to) if name}
    return {
        "number": place.number,
        "line": _line_to(place),
        "happened": Happened(place).lines(),
        "board": _board(place, names),
        "marks": [describe_mark(mark, things) for mark in marks],
        "puzzle": place.puzzle is not None,
        "judged": show_found_ones(place),
        "comments": [
            {
                "by": one.written_by or one.by.username,
                "when": dates.format_date(one.at, "Y-m-d"),
                "text": one.text,
            }
            for one in said
        ],
    }


def _line_to(place: Place) -> list[str]:
    """The choices since the last one where the line leaves another, in words."""
    path = place.line.tree.path(place.node)
    return [f"{place.people[node.seat]}: {told_of(place, node).label}" for node in path[-1:]]


def _board(place: Place, marked: set[str]) -> str:
    """The board as a picture in the page, with the marked things in a ring; empty without one."""
    rules = place.rules
    columns = getattr(table_package.table(rules), "PICTURE", ())
    try:
        reader = reader_at(place)
        players = points.players(reader, reader.rules.standing())
        drawn = picture.draw_board(
            rules, reader.view, reader.looking, players, (), columns, picked=marked
        )
    except Exception as error:  # noqa: BLE001  whatever a package does
        package_errors.record_error(rules.slug, "picture", error)
        return ""
    if drawn is None:
        return ""
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
