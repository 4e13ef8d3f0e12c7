"""Questions to bots that people run elsewhere, so that these can compute with the rules."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import Forbidden, Refused
from games.rules.engine.levels import GOOD
from games.rules.engine.search import question
from games.storage.position import load, own_seat


def question_for(game_id: int, user: User) -> tuple[int, Any]:
    """The version of the position, and the ``Question`` as plain data.

    It contains nothing that the seat may not know. Forbidden for people, Refused while nothing is
    asked.
    """
    if not user.is_bot:
        raise Forbidden(_("Only bots can use this."), "not_a_bot")
    position = load(game_id, user.pk)
    seat = own_seat(position, user.pk)
    decision = position.running().decision(seat.index)
    if decision is None:
        raise Refused(_("It is not your turn."), "not_your_turn")
    asked = question(position.running(), decision, GOOD, random.SystemRandom())
    return position.version, msgspec.to_builtins(asked)
