"""The page of one's standing invitations, and their place in the lobby."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.people import create_guest
from games.lobby import standing
from games.models import StandingInvitation

Browser = Callable[[User | None], Client]
PAGE = "/lobby/standing/"
WANTED = {"number": "3", "players": "2", "pace": "medium", "rated": "yes", "any_options": "on"}


def shown(browser: Client, address: str = PAGE) -> str:
    return browser.get(address).content.decode()


def test_one_is_made_seen_in_the_lobby_paused_and_ended(as_: Browser, anna: User) -> None:
    browser = as_(anna)
    assert "Others can then start such a game with you at any time." in shown(browser, "/lobby/")
    made = browser.post(f"{PAGE}?type=bali", WANTED, follow=True).content.decode()
    assert "We seat you when somebody suitable comes along, and notify you." in made
    one = StandingInvitation.objects.get()
    assert (one.user_id, one.type, one.most, one.rated) == (anna.pk, "bali", 3, True)
    assert (one.options, one.asks, one.friends_only) == (None, None, False)
    for address in (PAGE, "/lobby/"):
        page = shown(browser, address)
        assert "Up to 3 of Bali" in page
        assert "2 players, 3 days per turn, rated, any options</small>" in page
    answer = browser.post(f"{PAGE}{one.pk}/pause/", {"back": "lobby"})
    assert (answer.status_code, answer["Location"]) == (303, "/lobby/")
    assert "any options; paused" in shown(browser)
    assert browser.post(f"{PAGE}{one.pk}/resume/")["Location"] == PAGE
    browser.post(f"{PAGE}{one.pk}/end/")
    assert "You have none yet." in shown(browser)


def test_options_and_what_is_asked_of_others(as_: Browser, anna: User) -> None:
    wanted = {**WANTED, "any_options": "", "option_oracle": "on", "rated": "", "friends_only": "on"}
    wanted |= {"least": "1400", "games": "5", "in_time": "90"}
    browser = as_(anna)
    assert browser.post(f"{PAGE}?type=bali", wanted).status_code == 303
    one = StandingInvitation.objects.get()
    assert (one.options or {})["oracle"] is True
    assert (one.rated, one.friends_only) == (None, True)
    assert one.asks == {"least": 1400, "games": 5, "in_time": 90}
    page = shown(browser)
    assert "rated or not" in page
    assert "friends only, rating from 1400, 5 finished games, 90 % on time" in page


@pytest.mark.parametrize(
    "nonsense",
    [
        {"players": "9"},
        {"pace": "live"},
        {"number": "0"},
        {"number": "x"},
        {"rated": "perhaps"},
        {"least": "-3"},
        {"least": "1800", "most": "1200"},
    ],
)
def test_nonsense_is_told_beside_the_form(
    as_: Browser, anna: User, nonsense: dict[str, str]
) -> None:
    answer = as_(anna).post(f"{PAGE}?type=bali", {**WANTED, **nonsense})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode() or "field-error" in answer.content.decode()
    assert not StandingInvitation.objects.exists()


def test_another_game_type_than_there_is_shows_one_that_is(as_: Browser, anna: User) -> None:
    assert as_(anna).get(f"{PAGE}?type=chess").status_code == 200


def test_guests_and_who_has_many_are_told_so(as_: Browser, anna: User) -> None:
    guest = as_(create_guest("en", "UTC"))
    assert "Please keep your account first" in shown(guest)
    assert guest.post(f"{PAGE}?type=bali", WANTED).status_code == 422
    assert "standing invitations" not in shown(guest, "/lobby/")
    for _one in range(standing.MOST):
        standing.make(anna.pk, "bali", 2, "medium", most=1)
    assert "You have reached the maximum number" in shown(as_(anna))
    assert as_(anna).post(f"{PAGE}?type=bali", WANTED).status_code == 422
    assert StandingInvitation.objects.count() == standing.MOST


def test_another_ones_are_neither_seen_nor_changed(as_: Browser, anna: User, ben: User) -> None:
    one = standing.make(anna.pk, "bali", 2, "medium", most=1)
    browser = as_(ben)
    assert "Up to" not in shown(browser)
    for change in ("pause", "resume", "end", "nonsense"):
        assert browser.post(f"{PAGE}{one.pk}/{change}/").status_code == 404
    assert browser.get(f"{PAGE}{one.pk}/pause/").status_code == 405
    assert as_(None).get(PAGE).status_code == 302
    one.refresh_from_db()
    assert one.paused_at is None
