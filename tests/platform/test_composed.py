"""An upgrade of what `docker compose` runs, and the way back; a program of ours stands for it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boardgames.supervisor import backup, composed, upgrade
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home

#: Notes what it is told, VERSION, and the release in the checkout; fails when told to. Web's
#: containers are the names in a file; one more is there as soon as it is asked for, well or not.
DOCKER = """#!/usr/bin/env python3
import json, os, pathlib, sys
words = sys.argv[1:] if sys.argv[1] != "compose" else sys.argv[2:]
webs = pathlib.Path("{webs}")
if words[0] == "ps":
    print(webs.read_text())
    sys.exit()
note = [os.environ.get("VERSION", ""), pathlib.Path("words").read_text(), *words]
with open("{said}", "a") as said:
    said.write(json.dumps(note) + "\\n")
if "--scale" in words:
    webs.write_text(webs.read_text() + "web-" + note[0] + "\\n")
sys.exit({failing!r} in " ".join([note[0], *words]) if {failing!r} else 0)
"""


class Site:
    """A checkout with two commits from which containers run, and what is told to compose."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.checkout, self._said, self._bin = folder / "checkout", folder / "said", folder / "bin"
        self._webs = folder / "webs"
        self.checkout.mkdir()
        self._bin.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.old, self.new = self.release("old"), self.release("new")
        self.git("checkout", "--quiet", self.old)
        self._webs.write_text("web-1\n")
        self.env.write_text(f"SITE_URL=https://a.example\nVERSION={self.old}\nCONTACT=x\n")
        self.fails("")
        monkeypatch.setenv("PATH", str(self._bin), prepend=":")
        monkeypatch.setenv("BOARDGAMES_HOME", str(folder / "home"))
        monkeypatch.setenv("VERSION", "of whoever calls")
        monkeypatch.delenv("IMAGE", raising=False)
        for name in composed.FOUND:
            monkeypatch.setenv(name, os.environ.get(name, ""))
        for module in (composed, upgrade):
            monkeypatch.setattr(module, "CHECKOUT", self.checkout)
        monkeypatch.setattr(backup, "write", lambda file, home: None)
        monkeypatch.setattr(composed, "_copy", self.copy)

    @property
    def env(self) -> Path:
        return self.checkout / ".env"

    @contextmanager
    def copy(self, file: Path, home: Home) -> Iterator[None]:
        assert file.parent == home.folder / "backups"
        yield

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

    def fails(self, words: str) -> None:
        """Compose, where its words have these in them."""
        program = self._bin / "docker"
        program.write_text(DOCKER.format(said=self._said, webs=self._webs, failing=words))
        program.chmod(0o755)

    def said(self) -> list[list[str]]:
        """Version, release in the checkout, and the words that tell what it was."""
        lines = [json.loads(line) for line in self._said.read_text().splitlines()]
        steps = (
            "build",
            "pull",
            "run",
            "up",
            "sh",
            "prepare",
            "stop",
            "rm",
            *composed.OTHERS,
        )
        webs = ("web", "web=2", "web-1", f"web-{self.new}", f"web-{self.old}")
        telling = {*steps, *webs}
        return [[*line[:2], *[word for word in line[2:] if word in telling]] for line in lines]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(tmp_path, monkeypatch)


@pytest.mark.slow
def test_the_steps_come_in_their_order(site: Site) -> None:
    composed.main(site.new)
    assert site.said() == [
        [site.new, "new", "build", "web"],
        [site.new, "new", "run", "prepare", "sh"],  # the trial
        [site.new, "new", "run", "prepare"],
        [site.new, "new", "up", "web=2", "web"],  # a second one beside the first
        [site.new, "new", "up", *composed.OTHERS],
        ["", "new", "stop", "web-1"],
        ["", "new", "rm", "web-1"],
    ]
    kept = site.env.read_text()
    assert kept == f"SITE_URL=https://a.example\nCONTACT=x\nVERSION={site.new}\n"
    composed.main(site.old, "--pull")
    assert site.said()[7] == [site.old, "old", "pull", "web"]


@pytest.mark.slow
@pytest.mark.parametrize("step", ["build", f"prepare sh -c {composed.TRIAL}"])
def test_an_image_that_fails_before_the_switch_leaves_all_containers_alone(
    site: Site, step: str
) -> None:
    site.fails(step)
    with pytest.raises(CannotStart, match="goes on"):
        composed.main(site.new)
    assert not any("up" in words for words in site.said())
    assert site.git("rev-parse", "--short=12", "HEAD") == site.old
    assert f"VERSION={site.old}\n" in site.env.read_text()


@pytest.mark.slow
def test_a_second_web_that_does_not_get_well_is_taken_away_and_nothing_else_touched(
    site: Site,
) -> None:
    site.fails(f"{site.new} up")
    with pytest.raises(CannotStart, match="goes on"):
        composed.main(site.new)
    assert site.said()[-3:] == [
        [site.new, "new", "up", "web=2", "web"],
        ["", "old", "stop", f"web-{site.new}"],
        ["", "old", "rm", f"web-{site.new}"],
    ]
    assert f"VERSION={site.old}\n" in site.env.read_text()


@pytest.mark.slow
def test_the_parts_of_before_are_taken_when_the_next_ones_do_not_get_well(site: Site) -> None:
    # By what .env says, which is still of before; whoever calls has no say in it.
    site.fails(f"{site.new} up {' '.join((*composed.WAITING, *composed.OTHERS))}")
    with pytest.raises(CannotStart, match="goes on"):
        composed.main(site.new)
    assert site.said()[-4:] == [
        [site.new, "new", "up", *composed.OTHERS],
        ["", "old", "stop", f"web-{site.new}"],
        ["", "old", "rm", f"web-{site.new}"],
        ["", "old", "up", *composed.OTHERS],
    ]
    assert f"VERSION={site.old}\n" in site.env.read_text()


def test_what_cannot_be_is_refused_before_anything_is_done(site: Site) -> None:
    with pytest.raises(CannotStart, match="name a file"):
        composed.main(site.new, "--backup", "pgbackrest:boardgames")
    (site.checkout / "words").write_text("mine")
    with pytest.raises(CannotStart, match="changes in the checkout"):
        composed.main(site.new)
    assert not (site.checkout.parent / "said").exists()
