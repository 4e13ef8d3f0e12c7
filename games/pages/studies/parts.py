"""What a place's page shows beside the board: the tree, comments, marks, and ways on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import msgspec
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from boardgames.words import dates
from games.errors import GameError
from games.game_cache import cache
from games.models import StudyComment
from games.pages.studies.board import Part
from games.pages.studies.judgements import show_judgements
from games.pages.studies.place import Place, node_address, with_key
from games.rules import engine
from games.studies import writing
from games.studies.marks import COLOURS, Mark, marks_of
from games.trees.tree import ROOT, Node
from games.words import table_package, texts

_encode = msgspec.json.Encoder().encode


class Told(NamedTuple):
    """A choice in words, and whether chance or something hidden decided what it did."""

    label: str
    drew: bool


class Shown(msgspec.Struct):
    """A node in the list of choices; ``others`` are the lines that begin in its place."""

    id: int
    seat: int
    name: str
    label: str
    number: int
    href: str
    drew: bool
    current: bool
    on_path: bool
    comments: int
    marks: int
    puzzle: bool
    others: list[list[Shown]] = []


def parts_of(place: Place) -> dict[str, Part]:
    """All of them, by the names of their templates."""
    return {
        "where": lambda _things: _where(place),
        "tree": lambda _things: {"line": _lines(place), "root": _root(place)},
        "comments": lambda _things: _comments(place),
        "judgement": lambda _things: show_judgements(place),
        "marks": lambda things: _marks(place, things),
    }


# The tree ----------------------------------------------------------------------------------------


def told_of(place: Place, node: Node) -> Told:
    """A node's choice in words, cached as long as nothing before it is another.

    Choices that the installed rules cannot play are said to be so; the rest stays readable.
    """
    tree, base = place.line.tree, place.line.base
    line = [(one.seat, one.choice, one.draw) for one in tree.path(node.id)]
    words_by = get_language(), tuple(place.people)
    name = "study choice", base.number, base.version, _encode(line), words_by

    def tell() -> Told:
        before = place.line.reach(node.parent).game
        decision = before.decision(node.seat)
        drew = place.line.reach(node.id).played[-1].drew
        if decision is None:
            return Told(_("a choice"), drew)
        words = table_package.label(
            place.rules, decision, decision.find(node.choice), before.view(node.seat)
        )
        return Told(texts.plain(words, place.people), drew)

    try:
        return cache.get_or_make(base.game.pk, name, tell, lambda told: 900 + 2 * len(told.label))
    except (GameError, engine.RulesError, engine.IllegalChoice):
        return Told(_("not possible any more"), False)


def _lines(place: Place) -> list[Shown]:
    """The main line; each of its choices has the lines that begin in its place."""
    tree = place.line.tree
    children: defaultdict[int, list[Node]] = defaultdict(list)
    for node in tree.nodes:
        children[node.parent].append(node)
    said = Counter(comment.node for comment in place.comments if comment.hidden_at is None)
    there = {node.id for node in tree.path(place.node)}

    def show(node: Node, number: int) -> Shown:
        told = told_of(place, node)
        return Shown(
            id=node.id,
            seat=node.seat,
            name=place.people[node.seat],
            label=told.label,
            number=number,
            href=place.address(node.id),
            drew=told.drew,
            current=node.id == place.node,
            on_path=node.id in there,
            comments=said[node.id],
            marks=len(place.chapter.marks.get(str(node.id), [])),
            puzzle=node.id in place.puzzles,
        )

    def line_after(parent: int, number: int) -> list[Shown]:
        line: list[Shown] = []
        while following := children[parent]:
            number += 1
            first, *others = following
            item = show(first, number)
            item.others = [[show(other, number), *line_after(other.id, number)] for other in others]
            line.append(item)
            parent = first.id
        return line

    return line_after(ROOT, place.chapter.at)


def _root(place: Place) -> dict[str, object]:
    said = [c for c in place.comments if c.node == ROOT and c.hidden_at is None]
    return {
        "href": place.address(ROOT),
        "current": place.node == ROOT,
        "number": place.chapter.at,
        "comments": len(said),
        "marks": len(place.chapter.marks.get(str(ROOT), [])),
        "puzzle": ROOT in place.puzzles,
    }


# Ways on -----------------------------------------------------------------------------------------


def _where(place: Place) -> dict[str, object]:
    tree, access = place.line.tree, place.access
    following = tree.children(place.node)
    line = tree.path(place.node)
    last = line[-1] if line else None
    waiting = place.game.to_move()
    return {
        "node": place.node,
        "chapters": chapter_tabs(place),
        "choice": f"{place.people[last.seat]}: {told_of(place, last).label}" if last else "",
        "drew": bool(last) and place.reached.played[-1].drew,
        "previous": place.address(last.parent) if last else "",
        "following": place.address(following[0].id) if following else "",
        "first": place.address(ROOT) if last else "",
        "last": place.address(_end_of_line(place)) if following else "",
        "seats": [
            {
                "name": place.people[seat],
                "href": place.address(chair=seat),
                "current": seat == place.chair,
            }
            for seat in waiting
        ]
        if len(waiting) > 1 and access.writes
        else [],
        "remove": {
            "action": f"{place.address()}remove/",
            "last_node": tree.last,
            "last_comment": place.last_comment,
        }
        if access.writes and last
        else None,
    }


def chapter_tabs(place: Place) -> list[dict[str, object]]:
    """The chapters of the study, each with the address of its start."""
    access = place.access
    return [
        {
            "label": chapter_name(number, chapter.title),
            "href": node_address(access, chapter, f"{ROOT}"),
            "current": chapter.pk == place.chapter.pk,
        }
        for number, chapter in enumerate(access.chapters, 1)
    ]


def _end_of_line(place: Place) -> int:
    at = place.node
    while following := place.line.tree.children(at):
        at = following[0].id
    return at


def chapter_name(number: int, title: str) -> str:
    return f"{number}. {title}" if title else _("Chapter %(number)d") % {"number": number}


# Comments and marks ------------------------------------------------------------------------------


def _comments(place: Place) -> dict[str, object]:
    me, access = place.access.user_id, place.access
    return {
        "writes": access.writes,
        "longest": writing.LONGEST_COMMENT,
        "action": f"{place.address()}comment/",
        "node": place.node,
        "last": place.last_comment,
        "comments": [
            {
                "id": comment.pk,
                "name": comment.written_by or comment.by.username,
                "imported": comment.by.username if comment.written_by else "",
                "href": path("player", comment.by.username)
                if comment.by.is_active and not comment.written_by
                else "",
                "at": comment.at.isoformat(timespec="seconds"),
                "when": dates.format_date(comment.at, _("M j")),
                "edited": comment.edited_at is not None,
                "was": (comment.edited_at or comment.at).isoformat(),
                "text": "" if comment.hidden_at else comment.text,
                "begin": _beginning(comment),
                "hidden": comment.hidden_at is not None,
                "by_moderator": comment.hidden_by_moderator,
                "mine": comment.by_id == me,
                "edit": f"{place.address()}edit/"
                if comment.by_id == me and access.writes and not comment.hidden_at
                else "",
                "hide": f"{place.address()}hide/"
                if me
                and not comment.hidden_by_moderator
                and (comment.by_id == me or access.owns)
                and (not comment.hidden_at or comment.hidden_by_id == me)
                else "",
                "report": with_key(reverse("report", args=["study-comment", comment.pk]), access)
                if me and comment.by_id != me and not comment.hidden_at
                else "",
            }
            for comment in place.comments
            if comment.node == place.node
        ],
    }


def _beginning(comment: StudyComment) -> str:
    """What tells a comment's buttons from those of others."""
    name = comment.written_by or comment.by.username
    text = "" if comment.hidden_at else Truncator(comment.text).chars(30)
    return f"{name}, {text or comment.pk}"


def _marks(place: Place, things: Mapping[str, str]) -> dict[str, object]:
    describe = partial(describe_mark, things=things)
    return {
        "writes": place.access.writes,
        "action": f"{place.address()}mark/",
        "marks": [
            {**mark.as_data(), "text": describe(mark)}
            for mark in marks_of(place.chapter, place.node)
        ],
        "things": sorted(things.items(), key=lambda thing: thing[1]) if place.access.writes else [],
        "colours": [(colour, str(label)) for colour, label in COLOURS.items()],
    }


def describe_mark(mark: Mark, things: Mapping[str, str]) -> str:
    """A mark as a sentence; the colour is said beside its line."""
    colour = str(COLOURS[mark.colour])
    on = things.get(mark.on, mark.on)
    if not mark.to:
        return _("Ring around %(thing)s (%(colour)s)") % {"thing": on, "colour": colour}
    return _("Arrow from %(start)s to %(end)s (%(colour)s)") % {
        "start": on, "end": things.get(mark.to, mark.to), "colour": colour,
    }  # fmt: skip
