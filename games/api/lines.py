"""Lines of thought: what the caller tries out at a game, for nobody else to see."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.lines import lines
from games.models import Line
from games.storage import position
from games.trees.tree import Tree

router = Router()
ONE = {200: schemas.Line, **ERRORS}


@router.get(
    "/games/{int:game_id}/lines",
    response={200: schemas.Lines, **ERRORS},
    summary="The caller's lines at a game",
)
def list_lines(request: HttpRequest, game_id: int) -> HttpResponse:
    """Those changed last come first. Nobody else sees them while the game runs."""
    user_id = user_of(request).pk
    position.check_seen(game_id, user_id)
    return answer({"lines": list(map(_line, lines.lines_at(game_id, user_id)))})


@router.post(
    "/games/{int:game_id}/lines",
    response={201: schemas.Line, **ERRORS},
    summary="Begin a line",
)
def begin_line(request: HttpRequest, game_id: int, body: schemas.NewLine) -> HttpResponse:
    """From now, or from the position after move `at`. While a game runs only its players can, and
    only if its maker has not forbidden lines. Hidden things and chance are dealt anew from what the
    caller's seat can know, so a line tells nothing about the true ones."""
    user_id = user_of(request).pk
    number = lines.open_line(game_id, user_id, body.at, body.key, anew=True)
    return answer(_line(lines.find_line(game_id, number, user_id, body.key).line), 201)


@router.put("/games/{int:game_id}/lines/{int:line_id}", response=ONE, summary="Write a line")
def write_line(
    request: HttpRequest, game_id: int, line_id: int, body: schemas.LineTree
) -> HttpResponse:
    """Replaces the tree: its nodes, each after its parent, with `at`, the node to continue from.
    Each node is the choice of a seat that must choose there; one that is not legal is refused, and
    nothing is changed then. `draw` counts how often its chance was drawn again. With `shared`
    others may see the line, without its notes, once the game is over."""
    user_id = user_of(request).pk
    with lines.changed(game_id, line_id, user_id) as thought:
        nodes = [node.model_dump() for node in body.nodes]
        lines.replace_tree(thought, Tree.from_json(nodes), body.at)
        thought.line.shared = body.shared
    return answer(_line(thought.line))


@router.delete(
    "/games/{int:game_id}/lines/{int:line_id}",
    response={200: schemas.Lines, **ERRORS},
    summary="Delete a line",
)
def delete_line(request: HttpRequest, game_id: int, line_id: int) -> HttpResponse:
    """Answers with the lines that are left."""
    lines.delete_line(game_id, line_id, user_of(request).pk)
    return list_lines(request, game_id)


def _line(line: Line) -> schemas.Line:
    return {
        "id": line.pk,
        "number": line.number,
        "seat": line.seat,
        "nodes": [
            {
                "id": node.id,
                "parent": node.parent,
                "seat": node.seat,
                "choice": list(node.choice),
                "note": node.note,
                "draw": node.draw,
            }
            for node in Tree.from_json(line.nodes).nodes
        ],
        "at": line.at,
        "shared": line.shared,
        "begun_at": line.begun_at,
        "changed_at": line.changed_at,
    }
