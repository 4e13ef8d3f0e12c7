"""Tests that share a server or a folder run in one process, one after the other."""

import os

import pytest


@pytest.mark.xdist_group("server")
@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="all run in one process")
def test_tests_of_one_group_are_known_as_such(request: pytest.FixtureRequest) -> None:
    assert request.node.nodeid.endswith("@server")
