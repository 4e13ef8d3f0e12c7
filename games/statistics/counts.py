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
    """A count: ``add`` counts games of one type, in the order of their ends, into the tables
    ``fills``.

    A step counts ``at_once`` games. ``pools``: the names that its rows use for a type.
    """

    name: str
    add: Callable[[str, list[Finished]], None]
    fills: tuple[type[Model], ...]
    at_once: int
    pools: Callable[[str], Sequence[str]] = lambda type_: (type_,)

    def of(self, type_: str) -> str:
        """The name under which the progress of this type's count is stored."""
        return f"{self.name}/{type_}"

    def tick(self) -> int:
        """Count the games that have ended; return how many were processed."""
        games = 0
        for rules in registry.all():
            try:
                games += self._go_on(rules.slug)
            except Exception as error:  # an error of one type does not stop the others
                log.error("games not counted", count=self.name, type=rules.slug, exc_info=error)
        return games

    def anew(self, type_: str) -> int:
        """Delete the counts of a type and count again, in one step for readers."""
        with progress.held(self.of(type_), wait=True) as counted:
            assert counted is not None  # we waited for the lock
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
        """Count the next games; return how many."""
        games = finished.next_finished(counted, type_, self.at_once)
        self.add(type_, games)
        return len(games)
