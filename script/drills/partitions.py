"""The table of moves becomes 64 parts while people play, goes back, and becomes parts for good.

By the files in `deploy/partitions/`, as an operator runs them. Ends with 1 if an answered move is
missing or there twice, the two tables differ, or a look at a game goes through other parts.
"""

import json
import subprocess
import sys
import threading
import time

import psycopg

from boardgames.supervisor import reaching
from boardgames.supervisor.console import say
from boardgames.supervisor.home import CHECKOUT, Home
from script.drills.upgrade import TABLES, environment, plan, python, serving
from tests.faults.load import Load
from tests.faults.telling import left_to_tell
from tests.platform.server import eventually, new_home, remove

STEPS = CHECKOUT / "deploy" / "partitions"
#: Games that lie there before, of some 120 moves each.
GAMES = 3_000
#: The copy is ended so often before it may come to its end.
STOPS = 3
#: Tries to get a lock on a table that is never at rest.
TRIES = 50
END_THE_COPY = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE query LIKE '%CALL games_copy_moves%' AND pid <> pg_backend_pid()"""
COPIED = "SELECT upto FROM games_move_copied"
PLAN = """
    EXPLAIN (FORMAT JSON)
    SELECT * FROM games_move WHERE game_id = 1 ORDER BY version DESC LIMIT 40"""


class Operator:
    """Runs the steps against a database on which others work."""

    def __init__(self, home: Home) -> None:
        self.url = home.database_url
        words, self._env = reaching.as_client(self.url)
        program = reaching.program("psql", home)
        self._psql = [program, *words, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]

    def run(self, name: str) -> None:
        """A step, again where it could not get its locks."""
        began = time.monotonic()
        for tried in range(1, TRIES + 1):
            if not (refused := self.tried(name)):
                return say(f"{name}: {time.monotonic() - began:.1f} s, {tried} tries")
            if "lock timeout" not in refused:
                sys.exit(refused)
            time.sleep(0.2)
        sys.exit(f"{name} did not get its locks in {TRIES} tries")

    def tried(self, name: str) -> str:
        """Why a step was refused, if it was."""
        done = subprocess.run(
            [*self._psql, "--file", str(STEPS / name)],
            env=self._env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        return done.stderr if done.returncode else ""

    def ask(self, question: str) -> object:
        with psycopg.connect(self.url, autocommit=True) as connection:
            ((answer,),) = connection.execute(question.encode()).fetchall()
        return answer

    def copy_in_pieces(self) -> None:
        """The copy is killed while it works, and goes on where it was."""
        for _stop in range(STOPS):
            killer = threading.Timer(1, self.ask, [END_THE_COPY])
            killer.start()
            if not self.tried("2-copy.sql"):
                sys.exit("the copy was over before it was ended: give the drill more games")
            killer.join()
            say(f"ended behind game {self.ask(COPIED)}")
        self.run("2-copy.sql")


def run() -> None:
    home = new_home()
    home.create()
    try:
        with serving(CHECKOUT, home) as url:
            wrong, moves, troubles = _run(home, url)
    finally:
        remove(home)
    say(f"{moves} moves; repeated tries: {troubles}; wrong: {wrong[:5]}")
    if wrong:
        sys.exit(1)


def _run(home: Home, url: str) -> tuple[list[str], int, object]:
    people = python(CHECKOUT, home, "tests.faults.people", str(sum(TABLES)))
    fill = [sys.executable, "-m", "script.drills.filling", str(GAMES)]
    subprocess.run(fill, cwd=CHECKOUT, env=environment(home), check=True)
    operator, load = Operator(home), Load(plan(people, url))
    try:
        wrong = change(operator, load)
        journal = load.end()
    finally:
        load.kill()
    assert eventually(lambda: not left_to_tell(home.database_url))
    wrong += journal["wrong"]
    wrong += python(CHECKOUT, home, "tests.faults.audit", text=json.dumps(journal))
    return wrong, len(journal["moved"]), journal["troubles"]


def change(operator: Operator, load: Load) -> list[str]:
    """There, back and there for good; what was wrong."""
    wrong = []

    def go_on() -> None:
        versions = dict(load.versions)
        assert eventually(lambda: load.went_on_since(versions, 5)), "somebody cannot go on"

    def compare() -> None:
        differing = operator.ask("SELECT count(*) FROM games_move_differing")
        if differing:
            wrong.append(f"{differing} games are not the same in both")

    assert eventually(lambda: load.answered >= 50), "nobody gets to play"
    operator.run("1-begin.sql")
    if "not all moves are copied" not in operator.tried("3-swap.sql"):
        wrong.append("an empty table took the place of the full one")
    go_on()
    operator.copy_in_pieces()
    for step in ("3-swap.sql", "back.sql", "3-swap.sql"):
        operator.run(step)
        go_on()
        compare()
    operator.run("4-end.sql")
    go_on()
    parts = json.dumps(operator.ask(PLAN)).count('"Relation Name": "games_move_')
    if parts != 1:
        wrong.append(f"a game is looked for in {parts} parts")
    return wrong
