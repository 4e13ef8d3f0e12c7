"""Reading news in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language

from community.models import News, NewsText

#: News per page and in the feed.
PER_PAGE = 20


class Item(NamedTuple):
    """News in the reader's language if possible; ``language`` is that of the text."""

    number: int
    at: datetime
    language: str
    title: str
    text: str


def list_news(before: datetime | None = None) -> list[Item]:
    """The newest news, or the newest before a moment; one more than a page has if there are
    more."""
    found = News.objects.exclude(published_at=None).order_by("-published_at")
    if before is not None:
        found = found.filter(published_at__lt=before)
    return [
        item
        for news in found.prefetch_related("texts")[: PER_PAGE + 1]
        if (item := pick_text(news))
    ]


def published(number: int) -> Item | None:
    """These news; None for a draft or an unknown number."""
    news = News.objects.exclude(published_at=None).filter(pk=number).first()
    return pick_text(news) if news else None


def pick_text(news: News) -> Item | None:
    """The text in the active language, otherwise in English, otherwise the first one written."""
    text = in_language(news.texts.all())
    if text is None or news.published_at is None:
        return None
    return Item(news.pk, news.published_at, text.language, text.title, text.text)


def in_language(texts: Iterable[NewsText]) -> NewsText | None:
    by_language = {text.language: text for text in texts}
    wanted = (get_language() or "", settings.LANGUAGE_CODE, *by_language)
    return next((by_language[each] for each in wanted if each in by_language), None)
