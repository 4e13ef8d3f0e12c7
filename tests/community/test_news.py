"""News of the operator: written in the admin, published once, read in the reader's own language."""

from collections.abc import Callable
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from boardgames.refusal import Refusal
from community.models import News
from community.news import publishing, reading
from games.moderation import roles
from notifications.models import Announcement, Delivery, Notification
from notifications.planning import plan_due
from tests.people import person

Browser = Callable[[User | None], Client]
ATOM = "{http://www.w3.org/2005/Atom}"


def draft(**titles: str) -> News:
    news = News.objects.create()
    for language, title in (titles or {"en": "Bali is here", "de": "Bali ist da"}).items():
        news.texts.create(language=language, title=title, text=f"{title}.\n<b>Look</b>")
    return news


@pytest.mark.django_db
def test_a_draft_is_nobodys_to_read(as_: Browser) -> None:
    news = draft()
    browser = as_(None)
    assert "No news yet" in browser.get("/news/").content.decode()
    assert browser.get(f"/news/{news.pk}/").status_code == 404
    assert browser.get("/news/987654/").status_code == 404
    assert "Bali" not in browser.get("/news/feed.atom").content.decode()


@pytest.mark.django_db
def test_everybody_reads_them_in_the_own_language(as_: Browser) -> None:
    news = draft()
    publishing.publish(news.pk)
    browser = as_(None)
    page = browser.get(f"/news/{news.pk}/").content.decode()
    assert "Bali is here" in page
    assert "&lt;b&gt;" in page
    assert "<b>Look" not in page
    german = browser.get("/news/", headers={"accept-language": "de"}).content.decode()
    assert "Bali ist da" in german
    only = draft(de="Nur auf Deutsch")
    publishing.publish(only.pk)
    page = browser.get("/news/").content.decode()
    assert 'lang="de"' in page
    assert page.index("Nur auf Deutsch") < page.index("Bali is here")


@pytest.mark.django_db
def test_the_feed_has_them_and_is_sent_once(as_: Browser) -> None:
    news = draft()
    publishing.publish(news.pk)
    browser = as_(None)
    answer = browser.get("/news/feed.atom")
    feed = ElementTree.fromstring(answer.content)
    (entry,) = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Bali is here"
    again = browser.get("/news/feed.atom", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    assert "application/atom+xml" in browser.get("/news/").content.decode()


def test_they_are_told_once_under_the_bell_and_by_no_letter(anna: User, ben: User) -> None:
    news = draft()
    publishing.publish(news.pk)
    publishing.publish(news.pk)
    assert Announcement.objects.count() == 1
    while plan_due():
        pass
    told = Notification.objects.filter(kind="site_news")
    assert {each.user_id for each in told} == {anna.pk, ben.pk}
    assert not Delivery.objects.exists()


def test_news_need_not_ring(anna: User) -> None:
    news = draft()
    News.objects.update(told=False)
    publishing.publish(news.pk)
    assert not Announcement.objects.exists()


@pytest.mark.django_db
def test_without_a_word_nothing_is_published() -> None:
    news = News.objects.create()
    with pytest.raises(Refusal):
        publishing.publish(news.pk)
    news.refresh_from_db()
    assert news.published_at is None


@pytest.mark.django_db
def test_older_ones_are_on_further_pages(as_: Browser) -> None:
    now = timezone.now()
    for number in range(reading.PER_PAGE + 3):
        news = draft(en=f"Number {number};")
        News.objects.filter(pk=news.pk).update(published_at=now - timedelta(hours=number))
    browser = as_(None)
    page = browser.get("/news/").content.decode()
    assert "Number 19;" in page
    assert "Number 20;" not in page
    with translation.override("en"):
        last = reading.list_news()[reading.PER_PAGE - 1].at
    assert "Number 20;" in browser.get("/news/", {"before": last.isoformat()}).content.decode()
    for nonsense in ("x", "2026-99-99", "2026-01-01", "\1"):
        assert browser.get("/news/", {"before": nonsense}).status_code == 200


def test_administrators_write_them_and_nobody_else(as_: Browser, anna: User) -> None:
    roles.install()
    editor = person("editor", is_staff=True)
    editor.groups.add(Group.objects.get(name="Administrators"))
    keeper = person("keeper", is_staff=True)
    keeper.groups.add(Group.objects.get(name="Moderators"))
    texts = {
        "texts-TOTAL_FORMS": "1", "texts-INITIAL_FORMS": "0", "texts-0-language": "en",
        "texts-0-title": "Hello", "texts-0-text": "All.", "told": "on",
    }  # fmt: skip
    address = "/admin/community/news/add/"
    assert as_(keeper).post(address, texts).status_code == 403
    assert as_(anna).post(address, texts).status_code == 302
    assert as_(None).post(address, texts).status_code == 302
    assert not News.objects.exists()
    browser = as_(editor)
    browser.post(address, texts)
    news = News.objects.get()
    assert news.published_at is None
    sent = {"action": "publish", "_selected_action": str(news.pk)}
    browser.post("/admin/community/news/", sent)
    news.refresh_from_db()
    assert news.published_at is not None
