"""The parts of `script/drill failover`: a standby takes over, and clients find it by themselves."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.faults.cluster import Cluster

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    yield cluster
    cluster.end()


def test_a_standby_takes_over_with_all_that_was_answered(cluster: Cluster) -> None:
    first = cluster.primary
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE answered (number int)")
        for number in range(100):
            connection.execute("INSERT INTO answered VALUES (%s)", [number])
        first.kill()
        with pytest.raises(psycopg.OperationalError):
            connection.execute("INSERT INTO answered VALUES (-1)")
    second = cluster.promote()
    assert second is not first
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("INSERT INTO answered VALUES (100)")  # the other standby confirms it
        rows = connection.execute("SELECT number FROM answered ORDER BY number").fetchall()
    assert [number for (number,) in rows] == list(range(101))
