"""Pages to add, test and remove devices for push notifications."""

from hashlib import sha256
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.models import User
from boardgames.refusal import Refusal
from notifications import devices, push
from notifications.models import PushSubscription


def context(user: User) -> dict[str, Any]:
    """The context of templates/notifications/push.html."""
    return {
        "push_key": push.public_key(),
        "devices": [(_mark(device.endpoint), device) for device in push.reached(user)],
    }


@login_required
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Answer the page's script: 201, or 422 with a ``message`` to show."""
    user, agent = cast(User, request.user), request.headers.get("User-Agent", "")
    endpoint, p256dh, auth = _subscription(request)
    try:
        devices.add(user, endpoint, p256dh, auth, agent)
    except Refusal as refused:
        return JsonResponse({"message": str(refused)}, status=422)
    messages.success(request, _("This device gets push notifications from now on."))
    return HttpResponse(status=201)


@csrf_exempt  # a service worker calls this, which has no form token; see `devices.renew`
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    try:
        devices.renew(request.POST.get("old", ""), *_subscription(request))
    except Refusal as refused:
        return JsonResponse({"message": str(refused)}, status=422)
    return HttpResponse(status=204)


@login_required
@require_POST
def remove(request: HttpRequest, device_id: int) -> HttpResponse:
    devices.remove(cast(User, request.user), device_id)
    messages.success(request, _("That device no longer gets push notifications."))
    return redirect(reverse("notification-settings") + "#push")


@login_required
@require_POST
def test(request: HttpRequest, device_id: int) -> HttpResponse:
    device = get_object_or_404(PushSubscription, pk=device_id, user=cast(User, request.user))
    problem = devices.test(device)
    if problem:
        messages.error(
            request, _("The message was not accepted: %(problem)s") % {"problem": problem}
        )
    else:
        messages.success(request, _("A notification is on its way to that device."))
    return redirect(reverse("notification-settings") + "#push")


def _subscription(request: HttpRequest) -> tuple[str, str, str]:
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    return endpoint, p256dh, auth


def _mark(endpoint: str) -> str:
    """A mark by which the script recognises its own device."""
    return sha256(endpoint.encode()).hexdigest()
