"""Publishing news, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.refusal import Refusal
from community.models import News, NewsText
from community.news.kind import Told
from notifications import outbox


class Words(NamedTuple):
    title: str
    text: str


def publish(number: int) -> None:
    """Publish news, once, and notify everybody if wanted; raises Refusal without a text."""
    with transaction.atomic():
        news = News.objects.select_for_update().get(pk=number)
        if news.published_at is not None:
            return
        if not news.texts.exists():
            raise Refusal(_("Write it in at least one language."))
        news.published_at = timezone.now()
        news.save(update_fields=["published_at"])
        if news.told:
            outbox.announce(Told(news=news.pk), None, news.published_at, news.pk)


def publish_to(texts: Mapping[str, Words], user_ids: Iterable[int]) -> News:
    """Publish news without a draft, by language, under the bell of these people.

    In the caller's transaction.
    """
    now = timezone.now()
    news = News.objects.create(published_at=now)
    NewsText.objects.bulk_create(
        NewsText(news=news, language=language, title=said.title, text=said.text)
        for language, said in texts.items()
    )
    told = Told(news=news.pk)
    outbox.write([outbox.notification(told, each, None, now, news.pk) for each in user_ids])
    return news
