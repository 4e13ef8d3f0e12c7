"""A game type whose package is gone, and a kind of notification of another release."""

import pytest
from django.core import mail as outbox
from django.test import Client

from accounts.models import User
from games.models import Game, Seat
from games.storage.position import Position
from notifications import bell, planning, preferences
from notifications.models import Channel, Notification, Preference, Webhook, When
from tests.games.times import Times
from tests.notifications.telling import tell


@pytest.fixture
def gone(times: Times, duel: Position, anna: User, client: Client) -> Game:
    """A game of which the start has been told, and whose type is then no longer installed."""
    client.force_login(anna)
    Webhook.objects.create(user=anna, game=duel.game, url="https://hooks.example/1")
    times.go(seconds=91)
    planning.plan_due()
    Game.objects.filter(pk=duel.game.pk).update(type="marrakech")
    return duel.game


def test_the_bell_lists_its_notifications(gone: Game, client: Client) -> None:
    page = client.get("/notifications/")
    assert page.status_code == 200
    assert f"Marrakech {gone.pk} with ben has started" in page.content.decode()


def test_a_notification_of_it_leads_to_its_page(gone: Game, anna: User, client: Client) -> None:
    answer = client.get(f"/notifications/{bell.entries(anna.pk).get().pk}/")
    assert answer.headers["Location"] == f"/games/{gone.pk}/"


def test_the_settings_name_it(gone: Game, client: Client) -> None:
    page = client.get("/notifications/settings/")
    assert page.status_code == 200
    assert f"Marrakech {gone.pk} with ben" in page.content.decode()


def test_its_mail_goes_out_without_a_board(gone: Game) -> None:
    tell()
    subjects = {mail.subject for mail in outbox.outbox}
    assert subjects == {
        f"Marrakech {gone.pk} with ben has started",
        f"Marrakech {gone.pk} mit anna hat begonnen",
    }


class TestAKindOfAnotherRelease:
    @pytest.fixture
    def unknown(self, times: Times, duel: Position, anna: User, client: Client) -> Notification:
        client.force_login(anna)
        return Notification.objects.create(
            key="later", kind="of_later", user=anna, game=duel.game, due_at=times.now,
            state=Notification.State.PLANNED,
        )  # fmt: skip

    def test_is_shown_by_plain_words(self, unknown: Notification, client: Client) -> None:
        page = client.get("/notifications/").content.decode()
        assert "Something has happened that cannot be shown at the moment" in page
        answer = client.get(f"/notifications/{unknown.pk}/")
        assert answer.headers["Location"] == "/notifications/"

    def test_what_was_chosen_for_it_is_left_alone(
        self, times: Times, anna: User, client: Client
    ) -> None:
        Preference.objects.create(user=anna, kind="of_later", channel=Channel.MAIL, when=When.NOW)
        client.force_login(anna)
        assert client.get("/notifications/settings/").status_code == 200
        assert ("of_later", Channel.MAIL) not in preferences.for_user(anna.pk)

    def test_holds_up_no_other(self, unknown: Notification, times: Times, anna: User) -> None:
        Notification.objects.filter(pk=unknown.pk).update(state=Notification.State.QUEUED)
        assert Seat.objects.filter(user=anna).exists()
        times.go(seconds=91)
        tell()
        assert len(outbox.outbox) == 2
