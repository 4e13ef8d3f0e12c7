"""What is read once for all who are shown a position."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.storage.memo import Memo


def test_whoever_comes_second_waits_for_the_first_and_has_the_same() -> None:
    memo, begun, may_end, made = Memo(), threading.Event(), threading.Event(), list[str]()

    def slowly() -> str:
        begun.set()
        assert may_end.wait(10)
        made.append("slowly")
        return "slowly"

    def at_once() -> str:
        made.append("at once")
        return "at once"

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(memo.get_or_make, "beside", slowly)
        assert begun.wait(10)
        second = threads.submit(memo.get_or_make, "beside", at_once)
        may_end.set()
        assert [first.result(10), second.result(10)] == ["slowly", "slowly"]
    assert made == ["slowly"]


def test_names_are_apart() -> None:
    memo = Memo()
    assert [memo.get_or_make("one", lambda: 1), memo.get_or_make("other", lambda: 2)] == [1, 2]


def test_what_fails_is_tried_again_by_the_next() -> None:
    memo = Memo()
    with pytest.raises(ZeroDivisionError):
        memo.get_or_make("beside", lambda: 1 // 0)
    assert memo.get_or_make("beside", lambda: 2) == 2
