"""The database is lost with its disk while people play, and comes back from pgBackRest.

Full backup and increment with moves going on, `kill -9`, back to the end of the archive, then to a
moment before a mistake; at last a file of the repository is damaged, which `verify` has to find.
Prints figures as JSON, and ends with 1 if a move is missing that was answered before the archive's
end, or the damage is not found.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import contextmanager
from pathlib import Path

import psycopg

from boardgames.supervisor.console import say
from boardgames.supervisor.home import CHECKOUT, Home
from script.drills import point_in_time
from script.drills.point_in_time import SERVANT, ask, environment, manage, running

DEPLOY = CHECKOUT / "deploy" / "pgbackrest"
STANZA = "boardgames"
#: Between the full backup and the increment.
MOVES = 1000
#: What `verify` says then, and nothing where all is well; it ends with 0 in any case.
WRONG = "status: error"
#: All that were made and not taken back, as a player is answered.
MADE = "SELECT game_id, version FROM games_move"


class Repository:
    """pgBackRest for the PostgreSQL of ``home`` by the files of deploy/, with paths of its own."""

    def __init__(self, program: str, home: Home, folder: Path, also: str) -> None:
        self.program, self.home, self.path = program, home, folder / "repository"
        self._conf = folder / "pgbackrest.conf"
        conf = RawConfigParser(delimiters="=")
        conf.read(DEPLOY / "pgbackrest.conf")
        conf["global"].update({"repo1-path": str(self.path), "repo1-cipher-pass": "drilled"})
        conf["global"].update({"lock-path": f"{folder}/lock", "log-level-file": "off"})
        conf["global"].update({"process-max": "2", "log-level-console": "warn"})
        if also:
            conf.read_string(f"[global]\n{Path(also).read_text()}")
        at = {"path": home.postgres, "socket-path": home.sockets, "user": STANZA}
        conf[STANZA].update({f"pg1-{name}": str(value) for name, value in at.items()})
        with self._conf.open("w") as file:
            conf.write(file, space_around_delimiters=False)
        for made in (self.path, folder / "lock"):
            made.mkdir()
        for owned in (self.path, folder / "lock", self._conf):
            if SERVANT:
                SERVANT.own(owned)

    @property
    def settings(self) -> tuple[str, ...]:
        """What PostgreSQL is told by the file of deploy/, with the path of the program."""
        lines = (DEPLOY / "postgresql.conf").read_text().splitlines()
        said = [line.replace(" = ", "=").replace("'", "") for line in lines if "=" in line]
        ours = f"{self.program} --config={self._conf}"
        return tuple(line.replace("pgbackrest", ours, 1) for line in said)

    def __call__(self, *words: str) -> str:
        done = self.tried(*words)
        if done.returncode:
            raise SystemExit(f"pgbackrest {' '.join(words)}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def tried(self, *words: str) -> "subprocess.CompletedProcess[str]":
        command = [self.program, f"--config={self._conf}", f"--stanza={STANZA}", *words]
        return subprocess.run(
            command, capture_output=True, text=True, cwd="/",
            env={**os.environ, "PGPASSWORD": self.home.secret("database_password")},
            user=SERVANT.uid if SERVANT else None, group=SERVANT.gid if SERVANT else None,
            extra_groups=[] if SERVANT else None,
        )  # fmt: skip

    def try_out(self) -> float:
        """As `script/restore --try` does it, and an upgrade; how long it took."""
        began = time.monotonic()
        words = ("-m", "boardgames.supervisor.restore", "--try", f"pgbackrest:{STANZA}")
        env = {**environment(self.home), "PGBACKREST_CONFIG": str(self._conf)}
        subprocess.run([sys.executable, *words], env=env, cwd=CHECKOUT, check=True)
        return time.monotonic() - began

    def back_up(self, how: str) -> dict[str, float]:
        """Its seconds, and the megabytes of the database and of what was added."""
        began = time.monotonic()
        self("backup", f"--type={how}")
        took = time.monotonic() - began
        (told,) = json.loads(self("info", "--output=json"))
        last = told["backup"][-1]["info"]
        sizes = {"database": last["size"], "added": last["repository"]["delta"]}
        return {"seconds": round(took, 1), **{key: round(n / 1e6, 1) for key, n in sizes.items()}}


class Playing:
    """Random moves in a process beside us; ``answered`` are those answered up to now."""

    def __init__(self, home: Home) -> None:
        self.answered: list[tuple[int, int]] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "script.drills.moves", "1000000"],
            env=environment(home), cwd=CHECKOUT, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            game, version = json.loads(line)
            self.answered.append((game, version))

    def wait_for(self, number: int) -> None:
        """Until so many more are answered."""
        until = len(self.answered) + number
        while len(self.answered) < until:
            if self._process.poll() is not None:
                raise SystemExit("nobody can move any more")
            time.sleep(0.02)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._reading.join()


@contextmanager
def playing(home: Home) -> Iterator[Playing]:
    players = Playing(home)
    try:
        yield players
    finally:
        players.end()


def run(games: str = "3000", also: str = "") -> None:
    """``also``: a file with further settings for [global], such as those of S3."""
    program = shutil.which("pgbackrest")
    if program is None:
        sys.exit("There is no pgBackRest: apt-get install pgbackrest (2.57 or newer, for 18).")
    with tempfile.TemporaryDirectory(prefix="boardgames-drill-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        home = Home(folder / "home")
        home.create()
        repository = Repository(program, home, folder, also)
        told = lose_all(home, repository, games)
        told |= take_back(home, repository)
        told |= {"damage found": also != "" or damage(repository)}
        print(json.dumps(told, indent=1))
        if told["missing"] or not told["as it was then"] or not told["damage found"]:
            sys.exit(1)


def lose_all(home: Home, repository: Repository, games: str) -> dict[str, object]:
    """Backups while people play, then a lost disk; all is there that the archive had."""
    with running(home, repository.settings) as process:
        repository("stanza-create")
        repository("check")
        manage(home, "prepare", "--database")
        fill = [sys.executable, "-m", "script.drills.filling", games]
        subprocess.run(fill, env=environment(home), cwd=CHECKOUT, check=True)
        with playing(home) as players:
            players.wait_for(20)
            full = repository.back_up("full")
            say(f"a full backup: {full}")
            players.wait_for(MOVES)
            increment = repository.back_up("incr")
            say(f"an increment: {increment}")
            tried = repository.try_out()
            players.wait_for(100)
            kept = list(players.answered)
            point_in_time.wait_for_archive(home)
            players.wait_for(20)
            process.send_signal(signal.SIGKILL)
            process.wait()
    began = time.monotonic()
    shutil.rmtree(home.postgres)
    home.postgres.mkdir(mode=0o700)
    if SERVANT:
        SERVANT.own(home.postgres)
    repository("restore")
    read = time.monotonic() - began
    with recovered(home, repository):
        back = time.monotonic() - began
        there = made(home)
        manage(home, "replay_games", "--sample", "20")
    lost = [move for move in players.answered if move not in there]
    missing = [move for move in kept if move not in there]
    say(f"{len(players.answered)} moves answered, {len(lost)} lost, {len(missing)} of the archive")
    return {
        "full": full,
        "increment": increment,
        "seconds to try it": round(tried, 1),
        "seconds to read back": round(read, 1),
        "seconds until it answered": round(back, 1),
        "answered": len(players.answered),
        "answered before the end of the archive": len(kept),
        "lost": len(lost),
        "missing": missing,
    }


def take_back(home: Home, repository: Repository) -> dict[str, object]:
    """Somebody deletes all moves; back to the moment before."""
    with running(home, repository.settings) as process:
        with playing(home) as players:
            players.wait_for(100)
        (moment,) = ask(home, "SELECT clock_timestamp()::text")
        then = made(home)
        time.sleep(0.1)  # a moment later than that one, by the clock
        ask(home, "DELETE FROM games_move RETURNING 1")
        point_in_time.wait_for_archive(home)
        process.send_signal(signal.SIGKILL)
        process.wait()
    began = time.monotonic()
    (home.postgres / "postmaster.pid").unlink(missing_ok=True)
    to_then = ("--type=time", f"--target={moment}", "--target-action=promote")
    repository("--delta", *to_then, "restore")
    with recovered(home, repository):
        took = time.monotonic() - began
        return {"seconds back to a moment": round(took, 1), "as it was then": made(home) == then}


def damage(repository: Repository) -> bool:
    """Whether `verify` finds a file of a backup that has other bytes, and nothing before."""
    before = repository("verify", "--output=text")
    files = [path for path in repository.path.glob("backup/*/*/bundle/*") if path.is_file()]
    largest = max(files, key=lambda path: path.stat().st_size)
    with largest.open("r+b") as file:
        file.seek(largest.stat().st_size // 2)
        file.write(b"damaged")
    after = repository("verify", "--output=text")
    say(f"verify, before and after a file was damaged:\n{before}{after}")
    return not before.strip() and WRONG in after


@contextmanager
def recovered(home: Home, repository: Repository) -> Iterator[None]:
    with running(home, repository.settings):
        while ask(home, "SELECT pg_is_in_recovery()")[0]:
            time.sleep(0.05)
        yield


def made(home: Home) -> set[tuple[int, int]]:
    with psycopg.connect(home.database_url) as connection:
        return set(connection.execute(MADE).fetchall())
