"""A machine in the middle of its work: it holds a game's lock, and all places for sending mail.

`python -m tests.faults.holder GAME` writes `true`, and then says and does no more.
"""

import os
import sys
import time

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
os.environ["DATABASE_CONNECTIONS"] = "keep"
django.setup()

from django.db import connections  # noqa: E402

from notifications import delivery  # noqa: E402
from notifications.models import Channel  # noqa: E402


def main(game_id: int) -> None:
    playing = connections.create_connection("default")
    with playing.cursor() as cursor:
        cursor.execute(
            "SET SESSION lock_timeout = '60s'; SET SESSION statement_timeout = '60s'; BEGIN"
        )
        cursor.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE", [game_id])
        for lock in delivery.places(Channel.MAIL):
            cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
        print("true", flush=True)
        time.sleep(600)


if __name__ == "__main__":
    main(int(sys.argv[1]))
