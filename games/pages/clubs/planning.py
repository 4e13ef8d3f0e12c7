"""The form for an event of a club: its date, and the settings of its games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from boardgames.refusal import Refusal
from community.clubs import queries, rights
from games.clubs import events
from games.clubs.events import Plan
from games.pages import options
from games.pages.answers import member, reader, refusable, see, why
from games.pages.catalogue.forms import ASKS, NewGameForm
from games.pages.clubs.views import head
from games.rules import registry
from games.rules.engine import Rules
from games.stages import stage_visibility

#: Settings of a new game that an event does not have: everybody who comes plays, nobody else.
_WITHOUT = ("bots", "level", "visibility", "invite", *ASKS.values())


class EventForm(NewGameForm):
    """The settings of a new game, a title and a date."""

    title = forms.CharField(
        label=gettext_lazy("Title"), min_length=events.SHORTEST, max_length=events.LONGEST
    )
    at = forms.DateTimeField(
        label=gettext_lazy("Date"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("At that time, tables are made up from everyone who has said yes."),
    )

    field_order = ("title", "at", "players", "clock")

    def __init__(self, rules: Rules[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(rules, *args, **kwargs)
        for name in _WITHOUT:
            del self.fields[name]
        most = max(rules.players)
        self.fields["players"].initial = most
        self.fields["players"].label = gettext_lazy("Players per table, at most")

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            title=data["title"],
            at=data["at"],
            type=self.rules.slug,
            players=data["players"],
            clock=data["setting"],
            options=options.chosen(self.rules, data),
            rated=data["rated"],
        )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def new(request: HttpRequest, club_id: int, slug: str) -> HttpResponse:
    """Plan an event of a game type."""
    me = reader(request)
    club, mine = queries.seen(club_id, me), rights.check_runs(club_id, me)
    try:
        rules = stage_visibility.get(slug, None)
    except registry.UnknownGameType as error:
        raise Http404(str(error)) from error
    form = EventForm(rules, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            events.plan(club_id, me, form.plan())
        except Refusal as refused:
            field = refused.code.removeprefix("bad_")
            form.add_error(field if field in form.fields else None, why(refused))
        else:
            return see("club", club_id)
    context = {**head(club, mine, me), "form": form, "slug": slug, "own_gold": True}
    status = 422 if form.errors else 200
    return render(request, "games/club_event.html", context, status=status)
