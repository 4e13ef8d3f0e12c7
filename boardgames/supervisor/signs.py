"""What the database knows while one release replaces another."""

import json
import time
from collections.abc import Iterable
from typing import Any, LiteralString

import psycopg

from boardgames.supervisor import reaching
from boardgames.supervisor.errors import CannotStart

_NEWER = """
SELECT count(*) FROM games_game WHERE status = 'running'
AND rules_version > coalesce((%s::jsonb ->> type)::int, 0)
"""
_NOW = "SELECT extract(epoch FROM now())::float"
_SILENT = """
SELECT array(SELECT part.name FROM unnest(%s::text[]) AS part (name) WHERE NOT EXISTS
    (SELECT FROM boardgames_heartbeat AS sign
     WHERE sign.name = part.name AND sign.at > to_timestamp(%s)) ORDER BY part.name)
"""


def newer_games(versions: dict[str, int]) -> int:
    """Numbers of running games by type whose last move was made under newer rules than these."""
    return int(_asked(_NEWER, json.dumps(versions)))


def now() -> float:
    """The time by the database's clock."""
    return float(_asked(_NOW))


def wait_for(parts: Iterable[str], since: float, longest: float) -> None:
    """Wait until each part has recorded a heartbeat since then (by the clock of the database).

    Raises CannotStart if a part has not done so after ``longest`` seconds.
    """
    until = time.monotonic() + longest
    while silent := _asked(_SILENT, list(parts), since):
        if time.monotonic() > until:
            raise CannotStart(f"no sign of life from {', '.join(silent)} within {longest:.0f} s.")
        time.sleep(0.5)


def _asked(query: LiteralString, *values: object) -> Any:
    with psycopg.connect(reaching.address(), connect_timeout=5) as connection:
        row = connection.execute(query, values).fetchone()
    return row[0] if row else None
