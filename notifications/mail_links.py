"""Links of e-mails into the site: they ask to sign in where that is needed, and lead on then.

A private game is not there for whoever is signed out, and mail programs open browsers that are.
"""

from urllib.parse import urlsplit

from django.urls import reverse


def link(path: str) -> str:
    """The path of an e-mail's link to this path of ours."""
    parts = urlsplit(path)
    through = urlsplit(reverse("mail-to", args=[parts.path.lstrip("/")]))
    return through._replace(query=parts.query, fragment=parts.fragment).geturl()
