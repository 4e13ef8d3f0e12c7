"""Files that programs request of every site: pages to skip, and the contact for security holes."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from boardgames.web import notices

#: Prefixes of addresses that are about a person or made for programs, and positions of a game, of
#: which there is a page per move. Crawlers may read an invitation for its preview; it says itself
#: that it must not be indexed.
KEPT_OUT = (
    *("/accounts/", "/admin/", "/api/", "/acting/", "/calendar/", "/feeds/", "/friends/"),
    "/people/",
    *("/i18n/", "/mail/", "/messages/", "/my/", "/next/", "/notifications/", "/report/"),
    *("/*?at=", "/*&at=", "/*?eyes=", "/*&eyes="),
)
#: RFC 9116 wants less than a year; programs that read it later ask again.
EXPIRES = timedelta(days=180)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """For crawlers: public pages may be read, the others not."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in KEPT_OUT), "Allow: /"]
    lines.append(f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}")
    return _text(lines)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """For people who find a security hole (RFC 9116)."""
    expires = (timezone.now() + EXPIRES).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {notices.contact().address}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {settings.SITE_URL}{reverse('security-txt')}",
    ]
    return _text(lines)


def _text(lines: list[str]) -> HttpResponse:
    content = "".join(f"{line}\n" for line in lines)
    return HttpResponse(content, "text/plain; charset=utf-8")
