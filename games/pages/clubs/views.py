"""Clubs: the list, a club's page, its members, games and messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import get_language_info, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from boardgames.refusal import Refusal
from community.clubs import joining, listing, queries, rights, talk
from community.clubs.queries import State
from community.clubs.rights import RUNNING, Role
from community.models import Candidate, Club, ClubMember
from games.lobby import lists
from games.models import Game
from games.pages import inputs
from games.pages.answers import member, reader, refusable, see, why
from games.pages.clubs import content
from games.pages.lists.cards import cards
from games.pages.lists.open_rows import open_rows
from games.pages.lists.rows import game_rows
from games.pages.lists.visitors import seen_lately
from games.pages.paging import one_of, paged
from games.pages.people.tabs import tabs

#: On a club's page: members, messages, games of each kind; members that a stranger sees.
MEMBERS, SAID, GAMES, TO_STRANGERS = 7, 5, 5, 4
#: In a club with fewer members the page itself has a field to invite people.
FEW = 5
#: The lists of a club's games.
SHOWS = (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.FINISHED)


@require_safe
@never_cache
@member
@refusable
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's clubs, invitations, and clubs to join.

    `q` searches by a part of the name, `language` filters, `after` continues.
    """
    me, of = reader(request), request.GET.get
    part, language = of("q", "").strip()[:40], one_of(of("language"), dict(settings.LANGUAGES))
    last = Club.objects.filter(pk=inputs.number(of("after", ""), 18) or 0).first()
    found = listing.to_join(me, part=part, language=language, after=last)
    shown = found[: listing.CLUBS]
    onward = {"q": part, "language": language, "after": str(shown[-1].pk)} if shown else {}
    context = {
        "tabs": tabs(request, "clubs"),
        "mine": [
            content.club_line(one.club, str(Role(one.role).label) if one.role in RUNNING else "")
            for one in listing.of_person(me)
        ],
        "closed": listing.closed_of(me),
        "inviting": [
            {"club": content.club_line(one.club), "by": one.by.username if one.by else ""}
            for one in listing.inviting(me)
        ],
        "found": [content.club_line(each, str(Club.Entry(each.entry).label)) for each in shown],
        "following": f"?{urlencode(onward)}" if len(found) > len(shown) else "",
        "q": part,
        "spoken": language,
        "languages": languages(),
        "few_letters": bool(part) and len(part) < listing.FEWEST_LETTERS,
        "first": last is None,
        "may_found": not request.user.is_guest,  # type: ignore[union-attr]
    }
    return render(request, "games/clubs.html", context)


def languages() -> list[tuple[str, str]]:
    """The site's languages, each in its own name."""
    return [
        (code, str(get_language_info(code)["name_local"]).capitalize())
        for code, _name in settings.LANGUAGES
    ]


@require_safe
@never_cache
@member
@refusable
def club(request: HttpRequest, club_id: int) -> HttpResponse:
    """A club's description; for members also games, plans and messages, which this marks as
    read."""
    me = reader(request)
    here, mine = queries.seen(club_id, me), queries.membership(club_id, me)
    seen = seen_lately()
    context = {**head(here, mine, me), "facts": content.facts(here, seen, inside=bool(mine))}
    inside = _to_member(here, mine, seen) if mine else _to_stranger(here, me, seen)
    return render(request, "games/club.html", {**context, **inside})


def head(here: Club, mine: ClubMember | None, me: int) -> dict[str, Any]:
    """What every page of a club has: the club, and the reader's part in it."""
    candidate = None
    if mine is None:
        candidate = Candidate.objects.filter(club=here, user=me).select_related("by").first()
    runs = mine is not None and mine.role in RUNNING and here.closed_at is None
    return {
        "club": here,
        "face": content.sign_of(here),
        "inside": mine is not None,
        "open": here.closed_at is None,
        "runs": runs,
        "owns": runs and mine is not None and mine.role == Role.OWNER,
        "asking": listing.asking(here.pk) if runs else 0,
        "invited_by": candidate.by.username
        if candidate and candidate.by and candidate.state == State.INVITED
        else "",
        "state": candidate.state if candidate else "",
        "types": content.covers(),
    }


def _to_member(here: Club, mine: ClubMember, seen: dict[int, datetime]) -> dict[str, Any]:
    me = mine.user_id
    said = talk.messages(here.pk, me)[-SAID:]
    unread = talk.unread(mine)
    talk.mark_read(mine, said)
    found = listing.members(here.pk, most=MEMBERS)[:MEMBERS]
    if me not in [one.user_id for one in found]:
        found = [*found[: MEMBERS - 1], mine]
    waiting = lists.open_of_club(here.pk, me)[:GAMES]
    running = replace(lists.of_club(here.pk, me, Game.Status.RUNNING), with_states=True)[:GAMES]
    coming = content.events(here.pk, me)
    unanswered = any(each["mine"] is None and each["open"] for each in coming)
    return {
        "members": content.describe_members(found, here, me, seen),
        "events": coming,
        "cups": content.cups(here.pk),
        "waiting": open_rows(lists.positions(waiting), me),
        "running": game_rows(running, me),
        "against": content.against(here.pk, me),
        "played": content.count_played(here.pk),
        "said": content.says(said, seen, me),
        "unread": unread,
        "keepers": content.keepers(here.pk),
        "longest": talk.LONGEST,
        "few": here.size <= FEW,
        "own_gold": True,
        # The next thing to do: answer, otherwise play.
        "gold": "event" if unanswered else "" if waiting or running else "game",
    }


def _to_stranger(here: Club, me: int, seen: dict[int, datetime]) -> dict[str, Any]:
    found = listing.shown_to_strangers(here.pk, me, TO_STRANGERS)
    return {
        "members": content.describe_members(found, here, me, seen),
        "more": max(0, here.size - len(found)),
        "own_gold": True,
        "longest_words": joining.LONGEST_WORDS,
    }


@require_safe
@never_cache
@member
@refusable
def members(request: HttpRequest, club_id: int) -> HttpResponse:
    """All members, page by page; the people who run the club also see requests to join."""
    me = reader(request)
    here, mine = queries.seen(club_id, me), rights.check_member(club_id, me)
    asked = inputs.number(request.GET.get("after", ""), 18) or 0
    last = ClubMember.objects.filter(club=here, pk=asked).first()
    found = listing.members(here.pk, last)
    shown = found[: listing.MEMBERS]
    context = {
        **head(here, mine, me),
        "members": content.describe_members(shown, here, me, seen_lately()),
        "following": f"?after={shown[-1].pk}" if len(found) > len(shown) else "",
        "first": last is None,
    }
    if context["runs"] and last is None:
        context |= {
            "asks": listing.candidates(here.pk, State.ASKS),
            "invited": listing.candidates(here.pk, State.INVITED),
            "out": listing.candidates(here.pk, State.OUT),
        }
    return render(request, "games/club_members.html", context)


@require_safe
@never_cache
@member
@refusable
def club_games(request: HttpRequest, club_id: int) -> HttpResponse:
    """Games of a club: `show` selects the list, by default open games."""
    me = reader(request)
    here, mine = queries.seen(club_id, me), rights.check_member(club_id, me)
    show = one_of(request.GET.get("show"), SHOWS) or Game.Status.OPEN
    wanted = lists.open_of_club(here.pk, me) if show == Game.Status.OPEN else None
    found, pages = paged(request, wanted or lists.of_club(here.pk, me, show))
    positions = lists.positions(found)
    labels = {
        Game.Status.OPEN: _("Looking for players"),
        Game.Status.RUNNING: _("Running"),
        Game.Status.FINISHED: pgettext("list", "Finished"),
    }
    context = {
        **head(here, mine, me),
        "shows": [
            {"label": label, "href": f"?show={status}", "current": status == show}
            for status, label in labels.items()
        ],
        "waiting": open_rows(positions, me) if show == Game.Status.OPEN else [],
        "cards": cards(positions, me) if show != Game.Status.OPEN else [],
        "pages": pages,
        "played": content.count_played(here.pk),
    }
    return render(request, "games/club_games.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def club_talk(request: HttpRequest, club_id: int) -> HttpResponse:
    """A club's messages, which this marks as read; `before` goes back, a POST writes."""
    me = reader(request)
    here, mine = queries.seen(club_id, me), rights.check_member(club_id, me)
    error, text = "", ""
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            talk.write_message(club_id, me, text)
        except Refusal as refused:
            # Of somebody who is too fast the words stay in the field.
            error = str(refused) if refused.status == HTTPStatus.TOO_MANY_REQUESTS else why(refused)
        else:
            back = "club" if "short" in request.POST else "club-talk"
            return see(back, club_id)
    before = inputs.number(request.GET.get("before", ""), 18)
    said = talk.messages(club_id, me, before)
    talk.mark_read(mine, said)
    top = head(here, mine, me)
    context = {
        **top,
        "said": content.says(said, seen_lately(), me),
        "for_others": content.for_others(said, me) if top["runs"] else (),
        "earlier": f"?before={said[0].pk}" if len(said) == talk.SHOWN else "",
        "newest": before is None,
        "error": error,
        "text": text,
        "longest": talk.LONGEST,
        "kept": talk.KEPT.days,
        "keepers": content.keepers(here.pk),
    }
    return render(request, "games/club_talk.html", context, status=422 if error else 200)
