"""An administrator looks at the service as somebody else: by a banner on every page, in the audit
log, and only to look. What would change something is refused, and so are the pages that lead to an
account itself."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import audit
from accounts.models import User

PERMISSION = "accounts.act_as_user"
SESSION = "acting_as"
#: Where everything stays the administrator's own, and where nobody else has any business.
OWN, CLOSED = ("/admin/", "/static/"), ("/accounts/", "/notifications/")

GetResponse = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: GetResponse) -> GetResponse:
    """Whoever acts as somebody is that one, as far as reading goes."""

    def as_somebody(request: HttpRequest) -> HttpResponse:
        path = request.path
        own = path.startswith(OWN) or path == reverse("act-as-self")
        if own or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return get_response(request)
        if not request.session.get(SESSION) or not request.user.has_perm(PERMISSION):
            return get_response(request)
        request.acting_for = request.user  # type: ignore[attr-defined]
        request.user = get_object_or_404(User, pk=request.session[SESSION])
        if request.method not in ("GET", "HEAD") or path.startswith(CLOSED):
            raise PermissionDenied(_("You look as somebody else, and may only look."))
        return get_response(request)

    return as_somebody


@require_POST
def start(request: HttpRequest, user_id: int) -> HttpResponse:
    """Look as this person from now on; never as one of the staff."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    person = get_object_or_404(User, pk=user_id, is_staff=False, is_superuser=False)
    reason = request.POST.get("reason", "").strip()[:500]
    if not reason:
        raise PermissionDenied(_("Give a reason."))
    audit.write(request.user, "act as", person=person, reason=reason)  # type: ignore[arg-type]
    request.session[SESSION] = person.pk
    return redirect("/")


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Be oneself again."""
    person = User.objects.filter(pk=request.session.pop(SESSION, 0)).first()
    if person is not None and isinstance(request.user, User):
        audit.write(request.user, "act as self", person=person)
        return redirect(reverse("admin:index"))
    return redirect("/")
