"""Checks the reader of a page that may be out of date.

People may have signed in or out elsewhere in the same browser, and a page's clock may be wrong.
"""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.words.dates import milliseconds


@never_cache
@require_safe
def check_reader(request: HttpRequest) -> JsonResponse:
    """Whether the reader is still that of the `page` that asks (a user id, empty without an
    account).

    The answer has also what to tell readers if not, where they sign in (to come back to `at`), the
    current form token, and the time. `stays`: the page keeps what was filled in.
    """
    user, asked = request.user, request.GET.get("page", "")
    same = asked == str(user.pk or "")
    message, to = "", ""
    stays = "stays" in request.GET
    if not same and user.is_authenticated:
        message = (
            _(
                "You are now signed in as %(name)s. Sign in to your earlier account in "
                "another tab, then send this again. What you have filled in stays here."
            )
            if stays
            else _("You are now signed in as %(name)s. Reload the page to continue.")
        )
        message %= {"name": user.get_username()}
    elif not same:
        message = (
            _(
                "You are no longer signed in. Sign in in another tab, then send this "
                "again. What you have filled in stays here."
            )
            if stays
            else _("You are no longer signed in. Sign in to continue.")
        )
        at = urlencode({"next": request.GET.get("at", "/")})
        to = f"{resolve_url(settings.LOGIN_URL)}?{at}"
    return JsonResponse(
        {
            "same": same,
            "message": message,
            "to": to,
            "token": get_token(request),
            "now": milliseconds(),
        }
    )
