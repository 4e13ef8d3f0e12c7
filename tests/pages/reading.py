"""Whose turn it is, and what a table's page offers."""

import json
import re
from typing import Any

from accounts.models import User
from games.models import Game
from games.storage.position import load


def mover(game: Game) -> User:
    """The person whose turn it is."""
    position = load(game.pk, None)
    seat = next(seat for seat in position.seats if seat.to_move)
    assert seat.user is not None
    return seat.user


def other(game: Game) -> User:
    position = load(game.pk, None)
    seat = next(seat for seat in position.seats if not seat.to_move)
    assert seat.user is not None
    return seat.user


def choices(html: str) -> list[list[Any]]:
    """The choices that a table's page carries for its script."""
    found = re.search(r"<script[^>]*data-choices>(.*?)</script>", html, re.S)
    return [item["choice"] for item in json.loads(found[1])["choices"]] if found else []


def fields(html: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form that is sent to this address."""
    form = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', html, re.S)
    assert form, f"no form is sent to {action}"
    inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[1])
    return dict(inputs)
