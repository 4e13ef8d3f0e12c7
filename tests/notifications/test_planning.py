"""Which messages a fact becomes, and when they go out."""

from datetime import time, timedelta

import pytest
from django.core import mail as outbox

from accounts.models import User
from games.live import chat, watching
from games.lobby import open_games
from games.models import Game, Seat, Vote
from games.notification_events import writing
from games.storage.position import Position, load
from notifications import planning, preferences
from notifications.models import (
    Channel,
    Delivery,
    Notification,
    PushSubscription,
    Rhythm,
    When,
)  # fmt: skip
from tests.games.times import Times
from tests.notifications.telling import reasons, tell

State = Delivery.State


def moderate(user: User, times: Times, text: str = "Be kind.") -> None:
    """A fact that is due at once and does not become stale by itself."""
    writing.moderated([user.pk], None, text, times.now)


def wish(user: User, when: When, *kinds: str, channel: Channel = Channel.MAIL) -> None:
    preferences.save_preferences(
        user.pk, {(kind, channel): when for kind in kinds or ("moderated",)}
    )


def mails() -> list[Delivery]:
    return list(Delivery.objects.filter(channel=Channel.MAIL).order_by("id"))


class TestWhen:
    def test_at_once(self, times: Times, anna: User) -> None:
        moderate(anna, times)
        assert tell() == 1
        assert len(outbox.outbox) == 1

    def test_never_is_under_the_bell_alone(self, times: Times, anna: User) -> None:
        wish(anna, When.NEVER)
        moderate(anna, times)
        assert tell() == 0
        assert Notification.objects.get().state == Notification.State.PLANNED

    def test_together_some_minutes_after_the_first(self, times: Times, anna: User) -> None:
        wish(anna, When.BATCHED)
        Rhythm.objects.create(user=anna, batch_minutes=30)
        moderate(anna, times)
        tell()
        times.go(minutes=20)
        moderate(anna, times)
        tell()
        assert outbox.outbox == []
        times.go(minutes=9)
        assert tell() == 0
        times.go(minutes=1)
        assert tell() == 1
        assert len(outbox.outbox) == 1
        assert [one.state for one in mails()] == [State.SENT, State.SENT]
        times.go(minutes=1)
        moderate(anna, times)
        tell()
        assert mails()[-1].due_at == times.now + timedelta(minutes=30)  # a batch of its own

    def test_facts_planned_at_once_share_a_batch(self, times: Times, anna: User) -> None:
        wish(anna, When.BATCHED)
        for n in range(3):
            writing.moderated([anna.pk], None, str(n), times.now + timedelta(microseconds=n))
        times.go(seconds=1)
        planning.plan_due()
        assert len({one.due_at for one in mails()}) == 1

    def test_once_a_day_at_the_readers_hour(self, times: Times, ben: User) -> None:
        wish(ben, When.DAILY)
        Rhythm.objects.create(user=ben, digest_at=time(18))
        moderate(ben, times)  # noon in London, 13 in Berlin
        tell()
        times.go(hours=2)
        moderate(ben, times)
        tell()
        times.go(hours=2, minutes=59)
        assert tell() == 0
        times.go(minutes=1)
        assert tell() == 1
        assert len(outbox.outbox) == 1
        assert times.now.hour == 17

    def test_a_summary_leaves_out_what_is_over_and_is_not_sent_if_nothing_is_left(
        self, times: Times, anna: User, duel: Position
    ) -> None:
        wish(anna, When.DAILY, "game_started", "moderated")
        Notification.objects.exclude(kind="game_started", user=anna).delete()
        moderate(anna, times)
        times.go(seconds=91)
        planning.plan_due()
        watching.seen(duel.game.pk, anna.pk, 1)
        times.go(days=1)
        tell()
        assert reasons("game_started") == ["seen"]
        assert reasons("moderated") == ["sent"]
        assert len(outbox.outbox) == 1
        moderate(anna, times)
        planning.plan_due()
        Notification.objects.update(read_at=times.now)
        times.go(days=1)
        tell()
        assert len(outbox.outbox) == 1


class TestQuietHours:
    """It is noon; until three nobody wants to hear anything."""

    @pytest.fixture
    def quiet(self, times: Times, anna: User) -> User:
        Rhythm.objects.create(user=anna, quiet_from=time(11), quiet_until=time(15))
        return anna

    def test_what_would_go_out_at_once_waits(self, times: Times, quiet: User) -> None:
        moderate(quiet, times)
        tell()
        assert outbox.outbox == []
        assert mails()[0].due_at == times.now + timedelta(hours=3)
        times.go(hours=3)
        tell()
        assert len(outbox.outbox) == 1

    @pytest.mark.parametrize(
        ("left", "waits"), [(timedelta(hours=10), True), (timedelta(hours=3, minutes=30), False)]
    )
    def test_a_reminder_waits_unless_it_would_come_too_late(
        self, times: Times, quiet: User, duel: Position, left: timedelta, waits: bool
    ) -> None:
        Notification.objects.all().delete()
        Seat.objects.filter(user=quiet).update(deadline=times.now + left)
        seat = Seat.objects.get(user=quiet)
        assert seat.deadline is not None
        Notification.objects.create(
            key="test",
            kind="reminder",
            user=quiet,
            game=duel.game,
            data={"seat": seat.index, "deadline": seat.deadline.isoformat()},
            due_at=times.now,
        )
        tell()
        assert len(outbox.outbox) == (0 if waits else 1)

    def test_a_reminder_is_not_kept_for_a_summary_after_the_end(
        self, times: Times, anna: User, duel: Position
    ) -> None:
        wish(anna, When.DAILY, "reminder")  # at eight in the morning
        Notification.objects.exclude(kind="reminder", user=anna).delete()
        Notification.objects.update(due_at=times.now + timedelta(days=2, hours=23))
        times.go(days=2, hours=23)
        tell()
        assert len(outbox.outbox) == 1


class TestWhere:
    def test_every_device_has_a_message_of_its_own(self, times: Times, anna: User) -> None:
        wish(anna, When.NEVER)
        for name in ("phone", "laptop"):
            PushSubscription.objects.create(user=anna, endpoint=f"https://push.example/{name}")
        moderate(anna, times)
        planning.plan_due()
        found = Delivery.objects.filter(channel=Channel.PUSH)
        assert {one.target for one in found} == set(
            PushSubscription.objects.values_list("pk", flat=True)
        )

    def test_each_channel_in_its_own_rhythm(self, times: Times, anna: User) -> None:
        wish(anna, When.DAILY)
        wish(anna, When.BATCHED, channel=Channel.PUSH)
        PushSubscription.objects.create(user=anna, endpoint="https://push.example/phone")
        moderate(anna, times)
        planning.plan_due()
        assert {one.channel: one.batch for one in Delivery.objects.all()} == {
            "mail": "daily",
            "push": "batched",
        }

    def test_planning_twice_makes_nothing_twice(self, times: Times, anna: User) -> None:
        moderate(anna, times)
        planning.plan_due()
        Notification.objects.update(state=Notification.State.QUEUED)
        planning.plan_due()
        assert Delivery.objects.count() == 1


def test_one_that_cannot_be_planned_holds_up_nobody(times: Times, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2).game
    Notification.objects.create(
        key="bad", kind="vote", user=anna, game=game, data={}, due_at=times.now
    )
    moderate(ben, times)
    tell()
    bad = Notification.objects.get(key="bad")
    assert (bad.state, bad.due_at) == (Notification.State.QUEUED, times.now + planning.LATER)
    assert len(outbox.outbox) == 1
    times.go(days=3)
    tell()
    bad.refresh_from_db()
    assert bad.state == Notification.State.FAILED


class TestStale:
    """What is no longer true is not told; beside what tests/notifications/test_delivery.py has."""

    @pytest.fixture
    def table(self, times: Times, anna: User, ben: User) -> Game:
        """An open game of three in which anna and ben wait."""
        game = open_games.create(anna.pk, "lanterns", 3).game
        open_games.join_game(game.pk, ben.pk)
        for user in (anna, ben):
            wish(user, When.NOW, "joined", "left", "chat")
        Notification.objects.all().delete()
        return game

    def test_chat_is_told_to_somebody_who_is_away(
        self, times: Times, table: Game, anna: User
    ) -> None:
        chat.post(table.pk, anna.pk, "Hello?")
        times.go(seconds=91)
        tell()
        assert [mail.to for mail in outbox.outbox] == [["ben@example.org"]]

    def test_and_not_to_somebody_who_has_seen_it(
        self, times: Times, table: Game, ben: User
    ) -> None:
        chat.post(table.pk, table.created_by_id, "Hello?")
        watching.seen(table.pk, ben.pk, 0)
        times.go(seconds=91)
        tell()
        assert reasons("chat") == ["seen"]

    def test_somebody_who_has_left_is_not_told(self, times: Times, table: Game, ben: User) -> None:
        chat.post(table.pk, table.created_by_id, "Hello?")
        open_games.leave_game(table.pk, ben.pk)
        times.go(seconds=91)
        tell()
        assert reasons("chat") == ["seat lost"]

    def test_coming_and_going_until_the_start(self, times: Times, table: Game, ben: User) -> None:
        open_games.leave_game(table.pk, ben.pk)
        open_games.join_game(table.pk, ben.pk)
        times.go(seconds=91)
        tell()
        assert reasons("left") + reasons("joined") == ["sent", "sent"]
        times.go(days=1)
        open_games.leave_game(table.pk, ben.pk)
        open_games.cancel(table.pk, table.created_by_id)
        times.go(seconds=91)
        tell()
        assert reasons("left") == ["sent", "no longer open"]

    def test_a_vote_until_one_has_voted(self, times: Times, duel: Position, anna: User) -> None:
        Notification.objects.all().delete()
        vote = Vote.objects.create(
            game=duel.game, kind=Vote.Kind.CANCEL, closes_at=times.now + timedelta(days=1)
        )
        writing.vote_opened(load(duel.game.pk, anna.pk), vote, times.now)
        vote.ballots.create(seat=Seat.objects.get(user=anna).index, choice="yes")
        times.go(seconds=91)
        tell()
        assert sorted(reasons("vote")) == ["sent", "voted"]

    def test_a_closed_vote(self, times: Times, duel: Position, anna: User) -> None:
        Notification.objects.all().delete()
        vote = Vote.objects.create(
            game=duel.game, kind=Vote.Kind.CANCEL, opened_by=Seat.objects.get(user=anna).index,
            closes_at=times.now + timedelta(days=1),
        )  # fmt: skip
        writing.vote_opened(load(duel.game.pk, anna.pk), vote, times.now)
        Vote.objects.update(closed_at=times.now)
        times.go(seconds=91)
        tell()
        assert reasons("vote") == ["vote closed"]

    def test_an_offer_to_somebody_who_wants_offers(self, times: Times, duel: Position) -> None:
        cleo = User.objects.create_user("cleo")
        wish(cleo, When.NOW, "offered", channel=Channel.PUSH)
        position = load(duel.game.pk, None)
        Seat.objects.filter(index=0).update(offered_at=times.now)
        writing.offered(position, position.seats[0], times.now)
        planning._spread_one()
        assert [fact.user for fact in Notification.objects.filter(kind="offered")] == [cleo]
        Seat.objects.update(offered_at=None)
        tell()
        assert reasons("offered") == ["no longer offered"]
