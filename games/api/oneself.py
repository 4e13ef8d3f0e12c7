"""How the caller is shown to others: face, words, favourites, links, name, and what is hidden."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Router

from accounts import renaming
from accounts.company import privacy
from accounts.models import User
from community import own_profile
from games.api import people_forms as forms
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.api.people import ONE, shown
from games.errors import Illegal
from games.showing.profile import known_favourites

router = Router()
HIDDEN = {200: forms.Hidden, **ERRORS}


@router.put("/me/profile", response=ONE, summary="Change how the caller is shown")
def set_profile(request: HttpRequest, body: forms.NewProfile) -> HttpResponse:
    """Replaces face, words, favourites and links; parts that are left out become empty. `GET /me`
    has them as they are."""
    me = user_of(request)
    own_profile.save_profile(
        me.pk,
        " ".join(body.face[part] for part in ("piece", "colour", "pattern", "ground")),
        body.about,
        known_favourites(me.pk, body.favourites),
        body.links,
    )
    return shown(request, me)


@router.post("/me/name", response=ONE, summary="Take another name")
def rename(request: HttpRequest, body: forms.NewName) -> HttpResponse:
    """Possible once in 90 days. Nobody else can take the old name meanwhile."""
    renaming.rename(user_of(request), body.name)
    return shown(request, User.objects.get(pk=user_of(request).pk))


@router.get("/me/hidden", response=HIDDEN, summary="What the caller hides from others")
def show_hidden(request: HttpRequest) -> HttpResponse:
    """The names of the hidden parts. Everything else can be seen by everybody."""
    return _hidden(user_of(request))


@router.put("/me/hidden", response=HIDDEN, summary="Choose what to hide from others")
def set_hidden(request: HttpRequest, body: forms.Hidden) -> HttpResponse:
    """Hides these parts and nothing else."""
    if unknown := set(body.hidden) - set(privacy.PARTS):
        raise Illegal(_("There is no part %(name)s.") % {"name": min(unknown)}, "unknown_part")
    privacy.hide(user_of(request), body.hidden)
    return _hidden(user_of(request))


def _hidden(user: User) -> HttpResponse:
    return answer({"hidden": sorted(privacy.hidden_by(user.pk))})
