"""Links from e-mails to the site: they ask people to sign in if needed, then continue.

Signed-out people cannot see a private game, and mail programs often open a signed-out browser.
"""

from urllib.parse import urlsplit

from django.urls import reverse


def link(path: str) -> str:
    """The path that an e-mail uses to link to this path of ours."""
    parts = urlsplit(path)
    through = urlsplit(reverse("mail-to", args=[parts.path.lstrip("/")]))
    return through._replace(query=parts.query, fragment=parts.fragment).geturl()
