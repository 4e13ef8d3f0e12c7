"""The addresses of all pages."""

from django.contrib import admin
from django.urls import include, path
from django_prometheus.exports import ExportToDjangoView

from boardgames import health
from boardgames.kit import kit

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", ExportToDjangoView, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("kit/", kit, name="kit"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
]

handler400 = "boardgames.errors.bad_request"
handler403 = "boardgames.errors.forbidden"
handler404 = "boardgames.errors.not_found"
handler500 = "boardgames.errors.server_error"
