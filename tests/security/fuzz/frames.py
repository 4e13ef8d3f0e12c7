"""Messages of WebSockets: what pages say, what is like it, and what is none at all."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from boardgames.http import reject_nul
from tests.security.fuzz.tables import Tables

#: Seconds for a sign of life.
PATIENCE = 60.0
#: Messages of one socket, and after how many of them something happens in its game.
BATCH, MOVE_EACH = 25, 8
#: How a socket is closed whose reader does not keep to the protocol: 1002, a frame that is none;
#: 1007, a text that is none; 1009, longer than anything that may be said.
CLOSED = {1002, 1007, 1009}
#: Bytes beyond which the service refuses a message, and the socket with it; a reader who is still
#: sending may not get to see why.
LONGEST, TOO_LONG = 16 * 1024, (1009, 1006)
FOLLOWING = ("", "?with=page", "?with=game", "?with=x&key=%01", "me")

Frame = str | bytes | list[str]


@dataclass
class Said:
    """How many messages of each sort, how sockets were closed for them, and what was wrong."""

    sorts: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    news: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.sorts.total()


def _valid(rng: random.Random) -> Frame:
    have = ",".join(f"{_word(rng)}:{rng.getrandbits(32):x}" for _part in range(rng.randrange(40)))
    said = {"seen": rng.randrange(200), "have": have, "more": _anything(rng)}
    return json.dumps({key: said[key] for key in rng.sample(list(said), rng.randrange(1, 4))})


def _wrong(rng: random.Random) -> Frame:
    return json.dumps({"seen": _anything(rng), "have": _anything(rng)})


def _anything(rng: random.Random, depth: int = 3) -> Any:
    leaves = [
        None,
        True,
        -1,
        0,
        2**31,
        2**63,
        -(2**64),
        10**400,
        1.5,
        1e308,
        float("nan"),
        "",
        "\0",
    ]
    leaves += ["x" * 5000, "\ud800", "__proto__", ",:,:" * 900, "\u202e\ufeff"]
    if depth and rng.random() < 0.4:
        inner = [_anything(rng, depth - 1) for _item in range(rng.randrange(4))]
        return inner if rng.random() < 0.5 else {_word(rng): each for each in inner}
    return rng.choice(leaves)


def _word(rng: random.Random) -> str:
    return rng.choice(
        ["board", "log", "bar", "chat", "", "\0", "seen", "have", "é" * 20, "a,b", "a:b"]
    )


def _nonsense(rng: random.Random) -> Frame:
    length = rng.choice([0, 1, 7, 300])
    return "".join(
        chr(rng.choice([rng.randrange(1, 0xD7FF), rng.randrange(128)])) for _ in range(length)
    )


def _spoilt(rng: random.Random) -> Frame:
    text = str(_valid(rng))
    at = rng.randrange(len(text))
    return (
        text[:at] + rng.choice(["", '"', "{", "\0", "\\", "[" * 40]) + text[at + rng.randrange(3) :]
    )


def _deep(rng: random.Random) -> Frame:
    depth = rng.choice([50, 1100, 20_000, 200_000])
    return rng.choice(
        ["[" * depth, "[" * depth + "]" * depth, '{"have":' * (depth // 4), '{"x":' * depth]
    )


def _binary(rng: random.Random) -> Frame:
    return rng.randbytes(rng.choice([0, 1, 60, 4000])).replace(b"\0", b"\1")


def _parts(rng: random.Random) -> Frame:
    return [str(_spoilt(rng)) for _part in range(rng.randrange(1, 9))]


def _huge(rng: random.Random) -> Frame:
    return "x" * rng.choice([60_000, 900_000, 3_000_000])


def _has_nul(message: Frame) -> bool:
    """As it is, or as JSON has it."""
    parts = message if isinstance(message, list) else [message]
    said = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    return b"\0" in said or b"\\u0000" in said


def _with_nul(rng: random.Random) -> Frame:
    said: list[Frame] = ['{"have": "a\\u0000"}', "\0", b'{"seen": "\0"}', "x" * 300 + "\0"]
    return rng.choice(said)


def _made(sort: str, rng: random.Random) -> Frame:
    """A message of this sort. A NUL ends the socket, so that it would be told nothing: that has a
    sort of its own."""
    make = LEGAL[sort][0]
    message = make(rng)
    while _has_nul(message) and sort != "a NUL":
        message = make(rng)
    return message


def _size(frame: Frame) -> int:
    whole = "".join(frame) if isinstance(frame, list) else frame
    return len(whole.encode() if isinstance(whole, str) else whole)


#: By name: how it is made, and how often it comes.
LEGAL: dict[str, tuple[Callable[[random.Random], Frame], int]] = {
    "valid": (_valid, 30),
    "wrong types": (_wrong, 25),
    "nonsense": (_nonsense, 10),
    "spoilt": (_spoilt, 20),
    "deep": (_deep, 4),
    "binary": (_binary, 6),
    "in parts": (_parts, 4),
    "huge": (_huge, 1),
    "a NUL": (_with_nul, 2),
}
#: No messages by the protocol: a text that is no UTF-8, kinds of frames that there are not, control
#: frames that are too long or come in parts, unmasked ones, lengths that lie.
RAW = (
    b"\x81\x82\0\0\0\0\xc3\x28",
    b"\x83\x80\0\0\0\0",
    b"\xf1\x80\0\0\0\0",
    b"\x09\x80\0\0\0\0",
    b"\x89\xfe\x01\x00\0\0\0\0" + b"x" * 256,
    b"\x81\x05hello",
    b"\x80\x80\0\0\0\0",
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    b"\x88\x81\0\0\0\0x",
)


async def throw(
    url: str, tables: Tables, number: int, say: Callable[[str], None] = lambda _: None
) -> Said:
    """So many messages at the service there."""
    said = Said()
    while said.number < number:
        await sync_to_async(tables.renew)()
        for _socket in range(20):
            await _one_socket(url, tables, said, min(BATCH, number - said.number))
        say(f"{said.number} messages, {said.news} news, closed {dict(said.closed)}, {said.errors}")
    await sync_to_async(connections.close_all)()
    return said


async def _one_socket(url: str, tables: Tables, said: Said, number: int) -> None:
    rng = tables.rng
    if number <= 0:
        return
    game_id, player = tables.one()
    how = rng.choice(FOLLOWING)
    path = "me/" if how == "me" else f"games/{game_id}/{how}"
    path += f"{'&' if '?' in path else '?'}token={player.token}"
    address = f"{url.replace('http', 'ws', 1)}/ws/{path}"
    names, weights = list(LEGAL), [weight for _make, weight in LEGAL.values()]
    async with connect(address, max_size=None, open_timeout=PATIENCE, ping_interval=None) as socket:
        has_said_nul = False
        for nth in range(number):
            last = nth == number - 1 and rng.random() < 0.3
            name = "no message" if last else rng.choices(names, weights)[0]
            said.sorts[name] += 1
            if last:
                socket.transport.write(rng.choice(RAW))
                await _closes(socket, said)
                return
            message = _made(name, rng)
            has_said_nul = has_said_nul or _has_nul(message)
            try:
                await socket.send(message)
                await asyncio.wait_for(await socket.ping(), PATIENCE)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                said.closed[code] += 1
                if code == reject_nul.REFUSED and has_said_nul:  # perhaps a message ago
                    return
                if _size(message) <= LONGEST or code not in TOO_LONG:
                    said.errors.append(f"{path}: closed with {code} after {name}: {message!r:.200}")
                return
            except TimeoutError:
                said.errors.append(f"{path}: no sign of life after {name}: {message!r:.200}")
                return
            if how != "me" and nth % MOVE_EACH == MOVE_EACH - 1:
                await _hears(socket, game_id, tables, said, has_said_nul)


async def _hears(
    socket: ClientConnection, game_id: int, tables: Tables, said: Said, has_said_nul: bool
) -> None:
    """Whoever has talked nonsense is still told what happens, unless a NUL has just ended it."""
    version = await sync_to_async(tables.move)(game_id)
    try:
        async with asyncio.timeout(PATIENCE):
            while version:
                news = await socket.recv()
                told = json.loads(zlib.decompress(news) if isinstance(news, bytes) else news)
                if told.get("version", 0) >= version:
                    said.news += 1
                    return
    except TimeoutError:
        said.errors.append(f"game {game_id}: no news of version {version}")
    except ConnectionClosed as closed:
        if not (has_said_nul and closed.rcvd and closed.rcvd.code == reject_nul.REFUSED):
            said.errors.append(f"game {game_id}: {closed} instead of news")


async def _closes(socket: ClientConnection, said: Said) -> None:
    """What is no message ends the socket with the reason."""
    try:
        async with asyncio.timeout(PATIENCE):
            async for _news in socket:
                pass
        code = socket.close_code or 1006
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 1006
    except TimeoutError:
        said.errors.append("a frame that is none was taken")
        return
    said.closed[code] += 1
    if code not in CLOSED:
        said.errors.append(f"closed with {code} for a frame that is none")
