"""What a web process is sent of what others tell: what its own sockets listen to, all of that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from boardgames.redis import best_effort, messages, subscriptions
from boardgames.redis.subscriptions import Hub


class Listening:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[str] = asyncio.Queue()

    def heard(self, news: messages.News) -> None:
        self.news.put_nowait(news)

    def lost(self) -> None:
        self.news.put_nowait("lost")


def sent(topic: str) -> int:
    """To how many connections Valkey sends what is told of this topic."""
    return int(
        best_effort._line.ask("PUBLISH", best_effort.channel(topic), messages.text([topic], {}))
    )


def tell(*topics: str) -> Coroutine[Any, Any, bool]:
    return asyncio.to_thread(best_effort.publish, messages.text(topics, {}))


def end_subscriptions() -> None:
    """Those of this process of tests: each has a numbered database of its own."""
    own = str(best_effort._client.connection_pool.connection_kwargs.get("db", 0))
    for client in best_effort._client.client_list(_type="pubsub"):
        if client["db"] == own:
            best_effort._client.client_kill_filter(_id=client["id"])


def with_hub(act: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        here = Hub()
        await asyncio.wait_for(act(here), 60)
        if here._line:
            here._line._task.cancel()

    asyncio.run(run())


def test_a_process_is_sent_nothing_of_games_that_nobody_here_looks_at() -> None:
    async def act(here: Hub) -> None:
        one, other = Listening(), Listening()
        await here.join("1", one)
        await here.join("1", other)
        assert (sent("1"), sent("2")) == (1, 0)
        assert await tell("2", "u5", "1")
        assert [await each.news.get() for each in (one, other)] == ["{}", "{}"]
        here.leave("1", one)
        here.leave("1", one)  # as a socket does that had not come so far
        assert sent("1") == 1
        here.leave("1", other)
        await here.join("3", other)  # by then Valkey has done what was ordered before
        assert (sent("1"), sent("3")) == (0, 1)

    with_hub(act)


def test_a_client_that_reconnects_at_once_misses_nothing_sent_from_then_on() -> None:
    async def act(here: Hub) -> None:
        stays, comes = Listening(), Listening()
        await here.join("u1", stays)
        for _time in range(50):
            joining = asyncio.create_task(here.join("7", comes))
            await asyncio.sleep(0)
            here.leave("7", comes)  # before Valkey has said that it listens
            await here.join("7", comes)
            await joining
            while not comes.news.empty():
                comes.news.get_nowait()
            await tell("7")
            assert await comes.news.get() == "{}"
            here.leave("7", comes)

    with_hub(act)


def test_a_thousand_who_come_at_once_all_hear() -> None:
    async def act(here: Hub) -> None:
        many = {str(number): Listening() for number in range(1000)}
        await asyncio.gather(*(here.join(topic, each) for topic, each in many.items()))
        assert await tell(*many)
        assert {await each.news.get() for each in many.values()} == {"{}"}

    with_hub(act)


def test_a_connection_by_which_nobody_listens_any_more_lives_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subscriptions, "QUIET", 0.01)

    async def act(here: Hub) -> None:
        one, tried = Listening(), asyncio.Queue[None]()
        await here.join("1", one)
        assert here._line
        line, order = here._line, here._line._orders.put_nowait

        def noted(what: tuple[str, ...]) -> None:
            order(what)
            if what == ("PING",):
                tried.put_nowait(None)

        monkeypatch.setattr(line._orders, "put_nowait", noted)
        here.leave("1", one)
        await tried.get()
        again = asyncio.create_task(tried.get())  # once the first was answered
        await asyncio.wait({again, line._task}, return_when=asyncio.FIRST_COMPLETED)
        assert not line._task.done()
        again.cancel()

    with_hub(act)


def test_all_are_told_when_the_connection_is_lost_and_may_come_again() -> None:
    async def act(here: Hub) -> None:
        one, other = Listening(), Listening()
        await here.join("1", one)
        await here.join("u1", other)
        await asyncio.to_thread(end_subscriptions)
        assert [await each.news.get() for each in (one, other)] == ["lost", "lost"]
        assert not here._listeners
        await here.join("1", one)
        assert sent("1") == 1
        assert await one.news.get() == "{}"

    with_hub(act)
