"""The admin's lists of tables that grow without end: no page of them costs more for it."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

M = TypeVar("M", bound=Model)

#: Without a search only so many rows are listed, the newest: counting, filtering and ordering
#: them all would read the whole table.
NEWEST = 2_000
BIGGEST = 2**63 - 1  # what a database id can be


class BigList(admin.ModelAdmin):
    """Lists the newest rows; a search finds all those of a game or of a person, by index."""

    #: The ways to a game's number and to a person; empty where no index leads there.
    of_game = "game_id"
    of_person = ""

    show_full_result_count = False
    search_help_text = _("Number of a game, or the full name of a player")
    search_fields = ("pk",)  # there is a field to search in; what it finds is below

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if not term:
            return newest(queryset), False
        if term.isascii() and term.isdigit() and int(term) <= BIGGEST:
            return queryset.filter(**{self.of_game: int(term)}), False
        if self.of_person:
            return queryset.filter(**{f"{self.of_person}__username__iexact": term}), False
        return queryset.none(), False


def newest(queryset: QuerySet[M]) -> QuerySet[M]:
    """The newest rows of a table, of those in a queryset."""
    last = queryset.model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return queryset.filter(pk__gt=(last or 0) - NEWEST)
