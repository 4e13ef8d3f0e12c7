"""Two Valkeys that three Sentinels look after, behind HAProxy, with the files of deploy/redis."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import redis

from boardgames.supervisor import children
from boardgames.supervisor.home import CHECKOUT
from boardgames.supervisor.valkey import Valkey
from tests.platform.server import eventually, new_home, remove

FILES = CHECKOUT / "deploy" / "redis"
HERE = "127.0.0.1"


class Sentinels:
    """`url` is the proxy's; `primary` is the port of whoever is it now."""

    def __init__(self) -> None:
        self.proxy_program = shutil.which("haproxy") or sys.exit("apt install haproxy")
        self.home = new_home()
        self.home.create()
        self.program = Valkey(self.home, None)._program()
        self.password = os.urandom(16).hex()
        self.ports = one, two = free_ports(2)
        self.processes = {one: self._valkey(one), two: self._valkey(two, "--replicaof", HERE, one)}
        assert eventually(lambda: self._linked(two)), "the second does not follow the first"
        self.others = [self._sentinel(port, one) for port in free_ports(3)]
        self.url = self._proxied(free_ports(1)[0])
        assert eventually(self.answers), "the proxy finds no primary"
        assert eventually(self._watched), "the Sentinels do not see each other"

    @property
    def primary(self) -> str:
        return next(port for port in self.ports if self.role(port) == "master")

    def role(self, port: str) -> str:
        """What a server says that it is; "" if it says nothing."""
        try:
            return str(self._ask(port).info("replication")["role"])
        except redis.RedisError:
            return ""

    def answers(self) -> bool:
        """Whether there is a primary behind the proxy that takes changes."""
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1, socket_connect_timeout=1) as one:
                return bool(one.set("sentinels", "seen"))
        except redis.RedisError:
            return False

    def kill(self, port: str) -> None:
        """By ``kill -9``."""
        children.kill_session(self.processes[port])

    def start_again(self, port: str) -> None:
        """As it was at the very start: the first of them takes itself for the primary."""
        self.processes[port] = self._valkey(port)

    def end(self) -> None:
        for process in (*self.others, *self.processes.values()):
            children.kill_session(process)
        remove(self.home)

    def _valkey(self, port: str, *words: str) -> "subprocess.Popen[bytes]":
        secret = ("--requirepass", self.password, "--primaryauth", self.password)
        where = ("--bind", HERE, "--port", port, "--dir", str(self.home.folder))
        how = ("--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0")
        return self._start([str(self.program), *where, *secret, *how, *words])

    def _sentinel(self, port: str, primary: str) -> "subprocess.Popen[bytes]":
        text = (FILES / "sentinel.conf").read_text()
        text = text.replace("10.0.0.1 6379", f"{HERE} {primary}").replace("26379", port)
        text = text.replace("A-LONG-SECRET", self.password)
        file = self.home.folder / f"sentinel-{port}.conf"
        file.write_text(f"{text}bind {HERE}\ndir {self.home.folder}\n")
        self.sentinel = port
        return self._start([str(self.program), str(file), "--sentinel"])

    def _proxied(self, port: str) -> str:
        one, two = self.ports
        named = {
            "REDIS_BIND": f"{HERE}:{port}",
            "REDIS_PASSWORD": self.password,
            "VALKEY_ONE": f"{HERE}:{one}",
            "VALKEY_TWO": f"{HERE}:{two}",
        }
        command = [self.proxy_program, "-db", "-q", "-f", str(FILES / "haproxy.cfg")]
        self.others.append(self._start(command, named))
        return f"redis://:{self.password}@{HERE}:{port}/0"

    def _start(
        self, command: list[str], named: dict[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        env = {**os.environ, **(named or {})}
        return children.start_child(command, env=env, output=subprocess.DEVNULL, cwd=Path("/"))

    def _ask(self, port: str) -> redis.Redis:
        return redis.Redis(
            HERE, int(port), password=self.password, socket_timeout=1, socket_connect_timeout=1
        )

    def _linked(self, port: str) -> bool:
        try:
            return bool(self._ask(port).info("replication").get("master_link_status") == "up")
        except redis.RedisError:
            return False

    def _watched(self) -> bool:
        """Whether the last Sentinel knows the replica and both other Sentinels."""
        try:
            known = redis.Redis(HERE, int(self.sentinel)).sentinel_master("boardgames")
        except redis.RedisError:
            return False
        assert isinstance(known, dict)
        return (known["num-slaves"], known["num-other-sentinels"]) == (1, 2)


def free_ports(many: int) -> list[str]:
    probes = [socket.create_server((HERE, 0)) for _number in range(many)]
    ports = [str(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports
