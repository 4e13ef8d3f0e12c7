"""Pages about mail: the settings, and the links that stop one kind of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from notifications import unsubscribing
from notifications.models import Kind


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: HttpRequest) -> HttpResponse:
    """Which kinds of mail the reader wants."""
    user = request.user
    if not isinstance(user, User):
        raise Http404
    if request.method == "POST":
        unsubscribing.want(user, request.POST.getlist("kind"))
        messages.success(request, _("Your choice is stored."))
        return redirect("mail-settings")
    context = {
        "kinds": list(Kind),
        "unwanted": unsubscribing.unwanted(user),
        "address": user.confirmed_email,
    }
    return render(request, "notifications/settings.html", context)


@csrf_exempt  # mail programs post here for their users; the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Looking changes nothing, for mail scanners follow links; a POST stops the mail."""
    found = unsubscribing.read(token)
    if found is None:
        raise Http404
    user, kind = found
    if request.method == "POST":
        if "resume" in request.POST:
            unsubscribing.resume(user, kind)
        else:
            unsubscribing.stop(user, kind)
    stopped = kind in unsubscribing.unwanted(user)
    context = {"kind": kind, "stopped": stopped, "posted": request.method == "POST"}
    return render(request, "notifications/stop.html", context)
