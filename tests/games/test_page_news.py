"""News that bring the page: each page is sent what it would be answered if it asked, and nobody
what is another's or may be taken back."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from boardgames.redis import best_effort, messages
from games.game_cache import GameCache
from games.live import watching
from games.live.news import Change
from games.live.pages import Shown, Viewer
from games.lobby import notebook, open_games
from games.models import Game, Seat
from games.moves import actions
from games.pages.drawing import board, drawing_cache, rendering
from games.pages.table.view import pushing
from games.storage import position
from games.storage.position import Position
from tests.games.playing import answer, asked, seat_of, to_kind, user_of
from tests.games.sockets import Follower

ANYBODY = Viewer(None, False, "en", "UTC")
SIGNED_IN = Viewer(None, True, "en", "UTC")

pytestmark = pytest.mark.xdist_group("lanterns")


@pytest.fixture
def site(transactional_db: None, lanterns_process: str, settings: Any) -> str:
    settings.SITE_URL = lanterns_process  # pages name it in the text of a frame
    return lanterns_process


@pytest.fixture
def table(transactional_db: None, duel: Position) -> Position:
    return duel


def viewer(user_id: int) -> Viewer:
    return Viewer(user_id, True, "en", "UTC")


def shown(game_id: int, who: Viewer) -> Shown:
    found = pushing.draw_page(game_id, who)
    assert found is not None
    return found


def drawn_anew(game_id: int, who: Viewer, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """The same, with nothing kept from before."""
    with monkeypatch.context() as patch:
        patch.setattr(drawing_cache, "cache", GameCache())
        return shown(game_id, who)


def html(page: Shown) -> dict[str, str]:
    return {name: part.html for name, part in page.regions.items()}


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def answered(client: Client, game_id: int) -> Any:
    """What a page that has nothing is answered when it asks."""
    return client.get(f"/games/{game_id}/news/", headers={"Accept": "application/json"}).json()


def session(user: User) -> dict[str, str]:
    return {"Cookie": f"sessionid={browser(user).cookies['sessionid'].value}"}


def holder(game_id: int, index: int) -> User:
    user = seat_of(game_id, index).user
    assert user is not None
    return user


def have(client: Client, game_id: int) -> str:
    regions = answered(client, game_id)["regions"]
    return ",".join(f"{name}:{part['hash']}" for name, part in regions.items())


class TestWhatIsSent:
    def test_is_what_each_would_be_answered(
        self, table: Position, cleo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Move by move to the end of the game, sealed answers and held turns included: to players,
        to somebody who is signed in and to anybody, and to none of them more than his version."""
        game_id, told = table.game.pk, list[bytes]()

        def publish(change: bytes, *_ringing: bytes) -> bool:
            told.append(change)
            return True

        monkeypatch.setattr(best_effort, "publish", publish)
        owners = [holder(game_id, 0), holder(game_id, 1)]
        people = [*((user, viewer(user.pk)) for user in owners), (cleo, SIGNED_IN), (None, ANYBODY)]
        browsers = [browser(user) for user, _who in people]
        hidden = 0
        while seats := asked(game_id):
            answer(game_id, seats[0])
            change = messages.read_message(told[-1])
            assert isinstance(change, Change)
            for (user, who), client in zip(people, browsers, strict=True):
                page, asks = shown(game_id, who), answered(client, game_id)
                knows = watching.Watcher(user.pk if user else 0, "", 0).may_know(change)
                assert page.version == asks["version"] == knows
                assert page.frame == {name: asks[name] for name in page.frame}
                assert page.base.split(",") == [
                    f"{name}:{part['hash']}" for name, part in asks["regions"].items()
                ]
                assert html(page) == html(drawn_anew(game_id, who, monkeypatch))
                at_hand = position.lately(game_id, change.version, since=0.0)
                assert at_hand is not None
                made_page = pushing.draw_page(game_id, who, at_hand)
                assert made_page is not None
                assert (html(made_page), made_page.frame) == (html(page), page.frame)
                hidden += knows < change.version
        assert hidden > 5

    def test_is_each_one_s_own_notes_though_those_of_all_are_read_at_once(
        self, table: Position
    ) -> None:
        game_id = table.game.pk
        owners = [user_of(game_id, 0), user_of(game_id, 1)]
        for owner in owners:
            notebook.write(game_id, owner, note=f"Kept by {owner}.")
        answer(game_id, 0)
        answer(game_id, 1)
        at_hand = position.lately(game_id, position.load(game_id, owners[0]).version, since=0.0)
        assert at_hand is not None
        for who in (*map(viewer, owners), SIGNED_IN, ANYBODY):
            page = pushing.draw_page(game_id, who, at_hand)
            assert page is not None
            kept = [
                owner for owner in owners if f"Kept by {owner}." in "".join(html(page).values())
            ]
            assert kept == [owner for owner in owners if owner == who.user_id]

    def test_is_the_regions_that_a_page_lacks(self, table: Position) -> None:
        game_id = table.game.pk
        before = shown(game_id, ANYBODY)
        answer(game_id, 0)
        answer(game_id, 1)
        after = shown(game_id, ANYBODY)
        lacking = {n for n, part in after.regions.items() if part.hash != before.regions[n].hash}
        assert 0 < len(lacking) < len(after.regions)
        sent = Follower.read(after.message(before.base))
        assert set(sent["regions"]) == lacking
        assert sent["have"] == after.base
        assert Follower.read(after.message(after.base))["regions"] == {}
        assert Follower.read(after.message("nonsense"))["regions"].keys() == after.regions.keys()

    def test_is_in_each_reader_s_language(self, table: Position) -> None:
        english = shown(table.game.pk, ANYBODY)
        german = shown(table.game.pk, Viewer(None, False, "de", "UTC"))
        assert "Players" in english.regions["players"].html
        assert "Mitspielende" in german.regions["players"].html
        assert html(shown(table.game.pk, ANYBODY)) == html(english)


@pytest.mark.slow
@pytest.mark.parametrize("type_", ["imhotep", "bora_bora", "bomarzo", "bali"])
def test_nothing_that_is_kept_shows_anybody_another_s_view(
    type_: str, transactional_db: None, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game of each type at random: what is drawn with all that was drawn before is, letter
    by letter, what is drawn with nothing kept."""
    rng = random.Random(15)
    monkeypatch.setattr(best_effort, "publish", lambda *messages: True)
    game_id = open_games.create(anna.pk, type_, 2).game.pk
    open_games.join_game(game_id, ben.pk)
    viewers = [viewer(anna.pk), viewer(ben.pk), ANYBODY]
    translation.activate("en")
    moves = 0
    while seats := asked(game_id):
        user_id = user_of(game_id, seats[0])
        here = position.load(game_id, user_id)
        decision = here.running().decision(seats[0])
        assert decision is not None
        choice = decision.sample(rng.choice(decision.choices), rng)
        actions.choose(game_id, user_id, choice, version=here.version)
        moves += 1
        pages = [shown(game_id, who) for who in viewers] if moves % 4 == 1 else []
        if moves % 16 == 1:
            for who, page in zip(viewers, pages, strict=True):
                assert html(page) == html(drawn_anew(game_id, who, monkeypatch))
    assert moves > 20


def test_what_players_see_alike_is_drawn_once(
    transactional_db: None, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, render = list[str](), rendering.render_in

    def counting(language: str, template: str, context: Any) -> Any:
        drawn.append(template)
        return render(language, template, context)

    monkeypatch.setattr(best_effort, "publish", lambda *messages: True)
    monkeypatch.setattr(drawing_cache, "cache", GameCache())
    for module in (board, rendering):
        monkeypatch.setattr(module, "render_in", counting)
    game_id = open_games.create(anna.pk, "imhotep", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    seats = [html(shown(game_id, viewer(user.pk))) for user in (anna, ben)]
    assert drawn.count("imhotep/boat.html") / 4 == drawn.count("imhotep/tomb.html") == 1
    assert drawn.count("imhotep/boats.html") == drawn.count("imhotep/foretold.html") == 1
    assert seats[0]["board-tomb"] == seats[1]["board-tomb"]
    # which shows the reader's own supply
    assert seats[0]["board-harbour"] != seats[1]["board-harbour"]
    assert drawn.count("imhotep/yard.html") == drawn.count("imhotep/sledge.html") / 2 == 1
    assert [seat["board-yard"].count(' is-own"') for seat in seats] == [1, 1]
    assert seats[0]["board-yard"] != seats[1]["board-yard"]  # whose sledge is the reader's own
    assert drawn.count("games/table/players.html") == 2


class TestByTheSocket:
    @pytest.mark.slow
    def test_comes_what_has_changed_and_nothing_that_may_be_taken_back(
        self, site: str, table: Position, cleo: User
    ) -> None:
        game_id = table.game.pk
        seat = to_kind(game_id, "light_lantern")
        people = {
            "mine": holder(game_id, seat),
            "other": holder(game_id, 1 - seat),
            "signed in": cleo,
            "anybody": None,
        }
        clients = {name: browser(user) for name, user in people.items()}
        sockets = {
            name: Follower(site, game_id, more="with=page", headers=session(user) if user else {})
            for name, user in people.items()
        }
        before = Game.objects.get().version
        for name, socket in sockets.items():
            socket.hears(type="game", version=before)
            socket.says(have=have(clients[name], game_id))
            socket.hears(type="presence")
        answer(game_id, seat)  # which can still be taken back
        assert sockets["mine"].hears(version=before + 1)["type"] == "game"  # he had the answer
        for name in ("other", "signed in", "anybody"):
            sockets[name].hears_nothing_new("page")
        sockets["mine"].says(have=have(clients["mine"], game_id))
        answer(game_id, seat)
        for name in ("other", "signed in", "anybody"):
            page, asks = sockets[name].hears(type="page"), answered(clients[name], game_id)
            assert page["version"] == asks["version"] == before + 2
            assert page["have"] == ",".join(f"{n}:{p['hash']}" for n, p in asks["regions"].items())
            assert page["title"] == asks["title"]
            assert 0 < len(page["regions"]) < len(asks["regions"])
            assert "about" not in page["regions"]
        for socket in sockets.values():
            socket.__exit__(None, None, None)

    def test_strangers_of_all_time_zones_are_sent_the_same_page(
        self, site: str, table: Position, cleo: User
    ) -> None:
        """Which is what they would be answered, too; a member's is in his own zone."""
        game_id = table.game.pk
        User.objects.filter(pk=cleo.pk).update(time_zone="Asia/Tokyo")
        strangers = [{"Cookie": f"time_zone={zone}"} for zone in ("Asia/Tokyo", "UTC")]
        sockets = [
            Follower(site, game_id, more="with=page", headers=headers)
            for headers in (*strangers, session(cleo))
        ]
        for socket in sockets:
            socket.hears(type="presence")
            socket.says(have="nothing:yet")
        answer(game_id, 0)
        answer(game_id, 1)
        tokyo, anybody, member = (socket.hears(type="page")["regions"] for socket in sockets)
        assert tokyo == anybody
        assert member["log"]["html"] != anybody["log"]["html"]
        for zone in ("Asia/Tokyo", "UTC"):
            client = browser(None)
            client.cookies["time_zone"] = zone
            asks = answered(client, game_id)["regions"]
            assert asks["log"]["html"] == anybody["log"]["html"]
            assert have(client, game_id) == ",".join(
                f"{name}:{part['hash']}" for name, part in anybody.items()
            )
        for socket in sockets:
            socket.__exit__(None, None, None)

    def test_a_page_that_has_reported_no_regions_gets_the_version_alone(
        self, site: str, table: Position
    ) -> None:
        game_id = table.game.pk
        with Follower(site, game_id, more="with=page") as page:
            page.hears(type="game", version=1)
            page.says(have="x" * 5000)
            page.socket.send("nonsense")
            page.socket.send(b"\xff")
            answer(game_id, 0)
            answer(game_id, 1)
            assert page.hears(version=Game.objects.get().public_version)["type"] == "game"

    def test_a_page_that_has_it_already_is_told_the_version_alone(
        self, site: str, table: Position
    ) -> None:
        game_id, nobody = table.game.pk, browser(None)
        with (
            Follower(site, game_id, more="with=page") as ahead,
            Follower(site, game_id, more="with=page") as behind,
        ):
            for page, version in ((ahead, 3), (behind, 2)):
                page.hears(type="presence")
                page.says(have=have(nobody, game_id), version=version)
            answer(game_id, 0)
            answer(game_id, 1)
            assert Game.objects.get().public_version == 3
            assert ahead.hears(version=3)["type"] == "game"
            assert behind.hears(version=3)["type"] == "page"

    def test_a_page_says_what_was_seen_and_nobody_else_does(
        self, site: str, table: Position, cleo: User
    ) -> None:
        game_id, me = table.game.pk, holder(table.game.pk, 0)
        with (
            Follower(site, game_id, more="with=page", headers=session(me)) as mine,
            Follower(site, game_id, me) as program,
            Follower(site, game_id, more="with=page", headers=session(cleo)) as onlooker,
            Follower(site, game_id, more="with=page") as nobody,
        ):
            for socket in (mine, program, onlooker, nobody):
                socket.hears(type="presence")
            for socket in (program, onlooker, nobody):
                socket.says(seen=1)
            for nonsense in (-1, 99, 10**12, "1"):
                mine.says(seen=nonsense)
            mine.hears_nothing_new("page")
            assert set(Seat.objects.values_list("seen_version", flat=True)) == {0}
            mine.says(seen=1)  # at once after another; noted at the latest when it goes
        seen = self.seen_version(game_id)
        assert seen == 1

    @staticmethod
    def seen_version(game_id: int) -> int:
        for _try in range(50):
            if found := seat_of(game_id, 0).seen_version:
                return found
            time.sleep(0.1)
        return 0
