"""Web processes that read lists from a standby which is twenty seconds behind, hangs, or is killed:
nobody sees an own change late, nobody sees what has just been hidden, and no page fails."""

import json
import re
import signal
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

import psutil
import pytest

from games.lobby.pace import PACES
from tests.faults.cluster import Member
from tests.platform.server import eventually, used_home
from tests.sites import running_site

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("replica")]

DELAY = 20
PASSWORD = "quite-a-password"
FACE = {"piece": "cube", "colour": "red", "pattern": "plain", "ground": "sand"}
GAME = re.compile(r"/games/(\d+)/")


@dataclass
class Person:
    """A browser, and a program with a token, each with what it was told last."""

    site: str
    name: str
    token: str = ""
    changed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.browser = urllib.request.build_opener(cookies)
        email = f"{self.name}@example.org"
        sent = {"username": self.name, "email": email, "password1": PASSWORD}
        self.post("/accounts/signup/", **sent)
        self.token = self.call("/token", username=self.name, password=PASSWORD)["token"]

    def get(self, path: str) -> str:
        with self.browser.open(self.site + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, page: str = "", **sent: object) -> str:
        """What a form on ``page`` sends; the page that it leads to."""
        found = re.search(r'csrfmiddlewaretoken" value="(\w+)"', self.get(page or path))
        assert found
        data = urlencode({"csrfmiddlewaretoken": found[1], **sent}, doseq=True).encode()
        with self.browser.open(self.site + path, data, timeout=60) as answer:
            return str(answer.read().decode())

    def call(self, path: str, **sent: object) -> Any:
        headers = {"Content-Type": "application/json", **self.changed}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = json.dumps(sent).encode() if sent else None
        request = urllib.request.Request(f"{self.site}/api/v1{path}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            if "Changed" in answer.headers:
                self.changed = {"Changed": answer.headers["Changed"]}
            return json.load(answer)

    def make_game(self) -> int:
        return int(self.call("/games", type="imhotep", players=2)["id"])

    def listed(self) -> set[int]:
        """The open games, as the program is told."""
        return {game["id"] for game in self.call("/games?status=open&limit=100")["games"]}

    def in_lobby(self) -> set[int]:
        """The same by page."""
        return set(map(int, GAME.findall(self.get("/lobby/"))))


@dataclass
class Site:
    """The service on a primary, and its standby."""

    url: str
    primary: Member
    standby: Member

    def person(self, name: str) -> Person:
        return Person(self.url, name)

    def catch_up(self) -> bool:
        """Whether the standby has all there is by now."""
        here = self.primary.ask("SELECT pg_current_wal_insert_lsn()")
        reached = f"SELECT pg_last_wal_replay_lsn() >= '{here}'"
        return eventually(lambda: bool(self.standby.ask(reached)))

    def be_late(self, seconds: int) -> None:
        self.standby.ask(f"ALTER SYSTEM SET recovery_min_apply_delay = '{seconds}s'")
        self.standby.ask("SELECT pg_reload_conf()")
        late = "SELECT setting FROM pg_settings WHERE name = 'recovery_min_apply_delay'"
        assert eventually(lambda: self.standby.ask(late) == str(1000 * seconds))

    def answers(self, who: str) -> float:
        """How often somebody has answered, by the figures."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=60) as figures:
            text = figures.read().decode()
        found = re.search(rf'^database_replica_reads_total{{answer="{who}"}} (\S+)', text, re.M)
        return float(found[1]) if found else 0.0


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    primary = Member("", used_home())
    primary.start()
    standby = Member(primary.home.secret("database_password"))
    standby.copy(primary)
    standby.start()
    variables = {
        "DATABASE_CONNECTIONS": "pool",
        "DATABASE_URL": primary.home.database_url,
        "DATABASE_REPLICA_URL": standby.home.database_url,
    }
    with running_site(**variables) as running:
        yield Site(running.address, primary, standby)
    primary.end()
    standby.end()


@pytest.fixture(scope="module")
def people(site: Site) -> list[Person]:
    return [site.person(name) for name in ("anna", "ben", "cleo")]


def test_an_own_change_is_never_late_and_another_ones_may_be(
    site: Site, people: list[Person]
) -> None:
    anna, ben, cleo = people
    before = cleo.make_game()
    assert site.catch_up()
    site.be_late(DELAY)
    made = anna.make_game()
    others = ben.listed(), ben.in_lobby()  # who has changed nothing since
    assert made in anna.listed(), "by a program"
    assert all(before in seen and made not in seen for seen in others)
    assert site.answers("replica") >= 2
    opened = anna.post("/lobby/quick/", "/lobby/", type="imhotep", pace=[*PACES][1])
    by_page = set(map(int, GAME.findall(opened))) & anna.in_lobby()
    assert by_page, "by page"
    said = "I like pyramids more than boats."
    assert said in anna.post("/people/me/", about=said, **FACE)
    assert said in anna.get("/players/anna/")
    assert said not in ben.get("/players/anna/")
    assert not by_page & ben.in_lobby()
    assert site.answers("late") >= 3


def test_who_comes_for_what_the_standby_does_not_know_yet_finds_it(
    site: Site, people: list[Person]
) -> None:
    assert site.catch_up()
    dora = site.person("dora")
    assert "dora" in people[1].get(f"/players/{dora.name}/")


def test_what_somebody_hides_is_hidden_at_once_from_everybody(
    site: Site, people: list[Person]
) -> None:
    anna, ben, cleo = people
    game = cleo.make_game()
    site.be_late(0)
    assert site.catch_up()
    site.be_late(DELAY)
    assert game in anna.in_lobby() & anna.listed()
    assert f"/games/{game}/" in ben.get("/players/cleo/games/")
    cleo.post("/players/anna/block/act/", "/players/anna/")
    assert game not in anna.in_lobby() | anna.listed()
    assert game in ben.in_lobby()
    cleo.post("/accounts/visibility/", show=["found"])
    assert f"/games/{game}/" not in ben.get("/players/cleo/games/")
    cleo.post("/players/anna/unblock/act/", "/players/anna/")


def test_a_standby_that_hangs_or_dies_fails_no_page(site: Site, people: list[Person]) -> None:
    anna, ben, _cleo = people
    site.be_late(0)
    assert site.catch_up()
    assert eventually(lambda: site.catch_up() and _by_replica(site, ben))
    over, wrong = threading.Event(), list[str]()

    def look(person: Person) -> None:
        while not over.is_set():
            for path in ("/lobby/", "/players/cleo/", "/games/types/bali/leaderboard/"):
                try:
                    person.get(path)
                except urllib.error.HTTPError as error:
                    wrong.append(f"{path}: {error}")

    looking = [threading.Thread(target=look, args=(person,)) for person in (anna, ben)]
    for thread in looking:
        thread.start()
    processes = [psutil.Process(site.standby.process.pid)]
    processes += processes[0].children(recursive=True)
    try:
        for end in (signal.SIGSTOP, signal.SIGKILL):
            enough = site.answers("away") + 5
            for process in processes:
                process.send_signal(end)
            assert eventually(partial(_by_the_primary, site, enough))
    finally:
        over.set()
        for thread in looking:
            thread.join()
    assert not wrong


def _by_the_primary(site: Site, often: float) -> bool:
    return site.answers("away") > often


def _by_replica(site: Site, person: Person) -> bool:
    before = site.answers("replica")
    person.get("/lobby/")
    return site.answers("replica") > before
