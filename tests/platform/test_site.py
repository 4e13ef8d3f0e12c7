import pytest

from tests.browser import People


@pytest.mark.browser
def test_the_site_answers_a_browser(people: People) -> None:
    page = people.page()
    answer = page.goto("/readyz")
    assert answer is not None
    assert {"database": "ok", "redis": "ok"}.items() <= answer.json().items()
