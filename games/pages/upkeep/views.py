"""The maintainers' pages: one for each type."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.errors import GameError, NotFound
from games.models import FaultReport, Package
from games.moderation.reports import LONGEST_WORDS
from games.pages.answers import member, reader, refusable, see
from games.rules import registry
from games.upkeep import faults, figures, maintainers, package_errors, releases, trials

#: Reports per page.
OPEN, DONE = 50, 20


@require_safe
@never_cache
@member
@refusable
def mine(request: HttpRequest) -> HttpResponse:
    """The game types that the reader maintains; "not found" for a reader who maintains none."""
    found = list(maintainers.packages(reader(request)))
    if not found:
        raise Http404
    waiting = faults.count_open_reports(each.type for each in found)
    rows = [(each, _name(each.type), waiting.get(each.type, 0)) for each in found]
    return render(request, "games/upkeep.html", {"rows": rows})


@require_safe
@never_cache
@member
@refusable
def show_package(request: HttpRequest, slug: str) -> HttpResponse:
    """Reports, errors, the last trial, and a request for a release."""
    return _page(request, maintainers.package(slug, reader(request)))


def _page(request: HttpRequest, package: Package, error: GameError | None = None) -> HttpResponse:
    me, slug = reader(request), package.type
    trial = trials.last(slug, me)
    context = {
        "package": package,
        "name": _name(slug),
        "reports": [_shown(each) for each in faults.list_reports(slug, me, done=False, most=OPEN)],
        "done": faults.list_reports(slug, me, done=True, most=DONE),
        "slips": package_errors.list_errors(slug, me),
        "versions": figures.by_version(slug),
        "newest": figures.COUNTED,
        "trial": trial,
        "trying": trials.is_under_way(trial),
        "stages": releases.stages_after(package),
        "release": releases.last_request(slug),
        "most": LONGEST_WORDS,
        "message": str(error) if error else "",
    }
    status = error.status if error else 200
    return render(request, "games/upkeep_type.html", context, status=status)


def _name(slug: str) -> str:
    try:
        return _(registry.get(slug).name)
    except registry.UnknownGameType:
        return slug


def _shown(report: FaultReport) -> dict[str, Any]:
    """A report with its stored data as text; empty for one that may not be read yet."""
    return {
        "report": report,
        "kept": [
            (label, json.dumps(report.kept[part], indent=1, ensure_ascii=False))
            for part, label in (
                ("decision", _("What the seat was asked")),
                ("view", _("What the seat was shown")),
                ("error", _("The rules could not show it")),
            )
            if report.kept.get(part)
        ],
    }


@require_POST
@member
@refusable
def act_on_package(request: HttpRequest, slug: str, deed: str) -> HttpResponse:
    """`done` with a report, `mended` of an error, `try` the stored games, `release`."""
    if deed not in _DEEDS:
        raise Http404
    package = maintainers.package(slug, reader(request))
    try:
        said = _DEEDS[deed](request, slug)
    except NotFound:
        raise
    except GameError as refused:
        return _page(request, package, refused)
    messages.success(request, said)
    return see("upkeep-type", slug)


def _number(request: HttpRequest) -> int:
    given = request.POST.get("number", "")
    return int(given) if given.isdecimal() and len(given) < 18 else 0


def _done(request: HttpRequest, slug: str) -> str:
    faults.finish(slug, _number(request), reader(request), request.POST.get("words", ""))
    return _("Done. The player who reported it is notified.")


def _mended(request: HttpRequest, slug: str) -> str:
    package_errors.strike_off(slug, _number(request), reader(request))
    return _("It is off the list. If it comes back, you get a notification.")


def _try(request: HttpRequest, slug: str) -> str:
    trials.ask_as_maintainer(slug, reader(request))
    return _("The stored games are being tested on copies. Look at this page again in a minute.")


def _release(request: HttpRequest, slug: str) -> str:
    of = request.POST.get
    releases.request_release(slug, reader(request), of("stage", ""), of("words", ""))
    return _("We have asked the operator. You get a notification with the answer.")


_DEEDS = {"done": _done, "mended": _mended, "try": _try, "release": _release}
