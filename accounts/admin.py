"""Users in the admin. Staff sign in on the ordinary page, second factor included."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import PermissionDenied
from django.db.models import Field, Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import Act, ApiToken, FormerName, Sanction, User
from accounts.moderation import audit, impersonation
from boardgames.database.biglists import BIGGEST, BigList, newest

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

#: Of these fields the log shows only that they changed.
SECRET = ("password", "hash", "email")


class Audited(admin.ModelAdmin):
    """Records every change and deletion here in the audit log, with the values before."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        before = _fields(type(obj)._default_manager.get(pk=obj.pk)) if change else {}
        super().save_model(request, obj, form, change)
        self._write(request, "change" if change else "add", obj, before, _fields(obj))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Record after the groups are stored, which happens after the rest of a form."""
        before = _groups(form.instance)
        super().save_related(request, form, formsets, change)
        after = _groups(form.instance)
        if before != after:
            self._write(request, "groups", form.instance, before, after)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._write(request, "delete", obj, _fields(obj), {})
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for obj in queryset:
            self._write(request, "delete", obj, _fields(obj), {})
        super().delete_queryset(request, queryset)

    def _write(self, request: HttpRequest, what: str, obj: Any, before: dict, after: dict) -> None:
        person = obj if isinstance(obj, User) else getattr(obj, "user", None)
        by = request.user if isinstance(request.user, User) else None
        name = f"{what} {obj._meta.model_name}"
        audit.write(by, name, person=person, reason=str(obj), before=before, after=after)


def _fields(obj: Model) -> dict[str, Any]:
    """The row as the log may show it: of secrets only a digest, so that a change is visible."""

    def told(field: Field) -> str:
        value = str(field.value_from_object(obj))
        if field.name not in SECRET:
            return value
        return f"#{salted_hmac('audit', value, algorithm='sha256').hexdigest()[:8]}"

    return {field.name: told(field) for field in obj._meta.concrete_fields}


def _groups(obj: Any) -> dict[str, Any]:
    if not isinstance(obj, User):
        return {}
    permissions = obj.user_permissions.values_list("codename", flat=True)
    return {
        "groups": sorted(obj.groups.values_list("name", flat=True)),
        "permissions": sorted(permissions),
    }


def _permissions(user: Any) -> QuerySet[Permission]:
    """The permissions of a person who is no superuser, or would have if the account were open."""
    return Permission.objects.filter(Q(group__user=user) | Q(user=user)).order_by()


@admin.register(User)
class PlayerAdmin(Audited, UserAdmin):
    """User accounts, for administrators.

    Only a superuser changes what makes a superuser. Others cannot grant more than they have, cannot
    change accounts with more permissions than their own, by which they could sign in, and cannot
    change accounts of people with whom they play.
    """

    list_display = (
        *("username", "email", "is_guest", "language", "date_joined", "last_login"),
        *("is_active", "is_staff"),
    )
    list_filter = ("is_guest", "is_active", "is_staff", "groups", "language")
    show_full_result_count = False
    change_form_template = "admin/accounts/user/change_form.html"
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (
            _("Preferences"),
            {
                "fields": (
                    "language",
                    "time_zone",
                    "confirm_turns",
                    "explain_first",
                    "wants_betas",
                    "is_guest",
                    "owner",
                )
            },
        ),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        own = (*super().get_readonly_fields(request, obj), "owner")
        if obj is not None and obj.is_bot:
            own = (*own, "username")  # the end of the text says what it is
        if request.user.is_superuser:
            return own
        return (*own, "is_superuser", "user_permissions", "last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        kept_from = (
            obj is not None
            and not request.user.is_superuser
            and (
                obj.is_superuser
                or _permissions(obj).difference(_permissions(request.user)).exists()
                or (obj != request.user and impersonation.must_not(request.user, obj))
            )
        )
        return not kept_from and super().has_change_permission(request, obj)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        if db_field.name == "groups" and not request.user.is_superuser:
            beyond = Permission.objects.exclude(pk__in=_permissions(request.user))
            more["queryset"] = Group.objects.exclude(permissions__in=beyond)
        return super().formfield_for_manytomany(db_field, request, **more)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        answer = super().user_change_password(request, id, form_url)
        if answer.status_code == 302 and isinstance(request.user, User):
            person = User.objects.get(pk=id)
            audit.write(request.user, "set password", person=person)
        return answer

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(impersonation.start)
        return [path("<int:user_id>/act/", view, name="act-as"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        words = {
            "may_act": request.user.has_perm(impersonation.PERMISSION),
            "act_title": _("View the service as this person"),
            "act_help": _("You can only look. The reason that you give is logged."),
            "act_reason": _("Reason"),
            "act_submit": _("View"),
        }
        if not self.has_view_or_change_permission(request):
            return self._elsewhere(request, object_id)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **words})

    def _elsewhere(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A redirect to the page about that person, for staff who may not see accounts.

        Names in the rows of other lists link here.
        """
        person = self.get_object(request, object_id)
        if person is None:
            raise Http404
        if request.user.has_perm("games.moderate_game"):
            return redirect("admin:person-desk", person.pk)
        return redirect("player", person.username)


@admin.register(ApiToken)
class ApiTokenAdmin(Audited):
    """Tokens to look at and revoke; the token itself is not stored."""

    list_display = ("name", "user", "by_password", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("by_password",)
    search_fields = ("name", "user__username")
    fields = readonly_fields = ("user", "name", "by_password", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse it for people one plays with: their program would run out of time."""
        own = obj is None or request.user.is_superuser or obj.user == request.user
        if not own and impersonation.must_not(request.user, obj.user):
            return False
        return super().has_delete_permission(request, obj)


class ReadOnly:
    """Rows to look at only."""

    def has_add_permission(self, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class HeldFilter(admin.SimpleListFilter):
    """Filters sanctions that are in force."""

    title = _("in force")
    parameter_name = "held"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("in force"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        return queryset.filter(ended_at=None) if self.value() else queryset


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, BigList):
    """Sanctions to look at; they are imposed and lifted on a person's page."""

    list_display = ("user", "kind", "reason", "by", "at", "until", "ended_at")
    list_filter = ("kind", HeldFilter)
    list_select_related = ("user", "by")
    of_game = "pk"
    of_person = "user"
    search_help_text = _("The full name of a player")


@admin.register(FormerName)
class FormerNameAdmin(ReadOnly, BigList):
    """Former names and their owners."""

    list_display = ("name", "user", "at")
    list_select_related = ("user",)
    ordering = ("-id",)
    search_help_text = _("The full former name")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[FormerName], search_term: str
    ) -> tuple[QuerySet[FormerName], bool]:
        term = search_term.strip()
        return (queryset.filter(name__iexact=term) if term else queryset), False


@admin.register(Act)
class ActAdmin(ReadOnly, BigList):
    """The audit log: read, searched, and exported as CSV or JSON; never changed."""

    list_display = ("at", "by", "action", "person", "game", "report", "reason", "changed")
    fields = ("at", "by", "action", "person", "game", "report", "reason", "before", "after")
    list_filter = ("action",)
    ordering = ("-id",)
    change_list_template = "admin/accounts/act/change_list.html"
    search_help_text = _(
        "Number of a game, or the full name of the person who acted or is concerned"
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        return audit.readable(super().get_queryset(request), int(request.user.pk or 0))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Act], search_term: str
    ) -> tuple[QuerySet[Act], bool]:
        term = search_term.strip()
        if not term:
            return newest(queryset), False
        if term.isascii() and term.isdigit() and int(term) <= BIGGEST:
            return queryset.filter(game=int(term)), False
        found = User.objects.filter(username__iexact=term).values("pk")
        named = Q(person__iexact=term) | Q(by__iexact=term)
        return queryset.filter(named | Q(person_id__in=found) | Q(by_id__in=found)), False

    @admin.display(description=_("changed"))
    def changed(self, act: Act) -> str:
        names = {**act.before, **act.after}
        return ", ".join(
            f"{name}: {act.before.get(name, '–')} → {act.after.get(name, '–')}" for name in names
        )

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        may = {"may_export": request.user.has_perm(audit.EXPORT)}
        return super().changelist_view(request, {**(extra_context or {}), **may})

    def get_urls(self) -> list[URLPattern]:
        export = self.admin_site.admin_view(self.export)
        return [path("export.<str:form>", export, name="audit-export"), *super().get_urls()]

    def export(self, request: HttpRequest, form: str) -> HttpResponse:
        """The whole log, or the result of a search, as a file."""
        if not request.user.has_perm(audit.EXPORT) or form not in ("csv", "json"):
            raise PermissionDenied
        term = request.GET.get("q", "")
        acts: QuerySet[Act] = self.get_queryset(request).order_by("id")
        if term:
            acts, _twice = self.get_search_results(request, acts, term)
        by = request.user if isinstance(request.user, User) else None
        audit.write(by, "export", after={"as": form, "search": term})
        types = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
        answer = HttpResponse(content_type=types[form])
        answer["Content-Disposition"] = f'attachment; filename="audit.{form}"'
        write = audit.as_csv if form == "csv" else audit.as_json
        write(acts.iterator(), answer)
        return answer
