"""The random generator of a bot."""

from __future__ import annotations

import hmac
import random

from games.models import Game


def chance(game: Game, seat: int, decision_id: int) -> random.Random:
    """What a bot may throw dice with when it thinks about a question: known to nobody else."""
    about = f"bot/{seat}/{decision_id}".encode()
    return random.Random(hmac.digest(bytes(game.seed), about, "sha256"))  # noqa: S311  keyed
