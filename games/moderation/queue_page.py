"""The list of cases, with what was reported; several can be decided at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.errors import GameError
from games.models import Case, Report
from games.moderation import cases, desk, record
from games.moderation.case_page import last_decision, me
from games.moderation.pieces import table_name

#: Rows on a page.
ROWS = 100
#: Hours after which a case has waited too long.
LONG_HOURS = 20


@dataclass(frozen=True)
class Row:
    """A case in the list."""

    case: Case
    quoted: bool
    text: str
    where: str
    many: int
    reason: str
    waits: str
    long: bool
    told: str
    whose: str


def queue(request: HttpRequest) -> HttpResponse:
    """Open cases, the most serious and oldest first; or decided cases, the newest first."""
    desk.check_permissions(request)
    if request.method == "POST":
        _do_to_all(request)
        return redirect("admin:cases")
    decided = request.GET.get("state") == "decided"
    found = _decided(request) if decided else cases.list_open_cases(me(request))
    related = found.select_related("person", "game", "closed_by").prefetch_related("reports")
    page = Paginator(related, ROWS).get_page(request.GET.get("page"))
    waiting = cases.list_open_cases(me(request))
    context = {
        **admin.site.each_context(request),
        "title": _("Decided cases") if decided else _title(waiting),
        "decided": decided,
        "rows": [_row(case) for case in page],
        "page": page,
        "oldest": None if decided else next(iter(page), None),
        **last_decision(request),
        "today": _today(request),
        "say": _WORDS,
        "others_said": _others(0 if decided else cases.for_others(me(request))),
    }
    return TemplateResponse(request, "admin/cases.html", context)


def _do_to_all(request: HttpRequest) -> None:
    """Apply one act to all selected cases; a failed one does not stop the others."""
    chosen = [int(each) for each in request.POST.getlist("case") if each.isdecimal()][:ROWS]
    done = 0
    for case in cases.list_open_cases(me(request)).filter(pk__in=chosen):
        try:
            if request.POST.get("do") == "usual":
                cases.decide(case.pk, me(request), cases.usual(case))
            else:
                cases.dismiss(case.pk, me(request))
        except GameError as error:
            number = _("Case %(number)d") % {"number": case.pk}
            messages.error(request, f"{number}: {error}")
        else:
            done += 1
    if done:
        said = ngettext("%(n)d case is closed.", "%(n)d cases are closed.", done)
        messages.success(request, said % {"n": done})


def _title(waiting: QuerySet[Case]) -> str:
    many = waiting.count()
    sent = Report.objects.filter(case__in=waiting.order_by().values("pk")).count()
    return ", ".join(
        [
            ngettext("%(n)d case", "%(n)d cases", many) % {"n": many},
            ngettext("from %(n)d report", "from %(n)d reports", sent) % {"n": sent},
        ]
    )


def _decided(request: HttpRequest) -> QuerySet[Case]:
    closed = Case.objects.exclude(state=Case.State.OPEN).order_by("-closed_at")
    return cases.without_interest(closed, me(request))


def _today(request: HttpRequest) -> str:
    """How many cases this moderator has decided today."""
    since = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    many = Case.objects.filter(closed_by=me(request), closed_at__gte=since).count()
    said = ngettext("You closed %(n)d case today.", "You closed %(n)d cases today.", many)
    return said % {"n": many} if many else ""


def _others(many: int) -> str:
    said = ngettext(
        "%(n)d more case is for another moderator: you are involved in it.",
        "%(n)d more cases are for other moderators: you are involved in them.",
        many,
    )
    return said % {"n": many} if many else ""


def _row(case: Case) -> Row:
    sent = list(case.reports.all())
    reasons = Counter(report.get_reason_display() for report in sent)
    quoted = case.about in (Case.About.MESSAGE, Case.About.NAME)
    words = next((report.words for report in sent if report.words), "")
    table = table_name(case.game) if case.game else ""
    where = _("in %(game)s") % {"game": table} if case.message_id else ""
    if case.about == Case.About.APPEAL:
        where = case.said
    hours = _hours(case.opened_at)
    return Row(
        case=case,
        quoted=quoted,
        text=case.said if quoted else words,
        where=where,
        many=len(sent),
        reason=reasons.most_common(1)[0][0] if reasons and case.about != "appeal" else "",
        waits=_waits(hours),
        long=hours >= LONG_HOURS,
        told=record.describe_decision(case) if case.closed_at else "",
        whose=case.person.username if case.person else table or "–",
    )


def _hours(since: datetime) -> int:
    return int((timezone.now() - since).total_seconds() // 3600)


def _waits(hours: int) -> str:
    if hours < 1:
        return _("less than 1 h")
    if hours < 48:
        return _("%(n)d h") % {"n": hours}
    return ngettext("%(n)d day", "%(n)d days", hours // 24) % {"n": hours // 24}


_WORDS = {
    "start": gettext_lazy("Start"),
    "cases": gettext_lazy("Cases"),
    "begin": gettext_lazy("Start with the oldest"),
    "chosen": gettext_lazy("chosen"),
    "act": gettext_lazy("Action"),
    "nothing": gettext_lazy("Close, nothing wrong"),
    "usual": gettext_lazy("Hide, warn, close"),
    "do_it": gettext_lazy("Apply to the chosen"),
    "as_reported": gettext_lazy("Reason: as reported"),
    "choose": gettext_lazy("Choose"),
    "what": gettext_lazy("What was reported"),
    "whose": gettext_lazy("About whom"),
    "reports": gettext_lazy("Reports"),
    "waits": gettext_lazy("Waiting"),
    "decided": gettext_lazy("Decided"),
    "decided_link": gettext_lazy("Decided cases"),
    "waiting_link": gettext_lazy("Open cases"),
    "aside": gettext_lazy("postponed"),
    "threat": gettext_lazy("serious"),
    "player": gettext_lazy("A person:"),
    "name": gettext_lazy("A name:"),
    "game": gettext_lazy("A game:"),
    "appeal": gettext_lazy("An appeal:"),
    "by": gettext_lazy("by"),
    "what_is_a_case": gettext_lazy(
        "A case is about one message, name, person or game, and all its reports are "
        "decided together. Oldest first; threats come before all others."
    ),
    "nothing_waits": gettext_lazy("Nothing needs attention"),
    "to_the_site": gettext_lazy("Go to the site"),
    "last": gettext_lazy("Last decision:"),
    "take_back": gettext_lazy("Take it back"),
    "earlier": gettext_lazy("Earlier"),
    "later": gettext_lazy("Later"),
}
