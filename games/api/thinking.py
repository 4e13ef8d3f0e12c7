"""What the bots think: hints in games against them, and analyses of finished games."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from games.api.answers import ERRORS, answer, not_found
from games.api.auth import user_of
from games.bots import analysing, hinting
from games.showing import analysis as showing
from games.showing import hints
from games.storage import position

router = Router()
HINT = {200: hints.Hint, **ERRORS}
ANALYSIS = {200: showing.Analysis, **ERRORS}


@router.get("/games/{int:game_id}/hint", response=HINT, summary="The hint that was asked for")
def show_hint(request: HttpRequest, game_id: int) -> HttpResponse:
    """`state` is `none` before one is asked for and where there are no hints, `thinking` while the
    bots think, and then `found`."""
    return _hint(request, game_id)


@router.post("/games/{int:game_id}/hint", response=HINT, summary="Ask for a hint")
def ask_for_hint(request: HttpRequest, game_id: int) -> HttpResponse:
    """In games against bots, on the caller's turn. Ask again a few seconds later what was found."""
    hinting.request_hint(game_id, user_of(request).pk)
    return _hint(request, game_id)


@router.get(
    "/games/{int:game_id}/analysis", response=ANALYSIS, summary="The analysis of your moves"
)
def show_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """Of a finished game in which the caller played; nobody else sees it. 404 before it was asked
    for."""
    return _analysis(request, game_id)


@router.post("/games/{int:game_id}/analysis", response=ANALYSIS, summary="Have your moves analysed")
def ask_for_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """One game of the caller at a time. It takes some minutes and grows meanwhile; asking again
    changes nothing."""
    analysing.request_analysis(game_id, user_of(request).pk)
    return _analysis(request, game_id)


def _hint(request: HttpRequest, game_id: int) -> HttpResponse:
    here = position.load(game_id, user_of(request).pk)
    seat = here.seat_of(user_of(request).pk)
    found = hints.show_hint(here, seat) if seat else None
    return answer(found or {"state": "none", "chances": False, "choices": [], "games": 0})


def _analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    me = user_of(request).pk
    here = position.load(game_id, me)
    showing.own_seat(here, me)
    found = analysing.find_analysis(game_id, me)
    if found is None:
        raise not_found()
    return answer(showing.show_analysis(here, found))
