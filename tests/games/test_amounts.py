"""Choices with amounts, refusals, and questions that nobody could answer, by API and pages."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Route, expect

from accounts.models import User
from games.errors import Broken
from games.lobby import open_games
from games.models import Game, Move
from games.moves import actions
from games.pages.table.view import amounts_form
from games.rules import registry
from games.rules.engine import Amounts
from games.storage import position
from games.storage.position import Position
from tests.games import bakery
from tests.games.api import form
from tests.games.playing import user_of


@pytest.fixture
def baking(anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Position:
    """A running game of the bakery; seat 0 is asked."""
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, "bakery": bakery.rules})
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "bakery", 2).game
    return open_games.join_game(game.pk, ben.pk)


def as_seat(game_id: int, seat: int, client: Client) -> Client:
    client.force_login(User.objects.get(pk=user_of(game_id, seat)))
    return client


def send(client: Client, here: Position, choice: list[Any], key: str = "") -> Any:
    return client.post(
        f"/api/v1/games/{here.game.pk}/moves",
        {"choice": choice, "version": here.version},
        content_type="application/json",
        headers={"Idempotency-Key": key} if key else {},
    )


# Told to programs ---------------------------------------------------------------------------------


def test_amounts_are_listed_with_an_example(baking: Position, client: Client) -> None:
    seen = as_seat(baking.game.pk, 0, client).get(f"/api/v1/games/{baking.game.pk}").json()
    form("Game").validate(seen)
    bread, cake, crowd, *_others = seen["decision"]["choices"]
    told = {"of": {"salt": 2, "wood": 3}, "total": 3, "least": [{"salt": 1}], "over": False}
    assert bread["choice"] == ["bread", {"amounts": told}]
    assert bread["example"] == ["bread", {"salt": 2, "wood": 1}]
    assert bread["label"] == "bread, an amount of salt, wood"
    assert cake["choice"][2]["amounts"]["up_to"] == 4
    assert "example" not in crowd


def test_refusals_say_why(baking: Position, client: Client) -> None:
    seen = as_seat(baking.game.pk, 0, client).get(f"/api/v1/games/{baking.game.pk}").json()
    assert seen["decision"]["refusals"] == [{"parts": ["pie"], "text": "No apple is left"}]


def test_refusals_that_fail_are_left_out(
    baking: Position, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(bakery.rules.kinds["bake"], "refusals", fails)
    as_seat(baking.game.pk, 0, client)
    seen = client.get(f"/api/v1/games/{baking.game.pk}")
    assert (seen.status_code, seen.json()["decision"]["refusals"]) == (200, [])
    assert client.get(f"/games/{baking.game.pk}/").status_code == 200


# Given by programs --------------------------------------------------------------------------------


def test_an_amount_is_stored_in_its_kept_form(baking: Position, client: Client) -> None:
    as_seat(baking.game.pk, 0, client)
    choice = ["cake", 1, {"wood": 3, "salt": 0}]
    assert send(client, baking, choice).status_code == 200
    move = Move.objects.get(game=baking.game, action="choose")
    assert move.choice == ["cake", 1, {"wood": 3}]
    assert position.load(baking.game.pk, None).running().state.paid == [{"wood": 3}]


def test_the_example_can_be_sent_as_it_is(baking: Position, client: Client) -> None:
    as_seat(baking.game.pk, 0, client)
    seen = client.get(f"/api/v1/games/{baking.game.pk}").json()
    for row in seen["decision"]["choices"][:1]:
        assert send(client, baking, row["example"]).status_code == 200


@pytest.mark.parametrize(
    "choice",
    [
        ["bread", {"salt": 2}],
        ["bread", {"salt": 1, "wood": 3}],
        ["bread", {"gold": 3}],
        ["bread", {"salt": True, "wood": 2}],
        ["bread", {"salt": 1.0, "wood": 2}],
        ["bread", {"salt": -1, "wood": 3}],
        ["bread", {"salt": [1]}],
        ["bread", []],
        ["bread"],
        ["bread", {"amounts": {"of": {"salt": 2}}}],
        ["pie"],
    ],
)
def test_what_does_not_pay_is_refused_and_named(
    baking: Position, client: Client, choice: list[Any]
) -> None:
    refused = send(as_seat(baking.game.pk, 0, client), baking, choice, key="once")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "illegal_choice")
    assert not Move.objects.filter(game=baking.game, action="choose").exists()


def test_a_repeat_is_the_same_whatever_its_order_and_zeros(
    baking: Position, client: Client
) -> None:
    as_seat(baking.game.pk, 0, client)
    first = send(client, baking, ["cake", 1, {"salt": 1, "wood": 2}], "k")
    again = send(client, baking, ["cake", 1, {"wood": 2, "salt": 1}], "k")
    assert (first.status_code, again.status_code) == (200, 200)
    other = send(client, baking, ["cake", 1, {"wood": 1, "salt": 1}], "k")
    assert other.json()["error"]["code"] == "key_reused"
    now = position.load(baking.game.pk, user_of(baking.game.pk, 1))
    send(as_seat(baking.game.pk, 1, client), now, ["cake", 1, {"salt": 0, "wood": 1}], "z")
    zeros = send(client, now, ["cake", 1, {"wood": 1, "salt": 0}], "z")
    assert zeros.status_code == 200
    assert Move.objects.filter(game=baking.game, action="choose").count() == 2


# Questions that nobody could answer ---------------------------------------------------------------


@pytest.mark.parametrize("many", [0, 1001])
def test_nothing_of_a_move_to_an_impossible_question_is_stored(
    baking: Position, client: Client, many: int
) -> None:
    game_id = baking.game.pk
    before = bytes(Game.objects.get().state)
    moves = Move.objects.count()
    with pytest.raises(Broken):
        actions.choose(game_id, user_of(game_id, 0), ("crowd", many), version=baking.version)
    game = Game.objects.get()
    assert (bytes(game.state), game.version, Move.objects.count()) == (
        before,
        baking.version,
        moves,
    )
    assert "choices" in game.broken_reason
    for seat in (0, 1):
        as_seat(game_id, seat, client)
        for path in (f"/games/{game_id}/", f"/api/v1/games/{game_id}", "/next/", "/api/v1/next"):
            assert client.get(path, follow=True).status_code == 200, path


def test_its_mover_is_told_in_one_way(baking: Position, client: Client) -> None:
    as_seat(baking.game.pk, 0, client)
    for _time in range(2):
        refused = send(client, baking, ["crowd", 1001])
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "broken")
    form = {"choice": '["crowd", 1001]', "version": baking.version}
    assert client.post(f"/games/{baking.game.pk}/choose/", form).status_code == 409


# On pages -----------------------------------------------------------------------------------------


def hidden(page: str) -> dict[str, str]:
    """What the form for amounts sends if nothing in it is changed."""
    form = page[page.index('class="decision-giving"') :]
    form = form[: form.index("</form>")]
    found = re.findall(r'<input [^>]*name="([^"]+)"[^>]*value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}


def opened(client: Client, game_id: int, prefix: str) -> str:
    page: str = client.get(f"/games/{game_id}/", {"prefix": prefix}).content.decode()
    return page


def test_the_bar_leads_to_a_form_for_the_amount(baking: Position, client: Client) -> None:
    game_id = baking.game.pk
    page = as_seat(game_id, 0, client).get(f"/games/{game_id}/").content.decode()
    links = [html.unescape(link) for link in re.findall(r'class="button" href="([^"]*)"', page)]
    bread = next(link for link in links if "bread" in link)
    page = client.get(bread).content.decode()
    form = hidden(page)
    assert form["choice"] == '["bread",{}]'
    assert (form["amount-1-salt"], form["amount-1-wood"]) == ("2", "1")
    assert '<legend class="visually-hidden">3 in all; at least 1 salt</legend>' in page
    sent = client.post(
        f"/games/{game_id}/choose/", {**form, "amount-1-salt": "1", "amount-1-wood": "2"}
    )
    assert sent.status_code == 303
    assert Move.objects.get(action="choose").choice == ["bread", {"salt": 1, "wood": 2}]


@pytest.mark.parametrize(
    ("amounts", "rules", "most"),
    [
        ({"total": 3}, ["3 in all"], 3),
        ({"total": 3, "up_to": 3}, ["3 in all"], 3),
        ({"total": 1, "least": {"salt": 2}}, ["at least 1 in all", "at least 2 salt"], None),
        ({"total": 3, "worth": {"salt": 2}}, ["at least 3 in all", "salt: each counts"], None),
        ({"total": 3, "over": True}, ["at least 3 in all"], None),
        ({"up_to": 4}, ["at most 4 in all"], 4),
    ],
)
def test_what_is_to_be_given_is_said_in_words(
    amounts: dict[str, Any], rules: list[str], most: int | None
) -> None:
    purse = amounts_form._purse(bakery.rules, 1, Amounts(bakery.PURSE, **amounts), {})
    assert [said[: len(wanted)] for said, wanted in zip(purse["rules"], rules, strict=False)] == (
        rules
    )
    forced = "nothing that you could leave out" in purse["rules"]
    assert forced == (most is None and not amounts.get("over"))
    assert json.loads(purse["data"])["most"] == most


def test_presets_begin_with_the_example(baking: Position, client: Client) -> None:
    page = opened(as_seat(baking.game.pk, 0, client), baking.game.pk, '["bread"]')
    presets = re.findall(r'<button[^>]*name="choice" value="([^"]*)"', page)
    assert [json.loads(html.unescape(preset)) for preset in presets] == [
        ["bread", {"salt": 2, "wood": 1}],
        ["bread", {"salt": 1, "wood": 2}],
    ]
    form = {"choice": html.unescape(presets[0]), "version": baking.version}
    assert client.post(f"/games/{baking.game.pk}/choose/", form).status_code == 303


@pytest.mark.parametrize("wood", ["", "9", "-1", "x", "1.5", "0", "9" * 99])
def test_a_wrong_amount_is_refused_with_a_page(baking: Position, client: Client, wood: str) -> None:
    form = hidden(opened(as_seat(baking.game.pk, 0, client), baking.game.pk, '["bread"]'))
    sent = client.post(f"/games/{baking.game.pk}/choose/", {**form, "amount-1-wood": wood})
    assert sent.status_code == 422
    assert "notice-warning" in sent.content.decode()


@pytest.mark.parametrize("prefix", ['["bread",{"a":[1]}]', "[{}]", '["cake",1,{"amounts":7}]'])
def test_nonsense_in_an_address_shows_the_whole_question(
    baking: Position, client: Client, prefix: str
) -> None:
    page = opened(as_seat(baking.game.pk, 0, client), baking.game.pk, prefix)
    assert "decision-giving" not in page
    assert "What do you bake?" in page


def test_fields_of_no_amount_are_ignored(baking: Position, client: Client) -> None:
    form = {"choice": '["pass"]', "version": baking.version}
    odd = {
        "amount-0-salt": "1",
        "amount-9-salt": "1",
        "amount-x": "1",
        "amount-": "",
        "amount-٣-a": "",
    }
    as_seat(baking.game.pk, 0, client)
    assert client.post(f"/games/{baking.game.pk}/choose/", {**form, **odd}).status_code == 303


def test_the_bar_says_what_is_refused(baking: Position, client: Client) -> None:
    page = as_seat(baking.game.pk, 0, client).get(f"/games/{baking.game.pk}/").content.decode()
    refused = "<span>pie</span> <small>No apple is left</small>"
    assert refused in page
    assert refused not in opened(client, baking.game.pk, '["bread"]')


@pytest.mark.browser
def test_the_script_says_what_is_still_to_give_or_too_much_and_what_the_choice_would_do(
    chromium: Browser, baking: Position, client: Client
) -> None:
    game_id = baking.game.pk
    form = opened(as_seat(game_id, 0, client), game_id, '["bread"]')
    form = form[form.index('<form class="decision-giving"') :]
    source = (Path(settings.BASE_DIR) / "static" / "js" / "table" / "giving.js").read_text()
    page = chromium.new_page()
    asked = []

    def answer(route: Route) -> None:
        asked.append(parse_qs(urlsplit(route.request.url).query))
        given = ", ".join(f"{name} {n}" for name, (n,) in asked[-1].items() if "amount" in name)
        route.fulfill(json={"said": given})

    page.route("https://games.example/", lambda route: route.fulfill(body="<p>"))
    page.route(f"https://games.example/games/{game_id}/giving/**", answer)
    page.goto("https://games.example/")
    page.set_content(form[: form.index("</form>")])
    page.evaluate(
        "async (url) => (await import(url)).tellMissing(document.body)",
        f"data:text/javascript,{quote(source)}",
    )
    wood, said = page.locator('input[name="amount-1-wood"]'), page.locator("[data-said]")
    wood.fill("0")
    assert page.locator("output").inner_text() == "still to give: 1"
    assert said.inner_text() == ""
    wood.fill("1")
    assert page.locator("output").inner_text() == ""
    expect(said).to_have_text("amount-1-salt 2, amount-1-wood 1")
    page.locator('input[name="amount-1-salt"]').fill("1")
    wood.fill("2")
    expect(said).to_have_text("amount-1-salt 1, amount-1-wood 2")
    assert all(fields["choice"] == ['["bread",{}]'] for fields in asked)
    assert not any("csrfmiddlewaretoken" in fields for fields in asked)
    wood.fill("3")
    assert page.locator("output").inner_text() == "1 too much"
    page.close()


# What it would do, said while amounts are typed ---------------------------------------------------


def foretold(client: Client, game_id: int, form: dict[str, str]) -> tuple[int, str]:
    answer = client.get(f"/games/{game_id}/giving/", form)
    return answer.status_code, answer.json()["said"]


def test_what_the_amounts_typed_would_do_is_said(baking: Position, client: Client) -> None:
    game_id = baking.game.pk
    page = opened(as_seat(game_id, 0, client), game_id, '["bread"]')
    form = hidden(page)
    assert re.findall("data-said>([^<]*)<", page) == ["bread, 2 salt + 1 wood"]
    assert foretold(client, game_id, form) == (200, "bread, 2 salt + 1 wood")
    other = form | {"amount-1-salt": "1", "amount-1-wood": "2"}
    assert foretold(client, game_id, other) == (200, "bread, 1 salt + 2 wood")


@pytest.mark.parametrize("wood", ["", "9", "-1", "x", "1.5", "0", "9" * 99])
def test_of_amounts_that_do_not_pay_nothing_is_said(
    baking: Position, client: Client, wood: str
) -> None:
    form = hidden(opened(as_seat(baking.game.pk, 0, client), baking.game.pk, '["bread"]'))
    assert foretold(client, baking.game.pk, form | {"amount-1-wood": wood}) == (200, "")


def test_only_who_is_asked_is_told(baking: Position, client: Client) -> None:
    game_id = baking.game.pk
    form = hidden(opened(as_seat(game_id, 0, client), game_id, '["bread"]'))
    assert foretold(as_seat(game_id, 1, client), game_id, form) == (200, "")
    client.logout()
    assert foretold(client, game_id, form) == (200, "")
    as_seat(game_id, 0, client)
    for choice in ("", "[", "[{}]", '["bread"]', '["crowd", 9]', '["bread", {"a": [1]}]'):
        assert foretold(client, game_id, form | {"choice": choice}) == (200, ""), choice


def test_a_page_says_in_players_words_what_was_to_be_given(
    baking: Position, client: Client
) -> None:
    as_seat(baking.game.pk, 0, client)
    address, sent = f"/games/{baking.game.pk}/choose/", {"version": baking.version}
    told = {"choice": '["bread", {}]', "amount-1-salt": 2}
    by_script = client.post(address, sent | told, headers={"Accept": "application/json"})
    assert by_script.status_code == 422
    assert by_script.json()["message"] == "That is not the right amount: 3 in all, at least 1 salt."
    page = client.post(address, sent | {"choice": '["pie"]'}, headers={"Accept": "text/html"})
    assert page.status_code == 422
    said = html.unescape(page.content.decode())
    assert "You cannot choose that now. Choose one of the options on offer." in said
    assert "of the choice" not in said
