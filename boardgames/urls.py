"""All addresses: the API's before those of pages, as most requests are for it."""

from django.urls import path

from boardgames.web import links
from games.api import api, description

urlpatterns = [
    path("api/v1/", api.urls),
    *links.urlpatterns,
    path("api/", description.page, name="api"),
]

handler400 = "boardgames.http.errors.bad_request"
handler403 = "boardgames.http.errors.forbidden"
handler404 = "boardgames.http.errors.not_found"
handler500 = "boardgames.http.errors.server_error"
handler429 = "boardgames.http.errors.too_many_requests"  # allauth needs this name
