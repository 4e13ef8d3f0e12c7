"""The addresses of all pages, except the one about the API.

Workers link to pages but serve none, so they load only these: those of the API take 45 MB.
"""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from boardgames.http import health
from boardgames.http.metrics import metrics
from boardgames.web import installing, notices, well_known
from boardgames.web.kit import kit

urlpatterns = [
    path("", include("games.pages.table.urls")),  # first, as every move by page uses it
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("sw.js", installing.service_worker, name="service-worker"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("icon/<slug:drawing>-<int:size>.png", installing.icon, name="app-icon"),
    path("offline/", installing.offline, name="offline"),
    path("kit/", kit, name="kit"),
    path("about/", notices.about, name="about"),
    path("about/<slug:name>/", notices.notice, name="notice"),
    path("robots.txt", well_known.robots, name="robots"),
    path("favicon.ico", installing.favicon, name="favicon"),
    path(
        ".well-known/change-password",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="change-password",
    ),
    path(".well-known/security.txt", well_known.security, name="security-txt"),
    # Passwords are changed on one page, which informs the owner by e-mail.
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="admin-password-change",
    ),
    # E-mails from before moderation cases existed link to reports.
    path(
        "admin/games/report/desk/<int:report_id>/",
        RedirectView.as_view(pattern_name="admin:case-of-report"),
        name="report-of-earlier",
    ),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("games.messages.urls")),
    path("", include("games.pages.urls")),
]

if settings.DEBUG:
    urlpatterns.append(path("author/", include("games.checking.author")))
