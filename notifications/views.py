"""Pages about notifications: the bell's list, the settings, links that stop e-mails."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from boardgames.http.addresses import path
from boardgames.mail import refusals
from notifications import bell, kinds, mail, push_views, settings, unsubscribing
from notifications.content import Words
from notifications.forms import PreferencesForm, RhythmForm
from notifications.kinds import words_for_page
from notifications.models import Notification, When
from notifications.webhooks import views

#: The most that are listed; counting all of a person's notifications would cost more each day.
MOST = 200
PAGE = 30


class Entry(NamedTuple):
    """One line of the list, and how it is shown."""

    news: Notification
    path: str
    words: Words
    unread: bool
    old: bool


@login_required
@never_cache
@require_safe
def notifications(request: HttpRequest) -> HttpResponse:
    """What is under the bell, newest first; of each game the newest, the others on demand."""
    reader = _reader(request)
    newest = list(bell.entries(reader.pk).values_list("pk", flat=True)[:MOST])
    page = Paginator(newest, PAGE).get_page(request.GET.get("page"))
    groups = _by_game(bell.list_by_number(page.object_list))
    any_unread = any(entry.unread for group in groups for entry in group)
    context = {"groups": groups, "any_unread": any_unread, "page": page}
    return render(request, "notifications/list.html", context)


def _by_game(news: Sequence[Notification]) -> list[list[Entry]]:
    """The content of one page, in the order of each game's newest notification."""
    old, words = timezone.now() - bell.FADES, words_for_page(news)
    groups: dict[int, list[Entry]] = {}
    for each in news:
        opening = path("notification", each.pk)
        entry = Entry(each, opening, words[each.pk], each.read_at is None, each.due_at <= old)
        groups.setdefault(each.game_id or -each.pk, []).append(entry)
    return list(groups.values())


@login_required
@never_cache
@require_safe
def open_notification(request: HttpRequest, notification_id: int) -> HttpResponse:
    """Redirect to what it is about, and mark it as read."""
    reader = _reader(request)
    notification = get_object_or_404(bell.entries(reader.pk), pk=notification_id)
    bell.mark_read(reader.pk, notification_id)
    return redirect(words_for_page([notification])[notification_id].path)


@login_required
@never_cache
@require_safe
def led_on(request: HttpRequest, way: str) -> HttpResponse:
    """Continue from an e-mail to a page of ours, which signed-out people might not see."""
    try:
        resolve(f"/{way}")
    except Resolver404 as error:
        raise Http404 from error
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"/{way}?{query}" if query else f"/{way}")


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    bell.read_all(_reader(request).pk)
    return redirect("notifications")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notification_settings(request: HttpRequest) -> HttpResponse:
    """The page on which people choose their notifications: what, when, and how."""
    reader = _reader(request)
    posted = request.POST if request.method == "POST" else None
    preferences, rhythm = PreferencesForm(reader, posted), RhythmForm(reader, posted)
    if posted is not None and "reset" in posted:
        settings.reset(reader)
        messages.success(request, _("The defaults are restored."))
        return redirect("notification-settings")
    if posted is not None and preferences.is_valid() and rhythm.is_valid():
        share = rhythm.cleaned_data["reminder_share"]
        settings.store(reader, preferences.chosen(), rhythm.save(commit=False), share)
        messages.success(request, _("Your choice is saved."))
        return redirect("notification-settings")
    context = {
        "preferences": preferences,
        "rhythm": rhythm,
        "address": reader.confirmed_email,
        "unreached": (unreached := mail.unreachable(reader)),
        "unreached_address": unreached and refusals.is_of_address(unreached.reason),
        **push_views.context(reader),
        **views.context(reader),
    }
    return render(request, "notifications/settings.html", context)


@csrf_exempt  # mail programs post here for their users; the signed link is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """A POST stops such e-mails; a GET changes nothing, because mail scanners follow links."""
    found = unsubscribing.read_link(token)
    if found is None:
        raise Http404
    user, about = found
    if request.method == "POST":
        if "all" in request.POST:
            unsubscribing.stop_all(user)
        elif "resume-all" in request.POST:
            unsubscribing.resume_all(user)
        elif "resume" in request.POST and not isinstance(about, When):
            unsubscribing.resume(user, about)
        else:
            unsubscribing.stop(user, about)
    context = {
        "about": about.label if isinstance(about, When) else kinds.get(about).label,
        "one_kind": not isinstance(about, When),
        "stopped": unsubscribing.stopped(user, about),
        "stopped_all": unsubscribing.stopped_all(user),
        "posted": request.method == "POST",
    }
    return render(request, "notifications/stop.html", context)


def _reader(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user
