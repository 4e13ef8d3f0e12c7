"""Fields for one or several user names.

A refusal names the users, and the text stays in the field.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from boardgames.refusal import Refusal
from games.pages import inputs
from games.pages.answers import see, why

#: Names at once, and characters of the text.
MOST, LONGEST = 20, 400


def do_for_names(request: HttpRequest, written: str, do: Callable[[str], str]) -> str:
    """Act on each of the names, and report the results; return the refused names."""
    people = inputs.split_names(written)
    if not people:
        messages.info(request, _("Enter one or more user names."))
    left = []
    if people[MOST:]:
        messages.error(request, _("Enter at most %(most)d names at once.") % {"most": MOST})
    for name in people[:MOST]:
        try:
            messages.success(request, do(name))
        except Refusal as refused:
            messages.error(request, why(refused))
            left.append(name)
    return " ".join(left + people[MOST:])


def see_again(left: str, to: str, *args: object) -> HttpResponse:
    """Return to the page of the field, with the names that were refused."""
    address = reverse(to, args=args)
    return see(f"{address}?{urlencode({'names': left[:LONGEST]})}" if left else address)
