"""The addresses of all pages."""

from django.contrib import admin
from django.urls import include, path
from django_prometheus.exports import ExportToDjangoView

from boardgames import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", ExportToDjangoView, name="metrics"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
]
