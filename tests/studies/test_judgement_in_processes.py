"""A judgement found by processes of their own, one of which is killed at its work."""

from __future__ import annotations

import os
import signal
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Chapter, Judgement
from games.studies import chapters, judging, making
from games.studies.positions import line_of
from tests.studies.conftest import finished
from tests.workers import BEAT, WORKER, celery, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

THINKING = ("worker", "--queues", "thinking", "--concurrency", "1")


@pytest.fixture
def studied(lanterns: None, anna: User, ben: User) -> Chapter:
    study = making.make_study(anna.pk, "How it went")
    return chapters.add_chapter(study.pk, anna.pk, finished(anna, ben).pk, 0)


def test_a_judgement_is_found_though_the_process_that_thinks_is_killed(
    studied: Chapter, anna: User
) -> None:
    def now() -> Judgement:
        return Judgement.objects.get()

    decisions = line_of(studied).reach(0).game.to_move()
    with celery(*WORKER), celery(*BEAT):
        with celery(*THINKING) as thinking:
            where = studied.study_id, anna.pk, studied.pk, 0
            judging.request_judgement(*where, decisions[0])
            until(lambda: now().steps > 0, 90)
            os.killpg(thinking.pid, signal.SIGKILL)
            thinking.wait(10)
        # Nobody waits for the answer of a process that is dead longer than that.
        Judgement.objects.filter(done_at=None).update(until=timezone.now() - timedelta(seconds=1))
        with celery(*THINKING):
            until(lambda: now().done_at is not None, 90)
    assert now().steps == 4
    assert now().found
    assert now().working is None
