"""`script/drill redis`: the primary of two Valkeys is killed while people play.

Sentinel promotes the other one, and the service finds it by its proxy. Then the dead one comes
back and follows. Prints figures as JSON, and ends with 1 if an answered move is missing.
"""

import json
import re
import sys
import time

from tests.faults.load import Load, python
from tests.faults.sentinels import Sentinels
from tests.faults.telling import left_to_tell
from tests.platform.server import (
    Server,
    environment_without_servers,
    eventually,
    new_home,
    remove,
)

#: People at each table.
TABLES = (2, 2, 2, 3)
_BEAT = re.compile(r"^heartbeat_timestamp_seconds\S* (\S+)$", re.MULTILINE)


def drill() -> dict[str, object]:
    """What happened; ``wrong`` is empty when nothing was lost."""
    sentinels, home = Sentinels(), new_home()
    server = Server(home, REDIS_URL=sentinels.url)
    try:
        server.ready()
        return _drill(sentinels, home.folder.as_posix(), server)
    finally:
        server.end()
        sentinels.end()
        remove(home)


def _drill(sentinels: Sentinels, folder: str, server: Server) -> dict[str, object]:
    service = {
        **environment_without_servers(),
        "BOARDGAMES_HOME": folder,
        "REDIS_URL": sentinels.url,
    }
    people = iter(python("tests.faults.people", str(sum(TABLES)), env=service))
    tables = [
        [{**next(people), "addresses": [server.url]} for _person in range(size)] for size in TABLES
    ]
    load = Load({"seed": 1, "types": ["imhotep", "bali"], "tables": tables})
    try:
        assert eventually(lambda: load.answered >= 50), "nobody gets to play"
        assert eventually(lambda: bool(_beat(server))), "no worker works"
        versions, before = dict(load.versions), load.answered
        dead = sentinels.primary
        sentinels.kill(dead)
        killed, killed_at = time.monotonic(), time.time()
        assert eventually(sentinels.answers), "nobody is promoted"
        promoted = time.monotonic() - killed
        assert eventually(lambda: load.went_on_since(versions, 5)), server.lines[-20:]
        everywhere = time.monotonic() - killed
        assert eventually(lambda: '"redis": "ok"' in server.get("/readyz")[1]), "not found again"
        assert eventually(lambda: _beat(server) > killed_at + promoted), server.lines[-20:]
        worked = time.monotonic() - killed
        sentinels.start_again(dead)
        assert eventually(lambda: sentinels.role(dead) == "slave"), "it does not follow"
        versions = dict(load.versions)
        assert eventually(lambda: load.went_on_since(versions, 5)), server.lines[-20:]
        journal = load.end()
        url = server.home.database_url
        assert eventually(lambda: not left_to_tell(url)), left_to_tell(url)
        wrong = python("tests.faults.audit", env=service, text=json.dumps(journal))
    finally:
        load.kill()
    return {
        "seconds until the other takes changes": round(promoted, 1),
        "seconds until every game has gone on": round(everywhere, 1),
        "seconds until the worker has done a task": round(worked, 1),
        "moves answered before": before,
        "moves answered": len(journal["moved"]),
        "news missed": journal["missed"],
        "troubles": journal["troubles"],
        "wrong": [*wrong, *journal["wrong"]],
    }


def _beat(server: Server) -> float:
    """When a worker has done beat's task the last time."""
    said = _BEAT.search(server.get("/metrics")[1])
    return float(said[1]) if said else 0.0


def run() -> None:
    told = drill()
    print(json.dumps(told, indent=1))
    if told["wrong"]:
        sys.exit(1)
