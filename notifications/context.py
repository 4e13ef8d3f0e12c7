"""For all templates: how much is unread under the reader's bell, asked when a template wants it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from notifications import bell


def unread(request: HttpRequest) -> dict[str, Any]:
    user = request.user
    return {
        "unread_count": SimpleLazyObject(lambda: bell.unread(user.pk).answer() if user.pk else 0),
    }
