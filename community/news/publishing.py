"""Publishing news, once."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from community.models import News
from community.news.kind import Told
from notifications import outbox


class Refused(Exception):
    """It cannot be published; the message says why."""


def publish(number: int) -> None:
    """Publish it, once, and tell everybody if that is wished; Refused without a text."""
    with transaction.atomic():
        news = News.objects.select_for_update().get(pk=number)
        if news.published_at is not None:
            return
        if not news.texts.exists():
            raise Refused(_("Write it in one language at least."))
        news.published_at = timezone.now()
        news.save(update_fields=["published_at"])
        if news.told:
            outbox.announce(Told(news=news.pk), None, news.published_at, news.pk)
