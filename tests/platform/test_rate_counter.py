"""One way of counting how often somebody does something in a while."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from boardgames.redis import best_effort, rate_counter


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    best_effort._client.flushdb()


def test_so_many_are_allowed_and_no_more_until_the_time_is_over() -> None:
    assert [rate_counter.allow("speak/1", 2, 60) for _time in range(3)] == [True, True, False]
    assert rate_counter.allow("speak/2", 2, 60), "each has a count of their own"
    assert 0 < rate_counter.seconds_left("speak/1", 60) <= 60
    best_effort._client.delete("limit/speak/1")
    assert rate_counter.allow("speak/1", 2, 60)
    assert rate_counter.seconds_left("speak/3", 60) == 60


def test_several_are_counted_at_once() -> None:
    assert rate_counter.allow("invite/1", 5, 60, by=5)
    assert not rate_counter.allow("invite/1", 5, 60)


def test_a_high_limit_holds_over_processes_though_each_seldom_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two processes, each of which has not told Redis of less than a hundredth part."""
    processes, asked, allowed = [rate_counter.LocalCounter(), rate_counter.LocalCounter()], [], 0
    count = best_effort.add_to_counter

    def noted(key: str, seconds: int, by: int = 1) -> int:
        asked.append(by)
        return count(key, seconds, by)

    monkeypatch.setattr(best_effort, "add_to_counter", noted)
    for turn in range(2000):
        monkeypatch.setattr(rate_counter, "local_counter", processes[turn % 2])
        allowed += rate_counter.allow("call/1", 1000, 60)
    assert 1000 <= allowed <= 1000 + 2 * 10
    assert len(asked) <= 102, "and once it is refused Redis is not asked any more"


@pytest.mark.slow
def test_nobody_counts_by_another_way() -> None:
    """Limits that are rows of the database are counted under a lock, see test_limits_raced.py."""
    others = [
        f"{path}:{node.lineno}"
        for room in ("accounts", "community", "games", "notifications")
        for path in Path(room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("hints.count", "cache.incr", "hints.seconds_left")
    ]
    assert others == []
