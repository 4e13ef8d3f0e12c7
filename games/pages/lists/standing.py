"""The reader's standing invitations: create, view, pause, and end them."""

from __future__ import annotations

from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.current_user import current_user
from games.clocks import kinds
from games.errors import GameError
from games.lobby import requirements, standing
from games.lobby.pace import PACES
from games.models import StandingInvitation
from games.pages import settings
from games.pages.answers import member, reader, refusable, see
from games.pages.drawing.rendering import fixed
from games.pages.lists import matching
from games.pages.lists.standing_form import StandingForm
from games.pages.paging import one_of
from games.rules import registry
from games.stages import stage_visibility

_CHANGES = {
    "pause": standing.pause_invitation,
    "resume": standing.resume_invitation,
    "end": standing.end_invitation,
}


class Shown(TypedDict):
    """An invitation in words; ``about`` are its settings, ``on``: it is not paused."""

    id: int
    name: str
    cover: str
    most: int
    playing: int
    about: list[str]
    on: bool


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def invitations(request: HttpRequest) -> HttpResponse:
    """The reader's invitations, and a form for a new one, for the game type `type`."""
    user_id, types = reader(request), stage_visibility.types(reader(request))
    known = {rules.slug: rules for rules in types}
    proposed = matching.first_type(user_id, types) or next(iter(known))
    slug = one_of(request.GET.get("type"), known) or proposed
    form = StandingForm(known[slug], request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            standing.make(user_id, slug, **form.invitation())
        except GameError as error:
            form.add_error(None, str(error))
        else:
            messages.success(
                request, _("We seat you when somebody suitable comes along, and notify you.")
            )
            return see("standing")
    context = {
        "invitations": describe_invitations(user_id),
        "form": form,
        "slug": slug,
        "types": [
            {
                "label": _(rules.name),
                "href": f"?type={rules.slug}#another",
                "current": rules.slug == slug,
            }
            for rules in types
        ],
        "guest": current_user(request).is_guest,
        "full": standing.list_invitations(user_id).count() >= standing.MOST,
    }
    return render(request, "games/standing.html", context, status=422 if form.errors else 200)


@require_POST
@member
@refusable
def change_invitation(request: HttpRequest, invitation_id: int, change: str) -> HttpResponse:
    """Pause one, resume it or end it; then return to the reader's page."""
    if change not in _CHANGES:
        raise Http404
    _CHANGES[change](reader(request), invitation_id)
    return see("lobby" if request.POST.get("back") == "lobby" else "standing")


def describe_invitations(user_id: int) -> list[Shown]:
    """This person's invitations in words, without those of uninstalled games."""
    names = {rules.slug: _(rules.name) for rules in registry.all()}
    return [
        {
            "id": one.pk,
            "name": names[one.type],
            "cover": fixed(f"{one.type}/cover.svg"),
            "most": one.most,
            "playing": one.playing,  # type: ignore[attr-defined]
            "about": _about(one),
            "on": one.paused_at is None,
        }
        for one in standing.list_invitations(user_id)
        if one.type in names
    ]


def _about(one: StandingInvitation) -> list[str]:
    rules = registry.get(one.type)
    said = [ngettext("%(n)d player", "%(n)d players", one.players) % {"n": one.players}]
    said.append(settings.pace(kinds.as_json(PACES[one.pace].clock)))
    said.append({True: _("rated"), False: _("not rated"), None: _("rated or not")}[one.rated])
    if one.options is None:
        said.append(_("any options"))
    else:
        said += settings.unusual(rules, one.options)
    if one.friends_only:
        said.append(_("friends only"))
    return said + requirements.describe(requirements.read_stored(one.asks))
