"""Our own PostgreSQL is killed while it is busy: a new one starts beside none of its processes."""

import threading
import time

import psycopg
import pytest

from tests.platform.server import Server, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("server")]

# A loop looks at nothing outside, so its process would outlive its server by a minute.
BUSY = """
DO $$ DECLARE until timestamptz := clock_timestamp() + interval '60 seconds';
BEGIN WHILE clock_timestamp() < until LOOP NULL; END LOOP; END $$
"""


def test_a_busy_process_does_not_outlive_its_server(server: Server) -> None:
    url = server.home.database_url
    ended, before = threading.Event(), len(server.lines)

    def be_busy() -> None:
        try:
            with psycopg.connect(url) as connection:
                connection.execute(BUSY)
        except psycopg.OperationalError:
            ended.set()

    def busy() -> bool:
        with psycopg.connect(url) as connection:
            query = "SELECT count(*) FROM pg_stat_activity WHERE query = %s AND state = 'active'"
            return connection.execute(query, [BUSY]).fetchone() == (1,)

    thread = threading.Thread(target=be_busy, daemon=True)
    thread.start()
    assert eventually(busy)
    killed_at = time.monotonic()
    server.part("postgres").kill()
    assert eventually(lambda: any("started again" in line for line in server.lines[before:]))
    assert eventually(lambda: server.get("/readyz")[0] == 200, 40), server.lines[-20:]
    assert time.monotonic() - killed_at < 40
    assert ended.wait(10)
    assert not any("still in use" in line for line in server.lines[before:])
