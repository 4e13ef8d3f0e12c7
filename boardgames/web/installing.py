"""What lets people install the site as an app: manifest, icons, and the service worker.

The service worker shows push notifications and, without a connection, a page that says so. It
caches no other page: a game is always shown as the server has it now.
"""

from functools import cache
from io import BytesIO

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from PIL import Image

from boardgames.drawing.raster import png
from notifications import push

THEME, PAPER = "#17463f", "#e7ebe3"
#: Drawings in static/kit: "favicon" has its own corners, "app" fills any shape a phone cuts.
_DRAWINGS = ("favicon", "app")
_SIZES = (180, 192, 512)


@cache_control(no_cache=True)
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the root, so that it covers all pages."""
    kept = [
        reverse("offline"),
        *map(static, ("css/tokens.css", "css/page.css", "js/offline.js", "kit/favicon.svg")),
    ]
    context = {"kept": kept, "push_key": push.public_key()}
    return render(request, "sw.js", context, content_type="text/javascript")


@cache_control(no_cache=True)
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page without a connection, kept by the service worker; it shows no personal data."""
    return render(request, "offline.html")


@cache_control(no_cache=True)
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """The app's name and appearance where it is installed."""
    answer = JsonResponse(
        {
            "id": "/",
            "start_url": reverse("my"),
            "scope": "/",
            "name": settings.SITE_NAME,
            "short_name": settings.SITE_NAME,
            "description": _("Turn-based board games, at your own pace."),
            "lang": get_language(),
            "display": "standalone",
            "theme_color": THEME,
            "background_color": PAPER,
            "categories": ["games"],
            "icons": [
                {"src": static("kit/favicon.svg"), "type": "image/svg+xml", "sizes": "any"},
                *(_icon("favicon", size) for size in (192, 512)),
                {**_icon("app", 512), "purpose": "maskable"},
            ],
            "shortcuts": [
                {"name": _("Next game"), "url": reverse("next")},
                {"name": _("Lobby"), "url": reverse("lobby")},
            ],
        }
    )
    answer["Content-Type"] = "application/manifest+json"
    return answer


@cache_control(public=True, max_age=7 * 24 * 3600)
@require_safe
def icon(request: HttpRequest, drawing: str, size: int) -> HttpResponse:
    """A drawing as a PNG, for programs that do not support SVG."""
    if drawing not in _DRAWINGS or size not in _SIZES:
        raise Http404
    return HttpResponse(_picture(drawing, size), content_type="image/png")


@cache_control(public=True, max_age=7 * 24 * 3600)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon at the address where programs look that read no page."""
    return HttpResponse(_old_icon(), content_type="image/x-icon")


@cache
def _old_icon() -> bytes:
    file = BytesIO()
    sizes = [(16, 16), (32, 32), (48, 48)]
    Image.open(BytesIO(_picture("favicon", 192))).save(file, "ICO", sizes=sizes)
    return file.getvalue()


def _icon(drawing: str, size: int) -> dict[str, str]:
    return {
        "src": reverse("app-icon", args=[drawing, size]),
        "type": "image/png",
        "sizes": f"{size}x{size}",
    }


@cache
def _picture(drawing: str, size: int) -> bytes:
    svg = settings.BASE_DIR / "static" / "kit" / f"{drawing}.svg"
    return png(svg.read_text(), size)
