"""Our own service as people use it: what the scripts of a table's page send, and nothing else.

Each player is a browser with a session: the page once, its two WebSockets, and from then on what
``static/js/table/sending.js``, ``table/page.js``, ``live.js`` and ``bell.js`` ask for. Games are
made by the API, which is not counted.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from isal import isal_zlib

from bench.client import Connection, Socket
from bench.drivers import Settings, drawn
from bench.drivers.browser import Browser


class _Region(msgspec.Struct):
    hash: str
    html: msgspec.Raw


class _News(msgspec.Struct):
    version: int
    stamp: str
    number: int
    regions: dict[str, _Region]


class _Message(msgspec.Struct):
    type: str
    version: int = 0
    waiting: int | None = None
    have: str = ""


class _Made(msgspec.Struct):
    id: int


_news = msgspec.json.Decoder(_News).decode
_message = msgspec.json.Decoder(_Message).decode
_html = msgspec.json.Decoder(str).decode
_made = msgspec.json.Decoder(_Made).decode
_encode = msgspec.json.Encoder().encode


def driver(settings: Settings) -> Service:
    return Service(**settings)


class Service:
    """``people`` are names, tokens and cookies; those of one table sit together again and again."""

    def __init__(
        self, url: str, websocket: str, type: str, people: list[tuple[str, str, str]]
    ) -> None:
        self.url, self.websocket, self.type, self.people = url, websocket, type, people
        self.requests = self.messages = self.received = self.tables = 0
        self._programs: dict[str, Connection] = {}
        self._browsers: dict[str, Connection] = {}

    async def table(self, number: int, players: int) -> Sequence[Page]:
        people = self.people[number * 4 : number * 4 + players]
        self.tables += 1
        turn = self.tables % players  # one person may make only so many games in a minute
        maker, *others = [token for _name, token, _cookie in people[turn:] + people[:turn]]
        new = _encode({"type": self.type, "players": players})
        game = _made(await self._api(maker, "/games", new)).id
        for token in others:
            await self._api(token, f"/games/{game}/join", b"{}")
        taken: list[int] = []  # versions after the moves that were accepted
        pages = [
            Page(self, game, cookie, await self._browser(cookie), taken)
            for _name, _token, cookie in people
        ]
        await asyncio.gather(*(page.load() for page in pages))
        return pages

    async def _api(self, token: str, path: str, body: bytes) -> bytes:
        if token not in self._programs:
            self._programs[token] = await Connection.open(self.url, token)
        return await self._programs[token].ask("POST", f"/api/v1{path}", body)

    def _count(self, received: int) -> None:
        self.requests += 1
        self.received += received

    async def _browser(self, cookie: str) -> Browser:
        if cookie not in self._browsers:
            headers = (
                f"Cookie: {cookie}\r\nOrigin: {self.url}\r\nAccept-Encoding: gzip, deflate\r\n"
            )
            self._browsers[cookie] = await Connection.with_headers(self.url, headers)
        return Browser(self._browsers[cookie], self._count)


class Page:
    """A player's page of one game, which is always visible."""

    def __init__(
        self, service: Service, game: int, cookie: str, browser: Browser, taken: list[int]
    ) -> None:
        self.service, self.cookie, self.browser = service, cookie, browser
        self.path, self.taken = f"/games/{game}/", taken
        self.version, self.choices, self.over = -1, list[str](), False
        self.number = 0
        self.regions: dict[str, str] = {}  # hashes
        self.form: dict[str, str] = {}
        self._newest = self._told = self._noticed = -1
        self._busy = self._asking = self._again = self._counting = self._count_again = False
        self._changed = asyncio.Event()
        self._unsaid: dict[str, object] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: Exception | None = None

    async def load(self) -> None:
        """Open the page; its scripts run."""
        html = (await self.browser.get(self.path, "text/html")).decode()
        self.words = drawn.words(html)
        self.token = self.words["token"]
        self.regions = drawn.regions(html)
        self._take_decision(html)
        self.version = self._noticed = int(self.words["version"])
        more = f"Cookie: {self.cookie}\r\nOrigin: {self.service.url}\r\n"
        self.game_socket = await Socket.open(
            self.service.websocket,
            f"{self.words['socket']}?with=page",
            self._heard,
            more,
            compressed=True,
        )
        self._tell_have()
        self._say(seen=self.version)
        self._refresh()
        self.bell_socket = await Socket.open(
            self.service.websocket, "/ws/me/", self._rung, more, compressed=True
        )

    # What the load client asks of a player.

    async def choose(self, choice: str) -> None:
        """What a click in the bar leads to: a form that is sent, or what asks further."""
        if drawn.asks_how_much(choice):
            form = (await self.browser.get(f"{self.path}{choice}", "text/html")).decode()
            choice = random.choice(drawn.proposed(form))
        self._busy = True
        fields = {
            **self.form,
            "csrfmiddlewaretoken": self.token,
            "choice": choice,
            "have": self._have(),
        }
        news = _news(await self.browser.post(f"{self.path}choose/", fields))
        self.taken.append(news.version)
        self._busy = False
        self._show(news)
        self._tell_have()
        self._noticed = self.version
        if self._is_behind():
            self._refresh()

    async def news(self, seconds: float) -> int | None:
        if max(self._told, self.version) <= self._noticed:
            await self._change(seconds)
        newest = max(self._told, self.version)
        if newest <= self._noticed:
            return None
        self._noticed = newest
        return newest

    async def look(self) -> None:
        """The script brings it by itself; wait for that."""
        while self.version < self._noticed:
            if not await self._change(10.0):
                self._refresh()
                return

    async def newest(self) -> int:
        answer = await self.browser.get(self._news_path())
        return _news(answer).version if answer else self.version

    async def differences(self) -> list[str]:
        """Whether each part of the page, the log among them, is as the service now shows it, and
        each move that was accepted is in the game once."""
        await self._quiet()
        return await self._compared() and await self._compared()  # "seen" may just be noted

    async def _compared(self) -> list[str]:
        now = _news(await self.browser.get(f"{self.path}news/?have=&stamp="))
        self._show(_news(await self.browser.get(self._news_path()) or _encode(now)))
        found = [
            f"{self.path}: {name} of the page is {self.regions.get(name)}, not {region.hash}"
            for name, region in now.regions.items()
            if self.regions.get(name) != region.hash
        ]
        # Each answer is of the move's version, or of a later one where the next came in meanwhile.
        known = sum(version <= now.version for version in self.taken)
        if known != now.number:
            found.append(f"{self.path}: {known} moves were taken, not {now.number}")
        for socket in (self.game_socket, self.bell_socket):
            if socket.closed and socket.closed != "by us":
                found.append(f"{self.path}: a WebSocket was {socket.closed}")
        return found

    def close(self) -> None:
        for socket in (self.game_socket, self.bell_socket):
            self.service.received += socket.received
            socket.close()
        self._changed.set()

    # What the scripts do.

    def _heard(self, message: bytes) -> None:
        self.service.messages += 1
        if not message.startswith(b"{"):
            message = isal_zlib.decompress(message)
        news = _message(message)
        if news.type not in ("game", "page"):
            return
        self._newest = max(self._newest, news.version)
        self._told = max(self._told, news.version)
        waits = self._busy or self._asking
        if news.type == "page" and not waits:
            self._show(_news(message))
            if set(news.have.split(",")) != set(self._have().split(",")):
                self.words["stamp"] = ""
                self._refresh()
        elif news.type == "game" and not waits and self._is_behind():
            self._refresh()
        self._changed.set()

    def _rung(self, message: bytes) -> None:
        self.service.messages += 1
        if _message(message).waiting is None:
            self._count()

    def _is_behind(self) -> bool:
        return self._again or self._newest > self.version

    def _refresh(self) -> None:
        if self._busy or self._asking:
            self._again = True
            return
        self._again, self._asking, self._newest = False, True, 0
        self._start(self._fetch())

    async def _fetch(self) -> None:
        try:
            answer = await self.browser.get(self._news_path())
            if answer and self._busy:
                self._again = True
            elif answer:
                self._show(_news(answer))
                self._tell_have()
        finally:
            self._asking = False
        if self._is_behind() and not self._busy:
            self._refresh()

    def _count(self) -> None:
        self._count_again = self._counting
        if not self._counting:
            self._counting = True
            self._start(self._fetch_count())

    async def _fetch_count(self) -> None:
        await self.browser.get(self.words["count-href"])
        self._counting = False
        if self._count_again:
            self._count()

    def _tell_have(self) -> None:
        self._say(have=self._have(), version=self.version)

    def _say(self, **said: object) -> None:
        """What is said in the same moment goes as one message."""
        if not self._unsaid:
            asyncio.get_running_loop().call_soon(self._say_all)
        self._unsaid |= said

    def _say_all(self) -> None:
        self.game_socket.send(_encode(self._unsaid))
        self._unsaid = {}

    def _show(self, news: _News) -> None:
        if news.version < self.version:
            return
        self.version, self.words["stamp"], self.number = news.version, news.stamp, news.number
        for name, region in news.regions.items():
            self.regions[name] = region.hash
        if "decision" in news.regions:
            self._take_decision(_html(news.regions["decision"].html))
        self._say(seen=self.version)
        self._changed.set()

    def _take_decision(self, html: str) -> None:
        self.over = f'action="{self.path}rematch/' in html
        self.form, self.choices = drawn.decision(html)

    def _have(self) -> str:
        return ",".join(f"{name}:{hash}" for name, hash in self.regions.items())

    def _news_path(self) -> str:
        asked = urlencode({"stamp": self.words["stamp"], "have": self._have()})
        return f"{self.words['news']}{'&' if '?' in self.words['news'] else '?'}{asked}"

    # How it is done.

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            self._failure = self._failure or task.exception()  # type: ignore[assignment]

    async def _quiet(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._failure:
            raise self._failure

    async def _change(self, seconds: float) -> bool:
        self._changed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        if self._failure:
            raise self._failure
        return True
