"""Workers and beats as processes of their own: woken at once, and never doing a thing twice."""

import re
import signal
import subprocess
import time
from contextlib import AbstractContextManager, ExitStack
from datetime import timedelta
from itertools import chain
from pathlib import Path

import pytest
from django.utils import timezone

from games.lobby import open_games
from games.models import Game, Move, Seat
from games.moves import actions
from games.storage.position import Position
from notifications.models import Attempt, Delivery, Notification
from tests.games.playing import answer, seat_of
from tests.people import person
from tests.workers import BEAT, WORKER, celery, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Mails:
    """A folder that nobody else empties or fills, and what the mails in it are about."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def start(self, *words: str) -> AbstractContextManager["subprocess.Popen[bytes]"]:
        """A worker or beat that writes its mails there."""
        return celery(*words, MAILS=str(self.folder))

    def subjects(self) -> list[str]:
        """One of each mail; a file has one mail, or none if its writer was killed at it."""
        texts = [file.read_text() for file in sorted(self.folder.glob("*.log"))]
        found = [re.findall(r"^Subject: (.*)$", text, re.MULTILINE) for text in texts]
        assert all(len(subjects) <= 1 for subjects in found)
        return list(chain.from_iterable(found))


@pytest.fixture
def mails(tmp_path: Path) -> Mails:
    return Mails(tmp_path)


def waiting() -> bool:
    """Whether there is mail still to be sent of what is due."""
    facts = Notification.objects.filter(state="queued", due_at__lte=timezone.now())
    return facts.exists() or Delivery.objects.filter(state="queued").exists()


def hurry() -> None:
    """Everything that is to be told is due."""
    Notification.objects.filter(state="queued").update(due_at=timezone.now())
    Delivery.objects.filter(state="queued").update(due_at=timezone.now())


def test_a_bot_answers_without_waiting_for_a_tick() -> None:
    with celery(*WORKER):
        me = person("anna")
        game = open_games.create(me.pk, "lanterns", 2, bots=1).game
        bot = Seat.objects.exclude(bot="").get(game=game)
        until(lambda: not Seat.objects.get(pk=bot.pk).to_move, 60)  # the worker has come up
        mine = Seat.objects.get(game=game, bot="").index
        for _round in range(3):
            if Game.objects.get().status != Game.Status.RUNNING:
                break
            answer(game.pk, mine)
            until(
                lambda: (
                    seat_of(game.pk, mine).to_move or Game.objects.get().finished_at is not None
                ),
                20,
            )


def test_two_beats_and_two_workers_do_each_thing_once(duel: Position, mails: Mails) -> None:
    answer(duel.game.pk, 1)
    Seat.objects.filter(index=0).update(deadline=timezone.now() - timedelta(seconds=1))
    Notification.objects.update(due_at=timezone.now())
    with ExitStack() as stack:
        every = (WORKER, WORKER, BEAT, BEAT)
        started = [stack.enter_context(mails.start(*words)) for words in every]
        told = Delivery.objects.filter(notification__kind="timed_out", state="sent")
        until(told.exists, 90)
        until(lambda: not waiting(), 60)
        time.sleep(1.5)  # some further ticks
        for process in started:  # a kill might cut a mail off that has just come due
            process.send_signal(signal.SIGTERM)
        for process in started:
            process.wait(60)
    assert Move.objects.filter(action="timeout").count() == 1
    assert seat_of(duel.game.pk, 0).bot
    sent = Delivery.objects.filter(state="sent").count()
    tried = list(Attempt.objects.values("at", "outcome", "delivery__batch", "notification__kind"))
    subjects = mails.subjects()
    assert (len(subjects), len(tried)) == (sent, sent), (subjects, tried)
    assert sum("time ran out" in subject for subject in subjects) == 1
    assert Game.objects.get().published_version == Game.objects.get().version


def test_a_worker_killed_at_its_work_costs_nothing(duel: Position, mails: Mails) -> None:
    """Killed again and again; in the end every mail has gone out, at most one twice per kill."""
    due = Notification.objects.count()
    kills = 3
    for _kill in range(kills):
        hurry()
        before = Attempt.objects.count()
        with mails.start(*WORKER), mails.start(*BEAT):
            until(lambda: Attempt.objects.count() > before or not waiting(), 60)  # noqa: B023
    hurry()
    with mails.start(*WORKER), mails.start(*BEAT):
        until(lambda: not waiting(), 60)
    assert Delivery.objects.filter(state="sent").count() == due
    assert due <= len(mails.subjects()) <= due + kills


def test_a_game_that_both_have_left_is_called_off(duel: Position) -> None:
    with celery(*WORKER), celery(*BEAT):
        Seat.objects.update(deadline=timezone.now() - timedelta(seconds=1))
        until(lambda: Game.objects.get().status == Game.Status.CANCELLED, 60)
    assert Move.objects.filter(action="timeout").count() == 2
    with pytest.raises(Exception, match="not running"):
        actions.take_seat_back(duel.game.pk, duel.seats[0].user_id or 0)


def test_a_game_goes_to_its_end_by_bots_alone(duel: Position) -> None:
    """Nobody has to look for anything to happen."""
    with celery(*WORKER), celery(*BEAT):
        Seat.objects.update(bot="random", deadline=None)
        until(lambda: Game.objects.get().status == Game.Status.FINISHED, 60)
