"""The common form of moderators' pages: facts, then acts.

A link chooses an act. Then only the fields of that act are shown, with a box to tick if the act
cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.current_user import current_user
from accounts.models import Sanction, User
from games.errors import GameError
from games.moderation import people, seats
from games.moderation.act_frame import LONGEST_REASON
from games.moderation.roles import MODERATE
from games.rules.engine import Json

Words = Any  # strings, also lazily translated ones


@dataclass(frozen=True)
class Cell:
    """The text of a table's cell, and a link for readers with the permission."""

    text: object
    url: str = ""
    permission: str = ""

    def for_reader(self, user: User) -> Cell:
        """Remove links that this reader may not follow."""
        open_to = not self.permission or user.has_perm(self.permission)
        return self if open_to else Cell(self.text)


@dataclass(frozen=True)
class Section:
    """A part of a page: a table, or lines of words."""

    title: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    lines: Sequence[str] = ()
    wide: bool = False


@dataclass(frozen=True)
class Act:
    """An act of a moderator: its words, its fields, and the function that gets their values.

    An act that ``decides`` nothing is also open to moderators with an interest.
    """

    label: Words
    fields: Sequence[str]
    run: Callable[[Json], object]
    final: bool = False
    about: Words = ""
    permission: str = MODERATE
    decides: bool = True


@dataclass
class Desk:
    """A page. ``choices`` are the options of fields; ``others`` says why another moderator must
    decide."""

    title: str
    crumbs: Sequence[Cell]
    sections: Sequence[Section]
    acts: Mapping[str, Act]
    choices: Mapping[str, Iterable[tuple[Any, str]]] = field(default_factory=dict)
    back: str = ""
    done: str = ""
    others: str = ""


def check_permissions(request: HttpRequest, *permissions: str) -> None:
    """Raise PermissionDenied without any of these permissions."""
    if not any(request.user.has_perm(each) for each in permissions or (MODERATE,)):
        raise PermissionDenied


def show_desk(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The page; with ``?act=`` the form of that act, and its effect when the form is sent."""
    acts = {
        name: act
        for name, act in desk.acts.items()
        if request.user.has_perm(act.permission) and not (act.decides and desk.others)
    }
    name = request.POST.get("act") or request.GET.get("act") or ""
    if name and name not in acts:
        if name in desk.acts:
            raise PermissionDenied(desk.others)
        raise Http404
    act = acts.get(name)
    form = None if act is None else form_of(act, request.POST or None, desk.choices)
    if act and form and request.method == "POST" and form.is_valid():
        try:
            act.run(form.cleaned_data)
        except GameError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, desk.done or _("Done. It is in the audit log."))
            return redirect(desk.back or request.path)
    reader = current_user(request)
    sections = [
        replace(section, rows=[[cell.for_reader(reader) for cell in row] for row in section.rows])
        for section in desk.sections
    ]
    context = {
        **admin.site.each_context(request),
        "title": desk.title,
        "sections": sections,
        "crumbs": [crumb.for_reader(reader) for crumb in desk.crumbs],
        "desk": desk,
        "acts": acts,
        "acts_title": _("What to do"),
        "chosen": name,
        "act": act,
        "form": form,
        "submit": _("Do it"),
        "cancel": _("Cancel"),
    }
    status = 422 if form is not None and form.errors else 200
    return TemplateResponse(request, "admin/desk.html", context, status=status)


def form_of(
    act: Act, data: Any, choices: Mapping[str, Iterable[tuple[Any, str]]]
) -> forms.BaseForm:
    """The fields of this act only."""
    form = forms.Form(data)
    for name in act.fields:
        form.fields[name] = _FIELDS[name](list(choices.get(name, ())))
    if act.final:
        form.fields["sure"] = forms.BooleanField(
            label=_("Yes, I know that this cannot be taken back.")
        )
    return form


def _words(label: Words, help_text: Words = "", most: int = LONGEST_REASON) -> Any:
    return lambda _choices: forms.CharField(
        label=label,
        max_length=most,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )


def _number(label: Words, least: int, most: int, help_text: Words = "", needed: bool = True) -> Any:
    return lambda _choices: forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=needed
    )


def _one_of(label: Words, coerce: Callable[[Any], Any] = str, needed: bool = True) -> Any:
    return lambda choices: forms.TypedChoiceField(
        label=label,
        coerce=coerce,
        choices=[("", "–"), *choices],
        required=needed,
        empty_value=None,
    )


_FIELDS: dict[str, Callable[[list[tuple[Any, str]]], forms.Field]] = {
    "reason": _words(
        gettext_lazy("Reason"),
        gettext_lazy(
            "The person concerned reads it; at a table, so does everyone who can see the game."
        ),
    ),
    "answer": _words(
        gettext_lazy("Answer"), gettext_lazy("The person who sent the report reads it.")
    ),
    "text": _words(gettext_lazy("Text"), most=people.LONGEST_NOTE),
    "seat": _one_of(gettext_lazy("Seat"), int),
    "other": _one_of(gettext_lazy("Other seat"), int),
    "to": _one_of(gettext_lazy("Moderator"), int, needed=False),
    "kind": _one_of(gettext_lazy("What")),
    "state": _one_of(gettext_lazy("Result")),
    "hours": _number(gettext_lazy("Hours"), 1, seats.MOST_HOURS),
    "days": _number(gettext_lazy("Days"), 1, people.MOST_DAYS),
    "some_days": _number(
        gettext_lazy("Days"), 1, people.MOST_DAYS,
        gettext_lazy("Leave it empty to keep it in force until a moderator lifts it."),
        needed=False,
    ),
    "number": _number(
        gettext_lazy("Move"), 0, 10**6, gettext_lazy("The last move to keep.")
    ),
    "at": lambda _choices: forms.DateTimeField(
        label=gettext_lazy("Until"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In your own time zone."),
    ),
    "name": lambda _choices: forms.CharField(label=gettext_lazy("Name"), max_length=30),
}  # fmt: skip

#: Sanctions that can be lifted.
LIFTABLE = (Sanction.Kind.MUTE, Sanction.Kind.SUSPENSION, Sanction.Kind.BAN)
