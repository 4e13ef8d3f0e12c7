"""Whatever is tried in a line, the answers are the same in every game that its owner's seat cannot
tell from the true one: pages, answers to scripts, the API, and errors, bit by bit."""

from __future__ import annotations

import random
import re
import secrets
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import game_cache
from games.lobby import open_games
from games.models import Game, Line
from games.rules import registry
from games.rules.engine import BadOptions
from tests.games.playing import answer, asked, user_of
from tests.lines.test_lines import offered, open_by
from tests.people import browser_of, person
from tests.rules.played import forms
from tests.security.test_leaks import dealt_anew

pytestmark = pytest.mark.django_db

_CHANGING = re.compile(
    r'csrfmiddlewaretoken\\?" value=\\?"[^"]*"|nonce="[^"]*"|data-(?:token|now)="[^"]*"'
    r'|data-hash="[^"]*"|"hash":"[^"]*"'  # of addresses, too, in which the line's number stands
    r"|[A-Z][a-z]{2} \d+, \d\d:\d\d"
    r"|/lines/\d+/|\"id\": ?\d+|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?"
)
PRESSES = 5


@dataclass
class Seated:
    """A seat's holder, as ``dealt_anew`` asks for one."""

    game_id: int
    seat: int


def tried(client: Client, game_id: int) -> list[str]:
    """Begin a line, make the first choices that it offers and some wrong ones; all answers."""
    game_cache.cache.forget()
    Line.objects.all().delete()
    line = open_by(client, game_id, anew="1")
    found: list[Any] = [client.get(line)]
    script = {"Accept": "application/json"}
    for _press in range(PRESSES):
        page = client.get(line).content.decode()
        if 'class="decision-choices' not in page or 'name="choice" value' not in page:
            break
        form = offered(client, line)
        wrong = client.post(f"{line}choose/", {**form, "choice": '["fly"]'}, headers=script)
        found += [wrong, client.post(f"{line}choose/", form, headers=script)]
    found += [client.get(f"/games/{game_id}/lines/"), client.get(f"/api/v1/games/{game_id}/lines")]
    row = Line.objects.get()
    if row.at:
        found.append(client.post(f"{line}draw/", {"node": row.at}, headers=script))
    found.append(client.post(f"{line}go/", {"node": 99}, headers=script))
    return [f"{each.status_code} {_CHANGING.sub('', each.content.decode())}" for each in found]


def _difference(here: str, there: str) -> tuple[str, str]:
    """The places where two answers begin to differ."""
    at = next(i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b)
    return here[at - 80 : at + 80], there[at - 80 : at + 80]


def check_game(slug: str, people: list[User], options: dict[str, Any], seed: int) -> None:
    """Try lines out at some positions of a game, each in its true world and in another one."""
    rng = random.Random(f"{slug} {len(people)} {options} {seed}")
    game = open_games.create(people[0].pk, slug, len(people), options=options).game
    for other in people[1:]:
        open_games.join_game(game.pk, other.pk)
    moves = 0
    while asked(game.pk) and moves < 90:
        answer(game.pk, rng.choice(asked(game.pk)), rng.choice)
        moves += 1
        if moves % 29 or Game.objects.get(pk=game.pk).status != Game.Status.RUNNING:
            continue
        for seat in range(len(people)):
            client = browser_of(User.objects.get(pk=user_of(game.pk, seat)))
            here = tried(client, game.pk)
            with dealt_anew(Seated(game.pk, seat), rng):  # type: ignore[arg-type]
                there = tried(client, game.pk)
            differ = [_difference(a, b) for a, b in zip(here, there, strict=True) if a != b]
            assert differ == [], (slug, len(people), options, moves, seat)


@pytest.fixture
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All lines are begun with the same random numbers."""
    token_bytes = secrets.token_bytes
    monkeypatch.setattr(
        secrets, "token_bytes", lambda size=None: b"7" * 32 if size == 32 else token_bytes(size)
    )


@pytest.mark.slow
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_lines_of_two_games_that_a_seat_cannot_tell_apart_are_equal(
    slug: str, one_seed: None
) -> None:
    rules, names = registry.get(slug), ("anna", "ben", "cleo", "don")
    users = [person(name) for name in names]
    for players in sorted(rules.players):
        check_game(slug, users[:players], {}, 1)
    for options in list(forms(rules))[1:4]:
        try:
            rules.check_options(options)
        except BadOptions:
            continue
        check_game(slug, users[: min(rules.players)], options, 2)
