"""What programs think at a node of a study: asked for once, found bit by bit, shown to all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from boardgames.redis import best_effort
from games import tasks
from games.bots import steps
from games.errors import Forbidden, Refused
from games.models import Analysis, Chapter, Judgement, Study
from games.studies import judging, membership, writing
from tests.studies.conftest import judged
from tests.studies.test_study import Show, choose, page, read

As = Callable[[User | None], Client]
Sent = list[tuple[str, tuple[Any, ...]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What was sent to other processes."""
    found: Sent = []

    def wake(task: str, queue: str, *args: Any, expires: float) -> bool:
        found.append((task, args))
        return True

    monkeypatch.setattr(best_effort, "wake", wake)
    return found


@pytest.fixture
def think(sent: Sent, django_capture_on_commit_callbacks: Any) -> Callable[[], None]:
    """Do the steps that were sent, and take what comes back."""

    def once() -> None:
        for step in of(sent, "try_further"):
            tasks.try_further(*step)
        with django_capture_on_commit_callbacks(execute=True):
            for found in of(sent, "take_further"):
                tasks.take_further(*found)

    return once


def of(sent: Sent, task: str) -> list[tuple[Any, ...]]:
    """What was sent for a task, which is then forgotten."""
    found = [args for name, args in sent if name == f"games.tasks.{task}"]
    sent[:] = [each for each in sent if each[0] != f"games.tasks.{task}"]
    return found


@pytest.fixture
def ask(as_: As, anna: User, django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Anna asks what the programs think."""

    def post(chapter: Chapter, node: int = 0) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return as_(anna).post(f"{page(chapter, node)}judge/")

    return post


def version(chapter: Chapter) -> int:
    return Study.objects.get(pk=chapter.study_id).version


@pytest.mark.slow
def test_it_is_found_bit_by_bit_and_shown_to_all_readers(
    as_: As, anna: User, chapter: Chapter, show: Show, ask: Any, think: Any, sent: Sent
) -> None:
    show(chapter.study, "public")
    assert "Compare the choices" in read(as_(anna), page(chapter))
    assert "What the programs think" not in read(as_(None), page(chapter))
    assert ask(chapter).status_code == 303
    assert ask(chapter).status_code == 303
    assert len([one for one in sent if one[0].endswith("try_further")]) == 1, "once"
    assert '<progress value="0" max="4"' in read(as_(None), page(chapter))
    before = version(chapter)
    think()
    assert version(chapter) == before + 1, "open pages hear of it"
    told = read(as_(None), page(chapter))
    assert '<progress value="1" max="4"' in told
    assert "about 1 minute left" in told
    assert "expected to finish" in told
    for _step in range(3):
        think()
    assert Judgement.objects.get().done_at
    assert not sent
    told = read(as_(None), page(chapter))
    assert "<progress" not in told
    assert "Programs have played each choice to the end 48 times." in told
    assert ("not sure which choice is best" in told) == (Judgement.objects.get().best is None)


def test_what_is_sure_is_said_to_be_so(as_: As, anna: User, chapter: Chapter) -> None:
    known = judged(chapter)
    told = read(as_(anna), page(chapter))
    assert "Two kinds of programs agree: the first choice is better" in told
    assert "not sure" not in told
    known.delete()
    judged(chapter, best=None)
    told = read(as_(anna), page(chapter))
    assert "The programs are not sure which choice is best." in told
    assert "As far as we can tell, they are about equal." in told


def test_only_people_who_write_ask(
    as_: As, anna: User, ben: User, chapter: Chapter, friends: None, show: Show
) -> None:
    show(chapter.study, "public")
    assert as_(None).post(f"{page(chapter)}judge/").status_code == 302
    with pytest.raises(Forbidden):
        judging.request_judgement(chapter.study_id, ben.pk, chapter.pk, 0, 0)
    membership.set_member(chapter.study_id, anna.pk, "ben", writes=False)
    assert as_(ben).post(f"{page(chapter)}judge/").status_code == 403
    assert not Judgement.objects.exists()


def test_a_person_has_only_some_at_once(as_: As, anna: User, chapter: Chapter, ask: Any) -> None:
    node = 0
    for _n in range(judging.MOST_AT_ONCE):
        assert ask(chapter, node).status_code == 303
        node = choose(as_(anna), chapter, node)
    refused = ask(chapter, node)
    assert refused.status_code == 409
    assert "The programs are still at 3 positions for you." in refused.content.decode()
    Judgement.objects.filter(node=0).update(done_at=timezone.now())
    assert ask(chapter, node).status_code == 303


def test_a_step_that_is_lost_is_sent_again_and_in_the_end_it_says_so(
    as_: As, anna: User, chapter: Chapter, ask: Any, sent: Sent,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    """However often: it may have waited behind other work, and was not tried at all."""
    ask(chapter)
    for _time in range(2 * steps.TRIES):
        assert len(of(sent, "try_further")) == 1
        Judgement.objects.update(until=timezone.now() - timedelta(seconds=1))
        with django_capture_on_commit_callbacks(execute=True):
            tasks.go_on_judging()
    assert len(of(sent, "try_further")) == 1
    Judgement.objects.update(until=None, asked_at=timezone.now() - steps.PATIENCE, steps=1)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.go_on_judging()
    assert len(of(sent, "try_further")) == 1, "slowly, but it goes on: each step has an hour"
    Judgement.objects.update(until=None, steps=0)
    tasks.go_on_judging()
    assert not sent
    assert "The programs could not judge this position." in read(as_(anna), page(chapter))
    assert ask(chapter).status_code == 303
    assert len(of(sent, "try_further")) == 1, "it begins again"
    assert "<progress" in read(as_(anna), page(chapter))


def test_one_that_fails_on_the_way_can_be_asked_again(
    as_: As, anna: User, chapter: Chapter, ask: Any, sent: Sent,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    ask(chapter)
    (step,) = of(sent, "try_further")
    tasks.try_further(*step)
    (found,) = of(sent, "take_further")
    with django_capture_on_commit_callbacks(execute=True):
        tasks.take_further(*found)
    for _time in range(steps.TRIES):
        assert Judgement.objects.get().found
        (step,) = of(sent, "try_further")
        with django_capture_on_commit_callbacks(execute=True):
            tasks.take_further(*step[:2], None)
    assert not sent
    assert "The programs could not judge this position." in read(as_(anna), page(chapter))
    assert ask(chapter).status_code == 303
    assert Judgement.objects.get().done_at is None


def test_steps_do_not_make_a_study_the_last_changed_one(
    chapter: Chapter, ask: Any, sent: Sent
) -> None:
    ask(chapter)
    was = Study.objects.get(pk=chapter.study_id)
    (step,) = of(sent, "try_further")
    tasks.try_further(*step)
    tasks.take_further(*of(sent, "take_further")[0])
    now = Study.objects.get(pk=chapter.study_id)
    assert (now.version, now.changed_at) == (was.version + 1, was.changed_at)


def test_a_database_that_fails_on_one_position_is_recorded(
    as_: As, anna: User, chapter: Chapter, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_judgement: Judgement) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1/0")

    monkeypatch.setattr(judging, "_question", fails)
    assert ask(chapter).status_code == 303
    assert Judgement.objects.get().done_at is not None
    assert "The programs could not judge this position." in read(as_(anna), page(chapter))


def test_an_analysis_and_a_judgement_share_the_processes(
    chapter: Chapter, ask: Any, monkeypatch: pytest.MonkeyPatch, anna: User
) -> None:
    monkeypatch.setattr(steps, "processes", lambda: 1)
    ask(chapter)
    Analysis.objects.create(game=chapter.game, seat=0, user=anna, moves=[1])
    assert Judgement.objects.filter(until__gt=timezone.now()).exists()
    assert steps.find_next(Analysis.objects.all()) == []
    Judgement.objects.update(until=None, done_at=timezone.now())
    assert len(steps.find_next(Analysis.objects.all())) == 1


def test_a_person_asks_only_so_often(
    chapter: Chapter, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "PER_HOUR", 2)
    for status in (303, 303, 429):
        assert ask(chapter).status_code == status
        Judgement.objects.all().delete()


def test_what_comes_back_late_or_twice_is_dropped(
    chapter: Chapter, ask: Any, sent: Sent, think: Any
) -> None:
    ask(chapter)
    (step,) = of(sent, "try_further")
    tasks.try_further(*step)
    (found,) = of(sent, "take_further")
    tasks.take_further(*found)
    tasks.take_further(*found)
    assert Judgement.objects.get().steps == 1
    tasks.take_further(10**9, 0, None)
    tasks.try_further(step[0], 0, {})
    assert of(sent, "take_further")[-1][-1] is None, "it failed"


def test_it_goes_with_its_branch_and_what_comes_later_is_dropped(
    as_: As, anna: User, chapter: Chapter, ask: Any, sent: Sent
) -> None:
    node = choose(as_(anna), chapter)
    ask(chapter, node)
    (step,) = of(sent, "try_further")
    where = chapter.study_id, anna.pk, chapter.pk
    writing.remove_choice(*where, node, last_node=node, last_comment=0)
    assert not Judgement.objects.exists()
    tasks.take_further(step[0], 0, None)
    assert not Judgement.objects.exists()


def test_where_nobody_has_a_choice_nothing_is_compared(anna: User, chapter: Chapter) -> None:
    with pytest.raises(Refused, match="nothing to compare"):
        judging.request_judgement(chapter.study_id, anna.pk, chapter.pk, 0, None)
