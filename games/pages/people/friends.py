"""The reader's friends, their presence, circles, and people the reader has blocked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.company import privacy, relationships
from accounts.current_user import current_user
from accounts.models import Circle, User
from boardgames.refusal import Refusal
from community import faces
from games.live import online
from games.lobby import friendship, presets
from games.pages import settings
from games.pages.answers import member, reader, refusable, see
from games.pages.naming import do_for_names, see_again
from games.pages.people.player import named
from games.pages.people.tabs import tabs
from games.rules import registry
from games.stages import stage_visibility


@require_safe
@never_cache
@member
def friends(request: HttpRequest) -> HttpResponse:
    """All lists on one page."""
    user_id = reader(request)
    people = list(relationships.friends_of(user_id))
    context = {
        "tabs": tabs(request, "friends"),
        "friends": people,
        "faces": faces.find_faces(one.pk for one in people),
        "here": online.find_online_friends(one.pk for one in people),
        "asking": relationships.asking(user_id),
        "asked": relationships.asked_by(user_id),
        "blocked": relationships.blocked_by(user_id),
        "circles": [_circle(circle) for circle in _circles(user_id)],
        "types": [
            {"slug": rules.slug, "name": _(rules.name)} for rules in stage_visibility.types(user_id)
        ],
    }
    return render(request, "games/friends.html", context)


@require_POST
@member
@refusable
def add(request: HttpRequest) -> HttpResponse:
    """Ask the named people to be friends."""
    written = request.POST.get("name", "")
    left = do_for_names(request, written, lambda name: _ask(request, name))
    return see_again(left, "friends")


def _ask(request: HttpRequest, name: str) -> str:
    try:
        person = named(name)
    except Http404:
        raise Refusal(_("Nobody is called %(names)s.") % {"names": name[:40]}) from None
    said = _("You have asked %(name)s. You are friends as soon as they accept.")
    if friendship.befriend(current_user(request), person):
        said = _("You and %(name)s are friends now.")
    return said % {"name": person.username}


@require_POST
@member
def make_circle(request: HttpRequest) -> HttpResponse:
    """Create a circle of the selected friends."""
    chosen = User.objects.filter(username__in=request.POST.getlist("member")[:50])
    try:
        circle = relationships.make_circle(
            current_user(request), request.POST.get("name", ""), list(chosen)
        )
    except Refusal as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("“%(name)s” is created.") % {"name": circle.name})
    return see("friends")


@require_POST
@member
def drop_circle(request: HttpRequest, circle_id: int) -> HttpResponse:
    try:
        relationships.drop_circle(current_user(request), circle_id)
    except Circle.DoesNotExist:
        raise Http404 from None
    return see("friends")


@require_POST
@member
@refusable
def start_preset_game(request: HttpRequest, preset_id: int) -> HttpResponse:
    """Create a game with a circle's stored settings, and invite the circle."""
    return see("game", presets.start_preset_game(reader(request), preset_id).game.pk)


def _circles(user_id: int) -> list[Circle]:
    return list(relationships.circles_of(user_id).prefetch_related("presets"))


def _circle(circle: Circle) -> dict[str, Any]:
    members = [member.username for member in circle.members.all() if member.is_active]
    known = {rules.slug: rules for rules in registry.all()}
    return {
        "id": circle.pk,
        "name": circle.name,
        "members": members,
        "invite": " ".join(members),
        "players": len(members) + 1,
        "presets": [
            {
                "id": preset.pk,
                "name": _(known[preset.type].name),
                "pace": settings.pace(preset.settings.get("clock") or {"kind": "none"}),
            }
            for preset in circle.presets.all()
            if preset.type in known
        ],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
def visibility(request: HttpRequest) -> HttpResponse:
    """What others may see of the reader; a POST hides everything that is not ticked."""
    if request.method == "POST":
        privacy.hide(current_user(request), set(privacy.PARTS) - set(request.POST.getlist("show")))
        messages.success(request, _("Saved."))
        return see("visibility")
    hidden = privacy.hidden_by(reader(request))
    context = {
        "parts": [
            {"name": name, "label": label, "shown": name not in hidden}
            for name, label in privacy.PARTS.items()
        ]
    }
    return render(request, "games/visibility.html", context)
