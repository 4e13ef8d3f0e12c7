"""Standing instructions and plans: answers to decisions that have not come up."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.moves import instructions, plans
from games.moves.plans import Step, Wanted
from games.showing import data
from games.showing import instructions as shown_instructions
from games.showing import plans as shown_plans
from games.storage import position

router = Router()
INSTRUCTIONS = {200: data.Instructions, **ERRORS}
PLANS = {200: data.Plans, **ERRORS}


def _standing(request: HttpRequest, game_id: int) -> HttpResponse:
    user = user_of(request)
    here = position.load(game_id, user.pk)
    seat = position.own_seat(here, user.pk)
    return answer(
        shown_instructions.describe_instructions(here, seat) or {"standing": [], "offers": []}
    )


@router.get(
    "/games/{int:game_id}/instructions",
    response=INSTRUCTIONS,
    summary="The caller's standing instructions, and those on offer",
)
def show_instructions(request: HttpRequest, game_id: int) -> HttpResponse:
    """Answers to decisions that have not come up yet; nobody else can see them."""
    return _standing(request, game_id)


@router.post(
    "/games/{int:game_id}/instructions", response=INSTRUCTIONS, summary="Set a standing instruction"
)
def leave_instruction(
    request: HttpRequest, game_id: int, body: schemas.NewInstruction
) -> HttpResponse:
    """When a decision of this kind comes up, it is answered with this at once, if that is legal
    then. `kind` and `parts` are those of one of the `offers`."""
    user = user_of(request)
    instructions.leave_instruction(game_id, user.pk, body.kind, body.parts, once=body.once)
    return _standing(request, game_id)


@router.delete(
    "/games/{int:game_id}/instructions/{kind}",
    response=INSTRUCTIONS,
    summary="Cancel a standing instruction",
)
def cancel_instruction(request: HttpRequest, game_id: int, kind: str) -> HttpResponse:
    """The caller is asked again when such a decision comes up."""
    instructions.cancel(game_id, user_of(request).pk, kind)
    return _standing(request, game_id)


def _plans(request: HttpRequest, game_id: int) -> HttpResponse:
    user = user_of(request)
    here = position.load(game_id, user.pk)
    seat = position.own_seat(here, user.pk)
    return answer({"plans": shown_plans.describe_plans(here, seat)})


@router.get("/games/{int:game_id}/plans", response=PLANS, summary="The caller's plans at a game")
def show_plans(request: HttpRequest, game_id: int) -> HttpResponse:
    """How far each has got, and why those that have ended did; nobody else can see them."""
    return _plans(request, game_id)


@router.put("/games/{int:game_id}/plans", response=PLANS, summary="Leave exactly these plans")
def leave_plans(request: HttpRequest, game_id: int, body: schemas.NewPlans) -> HttpResponse:
    """A plan answers each question of its own steps when it opens, or if `slowly` a while after, if
    others have chosen what the steps before it say. It ends when somebody chooses otherwise, when a
    choice is not legal, or when the caller has learned something new. A question that is open
    already is the caller's.
    Plans that wait and are not sent again are dropped."""
    wanted = [
        Wanted(
            [Step(step.seat, step.kind, step.choice) for step in plan.steps],
            anyway=plan.anyway,
            slowly=plan.slowly,
        )
        for plan in body.plans
    ]
    plans.leave_plans(game_id, user_of(request).pk, wanted)
    return _plans(request, game_id)
