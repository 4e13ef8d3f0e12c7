"""The room where players wait for others: the game, its players so far, joining, inviting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.company import privacy, relationships
from accounts.entering import guests
from boardgames.words import dates
from community import faces
from games.clocks import kinds
from games.errors import GameError, NotFound
from games.lessons import following
from games.lobby import game_names, invitations, lapsing, open_games, ready_check, requirements
from games.models import Game
from games.moderation import interest
from games.pages import options
from games.pages import settings as shown
from games.pages.answers import keeps_order, member, reader, refusable, see, socket
from games.pages.drawing.rendering import fixed
from games.pages.inputs import split_names
from games.pages.naming import see_again
from games.ratings import pools
from games.rules import registry
from games.storage.position import Position, check_seen
from games.words import table_package, texts


def room(
    request: HttpRequest, position: Position, key: str, error: GameError | None
) -> HttpResponse:
    """The page of a game that has not started."""
    try:
        context = _context(request, position, key)
    except registry.UnknownGameType as unknown:
        raise Http404 from unknown
    context["message"] = str(error) if error else ""
    return render(request, "games/room.html", context, status=error.status if error else 200)


@require_POST
@refusable
def join_table(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take a seat. With `guest` a stranger becomes a guest."""
    if not request.user.is_authenticated and request.POST.get("guest"):
        check_seen(game_id, None, request.POST.get("key", ""))  # nobody gets in by guessing
        refusal = guests.make_guest(request)
        if refusal:
            return refusal
    return _join(request, game_id)


@member
def _join(request: HttpRequest, game_id: int) -> HttpResponse:
    key = request.POST.get("key", "")
    return _act(request, game_id, lambda user_id: open_games.join_game(game_id, user_id, key=key))


@require_POST
@member
@refusable
def ready(request: HttpRequest, game_id: int) -> HttpResponse:
    """Record that the reader is ready for a live game."""
    return _act(request, game_id, lambda user_id: ready_check.ready(game_id, user_id))


@require_POST
@member
@refusable
def leave_table(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act(request, game_id, lambda user_id: open_games.leave_game(game_id, user_id))


@require_POST
@member
@refusable
def decline(request: HttpRequest, game_id: int) -> HttpResponse:
    """Decline the invitation, which leaves the reader's lists."""
    invitations.decline(game_id, reader(request))
    return see("my")


@require_POST
@member
@refusable
def cancel(request: HttpRequest, game_id: int) -> HttpResponse:
    return _act(request, game_id, lambda user_id: open_games.cancel(game_id, user_id))


@require_POST
@member
@refusable
def invite(request: HttpRequest, game_id: int) -> HttpResponse:
    """Invite the named people: all, or nobody if one of them cannot be invited."""
    written = request.POST.get("names", "")
    people = split_names(written)
    if not people:
        messages.info(request, _("Enter one or more user names."))
        return see("game", game_id)
    try:
        open_games.invite(game_id, reader(request), people)
    except NotFound:
        raise
    except GameError as error:
        messages.error(request, str(error))
        return see_again(written, "game", game_id)
    return see("game", game_id)


def _act(request: HttpRequest, game_id: int, action: Callable[[int], Position]) -> HttpResponse:
    """Do it and show the room, or the table if the game has started by it."""
    try:
        position = action(reader(request))
    except NotFound:
        raise
    except GameError as error:
        messages.error(request, str(error))
        return see("game", game_id)
    still_there = any(seat.user_id == request.user.pk for seat in position.seats)
    if not still_there:
        messages.success(request, _("You have left the game."))
        return see("lobby")
    return see("game", game_id)


def _invited_by(request: HttpRequest, game: Game, key: str) -> str:
    """The name of the person who invites the reader: by name, or by the reader's link."""
    if request.user.is_authenticated:
        asked = game.invitations.filter(user=request.user.pk).select_related("invited_by").first()
        if asked:
            return str(asked.invited_by.username)
    return str(game.created_by.username) if key and key == game.key else ""


def _named_on_cards(game: Game) -> str:
    """The inviting player for link previews, unless they hide."""
    return "" if privacy.hidden_by(game.created_by_id) else str(game.created_by.username)


class Invited(TypedDict):
    """An invited person who has not joined, and since when; ``state``: "open", "declined" or
    "lapsed"."""

    name: str
    state: str
    at: str
    when: str


def _invited(position: Position) -> list[Invited]:
    found: list[Invited] = []
    for one in invitations.unanswered(position).select_related("user").order_by("pk"):
        state, at = "open", one.at
        if one.declined_at:
            state, at = "declined", one.declined_at
        elif one.lapsed_at:
            state, at = "lapsed", one.lapsed_at
        found.append(
            {
                "name": one.user.username,
                "state": state,
                "at": at.isoformat(timespec="seconds"),
                "when": dates.format_date(at, _("M j, H:i")),
            }
        )
    return found


#: Friends that fit in a room.
MOST_FRIENDS = 24


def _friends(position: Position, user_id: int) -> list[dict[str, object]]:
    """This person's friends who are neither in the game nor invited."""
    there = [seat.user_id for seat in position.seats if seat.user_id is not None]
    friends = relationships.friends_of(user_id).exclude(pk__in=there)
    friends = friends.exclude(invitations__game=position.game.pk)
    found = list(friends[:MOST_FRIENDS])
    drawn = faces.find_faces(one.pk for one in found)
    return [{"name": one.username, "face": drawn[one.pk]} for one in found]


def _lesson(position: Position, user_id: int) -> int:
    """The minutes of the lesson for a reader who is new to the type, 0 if there is none."""
    if not following.is_for(user_id, position.game.type, besides=position.game.pk):
        return 0
    return next(lesson.minutes for lesson in table_package.lessons(position.type))


class Check(TypedDict):
    """A running ready check: until when, and whether it still asks the reader."""

    by: str
    seconds: int
    asked: bool


def _check(position: Position, user_id: int | None) -> Check | None:
    by = position.game.ready_by
    if by is None:
        return None
    return {
        "by": by.isoformat(timespec="seconds"),
        "seconds": max(0, round((by - timezone.now()).total_seconds())),
        "asked": any(seat.user_id == user_id for seat in ready_check.missing(position)),
    }


def _facts(game: Game, asks: requirements.Requirements) -> list[tuple[str, object]]:
    """The settings of the game, and its players."""
    facts: list[tuple[str, object]] = [
        (_("Players"), game.players),
        *shown.options(game.rules, game.options),
        *shown.time(game.clock),
        (
            _("Who can join and watch"),
            _("members of the club") if game.club_id else game.get_visibility_display(),
        ),
        (_("Created by"), game.created_by.username),
    ]
    if not game.allows_lines:
        facts.append((_("Trying lines out"), _("not before the end")))
    if game.asks:
        facts.append((_("Required to join"), ", ".join(requirements.describe(asks))))
    return facts


def _another(game: Game) -> str:
    """The form for another game like this one, as far as forms propose its clock."""
    proposed = [each for kind in kinds.KINDS.values() for each in kind.proposed()]
    alike = [each.value for each in proposed if each.setting == kinds.get_clock(game)]
    like = {
        "clock": alike[0] if alike else kinds.DEFAULT.days,
        "players": game.players,
        "visibility": game.visibility,
        "rated": game.rated,
        "lines": "yes" if game.allows_lines else "no",
        **{options.PREFIX + name: value for name, value in game.options.items()},
    }
    return f"{reverse('game-new', args=[game.type])}?{urlencode(like)}"


def _seats(position: Position, user_id: int | None) -> list[dict[str, object]]:
    people = texts.seat_names(position.seats)
    return [
        {
            "seat": seat.index,
            "name": people[seat.index],
            "free": seat.free,
            "person": seat.user.username if seat.user and not seat.bot else "",
            "bot": bool(seat.bot),
            "you": seat.held_by(user_id),
            "guest": seat.user is not None and seat.user.is_guest,
        }
        for seat in position.seats
    ]


def _context(request: HttpRequest, position: Position, key: str) -> dict[str, object]:
    game = position.game
    rules = game.rules
    joined = position.seat_of(request.user.pk) is not None
    is_open = game.status == Game.Status.OPEN
    free = sum(seat.free for seat in position.seats)
    open_to_reader = invitations.has_seat_for(position, request.user.pk)
    inviter = _invited_by(request, game, key)
    absent = [user.username for user in open_games.absent(position)]
    link = reverse("game", args=[game.pk])
    if game.club_id is None:
        link += f"?key={game.key}"
    back = urlencode({"next": request.get_full_path()})
    asks = requirements.read_stored(game.asks)
    barred = ""
    if not (joined or invitations.asked(position, request.user.pk)):
        barred = requirements.lacks(
            asks,
            requirements.facts_in_pool(
                requirements.facts_about(request.user.pk), pools.find_pool(game)
            ),
        )
    return {
        "game": game,
        "name": _(rules.name),
        "title": texts.game_title(_(rules.name), game),
        "may_rename": game_names.may_rename(position, request.user.pk),
        "cover_svg": fixed(f"{rules.slug}/cover.svg"),
        "is_open": is_open,
        "socket": socket(game.pk, key),
        "facts": _facts(game, asks),
        "seats": _seats(position, request.user.pk),
        "free": free,
        "live": kinds.get_clock(game).live,
        "check": _check(position, request.user.pk) if is_open and joined else None,
        "joined": joined,
        "may_join": is_open and not (joined or absent or barred) and open_to_reader,
        "barred": barred if is_open else "",
        "closes": dates.format_date(lapsing.lapses_at(game), _("M j, H:i")),
        "another": "" if is_open or not joined else _another(game),
        "kept": is_open and free and not (joined or open_to_reader),
        "invited": _invited(position) if is_open and (joined or inviter) else [],
        "friends": _friends(position, reader(request)) if is_open and joined else [],
        "absent": absent,
        "lesson": _lesson(position, reader(request)) if is_open and joined else 0,
        "days": invitations.LASTS.days,
        "invited_by": "" if joined else inviter,
        "inviter": _named_on_cards(game) if inviter else "",
        "login": f"{resolve_url(settings.LOGIN_URL)}?{back}",
        "may_report": request.user.is_authenticated
        and (joined or game.visibility != Game.Visibility.PRIVATE),
        "moderates": keeps_order(request)
        and not interest.party_to_game(reader(request), game.pk),
        "maker": game.created_by_id == request.user.pk,
        "key": key,
        "of_club": game.club_id is not None,
        "link": request.build_absolute_uri(link) if joined else "",
    }  # fmt: skip
