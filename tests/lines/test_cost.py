"""What a press in a line costs the database: one row, and never the state of the game."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Line
from games.storage.position import Position
from tests.lines.test_lines import offered, open_by
from tests.people import browser_of

pytestmark = pytest.mark.django_db
#: The session and whose it is, the line with its game under a lock, the seats, and the line stored.
PRESS = 10


def test_a_press_is_one_row_and_reads_nothing_true(duel: Position, anna: User) -> None:
    browser = browser_of(anna)
    line = open_by(browser, duel.game.pk)
    form = offered(browser, line)
    rows = Line.objects.count()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = browser.post(f"{line}choose/", form, headers={"Accept": "application/json"})
    assert answer.status_code == 200
    said = [query["sql"] for query in queries]
    assert Line.objects.count() == rows
    assert len(said) <= PRESS, "\n".join(said)
    game = Game._meta.db_table
    for column in ("state", "seed"):
        assert not [sql for sql in said if f'"{game}"."{column}"' in sql]
