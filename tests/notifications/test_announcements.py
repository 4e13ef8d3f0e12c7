"""One fact for many: written as one row, spread when it is planned."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core import mail as outbox
from django.test import Client

from accounts.models import User
from games.messages.absence import OfferedKind
from games.models import Game, Seat
from games.notification_events import writing
from games.storage.position import Position, load
from notifications import planning, preferences
from notifications.models import Announcement, Channel, Notification, When
from tests.games.times import Times
from tests.notifications.telling import reasons, tell
from tests.people import person


def who_is_told(kind: str) -> list[str]:
    rows = Notification.objects.filter(kind=kind).order_by("user__username")
    return list(rows.values_list("user__username", flat=True))


class TestASeatOnOffer:
    @pytest.fixture
    def wanting(self, db: None) -> list[User]:
        people = [person(name) for name in ("cleo", "dora", "emil")]
        for user in people:
            preferences.save_preferences(user.pk, {("offered", Channel.MAIL): When.NOW})
        return people

    def offer(self, duel: Position, times: Times) -> None:
        Seat.objects.filter(game=duel.game, index=0).update(offered_at=times.now)
        writing.offered(load(duel.game.pk, duel.seats[0].user_id), duel.seats[0], times.now)

    def test_is_one_row_however_many_are_interested(
        self, times: Times, duel: Position, wanting: list[User]
    ) -> None:
        before = Notification.objects.count()
        self.offer(duel, times)
        assert Notification.objects.count() == before
        assert Announcement.objects.count() == 1

    def test_is_told_to_each_of_them_once(
        self, times: Times, duel: Position, anna: User, wanting: list[User]
    ) -> None:
        preferences.save_preferences(
            anna.pk, {("offered", Channel.MAIL): When.NOW}
        )  # for those with a seat
        for _time in range(2):
            self.offer(duel, times)
            tell()
        assert who_is_told("offered") == ["cleo", "dora", "emil"]
        assert reasons("offered") == ["sent", "sent", "sent"]
        assert len(outbox.outbox) == 3
        assert not Announcement.objects.exists()

    def test_of_a_private_game_is_told_to_nobody(
        self, times: Times, duel: Position, wanting: list[User]
    ) -> None:
        Game.objects.update(visibility=Game.Visibility.PRIVATE)
        self.offer(duel, times)
        assert not Announcement.objects.exists()

    def test_one_that_cannot_be_spread_holds_up_nobody(
        self,
        times: Times,
        duel: Position,
        wanting: list[User],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def fails(*_args: object) -> set[int]:
            raise ValueError("nobody knows")

        writing.moderated([wanting[0].pk], None, "Be kind.", times.now)
        self.offer(duel, times)
        monkeypatch.setattr(OfferedKind, "audience", fails)
        tell()
        assert len(outbox.outbox) == 1
        assert Announcement.objects.get().due_at == times.now + planning.LATER
        times.go(days=3)
        planning.plan_due()
        assert not Announcement.objects.exists()


class TestABrokenGame:
    @pytest.fixture
    def mo(self, db: None) -> User:
        """A moderator: on the staff, with that one permission."""
        moderator = person("mo", is_staff=True)
        moderator.user_permissions.add(Permission.objects.get(codename="moderate_game"))
        return moderator

    @pytest.fixture
    def broken(self, times: Times, duel: Position, mo: User) -> Game:
        User.objects.create_superuser("root")
        User.objects.create_superuser("past", is_active=False)
        Game.objects.filter(pk=duel.game.pk).update(broken_at=times.now)
        writing.broken(duel.game, "ZeroDivisionError('by %(game)s')", times.now)
        return duel.game

    def test_is_one_row_until_it_is_planned(self, broken: Game) -> None:
        assert Announcement.objects.get().kind == "game_broken"
        assert who_is_told("game_broken") == []

    def test_is_told_at_once_to_all_who_may_moderate(self, broken: Game, times: Times) -> None:
        tell()
        assert who_is_told("game_broken") == ["mo", "root"]
        [mail] = outbox.outbox  # root has no address
        assert mail.to == ["mo@example.org"]
        assert mail.subject == f"Lanterns, number {broken.pk}, is broken"
        assert "The reason: ZeroDivisionError('by %(game)s')" in mail.body

    def test_leads_to_where_moderators_act(self, broken: Game, mo: User, client: Client) -> None:
        tell()
        client.force_login(mo)
        mine = Notification.objects.get(user=mo)
        page = client.get(f"/notifications/{mine.pk}/", follow=True)
        assert page.status_code == 200
        assert page.redirect_chain[0][0] == f"/admin/games/game/{broken.pk}/moderate/"

    def test_is_not_told_of_one_that_is_mended(self, broken: Game) -> None:
        Game.objects.update(broken_at=None)
        tell()
        assert set(reasons("game_broken")) == {"mended"}

    def test_is_not_told_to_somebody_who_no_longer_moderates(self, broken: Game, mo: User) -> None:
        planning.plan_due()
        mo.user_permissions.clear()
        tell()
        assert reasons("game_broken")[0] == "no moderator"

    def test_is_told_again_when_it_breaks_again(self, broken: Game, times: Times) -> None:
        tell()
        writing.broken(broken, "again", times.now + timedelta(minutes=1))
        times.go(minutes=1)
        tell()
        assert len(outbox.outbox) == 2

    def test_stands_in_the_settings_of_moderators_alone(
        self, mo: User, anna: User, client: Client
    ) -> None:
        for user, listed in ((mo, True), (anna, False)):
            client.force_login(user)
            page = client.get("/notifications/settings/").content.decode()
            assert ("game_broken-mail" in page) is listed
