"""Processes in an image's files, and the servers that they need."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import Home
from boardgames.supervisor.postgres import Postgres
from boardgames.supervisor.valkey import Valkey
from script.image.build import configuration

ENTER = Path(__file__).with_name("enter.sh")


@contextmanager
def servers(folder: Path) -> Iterator[dict[str, str]]:
    """PostgreSQL and Valkey; gives the variables by which the service finds them."""
    home, servant = Home(folder), Servant.needed()
    home.create()
    postgres = Postgres(home, servant, ("listen_addresses=127.0.0.1",))
    valkey = Valkey(home, servant, ("--bind", "127.0.0.1", "--port", "6379"))
    postgres.prepare()
    valkey.prepare()
    database, redis = postgres.start(subprocess.DEVNULL), valkey.start(subprocess.DEVNULL)
    try:
        postgres.wait(database)
        valkey.wait(redis)
        password = home.secret("database_password")
        yield {
            "DATABASE_URL": f"postgresql://boardgames:{password}@127.0.0.1/boardgames",
            "REDIS_URL": "redis://127.0.0.1:6379/0",
        }
    finally:
        children.end_child(redis, valkey.ending, patience=5)
        children.end_child(database, postgres.ending, patience=5)


class Containers:
    """Starts commands in the image as a container would be: its user, its variables, its folder,
    and nothing else; a root that cannot be written to, and an empty /tmp for each."""

    def __init__(self, image: str, root: Path, **variables: str) -> None:
        said = configuration(image)
        self.command: list[str] = said["Cmd"]
        self._enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", str(ENTER)]
        self._enter += [str(root), said["User"], said["WorkingDir"]]
        self._env = {**dict(word.split("=", 1) for word in said["Env"]), **variables}

    def run(self, *words: str, **variables: str) -> str:
        done = self._done(*words, **variables)
        if done.returncode:
            raise SystemExit(f"`{' '.join(words)}` in the image:\n{done.stdout}{done.stderr}")
        return done.stdout

    def succeeds(self, *words: str) -> bool:
        return self._done(*words).returncode == 0

    def _done(self, *words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*self._enter, *words],
            env={**self._env, **variables},
            capture_output=True,
            text=True,
            timeout=120,
        )

    def start(self, *words: str, output: IO[bytes], **variables: str) -> "subprocess.Popen[bytes]":
        """Without words: what the image itself says."""
        return subprocess.Popen(
            [*self._enter, *(words or self.command)],
            env={**self._env, **variables},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
