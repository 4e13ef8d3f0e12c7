"""Permissions of WebSockets: opening them and sending, as everybody of the matrix."""

from typing import Any

import pytest

from accounts.sessions import sockets
from games.live import watching
from games.live.consumers import GameConsumer
from games.models import Seat
from tests.security.world import ROLES, World, build

#: Of a private game and of a public one, each by cookie and by token; the bell; and whether what is
#: said to be seen is noted. "plays" is told as a player, "looks" as a spectator, "-" is sent away.
#:             private  public   bell   seen
EXPECTED = """
nobody         -        looks    -      no
guest          -        looks    yes    no
player         -        looks    yes    no
spectator      -        looks    yes    no
opponent       plays    plays    yes    yes
muted          plays    plays    yes    yes
owner          plays    plays    yes    yes
suspended      -        looks    -      no
moderator      -        looks    yes    no
administrator  -        looks    yes    no
party          plays    plays    yes    yes
"""


def scope(world: World, role: str, by: str) -> dict[str, Any]:
    token = f"token={world.tokens[role]}" if by == "token" and role in world.tokens else ""
    cookie = f"sessionid={world.cookies[role]}" if by == "cookie" and role in world.cookies else ""
    return {"query_string": token.encode(), "headers": [(b"cookie", cookie.encode())]}


def follows(game_id: int, opened: dict[str, Any]) -> str:
    consumer = GameConsumer()
    consumer.game_id, consumer.scope = game_id, opened
    watcher = consumer.admit()
    return "-" if watcher is None else "plays" if watcher.player else "looks"


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["cookie", "token"])
def test_sockets_are_for_those_who_the_table_says(lanterns: None, by: str) -> None:
    world, found = build(), []
    for role in ROLES:
        opened = scope(world, role, by)
        reader = sockets.user_of(opened)
        Seat.objects.update(seen_version=0)
        if reader is not None:
            watching.seen(world.private.pk, reader.pk, 1)
        noted = Seat.objects.filter(seen_version=1).exists()
        private, public = (follows(game.pk, opened) for game in (world.private, world.public))
        bell = "yes" if reader else "-"
        found.append(f"{role:<14} {private:<8} {public:<8} {bell:<6} {'yes' if noted else 'no'}")
    assert "\n".join(found) == EXPECTED.strip()


@pytest.mark.django_db
def test_a_wrong_token_is_nobodys_whatever_the_cookie_says(lanterns: None) -> None:
    world = build()
    opened = scope(world, "owner", "cookie")
    opened["query_string"] = b"token=rt_wrong"
    assert sockets.user_of(opened) is None
    assert follows(world.private.pk, opened) == "-"
