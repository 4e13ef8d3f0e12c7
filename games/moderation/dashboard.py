"""The admin's first page: what needs attention, each number with its list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.current_user import current_user
from accounts.models import Sanction, User
from boardgames.database.biglists import newest
from boardgames.models import Trouble
from games.models import Game, ReleaseRequest, Seat
from games.moderation import cases, resignations
from notifications.models import Delivery

DAY = timedelta(days=1)
#: Nobody has moved for this long, in a game that is neither paused nor stopped.
STALLED = timedelta(days=14)
#: Messages that have been due for this long are stuck.
LATE = timedelta(minutes=5)


@dataclass(frozen=True)
class Number:
    """A number: its label, its value, whether it is bad, and its list."""

    label: str
    count: int
    url: str
    bad: bool = False


def stalled(games: QuerySet[Game]) -> QuerySet[Game]:
    """Running games in which nothing happens any more."""
    return games.filter(
        status=Game.Status.RUNNING,
        moved_at__lt=timezone.now() - STALLED,
        paused_at=None,
        broken_at=None,
    )


def numbers(user: User) -> list[Number]:
    """The numbers whose lists this person may see."""
    now = timezone.now()
    yesterday = f"{now - DAY:%Y-%m-%dT%H:%MZ}"
    found: list[Number] = []

    def add(
        permission: str, label: str, count: Callable[[], int], list_: str, bad: bool = False
    ) -> None:
        if user.has_perm(permission):
            name, _mark, query = list_.partition("?")
            url = reverse(f"admin:{name}_changelist") + (f"?{query}" if query else "")
            many = count()
            found.append(Number(label, many, url, bad and many > 0))

    joined = User.objects.filter(date_joined__gt=now - DAY)
    waiting = cases.list_open_cases(user.pk)
    running = Game.objects.filter(status=Game.Status.RUNNING)
    bots = Seat.objects.filter(to_move=True, waiting_since__lt=now - LATE).exclude(bot="")
    held = Sanction.objects.filter(ended_at=None)
    failed = newest(Delivery.objects.filter(state=Delivery.State.FAILED))
    late = newest(Delivery.objects.filter(state=Delivery.State.QUEUED))
    games, joined_list = "games_game", f"accounts_user?date_joined__gte={yesterday}&is_guest__exact"
    look = "games.view_game"
    add("games.view_case", _("Open cases"), waiting.count, "games_case", True)
    add(look, _("Running games"), running.count, f"{games}?status__exact=running")
    add(look, _("Stopped games"), running.exclude(broken_at=None).count,
        f"{games}?broken_at__isempty=0", True)  # fmt: skip
    add(look, _("Games in which nobody moves"), stalled(Game.objects.all()).count,
        f"{games}?pace=stalled", True)  # fmt: skip
    add(look, _("Games of players who resign to each other"), resignations.games().count,
        f"{games}?pace=resigned")  # fmt: skip
    add(look, _("Games waiting for a bot"), bots.count, f"{games}?pace=bots", True)
    add("notifications.view_delivery", _("Notifications that failed today"),
        failed.filter(done_at__gt=now - DAY).count,
        "notifications_delivery?state__exact=failed", True)  # fmt: skip
    add("notifications.view_delivery", _("Late notifications"),
        late.filter(due_at__lt=now - LATE).count,
        "notifications_delivery?state__exact=queued", True)  # fmt: skip
    add("boardgames.view_trouble", _("Errors and package errors today"), Trouble.recent().count,
        "boardgames_trouble", True)  # fmt: skip
    asked = ReleaseRequest.objects.filter(answer="")
    add("games.change_package", _("Requests to release a game type"), asked.count,
        "games_releaserequest?answer__exact=", True)  # fmt: skip
    add("accounts.view_sanction", _("Mutes, suspensions, bans"), held.count,
        "accounts_sanction?held=yes")  # fmt: skip
    add("accounts.view_user", _("New accounts today"), joined.filter(is_guest=False).count,
        f"{joined_list}=0")  # fmt: skip
    add("accounts.view_user", _("New guests today"), joined.filter(is_guest=True).count,
        f"{joined_list}=1")  # fmt: skip
    return found


def index(request: HttpRequest) -> HttpResponse:
    """The numbers, then all lists."""
    shown = numbers(current_user(request))
    bad = sum(number.bad for number in shown)
    said = ngettext("%(n)d item needs attention", "%(n)d items need attention", bad) % {"n": bad}
    context = {
        "numbers": shown,
        "waits": said if bad else _("Nothing needs attention"),
        "lists_title": _("All lists"),
        "title": _("Overview"),
    }
    return _djangos_index(request, context)


_djangos_index = admin.site.index
