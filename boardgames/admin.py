"""Admin page for errors of game packages and of the service, for the people who run it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from boardgames.models import Trouble
from games.rules import registry


@admin.register(Trouble)
class TroubleAdmin(admin.ModelAdmin):
    """Errors to look at, and to delete once they are fixed."""

    list_display = ("whose", "version", "place", "error", "times", "first_at", "last_at")
    list_filter = ("game",)
    ordering = ("-last_at",)
    readonly_fields = fields = (*list_display, "at_game", "trace")

    @admin.display(description=_lazy("game type"), ordering="game")
    def whose(self, trouble: Trouble) -> str:
        return trouble.game or _("the service itself")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The list, with the packages that could not be loaded at all named above it."""
        for package, error in registry.left_out().items():
            said = _("%(package)s was not loaded: %(error)s") % {"package": package, "error": error}
            messages.error(request, said)
        return super().changelist_view(request, *args, **kwargs)
