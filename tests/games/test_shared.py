"""What is read once for all who are shown a position."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.storage.shared import Shared


def test_whoever_comes_second_waits_for_the_first_and_has_the_same() -> None:
    shared, begun, may_end, made = Shared(), threading.Event(), threading.Event(), list[str]()

    def slowly() -> str:
        begun.set()
        assert may_end.wait(10)
        made.append("slowly")
        return "slowly"

    def at_once() -> str:
        made.append("at once")
        return "at once"

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(shared.once, "beside", slowly)
        assert begun.wait(10)
        second = threads.submit(shared.once, "beside", at_once)
        may_end.set()
        assert [first.result(10), second.result(10)] == ["slowly", "slowly"]
    assert made == ["slowly"]


def test_names_are_apart() -> None:
    shared = Shared()
    assert [shared.once("one", lambda: 1), shared.once("other", lambda: 2)] == [1, 2]


def test_what_fails_is_tried_again_by_the_next() -> None:
    shared = Shared()
    with pytest.raises(ZeroDivisionError):
        shared.once("beside", lambda: 1 // 0)
    assert shared.once("beside", lambda: 2) == 2
