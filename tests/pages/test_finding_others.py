"""The lobby: waiting people, filters, and the quick match."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from threading import Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.calendar import calendars
from accounts.calendar.resting import Night
from accounts.company import privacy
from accounts.company import relationships as circles
from accounts.models import User
from games.errors import Illegal
from games.lobby import open_games, opponent_stats, quick
from games.lobby.opponent_stats import Opponent
from games.models import Game, Habit, Seat, Standing, Tally, Waited
from games.rules import registry
from games.statistics.habits import Reliability
from tests.browser import PHONE, People, picture
from tests.people import person

Browser = Callable[[User | None], Client]
MONDAY = datetime(2027, 3, 1, 8, tzinfo=UTC)


def listed(browser: Client, query: str) -> set[int]:
    page = browser.get(f"/lobby/?{query}").content.decode()
    return {int(number) for number in re.findall(r'action="/games/(\d+)/join/"', page)}


def experienced(user: User, pace: timedelta, missed: int = 0, games: int = 12) -> None:
    recent = "." * (100 - missed) + "x" * missed
    Habit.objects.create(user=user, pace=pace, recent=recent)
    for players in (2, 3):
        Tally.objects.create(
            user=user, type="imhotep", players=players, kind="record", games=games // 2
        )


def test_it_says_how_fast_how_reliable_and_how_experienced_who_waits_is(
    as_: Browser, anna: User, ben: User
) -> None:
    experienced(anna, timedelta(hours=3), missed=4)
    User.objects.filter(pk=anna.pk).update(language="de")
    open_games.create(anna.pk, "imhotep", 2)
    open_games.create(ben.pk, "imhotep", 2)
    page = as_(None).get("/lobby/?look=cards").content.decode()
    assert "moves within 3 hours · 12 games · 96 % on time · Deutsch" in page
    assert re.search(r'card-about">new to this game</span>', page), "of ben nothing is known"
    assert page.count("would end around") == 1


def test_what_somebody_hides_is_not_said(as_: Browser, anna: User) -> None:
    experienced(anna, timedelta(hours=3))
    Standing.objects.create(
        type="imhotep", season=0, user=anna, mu=28, sigma=1, games=20, listed=True
    )
    open_games.create(anna.pk, "imhotep", 2)
    page = as_(None).get("/lobby/").content.decode()
    for said in ("moves within 3 hours", "100 % on time", "12 games", "1680", "until about"):
        assert said in page, said
    privacy.hide(anna, ["habits", "results", "ratings"])
    for look in ("list", "cards"):
        page = as_(None).get(f"/lobby/?look={look}").content.decode()
        for said in (
            *("moves within", "% on time", "12 games", "would end", "new to this game"),
            *("1680", "until about"),
        ):
            assert said not in page, said


def test_more_games_ask_no_more(as_: Browser, anna: User, ben: User) -> None:
    asked = []
    for more in (1, 6):
        for _game in range(more):
            open_games.create(anna.pk, "imhotep", 3)
            open_games.join_game(open_games.create(ben.pk, "bali", 4).game.pk, anna.pk)
        cache.delete("watched/en/new")  # the table worth watching is looked for each time
        with CaptureQueriesContext(connection) as found:
            as_(None).get("/lobby/")
        asked.append(len(found))
    assert asked[0] == asked[1]


@pytest.mark.slow
def test_wishes_narrow_the_list(as_: Browser, anna: User, ben: User, cleo: User) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    fast = open_games.create(anna.pk, "imhotep", 2, clock={"kind": "per_turn", "days": 1}).game.pk
    slow = open_games.create(ben.pk, "bali", 3, clock={"kind": "none"}, rated=True).game.pk
    special = open_games.create(
        anna.pk, "bali", 2, options={"oracle": True}, clock={
            "kind": "reserve", "reserve_hours": 120, "increment_hours": 24, "cap_hours": 240
        },
    ).game.pk  # fmt: skip
    browser = as_(cleo)
    for query, expected in {
        "": {fast, slow, special},
        "type=imhotep": {fast},
        "players=3": {slow},
        "pace=fast": {fast},
        "pace=medium": {special},
        "pace=none": {slow},
        "options=usual": {fast, slow},
        "options=other": {special},
        "rated=yes": {slow},
        "rated=no": {fast, special},
        "language=de": {slow},
        "now=1": {fast, special},
        "now=1&type=bali&rated=no": {special},
        "players=x&pace=%01&options=1&rated=2&language=xx&now=2&type=chess": {fast, slow, special},
        "players=99999999999999999999": {fast, slow, special},
    }.items():
        assert listed(browser, query) == expected, query
    assert listed(as_(anna), "now=1") == set(), "what anna made does not begin when she joins"
    assert listed(as_(None), "now=1") == {fast, special}


def test_a_line_says_what_begins_by_joining_and_why_one_may_not(
    as_: Browser, anna: User, ben: User, cleo: User
) -> None:
    open_games.create(anna.pk, "imhotep", 2, rated=True)
    open_games.join_game(open_games.create(ben.pk, "bali", 4).game.pk, anna.pk)
    strong = open_games.create(ben.pk, "imhotep", 2, asks={"least": 1700}).game.pk
    page = as_(cleo).get("/lobby/").content.decode()
    assert page.count("starts when you join") == 1
    assert "needs 1 more player after you" in page
    assert "win +" in page
    assert "200 rating points below 1700" in page
    assert f"/games/{strong}/join/" not in page
    assert "200 rating points below 1700" in as_(cleo).get(f"/games/{strong}/").content.decode()
    as_(cleo).post(f"/games/{strong}/join/")
    assert Game.objects.get(pk=strong).status == "open"
    assert "you are waiting here" in as_(anna).get("/lobby/").content.decode()
    assert listed(as_(cleo), "fits=1") == listed(as_(cleo), "")


def test_a_maker_asks_in_the_form(as_: Browser, anna: User) -> None:
    form = {"players": "2", "clock": "3", "visibility": "public", "bots": "0"}
    asked = {"asks_least": "1600", "asks_most": "1400"}
    answer = as_(anna).post("/games/types/imhotep/new/", {**form, **asked})
    assert answer.status_code == 422
    assert "above the highest" in answer.content.decode()
    asked = {"asks_least": "1400", "asks_in_time": "90", "asks_games": "", "asks_most": ""}
    assert as_(anna).post("/games/types/imhotep/new/", {**form, **asked}).status_code == 303
    game = Game.objects.get()
    assert game.asks == {"least": 1400, "in_time": 90}
    page = as_(None).get(f"/games/{game.pk}/").content.decode()
    assert "rating from 1400, 90 % on time" in page


def test_the_tabs_count_and_the_look_is_kept(as_: Browser, anna: User) -> None:
    open_games.create(anna.pk, "imhotep", 2)
    browser = as_(None)
    assert 'class="badge">1<' in browser.get("/lobby/").content.decode()
    assert "game-card" in browser.get("/lobby/?look=cards").content.decode()
    assert "game-card" in browser.get("/lobby/").content.decode()
    assert "open-game" in browser.get("/lobby/?look=list").content.decode()
    for nonsense in ("look=x", "order=x", "order=near", "fits=2"):
        assert browser.get(f"/lobby/?{nonsense}").status_code == 200


def test_where_nobody_waits_a_member_can_open_a_game_or_do_something_else(
    as_: Browser, anna: User, ben: User
) -> None:
    page = as_(anna).get("/lobby/").content.decode()
    assert "Nobody is looking for players right now" in page
    assert "2 people have played here so far" in page
    assert "Open a game for two" in page
    assert "usually joins" not in page, "nothing was measured"
    Waited.objects.bulk_create(
        Waited(type="imhotep", pace="medium", hour=hour, seconds=3 * 3600)
        for hour in range(24)
        for _case in range(8)
    )
    page = as_(anna).get("/lobby/").content.decode()
    assert "somebody usually joins within 3 hours" in page
    assert "Nobody is looking" not in as_(None).get("/lobby/").content.decode()
    assert "Nobody is looking" not in as_(anna).get("/lobby/?players=4").content.decode()
    open_games.create(ben.pk, "imhotep", 2)
    page = as_(anna).get("/lobby/").content.decode()
    assert "Quick match" in page
    assert "a match usually takes 3 hours" in page
    assert "ratings from 1400 to 1600" in page


def test_a_quick_match_says_the_rating_of_its_pace(as_: Browser, anna: User, ben: User) -> None:
    open_games.create(ben.pk, "imhotep", 2)
    skill = {"user": anna, "season": 0, "sigma": 1, "games": 20, "listed": True}
    Standing.objects.create(type="imhotep", mu=30, **skill)
    Standing.objects.create(type="imhotep/live", mu=20, **skill)
    page = as_(anna).get("/lobby/").content.decode()
    said = dict(re.findall(r'data-for="imhotep yes (\w+)".*?from (\d+) to', page, re.S))
    days, live = int(said["days"]), int(said["live"])
    assert days > 1500 > live


def test_several_open_games_at_once(as_: Browser, anna: User, ben: User) -> None:
    """One begins, and the others go on waiting."""
    games = [open_games.create(anna.pk, "imhotep", 2).game for _game in range(3)]
    open_games.join_game(games[1].pk, ben.pk)
    found = [Game.objects.get(pk=game.pk).status for game in games]
    assert found == ["open", "running", "open"]


class TestExpectedEnd:
    def seats(self, *users: User | None, bot: bool = False) -> list[Seat]:
        seats = [Seat(index=n, user=user) for n, user in enumerate(users)]
        return seats + [Seat(index=len(seats), bot="best")] * bot

    def known(self, **paces: timedelta | None) -> Opponent:
        return Opponent(paces.get("pace"), Reliability(0, 0), {})

    def test_everybody_answers_one_after_the_other(self, anna: User, ben: User) -> None:
        people = {
            anna.pk: self.known(pace=timedelta(hours=2)),
            ben.pk: self.known(pace=timedelta(hours=4)),
        }
        seats = self.seats(anna, ben, bot=True)
        ends = opponent_stats.expected_end(seats, 10, people, MONDAY)
        assert ends == MONDAY + timedelta(hours=60)

    def test_nights_and_days_off_count_for_somebody_who_has_them(self, anna: User) -> None:
        people = {anna.pk: self.known(pace=timedelta(hours=12))}
        day_and_night = opponent_stats.expected_end(self.seats(anna), 10, people, MONDAY)
        night = Night(since=time(20), until=time(8))
        anna = calendars.set_hours(anna.pk, night=night, weekdays=(), automatic=False)
        by_day = opponent_stats.expected_end(self.seats(anna), 10, people, MONDAY)
        assert day_and_night == MONDAY + timedelta(days=5)
        assert by_day == MONDAY + timedelta(days=9, hours=12)

    def test_a_stranger_is_treated_like_the_others(self, anna: User) -> None:
        people = {anna.pk: self.known(pace=timedelta(hours=2))}
        ends = opponent_stats.expected_end(self.seats(anna, None), 10, people, MONDAY)
        assert ends == MONDAY + timedelta(hours=40)
        assert opponent_stats.expected_end(self.seats(anna, None), 10, {}, MONDAY) is None


class TestQuickMatch:
    def test_opens_a_game_which_the_next_one_joins(
        self, as_: Browser, anna: User, ben: User
    ) -> None:
        wish = {"type": "imhotep", "pace": "fast", "rated": "no"}
        browser = as_(anna)
        opened = browser.post("/lobby/quick/", wish)
        game = Game.objects.get()
        assert opened["Location"] == f"/games/{game.pk}/"
        assert game.clock["days"] == 1
        assert "notification when somebody does" in browser.get(opened["Location"]).content.decode()
        again = browser.post("/lobby/quick/", wish)
        assert again["Location"] == opened["Location"], "one waits once"
        joined = as_(ben).post("/lobby/quick/", wish)
        assert joined["Location"] == opened["Location"]
        game.refresh_from_db()
        assert game.status == "running"

    def test_joins_nothing_that_was_not_wished_for(self, anna: User, ben: User) -> None:
        flag = next(each for each in registry.get("imhotep").options if each.kind == "flag")
        wished: dict[str, Any] = {"type_": "imhotep", "clock": {"kind": "per_turn", "days": 1}}
        for other in (
            {"type_": "bali"},
            {"clock": {"kind": "per_turn", "days": 7}},
            {"rated": True},
            {"visibility": "private"},
            {"options": {flag.name: not flag.default}},
        ):
            open_games.create(anna.pk, players=2, **{**wished, **other})
        position = quick.match(ben.pk, "imhotep", "fast")
        assert position.game.created_by_id == ben.pk
        assert position.game.status == "open"

    def test_prefers_the_game_that_lacks_the_fewest(
        self, anna: User, ben: User, cleo: User
    ) -> None:
        open_games.create(anna.pk, "imhotep", 4)
        nearly = open_games.create(anna.pk, "imhotep", 3).game
        open_games.join_game(nearly.pk, ben.pk)
        assert quick.match(cleo.pk, "imhotep", "medium").game.pk == nearly.pk

    def test_leads_nobody_to_somebody_blocked(self, anna: User, ben: User) -> None:
        open_games.create(anna.pk, "imhotep", 2)
        circles.block(anna, ben)
        assert quick.match(ben.pk, "imhotep", "medium").game.created_by_id == ben.pk

    def test_any_i_know(self, anna: User, ben: User) -> None:
        with pytest.raises(Illegal):
            quick.match(ben.pk, "", "medium")
        Tally.objects.create(user=ben, type="bali", players=2, kind="record", games=3)
        open_games.create(anna.pk, "imhotep", 2)
        known = open_games.create(anna.pk, "bali", 2).game
        assert quick.match(ben.pk, "", "medium").game.pk == known.pk

    @pytest.mark.parametrize(
        "wish", [{}, {"type": "chess", "pace": "fast"}, {"type": "bali", "pace": "\1"}]
    )
    def test_nonsense_makes_no_game(self, as_: Browser, anna: User, wish: dict[str, str]) -> None:
        assert as_(anna).post("/lobby/quick/", wish).status_code == 422
        assert not Game.objects.exists()

    def test_it_is_for_members(self, as_: Browser) -> None:
        assert as_(None).post("/lobby/quick/", {"type": "bali", "pace": "fast"}).status_code == 302
        assert as_(None).get("/lobby/quick/").status_code == 405
        assert "Quick match" not in as_(None).get("/lobby/").content.decode()

    @pytest.mark.django_db(transaction=True)
    def test_players_who_ask_at_the_same_moment_find_each_other(self, db: None) -> None:
        crowd = [person(f"crowd{number}") for number in range(4)]

        def wish(user: User) -> None:
            quick.match(user.pk, "imhotep", "medium")
            connection.close()

        threads = [Thread(target=wish, args=(user,)) for user in crowd]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        taken = Seat.objects.filter(user__in=crowd).values_list("user", flat=True)
        assert sorted(taken) == sorted(user.pk for user in crowd)
        assert [game.status for game in Game.objects.all()] == ["running"] * 2


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_how_the_lobby_looks(people: People, anna: User, ben: User, cleo: User) -> None:
    experienced(anna, timedelta(hours=3), missed=4)
    experienced(ben, timedelta(minutes=40))
    open_games.create(anna.pk, "imhotep", 2)
    open_games.join_game(open_games.create(ben.pk, "bali", 3, rated=True).game.pk, anna.pk)
    open_games.create(cleo.pk, "bora_bora", 4, clock={"kind": "none"})
    for size, dark in (((1440, 900), False), ((1440, 900), True), (PHONE, False), (PHONE, True)):
        page = people.page(size, dark=dark, language="de" if dark else "en")
        people.sign_in(page, cleo)
        page.goto("/lobby/")
        picture(page, f"lobby-{'dark' if dark else 'light'}-{size[0]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator(".lobby-filters summary").click()
    page.locator(".lobby-filters [name=pace]").select_option("none")
    page.locator(".lobby-filters-all button").click()
    page.wait_for_url("**/lobby/?**pace=none**")
