"""Games for moderators, to read and search. They act at a table by ``moderation.table_page``.

Everything that would spoil a running game (seed, state, draws, secrets in events) is hidden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import label_for_field
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import Audited, ReadOnly
from boardgames.database.biglists import BIGGEST, BigList, newest
from community.models import Club, ClubMessage
from games.errors import Refused
from games.models import (
    Ballot,
    Case,
    ChatMessage,
    Game,
    Incident,
    Instruction,
    Invitation,
    Move,
    PackedGame,
    ReadyReason,
    Seat,
    Study,
    StudyComment,
    Tenure,
    Vote,
)
from games.moderation import (
    case_page,
    cases,
    clubs,
    dashboard,
    interest,
    person_page,
    queue_page,
    resignations,
    studies,
    table_page,
)
from games.moderation.roles import MODERATE
from games.pages.table.act import moderator_view
from games.rules import registry
from games.storage.moves import read_moves as all_moves
from games.storage.packed import Damaged
from games.upkeep import package_pages

for model, page in package_pages.PAGES.items():
    admin.site.register(model, page)

admin.site.index = dashboard.index  # type: ignore[method-assign, assignment]
admin.site.index_template = "admin/dashboard.html"
admin.site.site_title = settings.SITE_NAME
admin.site.site_header = format_lazy(_("{name}, for moderators"), name=settings.SITE_NAME)
admin.site.site_url = "/"


class Seats(ReadOnly, admin.TabularInline):
    model = Seat
    fields = (
        *("index", "user", "bot", "to_move", "waiting_since", "deadline"),
        *("resigned_at", "score", "rank"),
    )


class Invitations(ReadOnly, admin.TabularInline):
    model = Invitation
    fields = ("user", "invited_by", "at", "declined_at", "lapsed_at")


class TypeFilter(admin.SimpleListFilter):
    """Filters by game type. Django's own filter would read all games to list their types."""

    title = _("game type")
    parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(rules.slug, gettext(rules.name)) for rules in registry.all()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(type=self.value()) if self.value() else queryset


class PaceFilter(admin.SimpleListFilter):
    """Filters games that do not continue, or ended abnormally."""

    title = _("progress")
    parameter_name = "pace"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("stalled", _("nobody moves")),
            ("bots", _("waiting for a bot")),
            ("resigned", _("two players resign to each other")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() == "stalled":
            return dashboard.stalled(queryset)
        if self.value() == "bots":
            waiting = Seat.objects.filter(to_move=True).exclude(bot="")
            return queryset.filter(status=Game.Status.RUNNING, pk__in=waiting.values("game"))
        if self.value() == "resigned":
            return queryset.filter(pk__in=resignations.games().values("pk"))
        return queryset


@admin.register(Game)
class GameAdmin(ReadOnly, BigList):
    list_display = (
        *("id", "type", "status", "seated", "number", "version"),
        *("created_at", "moved_at", "finished_at", "broken_at"),
    )
    list_filter = (
        "status",
        TypeFilter,
        PaceFilter,
        "visibility",
        ("broken_at", admin.EmptyFieldListFilter),
    )
    of_game, of_person = "pk", "seats__user"
    inlines = (Seats, Invitations)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    *("type", "name", "status", "players", "options", "clock"),
                    *("visibility", "rated"),
                )
            },
        ),
        (
            _("History"),
            {
                "fields": (
                    *("number", "version", "public_version"),
                    *("moves", "incidents", "votes", "chat", "moderate"),
                )
            },
        ),
        (
            _("Times"),
            {"fields": ("created_by", "created_at", "started_at", "moved_at", "paused_at")},
        ),
        (_("End"), {"fields": ("finished_at", "result")}),
        (_("Randomness"), {"fields": ("rules_version", "seed_hash", "seed_when_over")}),
        (_("Failure"), {"fields": ("broken_at", "broken_reason")}),
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """List games that need attention, however old they are."""
        if not search_term and request.GET.get("broken_at__isempty") == "0":
            return queryset.filter(broken_at__isnull=False), False
        if not search_term and request.GET.get("pace"):
            return queryset, False
        return super().get_search_results(request, queryset, search_term)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__user")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave out the link to messages for staff who may not read them."""
        sets = super().get_fieldsets(request, obj)
        if request.user.has_perm("games.view_chatmessage"):
            return sets
        return [
            (name, {**set_, "fields": [each for each in set_["fields"] if each != "chat"]})
            for name, set_ in sets
        ]

    @admin.display(description=_("players"))
    def seated(self, game: Game) -> str:
        return ", ".join(
            seat.user.username if seat.user else seat.bot or "–" for seat in game.seats.all()
        )

    @admin.display(description=_("seed"))
    def seed_when_over(self, game: Game) -> str:
        over = game.status == Game.Status.FINISHED
        return bytes(game.seed).hex() if over else str(_HIDDEN)

    @admin.display(description=_("moves"))
    def moves(self, game: Game) -> SafeString:
        return _link("games_move", game, _("all moves"))

    @admin.display(description=_("incidents"))
    def incidents(self, game: Game) -> SafeString:
        return _link("games_incident", game, _("all incidents"))

    @admin.display(description=_("votes"))
    def votes(self, game: Game) -> SafeString:
        return _link("games_vote", game, _("all votes"))

    @admin.display(description=_("moderate"))
    def moderate(self, game: Game) -> SafeString:
        address = reverse("admin:games_game_moderate", args=[game.pk])
        return format_html('<a href="{}">{}</a>', address, _("pause, cancel, give time …"))

    def get_urls(self) -> list[URLPattern]:
        moderate = self.admin_site.admin_view(table_page.moderate)
        look = self.admin_site.admin_view(moderator_view.look)
        own = [
            path("<int:game_id>/moderate/", moderate, name="games_game_moderate"),
            path("<int:game_id>/look/<int:index>/", look, name="games_game_look"),
        ]
        return [*own, *super().get_urls()]

    @admin.display(description=_("chat"))
    def chat(self, game: Game) -> SafeString:
        return _link("games_chatmessage", game, _("all messages"))


@admin.register(Move)
class MoveAdmin(ReadOnly, BigList):
    list_display = (
        "game",
        "version",
        "number",
        "action",
        "seat",
        "kind",
        "what",
        "undone_by",
        "at",
    )
    list_filter = ("action",)
    list_select_related = ("game",)
    search_help_text = _("Game number")
    fields = (
        *("game", "version", "number", "action", "seat", "tenure", "user", "key"),
        *("kind", "what", "told", "drawn", "barrier", "undone_by", "rules_version", "keyframe"),
        *("bytes_stored", "at"),
    )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A packed game's moves have a page of their own."""
        term = request.GET.get("q", "").strip()
        if term.isascii() and term.isdigit() and int(term) <= BIGGEST:
            kept = PackedGame.objects.filter(pk=int(term)).first()
            if kept is not None and self.has_view_permission(request):
                return redirect("admin:games_packedgame_change", kept.pk)
        return super().changelist_view(request, extra_context)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """The order of an index, also for all moves of one game."""
        return ("-game", "-version") if request.GET.get("q") else ("-id",)

    @admin.display(description=_("choice"))
    def what(self, move: Move) -> str:
        return _shown(move, move.choice) if move.choice is not None else "–"

    @admin.display(description=_("events"))
    def told(self, move: Move) -> str:
        return _shown(move, move.events)

    @admin.display(description=_("draws"))
    def drawn(self, move: Move) -> str:
        return _shown(move, move.draws)

    @admin.display(description=_("bytes"))
    def bytes_stored(self, move: Move) -> int:
        return len(move.delta)


@admin.register(PackedGame)
class PackedGameAdmin(ReadOnly, BigList):
    """The moves of a finished game on one page, for staff who may read moves."""

    list_display = ("game", "moves", "bytes_stored")
    list_select_related = ("game",)
    ordering = ("-game",)
    of_game = "pk"
    search_help_text = _("Game number")
    fields = ("game", "moves", "bytes_stored", "told")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("games.view_move")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    @admin.display(description=_("bytes"))
    def bytes_stored(self, kept: PackedGame) -> int:
        return len(kept.packed)

    @admin.display(description=_("all moves"))
    def told(self, kept: PackedGame) -> SafeString:
        if kept.game.status != Game.Status.FINISHED:
            return format_html("{}", _HIDDEN)
        try:
            moves = all_moves(kept.pk)
        except Damaged as error:
            return format_html("{}", error)
        names = [label_for_field(name, Move) for name in _OF_PACKED]
        head = format_html_join("", '<th scope="col">{}</th>', ([name] for name in names))
        cells = "<td>{}</td>" * len(_OF_PACKED)
        more = f"<td><details><summary>{_('events')}</summary>{{}}</details></td>"
        rows = format_html_join("", f"<tr>{cells}{more}</tr>", map(_told_of, moves))
        last = format_html('<th scope="col">{}</th>', _("events"))
        return format_html("<table><thead><tr>{}{}</tr></thead>{}</table>", head, last, rows)


@admin.register(Incident)
class IncidentAdmin(ReadOnly, BigList):
    list_display = ("game", "version", "kind", "seat", "user", "data", "at")
    list_filter = ("kind",)
    list_select_related = ("game", "user")
    ordering = ("-id",)


class Ballots(ReadOnly, admin.TabularInline):
    model = Ballot
    fields = ("seat", "choice", "at")


@admin.register(Vote)
class VoteAdmin(ReadOnly, BigList):
    list_display = ("game", "kind", "seat", "opened_by", "opened_at", "closed_at", "outcome")
    list_filter = ("kind", "outcome")
    list_select_related = ("game",)
    inlines = (Ballots,)
    ordering = ("-id",)


@admin.register(Tenure)
class TenureAdmin(ReadOnly, BigList):
    list_display = ("id", "seat", "user", "bot", "since", "until", "began", "ended")
    list_filter = ("began", "ended")
    list_select_related = ("seat__user", "user")
    of_game, of_person = "seat__game_id", "user"


@admin.register(Instruction)
class InstructionAdmin(ReadOnly, BigList):
    """Shows that an instruction exists; its content is its owner's secret."""

    list_display = fields = ("id", "tenure", "kind", "once", "active", "at")
    list_select_related = ("tenure__user",)
    of_game, of_person = "tenure__seat__game_id", "tenure__user"


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnly, BigList):
    list_display = ("game", "user", "text", "onlookers", "hidden_at", "at")
    list_select_related = ("game", "user")
    of_person = "user"
    search_help_text = _(
        "Game number, full name of a player, or words from one of the latest messages"
    )
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        """A moderator with a part in the game sees only what players see."""
        return interest.heard(super().get_queryset(request), int(request.user.pk or 0))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ChatMessage], search_term: str
    ) -> tuple[QuerySet[ChatMessage], bool]:
        found, twice = super().get_search_results(request, queryset, search_term)
        if search_term.strip() and not found.exists():
            found = newest(queryset).filter(text__icontains=search_term.strip())
        return found, twice


class ClubActs(ReadOnly):
    """Moderators' actions on selected rows: refusals are reported, the others are done."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(MODERATE)

    def act(
        self, request: HttpRequest, rows: Iterable[Model], do: Callable[[Any, int], None]
    ) -> None:
        for row in rows:
            try:
                do(row, int(request.user.pk or 0))
            except Refused as refused:
                messages.error(request, f"{row}: {refused}")
            else:
                messages.success(request, f"{row}: {gettext('done')}")


@admin.register(Club)
class ClubAdmin(ClubActs, BigList):
    """Clubs as they present themselves; reports about one lead to its owner."""

    list_display = ("id", "name", "entry", "size", "about", "founded_at", "closed_at")
    fields = ("name", "entry", "about", "rules", "languages", "size", "founded_at", "closed_at")
    of_game, of_person = "pk", "members__user"
    search_help_text = _("Club number, or full name of a member")
    actions = ("clear_words", "pass_on", "close")

    @admin.action(description=_("Remove all its texts"), permissions=["moderate"])
    def clear_words(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self.act(request, queryset, lambda club, by: clubs.clear(club.pk, by))

    @admin.action(description=_("Pass it to the next owner"), permissions=["moderate"])
    def pass_on(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self.act(request, queryset, lambda club, by: clubs.pass_on(club.pk, by))

    @admin.action(description=_("Close the club"), permissions=["moderate"])
    def close(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        self.act(request, queryset, lambda club, by: clubs.close(club.pk, by))


@admin.register(ClubMessage)
class ClubMessageAdmin(ClubActs, BigList):
    list_display = ("id", "club", "by", "text", "hidden_at", "hidden_by", "at")
    list_select_related = ("club", "by", "hidden_by")
    of_game, of_person = "club_id", "by"
    search_help_text = _("Club number, or full name of the author")
    ordering = ("-id",)
    actions = ("hide", "show")

    @admin.action(description=_("Hide"), permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[ClubMessage]) -> None:
        self.act(request, queryset, lambda one, by: clubs.set_hidden(one, by, hidden=True))

    @admin.action(description=_("Show again"), permissions=["moderate"])
    def show(self, request: HttpRequest, queryset: QuerySet[ClubMessage]) -> None:
        self.act(request, queryset, lambda one, by: clubs.set_hidden(one, by, hidden=False))


@admin.register(Study)
class StudyAdmin(ClubActs, BigList):
    """Studies by their titles; what is written in them are comments."""

    list_display = ("__str__", "visibility", "club", "made_at", "changed_at")
    fields = ("title", "visibility", "club", "made_at", "changed_at")
    list_select_related = ("club",)
    of_game, of_person = "pk", "members__user"
    search_help_text = _("Study number, or full name of a member")
    ordering = ("-id",)
    actions = ("clear_titles",)

    @admin.action(description=_("Remove its titles"), permissions=["moderate"])
    def clear_titles(self, request: HttpRequest, queryset: QuerySet[Study]) -> None:
        self.act(request, queryset, lambda study, by: studies.clear_titles(study.pk, by))


@admin.register(StudyComment)
class StudyCommentAdmin(ClubActs, BigList):
    list_display = ("id", "chapter", "node", "by", "text", "hidden_at", "hidden_by", "at")
    fields = ("chapter", "node", "by", "text", "hidden_at", "hidden_by", "at")
    list_select_related = ("chapter__study", "by", "hidden_by")
    of_game, of_person = "chapter__study_id", "by"
    search_help_text = _("Study number, or full name of the author")
    ordering = ("-id",)
    actions = ("hide", "show")

    @admin.action(description=_("Hide"), permissions=["moderate"])
    def hide(self, request: HttpRequest, queryset: QuerySet[StudyComment]) -> None:
        self.act(request, queryset, lambda one, by: studies.set_hidden(one, by, hidden=True))

    @admin.action(description=_("Show again"), permissions=["moderate"])
    def show(self, request: HttpRequest, queryset: QuerySet[StudyComment]) -> None:
        self.act(request, queryset, lambda one, by: studies.set_hidden(one, by, hidden=False))


@admin.register(Case)
class CaseAdmin(ReadOnly, admin.ModelAdmin):
    """Reported cases and people, on pages of our own."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        return cases.without_interest(super().get_queryset(request), int(request.user.pk or 0))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return queue_page.queue(request)

    def get_urls(self) -> list[URLPattern]:
        pages: dict[str, tuple[str, Any]] = {
            "cases": ("", queue_page.queue),
            "case": ("<int:case_id>/", case_page.case),
            "case-next": ("<int:case_id>/next/", case_page.next_case),
            "case-by-hand": ("about/<slug:about>/<int:number>/", case_page.by_hand),
            "case-of-report": ("report/<int:report_id>/", case_page.of_report),
            "person-desk": ("person/<int:user_id>/", person_page.person),
        }
        own = [
            path(route, self.admin_site.admin_view(view), name=name)
            for name, (route, view) in pages.items()
        ]
        return [*own, *super().get_urls()]


@admin.register(ReadyReason)
class ReadyReasonAdmin(Audited):
    """Administrators write these; moderators choose one when they decide."""

    list_display = ("english", "german", "reason", "place")
    list_filter = ("reason",)


#: The columns of each move on the page of a packed game, and those that are folded up.
_OF_PACKED = ("version", "number", "action", "seat", "kind", "choice", "undone_by", "at")
_MORE = ("events", "draws", "tenure_id", "user_id", "key", "barrier", "rules_version", "keyframe")
_HIDDEN = _("hidden until the game is over")


def _told_of(move: Move) -> list[str]:
    more = (f"{name}: {_cell(getattr(move, name))}" for name in _MORE)
    return [*(_cell(getattr(move, name)) for name in _OF_PACKED), " · ".join(more)]


def _cell(value: object) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shown(move: Move, value: object) -> str:
    if move.game.status != Game.Status.FINISHED:
        return str(_HIDDEN)
    return json.dumps(value, ensure_ascii=False)


def _link(list_: str, game: Game, words: Any) -> SafeString:
    return format_html(
        '<a href="{}?q={}">{}</a>', reverse(f"admin:{list_}_changelist"), game.pk, words
    )
