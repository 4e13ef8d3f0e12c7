"""What a load client needs of a page's HTML."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec

_REGION = re.compile(r'data-region="([\w-]+)" data-hash="(\w+)"')
_WORD = re.compile(r'data-(version|stamp|news|socket|token|count-href)="([^"]*)"')
_FORM = re.compile(r'<form class="decision-choices"[^>]*>(.*?)</form>', re.S)
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_CHOICES = re.compile(r"<script[^>]* data-choices>(.*?)</script>", re.S)
_BUTTON = re.compile(r'name="choice" value="([^"]*)"')
_LINK = re.compile(r'<a class="button[^"]*" href="([^"]*)"')


class _Choice(msgspec.Struct):
    choice: list[Any]


class _Choices(msgspec.Struct):
    choices: list[_Choice]


_choices = msgspec.json.Decoder(_Choices).decode
_encode = msgspec.json.Encoder().encode


def regions(html: str) -> dict[str, str]:
    """The hashes of a page's regions."""
    return dict(_REGION.findall(html))


def words(html: str) -> dict[str, str]:
    """What a page carries for its scripts."""
    return {name: unescape(value) for name, value in _WORD.findall(html)}


def decision(html: str, path: str) -> tuple[dict[str, str], list[str]]:
    """The form of a decision's choices, and what may be chosen: choices as they are sent, or links
    ("?…") of the page at ``path`` that narrow it down."""
    form = _FORM.search(html)
    if "decision decision-yours" not in html or form is None:
        return {}, []
    fields, data = dict(_HIDDEN.findall(form[1])), _CHOICES.search(html)
    if data:
        return fields, [_encode(each.choice).decode() for each in _choices(data[1]).choices]
    links = [unescape(link).removeprefix(path) for link in _LINK.findall(form[1])]
    return fields, [*map(unescape, _BUTTON.findall(form[1])), *links]
