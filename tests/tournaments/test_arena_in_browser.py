"""An arena of two people in browsers, from entering to the podium, and somebody who watches."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Game, Table, Tournament
from games.moves import actions
from games.tournaments import entering, opening
from games.tournaments.running import running
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.people import person, sign_in
from tests.tournaments.arenas import plan, see_all

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _open(people: People, user: User | None, here: Tournament, size: tuple[int, int]) -> Page:
    page = people.page(size)
    if user is not None:
        sign_in(page, user, people.url)
    page.goto(f"/tournaments/{here.pk}/")
    return page


def _starts(here: Tournament, *, ends: bool = False) -> None:
    """Its start, or its end, is now."""
    past = timezone.now() - timedelta(minutes=1)
    changed = {"ends_at": past} if ends else {"starts_at": past}
    Tournament.objects.filter(pk=here.pk).update(due_at=past, **changed)
    running.tick_arenas()


def _resign(here: Tournament, loser: User) -> None:
    table = Table.objects.get(tournament=here, state=Table.State.RUNNING)
    actions.resign(table.game_id or 0, loser.pk)
    running.tick_arenas()


@pytest.mark.slow
def test_two_people_play_an_arena_from_entering_to_the_podium(people: People) -> None:
    anna, ben = person("anna"), person("ben")
    here = opening.open_(anna.pk, plan(type="bali"))
    desk = _open(people, anna, here, DESK)
    phone = _open(people, ben, here, PHONE)
    watcher = _open(people, None, here, PHONE)
    for page in (desk, phone):
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_text("You are in.")).to_be_visible()
    expect(watcher.get_by_text("2 players")).to_be_visible()

    _starts(here)
    game = Game.objects.get(tournament_table__tournament=here)
    for page in (desk, phone):
        page.wait_for_url(f"**/games/{game.pk}/", wait_until="commit")
    expect(watcher.get_by_text("1 table running")).to_be_visible()
    expect(watcher.get_by_role("link", name="Watch")).to_have_count(1)

    desk.goto(f"/tournaments/{here.pk}/")
    expect(desk.get_by_role("link", name="To my table").first).to_be_visible()
    desk.get_by_role("button", name="Then a break").click()
    expect(desk.get_by_text("After this game you have a break.")).to_be_visible()
    _resign(here, ben)
    expect(desk.get_by_text("You are on a break.")).to_be_visible()
    heard = desk.locator("[data-announcer]")
    expect(heard).to_have_text("You are on a break. Your points stay. Come back whenever you like.")
    expect(watcher.get_by_text("1 game played")).to_be_visible()
    expect(watcher.get_by_role("row", name="anna")).to_contain_text("2")

    phone.goto(f"/tournaments/{here.pk}/")
    expect(phone.get_by_text("You are waiting for your next opponent.")).to_be_visible()
    desk.get_by_role("button", name="Back into the arena").click()
    expect(desk.get_by_text("You are waiting for your next opponent.")).to_be_visible()
    running.tick_arenas()
    again = Game.objects.exclude(pk=game.pk).get(tournament_table__tournament=here)
    for page in (desk, phone):
        page.wait_for_url(f"**/games/{again.pk}/", wait_until="commit")

    _starts(here, ends=True)
    _resign(here, ben)
    expect(watcher.get_by_role("heading", name="The podium")).to_be_visible()
    desk.goto(f"/tournaments/{here.pk}/next/")
    expect(desk.get_by_text("The arena is over.")).to_be_visible()
    assert not run_axe(desk).violations_count
    assert people.errors == []


@pytest.mark.slow
def test_the_next_table_opens_from_the_end_of_a_game_after_a_moment(people: People) -> None:
    anna, ben = person("anna"), person("ben")
    here = opening.open_(anna.pk, plan(type="bali"))
    for user in (anna, ben):
        entering.join_tournament(here.pk, user.pk)
    _starts(here)
    game = Game.objects.get(tournament_table__tournament=here)
    see_all(here)
    desk, phone = people.page(DESK), people.page(PHONE)
    for page, user in ((desk, anna), (phone, ben)):
        sign_in(page, user, people.url)
        page.goto(f"/games/{game.pk}/")
        expect(page.locator("html[data-live=yes]")).to_be_attached()
    actions.resign(game.pk, ben.pk)
    for page in (desk, phone):
        expect(page.locator("[data-next-table]")).to_be_attached()
    running.tick_arenas()
    again = Game.objects.exclude(pk=game.pk).get(tournament_table__tournament=here)
    for page in (desk, phone):
        expect(page.locator(".toast")).to_have_text(
            "Your next opponent is waiting. The table opens in a moment."
        )
    for page in (desk, phone):
        page.wait_for_url(f"**/games/{again.pk}/", wait_until="commit")
    assert people.errors == []


@pytest.mark.slow
def test_a_table_that_is_found_while_the_page_is_loaded_anew_opens_too(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the start the page loads anew, and the first game may begin meanwhile."""
    anna, ben = person("anna"), person("ben")
    here = opening.open_(anna.pk, plan(type="bali"))
    page = _open(people, anna, here, DESK)
    for user in (anna, ben):
        entering.join_tournament(here.pk, user.pk)
    page.reload()
    begin = running._begin

    def answer(route: Route) -> None:
        before = route.fetch()
        if 'data-status="running"' in before.text():
            monkeypatch.setattr(running, "_begin", begin)
            Tournament.objects.filter(pk=here.pk).update(due_at=timezone.now())
            running.tick_arenas()
        route.fulfill(response=before)

    page.route("**/live/", answer)
    monkeypatch.setattr(running, "_begin", lambda *_where: False)
    _starts(here)
    page.wait_for_url("**/games/*/", wait_until="commit")


@pytest.mark.slow
def test_a_page_that_is_shown_what_was_drawn_a_moment_ago_asks_again(people: People) -> None:
    anna, ben = person("anna"), person("ben")
    here = opening.open_(anna.pk, plan(type="bali"))
    page = _open(people, None, here, DESK)
    answers = []

    def answer(route: Route) -> None:
        now = route.fetch()
        answers.append(now.text())
        text = re.sub(r'data-version="\d+"', 'data-version="0"', now.text())
        route.fulfill(response=now, body=text if len(answers) < 3 else now.text())

    page.route("**/live/", answer)
    entering.join_tournament(here.pk, ben.pk)
    expect(page.get_by_text("1 player", exact=True)).to_be_visible()
    page.wait_for_timeout(9000)
    assert len(answers) == 3
    assert people.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_its_page_fits_phones_and_desks_in_each_state(people: People, language: str) -> None:
    names = ["anna", "ben", "maximiliane-konstantinopolitan", "dora", "emil"]
    users = [person(name, language=language) for name in names]
    here = opening.open_(users[0].pk, plan(type="bali"))
    for user in users:
        entering.join_tournament(here.pk, user.pk)

    def looked_at(state: str) -> None:
        for size in (DESK, PHONE):
            for scheme in ("light", "dark"):
                page = people.page(size)
                page.emulate_media(color_scheme=scheme)
                sign_in(page, users[4], people.url)
                page.goto(f"/tournaments/{here.pk}/")
                width = page.evaluate("document.documentElement.scrollWidth")
                assert width <= size[0]
                if scheme == "light":
                    assert not run_axe(page).violations_count
                picture(page, f"arena-{state}-{language}-{size[0]}-{scheme}")
                page.context.close()

    looked_at("before")
    _starts(here)
    for _game in range(3):
        see_all(here)
        table = Table.objects.filter(tournament=here, state=Table.State.RUNNING).first()
        assert table is not None
        loser = table.players.order_by("-entrant__seed").first()
        assert loser is not None
        actions.resign(table.game_id or 0, loser.entrant.user_id)
        running.tick_arenas()
    looked_at("during")
    for table in Table.objects.filter(tournament=here, state=Table.State.RUNNING):
        loser = table.players.order_by("-entrant__seed").first()
        assert loser is not None
        actions.resign(table.game_id or 0, loser.entrant.user_id)
    _starts(here, ends=True)
    looked_at("after")
