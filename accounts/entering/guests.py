"""Accounts without any form, for people who want to play at once."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import people
from accounts.limits import retry_after
from accounts.preferences import device_time_zone

# A guest can return only by this cookie; browsers keep one for 400 days at most.
GUEST_SESSION = 60 * 60 * 24 * 400


def make_guest(request: HttpRequest) -> HttpResponse | None:
    """Create a guest and sign it in; returns an answer instead if there were too many."""
    refusal = retry_after.consume_or_429(request, "guest")
    if refusal:
        return refusal
    guest = people.create_guest(get_language() or "en", device_time_zone(request))
    get_adapter(request).login(request, guest)
    request.session.set_expiry(GUEST_SESSION)
    messages.success(request, _("Welcome, %(name)s! Have fun.") % {"name": guest.username})
    return None
