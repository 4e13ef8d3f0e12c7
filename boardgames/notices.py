"""Imprint, privacy, conduct, contact and help: the operator's words, else ours, which say what is
missing.

A page is the text file ``NAME.LANGUAGE.txt`` (``imprint.de.txt``) in the folder of the setting
``NOTICES``, else that of the first other language. A blank line ends a paragraph, and a paragraph
that begins with ``# `` is a heading. Nothing in it is HTML.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

#: By the word in the address; the order is that of the footer.
TITLES = {
    "help": gettext_lazy("Help"),
    "conduct": gettext_lazy("Conduct"),
    "privacy": gettext_lazy("Privacy"),
    "contact": gettext_lazy("Contact"),
    "imprint": gettext_lazy("Imprint"),
}
LONGEST = 200_000


@dataclass(frozen=True)
class Part:
    text: str
    heading: bool = False


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
        "file": f"{name}.{get_language()}.txt",
    }
    return render(request, "notice.html", context)


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
    """Name and title of each, for the footer."""
    return [(name, _(str(title))) for name, title in TITLES.items()]
