"""What was sent to whom, or why not: to be looked at, not to be changed."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from boardgames.biglists import BigList
from notifications.models import Attempt, Notification


class _ReadOnly:
    def has_add_permission(self, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Attempts(_ReadOnly, admin.TabularInline):
    model = Attempt


@admin.register(Notification)
class NotificationAdmin(_ReadOnly, BigList):
    list_display = ("id", "kind", "user", "game", "state", "reason", "due_at", "done_at")
    list_filter = ("state", "kind")
    list_select_related = ("user", "game")
    of_person = "user"
    inlines = (Attempts,)
