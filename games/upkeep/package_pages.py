"""Admin pages: stages of game types, requests to release one, and trials on copies."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import Audited
from accounts.current_user import current_user
from accounts.moderation import audit
from games.errors import GameError
from games.models import Package, ReleaseRequest, Trial
from games.rules import registry
from games.upkeep import figures, releases, trials


class PackagePage(Audited):
    """The stage of a game type, its testers and its maintainers."""

    list_display = ("type", "stage")
    list_filter = ("stage",)
    autocomplete_fields = ("testers", "maintainers", "clubs")
    actions = ("try_games",)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "type":
            named = [(rules.slug, gettext(rules.name)) for rules in registry.all()]
            return forms.ChoiceField(label=db_field.verbose_name, choices=named)
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("type", "versions", "last_trial") if obj else ()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Record in the audit log also who was added or removed."""
        before = _named(form.instance)
        super().save_related(request, form, formsets, change)
        after = _named(form.instance)
        if before != after:
            self._write(request, "people", form.instance, before, after)

    @admin.display(description=_("by rules version"))
    def versions(self, package: Package) -> SafeString:
        said = gettext(
            "Version {}: {} running, {} of the last %(most)d that ended; package errors: "
            "{}, seen {} times; reports: {}"
        ) % {"most": figures.COUNTED}
        return format_html_join("", f"<p>{said}</p>", figures.by_version(package.type))

    @admin.display(description=_("last trial on copies"))
    def last_trial(self, package: Package) -> SafeString | str:
        trial = trials.last(package.type)
        if trial is None:
            return "–"
        if trial.over_at is None:
            return gettext("running, or lost")
        said = gettext("games checked: {}, with version {} of the rules; would break: {}")
        lines = format_html_join("", "<br>{}: {}", trial.said)
        return format_html(f"{said}{{}}", trial.games, trial.rules_version, trial.failing, lines)

    @admin.action(description=_("Try out their stored games on copies"), permissions=["change"])
    def try_games(self, request: HttpRequest, queryset: QuerySet[Package]) -> None:
        for package in queryset:
            try:
                trials.request_trial(package.type, current_user(request).pk)
            except GameError as refused:
                messages.error(request, f"{package}: {refused}")
            else:
                messages.success(request, f"{package}: {gettext('requested')}")


def _named(package: Package) -> dict[str, list[str]]:
    return {
        field.name: sorted(str(each) for each in getattr(package, field.name).all())
        for field in Package._meta.many_to_many
    }


class _AnswerForm(forms.ModelForm):
    answer = forms.ChoiceField(label=_("answer"), choices=ReleaseRequest.Answer.choices)

    class Meta:
        model = ReleaseRequest
        fields = ("answer", "reply")


class ReleaseRequestPage(admin.ModelAdmin):
    """Requests of maintainers; each is answered once, and granting it sets the stage."""

    form = _AnswerForm
    list_display = ("type", "stage", "by", "at", "answer", "answered_at")
    list_filter = ("answer",)
    list_select_related = ("by",)
    readonly_fields = ("type", "stage", "words", "by", "at")
    fields = (*readonly_fields, "answer", "reply")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        open_ = obj is None or not obj.answer
        return open_ and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        given = form.cleaned_data
        try:
            asked = releases.answer_request(obj.pk, given["answer"], given["reply"])
        except GameError as refused:
            messages.error(request, str(refused))
            return
        after = {"stage": asked.stage, "answer": asked.answer}
        audit.write(
            current_user(request), "answer release", reason=asked.reply, before={}, after=after
        )


class TrialPage(admin.ModelAdmin):
    """The results of trials on copies."""

    list_display = ("type", "at", "by", "over_at", "rules_version", "games", "failing")
    list_select_related = ("by",)
    fields = (*list_display, "said")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


PAGES: dict[type[Model], type[admin.ModelAdmin]] = {
    Package: PackagePage,
    ReleaseRequest: ReleaseRequestPage,
    Trial: TrialPage,
}
