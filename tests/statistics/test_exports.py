"""One's games as files, and one's deadlines as a calendar."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Feed, User
from games.archive import feed, files
from games.lobby import open_games
from games.models import Seat
from tests.games.api import Caller
from tests.games.times import Times
from tests.people import browser_of as as_
from tests.people import person
from tests.statistics.played import over


@pytest.fixture
def games(anna: User, ben: User, cleo: User) -> list[int]:
    return [
        over([anna, ben], [30, 20], day=1).pk,
        over([ben, anna, None], [30, 20, 10], day=2, rated=False).pk,
        over([ben, cleo], [1, 2], day=3).pk,
    ]


def test_as_json(games: list[int], anna: User) -> None:
    answer = as_(anna).get("/accounts/exports/json/")
    plays = json.loads(answer.content)["plays"]
    assert [play["id"] for play in plays] == [games[1], games[0]]
    assert plays[0]["players"][1] == {
        "name": "anna", "account": anna.pk, "bgg": "", "bot": False,
        "you": True, "seat": 2, "points": 20, "place": 2,
    }  # fmt: skip
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]


def test_as_a_table(games: list[int], anna: User) -> None:
    content = as_(anna).get("/accounts/exports/csv/").content
    assert content.startswith(b"\xef\xbb\xbf"), "by which Excel knows UTF-8"
    first, second = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    assert (first["players"], first["place"], first["rated"]) == ("3", "2", "false")
    assert (second["points"], second["others"]) == ("30", "ben 20")


def test_as_bg_stats(games: list[int], anna: User) -> None:
    client = as_(anna)
    told = json.loads(client.get("/accounts/exports/bgstats/").content)
    people = {player["id"]: player["name"] for player in told["players"]}
    assert people[told["userInfo"]["meRefId"]] == "anna"
    play = told["plays"][1]
    assert play["playDate"] == "2023-10-02 12:00:00"
    assert {people[s["playerRefId"]]: s["winner"] for s in play["playerScores"]} == {
        "anna": True,
        "ben": False,
    }
    assert set(told) == {"userInfo", "players", "games", "locations", "plays"}
    fields = {"id", "uuid", "name", "modificationDate"}
    assert set(told["players"][0]) == fields | {"isAnonymous", "bggUsername", "metaData"}
    rules = {"highestWins", "noPoints", "cooperative", "usesTeams", "bggId", "bggName", "bggYear"}
    assert set(told["games"][0]) == fields | rules
    assert set(play) == {
        *("uuid", "playDate", "entryDate", "modificationDate", "gameRefId", "locationRefId"),
        *("usesTeams", "ignored", "manualWinner", "durationMin", "rounds", "playerScores"),
        *("rating", "scoringSetting"),
    }
    score = next(one for one in play["playerScores"] if people[one["playerRefId"]] == "anna")
    assert score == {
        "playerRefId": told["userInfo"]["meRefId"], "score": "30", "winner": True, "rank": 1,
        "seatOrder": 1, "startPlayer": False, "newPlayer": False,
    }  # fmt: skip
    assert play["gameRefId"] in {game["id"] for game in told["games"]}
    assert play["locationRefId"] in {place["id"] for place in told["locations"]}
    again = json.loads(client.get("/accounts/exports/bgstats/").content)
    assert [one["uuid"] for one in again["plays"]] == [one["uuid"] for one in told["plays"]]


def bg_stats(user: User) -> dict[str, dict[str, str]]:
    """The lasting numbers of people and games, by name."""
    told = json.loads(as_(user).get("/accounts/exports/bgstats/").content)
    return {
        part: {one["name"]: one["uuid"] for one in told[part]} for part in ("players", "games")
    } | {"plays": {one["playDate"]: one["uuid"] for one in told["plays"]}}


@pytest.mark.parametrize(
    ("zone", "date", "at"),
    [("Pacific/Auckland", "2023-10-03", "01:00:00"), ("America/Lima", "2023-10-02", "07:00:00")],
)
def test_a_game_was_played_on_the_day_of_its_player(
    games: list[int], anna: User, zone: str, date: str, at: str
) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone=zone)
    client = as_(anna)
    told = json.loads(client.get("/accounts/exports/bgstats/").content)
    assert told["plays"][1]["playDate"] == f"{date} {at}"
    root = ElementTree.fromstring(client.get("/accounts/exports/bgg/").content.decode())
    assert root[1].get("date") == date
    page = unescape(client.get("/accounts/exports/").content.decode())
    assert '"playDate": "2023-10-02 12:00:00"' in unquote(page), "of a link in UTC"


class TestWhoIsWhoInBgStats:
    def test_somebody_called_like_a_game_is_no_game(self, anna: User) -> None:
        over([anna, person("Lanterns"), None], [3, 2, 1], day=1)
        told = bg_stats(anna)
        assert set(told["players"].values()).isdisjoint(told["games"].values())

    def test_a_player_who_is_renamed_stays_the_same_person(
        self, games: list[int], anna: User, ben: User
    ) -> None:
        before = bg_stats(anna)
        User.objects.filter(pk=ben.pk).update(username="benjamin")
        after = bg_stats(anna)
        assert after["players"]["benjamin"] == before["players"]["ben"]
        assert after["plays"] == before["plays"]

    def test_another_site_has_other_people_and_plays(
        self, games: list[int], anna: User, settings: Settings
    ) -> None:
        here = bg_stats(anna)
        settings.SITE_URL = "https://elsewhere.example"
        there = bg_stats(anna)
        for part in ("players", "games", "plays"):
            assert here[part].keys() == there[part].keys()
            assert set(here[part].values()).isdisjoint(there[part].values())


def test_a_single_game_is_handed_to_bg_stats_by_a_link(games: list[int], anna: User) -> None:
    """Each truth value is said: where one is missing, the program takes nothing."""
    page = as_(anna).get("/accounts/exports/").content.decode()
    links = re.findall(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?[^"]*)"', page)
    assert len(links) == 2, "hers, the newest first"
    [data] = parse_qs(urlsplit(unescape(links[1])).query)["data"]
    told = json.loads(data)
    assert told["playDate"] == "2023-10-02 12:00:00"
    file = json.loads(as_(anna).get("/accounts/exports/bgstats/").content)
    ids = {one["name"]: one["uuid"] for one in (*file["players"], *file["games"])}
    assert told["sourcePlayId"] == file["plays"][1]["uuid"]
    lanterns = {"sourceGameId": ids["Lanterns"], "highestWins": True, "noPoints": False}
    assert lanterns.items() <= told["game"].items()
    assert told["players"] == [
        {
            "name": name, "sourcePlayerId": ids[name], "startPlayer": False,
            "score": score, "rank": rank, "winner": rank == 1,
        }
        for name, score, rank in (("anna", 30, 1), ("ben", 20, 2))
    ]  # fmt: skip
    assert "createPlay" not in as_(person("dora")).get("/accounts/exports/").content.decode()


def test_as_boardgamegeek_tells_plays(games: list[int], anna: User) -> None:
    root = ElementTree.fromstring(as_(anna).get("/accounts/exports/bgg/").content.decode())
    assert [play.get("date") for play in root] == ["2023-10-03", "2023-10-02"]
    assert [one.get("win") for one in root[1].iter("player")] == ["1", "0"]
    assert set(root[0].keys()) == {
        *("id", "date", "quantity", "length", "incomplete", "nowinstats", "location"),
    }
    assert [part.tag for part in root[0]] == ["item", "players"]
    [item] = root[0].iter("item")
    assert (item.get("objecttype"), item[0][0].get("value")) == ("thing", "boardgame")
    player = next(root[0].iter("player"))
    assert set(player.keys()) == {
        *("username", "userid", "name", "startposition", "color"),
        *("score", "new", "rating", "win"),
    }


def test_nobody_has_won_a_game_that_nobody_played(anna: User, ben: User) -> None:
    over([anna, ben], [30, 20], unplayed=True)
    client = as_(anna)
    [play] = json.loads(client.get("/accounts/exports/bgstats/").content)["plays"]
    assert play["ignored"]
    assert not any(score["winner"] for score in play["playerScores"])
    root = ElementTree.fromstring(client.get("/accounts/exports/bgg/").content)
    assert root[0].get("nowinstats") == "1"
    assert {player.get("win") for player in root[0].iter("player")} == {"0"}


def test_a_file_holds_only_your_own_data(
    games: list[int], client: Client, anna: User, cleo: User
) -> None:
    assert client.get("/accounts/exports/json/").status_code == 302
    assert as_(anna).get("/accounts/exports/exe/").status_code == 404
    plays = json.loads(as_(cleo).get("/accounts/exports/json/").content)["plays"]
    assert [play["id"] for play in plays] == [games[2]]


def calendar_of(client: Client, user: User) -> str:
    """Unfolded, as a program reads it."""
    text = client.get(f"/feeds/{feed.renew(user.pk)}.ics").content.decode()
    return text.replace("\r\n ", "")


def test_other_programs_know_a_game_by_its_number_at_boardgamegeek(
    games: list[int], anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package brings its own number among the facts of its game."""
    facts = SimpleNamespace(FACTS={"bgg": 4711})
    monkeypatch.setattr("games.words.table_package.table", lambda rules: facts)
    client = as_(anna)
    told = json.loads(client.get("/accounts/exports/bgstats/").content)
    assert {game["bggId"] for game in told["games"]} == {4711}
    root = ElementTree.fromstring(client.get("/accounts/exports/bgg/").content.decode())
    assert {item.get("objectid") for item in root.iter("item")} == {"4711"}
    page = unescape(client.get("/accounts/exports/").content.decode())
    assert "bggId%22%3A%204711" in page


class TestFeed:
    @pytest.fixture
    def game(self, times: Times, anna: User, ben: User) -> int:
        clock = {"kind": "per_turn", "days": 3}
        game_id = open_games.create(anna.pk, "lanterns", 2, clock=clock).game.pk
        open_games.join_game(game_id, ben.pk)
        return game_id

    def test_it_tells_when_turns_end(self, game: int, client: Client, anna: User) -> None:
        owner = as_(anna)
        assert owner.post("/accounts/exports/").status_code == 303
        key = Feed.objects.get(user=anna).key
        assert f"/feeds/{key}.ics" in owner.get("/accounts/exports/").content.decode()
        answer = client.get(f"/feeds/{key}.ics")
        assert answer["Content-Type"].startswith("text/calendar")
        text = answer.content.decode()
        assert text.startswith("BEGIN:VCALENDAR\r\n")
        assert "DTSTART:20261124T120000Z" in text, "and not a quarter of an hour before"
        assert "DTEND:20261124T120100Z" in text
        assert f"/games/{game}/" in text
        assert f"SUMMARY:Lanterns {game} with ben: deadline for your turn" in text
        assert max(len(line.encode()) for line in text.split("\r\n")) <= 75

    def test_it_is_valid_where_nothing_is_due(self, client: Client, cleo: User) -> None:
        """A calendar without any component is none (RFC 5545, 3.6)."""
        lines = calendar_of(client, cleo).strip().split("\r\n")
        assert "BEGIN:VEVENT" not in lines
        begun = [line.removeprefix("BEGIN:") for line in lines if line.startswith("BEGIN:")]
        ended = [line.removeprefix("END:") for line in lines if line.startswith("END:")]
        assert begun == ["VCALENDAR", "VTIMEZONE", "STANDARD"] == ended[::-1]

    def test_a_deadline_that_moves_is_revised_in_it(
        self, game: int, times: Times, client: Client, anna: User
    ) -> None:
        """Calendar programs look at these three alone."""
        key = feed.renew(anna.pk)

        def told() -> tuple[str, ...]:
            text = client.get(f"/feeds/{key}.ics").content.decode()
            text = text[text.index("BEGIN:VEVENT") : text.index("END:VEVENT")]
            names = ("UID", "DTSTART", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED")
            found = dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line)
            return tuple(found[name] for name in names)

        uid = f"game-{game}-{Seat.objects.get(game=game, user=anna).index}@127.0.0.1:8000"
        first = "20261121T120000Z"
        assert told() == (uid, "20261124T120000Z", "0", first, first)
        times.go(hours=1)
        assert told() == (uid, "20261124T120000Z", "0", first, first)
        for number, moved in ((1, 30), (2, -3)):
            deadline = times.now + timedelta(hours=48 + moved)
            Seat.objects.filter(game=game, user=anna).update(deadline=deadline)
            now = f"{times.now:%Y%m%dT%H%M%SZ}"
            assert told() == (uid, f"{deadline:%Y%m%dT%H%M%SZ}", str(number), now, now)
            times.go(hours=1)

    def test_the_address_comes_before_that_of_another_scheme(self, game: int, anna: User) -> None:
        """Thunderbird makes `http` of `webcal`."""
        key = feed.renew(anna.pk)
        page = as_(anna).get("/accounts/exports/").content.decode()
        assert 0 < page.index(f"http://127.0.0.1:8000/feeds/{key}.ics") < page.index("webcal:")

    def test_it_takes_nobodys_time_and_says_where_the_game_is(
        self, game: int, client: Client, anna: User
    ) -> None:
        lines = calendar_of(client, anna).split("\r\n")
        assert "TRANSP:TRANSPARENT" in lines
        assert any(line.startswith("DESCRIPTION:") and f"/games/{game}/" in line for line in lines)
        assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H" in lines
        assert "X-PUBLISHED-TTL:PT1H" in lines

    def test_it_comes_once_as_long_as_nothing_is_new(
        self, game: int, times: Times, client: Client, anna: User
    ) -> None:
        path = f"/feeds/{feed.renew(anna.pk)}.ics"
        tag = client.get(path)["ETag"]
        times.go(hours=1)
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
        Caller(anna).post(f"games/{game}/resign")
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 200

    def test_a_calendar_program_opens_it_by_a_tap(self, game: int, anna: User) -> None:
        key = feed.renew(anna.pk)
        assert f'href="webcal://127.0.0.1:8000/feeds/{key}.ics"' in (
            as_(anna).get("/accounts/exports/").content.decode()
        )

    def test_a_new_address_makes_the_old_one_nobodys(
        self, game: int, client: Client, anna: User
    ) -> None:
        as_(anna).post("/accounts/exports/")
        old = Feed.objects.get(user=anna).key
        as_(anna).post("/accounts/exports/")
        assert client.get(f"/feeds/{old}.ics").status_code == 404
        new = Feed.objects.get(user=anna).key
        as_(anna).post("/accounts/exports/", {"close": "1"})
        assert client.get(f"/feeds/{new}.ics").status_code == 404

    @pytest.mark.parametrize("key", ["x", "-", "a" * 300])
    def test_nonsense_is_nobodys(self, client: Client, db: None, key: str) -> None:
        assert client.get(f"/feeds/{key}.ics").status_code == 404

    def test_a_closed_account_tells_nothing(self, client: Client, game: int) -> None:
        zoe = person("zoe", is_active=False)
        Feed.objects.create(user=zoe, key="secret")
        assert client.get("/feeds/secret.ics").status_code == 404


def test_no_cell_is_a_formula(anna: User) -> None:
    assert files._harmless("=1+1") == "'=1+1"
    assert files._harmless("ben") == "ben"
