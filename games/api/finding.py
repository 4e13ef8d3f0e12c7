"""Finding a game, creating one, and taking a seat in it before it starts."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Body, Query, Router

from games.api import schemas
from games.api.answers import ERRORS, GAME, answer, current, game_answer
from games.api.auth import ANYBODY, user_id_of, user_of
from games.lobby import game_names, invitations, lists, open_games, presets, quick, ready_check
from games.lobby.listing import Listing
from games.lobby.next_game import next_game
from games.showing import snapshot
from games.storage.statements import BIGGEST_ID

PAGE = 20
LONGEST_PAGE = 100
Limit = Annotated[int, Query(ge=1, le=LONGEST_PAGE)]

router = Router()


@router.get(
    "/games",
    auth=ANYBODY,
    response={200: schemas.GamesPage, **ERRORS},
    summary="Public games, or with mine=1 the caller's, newest first",
)
def list_games(
    request: HttpRequest,
    status: schemas.Status | None = None,
    mine: bool = False,
    to_move: bool = False,
    offered: Annotated[bool, Query(description="only games with a seat on offer")] = False,
    invited: Annotated[bool, Query(description="only open games that invite the caller")] = False,
    type: schemas.Name = "",
    before: Annotated[int | None, Query(ge=0, le=BIGGEST_ID)] = None,
    limit: Limit = PAGE,
) -> HttpResponse:
    """A page of games; `next` of the answer leads to the page after it. `mine`, `to_move` and
    `invited`, which goes alone, need an account. Private games are listed only to those who sit
    there."""
    of = user_of(request).pk if mine or to_move else None
    if invited:
        found = lists.invited(user_of(request).pk)
    else:
        found = lists.games(
            of=of,
            to_move=to_move,
            status=status or "",
            type_=type,
            offered=offered,
            reader=user_id_of(request),
            before=before,
        )
    return games_page(found, limit)


def games_page(found: Listing, limit: int) -> HttpResponse:
    """The first games of a list, and what leads to the next."""
    page = found[: limit + 1]
    shown = lists.positions(page[:limit])
    return answer(
        {
            "games": [snapshot.summary(here) for here in shown],
            "next": page[limit - 1].pk if len(page) > limit else None,
        }
    )


@router.get(
    "/next",
    response={200: schemas.Game | None, **ERRORS},
    summary="The caller's game with the least time left, then the longest wait, or null",
)
def show_next(
    request: HttpRequest, after: Annotated[int | None, Query(ge=0, le=BIGGEST_ID)] = None
) -> HttpResponse:
    """The next game for the caller to play: among the games that wait for them, the one with the
    least time left. Games that they have put off are left out; `after` skips the game that was
    shown before."""
    game_id = next_game(user_of(request).pk, after)
    return answer(None) if game_id is None else current(request, game_id)


@router.post(
    "/games",
    response={201: schemas.Game, **ERRORS},
    summary="Create a game, and take a seat in it",
)
def create_game(request: HttpRequest, body: schemas.NewGame) -> HttpResponse:
    """A game starts when its last seat is taken; with `bots` on all other seats it starts at once.
    Invited people are notified, and each has a seat reserved for a week."""
    if body.circle is not None:
        presets.check_circle(user_of(request).pk, body.circle)
    made = open_games.create(
        user_of(request).pk,
        body.type,
        body.players,
        options=body.options,
        clock=body.clock.model_dump(exclude_unset=True, exclude_none=True) if body.clock else None,
        visibility=body.visibility,
        invite=body.invite,
        bots=body.bots,
        level=body.level,
        rated=body.rated,
        name=body.name,
        lines=body.lines,
        asks=body.asks.model_dump(exclude_unset=True) if body.asks else None,
        club=body.club,
    )
    if body.circle is not None:
        kept = {"players": body.players, "bots": body.bots, "level": body.level}
        kept |= {"clock": made.game.clock, "visibility": body.visibility}
        kept |= {"options": made.game.options, "rated": body.rated}
        presets.save_preset(user_of(request).pk, body.circle, body.type, kept)
    return current(request, made.game.pk, 201)


@router.post(
    "/games/quick", response=GAME, summary="Join the first game that fits, or open a new one"
)
def quick_match(request: HttpRequest, body: schemas.QuickMatch) -> HttpResponse:
    """Games with their usual options, at this pace. People with a standing invitation that fits are
    seated in a new game at once."""
    me = user_of(request).pk
    return game_answer(request, quick.match(me, body.type, body.pace, rated=body.rated))


@router.post(
    "/games/{int:game_id}/join",
    response=GAME,
    summary="Take a free seat; the last one starts the game",
)
def join(
    request: HttpRequest, game_id: int, body: Annotated[schemas.JoinGame | None, Body()] = None
) -> HttpResponse:
    """A private game is open to invited players, and to anyone who has the `key` from its link."""
    open_games.join_game(game_id, user_of(request).pk, key=body.key if body else "")
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/ready", response=GAME, summary="Say that you are ready for a live game"
)
def ready(request: HttpRequest, game_id: int) -> HttpResponse:
    """When all seats of a live game are taken, its players have until `ready_by` to say that they
    are ready. A player who does not say so leaves the table, which stays open for the others."""
    ready_check.ready(game_id, user_of(request).pk)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/leave", response=GAME, summary="Leave your seat before the start"
)
def leave(request: HttpRequest, game_id: int) -> HttpResponse:
    """Frees the seat for somebody else. To end the game for all, its creator cancels it instead."""
    left = open_games.leave_game(game_id, user_of(request).pk)
    return game_answer(request, left)


@router.post("/games/{int:game_id}/cancel", response=GAME, summary="Cancel your own open game")
def cancel(request: HttpRequest, game_id: int) -> HttpResponse:
    """Nobody can join it any more, and its players are notified. Only its creator may cancel it."""
    open_games.cancel(game_id, user_of(request).pk)
    return current(request, game_id)


@router.put("/games/{int:game_id}/name", response=GAME, summary="Name a game of your own")
def rename_game(request: HttpRequest, game_id: int, body: schemas.NewName) -> HttpResponse:
    """For the game's creator, until it is over. Games of tournaments and practice games have no
    names."""
    game_names.rename(game_id, user_of(request).pk, body.name)
    return current(request, game_id)


@router.post("/games/{int:game_id}/invite", response=GAME, summary="Invite people to an open game")
def invite(request: HttpRequest, game_id: int, body: schemas.Invited) -> HttpResponse:
    """For people who sit there: all who are named or, if one cannot be invited, nobody. Each has a
    seat reserved for a week."""
    open_games.invite(game_id, user_of(request).pk, body.users)
    return current(request, game_id)


@router.post(
    "/games/{int:game_id}/decline",
    response={200: schemas.GamesPage, **ERRORS},
    summary="Decline an invitation to a game",
)
def decline(request: HttpRequest, game_id: int) -> HttpResponse:
    """The answer lists the invitations that are left."""
    invitations.decline(game_id, user_of(request).pk)
    return games_page(lists.invited(user_of(request).pk), PAGE)
