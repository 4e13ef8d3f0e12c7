"""What could have been better in a game that is over: asked for, found bit by bit, and kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from boardgames.redis import best_effort
from games import tasks
from games.bots import analysing, steps
from games.errors import Forbidden, NotFound, Refused
from games.lobby import open_games
from games.models import Analysis, Game, Move
from games.rules.engine.search import judging
from games.rules.engine.search.judging import Trial, Tried
from tests.games.playing import answer, asked
from tests.games.times import Times
from tests.people import person

#: What is found of a choice that was no loss.
PLAIN = {"lead": 1.0, "doubt": 0.5, "disputed": False, "loss": 0.0}

Sent = list[tuple[str, tuple[Any, ...]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    found: Sent = []

    def wake(task: str, queue: str, *args: Any, expires: float) -> bool:
        found.append((task, args))
        return True

    monkeypatch.setattr(best_effort, "wake", wake)
    return found


def finished(*people: User) -> int:
    """A game of Lanterns that these people have played to its end."""
    game_id = open_games.create(people[0].pk, "lanterns", len(people), visibility="private").game.pk
    key = Game.objects.get(pk=game_id).key
    for each in people[1:]:
        open_games.join_game(game_id, each.pk, key=key)
    while seats := asked(game_id):
        answer(game_id, seats[0])
    assert Game.objects.get(pk=game_id).status == "finished"
    return game_id


@pytest.fixture
def game_id(anna: User, ben: User, lanterns: None, django_capture_on_commit_callbacks: Any) -> int:
    return finished(anna, ben)


Think = Callable[[], None]


@pytest.fixture
def think(sent: Sent, django_capture_on_commit_callbacks: Any) -> Think:
    """Do what was sent last, and take what comes back."""

    def once() -> None:
        steps = [args for task, args in sent if task == "games.tasks.try_choices"]
        sent.clear()
        for step in steps:
            tasks.try_choices(*step)
        found = [args for task, args in sent if task == "games.tasks.take_trial"]
        with django_capture_on_commit_callbacks(execute=True):
            for each in found:
                tasks.take_trial(*each)

    return once


def trial(leads: list[list[list[float]]]) -> Trial:
    """By kind, choice and world."""
    choices: list[Any] = [(str(n),) for n in range(len(leads[0]))]
    tried = [[[Tried(lead, {"all": lead}) for lead in one] for one in kind] for kind in leads]
    return Trial(choices, tried)


class TestVerdict:
    LOOKED = trial([[[0.0, 1.0], [5.0, 6.0]]])

    def test_what_is_no_worse_is_not_tried_further(self) -> None:
        assert judging.suspects(trial([[[4.0, 5.0], [5.0, 5.5]]])) == []
        assert judging.suspects(self.LOOKED) == [("0",), ("1",)]

    def test_a_loss_is_told_where_both_kinds_are_sure(self) -> None:
        found = judging.verdict(
            self.LOOKED, trial([[[0.0] * 8, [4.0, 5.0] * 4], [[1.0] * 8, [4.0, 5.0] * 4]])
        )
        assert found.loss == pytest.approx(4.0)
        assert found.better == ("1",)
        ((source, points),) = found.sources
        assert (source, round(points, 3)) == ("all", 4.0)

    def test_not_where_one_kind_contradicts_and_then_it_is_said(self) -> None:
        further = trial([[[0.0] * 8, [9.0, 9.5] * 4], [[1.0] * 8, [0.5] * 8]])
        found = judging.verdict(self.LOOKED, further)
        assert (found.loss, found.disputed) == (0.0, True)

    @pytest.mark.parametrize("more", [[1.9] * 8, [14.0, -6.0] * 4], ids=["small", "unsure"])
    def test_nor_where_it_is_small_or_unsure(self, more: list[float]) -> None:
        found = judging.verdict(self.LOOKED, trial([[[0.0] * 8, more]] * 2))
        assert (found.loss, found.disputed) == (0.0, False)
        assert found.small == pytest.approx(sum(more) / 8)
        assert found.better == ("1",)
        assert bool(found.small_doubt) == (len(set(more)) > 1)

    def test_the_best_is_picked_in_one_half_and_judged_in_the_other(self) -> None:
        lucky = [9.0] * 4 + [0.0] * 4
        found = judging.verdict(self.LOOKED, trial([[[0.0] * 8, lucky]] * 2))
        assert found.loss == 0.0

    def test_trials_of_the_same_choices_are_joined(self) -> None:
        one = trial([[[0.0], [1.0]]])
        assert judging.join_trials([one, one]) == trial([[[0.0, 0.0], [1.0, 1.0]]])


@pytest.mark.slow
def test_it_is_asked_for_once_found_bit_by_bit_and_kept(
    game_id: int, anna: User, think: Think, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        analysis = analysing.request_analysis(game_id, anna.pk)
        assert analysing.request_analysis(game_id, anna.pk) == analysis
    own = Move.objects.filter(game=game_id, user=anna, action="choose", undone_by=None)
    assert analysis.moves == sorted(own.values_list("number", flat=True))
    for _step in range(10 * len(analysis.moves)):
        think()
        found = Analysis.objects.get()
        if found.done_at:
            break
    assert found.done_at
    assert len(found.judged) == len(found.moves)
    assert any(judged for judged in found.judged.values())


def test_one_at_a_time_for_a_person_and_its_own_seat_alone(
    game_id: int, anna: User, ben: User, sent: Sent
) -> None:
    other = finished(anna, ben)
    analysing.request_analysis(game_id, anna.pk)
    with pytest.raises(Refused, match="one"):
        analysing.request_analysis(other, anna.pk)
    analysing.request_analysis(game_id, ben.pk)
    stranger = person("stranger")
    with pytest.raises(NotFound):
        analysing.request_analysis(game_id, stranger.pk)
    Game.objects.update(visibility="public")
    with pytest.raises(Forbidden):
        analysing.request_analysis(game_id, stranger.pk)


def test_not_while_the_game_goes_on(anna: User, ben: User, lanterns: None) -> None:
    running = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    with pytest.raises(Refused):
        analysing.request_analysis(running, anna.pk)


def test_a_step_that_is_lost_is_sent_again_for_an_hour_and_then_left_out(
    game_id: int, anna: User, sent: Sent, times: Times, django_capture_on_commit_callbacks: Any
) -> None:
    """However often: it may have waited behind other work, and was not tried at all."""
    with django_capture_on_commit_callbacks(execute=True):
        analysis = analysing.request_analysis(game_id, anna.pk)
    first, second = analysis.moves[:2]
    for _time in range(2 * steps.TRIES):
        times.go(minutes=9)
        with django_capture_on_commit_callbacks(execute=True):
            tasks.go_on_analysing()
    assert numbers(sent) == [first] * (1 + 2 * steps.TRIES)
    assert Analysis.objects.get().judged == {}
    times.go(minutes=9)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.go_on_analysing()
    assert Analysis.objects.get().judged == {str(first): {}}
    assert numbers(sent)[-1] == second, "which has an hour of its own"


def test_a_step_that_fails_is_tried_three_times(
    game_id: int, anna: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        analysis = analysing.request_analysis(game_id, anna.pk)
    first = analysis.moves[0]
    for _time in range(steps.TRIES):
        assert Analysis.objects.get().judged == {}
        with django_capture_on_commit_callbacks(execute=True):
            tasks.take_trial(analysis.pk, first, 0, None)
    assert numbers(sent).count(first) == steps.TRIES
    assert Analysis.objects.get().judged == {str(first): {}}


def numbers(sent: Sent) -> list[int]:
    """The choices that were sent to be tried."""
    return [args[1] for task, args in sent if task == "games.tasks.try_choices"]


def test_what_comes_back_for_another_step_is_dropped(game_id: int, anna: User, sent: Sent) -> None:
    analysis = analysing.request_analysis(game_id, anna.pk)
    tasks.take_trial(analysis.pk, 10**6, 0, None)
    tasks.take_trial(10**9, 1, 0, None)
    assert Analysis.objects.get().judged == {}
    tasks.try_choices(analysis.pk, 1, 0, {}, [])
    assert sent[-1][1][-1] is None


class TestPage:
    def test_a_player_who_played_asks_and_is_shown_how_far_it_is(
        self, game_id: int, anna: User, client: Client, sent: Sent
    ) -> None:
        client.force_login(anna)
        page = f"/games/{game_id}/better/"
        assert "What could I have done better?" in client.get(page).content.decode()
        assert client.post(f"{page}ask/").status_code == 303
        assert "0 of" in client.get(page).content.decode()

    def test_what_was_found_is_told(self, game_id: int, anna: User, client: Client) -> None:
        client.force_login(anna)
        analysis = Analysis.objects.create(game_id=game_id, user=anna, seat=0)
        moves = Move.objects.filter(game=game_id, user=anna, action="choose", undone_by=None)
        analysis.seat = moves[0].seat or 0
        analysis.moves = sorted(moves.values_list("number", flat=True))
        for number in analysis.moves:
            analysis.judged[str(number)] = {**PLAIN}
        lost, disputed = analysis.moves[1], analysis.moves[2]
        made = moves.get(number=lost).choice
        analysis.judged[str(lost)] |= {
            "loss": 3.5, "loss_doubt": 0.8, "better": made, "sources": [["cards", 2.5]],
        }  # fmt: skip
        analysis.judged[str(disputed)]["disputed"] = True
        analysis.done_at = timezone.now()
        analysis.save()
        told = client.get(f"/games/{game_id}/better/").content.decode()
        assert f"Move {lost}" in told
        assert "−3.5" in told
        assert f"Move {disputed} looked worse" in told
        assert "no clear loss found" in told
        assert "about equal" not in told
        assert "none is a clear loss" not in told, "of what was judged before there are no amounts"
        assert client.get(f"/games/{game_id}/better/{disputed}.png").status_code == 404

    def test_what_is_not_sure_is_listed_apart_and_added_up(
        self, game_id: int, anna: User, client: Client
    ) -> None:
        client.force_login(anna)
        moves = Move.objects.filter(game=game_id, user=anna, action="choose", undone_by=None)
        numbers = sorted(moves.values_list("number", flat=True))
        analysis = Analysis(game_id=game_id, user=anna, moves=numbers, done_at=timezone.now())
        analysis.seat = moves[0].seat or 0
        for number, small in zip(numbers, (1.5, 1.8, -0.3), strict=False):
            better = moves.get(number=number).choice
            about = {"small": small, "small_doubt": 1.0, "better": better}
            analysis.judged[str(number)] = PLAIN | about
        analysis.save()
        told = client.get(f"/games/{game_id}/better/").content.decode()
        assert "3 moves were checked more closely, and none is a clear loss" in told
        assert "would have gained 3.0 points, ± 1.7" in told
        first, second = told.index(f"Move {numbers[1]}<"), told.index(f"Move {numbers[0]}<")
        assert first < second, "the largest first"
        assert f"Move {numbers[2]}<" not in told
        assert "−1.8 ± 1.0" in told
        User.objects.update(language="de")
        client.cookies["django_language"] = "de"
        assert "−1,8 ± 1,0" in client.get(f"/games/{game_id}/better/").content.decode()

    def test_it_is_asked_for_by_one_press_of_the_result(
        self, game_id: int, anna: User, ben: User, client: Client, sent: Sent
    ) -> None:
        client.force_login(anna)
        table = client.get(f"/games/{game_id}/").content.decode()
        assert f'<form method="post" action="/games/{game_id}/better/ask/">' in table
        asked = client.post(f"/games/{game_id}/better/ask/", follow=True)
        assert "0 of" in asked.content.decode()
        other = finished(anna, ben)
        asked = client.post(f"/games/{other}/better/ask/", follow=True)
        assert "Another of your games is being analysed" in asked.content.decode()
        assert Analysis.objects.count() == 1

    def test_how_far_it_is_goes_by_steps_and_so_does_the_time_that_is_left(
        self, game_id: int, anna: User, client: Client, sent: Sent
    ) -> None:
        client.force_login(anna)
        analysis = analysing.request_analysis(game_id, anna.pk)
        told = client.get(f"/games/{game_id}/better/").content.decode()
        assert '<progress value="0"' in told
        assert "minute" not in told.partition("<progress")[2].partition("</p>")[0]
        # One choice was clear at once, one was tried further, a third one is on its way.
        first, second = analysis.moves[:2]
        analysis.judged = {str(first): {"steps": 1}, str(second): {"steps": 9}}
        analysis.judged |= {key: PLAIN | judged for key, judged in analysis.judged.items()}
        analysis.working = {"looked": {}, "choices": [], "further": [{}, {}]}
        analysis.asked_at = timezone.now() - timedelta(seconds=130)
        analysis.save()
        steps, of, seconds = analysing.progress(analysis)
        others = len(analysis.moves) - 3
        assert steps == 13
        assert seconds
        assert of == 13 + math.ceil(6 + others * 13 / 3)
        assert seconds == pytest.approx(10 * (6 + others * 13 / 3), rel=0.05)
        told = client.get(f"/games/{game_id}/better/").content.decode()
        assert f'<progress value="13" max="{of}"' in told
        assert f"about {math.ceil(seconds / 60)} minute" in told

    def test_nobody_else_may_look(
        self, game_id: int, anna: User, ben: User, client: Client, sent: Sent
    ) -> None:
        page = f"/games/{game_id}/better/"
        assert client.get(page).status_code == 302
        client.force_login(person("stranger"))
        assert client.get(page).status_code == 404
        assert client.post(f"{page}ask/").status_code == 404
        Game.objects.update(visibility="public")
        assert client.get(page).status_code == 403
        assert client.post(f"{page}ask/").status_code == 403
        running = open_games.create(ben.pk, "lanterns", 2, bots=1).game.pk
        client.force_login(ben)
        assert client.get(f"/games/{running}/better/").status_code == 404
