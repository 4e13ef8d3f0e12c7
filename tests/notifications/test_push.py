"""Push notifications: what a push service of our own gets, and what becomes of what it answers."""

import re
import time
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from boardgames.refusal import Refusal
from games.live import chat
from games.models import Seat
from games.storage.position import Position
from notifications import devices, preferences, push
from notifications.models import (
    Attempt,
    Channel,
    Delivery,
    Notification,
    PushSubscription,
    When,
)
from tests.elsewhere import Elsewhere
from tests.games.playing import to_kind, user_of
from tests.games.times import Times
from tests.notifications.browsers import Browser, claims
from tests.notifications.telling import tell

#: Bytes of ciphertext that Mozilla's push service can send on to one: docs/push-services.md.
FIREFOX_ON_ANDROID = 2744


def pushed() -> list[Delivery]:
    return list(Delivery.objects.filter(channel=Channel.PUSH).order_by("id"))


@pytest.fixture
def mover(times: Times, duel: Position) -> User:
    """Whose turn it is, which is the one thing to be told, and due."""
    seat = to_kind(duel.game.pk, "light_lantern")
    last = Notification.objects.filter(kind="your_turn").order_by("id").last()
    assert last is not None
    Notification.objects.exclude(pk=last.pk).delete()
    times.go(seconds=91)
    return User.objects.get(pk=user_of(duel.game.pk, seat))


class TestWhatArrives:
    def test_it_is_readable_by_that_browser_alone(
        self, duel: Position, mover: User, service: Elsewhere, phone: Browser
    ) -> None:
        User.objects.update(language="en")
        phone.subscribe(mover)
        tell()
        [got] = service.got
        assert got.path == "/send/phone"
        assert b"Lanterns" not in got.body
        message = phone.read(got)
        other = "ben" if mover.username == "anna" else "anna"
        assert message["title"] == f"Lanterns {duel.game.pk} with {other}: your turn"
        assert message["body"].startswith("The other players have moved")
        assert message["path"] == f"/games/{duel.game.pk}/"
        with pytest.raises(Exception, match="Decryption"):
            Browser(phone.endpoint).read(got)
        assert [delivery.state for delivery in pushed()] == ["sent"]

    def test_it_is_signed_by_our_key(self, mover: User, service: Elsewhere, phone: Browser) -> None:
        phone.subscribe(mover)
        tell()
        [got] = service.got
        said = claims(got)
        assert said["aud"] == f"http://127.0.0.1:{service.port}"
        assert said["sub"].startswith("mailto:")
        assert time.time() < said["exp"] <= time.time() + 24 * 3600
        assert got.headers["Authorization"].endswith(f"k={push.public_key()}")
        assert got.headers["Content-Encoding"] == "aes128gcm"

    def test_it_speaks_the_language_of_its_reader(
        self, duel: Position, mover: User, service: Elsewhere, phone: Browser
    ) -> None:
        User.objects.update(language="de")
        phone.subscribe(mover)
        tell()
        title = phone.read(service.got[0])["title"]
        assert title.startswith(f"Lanterns {duel.game.pk} mit ")
        assert title.endswith(": Du bist am Zug")

    def test_it_is_kept_until_the_deadline_and_replaced_by_the_next_of_the_game(
        self, duel: Position, mover: User, service: Elsewhere, phone: Browser
    ) -> None:
        phone.subscribe(mover)
        tell()
        [turn] = service.got
        seat = Seat.objects.get(game=duel.game, user=mover)
        assert seat.deadline is not None
        left = (seat.deadline - timezone.now()).total_seconds()
        assert turn.headers["TTL"] == str(int(left))
        assert phone.read(turn)["tag"] == f"game-{duel.game.pk}"
        assert re.fullmatch("[0-9a-f]{32}", turn.headers["Topic"])
        assert turn.headers["Urgency"] == "normal"
        assert phone.read(turn)["renotify"] is False

    def test_a_reminder_makes_itself_heard(
        self, times: Times, duel: Position, anna: User, service: Elsewhere, phone: Browser
    ) -> None:
        phone.subscribe(anna)
        reminder = Notification.objects.get(user=anna, kind="reminder")
        Notification.objects.exclude(pk=reminder.pk).delete()
        times.now = reminder.due_at + timedelta(seconds=1)
        tell()
        [got] = service.got
        assert got.headers["Urgency"] == "high"
        assert phone.read(got)["renotify"] is True
        assert phone.read(got)["tag"] == f"game-{duel.game.pk}"

    def test_chat_does_not_take_the_place_of_a_turn(
        self, times: Times, duel: Position, anna: User, ben: User, service: Elsewhere
    ) -> None:
        phone = Browser(service.url())
        phone.subscribe(anna)
        preferences.save_preferences(anna.pk, {("chat", Channel.PUSH): When.NOW})
        Notification.objects.all().delete()
        chat.post(duel.game.pk, ben.pk, "🎲" * 1000)
        times.go(minutes=5)
        tell()
        [got] = service.got
        message = phone.read(got)
        assert message["tag"] == f"chat-{duel.game.pk}"
        assert len(message["body"]) == push.LONGEST_BODY
        assert len(got.body) <= FIREFOX_ON_ANDROID

    def test_the_longest_fits_what_the_narrowest_push_service_takes(
        self, anna: User, service: Elsewhere, phone: Browser
    ) -> None:
        phone.subscribe(anna)
        for sign in ("🎲", '"', "\n", "ä"):
            payload = push._payload(sign * 500, sign * 5000, "/games/1/", "game-1")
            push.push(anna.push_subscriptions.get(), payload, push.KEPT, pressing=False)
            assert len(service.got[-1].body) <= FIREFOX_ON_ANDROID

    @pytest.mark.parametrize(
        ("kept", "ttl"), [(-90, "60"), (0, "60"), (61, "61"), (10**8, str(28 * 86400))]
    )
    def test_it_is_kept_for_a_minute_at_least_and_four_weeks_at_most(
        self, anna: User, service: Elsewhere, phone: Browser, kept: int, ttl: str
    ) -> None:
        phone.subscribe(anna)
        payload = push._payload("Your turn", "", "/games/1/", "game-1")
        span = timedelta(seconds=kept)
        push.push(anna.push_subscriptions.get(), payload, span, pressing=True)
        assert service.got[-1].headers["TTL"] == ttl

    def test_a_topic_is_one_for_each_game_and_tells_no_game(
        self, anna: User, service: Elsewhere, phone: Browser
    ) -> None:
        phone.subscribe(anna)
        for tag in ("game-1", "game-12", "chat-1234", "game-1"):
            payload = push._payload("Your turn", "", "/games/1/", tag)
            push.push(anna.push_subscriptions.get(), payload, push.KEPT, pressing=False)
        first, second, third, again = (got.headers["Topic"] for got in service.got)
        assert first == again
        assert len({first, second, third}) == 3
        assert all(re.fullmatch("[0-9a-f]{32}", topic) for topic in (first, second, third))

    def test_what_was_collected_is_one_message(
        self, times: Times, duel: Position, anna: User, ben: User, service: Elsewhere
    ) -> None:
        phone = Browser(service.url())
        phone.subscribe(anna)
        Notification.objects.all().delete()
        chat.post(duel.game.pk, ben.pk, "Hello")
        chat.post(duel.game.pk, ben.pk, "Are you there?")
        times.go(minutes=5)
        tell()
        assert service.got == []
        times.go(minutes=31)
        tell()
        [got] = service.got
        message = phone.read(got)
        assert (message["title"], message["path"]) == ("2 messages", "/my/")
        assert message["body"].splitlines() == [
            f"Lanterns {duel.game.pk} – ben: Hello",
            f"Lanterns {duel.game.pk} – ben: Are you there?",
        ]
        assert [delivery.state for delivery in pushed()] == ["sent", "sent"]

    def test_every_device_gets_it(self, mover: User, service: Elsewhere, phone: Browser) -> None:
        desk = Browser(service.url("/send/desk"))
        phone.subscribe(mover)
        desk.subscribe(mover)
        tell()
        assert {got.path for got in service.got} == {"/send/phone", "/send/desk"}


class TestWhatThePushServiceSays:
    @pytest.fixture
    def due(self, mover: User, phone: Browser) -> Browser:
        phone.subscribe(mover)
        return phone

    @pytest.mark.parametrize("status", [404, 410])
    def test_a_browser_that_is_gone_is_forgotten(
        self, due: Browser, service: Elsewhere, status: int
    ) -> None:
        service.status = status
        tell()
        assert not PushSubscription.objects.exists()
        [delivery] = pushed()
        assert delivery.state == "failed"
        tell()
        assert len(service.got) == 1

    @pytest.mark.parametrize("status", [429, 406])
    def test_when_it_asks_for_time_it_gets_it(
        self, due: Browser, service: Elsewhere, times: Times, status: int
    ) -> None:
        service.status, service.headers = status, {"Retry-After": "7200"}
        tell()
        times.go(seconds=7000)
        tell()
        assert len(service.got) == 1
        service.status = 201
        times.go(seconds=400)
        tell()
        assert len(service.got) == 2
        assert [delivery.state for delivery in pushed()] == ["sent"]

    @pytest.mark.parametrize("status", [500, 503])
    def test_when_it_is_ill_we_come_again(
        self, due: Browser, service: Elsewhere, times: Times, status: int
    ) -> None:
        service.status = status
        tell()
        assert [delivery.state for delivery in pushed()] == ["queued"]
        service.status = 201
        times.go(minutes=2)
        tell()
        assert [delivery.state for delivery in pushed()] == ["sent"]
        assert PushSubscription.objects.get().last_used_at is not None

    @pytest.mark.parametrize("status", [400, 401, 403, 413, 302])
    def test_what_it_will_never_take_is_given_up_and_the_device_stays(
        self, due: Browser, service: Elsewhere, status: int
    ) -> None:
        service.status, service.body = status, b"no such key"
        tell()
        [delivery] = pushed()
        assert delivery.state == "failed"
        assert delivery.reason == f"{status} no such key"
        assert PushSubscription.objects.exists()

    def test_when_it_does_not_answer_we_come_again(
        self, due: Browser, service: Elsewhere, times: Times
    ) -> None:
        PushSubscription.objects.update(endpoint="http://127.0.0.1:1/nobody")
        tell()
        [delivery] = pushed()
        assert delivery.state == "queued"
        [attempt] = Attempt.objects.filter(delivery=delivery)
        assert attempt.error.startswith("No answer")

    def test_an_endpoint_inside_is_never_reached(
        self, due: Browser, service: Elsewhere, times: Times
    ) -> None:
        PushSubscription.objects.update(endpoint="https://169.254.169.254/latest/meta-data/")
        tell()
        [attempt] = Attempt.objects.filter(delivery=pushed()[0])
        assert "not on the public internet" in attempt.error


class TestDevices:
    def test_adding_one_by_its_page(self, client: Client, anna: User, phone: Browser) -> None:
        client.force_login(anna)
        agent = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
        answer = client.post(reverse("push-add"), phone.form, headers={"User-Agent": agent})
        assert answer.status_code == 201
        device = PushSubscription.objects.get()
        assert (device.user, device.endpoint) == (anna, phone.endpoint)
        assert device.device == "Firefox, Android"
        page = client.get(reverse("notification-settings")).content.decode()
        assert "Firefox, Android" in page
        assert phone.endpoint not in page

    def test_adding_it_once_more_changes_nothing_but_its_keys(
        self, anna: User, phone: Browser
    ) -> None:
        phone.subscribe(anna)
        again = Browser(phone.endpoint)
        again.subscribe(anna)
        assert PushSubscription.objects.get().p256dh == again.p256dh

    def test_a_browser_belongs_to_somebody_who_said_yes_in_it_last(
        self, anna: User, ben: User, phone: Browser
    ) -> None:
        phone.subscribe(anna)
        phone.subscribe(ben)
        assert PushSubscription.objects.get().user == ben

    @pytest.mark.parametrize(
        "change",
        [
            {"endpoint": ""},
            {"endpoint": "http://push.example.org/"},
            {"endpoint": "https://user:password@push.example.org/"},
            {"endpoint": "https://push.example.org/" + "x" * 1000},
            {"p256dh": ""},
            {"p256dh": "A" * 87},
            {"p256dh": "ä" * 87},
            {"auth": ""},
            {"auth": "A" * 21},
            {"auth": "A" * 500},
        ],
    )
    def test_nonsense_is_refused(
        self, client: Client, anna: User, phone: Browser, change: dict[str, str]
    ) -> None:
        client.force_login(anna)
        answer = client.post(reverse("push-add"), {**phone.form, **change})
        assert answer.status_code == 422
        assert answer.json()["message"]
        assert not PushSubscription.objects.exists()

    def test_only_for_somebody_who_is_signed_in(
        self, client: Client, db: None, phone: Browser
    ) -> None:
        assert client.post(reverse("push-add"), phone.form).status_code == 302
        assert not PushSubscription.objects.exists()

    def test_there_is_a_limit(self, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(devices, "MOST", 2)
        for number in range(2):
            Browser(f"https://push.example.org/{number}").subscribe(anna)
        with pytest.raises(Refusal):
            Browser("https://push.example.org/3").subscribe(anna)
        Browser("https://push.example.org/1").subscribe(anna)

    def test_removing_only_ones_own(
        self, client: Client, anna: User, ben: User, phone: Browser
    ) -> None:
        device = phone.subscribe(anna)
        client.force_login(ben)
        client.post(reverse("push-remove", args=[device.pk]))
        assert client.post(reverse("push-test", args=[device.pk])).status_code == 404
        assert PushSubscription.objects.exists()
        client.force_login(anna)
        client.post(reverse("push-remove", args=[device.pk]))
        assert not PushSubscription.objects.exists()

    def test_a_test_goes_out_at_once(
        self, client: Client, ben: User, phone: Browser, service: Elsewhere
    ) -> None:
        device = phone.subscribe(ben)
        client.force_login(ben)
        answer = client.post(reverse("push-test", args=[device.pk]), follow=True)
        assert "Eine Nachricht ist zu diesem Gerät unterwegs." in answer.content.decode()
        [got] = service.got
        assert phone.read(got)["body"] == "Push-Nachrichten erreichen dieses Gerät."

    def test_a_test_says_what_is_wrong(
        self, client: Client, anna: User, phone: Browser, service: Elsewhere
    ) -> None:
        device = phone.subscribe(anna)
        client.force_login(anna)
        service.status, service.body = 403, b"<b>wrong key</b>"
        answer = client.post(reverse("push-test", args=[device.pk]), follow=True)
        assert "403 &lt;b&gt;wrong key&lt;/b&gt;" in answer.content.decode()
        service.status = 410
        answer = client.post(reverse("push-test", args=[device.pk]), follow=True)
        assert "we removed the device" in answer.content.decode()
        assert not PushSubscription.objects.exists()

    def test_tests_are_limited(
        self, anna: User, phone: Browser, service: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        device = phone.subscribe(anna)
        monkeypatch.setattr(devices, "MOST_TRIES", 3)
        said = [devices.test(device) for _ in range(4)]
        assert said[0] == ""
        assert "wait" in said[-1]
        assert len(service.got) == 2  # adding it counts, too

    def test_a_browser_that_renews_itself_is_known_by_its_old_address(
        self, client: Client, anna: User, service: Elsewhere, phone: Browser
    ) -> None:
        phone.subscribe(anna)
        renewed = Browser(service.url("/send/renewed"))
        answer = client.post(reverse("push-renew"), {"old": phone.endpoint, **renewed.form})
        assert answer.status_code == 204
        device = PushSubscription.objects.get()
        assert (device.user, device.endpoint) == (anna, renewed.endpoint)

    @pytest.mark.parametrize("old", ["", "https://push.example.org/unknown"])
    def test_nobody_renews_what_he_does_not_know(
        self, client: Client, anna: User, phone: Browser, old: str
    ) -> None:
        phone.subscribe(anna)
        other = Browser("https://push.example.org/mine")
        answer = client.post(reverse("push-renew"), {"old": old, **other.form})
        assert answer.status_code == 422
        assert PushSubscription.objects.get().endpoint == phone.endpoint

    @pytest.mark.parametrize(
        ("agent", "name"),
        [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
                "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
                "Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            ("nonsense", ""),
            ("", ""),
        ],
    )
    def test_devices_are_called_by_what_they_say_of_themselves(self, agent: str, name: str) -> None:
        assert devices.device_name(agent) == name


def test_the_key_is_one_that_browsers_take() -> None:
    assert len(push.public_key()) == 87
    assert push.are_keys(push.public_key(), "A" * 22)
