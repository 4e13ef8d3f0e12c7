"""Plays for BG Stats and BoardGameGeek in the forms that these expect: a tie, bots, players who
left, several games, and names at BoardGameGeek."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import jsonschema_rs
import pytest

from accounts.models import User
from community.links import bgg_name
from community.models import Profile
from tests.people import browser_of as as_
from tests.statistics.played import over

FORMS = Path(__file__).parent / "forms"


def fits(form: str, data: object) -> None:
    jsonschema_rs.validate(json.loads((FORMS / f"{form}.schema.json").read_text()), data)


def file_of(user: User) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(as_(user).get("/accounts/exports/bgstats/").content)
    fits("bgsplay", told)
    return told


def links_of(user: User) -> list[dict[str, Any]]:
    page = unescape(as_(user).get("/accounts/exports/").content.decode())
    found = [each.split('"')[0] for each in page.split('href="')[1:] if "createPlay" in each]
    plays = []
    for link in found:
        [data] = parse_qs(urlsplit(link).query)["data"]
        plays.append(json.loads(data))
        fits("create_play", plays[-1])
    return plays


def scores(told: dict[str, Any], play: int = 0) -> dict[str, dict[str, Any]]:
    names = {one["id"]: one["name"] for one in told["players"]}
    return {names[one["playerRefId"]]: one for one in told["plays"][play]["playerScores"]}


def test_both_winners_of_a_tie_have_won(anna: User, ben: User, cleo: User) -> None:
    over([anna, ben, cleo], [30, 30, 10])
    found = scores(file_of(anna))
    assert [(found[name]["winner"], found[name]["rank"]) for name in ("anna", "ben", "cleo")] == [
        (True, 1),
        (True, 1),
        (False, 3),
    ]
    [link] = links_of(anna)
    assert [player["winner"] for player in link["players"]] == [True, True, False]
    root = ElementTree.fromstring(as_(anna).get("/accounts/exports/bgg/").content)
    assert [player.get("win") for player in root.iter("player")] == ["1", "1", "0"]


def test_bots_are_no_persons_and_each_is_one_of_its_own(anna: User) -> None:
    over([anna, None, None], [3, 2, 1], day=1)
    over([anna, None, None], [3, 2, 1], day=2)
    told = file_of(anna)
    npc = {one["name"]: one["metaData"]["isNpc"] for one in told["players"]}
    assert npc.pop("anna") == 0
    assert set(npc.values()) == {1}
    assert all(len(scores(told, play)) == 3 for play in (0, 1)), "nobody sits there twice"
    links_of(anna)


def test_a_player_who_left_is_a_person_with_their_points(anna: User, ben: User) -> None:
    over([anna, ben], [30, 12], gone=[1])
    told = file_of(anna)
    assert {one["name"]: one["metaData"]["isNpc"] for one in told["players"]} == {
        "anna": 0,
        "ben": 0,
    }
    ben_s = scores(told)["ben"]
    assert (ben_s["score"], ben_s["winner"], ben_s["rank"]) == ("12", False, 2)


def test_ids_are_the_same_in_each_file_and_in_each_link(anna: User, ben: User) -> None:
    over([anna, ben], [30, 20], day=1)
    before = file_of(anna)
    over([anna, ben, None], [1, 2, 3], day=2)
    after = file_of(anna)
    assert before["plays"][0]["uuid"] == after["plays"][1]["uuid"]
    uuids = {one["name"]: one["uuid"] for one in after["players"]}
    assert {one["name"]: one["uuid"] for one in before["players"]}.items() <= uuids.items()
    assert {
        player["name"]: player["sourcePlayerId"]
        for link in links_of(anna)
        for player in link["players"]
    } == uuids
    everything = [one["uuid"] for part in ("players", "games", "plays") for one in after[part]]
    assert len(everything) == len(set(everything))


def test_somebody_without_games_gets_an_empty_file(anna: User) -> None:
    assert file_of(anna)["plays"] == []
    assert links_of(anna) == []


def test_the_name_at_boardgamegeek_is_that_of_the_profile(anna: User, ben: User) -> None:
    Profile.objects.create(user=ben, links=["https://boardgamegeek.com/user/Ben%20at%20home"])
    over([anna, ben], [30, 20])
    told = file_of(ben)
    assert {one["name"]: one["bggUsername"] for one in told["players"]} == {
        "anna": "",
        "ben": "Ben at home",
    }
    root = ElementTree.fromstring(as_(ben).get("/accounts/exports/bgg/").content)
    assert root.get("username") == "Ben at home"
    assert [player.get("username") for player in root.iter("player")] == ["", "Ben at home"]


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("https://boardgamegeek.com/user/anna", "anna"),
        ("https://www.boardgamegeek.com/profile/anna_7", "anna_7"),
        ("https://boardgamegeek.com/collection/user/anna?own=1", "anna"),
        ("https://boardgamegeek.com/user/a%3Cb%3E", ""),
        ("https://boardgamegeek.com/boardgame/191862/imhotep", ""),
        ("https://elsewhere.example/user/anna", ""),
    ],
)
def test_a_name_is_read_off_the_addresses_that_boardgamegeek_has_for_people(
    link: str, name: str
) -> None:
    assert bgg_name(["https://lichess.org/@/anna", link]) == name
