"""News of the operator: the list, one item, and the feed (Atom, RFC 4287)."""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from boardgames.http import etag
from boardgames.http.spoken import as_asked
from community.news import reading


class _Feed(Atom1Feed):
    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else datetime(2026, 1, 1, tzinfo=UTC)


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """Newest first; `before` continues with older ones."""
    before = _moment(request.GET.get("before", ""))
    found = reading.list_news(before)
    shown, more = found[: reading.PER_PAGE], len(found) > reading.PER_PAGE
    older = f"?{urlencode({'before': shown[-1].at.isoformat()})}" if more else ""
    return render(request, "games/news.html", {"items": shown, "older": older, "alone": False})


@require_safe
def item(request: HttpRequest, news_id: int) -> HttpResponse:
    found = reading.published(news_id)
    if found is None:
        raise Http404
    return render(request, "games/news.html", {"items": [found], "older": "", "alone": True})


@require_safe
@as_asked
def feed(request: HttpRequest) -> HttpResponse:
    """The feed in the reader's language; 304 if it has not changed."""
    page = f"{settings.SITE_URL}{reverse('site-news')}"
    made = _Feed(
        _("What is new at %(site)s") % {"site": settings.SITE_NAME},
        page,
        _("News from the people who run this site"),
        language=get_language(),
        author_name=settings.SITE_NAME,
        feed_url=f"{settings.SITE_URL}{reverse('site-news-feed')}?lang={get_language()}",
        feed_guid=page,
    )
    for one in reading.list_news()[: reading.PER_PAGE]:
        address = f"{settings.SITE_URL}{reverse('site-news-item', args=[one.number])}"
        made.add_item(
            one.title,
            address,
            "".join(f"<p>{escape(line)}</p>" for line in one.text.splitlines() if line.strip()),
            unique_id=address,
            pubdate=one.at,
            updateddate=one.at,
        )
    body: str = made.writeString("utf-8")
    return etag.answer_with_etag(request, body.encode(), "application/atom+xml; charset=utf-8")


def _moment(text: str) -> datetime | None:
    """A moment from the address; None for nonsense."""
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
