"""The notification about news from the operator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from community.models import News
from community.news.reading import in_language
from notifications import groups
from notifications.content import Words
from notifications.kinds import NOT_AT_ALL, Kind, register
from notifications.models import Announcement, Notification
from notifications.outbox import Fact


class Told(Fact, frozen=True):
    """These news were published."""

    kind: ClassVar[str] = "site_news"
    news: int


@register
class ToldKind(Kind[Told]):
    """News under the bell, once; by e-mail and push only for people who chose that."""

    fact = Told
    label = gettext_lazy("there is news about this site")
    group = groups.SITE
    heading = gettext_lazy("About this site")
    defaults = NOT_AT_ALL
    place = "news"

    def audience(self, announcement: Announcement) -> Iterable[int]:
        people = User.objects.filter(is_active=True, is_guest=False, owner=None)
        return people.values_list("pk", flat=True)

    def why_not(self, notification: Notification) -> str:
        news = News.objects.filter(pk=self.read(notification).news).exclude(published_at=None)
        return "" if news.filter(texts__isnull=False).exists() else "withdrawn"

    def words(self, notification: Notification) -> Words:
        number = self.read(notification).news
        text = in_language(News.objects.get(pk=number).texts.all())
        assert text is not None  # ``why_not`` has checked it
        return Words(
            subject=text.title,
            heading=text.title,
            lines=text.text.splitlines(),
            button=_("Read it"),
            path=reverse("site-news-item", args=[number]),
            short=text.title,
        )
