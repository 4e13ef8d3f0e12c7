"""What was sent to whom, or the reason why not: to look at, not to change."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnly
from accounts.moderation import audit
from boardgames.database.biglists import BigList
from notifications.models import Announcement, Attempt, Delivery, Notification


def _not_withheld(way: str, user_id: int | None) -> Q:
    """Rows about no report that is kept from this person; ``way`` is the lookup of the fact."""
    kept = audit.withheld_from(user_id or 0)
    return Q(**{f"{way}report__isnull": True}) | ~Q(**{f"{way}report__in": list(kept)})


class Deliveries(ReadOnly, admin.TabularInline):
    model = Delivery
    exclude = ("user",)
    show_change_link = True


class Attempts(ReadOnly, admin.TabularInline):
    model = Attempt
    exclude = ("notification",)


@admin.register(Notification)
class NotificationAdmin(ReadOnly, BigList):
    list_display = ("id", "kind", "user", "game", "state", "reason", "due_at", "done_at")
    list_filter = ("state", "kind")
    list_select_related = ("user", "game")
    of_person = "user"
    inlines = (Deliveries,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        return super().get_queryset(request).filter(_not_withheld("data__", request.user.pk))


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnly, admin.ModelAdmin):
    """Announcements not yet written for all recipients, such as one that failed."""

    list_display = ("id", "kind", "game", "due_at", "created_at")
    list_select_related = ("game",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, BigList):
    list_display = (
        *("id", "channel", "target", "user", "about", "batch"),
        *("state", "reason", "due_at", "done_at"),
    )
    list_filter = ("state", "channel")
    list_select_related = ("user", "notification")
    of_game = "notification__game_id"
    of_person = "user"
    inlines = (Attempts,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        about = _not_withheld("notification__data__", request.user.pk)
        return super().get_queryset(request).filter(about)

    @admin.display(description=_("about"))
    def about(self, delivery: Delivery) -> str:
        return delivery.notification.get_kind_display()
