"""The random generator of a bot."""

from __future__ import annotations

import hmac
import random

from games.models import Game


def chance(game: Game, seat: int, decision_id: int) -> random.Random:
    """The random generator of a bot for one question; nobody else can predict it."""
    about = f"bot/{seat}/{decision_id}".encode()
    return random.Random(hmac.digest(bytes(game.seed), about, "sha256"))  # noqa: S311  keyed
