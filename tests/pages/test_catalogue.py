"""Start page, catalogue, game types, and the form for a new game."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Invitation

Browser = Callable[[User | None], Client]


def test_strangers_see_what_this_is_and_members_their_games(as_: Browser, anna: User) -> None:
    page = as_(None).get("/").content.decode()
    assert "Imhotep" in page
    assert "Play as a guest" in page
    answer = as_(anna).get("/")
    assert answer.status_code == 302
    assert answer["Location"] == "/my/"


@pytest.mark.parametrize("path", ["/", "/games/", "/games/types/imhotep/", "/lobby/"])
def test_pages_for_everybody_speak_german(as_: Browser, path: str) -> None:
    answer = as_(None).get(path, headers={"accept-language": "de"})
    assert answer.status_code == 200
    assert '<html lang="de"' in answer.content.decode()
    assert "Partie eröffnen" in answer.content.decode()


def test_an_unknown_game_type_is_not_there(as_: Browser, anna: User) -> None:
    assert as_(None).get("/games/types/chess/").status_code == 404
    assert as_(anna).get("/games/types/chess/new/").status_code == 404


def test_nobody_is_led_to_the_sign_in_and_back(as_: Browser) -> None:
    answer = as_(None).get("/games/types/imhotep/new/?players=3")
    assert answer.status_code == 302
    assert "next=%2Fgames%2Ftypes%2Fimhotep%2Fnew%2F%3Fplayers%3D3" in answer["Location"]


def test_one_click_makes_a_game(as_: Browser, anna: User) -> None:
    """All settings as the form proposes them."""
    browser = as_(anna)
    form = browser.get("/games/types/imhotep/new/")
    assert form.status_code == 200
    answer = browser.post(
        "/games/types/imhotep/new/",
        {"players": 2, "bots": 0, "clock": 3, "visibility": "public", "invite": ""},
    )
    game = Game.objects.get()
    assert answer.status_code == 303
    assert answer["Location"] == f"/games/{game.pk}/"
    assert (game.status, game.players, game.clock) == (
        "open",
        2,
        {"kind": "per_turn", "days": 3},
    )


def test_a_game_against_bots_begins_at_once(as_: Browser, anna: User) -> None:
    browser = as_(anna)
    assert 'name="bots" value="1"' in browser.get("/games/types/bali/").content.decode()
    browser.post(
        "/games/types/bali/new/",
        {"players": 2, "bots": 1, "clock": 0, "visibility": "private", "invite": ""},
    )
    game = Game.objects.get()
    assert game.status == "running"
    assert game.clock == {"kind": "none"}


def test_settings_are_kept_and_people_invited(as_: Browser, anna: User, ben: User) -> None:
    as_(anna).post(
        "/games/types/bali/new/",
        {
            "players": 3,
            "bots": 1,
            "clock": 7,
            "visibility": "private",
            "invite": "ben, ben",
            "option_oracle": "on",
        },
    )
    game = Game.objects.get()
    assert game.options == {"oracle": True, "demon": False}
    assert [invitation.user for invitation in Invitation.objects.all()] == [ben]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("players", "17", "17"),
        ("players", "many", "many"),
        ("bots", "2", "Leave at least one seat"),
        ("clock", "99", "99"),
        ("visibility", "secret", "secret"),
        ("invite", "nobody-we-know", "nobody-we-know"),
    ],
)
def test_nonsense_is_answered_beside_the_form(
    as_: Browser, anna: User, field: str, value: str, said: str
) -> None:
    settings = {"players": 2, "bots": 0, "clock": 3, "visibility": "public", "invite": ""}
    answer = as_(anna).post("/games/types/imhotep/new/", settings | {field: value})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Game.objects.exists()


def test_a_rematch_link_fills_the_form(as_: Browser, anna: User) -> None:
    query = "players=3&visibility=private&bots=1&invite=ben&clock=7&option_oracle=True"
    page = as_(anna).get(f"/games/types/bali/new/?{query}").content.decode()
    assert '<option value="3" selected>' in page
    assert 'value="ben"' in page
    assert (
        'name="option_oracle" id="id_option_oracle" aria-describedby' in page or "checked" in page
    )
