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
    path("kit/", kit, name="kit"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
]

handler400 = "boardgames.errors.bad_request"
handler403 = "boardgames.errors.forbidden"
handler404 = "boardgames.errors.not_found"
handler500 = "boardgames.errors.server_error"
