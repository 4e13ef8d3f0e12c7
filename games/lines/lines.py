"""Lines of thought: beginning one, finding one, and every press in one.

A press reads and writes the one row of its line. It never reads the state of the true game: not
even a fault could let it tell something about it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts import counting
from games.errors import Forbidden, NotFound, NotInstalled, Outdated, Refused
from games.lines.worlds import deal_world
from games.models import Game, Line, Move, Seat
from games.moves.actions import NotOffered
from games.rules import engine
from games.rules.engine import Kept
from games.rules.registry import UnknownGameType
from games.storage import history
from games.storage import position as storage
from games.storage.position import Position, visible_version
from games.trees.playing import Reached, Unplayable, in_memory, play
from games.trees.tree import ROOT, Tree

#: Lines that a person may keep at one game, and at all games.
MOST_AT_GAME, MOST = 12, 300
#: What a press never reads.
_TRUTH = ("game__state", "game__seed")


@dataclass
class Thought:
    """A line with its game and seats; the game without its state."""

    line: Line
    seats: list[Seat]

    def __post_init__(self) -> None:
        self.game = self.line.game
        self.tree = Tree.from_json(self.line.nodes)
        self.at = self.line.at

    @property
    def cache_id(self) -> int:
        """Under this number the process caches what belongs to it; those of games are positive."""
        return -self.line.pk

    @cached_property
    def world(self) -> engine.Game[Any]:
        """The game where the line begins."""
        try:
            rules = self.game.rules
        except UnknownGameType as error:
            raise NotInstalled from error
        if self.line.rules_version > rules.version:
            raise Outdated
        with _failures_of_rules():
            return rules.load(history.unpack(bytes(self.line.world), None), self.line.rules_version)

    def reach(self, node: int) -> Reached:
        """The game after the choices that lead to this node."""
        with _failures_of_rules():
            return play(self.world, self.tree.path(node), self.cache_id)

    def go(self, node: int) -> None:
        """Show this node, which exists."""
        self.at = node
        self.__dict__.pop("reached", None)

    @cached_property
    def reached(self) -> Reached:
        """The game where the line was left."""
        return self.reach(self.at)

    @property
    def chair(self) -> int:
        """The seat that must choose, otherwise the owner's or the first one."""
        waiting = self.reached.game.to_move()
        own = self.own_seat or 0
        return own if own in waiting or not waiting else waiting[0]

    @property
    def own_seat(self) -> int | None:
        """The seat of the line's owner, even while a bot plays it."""
        mine = (seat.index for seat in self.seats if seat.user_id == self.line.user_id)
        return next(mine, None)

    def position(self) -> Position:
        """The same as a position that can be drawn, for a reader who sits at ``chair``."""
        number = self.line.number + len(self.tree.path(self.at))
        base = Position(self.game, self.seats, None, self.line.presses, number)
        return in_memory(base, self.reached.game, self.chair, number)

    def save(self) -> None:
        """Store the tree and where it was left."""
        self.line.nodes, self.line.at = self.tree.to_json(), self.at
        self.line.presses += 1
        self.line.changed_at = timezone.now()
        self.line.save(update_fields=["nodes", "at", "presses", "shared", "changed_at"])


def open_line(
    game_id: int, user_id: int, at: int | None = None, key: str = "", *, anew: bool = False
) -> int:
    """The number of this person's last line at a game, or of a new one.

    ``at``: from the position after this move; ``anew``: from now, whatever lines there are.
    NotFound for a game or move they may not see; Refused or Forbidden, with the reason, where
    nothing may be tried.
    """
    position = storage.load(game_id, user_id, at, key)
    check_allowed(position, user_id)
    if at is None and not anew:
        last = Line.objects.filter(game=game_id, user=user_id).order_by("-changed_at", "-pk")
        known = last.values_list("pk", flat=True).first()
        if known is not None:
            return known
    rules = position.running()
    if not rules.to_move():
        raise Refused(_("There is nothing to decide after this move."), "over")
    seat = None if position.game.status == Game.Status.FINISHED else position.seat_of(user_id)
    index = None if seat is None else seat.index
    if index is not None and rules.waits_for_sealed(index):
        raise Refused(
            _("Answers that you cannot see yet are still to be carried out. Choose first."),
            "answers_hidden",
        )
    with _failures_of_rules():
        world = deal_world(rules, index, secrets.token_bytes(32))
    with storage.adding(game_id, user_id):
        counting.alone(user_id)
        _check_room(game_id, user_id)
        line = Line.objects.create(
            game_id=game_id, user_id=user_id, seat=index, number=position.number,
            world=history.pack(world.save(), None), rules_version=rules.rules.version,
        )  # fmt: skip
    return int(line.pk)


def is_allowed(position: Position, user_id: int | None) -> bool:
    """Whether this person may try lines out at this game now."""
    game = position.game
    if user_id is None or game.lesson or game.broken_at or position.rules is None:
        return False
    if game.status == Game.Status.FINISHED:
        return True
    running = game.status == Game.Status.RUNNING and game.allows_lines
    return running and position.seat_of(user_id) is not None


def check_allowed(position: Position, user_id: int) -> None:
    """Raise Refused or Forbidden, with the reason, unless ``is_allowed``."""
    if is_allowed(position, user_id):
        return
    game = position.game
    if game.status == Game.Status.RUNNING and position.seat_of(user_id) is None:
        raise Forbidden(
            _("While a game runs, only its players can try lines out. Wait until it is over."),
            "no_seat",
        )
    if game.status == Game.Status.RUNNING and not game.allows_lines:
        raise Refused(
            _("In this game, lines cannot be tried out until it is over. Its maker chose that."),
            "lines_forbidden",
        )
    raise Refused(_("Nothing can be tried out in this game now."), "not_running")


def find_line(game_id: int, line_id: int, user_id: int | None, key: str = "") -> Thought:
    """A line that this person may see: their own, or a shared one of a game that is over.

    NotFound for all others.
    """
    line = _rows(game_id).filter(pk=line_id).first()
    if line is None:
        raise NotFound
    if line.user_id != user_id:
        if not (line.shared and line.game.status == Game.Status.FINISHED):
            raise NotFound
        storage.check_seen(game_id, user_id, key)
    return Thought(line, _seats(game_id))


def lines_at(game_id: int, user_id: int) -> list[Line]:
    """A person's lines at a game, those changed last first."""
    return list(_rows(game_id).filter(user=user_id).order_by("-changed_at", "-pk"))


def shared_lines(game: Game, besides: int | None) -> list[Line]:
    """The lines that others share, of a game that is over; ``besides`` those of this person."""
    if game.status != Game.Status.FINISHED:
        return []
    rows = _rows(game.pk).filter(shared=True).exclude(user=besides)
    return list(rows.select_related("user").order_by("pk"))


def newest_number(thought: Thought) -> int:
    """The number of the game's newest move that the owner of a line may know."""
    game = thought.game
    seat = next((seat for seat in thought.seats if seat.held_by(thought.line.user_id)), None)
    if visible_version(game, seat) == game.version:
        return game.number
    known = Move.objects.filter(game=game, version__lte=game.public_version, undone_by=None)
    return known.order_by("-version").values_list("number", flat=True).first() or 0


@contextmanager
def changed(game_id: int, line_id: int, user_id: int) -> Iterator[Thought]:
    """A line of this person, locked and stored at the end of the block; NotFound for others'."""
    with transaction.atomic(durable=True):
        line = (
            _rows(game_id).select_for_update(of=("self",)).filter(pk=line_id, user=user_id).first()
        )
        if line is None:
            raise NotFound
        thought = Thought(line, _seats(game_id))
        yield thought
        thought.save()


def choose(thought: Thought, node: int, choice: Sequence[Kept]) -> None:
    """Make a choice after this node, for the seat that must choose there, and go there.

    NotOffered if it is not legal.
    """
    thought.go(node)
    decision = thought.reached.game.decision(thought.chair)
    if decision is None:
        raise Refused(_("There is nothing to decide after this move."), "over")
    try:
        found = decision.find(choice)
    except engine.IllegalChoice as error:
        raise NotOffered(error) from error
    added = thought.tree.add(node, decision.seat, found)
    thought.go(added.id)
    thought.reach(added.id)  # so what cannot be played is not stored


def go_to(thought: Thought, node: int) -> None:
    """Leave the line at this node (``ROOT``: where it begins)."""
    thought.tree.path(node)
    thought.go(node)


def step_back(thought: Thought) -> None:
    """Go back to the nearest choice before this one that can be played; the rules may have changed
    since. Refused if not even the position where the line begins can be shown."""
    while True:
        try:
            thought.reach(thought.at)
            return
        except (Unplayable, Refused):
            if thought.at == ROOT:
                raise
            thought.go(thought.tree.node(thought.at).parent)


def take_back(thought: Thought, node: int) -> None:
    """Go to the choice before this one, which stays in the tree."""
    if node != ROOT:
        thought.go(thought.tree.node(node).parent)


def draw_again(thought: Thought, node: int) -> None:
    """Draw the chance of this choice again, and go there."""
    thought.tree.draw_again(node)
    thought.go(node)


def remove_node(thought: Thought, node: int) -> None:
    """Remove a choice and all that follows it."""
    gone, path = thought.tree.node(node), thought.tree.path(thought.at)
    thought.tree.remove(node)
    if gone in path:
        thought.go(gone.parent)


def replace_tree(thought: Thought, tree: Tree, at: int) -> None:
    """Put another tree in the place of this one; Unplayable if it has a choice that is not legal
    where it stands, or not a seat's that must choose there."""
    thought.tree = tree
    thought.tree.path(at)
    thought.go(at)
    for node in tree.nodes:
        thought.reach(node.id)


def delete_line(game_id: int, line_id: int, user_id: int) -> None:
    """Delete a line of this person; NotFound for others'."""
    deleted, _by_table = Line.objects.filter(pk=line_id, game=game_id, user=user_id).delete()
    if not deleted:
        raise NotFound


def _rows(game_id: int) -> Any:
    return Line.objects.filter(game=game_id).select_related("game").defer(*_TRUTH)


def _seats(game_id: int) -> list[Seat]:
    return list(Seat.objects.filter(game=game_id).select_related("user").order_by("index"))


def _check_room(game_id: int, user_id: int) -> None:
    """Raise Refused for a person with too many lines, in the transaction of the next one."""
    own = Line.objects.filter(user=user_id)
    for rows, most in ((own.filter(game=game_id), MOST_AT_GAME), (own, MOST)):
        if rows.count() >= most:
            raise Refused(
                _("You have %(most)d lines already. Delete one of them first.") % {"most": most},
                "too_many_lines",
            )


@contextmanager
def _failures_of_rules() -> Iterator[None]:
    """A failure of the rules in a line stops the line, and not the game."""
    try:
        yield
    except engine.RulesError as error:
        raise Refused(
            _("The rules of this game failed in this line. Go back, or begin another one."),
            "line_failed",
        ) from error
