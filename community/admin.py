"""Lets the operator write news."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import Audited
from boardgames.refusal import Refusal
from community.models import News, NewsText
from community.news import publishing


class TextInline(admin.StackedInline):
    model = NewsText
    extra = 0
    min_num = 1


@admin.register(News)
class NewsAdmin(Audited):
    """News are drafted, then published by an action of the list, which notifies people once.

    Published news can be corrected.
    """

    list_display = ("__str__", "published_at", "told")
    readonly_fields = ("published_at",)
    inlines = (TextInline,)
    actions = ("publish",)

    @admin.action(description=gettext_lazy("Publish"), permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[News]) -> None:
        for news in queryset:
            try:
                publishing.publish(news.pk)
            except Refusal as refused:
                messages.error(request, f"{news}: {refused}")
            else:
                said = _("%(title)s has been published.") % {"title": news}
                messages.success(request, said)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("texts")
