"""Sending what is due: what is skipped and why, each once, and what happens when it fails."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox
from django.db import connection, connections
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.absence import deadlines
from games.live import watching
from games.lobby import open_games
from games.models import Game, Invitation, Seat
from games.moves import actions
from games.storage.position import Position
from notifications import channels, delivery, mail, planning, statements, tasks, unsubscribing
from notifications.channels import NotTaken
from notifications.models import Attempt, Channel, Delivery, Notification, Rhythm
from tests.games.playing import answer, asked, seat_of, to_kind, to_the_end, user_of
from tests.games.times import Times
from tests.notifications.telling import reasons, tell
from tests.notifications.test_mail_looks import begun

State = Delivery.State


def to_turn(duel: Position, times: Times) -> int:
    """Deliver all there is up to a light_lantern decision; the seat it is put to."""
    seat = to_kind(duel.game.pk, "light_lantern")
    Notification.objects.exclude(kind="your_turn").delete()
    last = Notification.objects.filter(kind="your_turn").order_by("id").last()
    assert last is not None
    Notification.objects.exclude(pk=last.pk).delete()
    return seat


class TestWhatIsSent:
    def test_nothing_before_it_is_due(self, times: Times, duel: Position) -> None:
        times.go(seconds=89)
        assert tell() == 0
        assert outbox.outbox == []
        assert not Delivery.objects.exists()

    def test_your_turn(self, times: Times, duel: Position) -> None:
        seat = to_turn(duel, times)
        times.go(seconds=91)
        assert tell() == 1
        (sent,) = outbox.outbox
        assert sent.to == [User.objects.get(pk=user_of(duel.game.pk, seat)).email]
        assert reasons("your_turn") == ["sent"]
        assert list(Attempt.objects.values_list("outcome", flat=True)) == ["sent"]
        times.go(days=1)
        assert tell() == 0

    def test_not_to_somebody_who_has_seen_it(self, times: Times, duel: Position) -> None:
        seat = to_turn(duel, times)
        watching.seen(duel.game.pk, user_of(duel.game.pk, seat), Game.objects.get().version)
        times.go(seconds=91)
        tell()
        assert reasons("your_turn") == ["seen"]
        assert outbox.outbox == []

    def test_also_to_somebody_who_has_seen_it_and_wants_it_all_the_same(
        self, times: Times, duel: Position
    ) -> None:
        user_id = user_of(duel.game.pk, to_turn(duel, times))
        Rhythm.objects.create(user_id=user_id, even_if_seen=True)
        watching.seen(duel.game.pk, user_id, Game.objects.get().version)
        times.go(seconds=91)
        assert tell() == 1
        assert reasons("your_turn") == ["sent"]

    def test_a_player_who_saw_an_older_position_is_told(self, times: Times, duel: Position) -> None:
        seat = to_turn(duel, times)
        watching.seen(duel.game.pk, user_of(duel.game.pk, seat), Game.objects.get().version - 1)
        times.go(seconds=91)
        tell()
        assert reasons("your_turn") == ["sent"]

    def test_not_to_somebody_who_has_moved(self, times: Times, duel: Position) -> None:
        seat = to_turn(duel, times)
        answer(duel.game.pk, seat)  # the turn goes on, but its holder is at it
        times.go(seconds=91)
        tell()
        assert reasons("your_turn") == ["moved"]

    def test_the_reminder_is_for_somebody_who_has_seen_but_not_moved(
        self, times: Times, duel: Position, anna: User
    ) -> None:
        Notification.objects.exclude(kind="reminder", user=anna).delete()
        watching.seen(duel.game.pk, anna.pk, 1)
        times.go(days=2, hours=7)
        tell()
        assert reasons("reminder") == ["sent"]

    def test_no_reminder_for_somebody_who_has_moved(
        self, times: Times, duel: Position, anna: User
    ) -> None:
        Notification.objects.exclude(kind="reminder", user=anna).delete()
        answer(duel.game.pk, next(s.index for s in duel.seats if s.user_id == anna.pk))
        times.go(days=2, hours=7)
        tell()
        assert reasons("reminder") == ["moved"]

    def test_a_later_turn_has_a_reminder_of_its_own(self, times: Times, duel: Position) -> None:
        for seat in (0, 1):
            answer(duel.game.pk, seat)
        winner = to_kind(duel.game.pk, "light_lantern")
        Notification.objects.exclude(kind="reminder").delete()
        times.go(days=2, hours=7)
        tell()
        sent = Delivery.objects.get(state=State.SENT)
        assert sent.user_id == user_of(duel.game.pk, winner)

    def test_timed_out_until_taken_back(self, times: Times, duel: Position) -> None:
        other = Seat.objects.filter(index=1)
        other.update(deadline=None)  # a game that both have left is called off
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        actions.take_seat_back(duel.game.pk, user_of(duel.game.pk, 0))
        other.update(deadline=times.now)
        times.go(minutes=1)
        deadlines.act_on_overdue_seats()
        Notification.objects.exclude(kind="timed_out").delete()
        tell()
        assert sorted(reasons("timed_out")) == ["sent", "taken back"]

    def test_the_start_and_the_end(self, times: Times, duel: Position, anna: User) -> None:
        watching.seen(duel.game.pk, anna.pk, 1)
        times.go(seconds=91)
        tell()
        assert sorted(reasons("game_started")) == ["seen", "sent"]
        to_the_end(duel.game.pk)
        Notification.objects.filter(state=State.QUEUED).exclude(kind="game_over").delete()
        times.go(seconds=91)
        tell()
        assert reasons("game_over") == ["sent", "sent"]

    def test_nothing_about_a_game_that_stands_still(self, times: Times, duel: Position) -> None:
        Game.objects.update(broken_at=times.now)
        times.go(days=2, hours=7)
        tell()
        assert set(Notification.objects.values_list("reason", flat=True)) == {"not running"}

    def test_a_lost_seat(self, times: Times, duel: Position) -> None:
        to_turn(duel, times)
        Seat.objects.update(bot="random")
        times.go(seconds=91)
        tell()
        assert reasons("your_turn") == ["seat lost"]

    def test_invitations(self, times: Times, anna: User, ben: User) -> None:
        def invite() -> Game:
            return open_games.create(anna.pk, "lanterns", 3, invite=["ben"]).game

        invite()
        open_games.join_game(invite().pk, ben.pk)
        open_games.cancel(invite().pk, anna.pk)
        Invitation.objects.filter(game=invite()).update(declined_at=times.now)
        tell()
        assert reasons("invited") == ["sent", "joined", "no longer open", "declined"]


class TestWhoGetsNone:
    @pytest.fixture
    def turn(self, times: Times, duel: Position) -> User:
        """Somebody whose turn is to be told."""
        user = User.objects.get(pk=user_of(duel.game.pk, to_turn(duel, times)))
        times.go(seconds=91)
        return user

    def test_an_unconfirmed_address(self, turn: User) -> None:
        EmailAddress.objects.filter(user=turn).update(verified=False)
        tell()
        assert not Delivery.objects.exists()
        assert Notification.objects.get().state == Notification.State.PLANNED  # under the bell

    def test_a_guest(self, turn: User) -> None:
        EmailAddress.objects.filter(user=turn).delete()
        tell()
        assert not Delivery.objects.exists()
        assert Notification.objects.get().state == Notification.State.PLANNED  # under the bell

    def test_somebody_who_does_not_want_it(self, turn: User) -> None:
        unsubscribing.stop(turn, "your_turn")
        tell()
        assert not Delivery.objects.exists()
        assert Notification.objects.get().state == Notification.State.PLANNED

    def test_somebody_who_wants_it_no_more_when_it_is_to_be_sent(self, turn: User) -> None:
        planning.plan_due()
        unsubscribing.stop(turn, "your_turn")
        tell()
        assert reasons("your_turn") == ["not wanted"]

    def test_somebody_who_has_no_address_any_more(self, turn: User) -> None:
        planning.plan_due()
        EmailAddress.objects.filter(user=turn).delete()
        tell()
        assert reasons("your_turn") == ["no address any more"]

    def test_somebody_who_has_seen_it_between_planning_and_sending(self, turn: User) -> None:
        planning.plan_due()
        watching.seen(Game.objects.get().pk, turn.pk, Game.objects.get().version)
        tell()
        assert reasons("your_turn") == ["seen"]

    def test_somebody_who_does_not_want_something_else_gets_it(self, turn: User) -> None:
        unsubscribing.stop(turn, "reminder")
        tell()
        assert reasons("your_turn") == ["sent"]

    def test_a_closed_account(self, turn: User) -> None:
        User.objects.filter(pk=turn.pk).update(is_active=False)
        tell()
        assert reasons("your_turn") == ["account closed"]
        assert outbox.outbox == []


class TestFailures:
    @pytest.fixture
    def due(self, times: Times, duel: Position) -> Notification:
        to_turn(duel, times)
        times.go(seconds=91)
        return Notification.objects.get()

    @staticmethod
    def fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
        def send(user: User, target: int, deliveries: list[Delivery]) -> None:
            raise error

        monkeypatch.setattr(mail, "send", send)

    def test_tried_again_later_and_later_then_given_up(
        self, times: Times, due: Notification, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.fails(monkeypatch, SMTPServerDisconnected("gone"))
        pauses = []
        for _try in range(len(delivery.PAUSES)):
            assert tell() == 1
            mail = due.deliveries.get()
            pauses.append(mail.due_at - times.now)
            assert tell() == 0
            times.now = mail.due_at
        assert pauses == sorted(pauses)
        assert timedelta(hours=10) < pauses[-1] < timedelta(hours=14)
        tell()
        mail = due.deliveries.get()
        assert (mail.state, mail.reason) == (State.FAILED, "gone")
        assert due.attempts.filter(outcome="failed").count() == len(delivery.PAUSES) + 1

    def test_sent_once_the_server_is_back(
        self, times: Times, due: Notification, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            self.fails(patch, ConnectionRefusedError("no server"))
            tell()
        times.go(minutes=2)
        tell()
        assert reasons("your_turn") == ["sent"]
        assert list(Attempt.objects.values_list("outcome", flat=True)) == ["failed", "sent"]

    @pytest.mark.parametrize(
        "error",
        [
            NotTaken("nobody here", for_good=True),
            NotTaken("gone", for_good=True, retry_after=timedelta(hours=1)),
        ],
    )
    def test_a_final_no_is_final(
        self, due: Notification, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        self.fails(monkeypatch, error)
        tell()
        assert due.deliveries.get().state == State.FAILED

    @pytest.mark.parametrize(
        "error",
        [
            NotTaken("try later"),
            SMTPServerDisconnected("gone"),
            ZeroDivisionError(),
        ],
    )
    def test_everything_else_may_pass(
        self, due: Notification, monkeypatch: pytest.MonkeyPatch, error: Exception
    ) -> None:
        self.fails(monkeypatch, error)
        tell()
        assert due.deliveries.get().state == State.QUEUED

    def test_somebody_who_asks_to_be_left_alone_is(
        self, times: Times, due: Notification, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.fails(monkeypatch, NotTaken("too many", retry_after=timedelta(hours=2)))
        tell()
        assert due.deliveries.get().due_at == times.now + timedelta(hours=2)

    def test_one_bad_mail_does_not_hold_up_the_next(
        self, times: Times, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        times.go(seconds=91)
        first = Notification.objects.filter(kind="game_started").order_by("id").first()
        assert first is not None
        real = mail.send

        def send(user: User, target: int, deliveries: list[Delivery]) -> None:
            if deliveries[0].notification_id == first.pk:
                raise ZeroDivisionError
            real(user, target, deliveries)

        monkeypatch.setattr(mail, "send", send)
        assert tell() == 2
        assert len(outbox.outbox) == 1


class Died(BaseException):
    """The process ends here; nothing of ours catches it."""


class TestDying:
    @pytest.fixture
    def due(self, times: Times, duel: Position) -> Notification:
        to_turn(duel, times)
        times.go(seconds=91)
        return Notification.objects.get()

    def dies_in(
        self, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, *, after: bool = False
    ) -> None:
        real = getattr(place, name)

        def die(*args: Any) -> None:
            if after:
                real(*args)
            raise Died

        with monkeypatch.context() as patch:
            patch.setattr(place, name, die)
            with pytest.raises(Died):
                tell()

    def test_before_sending_it_goes_out_once_when_the_claim_has_run_out(
        self, times: Times, due: Notification, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.dies_in(monkeypatch, mail, "send")
        assert tell() == 0  # claimed
        times.now += delivery.CLAIM
        tell()
        assert len(outbox.outbox) == 1
        assert list(Attempt.objects.values_list("outcome", flat=True)) == ["", "sent"]

    def test_between_sending_and_the_mark_it_goes_out_once_more_with_the_same_name(
        self, times: Times, due: Notification, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.dies_in(monkeypatch, mail, "send", after=True)
        times.now += delivery.CLAIM
        tell()
        times.now += delivery.CLAIM
        tell()
        assert len({sent.extra_headers["Message-ID"] for sent in outbox.outbox}) == 1
        assert len(outbox.outbox) == 2

    def test_a_mail_that_kills_its_sender_again_and_again_is_given_up(
        self, times: Times, due: Notification, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for _time in range(len(delivery.PAUSES) + 1):
            self.dies_in(monkeypatch, mail, "send")
            times.now += delivery.CLAIM
        tell()
        assert reasons("your_turn") == ["tried too often"]
        assert outbox.outbox == []


class TestWhatCannotBeJudged:
    """One that nobody can say of whether it is still true is put aside; all others go out."""

    @pytest.fixture
    def bad(self, times: Times, duel: Position) -> Delivery:
        """The first of two that are due."""
        Notification.objects.exclude(kind="game_started").delete()
        times.go(seconds=91)
        planning.plan_due()
        first = Delivery.objects.filter(channel=Channel.MAIL).order_by("due_at", "id")[0]
        Notification.objects.filter(pk=first.notification_id).update(data={"seat": "none"})
        return first

    def test_the_others_go_out(self, bad: Delivery, times: Times) -> None:
        delivery.deliver_due(Channel.MAIL)
        assert len(outbox.outbox) == 1
        bad.refresh_from_db()
        assert (bad.state, bad.due_at) == (State.QUEUED, times.now + delivery.PAUSES[0])
        [attempt] = bad.attempts.all()
        assert attempt.outcome == "failed"
        assert "Expected `int`, got `str`" in attempt.error

    def test_one_of_a_kind_that_nobody_knows(self, bad: Delivery) -> None:
        Notification.objects.filter(pk=bad.notification_id).update(kind="of_later")
        delivery.deliver_due(Channel.MAIL)
        assert len(outbox.outbox) == 1

    def test_it_is_tried_more_and_more_rarely_and_given_up_in_the_end(
        self, bad: Delivery, times: Times
    ) -> None:
        for _time in range(50):
            delivery.deliver_due(Channel.MAIL)
            times.go(hours=1)
        bad.refresh_from_db()
        assert bad.state == State.FAILED
        assert "ValidationError" in bad.reason
        assert bad.attempts.count() == len(delivery.PAUSES) + 1

    def test_it_goes_out_when_it_can_be_judged_again(self, bad: Delivery, times: Times) -> None:
        delivery.deliver_due(Channel.MAIL)
        data = {"seat": Seat.objects.get(user=bad.user).index, "version": 1}
        Notification.objects.filter(pk=bad.notification_id).update(data=data)
        times.go(minutes=2)
        delivery.deliver_due(Channel.MAIL)
        assert len(outbox.outbox) == 2


@pytest.mark.django_db(transaction=True)
class TestManyAtOnce:
    """Real transactions side by side."""

    @staticmethod
    def started(act: Callable[[], object]) -> threading.Thread:
        """A thread that does it, with connections of its own."""

        def run() -> None:
            try:
                act()
            finally:
                connections.close_all()

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def together(self, act: Callable[[], object], times: int = 6) -> None:
        start = threading.Barrier(times)

        def run() -> None:
            start.wait()
            act()

        for thread in [self.started(run) for _number in range(times)]:
            thread.join(20)

    @pytest.mark.slow
    def test_each_mail_goes_out_once(self, times: Times, duel: Position) -> None:
        times.go(days=2, hours=7)
        self.together(planning.plan_due)
        self.together(lambda: delivery.deliver_due(Channel.MAIL))
        sent = Delivery.objects.filter(state=State.SENT).count()
        assert sent == len(outbox.outbox) == 4
        assert Attempt.objects.count() == 4

    def test_each_seat_is_timed_out_once(self, times: Times, duel: Position) -> None:
        times.go(days=4)
        version = Game.objects.get().version
        self.together(deadlines.act_on_overdue_seats)
        assert Game.objects.get().version == version + 2
        assert Notification.objects.filter(kind="timed_out").count() == 2
        assert seat_of(duel.game.pk, 0).tenures.count() == 2

    def test_no_more_send_than_there_are_places(self, times: Times, duel: Position) -> None:
        times.go(days=2, hours=7)
        planning.plan_due()
        with connection.cursor() as cursor:
            for lock in delivery.places(Channel.MAIL):
                assert outbox.outbox == []
                cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
            self.together(lambda: tasks.deliver("mail"), times=1)
            assert outbox.outbox == []
            cursor.execute("SELECT pg_advisory_unlock_all()")
        with delivery.hold_place(Channel.PUSH):  # another channel holds up nobody
            self.together(lambda: tasks.deliver("mail"), times=1)
        assert len(outbox.outbox) == 4

    @pytest.mark.slow
    def test_one_is_sent_while_another_hangs(
        self, times: Times, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        times.go(days=2, hours=7)
        planning.plan_due()
        begun, go_on = threading.Event(), threading.Event()
        send = mail.send

        def hanging_first(*args: Any) -> None:
            if not begun.is_set():
                begun.set()
                assert go_on.wait(20)
            send(*args)

        monkeypatch.setattr(mail, "send", hanging_first)
        slow = self.started(lambda: tasks.deliver("mail"))
        assert begun.wait(20)
        self.together(lambda: tasks.deliver("mail"), times=2)
        assert len(outbox.outbox) == 3
        go_on.set()
        slow.join(20)
        assert len(outbox.outbox) == Attempt.objects.count() == 4

    def test_a_batch_is_one_message_however_many_send(
        self, times: Times, duel: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever claims the first of a batch is held up before it has found the others."""
        times.go(days=2, hours=7)
        planning.plan_due()
        Delivery.objects.update(batch="daily")
        begun, go_on = threading.Event(), threading.Event()
        find = QuerySet.first

        def hold_up(self: Any) -> Any:
            first = find(self)
            if not begun.is_set():
                begun.set()
                assert go_on.wait(20)
            return first

        monkeypatch.setattr(QuerySet, "first", hold_up)
        slow = self.started(lambda: tasks.deliver("mail"))
        assert begun.wait(20)
        self.together(lambda: tasks.deliver("mail"), times=1)
        go_on.set()
        slow.join(20)
        readers = Delivery.objects.filter(state=State.SENT).values("user").distinct().count()
        assert len(outbox.outbox) == readers == 2

    @pytest.mark.slow
    @pytest.mark.parametrize("slow", ["claim", "send"])
    def test_a_start_and_its_turn_are_one_letter_however_many_send(
        self,
        slow: str,
        times: Times,
        anna: User,
        ben: User,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Two senders ask what has been said before either of them has marked its own."""
        game = begun("imhotep", [anna, ben])
        answer(game, asked(game)[0])
        (turn,) = Notification.objects.filter(kind="your_turn")
        Notification.objects.exclude(user=turn.user).delete()
        times.go(seconds=200)
        planning.plan_due()
        assert Delivery.objects.filter(channel="mail").count() == 2
        where: Any = statements if slow == "claim" else mail
        do = getattr(where, slow)

        def slowly(*args: Any) -> Any:
            time.sleep(1)
            return do(*args)

        monkeypatch.setattr(where, slow, slowly)
        self.together(lambda: delivery.deliver_due(Channel.MAIL), times=2)
        times.go(seconds=30)
        delivery.deliver_due(Channel.MAIL)
        assert len(outbox.outbox) == Attempt.objects.count() == 1
        assert sorted(Delivery.objects.values_list("state", "reason")) == [
            ("sent", ""),
            ("skipped", "said with another"),
        ]


def test_what_is_due_is_found_by_one_look_at_each_table(db: None) -> None:
    with CaptureQueriesContext(connection) as queries:
        tell()
    work = [q["sql"] for q in queries.captured_queries if "SAVEPOINT" not in q["sql"]]
    # announcements, notifications, and the deliveries of each channel
    assert len(work) == 2 + len(channels.backends())
    assert all("SKIP LOCKED" in sql for sql in work)


def test_old_ones_are_forgotten_and_waiting_ones_kept(times: Times, duel: Position) -> None:
    times.go(seconds=91)
    tell()
    waiting = Notification.objects.filter(state=Notification.State.QUEUED).count()
    assert delivery.forget_old() == 0
    times.go(days=61)
    assert delivery.forget_old() > 0
    assert Notification.objects.count() == waiting
    assert timezone.now() == times.now
