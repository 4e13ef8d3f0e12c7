"""The levels at which programs play, and which of them a game type may offer.

A level is offered only if at least ``ENOUGH`` games have shown that it is better than the level
below, on seeds that were not used to tune it. The measurements are data of the game type.
"""

from __future__ import annotations

import msgspec

from .errors import RulesError, nearest

EASY, GOOD, STRONG, MASTER = "easy", "good", "strong", "master"
LEVELS = (EASY, GOOD, STRONG, MASTER)

ROLLOUTS, REPLIES = "rollouts", "replies"
SEARCHES = (ROLLOUTS, REPLIES)
"""How a game type's programs think ahead: they play on by a quick policy, or look for replies."""

THOUGHTFUL = (STRONG, MASTER)
"""Levels that try their choices out, which takes long."""

ENOUGH = 100
"""Games for each number of players."""
OF_TWO = 0.7
"""The share that a level has to win against the one below, of games for two."""
MASTERLY = 0.6
"""The same for ``master``, which thinks longer."""
EVEN = {3: (0.5, 0.4), 4: (0.4, 0.3)}
"""For more players: the share that a bot has to win against all others, and the value that the
lower end of its 95 % interval must exceed."""


def below(level: str) -> str:
    """The level that plays if this one cannot: the next one below, in the end random choices."""
    if level == EASY:
        return "random"
    return LEVELS[LEVELS.index(level) - 1] if level in LEVELS else GOOD


class Measured(msgspec.Struct, frozen=True):
    """The arena's result: games of a level against the one below on all other seats.

    Their number, the share that it won, and the 95 % interval of that.
    """

    level: str
    players: int
    games: int
    share: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise RulesError(f"there is no level {self.level!r}{nearest(self.level, LEVELS)}")

    def is_shown(self) -> bool:
        """Whether it has been shown to be better than the level below."""
        if self.games < ENOUGH:
            return False
        if self.players == 2:
            return self.share >= (MASTERLY if self.level == MASTER else OF_TWO)
        share, low = EVEN[min(self.players, max(EVEN))]
        return self.share >= share and self.low > low


class Levels(msgspec.Struct, frozen=True):
    """How the levels of a game type play.

    * ``easy``: of how many random choices the easy level takes the best.
    * ``search``: how the levels above ``good`` look ahead.
    * ``rollouts``: how many games the strong level plays on for a choice.
    * ``nodes``: how many choices it tries in a search for replies.
    * ``tells_losses``: an analysis of a player's choices is sure enough to name losses.
    """

    easy: int = 3
    search: str = ROLLOUTS
    rollouts: int = 48
    nodes: int = 4000
    measured: tuple[Measured, ...] = ()
    tells_losses: bool = True

    def __post_init__(self) -> None:
        if self.search not in SEARCHES:
            raise RulesError(f"there is no search {self.search!r}{nearest(self.search, SEARCHES)}")

    def found(self, level: str, players: int) -> Measured | None:
        """The measurement of a level against the one below."""
        cells = (each for each in self.measured if (each.level, each.players) == (level, players))
        return next(cells, None)

    def offered(self, players: int) -> list[str]:
        """The levels on offer, the weakest first. The game type's own bot needs no proof; the easy
        level is on offer where that bot was shown to beat it."""
        shown = {
            found.level for found in self.measured if found.players == players and found.is_shown()
        }
        offered = [EASY, GOOD] if GOOD in shown else [GOOD]
        for level in (STRONG, MASTER):
            if level not in shown:
                break
            offered.append(level)
        return offered
