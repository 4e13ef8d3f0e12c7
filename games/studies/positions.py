"""The positions of a chapter, in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from games.errors import NoBoard, NotFound
from games.models import Chapter
from games.rules import engine
from games.storage import history
from games.storage import position as storage
from games.storage.position import Position
from games.trees.playing import Reached, play
from games.trees.tree import Tree


@dataclass
class Line:
    """A chapter's tree, and the position with which it begins."""

    base: Position
    tree: Tree

    def reach(self, node: int) -> Reached:
        """The game at a node; Refused if it was removed, NoBoard if the rules cannot get there."""
        with showing():
            return play(self.base.running(), self.tree.path(node), self.base.game.pk)


def line_of(chapter: Chapter) -> Line:
    """The positions of a chapter, for a reader who may see it; NoBoard if it cannot be shown."""
    return Line(_base(chapter), Tree.from_json(chapter.tree))


def _base(chapter: Chapter) -> Position:
    with showing():
        now = storage.newest(chapter.game_id)
        if now is None:
            raise NotFound
        now.running()  # otherwise NoBoard
        stored = history.stored(now.game.pk, chapter.at, now.game.version)
        rules = now.type.load(stored.state, stored.rules_version)
    return Position(now.game, now.seats, rules, stored.version, stored.number, newest=False)


@contextmanager
def showing() -> Iterator[None]:
    """Raise NoBoard if the installed rules fail on a game that is over."""
    try:
        yield
    except engine.RulesError as error:
        raise NoBoard from error
