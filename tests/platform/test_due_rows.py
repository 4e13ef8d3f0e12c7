"""Ticks that go through rows: one that fails holds up no other and is not tried at every tick."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.test.utils import CaptureQueriesContext

from boardgames.celery import due_rows
from boardgames.models import Failure
from tests.games.times import Times

pytestmark = pytest.mark.django_db


class Acts:
    """Acts on rows, and fails on some."""

    def __init__(self, *failing: int, error: type[Exception] = ZeroDivisionError) -> None:
        self.failing, self.error = set(failing), error
        self.tried: list[int] = []

    def __call__(self, row: int) -> bool:
        self.tried.append(row)
        if row in self.failing:
            raise self.error("a slip")
        return row % 2 == 1


def test_each_row_once_and_those_count_on_which_it_had_an_effect() -> None:
    acts = Acts()
    assert due_rows.process_each("rows", [3, 1, 3, 2], acts) == 2
    assert acts.tried == [3, 1, 2]


def test_a_row_that_fails_holds_up_no_other(times: Times) -> None:
    acts = Acts(1)
    assert due_rows.process_each("rows", [1, 3], acts) == 1
    failure = Failure.objects.get()
    assert (failure.scan, failure.row, failure.times) == ("rows", 1, 1)
    assert "a slip" in failure.error


def test_it_rests_for_longer_each_time_and_at_most_a_day(times: Times) -> None:
    acts = Acts(1)
    for minutes in (1, 2, 4, 8):
        due_rows.process_each("rows", [1], acts)
        assert Failure.objects.get().rests_until == times.now + timedelta(minutes=minutes)
        tried = len(acts.tried)
        times.go(minutes=minutes, seconds=-1)
        due_rows.process_each("rows", [1], acts)
        assert len(acts.tried) == tried
        times.go(seconds=1)
    Failure.objects.update(times=500)
    due_rows.process_each("rows", [1], acts)
    assert Failure.objects.get().rests_until == times.now + timedelta(days=1)


def test_the_rest_of_one_scan_is_none_of_another(times: Times) -> None:
    acts = Acts(1)
    due_rows.process_each("rows", [1], acts)
    due_rows.process_each("other rows", [1], acts)
    assert acts.tried == [1, 1]


def test_a_row_that_works_again_is_forgotten(times: Times) -> None:
    acts = Acts(1)
    due_rows.process_each("rows", [1], acts)
    acts.failing.clear()
    times.go(minutes=1)
    assert due_rows.process_each("rows", [1], acts) == 1
    assert not Failure.objects.exists()


def test_a_task_at_the_end_of_its_time_ends_and_the_row_rests() -> None:
    acts = Acts(1, error=SoftTimeLimitExceeded)
    with pytest.raises(SoftTimeLimitExceeded):
        due_rows.process_each("rows", [1, 3], acts)
    assert acts.tried == [1]
    assert Failure.objects.get().row == 1


def test_nothing_to_do_asks_nothing() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert due_rows.process_each("rows", [], Acts()) == 0
    assert len(queries) == 0
