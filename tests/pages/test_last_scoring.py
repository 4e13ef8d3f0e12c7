"""After the last move the last scoring stays in sight on the board; then the result comes."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.rules import registry
from tests.browser import DESK, PHONE, People
from tests.pages.walking import advance, walk

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TOP = "document.querySelector('.board-regions').getBoundingClientRect().top"
#: Milliseconds for which the board stays at least.
STAYS = 1000


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_the_last_scoring_is_seen_on_the_board_before_the_result(
    people: People, anna: User, ben: User, slug: str, size: tuple[int, int]
) -> None:
    User.objects.update(confirm_turns=False, explain_first=False)
    way = walk([anna, ben], slug, {}, seed=3)
    advance(way.game, way.taken[:-1])
    page = people.page(size)
    people.sign_in(page, anna)
    page.goto(f"/games/{way.game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    before = page.evaluate(TOP)
    advance(way.game, way.taken[-1:])
    expect(page.locator(".result-places")).to_have_count(1, timeout=20_000)
    page.wait_for_timeout(STAYS)
    assert abs(page.evaluate(TOP) - before) < 2
    expect(page.locator(".result-places")).not_to_be_in_viewport()
    expect(page.locator(".result-places")).to_be_in_viewport(timeout=10_000)
