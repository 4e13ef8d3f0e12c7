"""Goes through the pages as a stranger and as somebody who plays, by every link that is on them."""

from __future__ import annotations

import re
from collections import Counter, deque
from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

import requests

from script.judges.service import Service

#: Addresses of one shape (positions, profiles, filters) that are asked for; the rest are alike.
MOST = 15
_ADDRESSES = {"href", "src", "action", "xlink:href", "poster", "data"}


class Link(NamedTuple):
    url: str
    fragment: str
    page: str


class Page(NamedTuple):
    """What came from an address; ``who`` asked."""

    path: str
    who: str
    status: int
    html: str
    ids: frozenset[str]


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.add(str(given["id"]))
        posted = tag == "form" and (given.get("method") or "get").lower() != "get"
        if posted or tag == "base" or given.get("rel") in ("preconnect", "canonical"):
            return
        self.found += [value for name, value in attrs if name in _ADDRESSES and value]


def shape(path: str) -> str:
    """What addresses of one sort have in common: no numbers, no names, no values of a query."""
    at, _, query = path.partition("?")
    at = re.sub(r"/(players|people|circles)/[^/]+", r"/\1/NAME", at)
    at = re.sub(r"\d+", "N", re.sub(r"[A-Za-z0-9_:=-]{20,}", "KEY", at))
    names = sorted({part.partition("=")[0] for part in query.split("&") if part})
    return f"{at}?{'&'.join(names)}" if names else at


class Walk:
    """One person's way through the site: the pages they saw, the links they were given."""

    def __init__(self, service: Service, who: str, browser: requests.Session) -> None:
        self._site, self._who, self._browser = service.address, who, browser
        self.pages: dict[str, Page] = {}
        self.links: list[Link] = []
        self._asked: Counter[str] = Counter()

    def go(self, *starts: str) -> Walk:
        todo, seen = deque(starts), set(starts)
        while todo:
            path = todo.popleft()
            self._asked[shape(path)] += 1
            if self._asked[shape(path)] > MOST:
                continue
            for link in self._ask(path):
                self.links.append(link)
                if link.url not in seen:
                    seen.add(link.url)
                    todo.append(link.url)
        return self

    def _ask(self, path: str) -> list[Link]:
        """The links within the site that are on a page."""
        answer = self._browser.get(self._site + path, timeout=60)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        reader = _Reader(answer.text if is_page else "")
        html = answer.text if is_page else ""
        self.pages[path] = Page(path, self._who, answer.status_code, html, frozenset(reader.ids))
        found = (urldefrag(urljoin(answer.url, each)) for each in reader.found)
        return [
            Link(whole.removeprefix(self._site) or "/", fragment, path)
            for whole, fragment in found
            if whole.startswith(f"{self._site}/") or whole == self._site
        ]


@cache
def walks(service: Service) -> list[Walk]:
    """Of a stranger who reads English, and of somebody who plays and reads German."""
    starts = ("/", "/sitemap.xml", "/robots.txt", "/api/", "/manifest.webmanifest", "/kit/")
    return [
        Walk(service, "stranger", service.browser()).go(*starts),
        Walk(service, "player", service.signed_in("de")).go("/", "/my/", "/accounts/profile/"),
    ]


def sort(page: Page) -> str:
    """What it is a page of: types of games are alike but for the boards, which bring their own."""
    board = re.search(r"/static/(?!css/|js/|fonts/|kit/)(\w+)/", page.html)
    path = re.sub(r"/types/\w+", "/types/TYPE", urlsplit(shape(page.path)).path)
    return f"{path} {board[1] if board else ''}".strip()


def one_of_each(service: Service) -> list[Page]:
    """A page of each sort; of what strangers see too, theirs and the player's."""
    kept: dict[tuple[str, str], Page] = {}
    for walk in walks(service):
        for page in walk.pages.values():
            if page.html and page.status == 200:
                kept.setdefault((page.who, sort(page)), page)
    return list(kept.values())
