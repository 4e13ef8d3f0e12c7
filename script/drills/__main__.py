"""`script/drill NAME …`."""

import sys

from script.drills import containers, fuzz, pgbouncer
from tests.faults import failover, redis_failover

DRILLS = {
    "containers": containers.run,
    "failover": failover.run,
    "fuzz": fuzz.run,
    "pgbouncer": pgbouncer.run,
    "redis": redis_failover.run,
}

if len(sys.argv) < 2 or sys.argv[1] not in DRILLS:
    sys.exit(f"Name one: {', '.join(DRILLS)}")
DRILLS[sys.argv[1]](*sys.argv[2:])
