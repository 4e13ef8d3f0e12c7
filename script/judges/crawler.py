"""Follows every link, as a stranger and as somebody who plays: none is broken, each page has a
title of its own and words that describe it."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import requests

from script.judges.service import Service, Verdict

#: Pages at most for each reader; of positions of the past a few stand for all.
MOST, POSITIONS = 600, 25
_LINK = re.compile(r'<(?:a|link|img|script|use)\b[^>]*?\b(?:href|src)="([^"#]+)')
_TITLE = re.compile(r"<title>([^<]*)</title>")


class Page(NamedTuple):
    path: str
    status: int
    html: str


@cache
def pages(service: Service) -> tuple[Page, ...]:
    """All pages that are found from the start page, of both readers."""
    strangers = _crawl(service, service.browser(), "/")
    return (*strangers, *_crawl(service, service.signed_in("de"), "/my/"))


def judge(service: Service) -> Verdict:
    found = []
    for page in pages(service):
        if page.status >= 400:
            found.append(f"{page.status} {page.path}")
        elif page.html:
            title = _TITLE.search(page.html)
            if title is None or not title[1].strip():
                found.append(f"no title: {page.path}")
    return Verdict(f"{len(pages(service))} addresses", found)


def _crawl(service: Service, reader: requests.Session, start: str) -> list[Page]:
    known, waiting, positions = {start}, [start], 0
    found: list[Page] = []
    while waiting and len(found) < MOST:
        path = waiting.pop(0)
        answer = reader.get(service.address + path, timeout=60)
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        found.append(Page(path, answer.status_code, answer.text if is_page else ""))
        for link in _LINK.findall(found[-1].html.replace("<svg", "<svg ")):
            there = urlsplit(urljoin(service.address + path, unescape(link)))
            if f"{there.scheme}://{there.netloc}" != service.address:
                continue
            to = f"{there.path}?{there.query}" if there.query else there.path
            if to in known:
                continue
            positions += "at=" in there.query
            if "at=" not in there.query or positions <= POSITIONS:
                known.add(to)
                waiting.append(to)
    return found
