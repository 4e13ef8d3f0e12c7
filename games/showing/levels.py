"""Words for the bots' levels, and for how each was measured."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.rules.engine import Rules
from games.rules.engine.levels import EASY, GOOD, LEVELS, MASTER, STRONG
from games.rules.registry import UnknownGameType

NAMES = {
    EASY: gettext_lazy("easy"),
    GOOD: gettext_lazy("good"),
    STRONG: gettext_lazy("strong"),
    MASTER: gettext_lazy("master"),
}


def find_level(game: Game, bot: str) -> str | None:
    """The level of a bot in this game, None if it plays at none."""
    try:
        return game.rules.level_of(bot) if bot else None
    except UnknownGameType:
        return None


def choices(rules: Rules[Any], players: int) -> list[tuple[str, str]]:
    """The levels on offer for this number of players, the weakest first, with their names."""
    return [(level, str(NAMES[level])) for level in rules.levels.offered(players)]


def all_choices(rules: Rules[Any]) -> list[tuple[str, str]]:
    """The levels on offer for some number of players."""
    offered = {level for players in rules.players for level in rules.levels.offered(players)}
    return [(level, str(NAMES[level])) for level in LEVELS if level in offered]


def measured(rules: Rules[Any], level: str, players: int) -> str:
    """How a level was measured, in a sentence."""
    found = rules.levels.found(GOOD if level == EASY else level, players)
    if found is None:
        return _("Nobody has measured how well this bot plays.")
    said = {
        "players": players,
        "games": found.games,
        "share": round(100 * found.share),
        "low": round(100 * found.low),
        "high": round(100 * found.high),
    }
    if level == EASY:
        return (
            _(
                "Plays the best of a few choices picked at random. Measured over "
                "%(games)d games for %(players)d: the level above won %(share)d %% "
                "against it (%(low)d to %(high)d)."
            )
            % said
        )
    return (
        _(
            "Measured over %(games)d games for %(players)d: it won %(share)d %% against the "
            "level below (%(low)d to %(high)d)."
        )
        % said
    )
