"""How many random games the slow tests play.

All of them take an hour, so each run plays a part, and `RANDOM_GAMES=all script/test tests/rules`
plays all, as after a change of a game's rules.
"""

import os

#: Whether all of them are played.
ALL = os.environ.get("RANDOM_GAMES") == "all"
#: Of so many games one is played where not all are.
PART = 30


def many(games: int, at_least: int = 2) -> int:
    """How many of these games to play."""
    return games if ALL else max(at_least, games // PART)
