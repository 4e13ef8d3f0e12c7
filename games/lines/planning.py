"""From a line to the true game: the choices that lead to one of its positions, left as a plan."""

from __future__ import annotations

from collections.abc import Callable

from games.lines.lines import Thought
from games.moves import plans
from games.moves.plans import Step
from games.trees.tree import Node


def plan_path(
    thought: Thought,
    node: int,
    *,
    words: Callable[[Node], str],
    anyway: bool = False,
    slowly: bool = False,
    loosely: bool = False,
) -> None:
    """Leave a plan of the choices that lead to this node, up to the owner's last one.

    ``words``: a choice in words. ``anyway``: it goes on when its owner learns something new.
    ``slowly``: it answers a while after the question has opened. ``loosely``: whatever the others
    choose. Refused if the true game has gone another way since.
    """
    steps = [_step(thought, each, words(each), loosely) for each in thought.tree.path(node)]
    plans.leave_plan(
        thought.game.pk,
        thought.line.user_id,
        steps,
        anyway=anyway,
        slowly=slowly,
        begins=thought.line.number,
    )


def _step(thought: Thought, node: Node, words: str, loosely: bool) -> Step:
    """Answers that stay hidden until all are in are anything: the plan could not wait for them."""
    decision = thought.reach(node.parent).game.decision(node.seat)
    kind = decision.kind if decision else ""
    if node.seat == thought.own_seat:
        return Step(node.seat, kind, node.choice, words)
    if loosely or decision is None or decision.sealed or decision.apart:
        return Step(node.seat, kind)
    return Step(node.seat, kind, node.choice, words)
