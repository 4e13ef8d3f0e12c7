"""The admin's page on which a moderator acts at a game's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games import words
from games.errors import GameError
from games.models import Game
from games.moderation import acts
from games.rules.engine import Json

PERMISSION = "games.moderate_game"
Act = Callable[[int, int, Json], None]

#: What a moderator can do, by name: its words, and how the form's data are handed on.
ACTIONS: dict[str, tuple[str, Act]] = {
    "notice": (
        gettext_noop("Write to all players"),
        lambda game, by, data: acts.notice(game, by, data["reason"]),
    ),
    "pause": (
        gettext_noop("Pause the game"),
        lambda game, by, data: acts.pause(game, by, data["reason"]),
    ),
    "resume": (
        gettext_noop("Let the game go on"),
        lambda game, by, data: acts.resume(game, by, data["reason"]),
    ),
    "time": (
        gettext_noop("Give a player more time"),
        lambda game, by, data: acts.give_time(
            game, by, data["seat"], data["hours"], data["reason"]
        ),
    ),
    "bot": (
        gettext_noop("Hand a seat to a bot"),
        lambda game, by, data: acts.hand_to_bot(game, by, data["seat"], data["reason"]),
    ),
    "return": (
        gettext_noop("Give a seat back to its owner"),
        lambda game, by, data: acts.give_back(game, by, data["seat"], data["reason"]),
    ),
    "mend": (
        gettext_noop("Try to let a stopped game go on"),
        lambda game, by, data: acts.mend(game, by, data["reason"]),
    ),
    "rollback": (
        gettext_noop("Take the game back to an earlier move"),
        lambda game, by, data: acts.roll_back(game, by, data["number"], data["reason"]),
    ),
    "cancel": (
        gettext_noop("Cancel the game"),
        lambda game, by, data: acts.cancel(game, by, data["reason"]),
    ),
}
OF_A_SEAT = ("time", "bot", "return")


class Form(forms.Form):
    """What to do, to whom, and why."""

    action = forms.ChoiceField(label=gettext_lazy("What to do"))
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Seat"), coerce=int, required=False, empty_value=None
    )
    hours = forms.IntegerField(
        label=gettext_lazy("Hours"), required=False, min_value=1, max_value=acts.MOST_HOURS
    )
    number = forms.IntegerField(
        label=gettext_lazy("Move"), required=False, min_value=0,
        help_text=gettext_lazy("The last move that is to stand."),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=acts.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text=gettext_lazy("Everybody who may see the game reads it in its log."),
    )

    def __init__(self, *args: Any, seats: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        actions = [(name, _(label)) for name, (label, _act) in ACTIONS.items()]
        self.fields["action"].choices = actions  # type: ignore[attr-defined]
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            ("", "–"),
            *((index, f"{index + 1}: {name}") for index, name in enumerate(seats)),
        ]

    def clean(self) -> Json:
        data = super().clean() or {}
        if data.get("action") in OF_A_SEAT and data.get("seat") is None:
            self.add_error("seat", _("Whose seat?"))
        if data.get("action") == "time" and not data.get("hours") and "hours" not in self.errors:
            self.add_error("hours", _("How many hours?"))
        lacks_number = data.get("number") is None and "number" not in self.errors
        if data.get("action") == "rollback" and lacks_number:
            self.add_error("number", _("Back to which move?"))
        return data


def moderate(request: HttpRequest, game_id: int) -> HttpResponse:
    """Act at this game's table; for those who may moderate games."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    game = get_object_or_404(Game.objects.defer("state", "seed"), pk=game_id)
    seats = words.names(list(game.seats.select_related("user").order_by("index")))
    form = Form(request.POST or None, seats=seats)
    back = reverse("admin:games_game_change", args=[game.pk])
    if request.method == "POST" and form.is_valid():
        try:
            _label, act = ACTIONS[form.cleaned_data["action"]]
            act(game.pk, int(request.user.pk), form.cleaned_data)  # type: ignore[arg-type]
        except GameError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Done; it stands in the game's log."))
            return redirect(back)
    context = {
        **admin.site.each_context(request),
        "title": _("Moderate"),
        "submit": _("Do it"),
        "game": game,
        "game_url": back,
        "form": form,
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "admin/games/moderate.html", context, status=status)
