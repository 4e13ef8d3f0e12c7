"""News from the people who run the site."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from pydantic import AwareDatetime

from community.news import reading
from community.news.reading import Item
from games.api import people_forms as forms
from games.api.answers import ERRORS, answer, not_found
from games.api.auth import ANYBODY

router = Router()


@router.get(
    "/news", auth=ANYBODY, response={200: forms.News, **ERRORS}, summary="News, the newest first"
)
def list_news(
    request: HttpRequest,
    before: Annotated[AwareDatetime | None, Query(description="only older ones")] = None,
) -> HttpResponse:
    """A page of 20, in the caller's language where there is a text in it; `next` of the answer
    leads to the page after it."""
    found = reading.list_news(before)
    page = found[: reading.PER_PAGE]
    further = page[-1].at.isoformat() if len(found) > len(page) else None
    return answer({"news": [_item(each) for each in page], "next": further})


@router.get(
    "/news/{int:news_id}",
    auth=ANYBODY,
    response={200: forms.NewsItem, **ERRORS},
    summary="One of the news",
)
def show_news(request: HttpRequest, news_id: int) -> HttpResponse:
    """In the caller's language, or the one in which it was written."""
    found = reading.published(news_id)
    if found is None:
        raise not_found()
    return answer(_item(found))


def _item(item: Item) -> forms.NewsItem:
    return {
        "id": item.number,
        "at": item.at.isoformat(timespec="seconds"),
        "language": item.language,
        "title": item.title,
        "text": item.text,
    }
