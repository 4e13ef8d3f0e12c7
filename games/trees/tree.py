"""A tree of choices that begins at one position: data only, without rules and without a game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from games.errors import Illegal, Refused
from games.rules.engine.state import Kept

#: The number of the position where a tree begins. Its nodes are numbered from 1.
ROOT = 0
MOST_NODES = 200
MOST_DEPTH = 80
#: Numbers of nodes are below it.
_NUMBERS = 2**31 - 1
#: Characters of a node's note.
MOST_NOTE = 500
#: A choice that is drawn again is drawn at most this often.
MOST_DRAWS = 1000
#: Bytes of a choice as JSON.
_MOST_CHOICE = 500

_encode = msgspec.json.Encoder().encode


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice of a seat after that of the node ``parent`` (``ROOT``: where the tree begins).

    ``draw`` counts how often its chance was drawn again.
    """

    id: int
    parent: int
    seat: int
    choice: list[Kept]
    note: str = ""
    draw: int = 0


class Tree(msgspec.Struct):
    """The nodes, each after its parent."""

    nodes: list[Node] = []

    def node(self, id_: int) -> Node:
        """The node of this number; Refused if it does not exist (any more)."""
        found = next((node for node in self.nodes if node.id == id_), None)
        if found is None:
            raise Refused(_("This choice is no longer in the tree."), "no_node")
        return found

    def path(self, id_: int) -> list[Node]:
        """The nodes from the first choice to this one; none for ``ROOT``."""
        known = {node.id: node for node in self.nodes}
        found: list[Node] = []
        while id_ != ROOT:
            found.append(known[id_] if id_ in known else self.node(id_))
            id_ = found[-1].parent
        return found[::-1]

    def children(self, id_: int) -> list[Node]:
        """The choices that follow it, in the order in which they were added."""
        return [node for node in self.nodes if node.parent == id_]

    def rows(self) -> list[tuple[Node, int]]:
        """All nodes in the order in which a tree is read, each with how often it was left for it.

        First the choice, then what was chosen instead of it, each with all that follows it and one
        step further in; then what follows the first one.
        """
        below: dict[int, list[Node]] = {}
        for node in self.nodes:
            below.setdefault(node.parent, []).append(node)
        found: list[tuple[Node, int]] = []
        due: list[tuple[Node, int, bool]] = []  # the last one is next; whether only what follows

        def put(parent: int, indent: int) -> None:
            if parent in below:
                first, *others = below[parent]
                found.append((first, indent))
                due.append((first, indent, True))
                due.extend((node, indent + 1, False) for node in reversed(others))

        put(ROOT, 0)
        while due:
            node, indent, listed = due.pop()
            if not listed:
                found.append((node, indent))
            put(node.id, indent)
        return found

    @property
    def last(self) -> int:
        """The highest number of a node."""
        return max((node.id for node in self.nodes), default=ROOT)

    def add(self, parent: int, seat: int, choice: Sequence[Kept], after: int = ROOT) -> Node:
        """Add a choice; a like one of the same parent and seat is returned again.

        Its number is higher than all others, and than ``after``.
        Refused if the tree is full or too deep; Illegal for a choice that is too long.
        """
        depth, parts = len(self.path(parent)), list(choice)
        for node in self.children(parent):
            if node.seat == seat and _encode(node.choice) == _encode(parts):
                return node
        if len(_encode(parts)) > _MOST_CHOICE:
            raise Illegal(_("This choice is too long."), "bad_tree")
        last = max(self.last, after)
        if len(self.nodes) >= MOST_NODES or last + 1 >= _NUMBERS:
            raise Refused(
                _("There are already %(most)d choices here. Delete some of them first.")
                % {"most": MOST_NODES},
                "tree_full",
            )
        if depth >= MOST_DEPTH:
            raise Refused(
                _("You have gone %(most)d choices ahead, which is the maximum.")
                % {"most": MOST_DEPTH},
                "tree_deep",
            )
        self.nodes.append(Node(last + 1, parent, seat, parts))
        return self.nodes[-1]

    def write_note(self, id_: int, note: str) -> None:
        """Replace the note of a node; Illegal for one that is too long."""
        if len(note) > MOST_NOTE:
            raise Illegal(
                _("A note has at most %(most)d characters.") % {"most": MOST_NOTE}, "bad_tree"
            )
        self._replace(msgspec.structs.replace(self.node(id_), note=note))

    def draw_again(self, id_: int) -> None:
        """Give a node other chance, and remove what follows it: it followed from the old one."""
        node = self.node(id_)
        self._remove_below(id_)
        self._replace(msgspec.structs.replace(node, draw=(node.draw + 1) % MOST_DRAWS))

    def remove(self, id_: int) -> None:
        """Remove a node and all that follows it."""
        gone = self.node(id_)
        self._remove_below(id_)
        self.nodes.remove(gone)

    def to_json(self) -> list[dict[str, object]]:
        """The nodes as plain data."""
        return [msgspec.to_builtins(node) for node in self.nodes]

    @staticmethod
    def from_json(data: object) -> Tree:
        """The tree of such data; Illegal, naming what is wrong, for all other data."""
        try:
            nodes = msgspec.convert(data, list[Node])
        except msgspec.ValidationError as error:
            raise _bad(str(error)) from None
        return Tree(_checked(nodes))

    def _remove_below(self, id_: int) -> None:
        gone = {id_}
        for node in self.nodes:  # parents come first
            if node.parent in gone:
                gone.add(node.id)
        self.nodes = [node for node in self.nodes if node.id == id_ or node.id not in gone]

    def _replace(self, node: Node) -> None:
        self.nodes = [node if known.id == node.id else known for known in self.nodes]


def _checked(nodes: list[Node]) -> list[Node]:
    """The nodes, if they make a tree within the limits."""
    if len(nodes) > MOST_NODES:
        raise _bad(f"{len(nodes)} nodes are more than {MOST_NODES}")
    depths = {ROOT: 0}
    for node in nodes:
        where = f"node {node.id}"
        if node.id in depths or not 0 < node.id < _NUMBERS:
            raise _bad(f"{where} has a number that is used or impossible")
        if node.parent not in depths:
            raise _bad(f"{where} comes before its parent {node.parent}, or has none")
        depths[node.id] = depths[node.parent] + 1
        if depths[node.id] > MOST_DEPTH:
            raise _bad(f"{where} is deeper than {MOST_DEPTH}")
        if node.seat < 0 or not 0 <= node.draw < MOST_DRAWS:
            raise _bad(f"{where} has an impossible seat or draw")
        if len(node.note) > MOST_NOTE or len(_encode(node.choice)) > _MOST_CHOICE:
            raise _bad(f"{where} has a note or choice that is too long")
    return nodes


def _bad(why: str) -> Illegal:
    return Illegal(_("This is no tree of choices: %(why)s.") % {"why": why}, "bad_tree")
