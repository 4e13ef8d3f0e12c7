"""An evening: its plan, the queue of games and how it is steered, notes, and the space bar."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from accounts.company import relationships
from accounts.models import User
from boardgames.redis import best_effort
from games.absence import departures
from games.live import presence
from games.lobby import evening, notebook, open_games
from games.models import Game, Habit, Notebook, Seat
from games.moves import actions
from games.storage.position import load
from tests.browser import DESK, PHONE, People, picture
from tests.games.times import Times
from tests.people import sign_in

Browser = Callable[[User | None], Client]
NOTE = "Ben always sails first."


def waiting_game(anna: User, other: User, hours: float, type_: str = "imhotep") -> Game:
    """A game that waits for anna, with so much time left."""
    game = open_games.create(anna.pk, type_, 2).game
    open_games.join_game(game.pk, other.pk)
    Seat.objects.filter(game=game).update(to_move=False)
    deadline = timezone.now() + timedelta(hours=hours)
    Seat.objects.filter(game=game, user=anna).update(to_move=True, deadline=deadline)
    return game


def own_turn(anna: User) -> Game:
    """A game in which anna moves first."""
    return open_games.create(anna.pk, "imhotep", 2, bots=1, first=True).game


def leads_to(browser: Client, query: str = "") -> str:
    return browser.get(f"/next/{query}").headers.get("Location", "")


class TestThePlan:
    def test_counts_turns_minutes_and_what_is_urgent(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        for hours in (3, 30, 40):
            waiting_game(anna, ben, hours)
        assert "3 turns, about 6 minutes, 1 urgent" in as_(anna).get("/my/").content.decode()
        quick = [60, 60, 60, 50_000, 60_000, 70_000, 80_000, 90_000]
        Habit.objects.create(user=anna, answers=quick)
        assert "3 turns, about 3 minutes, 1 urgent" in as_(anna).get("/my/").content.decode()

    @pytest.mark.parametrize(
        ("answers", "turn"),
        [
            ([5] * 9, evening.SHORTEST),
            ([90_000] * 9, evening.LONGEST),
            ([1, 2, 3], evening.USUAL_TURN),
        ],
    )
    def test_a_turn_takes_no_nonsense(
        self, anna: User, answers: list[int], turn: timedelta
    ) -> None:
        Habit.objects.create(user=anna, answers=answers)
        assert evening.lasts(anna.pk) == turn


class TestTheQueue:
    def test_urgent_quick_and_live(self, as_: Browser, anna: User, ben: User, cleo: User) -> None:
        heavy = waiting_game(anna, ben, 2, "bora_bora")
        light = waiting_game(anna, cleo, 9, "imhotep")
        browser = as_(anna)
        assert leads_to(browser) == f"/games/{heavy.pk}/"
        assert leads_to(browser, "?by=quick") == f"/games/{light.pk}/"
        assert leads_to(browser) == f"/games/{light.pk}/", "it stays so"
        assert leads_to(browser, f"?after={light.pk}") == f"/games/{heavy.pk}/"
        now = timezone.now().timestamp()
        for name in ("anna", "cleo"):
            key = presence._key(light.pk if name == "cleo" else heavy.pk, name)
            best_effort._client.zadd(key, {f"{name}/1": now + 60})
        assert leads_to(browser, "?by=live") == f"/games/{light.pk}/", "not for one's own presence"
        assert leads_to(browser, "?by=nonsense") == f"/games/{heavy.pk}/"

    def test_live_with_nobody_there_hides_nothing_and_says_so(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        urgent, other = waiting_game(anna, ben, 2), waiting_game(anna, ben, 9)
        browser = as_(anna)
        page = browser.get("/next/?by=live", follow=True)
        assert page.request["PATH_INFO"] == f"/games/{urgent.pk}/"
        assert "No other player is at a table that is waiting for you." in page.content.decode()
        assert "No other player" not in browser.get("/next/", follow=True).content.decode(), "once"
        key = presence._key(urgent.pk, "ben")
        best_effort._client.zadd(key, {"ben/1": timezone.now().timestamp() + 60})
        assert leads_to(browser, "?by=live") == f"/games/{urgent.pk}/"
        assert leads_to(browser, f"?after={urgent.pk}") == f"/games/{other.pk}/", "not in a circle"

    def test_whom_a_block_keeps_apart_is_nobody_there(
        self, as_: Browser, anna: User, ben: User, cleo: User
    ) -> None:
        urgent, with_cleo = waiting_game(anna, ben, 2), waiting_game(anna, cleo, 9)
        key = presence._key(with_cleo.pk, "cleo")
        best_effort._client.zadd(key, {"cleo/1": timezone.now().timestamp() + 60})
        assert leads_to(as_(anna), "?by=live") == f"/games/{with_cleo.pk}/"
        relationships.block(cleo, anna)
        assert leads_to(as_(anna), "?by=live") == f"/games/{urgent.pk}/"

    def test_a_friend_who_waits_no_longer_hides_nothing(
        self, as_: Browser, anna: User, ben: User, cleo: User
    ) -> None:
        with_ben, with_cleo = waiting_game(anna, ben, 2), waiting_game(anna, cleo, 9)
        for one, other in ((anna, cleo), (cleo, anna)):
            one.friends.create(friend=other)
        browser = as_(anna)
        assert leads_to(browser, "?with=cleo") == f"/games/{with_cleo.pk}/"
        Seat.objects.filter(game=with_cleo).update(to_move=False)
        page = browser.get("/next/", follow=True)
        assert page.request["PATH_INFO"] == f"/games/{with_ben.pk}/"
        assert "No other game with cleo is waiting for you." in page.content.decode()

    def test_when_all_are_put_off_it_says_so(self, as_: Browser, anna: User, ben: User) -> None:
        game = waiting_game(anna, ben, 30)
        as_(anna).post(f"/games/{game.pk}/later/", {"hours": "24"})
        page = as_(anna).get("/next/?by=live").content.decode()
        assert "You have put off the others" in page

    def test_a_friend(self, as_: Browser, anna: User, ben: User, cleo: User) -> None:
        waiting_game(anna, ben, 2)
        with_cleo = waiting_game(anna, cleo, 9)
        browser = as_(anna)
        for one, other in ((anna, cleo), (cleo, anna)):
            one.friends.create(friend=other)
        assert "with cleo" in browser.get("/my/").content.decode()
        assert "with ben" not in browser.get("/my/").content.decode()
        assert leads_to(browser, "?with=cleo") == f"/games/{with_cleo.pk}/"
        assert leads_to(browser, "?with=ben") != f"/games/{with_cleo.pk}/", "ben is no friend"

    def test_put_off_it_comes_later_but_in_time(
        self, as_: Browser, times: Times, anna: User, ben: User
    ) -> None:
        soon, late = waiting_game(anna, ben, 5), waiting_game(anna, ben, 30)
        browser = as_(anna)
        answer = browser.post(f"/games/{soon.pk}/later/", {"hours": "24"})
        assert (answer.status_code, answer["Location"]) == (303, f"/next/?after={soon.pk}")
        assert leads_to(browser) == f"/games/{late.pk}/"
        page = browser.get("/my/").content.decode()
        assert "1 for later" in page
        assert "put off until" in page
        times.go(hours=3, minutes=1)
        assert leads_to(browser) == f"/games/{soon.pk}/", "two hours before its time is up"

    @pytest.mark.parametrize("hours", ["", "0", "5", "-3", "x", "9999999", "٣"])
    def test_not_by_just_anything(self, as_: Browser, anna: User, ben: User, hours: str) -> None:
        game = waiting_game(anna, ben, 30)
        assert as_(anna).post(f"/games/{game.pk}/later/", {"hours": hours}).status_code == 422
        assert not Notebook.objects.exists()

    def test_only_what_waits_for_oneself(
        self, as_: Browser, anna: User, ben: User, cleo: User
    ) -> None:
        game = waiting_game(anna, ben, 30)
        for user, status in ((ben, 409), (cleo, 403), (None, 302)):
            answer = as_(user).post(f"/games/{game.pk}/later/", {"hours": "3"})
            assert answer.status_code == status
        assert as_(anna).get(f"/games/{game.pk}/later/").status_code == 405
        assert not Notebook.objects.exists()


class TestNotes:
    def test_a_note_is_for_its_writer_alone(
        self, as_: Browser, anna: User, ben: User, cleo: User
    ) -> None:
        game = waiting_game(anna, ben, 30)
        address = f"/games/{game.pk}/"
        written = as_(anna).post(f"{address}notes/", {"note": NOTE, "plan": "Sail to the tomb."})
        assert written.status_code == 303
        assert NOTE in as_(anna).get(address).content.decode()
        for user in (ben, cleo, None):
            page = as_(user).get(address).content.decode()
            assert NOTE not in page
            assert "Sail to the tomb" not in page

    def test_the_plan_is_pinned_when_the_turn_has_come(self, as_: Browser, anna: User) -> None:
        game = own_turn(anna)
        browser = as_(anna)
        browser.post(f"/games/{game.pk}/notes/", {"plan": "Sail to the tomb."})
        assert "Your plan:" in browser.get(f"/games/{game.pk}/").content.decode()
        browser.post(f"/games/{game.pk}/notes/", {"note": NOTE})
        kept = Notebook.objects.get(game=game, user=anna)
        assert (kept.plan, kept.note) == ("Sail to the tomb.", NOTE)
        browser.post(f"/games/{game.pk}/notes/", {"plan": ""})
        assert "Your plan:" not in browser.get(f"/games/{game.pk}/").content.decode()

    def test_strangers_write_nowhere(self, as_: Browser, anna: User, ben: User, cleo: User) -> None:
        game = waiting_game(anna, ben, 30)
        secret = open_games.create(anna.pk, "bali", 2, visibility="private").game
        assert as_(cleo).post(f"/games/{game.pk}/notes/", {"note": "x"}).status_code == 403
        assert as_(cleo).post(f"/games/{secret.pk}/notes/", {"note": "x"}).status_code == 404
        assert as_(cleo).post("/games/999999/notes/", {"note": "x"}).status_code == 404
        assert as_(None).post(f"/games/{game.pk}/notes/", {"note": "x"}).status_code == 302
        assert as_(anna).post(f"/games/{game.pk}/notes/", {"note": "x" * 4001}).status_code == 422
        assert not Notebook.objects.exists()

    def test_they_go_with_the_account(self, anna: User, ben: User) -> None:
        game = waiting_game(anna, ben, 30)
        notebook.write(game.pk, anna.pk, note=NOTE)
        User.objects.filter(pk=anna.pk).update(is_active=False)
        departures.free_seats()
        assert not Notebook.objects.exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_space_bar_leads_on_and_a_plan_stands_over_the_board(
    people: People, anna: User
) -> None:
    first, second = own_turn(anna), own_turn(anna)
    actions.choose(first.pk, anna.pk, ("get",), version=load(first.pk, anna.pk).version)
    notebook.write(second.pk, anna.pk, plan="Take three stones, then sail to the burial chamber.")
    page = people.page(DESK)
    people.sign_in(page, anna)
    page.goto(f"/games/{first.pk}/")
    expect(page.locator("[data-next]")).to_be_visible()
    page.keyboard.press("Space")
    page.wait_for_url(f"**/games/{second.pk}/")
    expect(page.locator(".plan")).to_contain_text("burial chamber")
    picture(page, "plan-desk")
    page.locator("#notes summary").click()
    page.locator("#note-note").fill(NOTE + " ")
    page.locator("#note-note").press("Space")
    page.locator("#notes form").get_by_role("button").click()
    expect(page.locator("#note-note")).to_have_value(NOTE)
    page.locator(".plan button").click()
    expect(page.locator(".plan")).to_have_count(0)
    assert Notebook.objects.get(game=second, user=anna).note == NOTE
    phone = people.page(PHONE, dark=True, language="de")
    people.sign_in(phone, anna)
    phone.goto("/my/")
    picture(phone, "evening-phone-dark")


def ahead(browser: Client, query: str) -> int:
    """What a browser gets that asks for the next game before it is pressed."""
    asked = browser.get(f"/next/{query}", headers={"Sec-Purpose": "prefetch"})
    return asked.status_code


def test_somebody_who_asks_ahead_is_led_to_the_next_game_and_steers_nothing(
    as_: Browser, anna: User, ben: User
) -> None:
    game = waiting_game(anna, ben, 3)
    browser = as_(anna)
    assert ahead(browser, "") == 302
    assert ahead(browser, "?by=quick") == 503
    assert "queue" not in browser.session
    assert leads_to(browser, "?by=live") == f"/games/{game.pk}/"
    kept = dict(browser.session.get("queue", {}))
    assert ahead(browser, "") == (503 if kept else 302)
    assert browser.session.get("queue", {}) == kept


@pytest.mark.browser
def test_after_a_turn_the_next_game_is_there_before_it_is_pressed(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=False)
    now, then = own_turn(anna), waiting_game(anna, ben, 30)
    page = people.page()
    sign_in(page, anna, people.url)
    page.goto(f"/games/{now.pk}/")
    assert not page.locator("[data-ahead]").count(), "this game waits itself"
    line = page.context.new_cdp_session(page)
    ready = []
    line.on("Preload.prefetchStatusUpdated", lambda told: ready.append(told["status"]))
    line.send("Preload.enable")
    page.locator(".decision-choices button").first.click()
    link = page.locator("[data-next][data-ahead]")
    expect(link).to_be_visible()
    for _moment in range(100):
        if "Ready" in ready:
            break
        page.wait_for_timeout(100)
    assert "Ready" in ready
    seat = Seat.objects.get(game=then, user=anna)
    assert seat.seen_version < load(then.pk, anna.pk).version, "it has not been seen by that"
    link.click()
    page.wait_for_url(f"**/games/{then.pk}/")
    how = "performance.getEntriesByType('navigation')[0].deliveryType"
    assert page.evaluate(how) == "navigational-prefetch"
