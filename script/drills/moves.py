"""`python -m script.drills.moves NUMBER`: so many random moves in whatever games run, if any do.

A process with the service's environment. Of each it tells game and version, as a line of JSON, as
soon as it is answered.
"""

import json
import os
import random
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
django.setup()

from games.models import Seat  # noqa: E402
from games.moves import actions  # noqa: E402
from games.storage import position  # noqa: E402


def move() -> tuple[int, int] | None:
    seats = Seat.objects.filter(to_move=True, bot="", game__status="running", user__isnull=False)
    seat = seats.order_by("?").first()
    if seat is None or seat.user_id is None:
        return None
    here = position.load(seat.game_id, seat.user_id)
    decision = here.running().decision(seat.index)
    if decision is None:
        return None
    choice = decision.example(random.choice(decision.choices))
    after = actions.choose(seat.game_id, seat.user_id, choice, version=here.version)
    return seat.game_id, after.game.version


for _ in range(int(sys.argv[1])):
    made = move()
    if made is None:
        break
    print(json.dumps(made), flush=True)
