"""Who may do what: every address, as everybody. The expected answers are in ``matrix.txt``.

A row is a route and a method, and the status for each role; a new route needs rows of its own:
``python -m pytest tests/security/test_matrix.py`` says which, with what is answered today. They are
to be read, and put in only where they are what they should be.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.security.routes import address, all_routes, of_model
from tests.security.world import ROLES, World, build

TABLE = Path(__file__).with_name("matrix.txt")
#: What a request needs to be more than malformed.
BODIES: dict[str, dict[str, Any]] = {
    "api:token": {"username": "owner", "password": "wrong"},
    "api:create": {"type": "lanterns", "players": 2},
    "api:move": {"choice": ["x"], "version": 1},
    "api:undo": {"version": 1},
    "api:confirm": {"version": 1},
    "api:withdraw": {"version": 1},
    "api:call_vote": {"kind": "pause"},
    "api:vote": {"choice": "yes"},
    "api:instruct": {"kind": "x", "parts": []},
    "api:say": {"text": "Hello"},
    "api:set_hours": {"night": None, "weekdays": [], "automatic": False, "days_off": []},
    "api:book": {"from": "2026-12-24", "until": "2026-12-26"},
    "game-choose": {"choice": "[]", "version": "1"},
    "game-chat": {"text": "Hello"},
    "game-votes": {"kind": "pause"},
    "game-invite": {"names": "player"},
}


def expected() -> dict[tuple[str, str], list[str]]:
    rows = {}
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, method, *answers = line.rsplit(maxsplit=len(ROLES) + 1)
            rows[name, method] = answers
    return rows


def answers(world: World, name: str, method: str, pattern: str, wanted: list[str]) -> list[str]:
    found = []
    for role, expectation in zip(ROLES, wanted, strict=True):
        if expectation == "-":
            found.append("-")
            continue
        values = {**world.values, "game_id": world.game_of(role).pk}
        status = world.ask(role, method, address(pattern, values), BODIES.get(name))
        found.append(str(status))
    return found


def line(name: str, method: str, statuses: list[str]) -> str:
    return f"{name:<44} {method:<6} " + " ".join(f"{status:>10}" for status in statuses)


@pytest.mark.django_db
@pytest.mark.slow
def test_everybody_may_do_what_the_table_says(lanterns: None, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    world, rows = build(), expected()
    wrong, seen = [], set()
    for name, pattern in all_routes():
        row = of_model(name)
        for method in ("GET", "POST", "PUT", "DELETE"):
            if (row, method) in seen:
                continue
            if (row, method) in rows or (method in "GET POST" and not _elsewhere(rows, row)):
                seen.add((row, method))
                wanted = rows.get((row, method), ["?"] * len(ROLES))
                found = answers(world, name, method, pattern, wanted)
                if wanted != found:
                    wrong.append(line(row, method, found))
    missing = [f"{name} {method} is no route any more" for name, method in rows.keys() - seen]
    assert not wrong + missing, "\n".join(["", *wrong, *missing])


def _elsewhere(rows: dict[tuple[str, str], list[str]], row: str) -> bool:
    """Whether the route has a row for any method: then it needs no other."""
    return any((row, method) in rows for method in ("GET", "POST", "PUT", "DELETE"))
