"""Imprint, privacy, conduct, contact and help, and the page that says what this service is.

A page is the text file ``NAME.LANGUAGE.txt`` (``imprint.de.txt``) in the folder of the setting
``NOTICES``, otherwise that of the first other language, otherwise our own text that is true for
every installation. A blank line ends a paragraph, and a paragraph that begins with ``# `` is a
heading. Nothing in it is HTML.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

#: By the word in the address; in the footer's order.
TITLES = {
    "help": gettext_lazy("Help"),
    "conduct": gettext_lazy("Conduct"),
    "privacy": gettext_lazy("Privacy"),
    "contact": gettext_lazy("Contact"),
    "imprint": gettext_lazy("Imprint"),
}
#: Pages that only the operator can write (``boardgames.checks``).
NEEDED = ("imprint", "privacy")
LONGEST = 200_000


@dataclass(frozen=True)
class Part:
    text: str
    heading: bool = False


@dataclass(frozen=True)
class Contact:
    """How to reach the operator: in words, and as an address for a link.

    ``is_own``: the operator gave it; otherwise it is the page that explains how.
    """

    name: str
    address: str
    is_own: bool = True


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The page about the service: what it is, its operator, and how to reach them."""
    context = {"run_by": is_written("imprint"), "source": settings.SOURCE_URL}
    return render(request, "about.html", context)


@require_safe
def notice(request: HttpRequest, name: str) -> HttpResponse:
    """One of these pages."""
    if name not in TITLES:
        raise Http404
    own = _own_words(name)
    context = {
        "title": TITLES[name],
        "parts": _parts(own) if own else None,
        "name": name,
    }
    return render(request, "notice.html", context)


def contact() -> Contact:
    """Whom to contact."""
    said = settings.CONTACT
    if said:
        return Contact(said, said if "://" in said else f"mailto:{said}")
    page = f"{settings.SITE_URL}{reverse('notice', args=['contact'])}"
    return Contact(page, page, is_own=False)


def is_written(name: str) -> bool:
    """Whether the operator has written this page, in any language."""
    return bool(_own_words(name).strip())


def _own_words(name: str) -> str:
    languages = [get_language() or "", *(code for code, _name in settings.LANGUAGES)]
    for language in languages:
        file = settings.NOTICES / f"{name}.{language}.txt"
        if file.is_file():
            return file.read_text(errors="replace")[:LONGEST]
    return ""


def _parts(text: str) -> list[Part]:
    found = []
    for paragraph in text.replace("\r", "").split("\n\n"):
        words = " ".join(paragraph.split())
        if words.startswith("# "):
            found.append(Part(words[2:], heading=True))
        elif words:
            found.append(Part(words))
    return found


def links() -> list[tuple[str, str]]:
    """Name and title of each page, for the footer."""
    return [(name, _(str(title))) for name, title in TITLES.items()]
