"""`manage.py try_parts`: a release's web, worker and beat on the data, and a move in each type."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import CHECKOUT, Home
from boardgames.supervisor.postgres import Postgres
from boardgames.supervisor.valkey import Valkey
from games.rules import registry
from tests.platform.server import environment_without_servers, remove, used_home

#: A process of Celery's that does not start: the worker, or the beat.
ENDS = "import os, sys\nif {part!r} in sys.orig_argv and 'celery' in sys.orig_argv: os._exit(3)\n"
#: One that starts, and does nothing.
HANGS = ENDS.replace("os._exit(3)", "__import__('time').sleep(600)")


@pytest.fixture(scope="module")
def data() -> Iterator[Home]:
    """A service's database and Valkey, without the service."""
    home = used_home()
    with ExitStack() as running:
        running.callback(remove, home)
        for server in (Postgres(home, Servant.needed()), Valkey(home, Servant.needed())):
            server.prepare()
            process = server.start(None)
            running.callback(children.end_child, process, server.ending, 20)
            server.wait(process)
        yield home


def tried(home: Home, **variables: str) -> tuple[int, str]:
    """The exit code of the command, and what it said."""
    done = subprocess.run(
        [sys.executable, "manage.py", "try_parts"],
        cwd=CHECKOUT,
        env={**environment_without_servers(), "BOARDGAMES_HOME": str(home.folder), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_a_release_whose_parts_work_plays_each_game_type(data: Home) -> None:
    code, said = tried(data)
    assert code == 0, said
    assert "web, worker and beat work" in said
    for rules in registry.all():
        assert f"{rules.slug}: a move, and a bot's" in said


@pytest.mark.slow
@pytest.mark.xdist_group("server")
@pytest.mark.parametrize("part", ["worker", "beat"])
def test_a_part_that_does_not_start_is_named(data: Home, part: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ENDS.format(part=part))
    code, said = tried(data, PYTHONPATH=os.pathsep.join([str(tmp_path), str(CHECKOUT)]))
    assert code == 1
    assert f"{part} has ended with 3" in said


@pytest.mark.slow
@pytest.mark.xdist_group("server")
def test_a_worker_that_starts_and_does_nothing_is_named(data: Home, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HANGS.format(part="worker"))
    code, said = tried(data, PYTHONPATH=os.pathsep.join([str(tmp_path), str(CHECKOUT)]))
    assert code == 1
    assert "worker gives no sign of life within 60 s" in said
