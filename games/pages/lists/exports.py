"""The reader's games as files, and their deadlines for a calendar program."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from boardgames.http import etag
from games.archive import bgstats, feed, files, plays
from games.pages.answers import member, reader, see

#: Games that can be handed over one by one, the newest.
LINKS = 10


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
def exports(request: HttpRequest) -> HttpResponse:
    """Links to files and calendar; a POST creates a new secret address, or deletes it (`close`)."""
    if request.method == "POST":
        if "close" in request.POST:
            feed.close(reader(request))
        else:
            feed.renew(reader(request))
        return see("exports")
    key = feed.key_of(reader(request))
    address = f"{settings.SITE_URL}{reverse('feed', args=[key])}" if key else ""
    newest = [
        (play, parse_datetime(play["finished"] or ""), bgstats.link(play))
        for play in plays.plays(reader(request), LINKS)
    ]
    tap = f"webcal:{address.partition(':')[2]}" if address else ""
    context = {"feed": address, "webcal": tap, "newest": newest}
    return render(request, "games/exports.html", context)


@require_safe
@never_cache
@member
def export(request: HttpRequest, form: str) -> HttpResponse:
    """All finished games of the reader in one file."""
    if form not in files.FORMATS:
        raise Http404
    chosen = files.FORMATS[form]
    written = chosen.write(plays.plays(reader(request)))
    answer = HttpResponse(written, content_type=f"{chosen.content_type}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="games.{chosen.ending}"'
    return answer


@require_safe
@never_cache
def deadlines(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar at a secret address, readable for anyone who has it."""
    calendar = feed.calendar(key)
    if calendar is None:
        raise Http404
    return etag.answer_with_etag(request, calendar.encode(), "text/calendar; charset=utf-8")
