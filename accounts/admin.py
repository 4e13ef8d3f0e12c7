"""Users in the admin. Signing in there goes through the ordinary page, second factor included."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class PlayerAdmin(UserAdmin):
    list_display = (
        *("username", "email", "is_guest", "language", "date_joined", "last_login"),
        *("is_active", "is_staff"),
    )
    list_filter = ("is_guest", "is_active", "is_staff", "language")
    show_full_result_count = False
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Preferences"), {"fields": ("language", "time_zone", "confirm_turns", "is_guest")}),
    )


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """To be looked at and revoked; the token itself is not here."""

    list_display = ("name", "user", "by_password", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("by_password",)
    search_fields = ("name", "user__username")
    fields = readonly_fields = ("user", "name", "by_password", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False
