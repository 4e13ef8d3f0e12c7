"""An upgrade's steps, and the way back where one fails; `script/drill upgrade` does them all."""

import subprocess
from pathlib import Path

import pytest

from boardgames.supervisor import backup, locking, renewing, upgrade
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home


class Steps:
    """A checkout with two commits, and what would be done beside it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.checkout, self.done, self.failing = folder / "checkout", [""], ""
        self.checkout.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        self.release("old")
        self.old = self.git("rev-parse", "HEAD")
        self.release("new")
        self.new = self.git("rev-parse", "HEAD")
        self.git("checkout", "--quiet", self.old)
        self.done.clear()
        monkeypatch.setenv("BOARDGAMES_HOME", str(folder / "home"))
        monkeypatch.setattr(upgrade, "CHECKOUT", self.checkout)
        monkeypatch.setattr(backup, "write", lambda file, home: self.step("backup"))
        monkeypatch.setattr(upgrade, "_install", self.install)
        monkeypatch.setattr(upgrade, "_python", self.run)
        monkeypatch.setattr(renewing, "renew", lambda *words: self.step("renew"))
        monkeypatch.setattr(renewing, "refuse_unless_renewable", lambda running: None)
        monkeypatch.setenv("DATABASE_URL", "postgresql:///none")
        self.lock = self.hold(folder / "home")

    def hold(self, folder: Path) -> object:
        home = Home(folder)
        home.create()
        return locking.held(home, "http://127.0.0.1:1")

    def release(self, words: str) -> None:
        (self.checkout / "words").write_text(words)
        self.git("add", "--all")
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        self.git(*who, "commit", "--quiet", "--message", words)

    def git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.checkout, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def run(self, release: Path, home: Home, *words: str) -> None:
        self.step(" ".join(words[1:]) if "manage.py" in words else "trial", release)

    def install(self, release: Path) -> None:
        """Its code decides which packages there are."""
        self.packages = (release / "words").read_text()
        if self.failing == "install" and release != self.checkout:
            raise CannotStart("so it is")

    def step(self, name: str, where: Path | None = None) -> None:
        """Done with the code that lies there; beside it the checkout may be of another release."""
        code = ((where or self.checkout) / "words").read_text()
        here = (self.checkout / "words").read_text()
        self.done.append(f"{name} at {code}" + (f" beside {here}" if code != here else ""))
        if name == self.failing:
            raise CannotStart("so it is")


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    return Steps(tmp_path, monkeypatch)


def test_the_steps_come_in_their_order(steps: Steps) -> None:
    upgrade.main(steps.new)
    assert steps.done == [
        "backup at old",
        "trial at new beside old",
        "prepare --database at new beside old",
        "prepare --files at new",
        "renew at new",
    ]
    assert steps.git("rev-parse", "HEAD") == steps.new


def test_a_release_that_fails_its_trial_never_meets_the_data(steps: Steps) -> None:
    steps.failing = "trial"
    with pytest.raises(CannotStart, match="goes on"):
        upgrade.main(steps.new)
    assert steps.done == ["backup at old", "trial at new beside old"]
    assert steps.git("rev-parse", "HEAD") == steps.old


def test_packages_that_cannot_be_installed_are_put_back(steps: Steps) -> None:
    steps.failing = "install"
    with pytest.raises(CannotStart, match="goes on"):
        upgrade.main(steps.new)
    assert (steps.done, steps.packages) == (["backup at old"], "old")


def test_the_release_of_before_is_renewed_when_the_next_one_does_not_come_up(steps: Steps) -> None:
    steps.failing = "renew"
    with pytest.raises(CannotStart):
        upgrade.main(steps.new)
    assert steps.done[-2:] == ["prepare --files at old", "renew at old"]
    assert steps.git("rev-parse", "HEAD") == steps.old


def test_changes_in_the_checkout_are_not_thrown_away(steps: Steps) -> None:
    (steps.checkout / "words").write_text("mine")
    with pytest.raises(CannotStart, match="changes in the checkout"):
        upgrade.main(steps.new)
    assert steps.done == []
    assert (steps.checkout / "words").read_text() == "mine"


def test_what_is_no_revision_is_refused(steps: Steps) -> None:
    with pytest.raises(CannotStart, match="goes on"):
        upgrade.main("nonsense")
    assert steps.done == ["backup at old"]
