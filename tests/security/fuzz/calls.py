"""Calls of the API, made by schemathesis from its description: as described, and just not so."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tests.security.fuzz.tables import Player, Tables

#: Calls of one run of hypothesis, which remembers what it has tried.
BATCH = 500
_QUICK = settings(
    max_examples=BATCH,
    suppress_health_check=list(HealthCheck),
    deadline=None,
    database=None,
    phases=[Phase.generate],
)


class Thrown:
    """What was answered: how often each status, and each answer that is an error of ours."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.errors: list[str] = []

    @property
    def number(self) -> int:
        return self.statuses.total()


def throw(
    url: str, tables: Tables, number: int, say: Callable[[str], None] = lambda _: None
) -> Thrown:
    """So many calls at the service there."""
    description = requests.get(f"{url}/api/v1/openapi.json", timeout=60).json()
    schema = schemathesis.openapi.from_dict(description)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    cases = st.one_of(
        [each.as_strategy(generation_mode=GenerationMode.POSITIVE) for each in operations]
        + [
            each.as_strategy(generation_mode=GenerationMode.NEGATIVE)
            for each in operations
            if each.body or "{" in each.path
        ]
    )
    thrown, session = Thrown(), requests.Session()

    def one(case: Any) -> None:
        if thrown.number < number:
            _call(case, url, session, tables, thrown)

    while thrown.number < number:
        tables.renew()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            batch: Any = seed(thrown.number)(_QUICK(given(cases)(one)))
            batch()
        say(f"{thrown.number} calls, {dict(thrown.statuses)}, {len(thrown.errors)} errors")
    return thrown


def _call(case: Any, url: str, session: requests.Session, tables: Tables, thrown: Thrown) -> None:
    game_id, player = tables.one()
    headers = {"Connection": "keep-alive"}
    if tables.rng.random() < 0.85:
        headers["Authorization"] = f"Bearer {player.token}"
    _season(case, game_id, player, tables)
    try:
        answer = case.call(base_url=url, session=session, headers=headers, timeout=60)
    except (requests.exceptions.InvalidHeader, UnicodeError, ValueError):
        return  # what cannot be said in HTTP
    thrown.statuses[answer.status_code] += 1
    if answer.status_code >= 500:
        body = repr(case.body)[:300]
        thrown.errors.append(
            f"{answer.status_code} {case.method} {answer.request.url[:300]} {body} "
            f"{answer.text[:200]}"
        )


def _season(case: Any, game_id: int, player: Player, tables: Tables) -> None:
    """Lead most calls to a game that is played, with the version and a choice that it has."""
    rng = tables.rng
    if case.path_parameters and "game_id" in case.path_parameters and rng.random() < 0.9:
        case.path_parameters["game_id"] = game_id
    if not isinstance(case.body, dict):
        return
    version, choice = tables.asked(game_id, player.user_id)
    if "version" in case.body and rng.random() < 0.8:
        case.body["version"] = version
    if "choice" in case.body and choice and rng.random() < 0.7:
        case.body["choice"] = _spoilt(choice, case.body["choice"], rng.randrange(4), tables)


def _spoilt(choice: list[Any], other: Any, how: int, tables: Tables) -> Any:
    """A choice that may be made, or nearly."""
    rest = other if isinstance(other, list) else [other]
    if how == 0:
        return choice
    if how == 1:
        return [*choice, *rest[:2]]
    if how == 2:
        at = tables.rng.randrange(len(choice))
        return [*choice[:at], *rest[:1], *choice[at + 1 :]]
    return choice[:-1]
