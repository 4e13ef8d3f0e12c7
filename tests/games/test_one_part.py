"""Whatever a game, its page and its packing ask of the log of moves names the game, so that the
table could be parted by it."""

import re
from collections.abc import Iterable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.game_cache import cache
from tests.games.test_packing import let_time_pass, pack, played, take_out


def on_moves(asked: Iterable[dict[str, str]]) -> list[str]:
    """What statements that read, change or delete moves ask for."""
    found = [query["sql"] for query in asked if re.search(r"\bgames_move\b", query["sql"])]
    return [sql.partition(" WHERE ")[2] for sql in found if not sql.startswith("INSERT")]


@pytest.mark.django_db(transaction=True)
def test_each_statement_on_moves_names_its_game(client: Client, anna: User, ben: User) -> None:
    client.force_login(anna)
    with CaptureQueriesContext(connection) as in_play:
        game_id = played("lanterns", [anna, ben])
        cache.forget()
        for page in ("", "?at=3", "log/", "points/"):
            client.get(f"/games/{game_id}/{page}")
    with CaptureQueriesContext(connection) as counted:
        let_time_pass()
    with CaptureQueriesContext(connection) as packed:
        pack(game_id)
        take_out(game_id)
    wanted = on_moves([*in_play, *packed])
    assert len(wanted) > 20
    assert [each for each in wanted if "game_id" not in each] == []
    # As docs/scaling.md says: those who count answers go by the order of all moves.
    assert any("game_id" not in each for each in on_moves(counted))
