"""What a seat may not know is in nothing that it is given: by games played at random.

At some positions of a game (one in its first moves; with `RANDOM_GAMES=all` every tenth of a whole
game) everything that a reader gets is gathered: pages, regions, API answers, what sockets send,
pictures, e-mail, push notification, headers, refusals, exports, what was logged. Then all that the
reader may not know is dealt anew, in the stored position and in the private parts of the log, and
all is gathered once more. No difference is allowed. That this finds what leaks is tried with leaks
that are made for it, one in each place.
"""

from __future__ import annotations

import json
import logging
import random
import re
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from markupsafe import Markup

from accounts.models import User
from accounts.preferences import reading_as
from accounts.sessions import tokens
from games import game_cache
from games.archive import transfer
from games.live import pages as live_pages
from games.live.consumers import GameConsumer
from games.lobby import open_games
from games.models import Game, Move, Seat
from games.pages.drawing.drawing_cache import Drawn
from games.pages.drawing.regions import Region
from games.pages.lists import mine
from games.pages.table import picture
from games.pages.table.view.content import Content
from games.rules import registry
from games.showing import snapshot
from games.storage.position import load, newest
from notifications import push
from notifications.kinds import kind_of
from notifications.models import Notification, Webhook
from notifications.webhooks import bodies
from tests.games.playing import answer, asked
from tests.games.times import Times
from tests.rules.many import ALL

#: So many moves are made, or as many as the game has.
MOVES = 2000 if ALL else 18
#: A word that stands in the private parts of the log for others.
LEAK = "what-only-others-may-know"
_CHANGING = re.compile(r'(name=\\?"csrfmiddlewaretoken\\?" value|data-token|data-now)=\\?"\w+')


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
        pages = ("", "news/?since=0", "log/", "moves.txt", "?at=1")
        for path in (*pages, "picture.png", "card.png", "glance.png"):
            answer = self.browser.get(f"/games/{self.game_id}/{path}")
            found[f"page {path}"] = self._whole(answer)
        script = {"accept": "application/json"}
        wrong = {"choice": json.dumps(["nonsense"]), "version": "1"}
        refused = self.browser.post(f"/games/{self.game_id}/choose/", wrong, headers=script)
        found["refusal"] = self._whole(refused)
        for path in ("", "?at=1", "/chat", "/chat/onlookers", "/instructions"):
            url = f"/api/v1/games/{self.game_id}{path}"
            found[f"api {path}"] = self._whole(Client().get(url, headers=self.headers))
        nonsense = json.dumps({"choice": ["nonsense"], "version": 1})
        url = f"/api/v1/games/{self.game_id}/moves"
        answer = Client().post(url, nonsense, "application/json", headers=self.headers)
        found["api refusal"] = self._whole(answer)
        found["list"] = self._whole(Client().get("/api/v1/games", headers=self.headers))
        for look in ("list", "cards"):
            mine = self.browser.get("/my/", {"look": look, "show": "running"})
            found[f"my games as {look}"] = self._whole(mine)
        found["export"] = json.dumps(transfer.export(self.game_id))
        found["own data"] = self._whole(self.browser.get("/accounts/export/"))
        found["letter"], found["push"] = self._letter(), self._push()
        found["webhook"] = self._webhook()
        found |= self._frames()
        return found

    def _frames(self) -> dict[str, str]:
        """What sockets send: to a page that has nothing yet, and to a program."""
        user_id = self.user.pk if self.user else None
        viewer = live_pages.Viewer(user_id, self.user is not None, "en", "UTC")
        pages = [
            live_pages._provided[0](self.game_id, viewer, position)
            for position in (None, newest(self.game_id))
        ]
        follower = GameConsumer()
        follower.game_id, follower.user = self.game_id, self.user
        follower.scope, follower.admitted_at = {"query_string": b""}, time.monotonic()
        return {
            "frame page": "".join(
                zlib.decompress(shown.message("")).decode() for shown in pages if shown
            ),
            "frame game": str(follower.looked(0)),
        }

    @staticmethod
    def _whole(answer: Any) -> str:
        headers = {k: v for k, v in answer.headers.items() if k not in ("Expires", "X-Request-ID")}
        text = answer.content.decode("latin-1")
        return f"{answer.status_code} {headers} {_CHANGING.sub('', text)}"

    def _told(self) -> Notification:
        told = Notification.objects.filter(user=self.user, kind="your_turn").last()
        told = told or Notification.objects.filter(user=self.user, game_id=self.game_id).last()
        assert told is not None
        return told

    def _push(self) -> str:
        if self.user is None:
            return ""
        with reading_as(self.user):
            return str(push._message(self._told()))

    def _webhook(self) -> str:
        if self.user is None:
            return ""
        told = self._told()
        with reading_as(self.user):
            words = kind_of(told).words(told)
            sent = bodies.Message(words.short, words.path, told)
            return str(bodies.body(Webhook.Form.JSON, self.user.username, [sent]))

    def _letter(self) -> str:
        if self.user is None:
            return ""
        told = self._told()
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


def leaks(reader: Reader, rng: random.Random, seed: bytes) -> set[str]:
    """Where the reader gets something that depends on what he may not know."""
    before = _gathered_anew(reader)
    with dealt_anew(reader, rng):
        after = _gathered_anew(reader)
    game_cache.cache.forget()
    return {
        place
        for place, text in before.items()
        if after[place] != text or LEAK in after[place] or seed.hex() in text
    }


def _gathered_anew(reader: Reader) -> dict[str, str]:
    """Of what is kept nothing may hide that it is otherwise now: no move ever changes but here."""
    cache.clear()
    game_cache.cache.forget()
    return reader.gathers()


def told_by(lines: list[str], seed: bytes) -> list[str]:
    return [line for line in lines if LEAK in line or seed.hex() in line]


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
    open_games.join_game(game_id, ben.pk)
    seats = list(Seat.objects.filter(game_id=game_id).select_related("user").order_by("index"))
    readers = [Reader(game_id, seat) for seat in (*seats, None)]
    seed, otherwise = bytes(Game.objects.get(pk=game_id).seed), 0
    looks = range(0, MOVES, 10) if ALL else rng.sample(range(MOVES), 1)
    for move in range(MOVES):
        waiting = asked(game_id)
        if not waiting:
            break
        if move in looks:
            for reader in readers:
                otherwise += load(game_id, reader.user.pk if reader.user else None).newest
                assert not leaks(reader, rng, seed), f"move {move}, seat {reader.seat}"
        answer(game_id, rng.choice(waiting), rng.choice)
    assert otherwise > 0, "somebody saw the newest position"
    assert not told_by(lines, seed)
    assert registry.get(slug).hooks.secrets is not None


def hidden_of(game_id: int) -> str:
    """A word of the whole position, with all that is secret in it."""
    game = Game.objects.get(pk=game_id)
    return sha256(bytes(game.state)).hexdigest()


class LeakyTag:
    """A middleware that makes an ETag of the whole position."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> Any:
        answer = self.get_response(request)
        answer["ETag"] = hidden_of(Game.objects.latest("pk").pk)
        return answer


@pytest.mark.slow
def test_a_leak_that_is_made_for_it_is_found_wherever_it_is(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    times: Times,
    anna: User,
    ben: User,
    lines: list[str],
) -> None:
    rng = random.Random("planted")
    game_id = open_games.create(anna.pk, "bali", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    seat = Seat.objects.select_related("user").get(game_id=game_id, index=asked(game_id)[0])
    reader, seed = Reader(game_id, seat), bytes(Game.objects.get(pk=game_id).seed)
    assert not leaks(reader, rng, seed)

    def plant(where: Any, name: str, leaky: Any) -> set[str]:
        """What is found while this function adds something to what the right one says."""
        right = getattr(where, name)
        with monkeypatch.context() as patch:
            patch.setattr(where, name, lambda *given, **more: leaky(right(*given, **more)))
            return leaks(reader, rng, seed)

    def with_line(regions: dict[str, Any]) -> dict[str, Any]:
        told = f"<!-- {hidden_of(game_id)} -->"
        return {name: Region(Drawn(each.html + Markup(told))) for name, each in regions.items()}

    def with_dot(drawn: str) -> str:
        shade = hidden_of(game_id)[:6]
        return drawn.replace("</svg>", f'<rect width="90" height="90" fill="#{shade}"/></svg>')

    in_data = plant(snapshot, "game", lambda data: {**data, "debug": hidden_of(game_id)})
    assert {"api ", "frame game"} <= in_data
    assert {"page ", "frame page"} <= plant(Content, "regions", with_line)
    assert {"letter", "page glance.png"} <= plant(picture, "draw_board", with_dot)
    told = plant(push, "_message", lambda sent: f"{sent} {hidden_of(game_id)}")
    assert told == {"push"}
    told = plant(bodies, "body", lambda sent: f"{sent} {hidden_of(game_id)}")
    assert told == {"webhook"}

    def with_stage(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**each, "stage": hidden_of(game_id)} for each in listed]

    in_rows = plant(mine, "game_rows", with_stage)
    assert in_rows == {"my games as list"}
    exported = plant(transfer, "export", lambda made: {**made, "seed": seed.hex()})
    assert exported == {"export"}
    with settings_with(settings, LeakyTag):
        again = Reader(game_id, seat)  # whose browser meets the middleware
        assert {"page ", "refusal", "api ", "api refusal", "list"} <= leaks(again, rng, seed)
    logging.getLogger("games").warning("moved: %s", seed.hex())
    assert told_by(lines, seed)


@contextmanager
def settings_with(settings: Any, middleware: type) -> Iterator[None]:
    """In here this middleware stands around all others."""
    before = settings.MIDDLEWARE
    settings.MIDDLEWARE = [f"{__name__}.{middleware.__name__}", *before]
    try:
        yield
    finally:
        settings.MIDDLEWARE = before
