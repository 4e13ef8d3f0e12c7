"""A place in a study: a node of a chapter, and the address of its page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.db.models import Max
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.errors import NotFound
from games.models import Chapter, Judgement, StudyComment
from games.pages import inputs
from games.rules import engine
from games.studies import judging, listing
from games.studies.access import Access, find_study
from games.studies.positions import Line, line_of
from games.trees.playing import Reached
from games.trees.tree import ROOT, Tree
from games.words import texts


@dataclass
class Place:
    """A node of a chapter as one person sees it.

    ``wanted`` is the seat for which they want to choose, None for the first one that is asked.
    ``solved``: the puzzles whose answers they know, and whether they have found them themselves.
    """

    access: Access
    chapter: Chapter
    node: int = ROOT
    wanted: int | None = None
    solved: Mapping[int, bool] = field(default_factory=dict)

    @cached_property
    def line(self) -> Line:
        """The tree as its reader may know it: without what follows a puzzle that is open."""
        line = line_of(self.chapter)
        for node in self.open_puzzles:
            for child in line.tree.children(node):
                line.tree.remove(child.id)
        return line

    @cached_property
    def puzzles(self) -> dict[int, Judgement]:
        """The puzzles of the chapter, by node."""
        found = Judgement.objects.filter(chapter=self.chapter, puzzle=True)
        return {puzzle.node: puzzle for puzzle in found}

    @cached_property
    def open_puzzles(self) -> dict[int, Judgement]:
        """Those that the reader has not solved; people who write know the answers."""
        if self.access.writes:
            return {}
        return {
            node: puzzle for node, puzzle in self.puzzles.items() if puzzle.pk not in self.solved
        }

    @property
    def puzzle(self) -> Judgement | None:
        """The puzzle that the reader is to solve here."""
        return self.open_puzzles.get(self.node)

    def at(self, node: int) -> Place:
        """Another node for the same reader."""
        return Place(self.access, self.chapter, node, solved=self.solved)

    def before_answers(self) -> Place:
        """The place, or the first open puzzle on the way to it."""
        tree = Tree.from_json(self.chapter.tree) if self.open_puzzles else Tree()
        if any(node.id == self.node for node in tree.nodes):
            way = (ROOT, *(node.id for node in tree.path(self.node)))
            first = next((node for node in way if node in self.open_puzzles), self.node)
            return self if first == self.node else self.at(first)
        return self

    @property
    def is_there(self) -> bool:
        """Whether the node has not been removed."""
        return self.node == ROOT or any(node.id == self.node for node in self.line.tree.nodes)

    @cached_property
    def reached(self) -> Reached:
        return self.line.reach(self.node)

    @property
    def game(self) -> engine.Game[Any]:
        return self.reached.game

    @property
    def rules(self) -> engine.Rules[Any]:
        return self.line.base.type

    @cached_property
    def people(self) -> list[str]:
        return texts.seat_names(self.line.base.seats)

    @property
    def number(self) -> int:
        """The number of choices made since the start of the game."""
        return self.chapter.at + len(self.reached.played)

    @cached_property
    def chair(self) -> int | None:
        """The seat through whose eyes the position is seen: the one that chooses.

        Where nobody chooses, the reader's own; None for somebody who has not played.
        """
        if self.puzzle is not None:
            return self.puzzle.seat
        waiting = self.game.to_move()
        if self.wanted is not None:
            if not 0 <= self.wanted < len(self.people):
                raise NotFound(_("There is no such seat."))
            return self.wanted
        own = self._own_seat
        if own in waiting or not waiting:
            return own
        return waiting[0]

    @cached_property
    def _own_seat(self) -> int | None:
        me = self.access.user_id
        seats = self.line.base.seats
        return next((seat.index for seat in seats if me and seat.user_id == me), None)

    @property
    def has_choice(self) -> bool:
        """Whether that seat has more than one choice here."""
        decision = None if self.chair is None else self.game.decision(self.chair)
        return decision is not None and not decision.is_forced()

    @cached_property
    def judgements(self) -> list[Judgement]:
        """What programs think of the choices here, as far as it is known, by seat."""
        return judging.find_judgements(self.chapter, self.node)

    @cached_property
    def comments(self) -> list[StudyComment]:
        """All comments of the chapter that the reader may know of."""
        return listing.comments(self.chapter, self.access.user_id)

    @cached_property
    def last_comment(self) -> int:
        """The number of the chapter's newest comment, whoever may read it."""
        newest = self.chapter.comments.aggregate(newest=Max("pk"))["newest"]
        return int(newest or 0)

    def address(self, node: int | None = None, chair: int | None = None) -> str:
        """The address of a node's page, which opens for this reader, and so do those below it."""
        node = self.node if node is None else node
        chair = self.wanted if node == self.node and chair is None else chair
        spot = f"{node}" if chair is None else f"{node}-{chair}"
        return node_address(self.access, self.chapter, spot)


def find_place(
    user_id: int | None,
    study_id: int,
    chapter_id: int,
    spot: str,
    *,
    key: str = "",
    solved: Mapping[int, bool] = MappingProxyType({}),
) -> Place:
    """The place of this address; NotFound unless this person may see it.

    ``spot`` is a node, or a node and the seat for which to choose: "7-1"; and after a tilde the
    key of the study's link. What follows a puzzle that is not ``solved`` leads to it.
    """
    where, _tilde, known_key = spot.partition("~")
    access = find_study(study_id, user_id, known_key or key)
    node, dash, chair = where.partition("-")
    numbers = inputs.number(node), inputs.number(chair, 2) if dash else None
    if numbers[0] is None or (dash and numbers[1] is None):
        raise NotFound(_("There is no such position."))
    place = Place(access, access.chapter(chapter_id), numbers[0], numbers[1], solved)
    return place.before_answers()


def node_address(access: Access, chapter: Chapter, spot: str) -> str:
    """The address of a place of the study that opens for its reader."""
    spot = f"{spot}~{access.key}" if access.key else spot
    return reverse("study-node", args=[access.study.pk, chapter.pk, spot])


def with_key(address: str, access: Access) -> str:
    """An address of the study that opens for its reader."""
    return f"{address}?{urlencode({'key': access.key})}" if access.key else address
