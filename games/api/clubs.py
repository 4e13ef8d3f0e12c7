"""Clubs: finding, founding and joining them, their members, their games and their talk."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Body, Query, Router

from community.clubs import belonging, founding, joining, listing, queries, rights, talk
from community.clubs.founding import Words
from community.clubs.rights import Role
from community.models import Candidate, Club, ClubMember, ClubMessage
from games.api import club_forms as forms
from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.api.finding import PAGE, Limit, games_page
from games.clubs import results
from games.lobby import lists
from games.models import Game
from games.moderation import interest
from games.storage.statements import BIGGEST_ID

#: Members that a club names.
MEMBERS, TO_STRANGERS = 7, 4

router = Router()
ONE = {200: forms.Club, **ERRORS}
MINE = {200: forms.ClubsOfCaller, **ERRORS}
TALK = {200: forms.ClubTalk, **ERRORS}
State = Candidate.State
_ROLES = {Role.OWNER: "owner", Role.OFFICER: "officer", Role.MEMBER: "member"}
Number = Annotated[int | None, Query(ge=0, le=BIGGEST_ID)]


@router.get("/clubs", response={200: forms.Clubs, **ERRORS}, summary="Clubs that can be joined")
def list_clubs(
    request: HttpRequest,
    q: Annotated[str, Query(max_length=40, description="part of the name: three letters")] = "",
    language: Annotated[str, Query(max_length=10)] = "",
    after: Number = None,
) -> HttpResponse:
    """A page of 30, the biggest first; `next` of the answer leads to the page after it. Clubs by
    invitation are not listed, nor those that the caller is in."""
    last = Club.objects.filter(pk=after).first() if after is not None else None
    me, part = user_of(request).pk, q.strip()
    found = listing.to_join(me, part=part, language=language, after=last)
    page = found[: listing.CLUBS]
    data: forms.Clubs = {
        "clubs": [_summary(each) for each in page],
        "next": page[-1].pk if len(found) > len(page) else None,
    }
    return answer(data)


@router.get("/me/clubs", response=MINE, summary="The caller's clubs and invitations")
def list_own_clubs(request: HttpRequest) -> HttpResponse:
    """The clubs that the caller is in, with their role, and invitations that wait for an answer."""
    return _mine(request)


@router.post("/clubs", response={201: forms.Club, **ERRORS}, summary="Found a club")
def found_club(request: HttpRequest, body: forms.NewClub) -> HttpResponse:
    """The caller owns it. Its sign is drawn by lot unless it is set."""
    made = founding.found(user_of(request).pk, _words(body, ""))
    return _one(request, made.pk, 201)


@router.get("/clubs/{int:club_id}", response=ONE, summary="A club")
def show_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """A club by invitation is shown only to its members and to people who are invited, a closed one
    only to people who were in it."""
    return _one(request, club_id)


@router.put("/clubs/{int:club_id}", response=ONE, summary="Change how a club shows itself")
def change_club(request: HttpRequest, club_id: int, body: forms.NewClub) -> HttpResponse:
    """For the people who run it. Only the owner changes who may join."""
    before = queries.seen(club_id, user_of(request).pk)
    founding.change_club(club_id, user_of(request).pk, _words(body, before.sign))
    return _one(request, club_id)


@router.post("/clubs/{int:club_id}/join", response=ONE, summary="Join a club, or ask to join it")
def join_club(
    request: HttpRequest, club_id: int, body: Annotated[forms.JoinClub | None, Body()] = None
) -> HttpResponse:
    """Invited people and anybody at an open club join at once; else `state` of the answer is
    `asks`, until the people who run the club decide."""
    joining.join_club(club_id, user_of(request).pk, body.words if body else "")
    return _one(request, club_id)


@router.post("/clubs/{int:club_id}/withdraw", response=MINE, summary="Take a request to join back")
def withdraw_from_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """Also declines an invitation. The answer lists the caller's clubs."""
    joining.withdraw_request(club_id, user_of(request).pk)
    return _mine(request)


@router.post("/clubs/{int:club_id}/leave", response=MINE, summary="Leave a club")
def leave_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """The owner hands the club over first, or closes it by leaving last. The answer lists the
    caller's clubs."""
    belonging.leave_club(club_id, user_of(request).pk)
    return _mine(request)


@router.post("/clubs/{int:club_id}/close", response=MINE, summary="Close a club")
def close_club(request: HttpRequest, club_id: int) -> HttpResponse:
    """For the owner, and for ever. Its members can still read it; its games go on."""
    founding.close_club(club_id, user_of(request).pk)
    return _mine(request)


@router.get(
    "/clubs/{int:club_id}/members",
    response={200: forms.ClubMembers, **ERRORS},
    summary="The members of a club",
)
def list_club_members(request: HttpRequest, club_id: int, after: Number = None) -> HttpResponse:
    """For members: a page of 50; `next` of the answer leads to the page after it."""
    me = user_of(request).pk
    here, _member = queries.seen(club_id, me), rights.check_member(club_id, me)
    last = None
    if after is not None:
        last = ClubMember.objects.filter(club=here, pk=after).first()
    found = listing.members(here.pk, last)
    page = found[: listing.MEMBERS]
    played = results.of_people(here.pk, [one.user_id for one in page])
    data: forms.ClubMembers = {
        "members": [
            {
                "user": one.user.username,
                "role": _ROLES[Role(one.role)],
                "games": played[one.user_id].games if one.user_id in played else None,
                "won": round(played[one.user_id].wins) if one.user_id in played else None,
            }
            for one in page
        ],
        "next": page[-1].pk if len(found) > len(page) else None,
    }
    return answer(data)


@router.get(
    "/clubs/{int:club_id}/candidates",
    response={200: forms.ClubCandidates, **ERRORS},
    summary="People who ask to join a club, are invited, or were removed",
)
def list_candidates(request: HttpRequest, club_id: int) -> HttpResponse:
    """For the people who run the club; nobody waits at a closed one."""
    me = user_of(request).pk
    here = queries.seen(club_id, me)
    rights.check_runs(club_id, me)
    data: forms.ClubCandidates = {
        "asks": _candidates(here, State.ASKS),
        "invited": _candidates(here, State.INVITED),
        "removed": _candidates(here, State.OUT),
    }
    return answer(data)


@router.post(
    "/clubs/{int:club_id}/people",
    response={200: forms.ClubMembers, **ERRORS},
    summary="Invite, accept or remove somebody, or change their role",
)
def act_on_club_member(request: HttpRequest, club_id: int, body: forms.ClubAct) -> HttpResponse:
    """For the people who run the club; roles are the owner's to give. The answer is the first page
    of its members."""
    me, name = user_of(request).pk, body.user
    match body.act:
        case "invite":
            joining.invite_member(club_id, me, name)
        case "accept":
            joining.accept(club_id, me, name)
        case "refuse":
            joining.refuse(club_id, me, name)
        case "call-back":
            joining.call_back(club_id, me, name)
        case "remove":
            belonging.remove_member(club_id, me, name)
        case "promote" | "demote":
            belonging.set_officer(club_id, me, name, officer=body.act == "promote")
        case "hand-over":
            belonging.hand_over(club_id, me, name)
    return list_club_members(request, club_id)


@router.get(
    "/clubs/{int:club_id}/games",
    response={200: schemas.GamesPage, **ERRORS},
    summary="The games of a club, newest first",
)
def list_club_games(
    request: HttpRequest,
    club_id: int,
    status: schemas.Status = "open",
    before: Number = None,
    limit: Limit = PAGE,
) -> HttpResponse:
    """For members. Open games are those that the caller can join."""
    me = user_of(request).pk
    here, _member = queries.seen(club_id, me), rights.check_member(club_id, me)
    if status == Game.Status.OPEN.value:
        return games_page(lists.open_of_club(here.pk, me, before), limit)
    return games_page(lists.of_club(here.pk, me, status, before), limit)


@router.get("/clubs/{int:club_id}/talk", response=TALK, summary="What was said to a club")
def read_club_talk(request: HttpRequest, club_id: int, before: Number = None) -> HttpResponse:
    """For members: the last 50 messages, without those of people whom the caller has blocked, or
    who have blocked the caller. Reading by a program does not mark them as read."""
    return _talk(request, club_id, before)


@router.post(
    "/clubs/{int:club_id}/talk",
    response={201: forms.ClubMessage, **ERRORS},
    summary="Write to a club",
)
def write_to_club(request: HttpRequest, club_id: int, body: forms.NewClubMessage) -> HttpResponse:
    """For members of a club that is not closed."""
    return answer(_message(talk.write_message(club_id, user_of(request).pk, body.text)), 201)


@router.post(
    "/clubs/{int:club_id}/talk/read", response=TALK, summary="Mark a club's messages as read"
)
def mark_club_talk_read(request: HttpRequest, club_id: int) -> HttpResponse:
    """The last 50, which the answer lists."""
    me = user_of(request).pk
    queries.seen(club_id, me)
    talk.mark_read(rights.check_member(club_id, me), talk.messages(club_id, me))
    return _talk(request, club_id)


@router.post(
    "/clubs/{int:club_id}/talk/{int:talk_id}/hide",
    response=TALK,
    summary="Hide a message to a club, or show it again",
)
def hide_club_message(
    request: HttpRequest, club_id: int, talk_id: int, body: forms.HiddenMessage
) -> HttpResponse:
    """Everybody can hide their own messages. The people who run the club can hide others', except
    those of people with whom they sit in a game."""
    me = user_of(request).pk
    talk.hide(club_id, me, talk_id, hidden=body.hidden, play_together=interest.play_together)
    return _talk(request, club_id)


def _words(body: forms.NewClub, sign: str) -> Words:
    face = body.sign
    if face is not None:
        sign = " ".join((face["piece"], face["colour"], face["pattern"], face["ground"]))
    return Words(body.name, body.entry, sign, body.about, body.rules, tuple(body.languages))


def _summary(club: Club) -> forms.ClubSummary:
    return {
        "id": club.pk,
        "name": club.name,
        "size": club.size,
        "entry": club.entry,
        "languages": club.languages,
        "about": club.about,
    }


def _mine(request: HttpRequest) -> HttpResponse:
    me = user_of(request).pk
    data: forms.ClubsOfCaller = {
        "member": [
            {**_summary(one.club), "role": _ROLES[Role(one.role)]} for one in listing.of_person(me)
        ],
        "invitations": [
            {"club": _summary(one.club), "by": one.by.username if one.by else ""}
            for one in listing.inviting(me)
        ],
        "closed": [_summary(each) for each in listing.closed_of(me)],
    }
    return answer(data)


def _one(request: HttpRequest, club_id: int, status: int = 200) -> HttpResponse:
    me = user_of(request).pk
    here, mine = queries.seen(club_id, me), queries.membership(club_id, me)
    candidate = None
    if mine is None:
        found = Candidate.objects.filter(club=here, user=me, state__in=(State.ASKS, State.INVITED))
        candidate = found.select_related("by").first()
    invited = candidate is not None and candidate.state == State.INVITED
    if mine is None:
        members = listing.shown_to_strangers(here.pk, me, TO_STRANGERS)
    else:
        members = listing.members(here.pk, most=MEMBERS)[:MEMBERS]
    data: forms.Club = {
        **_summary(here),
        "role": _ROLES[Role(mine.role)] if mine else "",
        "rules": here.rules,
        "since": f"{here.founded_at:%Y-%m}",
        "closed": here.closed_at is not None,
        "state": candidate.state if candidate else "",
        "invited_by": candidate.by.username if candidate and candidate.by and invited else "",
        "unread": talk.unread(mine) if mine else None,
        "members": [one.user.username for one in members],
    }
    return answer(data, status)


def _candidates(club: Club, state: str) -> list[forms.ClubCandidate]:
    return [
        {"user": one.user.username, "words": one.words, "by": one.by.username if one.by else None}
        for one in listing.candidates(club.pk, state)
    ]


def _talk(request: HttpRequest, club_id: int, before: int | None = None) -> HttpResponse:
    me = user_of(request).pk
    queries.seen(club_id, me)
    rights.check_member(club_id, me)
    said = talk.messages(club_id, me, before)
    data: forms.ClubTalk = {
        "messages": [_message(each) for each in said],
        "next": said[0].pk if len(said) == talk.SHOWN else None,
    }
    return answer(data)


def _message(message: ClubMessage) -> forms.ClubMessage:
    hidden = message.hidden_at is not None
    return {
        "id": message.pk,
        "user": message.by.username,
        "text": "" if hidden else message.text,
        "hidden": hidden,
        "moderator": message.hidden_by_moderator,
        "at": message.at,
    }
