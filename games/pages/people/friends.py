"""One's friends, who of them is here, circles of them, and people whom one has blocked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.company import privacy, ties
from accounts.models import Circle, Privacy, User
from accounts.oneself import myself
from boardgames.refusal import Refusal
from community import faces
from games.live import here
from games.lobby import friendship, presets
from games.pages import settings
from games.pages.answers import member, reader, refusable, see
from games.pages.naming import each, see_again
from games.pages.people.player import named
from games.pages.people.tabs import tabs
from games.rules import registry
from games.stages import seeing


@require_safe
@never_cache
@member
def friends(request: HttpRequest) -> HttpResponse:
    """All lists on one page."""
    user_id = reader(request)
    people = list(ties.friends_of(user_id))
    context = {
        "tabs": tabs(request, "friends"),
        "friends": people,
        "faces": faces.of(one.pk for one in people),
        "here": _here(people),
        "asking": ties.asking(user_id),
        "asked": ties.asked_by(user_id),
        "blocked": ties.blocked_by(user_id),
        "circles": [_circle(circle) for circle in _circles(user_id)],
        "types": [{"slug": rules.slug, "name": _(rules.name)} for rules in seeing.types(user_id)],
    }
    return render(request, "games/friends.html", context)


@require_POST
@member
@refusable
def add(request: HttpRequest) -> HttpResponse:
    """Ask those who are named."""
    written = request.POST.get("name", "")
    left = each(request, written, lambda name: _ask(request, name))
    return see_again(left, "friends")


def _ask(request: HttpRequest, name: str) -> str:
    try:
        person = named(name)
    except Http404:
        raise Refusal(_("Nobody is called %(names)s.") % {"names": name[:40]}) from None
    said = _("%(name)s is asked. You are friends as soon as the answer is yes.")
    if friendship.befriend(myself(request), person):
        said = _("You and %(name)s are friends now.")
    return said % {"name": person.username}


@require_POST
@member
def make_circle(request: HttpRequest) -> HttpResponse:
    """A circle of the friends that were ticked."""
    chosen = User.objects.filter(username__in=request.POST.getlist("member")[:50])
    try:
        circle = ties.make_circle(myself(request), request.POST.get("name", ""), list(chosen))
    except Refusal as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("“%(name)s” is there.") % {"name": circle.name})
    return see("friends")


@require_POST
@member
def drop_circle(request: HttpRequest, circle_id: int) -> HttpResponse:
    try:
        ties.drop_circle(myself(request), circle_id)
    except Circle.DoesNotExist:
        raise Http404 from None
    return see("friends")


@require_POST
@member
@refusable
def start(request: HttpRequest, preset_id: int) -> HttpResponse:
    """A game with the settings kept for a circle, to which all of it are invited."""
    return see("game", presets.start(reader(request), preset_id).game.pk)


def _here(people: list[User]) -> set[int]:
    """Those of these people who are here and do not hide it."""
    hiding = Privacy.objects.filter(user__in=people, hidden__contains=["here"])
    return here.here(person.pk for person in people) - set(hiding.values_list("pk", flat=True))


def _circles(user_id: int) -> list[Circle]:
    return list(ties.circles_of(user_id).prefetch_related("presets"))


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
    """What others may see of the reader; a POST hides all that is not ticked."""
    if request.method == "POST":
        privacy.hide(myself(request), set(privacy.PARTS) - set(request.POST.getlist("show")))
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
