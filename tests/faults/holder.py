"""A machine in the middle of its work: it holds a game's lock, and is the one that sends mail.

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
        cursor.execute("SET SESSION lock_timeout = '30s'; BEGIN")
        cursor.execute("SELECT id FROM games_game WHERE id = %s FOR UPDATE", [game_id])
        while True:
            with delivery.alone(Channel.MAIL) as alone:
                if alone:
                    print("true", flush=True)
                    time.sleep(600)
            time.sleep(0.05)


if __name__ == "__main__":
    main(int(sys.argv[1]))
