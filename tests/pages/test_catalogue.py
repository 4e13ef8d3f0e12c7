"""Start page, catalogue, game types, and the form for a new game."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import get_language
from playwright.sync_api import expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Invitation, Seat
from games.pages.catalogue import samples
from games.rules import registry
from games.rules.engine import Rules
from games.storage.position import Position
from games.tasks import draw_samples
from tests.browser import DESK, People

Browser = Callable[[User | None], Client]
FORM = {"players": 2, "bots": 0, "clock": 3, "visibility": "public", "invite": ""}


def test_strangers_see_what_this_is_and_members_their_games(as_: Browser, anna: User) -> None:
    page = as_(None).get("/").content.decode()
    assert "Imhotep" in page
    assert "Play now" in page
    answer = as_(anna).get("/")
    assert answer.status_code == 302
    assert answer["Location"] == "/my/"


@pytest.mark.slow
def test_the_front_page_shows_games_that_are_played_and_the_boards_one_will_play_on(
    as_: Browser, started: Position, anna: User
) -> None:
    secret = open_games.create(anna.pk, "bali", 2, visibility="private", bots=1).game
    page = as_(None).get("/").content.decode()
    assert f'<img src="/games/{started.game.pk}/glance.png' in page
    assert f"/games/{secret.pk}/" not in page
    assert "/games/types/imhotep/board.png" not in page
    samples.draw_pictures(
        registry.get("imhotep"), [language for language, _name in settings.LANGUAGES]
    )
    page = as_(None).get("/").content.decode()
    [picture] = re.findall(r'<img src="(/games/types/imhotep/board.png[^"]*)"', page)
    assert as_(None).get(picture)["Content-Type"] == "image/png"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_preset_fills_in_what_it_sets_until_that_is_changed(people: People, anna: User) -> None:
    page = people.page(DESK)
    people.sign_in(page, anna)
    page.goto("/games/types/imhotep/new/")
    preset = page.get_by_label("Preset")
    boxes = page.locator("[name^=option_][type=checkbox]:not([name$=unlimited_stones])")
    preset.select_option(label="everything")
    expect(page.get_by_label("Market", exact=True)).to_have_value("random")
    assert boxes.count() > 1
    assert all(box.is_checked() for box in boxes.all())
    boxes.first.uncheck()
    expect(preset).to_have_value("own")
    preset.select_option(label="first game")
    assert not any(box.is_checked() for box in boxes.all())
    page.get_by_role("button", name="Create the game").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))


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
    assert (game.status, game.players) == ("open", 2)
    assert game.clock == {
        "kind": "per_turn", "days": 3, "policy": "bot", "vacation": True, "stretch": 14
    }  # fmt: skip


def test_a_game_against_bots_begins_at_once(as_: Browser, anna: User) -> None:
    browser = as_(anna)
    assert tries("bali", browser.get("/games/types/bali/").content.decode())
    answer = browser.post("/play/", {"type": "bali"})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert game.visibility == "private"
    assert game.status == "running"
    assert game.clock["kind"] == "none"


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


@pytest.mark.usefixtures("pawns")
def test_levels_are_said_to_beat_each_other_only_where_games_have_shown_it(
    as_: Browser, anna: User
) -> None:
    beaten = "has beaten the one below it"
    assert beaten in as_(anna).get("/games/types/imhotep/new/").content.decode()
    unmeasured = as_(anna).get("/games/types/pawns/new/").content.decode()
    assert "Level of the bots" in unmeasured
    assert beaten not in unmeasured


def test_a_rematch_link_fills_the_form(as_: Browser, anna: User) -> None:
    query = "players=3&visibility=private&bots=1&invite=ben&clock=7&option_oracle=True"
    page = as_(anna).get(f"/games/types/bali/new/?{query}").content.decode()
    assert '<option value="3" selected>' in page
    assert 'value="ben"' in page
    assert (
        'name="option_oracle" id="id_option_oracle" aria-describedby' in page or "checked" in page
    )


RESERVE = {"kind": "reserve", "reserve_hours": 120, "increment_hours": 24, "cap_hours": 240}
MONTHS = {"reserve_hours": 720, "increment_hours": 720, "cap_hours": 1440}


@pytest.mark.parametrize(
    ("chosen", "setting"),
    [
        ({"clock": "normal"}, RESERVE),
        ({"clock": "own_days", "days": 4}, {"kind": "per_turn", "days": 4}),
        (
            {
                "clock": "own_reserve", "reserve_hours": 30, "increment_hours": 5, "cap_hours": 31,
                "days": "",
            },
            {"kind": "reserve", "reserve_hours": 30, "increment_hours": 5, "cap_hours": 31},
        ),
        ({"clock": "turns-10-30"}, {**MONTHS, "turns": 10}),
        (
            {"clock": "own_reserve", **MONTHS, "turns": 12},
            {**MONTHS, "turns": 12},
        ),
        ({"clock": 2, "policy": "vote", "vacation": "no", "stretch": 0}, {"days": 2}),
    ],
)  # fmt: skip
def test_clocks_are_chosen(
    as_: Browser, anna: User, chosen: dict[str, Any], setting: dict[str, Any]
) -> None:
    browser = as_(anna)
    browser.post("/games/types/bali/new/", FORM | chosen)
    game = Game.objects.get()
    absence = {
        "policy": chosen.get("policy", "bot"),
        "vacation": "vacation" not in chosen,
        "stretch": chosen.get("stretch", 14),
    }
    assert game.clock == game.clock | setting | absence


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"clock": "own_days"}, "Your own time setting needs this"),
        ({"clock": "own_days", "days": 31}, "less than or equal to 30"),
        ({"clock": "own_days", "days": "x"}, "whole number"),
        ({"clock": "own_reserve", "reserve_hours": 1}, "Your own time setting needs this"),
        (
            {"clock": "own_reserve", "reserve_hours": 9, "increment_hours": 1, "cap_hours": 8},
            "less than the reserve at the start",
        ),
        ({"clock": "own_reserve", **MONTHS, "turns": 1}, "greater than or equal to 2"),
        ({"clock": "own_reserve", "reserve_hours": 0}, "greater than or equal to 1"),
        ({"policy": "duel"}, "duel"),
        ({"vacation": "perhaps"}, "perhaps"),
        ({"stretch": "1"}, "1 is not one of"),
    ],
)
def test_nonsense_about_time_is_answered_with_its_fields_open(
    as_: Browser, anna: User, chosen: dict[str, Any], said: str
) -> None:
    answer = as_(anna).post("/games/types/bali/new/", FORM | chosen)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert '<details class="drawer" open>' in page
    assert not Game.objects.exists()


def test_time_is_told_before_one_joins(as_: Browser, anna: User, ben: User) -> None:
    chosen = {"clock": "fast", "policy": "forfeit", "stretch": 3}
    as_(anna).post("/games/types/bali/new/", FORM | chosen)
    game = Game.objects.get()
    words = "1 day in reserve, +8 hours per turn, at most 2 days"
    for reader in (None, ben):
        room = as_(reader).get(f"/games/{game.pk}/").content.decode()
        for told in (words, "the seat is lost", "at most 3 days", "Automatic vacation first"):
            assert told in room
        lobby = as_(reader).get("/lobby/").content.decode()
        assert words in lobby
        assert "<dd>the seat is lost</dd>" in lobby


def tries(slug: str, page: str) -> bool:
    """Whether the page has a form that begins a game of this type at once."""
    forms = re.findall(r'action="/play/"[^>]*>.*?</form>', page, re.DOTALL)
    return any(f'name="type" value="{slug}"' in form for form in forms)


@pytest.mark.parametrize("slug", [None, "", "chess", "../imhotep", "x" * 500])
def test_nothing_is_begun_of_a_type_that_is_not_there(as_: Browser, slug: str | None) -> None:
    browser = as_(None)
    assert browser.post("/play/", {} if slug is None else {"type": slug}).status_code == 404
    assert browser.get("/play/").status_code == 405
    assert not Game.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


@pytest.mark.parametrize("page", ["/", "/games/", "/games/types/imhotep/"])
def test_a_stranger_tries_a_game_by_one_click(as_: Browser, page: str) -> None:
    browser = as_(None)
    assert tries("imhotep", browser.get(page).content.decode())
    answer = browser.post("/play/", {"type": "imhotep"})
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.pk}/"
    assert game.status == "running"
    assert game.created_by.is_guest
    assert browser.get(f"/games/{game.pk}/").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("slug", registry.OWN)
def test_the_page_of_a_type_shows_its_board_and_five_first_steps(as_: Browser, slug: str) -> None:
    browser = as_(None)
    assert "<img" not in browser.get(f"/games/types/{slug}/").content.decode()
    assert browser.get(f"/games/types/{slug}/step-0.png").status_code == 404
    samples.draw_pictures(registry.get(slug), ["en"])  # as the worker does
    page = browser.get(f"/games/types/{slug}/").content.decode()
    pictures = re.findall(rf'src="(/games/types/{slug}/[^"]+)"', page)
    assert len(pictures) == 6
    drawn = [browser.get(address) for address in pictures]
    assert all(answer["Content-Type"] == "image/png" for answer in drawn)
    assert len({answer.content for answer in drawn}) == 6
    assert "moves each" in page
    assert 'href="#help-differences"' in page
    assert browser.get(f"/games/types/{slug}/step-5.png").status_code == 404


def test_pictures_of_types_are_drawn_one_type_at_a_time_and_once(
    as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def pictures(rules: Rules[Any]) -> dict[str, bytes]:
        drawn.append(f"{rules.slug} {get_language()}")
        return dict.fromkeys(("board", "0", "1", "2", "3", "4"), b"a picture")

    monkeypatch.setattr(samples, "_pictures", pictures)
    spoken = len(settings.LANGUAGES)
    for number in range(1, 6):
        draw_samples()
        assert len(drawn) == spoken * min(number, len(registry.all()))
    assert drawn[:2] == ["imhotep en", "imhotep de"]
    address = "/games/types/imhotep/board.png"
    assert as_(None).get(address).content == b"a picture"
    assert as_(None).get("/games/types/imhotep/step-77.png").status_code == 404
    assert samples.list_pictures(registry.get("imhotep"))
    # What the cache has forgotten is drawn anew.
    cache.delete(f"{samples._key(registry.get('imhotep'))}/en/board")
    assert as_(None).get(address).status_code == 404
    cache.delete(f"{samples._key(registry.get('imhotep'))}/busy")  # two minutes later
    draw_samples()
    assert as_(None).get(address).status_code == 200


def test_usual_days_are_an_estimate_until_enough_games_are_over(as_: Browser, anna: User) -> None:
    now = timezone.now()

    def finish(days: float, **more: object) -> Game:
        times = {"started_at": now - timedelta(days=days), "finished_at": now}
        fields = {"type": "bali", "players": 2, "status": Game.Status.FINISHED, "created_by": anna}
        return Game.objects.create(**{**fields, **times, **more})

    def page() -> str:
        return as_(None).get("/games/types/bali/").content.decode()

    finished = [finish(days) for days in (3, 3.5, 4, 4, 5, 6, 6, 6.5, 30)]
    finish(1, type="imhotep")
    finish(1, status=Game.Status.CANCELLED)
    for number in range(9):  # games with bots say nothing
        Seat.objects.create(game=finish(0.1), index=0, bot="first" if number % 2 else "random")
    assert "7–20 days (an estimate)" in page()
    finished.append(finish(7))
    assert "an estimate" in page(), "an hour long"
    cache.clear()
    assert "4–7 days (the middle half of the last 10 games between people)" in page()
    with CaptureQueriesContext(connection) as asked:
        page()
    assert not any("LIMIT 300" in query["sql"] for query in asked)
