"""Bots that people run elsewhere: by their own accounts, with the rules as a package."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from websockets.sync.client import connect

from accounts import bots
from accounts import people as accounts
from accounts.company import relationships
from accounts.models import ApiToken, Sanction, User
from accounts.moderation import sanctions
from accounts.sessions import sockets
from boardgames.redis import messages
from boardgames.refusal import Refusal
from boardgames.supervisor.home import CHECKOUT
from community import finding
from games import tasks
from games.errors import Illegal, Refused
from games.lobby import limits, lists, open_games, quick, standing
from games.lobby.lists import Wish
from games.models import Encounter, Game, RatingChange, Seat, StandingInvitation, Tally
from games.moderation import people as moderation
from games.moves import actions
from games.ratings import corrections
from games.rules import registry
from games.rules.engine.search import Question, answer
from games.showing.people import known_to
from games.storage.position import load
from notifications import planning
from tests import rules_package
from tests.games.api import Caller
from tests.games.playing import answer as choose
from tests.games.playing import asked, user_of
from tests.people import PASSWORD
from tests.workers import until


@pytest.fixture
def bot(anna: User) -> User:
    return bots.make(anna, "Rollo")[0]


def get(token: str, path: str) -> int:
    """The status of what a program with this token is answered."""
    return Client().get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"}).status_code


class TestAnAccount:
    def test_is_made_with_a_token_that_is_shown_once(self, anna: User) -> None:
        client = Client()
        client.force_login(anna)
        page = client.post("/accounts/bots/", {"name": "Rollo"}).content.decode()
        token = re.search(r"<code data-token>(\S+)</code>", page)
        assert token is not None
        made = User.objects.get(username="Rollo-bot")
        assert (made.owner, made.is_bot, made.has_usable_password()) == (anna, True, False)
        assert get(token[1], "next") == 200
        assert token[1] not in client.get("/accounts/bots/").content.decode()
        again = client.post("/accounts/bots/", {"renew": "Rollo-bot"}).content.decode()
        assert get(token[1], "next") == 401, "the old one is gone"
        other = re.search(r"<code data-token>(\S+)</code>", again)
        assert other is not None
        assert get(other[1], "next") == 200
        assert get(other[1], "calendar") == 200
        assert client.post("/accounts/bots/close/", {"bot": "Rollo-bot"}).status_code == 302
        assert get(other[1], "next") == 401
        assert "Rollo" not in client.get("/accounts/bots/").content.decode()

    @pytest.mark.parametrize("name", ["", "-", "admin", "x y", "Ä", "a" * 27, "rollo", "Rollo-bot"])
    def test_not_by_any_name(self, anna: User, bot: User, name: str) -> None:
        client = Client()
        client.force_login(anna)
        page = client.post("/accounts/bots/", {"name": name}).content.decode()
        assert "field-error" in page
        assert User.objects.filter(owner=anna).count() == 1

    def test_a_player_who_blocks_somebody_has_nothing_to_do_with_the_bots(
        self, anna: User, ben: User, cleo: User, bot: User
    ) -> None:
        relationships.block(ben, anna)
        later, _token = bots.make(anna, "Later")
        for each in (bot, later):
            assert relationships.apart(ben.pk, each.pk)
            assert not relationships.apart(cleo.pk, each.pk)
        relationships.unblock(ben, anna)
        assert not relationships.apart(ben.pk, bot.pk, later.pk)
        relationships.block(ben, bot)
        assert not relationships.apart(ben.pk, anna.pk), "only that one"

    def test_nobody_else_is_called_like_one(self, anna: User) -> None:
        client = Client()
        data = {
            "username": "clever-bot",
            "email": "c@example.org",
            "password1": PASSWORD,
        }
        page = client.post("/accounts/signup/", data).content.decode()
        assert "This name is reserved." in page
        assert not User.objects.filter(username__iendswith="-bot").exists()

    def test_three_each_none_for_guests_nor_for_a_player_who_is_not_confirmed(
        self, anna: User
    ) -> None:
        for name in ("Ada", "Bix", "Cyd"):
            bots.make(anna, name)
        with pytest.raises(Refusal, match="3 bots"):
            bots.make(anna, "Dot")
        for user in (
            accounts.create_guest("en", "UTC"),
            User.objects.create_user("zoe", password="x"),
            bots.list_bots(anna)[0],
        ):
            with pytest.raises(Refusal, match="confirmed"):
                bots.make(user, "Eve")

    def test_is_its_owners_alone(self, bot: User, ben: User) -> None:
        client = Client()
        client.force_login(ben)
        assert "Rollo" not in client.get("/accounts/bots/").content.decode()
        for path, data in (
            ("/accounts/bots/", {"renew": bot.username}),
            ("/accounts/bots/close/", {"bot": bot.username}),
        ):
            assert client.post(path, data).status_code == 404
        assert bots.list_bots(ben).count() == 0

    def test_ends_with_its_owner(self, anna: User) -> None:
        token = bots.make(anna, "Rollo")[1]
        sanctions.impose(anna, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        assert get(token, "next") == 401, "while the owner is suspended"
        sanctions.lift(anna, Sanction.Kind.SUSPENSION)
        assert get(token, "next") == 200
        anna.refresh_from_db()
        accounts.end_access(anna)
        assert get(token, "next") == 401, "a new password ends programs"
        token = bots.renew(anna, bots.list_bots(anna)[0].pk)
        accounts.close_account(anna)
        assert get(token, "next") == 401
        closed = User.objects.get(owner=anna)
        assert (closed.is_active, closed.username) == (False, f"former-player-{closed.pk}")

    def test_stops_with_its_owner_at_once_wherever_it_is(
        self,
        anna: User,
        ben: User,
        lanterns: None,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Callable[..., Any],
    ) -> None:
        bot, _token = bots.make(anna, "Rollo")
        game = open_games.create(bot.pk, "lanterns", 2).game
        told: list[bytes] = []
        monkeypatch.setattr("accounts.sessions.sockets.best_effort.publish", told.append)
        with django_capture_on_commit_callbacks(execute=True):
            sanctions.impose(anna, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        topics = [topic for message in told for topic in messages.topics(message)]
        assert sockets.topic(bot.pk) in topics, "its sockets look again"
        assert finding.by_part("roll", ben.pk) == []
        assert lists.waiting_for_players(Wish(), ben.pk)[:] == []
        with pytest.raises(Refused, match="suspended"):
            open_games.join_game(game.pk, ben.pk)
        with pytest.raises(Illegal, match="Nobody is called"):
            open_games.create(ben.pk, "lanterns", 2, invite=[bot.username])

    def test_sits_with_its_owner_only_where_nobody_else_plays(
        self, anna: User, ben: User, lanterns: None
    ) -> None:
        bot, other = (bots.make(anna, name)[0] for name in ("Rollo", "Ada"))
        with_others = open_games.create(anna.pk, "lanterns", 3).game
        for one in (bot, other):
            with pytest.raises(Refused, match="with its owner"):
                open_games.join_game(with_others.pk, one.pk)
        open_games.join_game(with_others.pk, ben.pk)
        with pytest.raises(Refused, match="with its owner"):
            open_games.join_game(with_others.pk, bot.pk)
        bens = open_games.create(ben.pk, "lanterns", 3).game
        open_games.join_game(bens.pk, bot.pk)
        for one in (other, anna):
            with pytest.raises(Refused, match="with its owner"):
                open_games.join_game(bens.pk, one.pk)
        alone = open_games.create(anna.pk, "lanterns", 2).game
        open_games.join_game(alone.pk, bot.pk)
        with_a_program_of_ours = open_games.create(anna.pk, "lanterns", 3, bots=1).game
        open_games.join_game(with_a_program_of_ours.pk, bot.pk)

    def test_is_stopped_by_moderators_and_not_made_anew(self, anna: User) -> None:
        bot, token = bots.make(anna, "Rollo")
        sanctions.impose(bot, Sanction.Kind.SUSPENSION, by=None, reason="x", until=None)
        assert get(token, "next") == 401
        for act in (bots.renew, bots.close):
            with pytest.raises(User.DoesNotExist):
                act(anna, bot.pk)
        client = Client()
        client.force_login(anna)
        assert "suspended" in client.get("/accounts/bots/").content.decode()

    def test_keeps_its_mark_under_another_name(self, bot: User) -> None:
        keeper = User.objects.create_superuser("keeper", password=PASSWORD)
        moderation.rename(bot.pk, keeper.pk, "Calmer", "It was rude")
        bot.refresh_from_db()
        assert bot.username == "Calmer-bot"
        client = Client()
        client.force_login(keeper)
        page = client.get(f"/admin/accounts/user/{bot.pk}/change/", follow=True).content.decode()
        assert 'name="username"' not in page

    def test_cannot_sign_in_by_the_pages(self, bot: User) -> None:
        client = Client()
        for password in ("", "x", "!"):
            client.post("/accounts/login/", {"login": bot.username, "password": password})
        assert client.get("/accounts/profile/").status_code == 302


class TestAmongPeople:
    def test_it_is_found_and_marked(self, bot: User, anna: User, ben: User) -> None:
        [found] = finding.by_part("roll", ben.pk)
        assert known_to(ben.pk, [found])[0]["known"] == "bot of anna"
        status, listed = Caller(ben).get("people", q="Rollo")
        assert (status, listed["people"][0]["bot"]) == (200, True)
        client = Client()
        client.force_login(ben)
        page = client.get("/players/Rollo-bot/").content.decode()
        assert 'href="/players/anna/">run by anna</a>' in page
        assert "/messages/Rollo-bot/" not in page
        assert "bot of anna" in client.get("/people/?q=Rollo").content.decode()
        assert bot not in finding.newcomers(ben.pk, 9)

    def test_it_plays_nothing_rated(self, bot: User, anna: User, ben: User) -> None:
        rated = open_games.create(ben.pk, "lanterns", 2, rated=True).game
        with pytest.raises(Refused, match="cannot play rated games"):
            open_games.join_game(rated.pk, bot.pk)
        with pytest.raises(Illegal, match="Rollo-bot is a bot"):
            open_games.invite(rated.pk, ben.pk, ["Rollo-bot"])
        assert not open_games.create(bot.pk, "lanterns", 2, rated=True).game.rated

    def test_no_quick_match_leads_to_it(self, bot: User, ben: User) -> None:
        clock = {"kind": "per_turn", "days": 3}
        waits = open_games.create(bot.pk, "lanterns", 2, clock=clock).game
        assert quick.match(ben.pk, "lanterns", "medium").game.pk != waits.pk

    def test_it_leaves_no_standing_invitation_and_asks_for_no_quick_match(
        self, bot: User, ben: User, lanterns: None
    ) -> None:
        program = Caller(bot, "play")
        offer = {"type": "lanterns", "players": 2, "pace": "medium", "most": 2, "rated": True}
        for path, sent in (
            ("games/standing-invitations", offer),
            ("games/quick", {"type": "lanterns", "pace": "medium"}),
            ("games/quick", {"type": "lanterns", "pace": "medium", "rated": True}),
        ):
            status, told = program.post(path, sent)
            assert (status, told["error"]["code"]) == (403, "bot"), path
        assert program.get("games/standing-invitations") == (200, {"invitations": []})
        assert not StandingInvitation.objects.exists()
        assert not Game.objects.exists()

    def test_nobody_is_seated_with_one_that_has_a_standing_invitation(
        self, bot: User, anna: User, ben: User, lanterns: None
    ) -> None:
        for user in (anna, ben):
            standing.make(user.pk, "lanterns", 2, "medium", most=2, rated=True)
        StandingInvitation.objects.filter(user=ben).update(user=bot)  # as an earlier release let it
        tasks.bring_together()
        assert not Game.objects.exists()

    def test_no_standing_invitation_leads_to_a_table_that_it_has_joined(
        self, bot: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = quick.match(ben.pk, "lanterns", "medium").game
        Seat.objects.create(game=game, index=2)
        Game.objects.filter(pk=game.pk).update(players=3)
        open_games.join_game(game.pk, bot.pk)
        standing.make(cleo.pk, "lanterns", 3, "medium", most=2)
        tasks.bring_together()
        assert not Seat.objects.filter(user=cleo).exists()

    def test_it_opens_no_tournament_and_no_series(self, bot: User, lanterns: None) -> None:
        cup = {"name": "Cup", "kind": "robin", "type": "lanterns", "least": 2, "most": 4}
        for path, sent in (("tournaments", cup), ("series", {**cup, "rhythm": "month"})):
            for given in (Caller(bot), Caller(bot, "play")):
                assert given.post(path, sent)[0] == 403, path
        EmailAddress.objects.create(user=bot, email="b@example.org", verified=True, primary=True)
        for path, sent in (("tournaments", cup), ("series", {**cup, "rhythm": "month"})):
            assert Caller(bot).post(path, sent)[0] == 403, path

    def test_it_sits_at_so_many_games(
        self, bot: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MOST_OF_BOT", 2)
        for _game in range(2):
            open_games.create(bot.pk, "lanterns", 2)
        with pytest.raises(Refused, match="at most 2"):
            open_games.create(bot.pk, "lanterns", 2)
        with pytest.raises(Refused, match="at most 2"):
            open_games.join_game(open_games.create(ben.pk, "lanterns", 2).game.pk, bot.pk)

    def test_a_game_with_it_counts_as_one_against_bots(
        self, bot: User, ben: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = open_games.create(ben.pk, "lanterns", 2).game
        open_games.join_game(game.pk, bot.pk)
        actions.resign(game.pk, bot.pk)
        corrections.set_rated(game.pk, True)
        Game.objects.update(finished_at="2026-01-01T00:00:00Z")
        tasks.count_ratings()
        tasks.count_results()
        for table in (RatingChange, Tally, Encounter):
            assert not table.objects.exists(), table


class TestItsQuestion:
    def test_is_what_it_may_know_and_answered_by_the_rules(self, bot: User, ben: User) -> None:
        game = open_games.create(ben.pk, "lanterns", 2).game
        open_games.join_game(game.pk, bot.pk)
        seat = Seat.objects.get(game=game, user=bot).index
        asker = Caller(bot)
        for _turn in range(20):
            status, asked = asker.get(f"games/{game.pk}/question")
            if status != 200:
                choose(game.pk, next(iter(load(game.pk, ben.pk).running().to_move())))
                continue
            question = msgspec.convert(asked["question"], Question)
            here = load(game.pk, bot.pk).running()
            world = registry.get("lanterns").load(question.world)
            assert world.view(seat) == here.view(seat)
            assert question.world != here.save(), "dealt anew"
            choice = answer(registry.get("lanterns"), question)
            _, shown = asker.get(f"games/{game.pk}")
            assert asked["version"] == shown["version"]
            assert asker.move(shown, list(choice))[0] == 200
            break
        else:
            pytest.fail("it was never asked")

    def test_is_nobody_elses(self, bot: User, anna: User, ben: User, cleo: User) -> None:
        game = open_games.create(ben.pk, "lanterns", 2, visibility="private").game
        assert Caller(bot).get(f"games/{game.pk}/question")[0] == 404
        open_games.join_game(game.pk, bot.pk, key=game.key)
        for user in (anna, ben, cleo):
            assert Caller(user).get(f"games/{game.pk}/question")[0] == 403
        assert Caller().get(f"games/{game.pk}/question")[0] == 401
        other = bots.make(ben, "Dot")[0]
        assert Caller(other).get(f"games/{game.pk}/question")[0] == 404

    def test_invitations_are_listed_for_programs(self, bot: User, ben: User) -> None:
        game = open_games.create(ben.pk, "lanterns", 2, invite=["Rollo-bot"]).game
        open_games.create(ben.pk, "lanterns", 2)
        status, listed = Caller(bot).get("games", invited=1)
        assert (status, [one["id"] for one in listed["games"]]) == (200, [game.pk])
        assert Caller(ben).get("games", invited=1)[1]["games"] == []
        assert Caller().get("games", invited=1)[0] == 401


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_its_socket_tells_of_invitations_and_turns(site: str, anna: User, ben: User) -> None:
    bot, token = bots.make(anna, "Rollo")
    with connect(f"{site.replace('http', 'ws')}/ws/me/?token={token}", open_timeout=15) as socket:
        told = json.loads(socket.recv(15))
        assert told == {"type": "me", "waiting": 0, "unread": 0, "letters": 0}
        game = open_games.create(ben.pk, "bali", 2, invite=["Rollo-bot"]).game
        planning.plan_due()
        assert json.loads(socket.recv(15))["unread"] == 1
        open_games.join_game(game.pk, bot.pk)
        while bot.pk not in {user_of(game.pk, seat) for seat in asked(game.pk)}:
            choose(game.pk, asked(game.pk)[0])
        while json.loads(socket.recv(15))["waiting"] != 1:
            pass


# As somebody outside runs it --------------------------------------------------------------------


@pytest.fixture(scope="module")
def empty_venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rules_package.install_alone(tmp_path_factory.mktemp("outside"))


@contextmanager
def running_bot(python: Path, site: str, token: str, folder: Path) -> Iterator[Any]:
    """The program of the docs, word for word."""
    text = (CHECKOUT / "docs" / "bots.md").read_text()
    block = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert block is not None
    program = folder / "bot.py"
    program.write_text(block[1].replace("PAUSE = 5 ", "PAUSE = 0.2 "))
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [python, program, site, token, "good"], cwd=folder, stdout=log, stderr=log
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait(10)


@pytest.mark.slow
@pytest.mark.xdist_group("empty venv")
@pytest.mark.django_db(transaction=True)
def test_the_bot_of_the_docs_is_invited_and_plays_a_game_to_its_end(
    site: str, empty_venv: Path, tmp_path: Path, anna: User, ben: User
) -> None:
    bot, token = bots.make(anna, "Rollo")
    with running_bot(empty_venv, site, token, tmp_path) as process:
        game = open_games.create(ben.pk, "imhotep", 2, invite=["Rollo-bot"]).game

        def over() -> bool:
            assert process.poll() is None, (tmp_path / "log").read_text()
            here = load(game.pk, ben.pk)
            if here.rules is None or here.game.status != Game.Status.RUNNING:
                return here.game.status == Game.Status.FINISHED
            mine = Seat.objects.get(game=game, user=ben).index
            if mine in here.running().to_move():
                choose(game.pk, mine)
            return False

        until(over, 240)
    result = Game.objects.get(pk=game.pk).result
    assert result is not None
    assert len(result["scores"]) == 2
    assert Seat.objects.filter(game=game, user=bot, bot="", resigned_at=None).exists()
    assert ApiToken.objects.get(user=bot).last_used_at is not None
