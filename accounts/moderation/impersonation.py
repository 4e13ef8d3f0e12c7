"""Lets an administrator view the service as another person, read-only.

Every page shows a banner, and the audit log has an entry. Anything that would change something is
refused, and so are the pages that manage an account. Administrators cannot do this for people with
whom they play, whose hands they would see.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.current_user import current_user
from accounts.models import User
from accounts.moderation import audit
from boardgames.http.addresses import path as address

PERMISSION = "accounts.act_as_user"
SESSION = "looks_as"
#: Where everything stays the administrator's own, and where nobody else has any business.
OWN = ("/admin/", "/static/")
CLOSED = ("/accounts/", "/notifications/", "/messages/", "/api/")
#: What pages ask of the API, which is for programs: finding people.
ASKED_BY_PAGES = "/api/v1/people"
#: After this time it ends by itself.
LASTS = timedelta(hours=1)
#: Predicates over two people: whether one must not see what the other sees. ``games`` adds them.
apart: list[Callable[[int, int], bool]] = []

_PEOPLE = User.objects.filter(is_staff=False, is_superuser=False)

GetResponse = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: GetResponse) -> GetResponse:
    """Middleware: for reading, an impersonating administrator is the other person."""

    def as_somebody(request: HttpRequest) -> HttpResponse:
        path = request.path
        own = path.startswith(OWN) or path == address("act-as-self")
        if own or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return get_response(request)
        if not request.session.get(SESSION) or not request.user.has_perm(PERMISSION):
            return get_response(request)
        person = _person(request)
        if person is None or must_not(request.user, person):
            return _end(request)
        vars(request)["acting_for"] = request.user
        request.user = person
        closed = path.startswith(CLOSED) and not path.startswith(ASKED_BY_PAGES)
        if request.method not in ("GET", "HEAD") or closed:
            raise PermissionDenied(
                _("You are viewing the service as somebody else. You can only look.")
            )
        return get_response(request)

    return as_somebody


@require_POST
def start(request: HttpRequest, user_id: int) -> HttpResponse:
    """Begin to view the service as this person; staff are excluded."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    person = get_object_or_404(_PEOPLE, pk=user_id)
    if must_not(request.user, person):
        raise PermissionDenied(
            _("You are in a game with this person. Ask another administrator to look.")
        )
    reason = request.POST.get("reason", "").strip()[:500]
    if not reason:
        raise PermissionDenied(_("Give a reason."))
    audit.write(current_user(request), audit.ACT_AS, person=person, reason=reason)
    until = timezone.now() + LASTS
    request.session[SESSION] = {"person": person.pk, "until": until.timestamp()}
    return redirect("/")


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """End it."""
    return _end(request) if request.session.get(SESSION) else redirect("/")


def _end(request: HttpRequest) -> HttpResponse:
    acted = request.session.pop(SESSION)
    person = User.objects.get(pk=acted["person"])
    audit.write(current_user(request), "act as self", person=person)
    messages.info(request, _("You are back in your own account."))
    return redirect(reverse("admin:index"))


def _person(request: HttpRequest) -> User | None:
    """The person whose view it is; None if the time is over or that person is staff by now."""
    acted = request.session[SESSION]
    if acted["until"] < timezone.now().timestamp():
        return None
    found: User | None = _PEOPLE.filter(pk=acted["person"]).first()
    return found


def must_not(by: User | AnonymousUser, person: User) -> bool:
    """Whether ``by`` must neither see what this person sees nor decide about the account."""
    return any(rule(int(by.pk or 0), person.pk) for rule in apart)
