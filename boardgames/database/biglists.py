"""Admin lists for tables that grow without end: a page costs the same however long the table is."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

M = TypeVar("M", bound=Model)

#: Without a search only this many rows are listed, newest first: counting, filtering and ordering
#: all of them would read the whole table.
NEWEST = 2_000
BIGGEST = 2**63 - 1  # the largest database id


class BigList(admin.ModelAdmin):
    """Lists the newest rows; a search uses an index to find those of a game or a person."""

    #: Lookups for a game's number and for a person; empty where no index supports them.
    of_game = "game_id"
    of_person = ""

    show_full_result_count = False
    search_help_text = _("Number of a game, or the full name of a player")
    # gives the admin a search field; ``get_search_results`` below does the search
    search_fields = ("pk",)

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
    """The newest rows of the queryset's table, limited to those in the queryset."""
    last = queryset.model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return queryset.filter(pk__gt=(last or 0) - NEWEST)
