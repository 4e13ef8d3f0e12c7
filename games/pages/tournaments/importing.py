"""Inviting players from a list: first each name is checked, then the organiser invites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import Forbidden, GameError, Illegal, NotFound
from games.models import Tournament
from games.pages import inputs
from games.pages.answers import member, reader, refusable, see, with_retry
from games.pages.tournaments import words
from games.tournaments import inviting, listing, player_import, players_list
from games.tournaments.player_import import Candidate, Checked

#: The heading over the names of each state, in the order of the page.
_HEADINGS: dict[str, Promise] = {
    player_import.FREE: gettext_lazy("Can be invited"),
    player_import.UNKNOWN: gettext_lazy("Not found, or cannot be invited"),
    player_import.OUTSIDE: gettext_lazy("Not in the club"),
    player_import.APART: gettext_lazy("You have blocked them"),
    player_import.OUT: gettext_lazy("Disqualified"),
    player_import.DECLINED: gettext_lazy("Have declined, and are not invited again"),
    player_import.INVITED: gettext_lazy("Already invited"),
    player_import.IN: gettext_lazy("Take part"),
    player_import.SELF: gettext_lazy("You"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def import_players(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Check a pasted or uploaded list; with `invite` invite these people, who were checked."""
    me = reader(request)
    here = listing.one(tournament_id, me)
    inviting.check_invites(here, me)
    context: dict[str, Any] = {"here": here, "most": inviting.MOST_NAMES, "text": ""}
    if request.method == "POST":
        try:
            names = inputs.split_names(request.POST.get("invite", ""))
            context["text"] = "\n".join(names) or _sent_list(request)
            if names:
                others = _invite_first(request, here, names)
                if not others:
                    return see("tournament", here.pk)
                context["text"] = "\n".join(others)
            context |= _describe(player_import.check_list(here, me, context["text"]))
        except (NotFound, Forbidden):
            raise
        except GameError as error:
            context["refused"] = str(error)
            return with_retry(error, _show(request, context, error.status))
    return _show(request, context)


def _show(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "games/tournament_import.html", context, status=status)


def _sent_list(request: HttpRequest) -> str:
    """The text of the chosen file, otherwise the pasted text."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", "")
    if (file.size or 0) > players_list.LONGEST:
        raise Illegal(_("This file is too large for a list of players."), "too_long")
    return players_list.decode_file(file.read())


def _invite_first(request: HttpRequest, here: Tournament, names: Sequence[str]) -> Sequence[str]:
    """Invite as many of these people as is possible at a time; return the names of the others."""
    asked = inviting.invite_people(here.pk, reader(request), names[: inviting.MOST_NAMES])
    messages.success(request, words.say_invited(asked))
    return names[inviting.MOST_NAMES :]


def _describe(checked: Checked) -> dict[str, Any]:
    free = checked.free
    number = min(len(free), inviting.MOST_NAMES)
    return {
        "checked": checked,
        "groups": [
            (heading, found)
            for state, heading in _HEADINGS.items()
            if (found := [_named(each) for each in checked.candidates if each.state == state])
        ],
        "free": free,
        "label": ngettext("Invite %(n)d person", "Invite %(n)d people", number) % {"n": number},
    }


def _named(candidate: Candidate) -> tuple[str, str]:
    """The name, and its line in words where the name has to be looked up."""
    unknown = candidate.state == player_import.UNKNOWN
    return candidate.name, _("line %(n)d") % {"n": candidate.line} if unknown else ""
