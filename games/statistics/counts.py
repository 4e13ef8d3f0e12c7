"""Counts of all finished games, type by type: a tick counts the next ones, each game once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog
from django.db.models import Model

from boardgames.database import locks
from games.models import Progress
from games.rules import registry
from games.statistics import finished, progress
from games.statistics.finished import Finished

log = structlog.get_logger(__name__)

#: Steps in one tick.
STEPS = 10


@dataclass
class Count:
    """``add`` counts these games of one type, in the order of their ends, into the tables that it
    ``fills``; a step are ``at_once`` games. ``pools``: by which names its rows have a type."""

    name: str
    add: Callable[[str, list[Finished]], None]
    fills: tuple[type[Model], ...]
    at_once: int
    pools: Callable[[str], Sequence[str]] = lambda type_: (type_,)

    def of(self, type_: str) -> str:
        """The name of the progress of this type's count."""
        return f"{self.name}/{type_}"

    def tick(self) -> int:
        """Count the games that have ended; how many were looked at."""
        games = 0
        for rules in registry.all():
            try:
                games += self._go_on(rules.slug)
            except Exception as error:  # one type's failure is not the others'
                log.error("games not counted", count=self.name, type=rules.slug, exc_info=error)
        return games

    def anew(self, type_: str) -> int:
        """Delete the counts of a type and count anew, in one step for readers."""
        with progress.held(self.of(type_), wait=True) as counted:
            assert counted is not None  # it was waited for
            locks.without_limit()
            for model in self.fills:
                model._default_manager.filter(type__in=self.pools(type_))._raw_delete(
                    using="default"
                )
            counted.at, counted.row = None, 0
            games = 0
            while found := self._step(type_, counted):
                games += found
        return games

    def _go_on(self, type_: str) -> int:
        games = 0
        for _step in range(STEPS):
            with progress.held(self.of(type_)) as counted:
                found = self._step(type_, counted) if counted else 0
            games += found
            if found < self.at_once:
                break
        return games

    def _step(self, type_: str, counted: Progress) -> int:
        """Count the next games; how many there were."""
        games = finished.after(counted, type_, self.at_once)
        self.add(type_, games)
        return len(games)
