"""A disk that is full costs what must be stored, never a process, and a line for each request."""

import importlib
import io
import json
import logging
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from boardgames import logs
from boardgames.celery import app
from boardgames.http import figure_files, metrics
from boardgames.http.figure_files import ReservedDict


@contextmanager
def files_end_at(size: int) -> Iterator[None]:
    """Writing further is an OSError, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def has_holes(file: Path) -> bool:
    """Whether a part of it has no place on the disk: to write there is the end of a process."""
    return file.stat().st_blocks * 512 < file.stat().st_size


def write_many(figure: Any) -> None:
    for number in range(2_000):
        figure.write_value(f"a figure with quite a long name, {number}", number, 0.0)


def test_a_file_of_figures_has_its_place_on_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "histogram_1.db"
    figure: Any = ReservedDict(str(file))
    assert not has_holes(file)
    write_many(figure)
    assert not has_holes(file)
    assert file.stat().st_size >= 2 * figure_files.FIRST
    again: Any = ReservedDict(str(file))
    assert again.read_value("a figure with quite a long name, 1999") == (1999.0, 0.0)


def test_a_full_disk_is_an_error_and_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "histogram_1.db"
    figure: Any = ReservedDict(str(file))
    size = file.stat().st_size
    with files_end_at(size + 100), pytest.raises(OSError, match="File too large"):
        write_many(figure)
    assert file.stat().st_size == size
    figure.write_value("now there is room", 1.0, 0.0)


def test_the_files_of_web_processes_are_made_so() -> None:
    values: Any = importlib.import_module("prometheus_client.values")
    before = values.MmapedDict
    try:
        figure_files.use()
        assert values.MmapedDict is ReservedDict
    finally:
        values.MmapedDict = before


def test_a_figure_that_cannot_be_stored_costs_no_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_labels: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(metrics.REQUESTS, "labels", full)
    assert client.get("/healthz").status_code == 200


def test_a_database_without_room_is_one_line_of_the_log() -> None:
    output = io.StringIO()
    try:
        logs.configure(json=True, level="INFO")
        [handler] = logging.getLogger().handlers
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(output)
        try:
            raise OperationalError("could not extend file: No space left\nHINT: make room")
        except OperationalError as error:
            logging.getLogger("django.request").error("Service Unavailable: /", exc_info=error)
            logging.getLogger("django.request").exception("Service Unavailable: /")
        try:
            raise ZeroDivisionError
        except ZeroDivisionError:
            logging.getLogger("django.request").exception("Internal Server Error: /")
    finally:
        logs.configure(json=False, level="WARNING")
    first, second, fault = map(json.loads, output.getvalue().splitlines())
    for line in (first, second):
        assert line["error"] == "could not extend file: No space left HINT: make room"
        assert "exception" not in line
    assert "Traceback" in fault["exception"], "what is ours to mend is told whole"


def test_a_broker_that_takes_nothing_is_no_end_of_a_worker() -> None:
    assert app.conf.broker_channel_error_retry
