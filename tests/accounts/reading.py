"""What pages and e-mails say."""

import re
from html import unescape

from django.conf import settings
from django.core import mail


def found_in(html: str, pattern: str) -> str:
    """The pattern's group in a page, as a reader sees it."""
    found = re.search(pattern, html, re.DOTALL)
    assert found, html
    return unescape(found[1])


def link_in_mail() -> str:
    """The path of the first link to the site in the last e-mail."""
    found = re.search(re.escape(settings.SITE_URL) + r"(/\S+)", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]
