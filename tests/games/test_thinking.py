"""Bots that think ahead do so elsewhere: what they are given, claims, and lower levels that step
in."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from accounts.models import User
from boardgames.redis import best_effort
from games import tasks
from games.bots import playing
from games.bots.claims import RESTS, BotTurn
from games.bots.thinking import LASTS
from games.errors import Illegal
from games.lobby import open_games
from games.models import Claim, Incident, Move, Seat
from games.rules import registry
from games.rules.engine.search import Question, answer, question
from games.storage.position import Position, newest
from tests.games.playing import answer as choose
from tests.games.playing import asked

Sent = list[tuple[str, str, tuple[Any, ...]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """What is handed to other processes: task, queue, arguments."""
    found: Sent = []

    def wake(task: str, queue: str, *args: Any, expires: float) -> bool:
        found.append((task, queue, args))
        return True

    monkeypatch.setattr(best_effort, "wake", wake)
    monkeypatch.setattr(best_effort, "length", lambda queue: 0)
    return found


@pytest.fixture
def game_id(anna: User, sent: Sent) -> int:
    """Anna against a strong bot that is asked."""
    made = open_games.create(anna.pk, "lanterns", 2, bots=1).game.pk
    Seat.objects.exclude(bot="").update(bot="strong")
    me = Seat.objects.get(game_id=made, user=anna).index
    while me in asked(made):
        choose(made, me)
    sent.clear()
    return made


def questions(sent: Sent) -> list[Any]:
    return [
        args for task, queue, args in sent if (task, queue) == ("games.tasks.think", "thinking")
    ]


def thought(sent: Sent) -> tuple[Any, ...]:
    """Let somebody think about the last question; what comes back."""
    tasks.think(*questions(sent)[-1])
    task, queue, args = sent[-1]
    assert (task, queue) == ("games.tasks.take_thought", "bots")
    return args


def moves() -> list[str]:
    """At which level the bot's tenure made its moves."""
    return [m.action for m in Move.objects.filter(action="choose", user=None)]


def told() -> list[str]:
    return list(Incident.objects.values_list("kind", flat=True))


def play_until(game_id: int, done: Callable[[], bool]) -> None:
    """Let the person and the bot answer by turns."""
    for _answer in range(40):
        if done():
            return
        index = asked(game_id)[0]
        if Seat.objects.get(game_id=game_id, index=index).bot:
            playing.play_one(game_id)
        else:
            choose(game_id, index)
    pytest.fail("it does not come to that")


def test_it_is_thought_of_elsewhere_and_played_if_the_question_still_stands(
    game_id: int, sent: Sent
) -> None:
    assert not playing.play_one(game_id)
    assert not moves()
    back = thought(sent)
    tasks.take_thought(*back)
    assert len(moves()) == 1
    tasks.take_thought(*back)
    assert len(moves()) == 1, "it came twice"
    assert not told()


def test_tick_and_wake_do_not_think_twice(game_id: int, sent: Sent) -> None:
    playing.play_one(game_id)
    playing.play_one(game_id)
    assert len(questions(sent)) == 1
    assert not moves()


def test_one_that_is_late_is_replaced_by_the_level_below_and_the_log_says_so_once(
    game_id: int, sent: Sent
) -> None:
    playing.play_one(game_id)
    Claim.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert playing.play_one(game_id)
    assert len(moves()) == 1
    assert told() == ["below"]


def test_after_a_late_answer_the_turn_goes_on_at_once_and_a_minute_later_it_is_tried_again(
    game_id: int, sent: Sent
) -> None:
    playing.play_one(game_id)
    Claim.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert playing.play_one(game_id)
    play_until(game_id, lambda: len(moves()) == 4)
    assert len(questions(sent)) == 1, "nothing waits for the process that is late"
    assert told() == ["below"]
    Claim.objects.update(until=timezone.now() - RESTS)
    play_until(game_id, lambda: len(questions(sent)) == 2)
    tasks.take_thought(*thought(sent))
    assert not Claim.objects.filter(fell=True)


def test_of_a_master_that_fails_the_strong_one_thinks(game_id: int, sent: Sent) -> None:
    Seat.objects.exclude(bot="").update(bot="master")
    playing.play_one(game_id)
    (_game, data) = questions(sent)[-1]
    tasks.take_thought(game_id, data["seat"], data["decision"], None)
    assert [args[1]["level"] for args in questions(sent)] == ["master", "strong"]
    tasks.take_thought(*thought(sent))
    assert told() == ["below"]
    play_until(game_id, lambda: len(moves()) == 3)
    assert len(questions(sent)) == 2, "the master is not waited for at each question of a turn"
    Claim.objects.update(until=timezone.now() - RESTS)
    play_until(game_id, lambda: len(questions(sent)) == 3)
    assert questions(sent)[-1][1]["level"] == "master"


@pytest.mark.parametrize("waiting", [None, 10**6])
def test_where_too_much_waits_good_plays_at_once_and_the_log_says_so(
    game_id: int, sent: Sent, monkeypatch: pytest.MonkeyPatch, waiting: int | None
) -> None:
    monkeypatch.setattr(best_effort, "length", lambda queue: waiting)
    assert playing.play_one(game_id)
    assert not questions(sent)
    assert told() == ["below"]
    turn = BotTurn(Seat.objects.exclude(bot="").get(), decision_id=1)
    assert turn.fall() is False, "it is told once"
    assert turn.claim("strong", LASTS)
    turn.rise()
    assert turn.fall() is True, "and again after it has thought"


def test_what_fails_gives_no_choice_back(game_id: int, sent: Sent) -> None:
    playing.play_one(game_id)
    (_game, data) = questions(sent)[-1]
    for bad in ({**data, "version": 99}, {**data, "world": "AAAA"}, {**data, "type": "none"}, {}):
        tasks.think(game_id, bad)
        assert sent[-1][2][-1] is None


def test_a_choice_that_cannot_be_made_is_left_to_the_level_below(game_id: int, sent: Sent) -> None:
    playing.play_one(game_id)
    (_game, data) = questions(sent)[-1]
    tasks.take_thought(game_id, data["seat"], data["decision"], ["nonsense"])
    assert len(moves()) == 1
    tasks.take_thought(10**9, 0, 1, ["x"])
    tasks.take_thought(game_id, 77, 1, None)


@pytest.mark.parametrize("slug", ["imhotep", "bali", "bora_bora", "bomarzo", "lanterns"])
def test_nothing_that_is_given_to_it_tells_a_secret(slug: str) -> None:
    """Two deals that the seat cannot tell apart are the same question but for what is made up."""
    rules = registry.get(slug)
    game = rules.new(2, rules.check_options({}), b"x" * 32)
    decision = game.decisions()[0]
    given = msgspec.to_builtins(question(game, decision, "strong", random.Random(1)))
    assert set(given) == {"type", "version", "seat", "decision", "level", "world", "stream"}
    asked = msgspec.convert(given, Question)
    world = rules.load(asked.world)
    assert world.state.seed != game.state.seed
    assert world.view(decision.seat) == game.view(decision.seat)
    told = rules.hooks.secrets
    if told is not None:
        real = told(game, decision.seat)
        made_up = [
            told(
                rules.load(question(game, decision, "strong", random.Random(n)).world),
                decision.seat,
            )
            for n in range(5)
        ]
        for name, secret in real.items():
            if len(str(secret)) > 60:
                assert secret not in [world[name] for world in made_up], name


def test_the_same_question_has_the_same_answer() -> None:
    rules = registry.get("lanterns")
    game = rules.new(2, {}, b"y" * 32)
    asked_ = question(game, game.decisions()[0], "strong", random.Random(3))
    assert answer(rules, asked_) == answer(rules, asked_)


@pytest.mark.parametrize("level", ["strong", "best", ""])
def test_a_level_that_is_not_on_offer_is_refused(anna: User, level: str, lanterns: None) -> None:
    with pytest.raises(Illegal, match="good"):
        open_games.create(anna.pk, "lanterns", 2, bots=1, level=level)


def test_a_level_on_offer_is_that_of_the_seat(anna: User) -> None:
    made: Position = open_games.create(anna.pk, "imhotep", 2, bots=1, level="easy")
    assert Seat.objects.exclude(bot="").get().bot == "easy"
    there = newest(made.game.pk)
    assert there is not None
