"""The page on which users choose a face, a few words, favourites, links, and a name."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import renaming
from accounts.current_user import current_user
from boardgames.refusal import Refusal
from boardgames.words import dates
from community import faces, links
from community import own_profile as shown
from community.faces import Face
from games.pages.answers import member, reader, see
from games.pages.people.tabs import tabs
from games.showing.profile import known_favourites
from games.stages import stage_visibility

#: The parts of a face, with their headings and the names of the values.
_PARTS = {
    "piece": (gettext_noop("Piece"), faces.PIECES),
    "colour": (gettext_noop("Piece colour"), faces.COLOURS),
    "pattern": (gettext_noop("Pattern"), faces.PATTERNS),
    "ground": (gettext_noop("Background"), faces.GROUNDS),
}
_NAMES = {
    "cube": gettext_noop("cube"),
    "boat": gettext_noop("boat"),
    "hut": gettext_noop("hut"),
    "die": gettext_noop("die"),
    "fish": gettext_noop("a fish"),
    "mask": gettext_noop("mask"),
    "pagoda": gettext_noop("pagoda"),
    "hat": gettext_noop("hat"),
    "shell": gettext_noop("shell"),
    "red": gettext_noop("red"),
    "blue": gettext_noop("blue"),
    "yellow": gettext_noop("yellow"),
    "green": gettext_noop("green"),
    "violet": gettext_noop("violet"),
    "orange": gettext_noop("orange"),
    "ivory": gettext_noop("ivory"),
    "slate": gettext_noop("slate"),
    "plain": gettext_noop("plain"),
    "dots": gettext_noop("dots"),
    "stripes": gettext_noop("stripes"),
    "waves": gettext_noop("waves"),
    "checks": gettext_noop("checks"),
    "rays": gettext_noop("rays"),
    "sand": gettext_noop("sand"),
    "sea": gettext_noop("sea"),
    "leaf": gettext_noop("leaf"),
    "rose": gettext_noop("rose"),
    "lilac": gettext_noop("lilac"),
    "night": gettext_noop("night"),
}


def parts() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The parts of a face to choose from: name, heading, values with their words."""
    return [
        (part, _(heading), [(name, _(_NAMES[name])) for name in values])
        for part, (heading, values) in _PARTS.items()
    ]


def chosen(sent: Mapping[str, str]) -> str:
    """The chosen values, as ``faces.read_face`` takes them."""
    return " ".join(sent.get(part, "") for part in _PARTS)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
def oneself(request: HttpRequest) -> HttpResponse:
    """Save the user's presentation; `lot` draws another face, saved only by the next press."""
    user_id = reader(request)
    profile = shown.profile_of(user_id)
    face, about = faces.find_faces([user_id])[user_id], profile.about
    favourites, elsewhere, error = profile.favourites, profile.links, ""
    if request.method == "POST":
        sent = request.POST
        about = sent.get("about", "")
        favourites = known_favourites(user_id, sent.getlist("favourite"))
        elsewhere = [each.strip() for each in sent.getlist("link") if each.strip()]
        written = chosen(sent)
        face = faces.read_face(written) or face
        if "lot" in sent:
            face = faces.by_lot(secrets.randbits(40))
        else:
            try:
                shown.save_profile(user_id, written, about, favourites, elsewhere)
            except Refusal as refused:
                error = str(refused)
            else:
                messages.success(request, _("Saved. This is how others see you now."))
                return see("player", current_user(request).username)
    return _page(request, face, about, favourites, elsewhere, error)


@require_POST
@member
def rename(request: HttpRequest) -> HttpResponse:
    """Change the user name."""
    try:
        renaming.rename(current_user(request), request.POST.get("name", ""))
    except Refusal as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Your name is changed. Use it to sign in, too."))
    return see("oneself")


def _page(
    request: HttpRequest,
    face: Face,
    about: str,
    favourites: list[str],
    elsewhere: list[str],
    error: str,
) -> HttpResponse:
    me = current_user(request)
    again = renaming.again_at(me.pk)
    context = {
        "tabs": tabs(request, "oneself"),
        "face": face,
        "parts": parts(),
        "about": about,
        "most": shown.LONGEST,
        "types": [
            (rules.slug, _(rules.name), rules.slug in favourites)
            for rules in stage_visibility.types(me.pk)
        ],
        "links": [*elsewhere, *[""] * links.MOST][: links.MOST],
        "longest_link": links.LONGEST,
        "no_links": "" if elsewhere else shown.why_no_links(me.pk),
        "error": error,
        "name": me.username,
        "again": dates.format_date(timezone.localtime(again).date()) if again else "",
        "days": renaming.LASTS.days,
        "own_gold": True,
    }
    return render(request, "games/oneself.html", context, status=422 if error else 200)
