"""`script/drill failover`: the primary of three PostgreSQL servers is killed while people play.

A standby is promoted, and the other one follows it. Then what players were answered is compared
with what is there. Prints figures as JSON, and ends with 1 if anything is missing.
"""

import json
import sys
import time

from tests.faults.cluster import Cluster
from tests.faults.load import Load, python
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


def drill() -> dict[str, object]:
    """What happened; ``wrong`` is empty when nothing was lost."""
    cluster, home = Cluster(), new_home()
    server = Server(home, DATABASE_URL=cluster.url).ready()
    service = {
        **environment_without_servers(),
        "BOARDGAMES_HOME": str(home.folder),
        "DATABASE_URL": cluster.url,
    }
    people = iter(python("tests.faults.people", str(sum(TABLES)), env=service))
    tables = [
        [{**next(people), "addresses": [server.url]} for _person in range(size)] for size in TABLES
    ]
    load = Load({"seed": 1, "types": ["imhotep", "bali"], "tables": tables})
    try:
        assert eventually(lambda: load.answered >= 50), "nobody gets to play"
        versions, before = dict(load.versions), load.answered
        cluster.primary.kill()
        killed_at = time.monotonic()
        cluster.promote()
        promoted = time.monotonic() - killed_at
        assert eventually(lambda: load.answered > before + 5), server.lines[-20:]
        first = time.monotonic() - killed_at
        assert eventually(lambda: load.went_on_since(versions, 5)), server.lines[-20:]
        everywhere = time.monotonic() - killed_at
        journal = load.end()
        # What was going out when the primary died is found by the ticks.
        assert eventually(lambda: not left_to_tell(cluster.url)), left_to_tell(cluster.url)
        wrong = python("tests.faults.audit", env=service, text=json.dumps(journal))
    finally:
        load.kill()
        server.end()
        cluster.end()
        remove(home)
    return {
        "seconds until promoted": round(promoted, 1),
        "seconds until moves are answered": round(first, 1),
        "seconds until every game has gone on": round(everywhere, 1),
        "moves answered before": before,
        "moves answered": len(journal["moved"]),
        "troubles": journal["troubles"],
        "wrong": [*wrong, *journal["wrong"]],
    }


def run() -> None:
    told = drill()
    print(json.dumps(told, indent=1))
    if told["wrong"]:
        sys.exit(1)
