"""What a web process holds at the moment, for Prometheus: open sockets, pooled connections."""

import os
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db import connection
from prometheus_client import Gauge
from prometheus_client.multiprocess import mark_process_dead

from boardgames.http import figure_files

if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir(parents=True, exist_ok=True)
    figure_files.use()

SOCKETS = Gauge("websockets_open", "Open WebSockets", multiprocess_mode="livesum")
POOL = Gauge(
    "database_pool",
    "Connections to the database, and requests that wait for one",
    ["state"],
    multiprocess_mode="livesum",
)
KEPT = Gauge(
    "kept_bytes", "What is kept of the games that people are at", multiprocess_mode="livesum"
)
KEPT_GAMES = Gauge("kept_games", "Games of which something is kept", multiprocess_mode="livesum")
#: Functions that record what a process holds; apps add their own.
noted: list[Callable[[], None]] = []
_LIVE = re.compile(r"gauge_live\w+_(\d+)\.db")

Application = Callable[..., Awaitable[None]]


def counting(application: Application) -> Application:
    """Wrap the WebSocket application to count its open sockets."""

    async def counted(*asked: Any) -> None:
        with SOCKETS.track_inprogress():
            await application(*asked)

    return counted


def look() -> None:
    """Record what this process holds; called now and then."""
    for note in (_look_at_pool, *noted):
        note()


def _look_at_pool() -> None:
    """Record the state of the connection pool, if there is one."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return
    stats = pool.get_stats()
    size, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
    POOL.labels("idle").set(idle)
    POOL.labels("used").set(size - idle)
    POOL.labels("waited for").set(stats.get("requests_waiting", 0))


def forget_dead_processes() -> None:
    """Remove the gauges of killed processes."""
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    for file in folder.glob("gauge_live*.db"):
        found = _LIVE.fullmatch(file.name)
        if found and not _lives(int(found[1])):
            with suppress(FileNotFoundError):  # another process removes it at the same time
                mark_process_dead(int(found[1]))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
