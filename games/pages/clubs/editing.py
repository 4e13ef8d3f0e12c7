"""Founding a club, and changing its presentation."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from boardgames.refusal import Refusal
from community import faces
from community.clubs import founding, queries, rights
from community.clubs.founding import Words
from community.models import Club
from games.pages.answers import member, reader, refusable, see, why
from games.pages.clubs import content
from games.pages.clubs.acting import invite_each
from games.pages.clubs.views import head, languages
from games.pages.naming import LONGEST, see_again
from games.pages.people import own_profile


class ClubForm(forms.Form):
    """A club's presentation, except its sign."""

    name = forms.CharField(
        label=gettext_lazy("Name"), min_length=founding.SHORTEST, max_length=founding.LONGEST
    )
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        required=False,
        max_length=founding.LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    entry = forms.ChoiceField(
        label=gettext_lazy("Who can join"),
        choices=Club.Entry,
        initial=Club.Entry.REQUEST,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Nobody but the people invited learns that an invitation-only club exists."
        ),
    )
    languages = forms.MultipleChoiceField(
        label=gettext_lazy("Languages"), required=False, widget=forms.CheckboxSelectMultiple
    )
    rules = forms.CharField(
        label=gettext_lazy("House rules"),
        required=False,
        max_length=founding.LONGEST_RULES,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One on each line."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["languages"].choices = languages()  # type: ignore[attr-defined]

    def words(self, sign: str) -> Words:
        data = dict(self.cleaned_data)
        return Words(sign=sign.strip(), languages=tuple(data.pop("languages")), **data)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def new(request: HttpRequest) -> HttpResponse:
    """Found a club; `name` and `invite` of the address are proposals."""
    me, error = reader(request), ""
    invite = request.POST.get("invite", request.GET.get("invite", ""))[:LONGEST]
    sent = request.POST if request.method == "POST" else None
    form = ClubForm(sent, initial={"name": request.GET.get("name", "")})
    if sent is not None and "lot" not in sent and form.is_valid():
        try:
            club = founding.found(me, form.words(own_profile.chosen(sent)))
        except Refusal as refused:
            error = why(refused)
        else:
            left = invite_each(request, club.pk, invite) if invite.strip() else ""
            return see_again(left, "club", club.pk)
    context = {"invite": invite, "most_owned": founding.MOST_OWNED}
    return _page(request, form, error, faces.by_lot(secrets.randbits(40)), context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def edit(request: HttpRequest, club_id: int) -> HttpResponse:
    """Change a club's presentation; its owner can also close it here."""
    me, error = reader(request), ""
    club, mine = queries.seen(club_id, me), rights.check_runs(club_id, me)
    fields = ("name", "about", "entry", "languages", "rules")
    initial = {name: getattr(club, name) for name in fields}
    sent = request.POST if request.method == "POST" else None
    form = ClubForm(sent, initial=initial)
    if sent is not None and "lot" not in sent and form.is_valid():
        try:
            founding.change_club(club_id, me, form.words(own_profile.chosen(sent)))
        except Refusal as refused:
            error = why(refused)
        else:
            messages.success(request, _("Saved. This is how others see the club now."))
            return see("club", club_id)
    return _page(request, form, error, content.sign_of(club), head(club, mine, me))


def _page(
    request: HttpRequest, form: ClubForm, error: str, sign: faces.Face, context: dict[str, Any]
) -> HttpResponse:
    if request.method == "POST":
        sign = faces.read_face(own_profile.chosen(request.POST)) or sign
        if "lot" in request.POST:
            sign = faces.by_lot(secrets.randbits(40))
            form.errors.clear()
    wrong = bool(error or form.errors)
    shown = {
        "form": form,
        "error": error,
        "face": sign,
        "parts": own_profile.parts(),
        "own_gold": True,
    }
    answer = {**context, **shown}
    return render(request, "games/club_edit.html", answer, status=422 if wrong else 200)
