"""News to open pages, through real processes: each reader's news, and what happens when something
dies."""

import asyncio
import http.client
import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.error
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from channels.routing import URLRouter
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from accounts import people
from accounts.company import relationships
from accounts.models import ApiToken, User
from accounts.sessions import sockets, tokens
from boardgames.redis import best_effort
from boardgames.redis.subscriptions import Hub, get_hub
from boardgames.supervisor import children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.home import Home
from boardgames.supervisor.valkey import Valkey
from games.live import chat, consumers, news, publishing, reacting, routing, watching
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions, seat_holders
from games.storage import position
from games.storage.position import Position
from tests.games.playing import answer, seat_of, to_kind
from tests.games.sockets import Follower, call
from tests.people import person
from tests.sites import running_site

LANTERNS = "tests.games.lanterns_site:application"
CROWDED = "tests.games.crowded_site:application"
FAILING = "tests.games.failing_site:application"
HURRIED = "tests.games.hurried_site:application"

pytestmark = pytest.mark.xdist_group("lanterns")


@pytest.fixture
def site(transactional_db: None, lanterns_process: str) -> str:
    return lanterns_process


@pytest.fixture
def table(transactional_db: None, duel: Position) -> Position:
    return duel


def holder(game_id: int, index: int) -> User:
    holder = seat_of(game_id, index).user
    assert isinstance(holder, User)
    return holder


class TestWhatIsHeard:
    def test_the_version_at_once_and_after_each_move(self, site: str, table: Position) -> None:
        game_id = table.game.pk
        with Follower(site, game_id, holder(game_id, 1)) as other:
            other.hears(type="game", version=1)
            answer(game_id, 0)
            answer(game_id, 1)
            here = position.load(game_id, None)
            other.hears(type="game", version=here.game.version)

    @pytest.mark.slow
    def test_a_move_by_http_is_heard_in_another_process(self, site: str, table: Position) -> None:
        game_id = table.game.pk
        mover = holder(game_id, 0)
        with running_site(LANTERNS) as second, Follower(site, game_id, holder(game_id, 1)) as other:
            other.hears(type="game", version=1)
            choices = call(second.address, f"games/{game_id}", mover, method="GET")[1]
            choice = choices["decision"]["choices"][0]["choice"]
            status, _game = call(
                second.address, f"games/{game_id}/moves", mover, {"choice": choice, "version": 1}
            )
            assert status == 200
            other.hears(type="game", version=2)

    def test_what_can_be_taken_back_is_told_to_its_seat_alone(
        self, site: str, table: Position
    ) -> None:
        game_id = table.game.pk
        seat = to_kind(game_id, "light_lantern")
        me, other_one = holder(game_id, seat), holder(game_id, 1 - seat)
        with (
            Follower(site, game_id, me) as mine,
            Follower(site, game_id, other_one) as other,
            Follower(site, game_id) as spectator,
        ):
            version = Game.objects.get().version
            for socket in (mine, other, spectator):
                socket.hears(type="game", version=version)
            answer(game_id, seat)
            mine.hears(type="game", version=version + 1)
            other.hears_nothing_new()
            spectator.hears_nothing_new()
            answer(game_id, seat)
            for socket in (mine, other, spectator):
                socket.hears(type="game", version=version + 2)

    def test_programs_get_the_game_with_it(self, site: str, table: Position) -> None:
        """As a GET would answer, with what has happened since; but not who has just moved."""
        game_id = table.game.pk
        me, other_one = holder(game_id, 0), holder(game_id, 1)
        with (
            Follower(site, game_id, me, more="&with=game") as mine,
            Follower(site, game_id, other_one, more="&with=game") as other,
        ):
            first = other.hears(type="game", version=1)["game"]
            assert first == call(site, f"games/{game_id}", other_one, method="GET")[1]
            mine.hears(type="game", version=1)
            answer(game_id, 0)
            assert mine.hears(type="game", version=2) == {"type": "game", "version": 2}
            second = other.hears(type="game", version=2)["game"]
            whole = call(site, f"games/{game_id}", other_one, method="GET")[1]
            assert second == {**whole, "log": [e for e in whole["log"] if e["version"] == 2]}
            assert second["decision"]["seat"] == 1

    @pytest.mark.parametrize(
        ("ours", "theirs"), [(b" change {", b" change-9 {"), (b'"version":', b'"at_version":')]
    )
    def test_what_another_release_tells_means_look(
        self,
        site: str,
        table: Position,
        monkeypatch: pytest.MonkeyPatch,
        ours: bytes,
        theirs: bytes,
    ) -> None:
        game_id = table.game.pk
        other_one = holder(game_id, 1)
        with (
            Follower(site, game_id, other_one) as page,
            Follower(site, game_id, other_one, more="&with=game") as program,
        ):
            page.hears(type="game", version=1)
            program.hears(type="game", version=1)
            publish = best_effort.publish
            with monkeypatch.context() as patch:
                patch.setattr(
                    best_effort,
                    "publish",
                    lambda *news: publish(*(each.replace(ours, theirs) for each in news)),
                )
                answer(game_id, 0)
            page.hears(type="table")
            page.hears(type="game", version=2)
            assert program.hears(type="game", version=2)["game"]["version"] == 2

    def test_a_page_that_missed_news_gets_the_whole_log_since(
        self, site: str, table: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game_id = table.game.pk
        other_one = holder(game_id, 1)
        with Follower(site, game_id, other_one, more="&with=game") as other:
            other.hears(type="game", version=1)
            other.hears(type="presence")  # counted as a follower by now
            with monkeypatch.context() as patch:
                patch.setattr(best_effort, "publish", lambda *messages: False)
                answer(game_id, 0)
            for _turn in range(2):
                answer(game_id, next(s for s in (0, 1) if seat_of(game_id, s).to_move))
            newest = Game.objects.get().version
            told = 1
            while told < newest:
                game = other.hears(type="game").get("game")
                if game is None:  # of the reader's own move, the version alone
                    told = newest
                    continue
                assert {e["version"] for e in game["log"]} <= set(range(told + 1, newest + 1))
                assert told + 1 in {e["version"] for e in game["log"]}
                told = game["version"]

    @pytest.mark.slow
    def test_a_token_that_is_revoked_is_shown_nothing_more(
        self, site: str, table: Position
    ) -> None:
        game_id = table.game.pk
        other_one = holder(game_id, 1)
        with Follower(site, game_id, other_one, more="&with=game") as other:
            other.hears(type="game", version=1)
            other_one.api_tokens.update(hash="another")  # of which no socket is told
            Game.objects.update(visibility=Game.Visibility.PRIVATE)
            time.sleep(consumers.ADMITTED + 0.5)
            answer(game_id, 0)
            assert "game" not in other.hears(type="game", version=2)
            assert other.closes_with() == 1013

    def test_chat_and_who_is_there(self, site: str, table: Position, anna: User, ben: User) -> None:
        game_id = table.game.pk
        with Follower(site, game_id, anna) as annas:
            annas.hears(type="presence", users=["anna"])
            with Follower(site, game_id, ben) as bens:
                annas.hears(type="presence", users=["anna", "ben"])
                message = chat.post(game_id, ben.pk, "Hello <b>there</b>")
                for socket in (annas, bens):
                    said = socket.hears(type="chat", id=message.pk, user="ben")
                    assert said["text"] == "Hello <b>there</b>"
            annas.hears(type="presence", users=["anna"])

    def test_what_onlookers_say_is_heard_by_onlookers_alone(
        self, site: str, table: Position, anna: User, cleo: User
    ) -> None:
        """Whoever takes a seat over hears it no more; to players not even a reaction is told."""
        game_id, dora = table.game.pk, person("dora")
        with ExitStack() as open_:
            annas, nobodys, cleos, doras = (
                open_.enter_context(Follower(site, game_id, user, more=more))
                for user, more in ((anna, ""), (None, ""), (cleo, ""), (dora, "&with=page"))
            )
            everybody = (annas, nobodys, cleos, doras)
            for socket in everybody:
                socket.hears(type="presence")
            among = chat.post(game_id, cleo.pk, "They do not see it", onlookers=True)
            for socket in (cleos, doras):
                assert socket.hears(type="chat", id=among.pk)["onlookers"]
            reacting.react(game_id, dora.pk, among.pk, "laughing")
            cleos.hears(type="table")
            with position.locked(game_id) as here:
                seat_holders.replace(here, here.seats[0], dora, here.game.created_at)
            annas.hears(type="game", version=2)
            doras.hears(type="game", version=2)
            later = chat.post(game_id, cleo.pk, "Nor that", onlookers=True)
            cleos.hears(type="chat", id=later.pk)
            last = chat.post(game_id, holder(game_id, 1).pk, "Hello")
            for socket in everybody:
                socket.hears(type="chat", id=last.pk)
            for socket in (annas, nobodys):
                assert {one["type"] for one in socket.heard} == {"game", "presence", "chat"}
                assert [one for one in socket.heard if one["type"] == "chat"] == [socket.heard[-1]]
            assert later.pk not in [one.get("id") for one in doras.heard]

    def test_a_block_is_heard_at_once_by_both_and_so_is_its_end(
        self, site: str, table: Position, anna: User, ben: User
    ) -> None:
        """A moderator among them is heard all the same."""
        game_id = table.game.pk
        with Follower(site, game_id, anna) as annas, Follower(site, game_id, ben) as bens:
            for socket in (annas, bens):
                socket.hears(type="presence", users=["anna", "ben"])
            relationships.block(anna, ben)
            for socket, alone in ((annas, "anna"), (bens, "ben")):
                socket.hears(type="table")
                socket.hears(type="presence", users=[alone])
            unheard = {user: chat.post(game_id, user.pk, "Hello?").pk for user in (anna, ben)}
            last = chat.write_message(game_id, ben.pk, "I moderate", by_moderator=True)
            for socket, user in ((annas, ben), (bens, anna)):
                socket.hears(type="chat", id=last.pk)
                assert unheard[user] not in [message.get("id") for message in socket.heard]
            relationships.unblock(anna, ben)
            for socket in (annas, bens):
                socket.hears(type="table")
                socket.hears(type="presence", users=["anna", "ben"])
            said = chat.post(game_id, anna.pk, "Peace")
            bens.hears(type="chat", id=said.pk, text="Peace")

    def test_a_player_who_comes_to_a_table_does_not_see_there_whom_a_block_keeps_apart(
        self, site: str, table: Position, anna: User, ben: User
    ) -> None:
        relationships.block(anna, ben)
        with Follower(site, table.game.pk, anna) as annas:
            annas.hears(type="presence", users=["anna"])
            with Follower(site, table.game.pk, ben) as bens, Follower(site, table.game.pk) as other:
                bens.hears(type="presence", users=["ben"])
                other.hears(type="presence", users=["anna", "ben"])
            annas.hears(type="presence", users=["anna"], spectators=0)
        assert all(message.get("users", ["anna"]) == ["anna"] for message in annas.heard)

    def test_a_spectator_is_counted_and_not_named(
        self, site: str, table: Position, cleo: User
    ) -> None:
        with Follower(site, table.game.pk, cleo) as cleos:
            cleos.hears(type="presence", users=[], spectators=1)


class TestWhoMayListen:
    def test_by_the_cookie_of_the_session(self, site: str, table: Position, anna: User) -> None:
        client = Client()
        client.force_login(anna)
        cookie = f"sessionid={client.cookies['sessionid'].value}"
        headers = {"Cookie": cookie, "Origin": site}
        with Follower(site, table.game.pk, headers=headers) as annas:
            annas.hears(type="presence", users=["anna"])

    def test_a_foreign_page_is_sent_away(self, site: str, table: Position, anna: User) -> None:
        foreign = {"Origin": "https://elsewhere.example"}
        with Follower(site, table.game.pk, headers=foreign) as page:
            assert page.closes_with() == 4403
        with Follower(site, table.game.pk, anna, headers=foreign) as program:
            program.hears(type="game", version=1)

    def test_a_private_game_is_for_those_who_may_see_it(
        self, site: str, anna: User, ben: User, cleo: User
    ) -> None:
        game = open_games.create(anna.pk, "lanterns", 3, visibility="private", invite=["ben"]).game
        with Follower(site, game.pk, ben) as invited:
            invited.hears(type="game", version=0)
        with Follower(site, game.pk, more=f"key={game.key}") as by_link:
            by_link.hears(type="game", version=0)
        for stranger in (cleo, None):
            with Follower(site, game.pk, stranger) as socket:
                assert socket.closes_with() == 4404

    @pytest.mark.parametrize("token", ["token=nonsense", "token=", ""])
    def test_without_a_name_one_is_a_spectator(
        self, site: str, table: Position, token: str
    ) -> None:
        with Follower(site, table.game.pk, more=token) as socket:
            socket.hears(type="presence", users=[], spectators=1)

    def test_there_is_nothing_elsewhere(self, site: str, table: Position) -> None:
        with Follower(site, 10**9) as socket:
            assert socket.closes_with() == 4404
        with Follower(site, 10**30) as socket:
            assert socket.closes_with() == 4404
        for path in ("", "abc/"):
            with pytest.raises(InvalidStatus):
                Follower(f"{site}/ws/nowhere/{path}", 1)


class TestSeen:
    def test_only_the_holder_raises_it_and_never_beyond_the_game(
        self, table: Position, cleo: User
    ) -> None:
        game_id = table.game.pk
        me = seat_of(game_id, 0)
        assert me.user_id is not None
        watching.seen(game_id, cleo.pk, 1)
        watching.seen(game_id, me.user_id, 99)
        assert set(Seat.objects.values_list("seen_version", flat=True)) == {0}
        watching.seen(game_id, me.user_id, 1)
        watching.seen(game_id, me.user_id, 0)
        assert [seat.seen_version for seat in Seat.objects.order_by("index")] == [1, 0]


class TestSignsOfLife:
    @pytest.mark.slow
    def test_a_player_who_is_at_a_table_is_told_again_and_again(
        self, transactional_db: None, table: Position, cleo: User
    ) -> None:
        with running_site(HURRIED) as site, Follower(site.address, table.game.pk, cleo) as page:
            for _ in range(4):
                page.hears(type="presence", users=[], spectators=1)

    @pytest.mark.slow
    def test_the_numbers_under_the_bell_are_told_again_and_again(
        self, transactional_db: None, cleo: User
    ) -> None:
        with running_site(HURRIED) as site:
            address = f"{site.address.replace('http', 'ws')}/ws/me/?token={tokens.mint(cleo, 'me')}"
            with connect(address) as page:
                heard = [json.loads(page.recv(timeout=15)) for _ in range(3)]
        assert heard == [{"type": "me", "waiting": 0, "unread": 0, "letters": 0}] * 3


class TestLostNews:
    @pytest.mark.slow
    def test_a_process_killed_between_commit_and_publish(self, site: str, table: Position) -> None:
        """The move is stored; nobody hears of it until the sweep, which then tells."""
        game_id = table.game.pk
        mover = holder(game_id, 0)
        publishing.sweep()
        with (
            running_site("tests.games.dying_site:application") as dying,
            Follower(site, game_id, holder(game_id, 1)) as other,
        ):
            other.hears(type="game", version=1)
            shown = call(site, f"games/{game_id}", mover, method="GET")[1]
            choice = shown["decision"]["choices"][0]["choice"]
            with pytest.raises((http.client.HTTPException, OSError, urllib.error.URLError)):
                call(
                    dying.address,
                    f"games/{game_id}/moves",
                    mover,
                    {"choice": choice, "version": 1},
                )
            assert dying.process.wait(5) == -signal.SIGKILL
            assert Game.objects.get().version == 2
            other.hears_nothing_new()
            assert publishing.sweep() == 1
            other.hears(type="game", version=2)
        assert publishing.sweep() == 0

    def test_without_redis_the_sweep_keeps_what_it_could_not_send(
        self, table: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(best_effort, "publish", lambda *messages: False)
        assert publishing.sweep() == 0
        monkeypatch.undo()
        assert publishing.sweep() == 1


@pytest.fixture
def valkey() -> Iterator["OwnValkey"]:
    with tempfile.TemporaryDirectory(prefix="boardgames-valkey-") as folder:
        own = OwnValkey(Path(folder))
        own.start()
        yield own
        own.stop()


class OwnValkey:
    """A Valkey that a test may stop and start."""

    def __init__(self, folder: Path) -> None:
        home = Home(folder)
        home.create()
        self.url = home.redis_url
        self.server = Valkey(home, Servant.needed())
        self.server.prepare()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = self.server.start(subprocess.DEVNULL)
        self.server.wait(self.process)

    def stop(self) -> None:
        assert self.process is not None
        children.end_child(self.process, self.server.ending, patience=5)


@pytest.mark.slow
class TestRedisAway:
    def test_moves_are_quick_and_pages_catch_up(
        self, transactional_db: None, valkey: OwnValkey, table: Position
    ) -> None:
        game_id = table.game.pk
        mover, watcher = holder(game_id, 0), holder(game_id, 1)
        with running_site(LANTERNS, REDIS_URL=valkey.url) as site:
            with Follower(site.address, game_id, watcher) as page:
                page.hears(type="game", version=1)
                valkey.stop()
                assert page.closes_with() == 1013
            assert max(self.moves(site.address, game_id, mover)) < 3
            version = Game.objects.get().version
            with Follower(site.address, game_id, watcher) as page:
                assert page.closes_with() == 1013
            assert call(site.address, f"games/{game_id}", watcher, method="GET")[0] == 200

            valkey.start()
            time.sleep(best_effort.PAUSE)
            with Follower(site.address, game_id, watcher) as page:
                page.hears(type="game", version=version)
                self.moves(site.address, game_id, mover, times=1)
                page.hears(type="game", version=Game.objects.get().version)

    def test_a_redis_that_hangs_costs_no_move_much(
        self, transactional_db: None, valkey: OwnValkey, table: Position
    ) -> None:
        game_id = table.game.pk
        assert valkey.process is not None
        with running_site(LANTERNS, REDIS_URL=valkey.url, HINT_MILLISECONDS="100") as site:
            self.moves(site.address, game_id, holder(game_id, 0), times=1)
            os.kill(valkey.process.pid, signal.SIGSTOP)
            try:
                assert max(self.moves(site.address, game_id, holder(game_id, 0))) < 3
            finally:
                os.kill(valkey.process.pid, signal.SIGCONT)

    @staticmethod
    def moves(address: str, game_id: int, mover: User, times: int = 6) -> list[float]:
        """Change a sealed answer some times; how long each took, in seconds."""
        took = []
        for step in range(times):
            here = position.load(game_id, mover.pk)
            seat = here.seat_of(mover.pk)
            assert seat is not None
            decision = here.running().decision(seat.index)
            assert decision is not None
            choice = decision.choices[step % len(decision.choices)]
            begin = time.monotonic()
            status, answer = call(
                address,
                f"games/{game_id}/moves",
                mover,
                {"choice": choice, "version": here.version},
            )
            took.append(time.monotonic() - begin)
            assert status == 200, answer
        return took


def test_a_failed_hint_is_not_tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_effort, "_shut_until", 0.0)
    tries = []

    def fail() -> None:
        tries.append(1)
        raise OSError("away")

    assert [best_effort._try(fail) for _time in range(3)] == [False, False, False]
    assert len(tries) == 1
    monkeypatch.setattr(best_effort, "_shut_until", 0.0)
    assert best_effort.publish(b"1 text {}")


class TestNeverMute:
    """A socket at which something fails does not stay open in silence."""

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "what",
        [
            "who may see the game",
            "who is there",
            "what may be known",
            "what the page says",
            "hearing",
        ],
    )
    def test_a_game_s_socket_closes_with_try_again(
        self, transactional_db: None, table: Position, what: str
    ) -> None:
        game_id = table.game.pk
        with (
            running_site(FAILING, FAILS=what) as site,
            Follower(site.address, game_id, holder(game_id, 1), more="&with=page") as page,
        ):
            if what == "what the page says":
                page.says(seen=1)
            elif what in ("what may be known", "hearing"):
                page.hears(type="game", version=1)
                answer(game_id, 0)
            assert page.closes_with() == 1013

    @pytest.mark.slow
    @pytest.mark.parametrize("what", ["whose page it is", "counting"])
    def test_the_bell_s_socket_too(
        self, transactional_db: None, anna: User, client: Client, what: str
    ) -> None:
        client.force_login(anna)
        cookie = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
        with (
            running_site(FAILING, FAILS=what) as site,
            connect(
                f"{site.address.replace('http', 'ws')}/ws/me/", additional_headers=cookie
            ) as bell,
            pytest.raises(ConnectionClosed, match="1013"),
        ):
            bell.recv(timeout=15)

    @pytest.mark.slow
    def test_news_that_cannot_be_read_make_sockets_look(
        self, transactional_db: None, table: Position
    ) -> None:
        game_id = table.game.pk
        with (
            running_site(FAILING, FAILS="reading") as site,
            Follower(site.address, game_id, holder(game_id, 1)) as page,
        ):
            page.hears(type="game", version=1)
            answer(game_id, 0)
            page.hears(type="game", version=2)

    def test_what_failed_keeps_no_place(
        self, table: Position, anna: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither among the sockets of its client nor among those who hear of the game."""

        async def open_one() -> tuple[list[Any], int]:
            path = f"/ws/games/{table.game.pk}/"
            scope = {"type": "websocket", "path": path, "query_string": b"", "headers": []}
            heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            said: list[Any] = []

            async def say(message: Any) -> None:
                said.append(message)

            heard.put_nowait({"type": "websocket.connect"})
            heard.put_nowait({"type": "websocket.disconnect", "code": 1013})
            await URLRouter(routing.urlpatterns)(scope, heard.get, say)
            return said, len(get_hub()._listeners)

        monkeypatch.setattr(watching, "watcher", lambda *_given: 1 / 0)
        said, listeners = asyncio.run(open_one())
        assert said[1:] == [{"type": "websocket.close", "code": 1013}]
        assert not sockets.Places._taken
        assert not listeners


@pytest.mark.slow
def test_whoever_finds_no_place_is_told_when_to_come_again(
    transactional_db: None, table: Position
) -> None:
    game_id, me = table.game.pk, holder(table.game.pk, 1)
    with running_site(CROWDED) as site:
        with ExitStack() as others:
            for _place in range(2):
                others.enter_context(Follower(site.address, game_id, me)).hears(type="game")
            with Follower(site.address, game_id, me) as second:
                assert second.closes_with() == sockets.TOO_MANY == 4429
                assert second.reason == "2"
        time.sleep(float(second.reason))
        with Follower(site.address, game_id, me) as second:
            second.hears(type="game", version=1)
            answer(game_id, 0)
            second.hears(type="game", version=2)


def test_whoever_joins_while_redis_goes_away_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or nobody would ever tell him anything."""

    class Listening:
        def heard(self, news: object) -> None: ...
        def lost(self) -> None: ...

    async def join() -> int:
        here = Hub()
        joining = asyncio.create_task(here.join("1", Listening()))
        for _begun in ("joining", "its line"):
            await asyncio.sleep(0)
        assert here._line
        here._line._task.cancel()
        with pytest.raises(ConnectionError):
            await joining
        return len(here._listeners)

    assert asyncio.run(join()) == 0


def test_playing_goes_on_when_telling_fails(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "change_of", lambda game, seats: 1 / 0)
    user_id = seat_of(table.game.pk, 0).user_id
    assert user_id is not None
    choice = table.running().decisions()[0].choices[0]
    assert actions.choose(table.game.pk, user_id, choice, version=1).version == 2


class TestTheRightToListen:
    """A reader who loses it is sent away within seconds, and may come back as whoever he then
    is."""

    def test_ends_with_the_token(self, site: str, table: Position) -> None:
        with Follower(site, table.game.pk, holder(table.game.pk, 0)) as socket:
            socket.hears(type="game", version=1)
            ApiToken.objects.get().delete()
            assert socket.closes_with() == 1013

    def test_ends_with_the_session(self, site: str, table: Position, client: Client) -> None:
        client.force_login(holder(table.game.pk, 0))
        cookie = {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
        with (
            Follower(site, table.game.pk, headers=cookie) as socket,
            connect(f"{site.replace('http', 'ws')}/ws/me/", additional_headers=cookie) as bell,
        ):
            socket.hears(type="game", version=1)
            assert json.loads(bell.recv(timeout=15))["type"] == "me"
            client.post("/accounts/logout/")
            assert socket.closes_with() == 1013
            with pytest.raises(ConnectionClosed, match="1013"):
                bell.recv(timeout=15)

    def test_ends_with_the_account(self, site: str, table: Position) -> None:
        user = holder(table.game.pk, 0)
        with Follower(site, table.game.pk, user) as socket:
            socket.hears(type="game", version=1)
            people.close_account(user)
            assert socket.closes_with() == 1013

    def test_is_not_lost_by_a_change_of_preferences(self, site: str, table: Position) -> None:
        user = holder(table.game.pk, 0)
        with Follower(site, table.game.pk, user) as socket:
            socket.hears(type="game", version=1)
            people.set_language(user, "de")
            answer(table.game.pk, 0)
            socket.hears(type="game", version=2)
