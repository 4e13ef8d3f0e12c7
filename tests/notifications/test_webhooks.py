"""Webhooks: what the other side gets, and what becomes of what it answers."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boardgames.http import safe_outbound
from games.live import chat
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions
from games.storage.position import Position
from notifications import devices, preferences
from notifications.models import Attempt, Channel, Delivery, Notification, Webhook, When
from notifications.webhooks import bodies, hooks, webhooks
from tests.elsewhere import Elsewhere, Got, elsewhere
from tests.games.playing import to_kind, user_of
from tests.games.times import Times
from tests.notifications.telling import tell

Form = Webhook.Form
NAUGHTY = "@everyone @room <!channel> <@U1> *bold* [click](https://evil.example) <b>&amp;</b>"


@pytest.fixture
def there() -> Iterator[Elsewhere]:
    with elsewhere() as there:
        yield there


@pytest.fixture
def mover(times: Times, duel: Position) -> User:
    """Whose turn it is, which is the one thing to be told, and due."""
    seat = to_kind(duel.game.pk, "light_lantern")
    last = Notification.objects.filter(kind="your_turn").order_by("id").last()
    assert last is not None
    Notification.objects.exclude(pk=last.pk).delete()
    User.objects.update(language="en")
    times.go(seconds=91)
    return User.objects.get(pk=user_of(duel.game.pk, seat))


def hook(user: User, there: Elsewhere, form: Form = Form.JSON, game: Game | None = None) -> Webhook:
    return hooks.add(user, form, there.url(), game.pk if game else None)


def body(got: Got) -> dict[str, Any]:
    assert got.headers["Content-Type"] == "application/json; charset=utf-8"
    found: dict[str, Any] = json.loads(got.body)
    return found


def sent() -> list[str]:
    rows = Delivery.objects.filter(channel=Channel.WEBHOOK).order_by("id")
    return [row.reason or row.state for row in rows]


def failed() -> str:
    """Why the one try did not succeed."""
    return Attempt.objects.get(delivery__channel=Channel.WEBHOOK).error


def other(user: User) -> str:
    return "ben" if user.username == "anna" else "anna"


class TestForms:
    def test_discord(self, duel: Position, mover: User, there: Elsewhere) -> None:
        hook(mover, there, Form.DISCORD)
        there.status = 204
        tell()
        [got] = there.got
        assert body(got) == {
            "username": "Reihum",
            "content": f"Lanterns {duel.game.pk} with {other(mover)}\\: your turn\n"
            f"<http://127.0.0.1:8000/games/{duel.game.pk}/>",
            "allowed_mentions": {"parse": []},
        }
        assert sent() == ["sent"]

    def test_slack(self, duel: Position, mover: User, there: Elsewhere) -> None:
        hook(mover, there, Form.SLACK)
        tell()
        assert body(there.got[0]) == {
            "text": f"Lanterns {duel.game.pk} with {other(mover)}: your turn\n"
            f"http://127.0.0.1:8000/games/{duel.game.pk}/",
            "mrkdwn": False,
            "link_names": False,
            "unfurl_links": False,
        }

    def test_matrix(self, duel: Position, mover: User, there: Elsewhere) -> None:
        hook(mover, there, Form.MATRIX)
        tell()
        url = f"http://127.0.0.1:8000/games/{duel.game.pk}/"
        assert body(there.got[0]) == {
            "username": "Reihum",
            "text": f"Lanterns {duel.game.pk} with {other(mover)}: your turn\n{url}",
            "html": f'<a href="{url}">Lanterns {duel.game.pk} with {other(mover)}: your turn</a>',
        }

    def test_plain_json_is_signed(self, duel: Position, mover: User, there: Elsewhere) -> None:
        row = hook(mover, there)
        tell()
        [got] = there.got
        fact = Notification.objects.get()
        assert body(got) == {
            "user": mover.username,
            "messages": [
                {
                    "id": fact.pk,
                    "kind": "your_turn",
                    "at": fact.created_at.isoformat(),
                    "game": {"id": duel.game.pk, "type": "lanterns"},
                    "text": f"Lanterns {duel.game.pk} with {other(mover)}: your turn",
                    "url": f"http://127.0.0.1:8000/games/{duel.game.pk}/",
                }
            ],
        }
        assert got.headers["webhook-id"] == str(fact.pk)
        signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode()
        key = base64.b64decode(row.secret.removeprefix("whsec_"))
        expected = hmac.new(key, signed + got.body, hashlib.sha256).digest()
        assert got.headers["webhook-signature"] == f"v1,{base64.b64encode(expected).decode()}"

    def test_the_signature_is_the_one_of_the_specification(self, times: Times) -> None:
        """Its own example, so that any library for it can check ours."""
        times.now = times.now.fromtimestamp(1614265330, times.now.tzinfo)
        headers = webhooks.signature(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            b'{"test": 2432232314}',
        )
        assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

    def test_the_language_is_the_owners(self, mover: User, there: Elsewhere) -> None:
        User.objects.update(language="de")
        hook(mover, there, Form.SLACK)
        tell()
        assert "Du bist am Zug" in body(there.got[0])["text"]

    @pytest.mark.parametrize("form", list(Form))
    def test_nobody_is_called_by_what_somebody_writes(
        self, times: Times, duel: Position, anna: User, ben: User, there: Elsewhere, form: Form
    ) -> None:
        hook(anna, there, form)
        preferences.save_preferences(anna.pk, {("chat", Channel.WEBHOOK): When.NOW})
        Notification.objects.all().delete()
        chat.post(duel.game.pk, ben.pk, NAUGHTY)
        times.go(minutes=5)
        tell()
        said = body(there.got[0])
        if form == Form.DISCORD:
            assert said["allowed_mentions"] == {"parse": []}
            assert "@everyone" not in said["content"]
            assert r"\[click\]\(https" in said["content"]
        elif form == Form.SLACK:
            assert "&lt;!channel&gt;" in said["text"]
            assert "<" not in said["text"]
        elif form == Form.MATRIX:
            assert "@room" not in said["text"]
            assert "@room" not in said["html"]
            assert "<b>" not in said["html"]
        else:
            assert NAUGHTY[:20] in said["messages"][0]["text"]

    @pytest.mark.parametrize("form", list(Form))
    def test_what_was_collected_is_one_message_that_is_not_too_long(
        self, times: Times, duel: Position, anna: User, ben: User, there: Elsewhere, form: Form
    ) -> None:
        hook(anna, there, form)
        Notification.objects.all().delete()
        chat.post(duel.game.pk, ben.pk, "Hello. " + "*" * 70)
        fact = Notification.objects.get()
        for number in range(29):
            fact.pk, fact.key = None, f"copy {number}"
            fact.save(force_insert=True)
        times.go(minutes=5)
        tell()
        times.go(minutes=31)
        tell()
        [got] = there.got
        said = body(got)
        if form == Form.JSON:
            assert len(said["messages"]) == 30
        else:
            text = said.get("content") or said["text"]
            assert "Hello" in text
            assert text.endswith("\n…")
            assert len(text) <= bodies.LONGEST_TEXT
        assert set(sent()) == {"sent"}


class TestWhoIsTold:
    def test_one_for_a_game_is_told_of_that_game_alone(
        self, times: Times, duel: Position, anna: User, ben: User, there: Elsewhere
    ) -> None:
        second = open_games.join_game(open_games.create(ben.pk, "lanterns", 2).game.pk, anna.pk)
        row = hook(anna, there, game=second.game)
        Notification.objects.exclude(user=anna, kind="game_started").delete()
        facts = [
            Notification(user=anna, game=game, kind="cancelled")
            for game in (duel.game, second.game)
        ]
        assert [webhooks.targets(anna, fact) for fact in facts] == [[], [row.pk]]

    def test_one_for_a_game_rests_when_its_owner_no_longer_sits_there(
        self, duel: Position, anna: User, there: Elsewhere
    ) -> None:
        row = hook(anna, there, game=duel.game)
        fact = Notification(user=anna, game=duel.game, kind="chat")
        assert webhooks.targets(anna, fact) == [row.pk]
        Seat.objects.filter(user=anna).update(resigned_at=duel.game.created_at)
        assert webhooks.targets(anna, fact) == []
        Seat.objects.filter(user=anna).update(resigned_at=None, user=None)
        assert webhooks.targets(anna, fact) == []

    def test_nobody_elses(self, duel: Position, anna: User, ben: User, there: Elsewhere) -> None:
        hook(ben, there)
        assert webhooks.targets(anna, Notification(user=anna, game=duel.game)) == []

    def test_nothing_is_told_that_only_a_seat_may_know(
        self, mover: User, duel: Position, there: Elsewhere
    ) -> None:
        """Whoever reads the channel learns whose turn it is, and nothing about the position."""
        hook(mover, there)
        tell()
        [message] = body(there.got[0])["messages"]
        assert set(message) == {"id", "kind", "at", "game", "text", "url"}
        assert message["text"] == f"Lanterns {duel.game.pk} with {other(mover)}: your turn"


class TestFailures:
    @pytest.fixture
    def row(self, mover: User, there: Elsewhere) -> Webhook:
        return hook(mover, there)

    def test_one_failure_is_tried_again(self, row: Webhook, there: Elsewhere, times: Times) -> None:
        there.status, there.body = 500, b"ill"
        tell()
        row.refresh_from_db()
        assert (row.failures, row.off_at) == (1, None)
        assert failed() == "500 ill"
        there.status = 200
        times.go(minutes=2)
        tell()
        row.refresh_from_db()
        assert (row.failures, row.failing_since) == (0, None)
        assert sent() == ["sent"]

    def test_when_it_asks_for_time_it_gets_it_and_that_is_no_failure(
        self, row: Webhook, there: Elsewhere, times: Times
    ) -> None:
        there.status, there.headers = 429, {"Retry-After": "600"}
        tell()
        times.go(minutes=9)
        tell()
        assert len(there.got) == 1
        row.refresh_from_db()
        assert row.failures == 0
        there.status = 200
        times.go(minutes=2)
        tell()
        assert len(there.got) == 2

    def test_a_slow_one_is_not_waited_for(
        self, row: Webhook, there: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(safe_outbound, "SECONDS", 0.3)
        there.delay = 20
        tell()
        row.refresh_from_db()
        assert row.failures == 1
        assert failed().startswith("No answer within")

    def test_a_redirect_is_a_failure(self, row: Webhook, there: Elsewhere) -> None:
        with elsewhere() as inside:
            there.status, there.headers = 307, {"Location": inside.url()}
            tell()
            assert inside.got == []
        row.refresh_from_db()
        assert row.failures == 1

    def test_one_inside_is_never_reached(self, row: Webhook) -> None:
        Webhook.objects.update(url="https://10.0.0.1/")
        tell()
        assert "not on the public internet" in failed()

    @pytest.mark.slow
    def test_it_is_switched_off_in_the_end_and_its_owner_told_once(
        self, row: Webhook, mover: User, there: Elsewhere, times: Times
    ) -> None:
        there.status, there.body = 500, b"no such channel"
        for _ in range(40):
            tell()
            times.go(minutes=45)
        row.refresh_from_db()
        assert row.off_at is not None
        assert row.off_reason == "500 no such channel"
        assert row.failures == len(there.got) == webhooks.MOST_FAILURES
        [told] = Notification.objects.filter(kind="webhook_off")
        assert (told.user, told.data) == (mover, {"webhook": row.pk})
        mail = told.deliveries.get(channel=Channel.MAIL)
        assert mail.state == "sent"
        assert not told.deliveries.filter(channel=Channel.WEBHOOK).exists()

    @pytest.mark.slow
    def test_the_reason_is_told_in_the_owners_language(
        self, row: Webhook, mover: User, times: Times
    ) -> None:
        User.objects.update(language="de")
        Webhook.objects.update(url="http://127.0.0.1:1/")
        for _ in range(40):
            tell()
            times.go(minutes=45)
        row.refresh_from_db()
        assert row.off_reason.startswith("Keine Antwort: ")

    @pytest.mark.slow
    def test_a_short_outage_switches_nothing_off(
        self, row: Webhook, mover: User, there: Elsewhere, times: Times
    ) -> None:
        """However many messages fail in it."""
        there.status = 500
        [fact] = Notification.objects.all()
        for number in range(20):
            fact.pk, fact.key = None, f"copy {number}"
            fact.save(force_insert=True)
            tell()
        row.refresh_from_db()
        assert row.failures > webhooks.MOST_FAILURES
        assert row.off_at is None

    @pytest.mark.parametrize("status", [404, 410])
    def test_one_that_is_gone_is_switched_off_at_once(
        self, row: Webhook, mover: User, there: Elsewhere, times: Times, status: int
    ) -> None:
        there.status, there.body = status, b'{"message": "Unknown Webhook"}'
        tell()
        row.refresh_from_db()
        assert row.off_at is not None
        tell()
        assert Notification.objects.filter(kind="webhook_off").count() == 1
        assert len(there.got) == 1

    def test_what_waits_for_one_that_is_off_is_not_sent(
        self, row: Webhook, mover: User, there: Elsewhere, times: Times
    ) -> None:
        there.status = 500
        tell()
        Webhook.objects.update(off_at=times.now)
        times.go(hours=1)
        tell()
        assert len(there.got) == 1
        assert sent() == ["no address any more"]

    def test_switched_off_again_it_is_told_again(
        self, row: Webhook, mover: User, there: Elsewhere, times: Times
    ) -> None:
        webhooks._failed(row, "gone", gone=True)
        times.go(seconds=1)
        webhooks._failed(row, "gone", gone=True)
        assert Notification.objects.filter(kind="webhook_off").count() == 1
        hooks.switch_on(mover, row.pk)
        times.go(seconds=1)
        webhooks._failed(row, "gone", gone=True)
        assert Notification.objects.filter(kind="webhook_off").count() == 2


class TestPage:
    PATH = "/notifications/webhooks/"

    @pytest.fixture
    def signed_in(self, client: Client, anna: User) -> Client:
        client.force_login(anna)
        return client

    def test_adding_one(self, signed_in: Client, anna: User) -> None:
        url = "https://discord.com/api/webhooks/12/top-secret"
        answer = signed_in.post(
            self.PATH, {"webhook-form": "discord", "webhook-url": url}, follow=True
        )
        row = Webhook.objects.get()
        assert (row.user, row.url, row.form, row.game) == (anna, url, "discord", None)
        page = answer.content.decode()
        assert "The webhook is added" in page
        assert "discord.com/…cret" in page
        assert "top-secret" not in page

    def test_one_for_a_game_that_one_sits_in(
        self, signed_in: Client, duel: Position, anna: User, ben: User
    ) -> None:
        foreign = open_games.create(ben.pk, "lanterns", 2).game
        form = {"webhook-form": "json", "webhook-url": "https://example.org/"}
        answer = signed_in.post(self.PATH, {**form, "webhook-game": foreign.pk})
        assert answer.status_code == 422
        signed_in.post(self.PATH, {**form, "webhook-game": duel.game.pk})
        assert Webhook.objects.get().game == duel.game
        page = signed_in.get(reverse("notification-settings")).content.decode()
        assert f"Lanterns {duel.game.pk} with ben" in page
        assert Webhook.objects.get().secret in page

    @pytest.mark.parametrize(
        ("form", "url", "said"),
        [
            ("json", "http://example.org/", "must begin with https://"),
            ("json", "nonsense", "must begin with https://"),
            ("json", "https://a:b@example.org/", "must not contain a name"),
            ("json", "", "required"),
            ("nonsense", "https://example.org/", "nonsense"),
            ("slack", "https://discord.com/api/webhooks/1/2", "This is an address of Discord."),
            ("json", "https://example.org/" + "x" * 1000, "1000"),
        ],
    )
    def test_mistakes_are_named_and_nothing_is_lost(
        self, signed_in: Client, form: str, url: str, said: str
    ) -> None:
        answer = signed_in.post(self.PATH, {"webhook-form": form, "webhook-url": url})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert said in page
        assert not url or "\x00" in url or f'value="{url}"' in page
        assert not Webhook.objects.exists()

    def test_there_is_a_limit_that_those_of_games_long_over_do_not_count_for(
        self, signed_in: Client, anna: User, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hooks, "MOST", 2)
        form = {"webhook-form": "json", "webhook-url": "https://example.org/"}
        signed_in.post(self.PATH, form)
        signed_in.post(self.PATH, {**form, "webhook-game": duel.game.pk})
        answer = signed_in.post(self.PATH, form)
        assert "That is the maximum" in answer.content.decode()
        actions.resign(duel.game.pk, anna.pk)
        signed_in.post(self.PATH, form)
        assert [row.game for row in Webhook.objects.all()] == [None, None]

    def test_a_test_says_what_the_other_side_answered(
        self, signed_in: Client, anna: User, there: Elsewhere
    ) -> None:
        row = hook(anna, there)
        there.body = b"<i>thank you</i>"
        path = reverse("webhook-test", args=[row.pk])
        page = signed_in.post(path, follow=True).content.decode()
        assert "It works. The answer: 200 &lt;i&gt;thank you&lt;/i&gt;" in page
        [message] = body(there.got[0])["messages"]
        assert (message["kind"], message["id"]) == ("test", None)
        assert there.got[0].headers["webhook-id"] == "test"
        there.status = 404
        page = signed_in.post(path, follow=True).content.decode()
        assert "It does not work: 404" in page
        row.refresh_from_db()
        assert (row.failures, row.off_at) == (0, None)

    def test_tests_are_limited(
        self, signed_in: Client, anna: User, there: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(devices, "MOST_TRIES", 2)
        row = hook(anna, there)
        path = reverse("webhook-test", args=[row.pk])
        pages = [signed_in.post(path, follow=True).content.decode() for _ in range(3)]
        assert "Please wait" in pages[-1]
        assert len(there.got) == 2

    def test_switching_on_again(self, signed_in: Client, anna: User, times: Times) -> None:
        row = Webhook.objects.create(
            user=anna,
            url="https://example.org/",
            form="slack",
            failures=8,
            failing_since=times.now - timedelta(days=1),
            off_at=times.now,
            off_reason="404 no_service",
        )
        page = signed_in.get(reverse("notification-settings")).content.decode()
        assert "404 no_service" in page
        signed_in.post(reverse("webhook-on", args=[row.pk]))
        row.refresh_from_db()
        assert (row.off_at, row.off_reason, row.failures) == (None, "", 0)
        assert row.failing_since is None

    def test_nobody_elses(self, signed_in: Client, ben: User, there: Elsewhere) -> None:
        row = hook(ben, there)
        Webhook.objects.update(off_at=row.created_at)
        for name in ("webhook-on", "webhook-test", "webhook-remove"):
            signed_in.post(reverse(name, args=[row.pk]))
        row.refresh_from_db()
        assert row.off_at is not None
        assert there.got == []

    def test_removing(self, signed_in: Client, anna: User, there: Elsewhere) -> None:
        row = hook(anna, there)
        signed_in.post(reverse("webhook-remove", args=[row.pk]))
        assert not Webhook.objects.exists()

    def test_an_address_of_another_time_does_not_break_the_page(
        self, signed_in: Client, anna: User
    ) -> None:
        Webhook.objects.create(user=anna, url="http://localhost:1/")
        assert signed_in.get(reverse("notification-settings")).status_code == 200
