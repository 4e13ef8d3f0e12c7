"""A machine without an engine says what it leaves out; continuous integration leaves out none."""

from collections.abc import Iterator

import pytest

from tests.browser import FIREFOX
from tests.engines import conftest


@pytest.fixture(autouse=True)
def _no_firefox(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    conftest.lacking.cache_clear()
    monkeypatch.setattr(conftest, "missing", lambda: [FIREFOX])
    yield
    conftest.lacking.cache_clear()


def test_what_is_missing_is_said_where_a_test_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=FIREFOX):
        conftest.need("firefox")
    conftest.need("webkit")


def test_continuous_integration_fails_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=FIREFOX):
        conftest.need("firefox")
