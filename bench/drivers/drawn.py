"""What a load client needs of a page's HTML."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import msgspec

_REGION = re.compile(r'data-region="([\w-]+)" data-hash="(\w+)"')
_WORD = re.compile(r'data-(version|stamp|news|socket|token|count-href)="([^"]*)"')
_FORM = re.compile(r'<form class="decision-choices"[^>]*>(.*?)</form>', re.S)
_HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_CHOICES = re.compile(r"<script[^>]* data-choices>(.*?)</script>", re.S)
_BUTTON = re.compile(r'<button[^>]* name="choice" value="([^"]*)"')
_GIVING = re.compile(r'<input [^>]*name="(choice|amount-[^"]+)"[^>]* value="([^"]*)"')
_HOW_MUCH = "giving/form/?"


class _Choice(msgspec.Struct):
    choice: list[Any]


class _Begun(msgspec.Struct):
    choice: list[Any]
    last: list[int]


class _Packed(msgspec.Struct):
    """Many choices, as games/pages/table/view/packing.py states them."""

    begun: list[_Begun]
    last: list[tuple[Any, Any, Any]]


class _Choices(msgspec.Struct):
    choices: list[_Choice] | _Packed


_choices = msgspec.json.Decoder(_Choices).decode
_encode = msgspec.json.Encoder().encode


def regions(html: str) -> dict[str, str]:
    """The hashes of a page's regions."""
    return dict(_REGION.findall(html))


def words(html: str) -> dict[str, str]:
    """What a page carries for its scripts."""
    return {name: unescape(value) for name, value in _WORD.findall(html)}


def decision(html: str) -> tuple[dict[str, str], list[str]]:
    """The form of a decision's choices, and what may be chosen: choices as they are sent, or the
    address, below the page's, of the form that asks how much is given."""
    form, data = _FORM.search(html), _CHOICES.search(html)
    if "decision decision-yours" not in html or form is None or data is None:
        return {}, []
    choices = _listed(_choices(data[1]).choices)
    here = len(choices) == 1 and _has_amounts(choices[0])  # then it is asked at once
    return dict(_HIDDEN.findall(form[1])), (
        proposed(form[1]) if here else [_sent(each) for each in choices]
    )


def asks_how_much(choice: str) -> bool:
    """Whether it is such an address."""
    return choice.startswith(_HOW_MUCH)


def proposed(html: str) -> list[str]:
    """What may be given, of a form that asks how much: its buttons, or what it begins with."""
    return [*map(unescape, _BUTTON.findall(html))] or [_filled_in(dict(_GIVING.findall(html)))]


def _filled_in(fields: dict[str, str]) -> str:
    choice = msgspec.json.decode(unescape(fields.pop("choice")))
    for name, given in fields.items():
        _amount, part, good = name.split("-", 2)
        choice[int(part)][good] = int(given)
    return _encode(choice).decode()


def _listed(choices: list[_Choice] | _Packed) -> list[list[Any]]:
    if isinstance(choices, list):
        return [each.choice for each in choices]
    return [[*begin.choice, choices.last[end][0]] for begin in choices.begun for end in begin.last]


def _sent(choice: list[Any]) -> str:
    text = _encode(choice).decode()
    return _HOW_MUCH + urlencode({"prefix": text}) if _has_amounts(choice) else text


def _has_amounts(choice: list[Any]) -> bool:
    return any(isinstance(part, dict) for part in choice)
