"""Whatever befalls an upgrade, all of one release runs at its end; a program of ours stands for
`docker`. `script/drill containers` does it with containers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from boardgames.models import Heartbeat
from boardgames.supervisor import backup, containers, upgrade
from boardgames.supervisor.home import CHECKOUT, Home
from tests.platform import upgrading
from tests.platform.server import eventually
from tests.sites import variables

pytestmark = pytest.mark.slow

OLD_RULES = {"imhotep": 1}
#: The words of `docker` at each step, in their order.
STEPS = {
    "build": "build web",
    "trial": "worker sh -c",
    "prepare": "--no-deps prepare",
    "web": "--scale web=2 web",
    "others": "up --detach --no-deps worker",
}


class Site:
    """A checkout with two commits, from which containers of the older one run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.checkout = folder, folder / "checkout"
        self.checkout.mkdir()
        upgrading.make_docker(folder)
        self.git("init", "--quiet", "--initial-branch=main")
        self.old, self.new = self.release("old"), self.release("new")
        self.git("checkout", "--quiet", self.old)
        self.env = f"SITE_URL=https://a.example\nVERSION={self.old}\nCONTACT=x\n"
        (self.checkout / ".env").write_text(self.env)
        parts = {"web-1": "web", **{part: part for part in containers.OTHERS}}
        boxes = {
            name: {"part": part, "tag": self.old, "runs": True} for name, part in parts.items()
        }
        self.write("state", {"containers": boxes, "made": 1, "newer": 0})
        self.befall()

    def write(self, name: str, data: dict[str, Any]) -> None:
        (self.folder / f"{name}.json").write_text(json.dumps(data))

    def befall(self, **faults: object) -> None:
        self.write("faults", {"versions": OLD_RULES, **faults})

    def release(self, words: str) -> str:
        (self.checkout / "words").write_text(words)
        self.git("add", "--all")
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        self.git(*who, "commit", "--quiet", "--message", words)
        return self.git("rev-parse", "--short=12", "HEAD")

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.checkout, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def start(self, *words: str) -> subprocess.Popen[str]:
        (self.folder / "waits").unlink(missing_ok=True)
        (self.folder / "go").unlink(missing_ok=True)
        return subprocess.Popen(
            [sys.executable, "-m", "tests.platform.upgrading", str(self.folder), *words],
            cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "BOARDGAMES_HOME": str(self.folder / "home"), "VERSION": "mine"},
        )  # fmt: skip

    def upgrade(self, *words: str) -> tuple[int, str]:
        """The exit code, and what was said."""
        process = self.start(*words)
        said, _ = process.communicate(timeout=60)
        return process.returncode, said

    def at(self, step: str, **faults: object) -> subprocess.Popen[str]:
        """An upgrade that is at this step, and stays there until it is let go."""
        self.befall(waits=step, **faults)
        process = self.start(self.new)
        assert eventually((self.folder / "waits").exists, 30)
        return process

    def let_go(self) -> None:
        (self.folder / "go").touch()

    def finished(self, process: subprocess.Popen[str]) -> tuple[int, str]:
        said, _ = process.communicate(timeout=60)
        return process.returncode, said

    def runs(self) -> dict[str, list[str]]:
        """The releases of each part's containers that run."""
        found: dict[str, list[str]] = {}
        boxes = json.loads((self.folder / "state.json").read_text())["containers"]
        for box in boxes.values():
            assert box["runs"]
            found.setdefault(box["part"], []).append(box["tag"])
        return found

    def is_all(self, release: str) -> bool:
        """Whether containers, checkout and `.env` are of one release, and nothing is half way."""
        whole = {part: [release] for part in ("web", *containers.OTHERS)}
        assert self.runs() == whole
        assert self.git("rev-parse", "--short=12", "HEAD") == release
        assert f"VERSION={release}\n" in (self.checkout / ".env").read_text()
        assert "CONTACT=x\n" in (self.checkout / ".env").read_text()
        assert not (self.folder / "home" / "upgrade.json").exists()
        return True

    def steps(self) -> list[str]:
        """Which steps were come to, by whose image, with which release in the checkout."""
        said = [json.loads(line) for line in (self.folder / "said").read_text().splitlines()]
        return [
            f"{step} of {(tag == self.new and 'new') or 'old'} at {release}"
            for tag, release, *words in said
            for step, named in STEPS.items()
            if named in " ".join(words)
        ]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_an_upgrade_tries_then_replaces_part_after_part_and_ends_as_the_new_release(
    site: Site,
) -> None:
    code, said = site.upgrade("--compose", site.new)
    assert (code, site.is_all(site.new)) == (0, True), said
    assert site.steps() == [f"{step} of new at new" for step in STEPS]
    assert upgrade.NO_WAY_BACK in said
    assert f"is: script/upgrade {site.old}" in said


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails_leaves_all_of_the_release_before(site: Site, step: str) -> None:
    site.befall(fails=f"{site.new} " if step == "build" else STEPS[step])
    code, said = site.upgrade(site.new)
    assert code == 1
    if step != "others":  # which fails on the way back, too: docker itself is ill
        assert site.is_all(site.old)
        assert f"All parts of {site.old} keep running" in said


def test_what_fails_on_the_way_back_too_is_finished_when_docker_answers_again(site: Site) -> None:
    site.befall(fails=STEPS["others"])
    code, said = site.upgrade(site.new)
    assert code == 1
    assert "`script/upgrade` without a revision finishes it" in said
    assert "finish it first" in site.upgrade(site.new)[1]
    site.befall()
    code, said = site.upgrade()
    assert (code, site.is_all(site.old)) == (1, True), said


def test_a_worker_that_gives_no_sign_of_life_leaves_all_of_the_release_before(site: Site) -> None:
    site.befall(silent=True)
    code, said = site.upgrade(site.new)
    assert (code, site.is_all(site.old)) == (1, True)
    assert "no sign of life from worker within 60 s" in said


def test_after_a_move_under_new_rules_a_worker_that_gives_no_sign_leaves_all_of_the_new_release(
    site: Site,
) -> None:
    site.befall(silent=True, moves=f"{site.new} {STEPS['others'].split(' worker')[0]}")
    code, said = site.upgrade(site.new)
    assert (code, site.is_all(site.new)) == (1, True), said
    assert "3 games were moved under new rules" in said
    assert "there is no way back" in said


@pytest.mark.parametrize("step", [*STEPS, "backup"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_upgrade_leaves_all_of_the_release_before(
    site: Site, step: str, how: signal.Signals
) -> None:
    process = site.at(STEPS.get(step, step))
    process.send_signal(how)
    time.sleep(0.3)
    site.let_go()
    code, said = site.finished(process)
    assert (code, site.is_all(site.old)) == (1, True), said
    assert "somebody stopped it" in said


@pytest.mark.parametrize("step", ["web", "others"])
def test_an_upgrade_interrupted_after_a_move_under_new_rules_is_completed(
    site: Site, step: str
) -> None:
    process = site.at(STEPS[step], moves=f"{site.new} up")
    process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    site.let_go()
    code, said = site.finished(process)
    assert (code, site.is_all(site.new)) == (1, True), said


@pytest.mark.parametrize("step", STEPS)
def test_a_lost_terminal_does_not_end_it(site: Site, step: str) -> None:
    process = site.at(STEPS[step])
    assert process.stdout
    process.stdout.close()
    process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    site.let_go()
    assert process.wait(60) == 0
    assert site.is_all(site.new)
    assert f"This is {site.new} now" in (site.folder / "home" / "upgrade.log").read_text()


@pytest.mark.parametrize("step", ["trial", "web", "others"])
def test_it_goes_on_when_whoever_started_it_is_killed(site: Site, step: str) -> None:
    process = site.at(STEPS[step])
    process.kill()
    process.wait()
    assert "An upgrade is under way" in site.upgrade(site.new)[1]
    site.let_go()
    assert eventually(lambda: "This is" in (site.folder / "home" / "upgrade.log").read_text(), 30)
    assert eventually(lambda: not (site.folder / "home" / "upgrade.json").exists(), 10)
    assert site.is_all(site.new)


@pytest.mark.parametrize("step", [*STEPS, "stop web-1"])
def test_it_is_brought_to_an_end_when_the_work_itself_is_killed(site: Site, step: str) -> None:
    process = site.at(STEPS.get(step, step))
    (worker,) = psutil.Process(process.pid).children()
    worker.kill()
    time.sleep(0.3)
    site.let_go()
    _code, said = site.finished(process)
    assert "killed half way" in said
    assert site.is_all(site.new if step == "stop web-1" else site.old)


@pytest.mark.parametrize("step", ["web", "others"])
def test_what_was_killed_as_a_whole_is_finished_later_by_hand(site: Site, step: str) -> None:
    process = site.at(STEPS[step])
    family = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    for each in family:
        each.kill()
    process.wait()
    assert len(site.runs()["web"]) == 2  # half of each
    site.befall()
    code, said = site.upgrade()
    assert (code, site.is_all(site.old)) == (1, True), said
    assert site.upgrade(site.new)[0] == 0
    assert site.is_all(site.new)


def test_changes_in_the_checkout_are_not_thrown_away(site: Site) -> None:
    (site.checkout / "words").write_text("mine")
    code, said = site.upgrade(site.new)
    assert code == 1
    assert "changes in the checkout" in said
    assert (site.checkout / "words").read_text() == "mine"
    assert not (site.folder / "said").exists()


def test_without_an_upgrade_half_way_there_is_nothing_to_finish(site: Site) -> None:
    code, said = site.upgrade()
    assert (code, site.is_all(site.old)) == (1, True)
    assert "No upgrade is unfinished" in said


def test_the_trial_gets_a_copy_of_the_data_which_is_gone_afterwards(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", variables()["DATABASE_URL"])
    monkeypatch.setattr(upgrade, "COPY", f"copy_{os.getpid()}")
    monkeypatch.setattr(containers, "remove", lambda *names: None)
    copy = make_conninfo(variables()["DATABASE_URL"], dbname=upgrade.COPY)
    Heartbeat.note("worker")
    backup.write(tmp_path / "a.backup", Home(tmp_path))
    upgrade._copy(tmp_path / "a.backup", Home(tmp_path))
    with psycopg.connect(copy) as connection:
        found = connection.execute("SELECT name FROM boardgames_heartbeat").fetchall()
    assert ("worker",) in found
    upgrade._end_trial()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(copy)
