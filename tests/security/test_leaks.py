"""What a seat may not know is in nothing that it is given: by games played at random.

At some positions of a game everything that a reader gets is gathered: pages, regions, API answers,
pictures, the e-mail, headers, refusals, the export, what was logged. Then all that the reader may
not know is dealt anew, in the stored position and in the private parts of the log, and all is
gathered once more. Nothing may have changed.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts import tokens
from accounts.models import User
from accounts.preferences import reading_as
from games.archive import transfer
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.rules import registry
from games.storage.position import load
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.games.playing import answer, asked
from tests.games.times import Times

MOVES = 18
#: A word that stands in the private parts of the log for others.
LEAK = "what-only-others-may-know"
_CHANGING = re.compile(r'(name=\\?"csrfmiddlewaretoken\\?" value|data-token)=\\?"\w+')


class Reader:
    """Somebody at the table (or beside it), with a browser and a program."""

    def __init__(self, game_id: int, seat: Seat | None) -> None:
        self.game_id, self.seat = game_id, None if seat is None else seat.index
        self.user = seat.user if seat else None
        self.browser, self.headers = Client(), {}
        if self.user:
            self.browser.force_login(self.user)
            self.headers = {"authorization": f"Bearer {tokens.mint(self.user, 'reader')}"}

    def gathers(self) -> dict[str, str]:
        """All that this person gets to see, by where."""
        found = {}
        for path in ("", "news/?since=0", "log/", "picture.png", "?at=1"):
            answer = self.browser.get(f"/games/{self.game_id}/{path}")
            found[f"page {path}"] = self._whole(answer)
        script = {"accept": "application/json"}
        wrong = {"choice": json.dumps(["nonsense"]), "version": "1"}
        refused = self.browser.post(f"/games/{self.game_id}/choose/", wrong, headers=script)
        found["refusal"] = self._whole(refused)
        for path in ("", "?at=1", "/chat", "/instructions"):
            url = f"/api/v1/games/{self.game_id}{path}"
            found[f"api {path}"] = self._whole(Client().get(url, headers=self.headers))
        found["list"] = self._whole(Client().get("/api/v1/games", headers=self.headers))
        found["export"] = json.dumps(transfer.export(self.game_id))
        found["letter"] = self._letter()
        return found

    @staticmethod
    def _whole(answer: Any) -> str:
        headers = {k: v for k, v in answer.headers.items() if k not in ("Expires", "X-Request-ID")}
        text = answer.content.decode("latin-1")
        return f"{answer.status_code} {headers} {_CHANGING.sub('', text)}"

    def _letter(self) -> str:
        if self.user is None:
            return ""
        told = Notification.objects.filter(user=self.user, kind="your_turn").last()
        told = told or Notification.objects.filter(user=self.user, game_id=self.game_id).last()
        assert told is not None
        with reading_as(self.user):
            letter = kind_of(told).letter(self.user, told)
        answers = [answer.text for answer in letter.answers]
        return f"{letter.words} {letter.since} {letter.question} {answers} {letter.picture}"


@contextmanager
def dealt_anew(reader: Reader, rng: random.Random) -> Iterator[None]:
    """In here all that this reader may not know of the newest position is otherwise."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]
    with block:
        game = Game.objects.get(pk=reader.game_id)
        rules = game.rules.load(bytes(game.state), game.rules_version)
        other = rules.resample(reader.seat, rng)
        Game.objects.filter(pk=game.pk).update(state=other.save(), seed=bytes(other.state.seed))
        for row in Move.objects.filter(game=game):
            row.draws = [[LEAK, 0, 0, 1, 0]]
            row.events = [_for_others(event, reader.seat) for event in row.events]
            row.save(update_fields=["draws", "events"])
        yield
        transaction.set_rollback(True)


def _for_others(event: dict[str, Any], seat: int | None) -> dict[str, Any]:
    private = event.get("private") or {}
    other = {key: data if key == str(seat) else {"x": LEAK} for key, data in private.items()}
    return {**event, "private": other}


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What is logged meanwhile."""
    found: list[str] = []

    class Note(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(f"{record.msg} {record.args} {record.exc_info}")

    handler = Note()
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("slug", ["imhotep", "bora_bora", "bomarzo", "bali", "lanterns"])
def test_nothing_that_a_reader_gets_depends_on_what_he_may_not_know(
    slug: str, lanterns: None, times: Times, anna: User, ben: User, lines: list[str]
) -> None:
    rng = random.Random(f"leaks of {slug}")
    game_id = open_games.create(anna.pk, slug, 2).game.pk
    open_games.join(game_id, ben.pk)
    seats = list(Seat.objects.filter(game_id=game_id).select_related("user").order_by("index"))
    readers = [Reader(game_id, seat) for seat in (*seats, None)]
    seed, otherwise = bytes(Game.objects.get(pk=game_id).seed), 0
    looks = set(rng.sample(range(MOVES), 1))
    for move in range(MOVES):
        waiting = asked(game_id)
        if not waiting:
            break
        if move in looks:
            for reader in readers:
                before = reader.gathers()
                newest = load(game_id, reader.user.pk if reader.user else None).newest
                with dealt_anew(reader, rng):
                    cache.clear()
                    after = reader.gathers()
                    otherwise += newest
                cache.clear()
                for place, text in before.items():
                    assert after[place] == text, f"move {move}, seat {reader.seat}: {place}"
                    assert LEAK not in text + after[place]
                    assert seed.hex() not in text, place
        answer(game_id, rng.choice(waiting), rng.choice)
    assert otherwise > 0, "somebody saw the newest position"
    assert not [line for line in lines if LEAK in line or seed.hex() in line]
    assert registry.get(slug).hooks.secrets is not None
