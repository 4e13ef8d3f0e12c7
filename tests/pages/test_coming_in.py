"""Coming in: the first move without an account, an invited friend, and keeping the account."""

import random
import time
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils.formats import date_format
from playwright.sync_api import expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat
from tests.browser import PHONE, People, picture
from tests.games.playing import to_the_end
from tests.people import PASSWORD

Browser = Callable[[User | None], Client]


@pytest.fixture
def secret(anna: User) -> Game:
    """A private game of anna's that looks for one more player."""
    return open_games.create(anna.pk, "imhotep", 2, visibility="private").game


@pytest.mark.slow
def test_whoever_tries_a_game_moves_first(as_: Browser) -> None:
    for slug in ("imhotep", "bali", "bora_bora", "bomarzo") * 3:
        as_(None).post("/play/", {"type": slug})
        game = Game.objects.order_by("-pk")[0]
        assert game.created_by.is_guest
        assert game.seats.get(user=game.created_by).to_move, f"{slug} waits for the guest"
        assert game.seats.exclude(bot="").count() == game.players - 1


def test_somebody_who_asks_for_a_level_that_a_game_has_not_is_told_which_one_plays(
    as_: Browser,
) -> None:
    page = as_(None).post("/play/", {"type": "bomarzo", "level": "strong"}, follow=True)
    assert (
        "Bomarzo with 2 players has bots at these levels: easy and good. You play against: good."
        in page.text
    )
    for slug, level in (("bomarzo", "good"), ("imhotep", "strong"), ("imhotep", "of nonsense")):
        page = as_(None).post("/play/", {"type": slug, "level": level}, follow=True)
        assert "has bots at these levels" not in page.text


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_front_page_offers_the_levels_of_the_chosen_game_and_on_a_phone_all_in_one_window(
    people: People,
) -> None:
    for language in ("en", "de"):
        page = people.page(PHONE, language=language)
        page.goto("/")
        page.get_by_text("Bali", exact=True).first.click()
        level = page.locator("[name=level]")
        level.select_option("master")
        page.get_by_text("Bomarzo", exact=True).first.click()
        expect(level).to_have_value("good")
        assert level.locator("option:not(:disabled)").count() == 2
        page.get_by_text("Imhotep", exact=True).first.click()
        assert level.locator("option:not(:disabled)").count() == 3
        picture(page, f"front-phone-{language}", whole=False)
        learn = page.locator("[formaction]").bounding_box()
        bar = page.locator(".site-nav").bounding_box()
        assert learn
        assert bar
        assert learn["y"] + learn["height"] <= bar["y"]


def test_playing_as_a_guest_leads_to_games_to_try(as_: Browser) -> None:
    page = as_(None).post("/accounts/guest/", follow=True).content.decode()
    assert "Your first game" in page
    assert "No games are waiting for you" not in page


def test_the_link_says_who_invites_and_lets_a_stranger_join_at_once(
    as_: Browser, secret: Game
) -> None:
    stranger = as_(None)
    page = stranger.get(f"/games/{secret.pk}/?key={secret.key}").content.decode()
    assert "anna invites you to play." in page
    assert "Join as a guest" in page
    assert f"/accounts/login/?next=%2Fgames%2F{secret.pk}%2F%3Fkey%3D{secret.key}" in page
    answer = stranger.post(f"/games/{secret.pk}/join/", {"key": secret.key, "guest": "1"})
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{secret.pk}/")
    secret.refresh_from_db()
    assert secret.status == "running"
    assert stranger.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("key", ["", "guess", "x" * 500])
def test_without_the_right_key_nobody_becomes_a_guest(as_: Browser, secret: Game, key: str) -> None:
    answer = as_(None).post(f"/games/{secret.pk}/join/", {"key": key, "guest": "1"})
    assert answer.status_code == 404
    assert not User.objects.filter(is_guest=True).exists()
    assert as_(None).post("/games/999999/join/", {"guest": "1"}).status_code == 404


def test_a_member_joins_under_their_own_name(as_: Browser, secret: Game, ben: User) -> None:
    page = as_(ben).get(f"/games/{secret.pk}/?key={secret.key}").content.decode()
    assert "Join as a guest" not in page
    as_(ben).post(f"/games/{secret.pk}/join/", {"key": secret.key, "guest": "1"})
    assert Seat.objects.filter(game=secret, user=ben).exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_somebody_who_is_invited_by_name_reads_by_whom(
    as_: Browser, secret: Game, ben: User
) -> None:
    open_games.invite(secret.pk, secret.created_by_id, ["ben"])
    assert "anna invites you" in as_(ben).get(f"/games/{secret.pk}/").content.decode()


class TestKeeping:
    @pytest.mark.slow
    def test_a_guest_is_asked_once_at_the_end_of_the_first_game(
        self, as_: Browser, ben: User
    ) -> None:
        browser = as_(None)
        browser.post("/accounts/guest/")
        guest = User.objects.get(is_guest=True)
        first, second = (self.played(guest, ben) for _game in range(2))
        asks = "Would you like to keep this account?"
        assert asks in browser.get(f"/games/{first.pk}/").content.decode()
        assert asks not in browser.get(f"/games/{second.pk}/").content.decode()
        assert asks not in as_(ben).get(f"/games/{first.pk}/").content.decode()
        assert asks not in as_(None).get(f"/games/{first.pk}/").content.decode()
        assert browser.post(f"/games/{first.pk}/no-account/").status_code == 303
        assert asks not in browser.get(f"/games/{first.pk}/").content.decode()

    @pytest.mark.slow
    def test_keeping_loses_nothing_and_leads_back(self, as_: Browser, ben: User) -> None:
        browser = as_(None)
        browser.post("/accounts/guest/")
        guest = User.objects.get(is_guest=True)
        game = self.played(guest, ben)
        here = f"/games/{game.pk}/"
        keep = f"/accounts/keep/?next={here}"
        assert f'name="next" value="{here}"' in browser.get(keep).content.decode()
        form = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}
        assert browser.post(keep, {**form, "next": here})["Location"] == here
        page = browser.get(here).content.decode()
        assert "Dora" in page
        assert "Would you like to keep" not in page
        assert Seat.objects.filter(game=game, user=guest).exists()
        away = browser.get("/accounts/keep/?next=https://evil.example/")
        assert "evil" not in away["Location"]

    def test_somebody_who_has_an_account_cannot_say_no(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        game = self.played(anna, ben)
        as_(anna).post(f"/games/{game.pk}/no-account/")
        anna.refresh_from_db()
        assert not anna.asked_to_keep
        assert as_(None).post(f"/games/{game.pk}/no-account/").status_code == 302
        assert as_(None).get(f"/games/{game.pk}/no-account/").status_code == 405

    def played(self, one: User, other: User) -> Game:
        game = open_games.create(one.pk, "imhotep", 2).game
        open_games.join_game(game.pk, other.pk)
        return to_the_end(game.pk, random.Random(5))


@pytest.mark.smoke
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_one_click_leads_to_the_first_move_and_one_to_a_friends_table(
    people: People, site: str, secret: Game
) -> None:
    stranger = people.page()
    stranger.goto("/")
    picture(stranger, "start-stranger")
    began = time.monotonic()
    stranger.get_by_role("button", name="Play now").click()
    first = stranger.locator("a.choice, .decision-choices a, .decision-choices button").first
    expect(first).to_be_visible()
    print(f"first move as a guest after {time.monotonic() - began:.1f} s")
    expect(stranger.locator(".decision")).to_be_visible()
    friend = people.page(PHONE, dark=True)
    friend.goto(f"/games/{secret.pk}/?key={secret.key}")
    expect(friend.locator("main")).to_contain_text("anna invites you to play.")
    picture(friend, "invited-phone-dark")
    began = time.monotonic()
    friend.get_by_role("button", name="Join as a guest").click()
    expect(friend.locator("[data-table]")).to_be_attached()
    print(f"at the friend's table after {time.monotonic() - began:.1f} s")
    expect(friend.locator("[data-table] .decision")).to_be_visible()


TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_strangers_first_page_is_in_his_time_zone(
    people: People, site: str, anna: User, ben: User
) -> None:
    made = open_games.create(anna.pk, "imhotep", 2).game
    game = open_games.join_game(made.pk, ben.pk).game
    moved = date_format((game.moved_at or game.created_at).astimezone(TOKYO), "M j, H:i")
    for page_of, path in (("lobby", "/lobby/?show=running"), ("player", "/players/anna/games/")):
        stranger = people.page(zone=TOKYO.key)
        stranger.goto(path)
        expect(stranger.locator("main"), page_of).to_contain_text(moved)
