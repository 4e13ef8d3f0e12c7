"""Bots that look for the others' best replies: they find what counting all lines finds, within
their nodes, and never more than they may know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.engine import (
    Choice,
    Decision,
    Game,
    Json,
    Kind,
    Levels,
    Rules,
    RulesError,
    Seen,
    State,
)
from games.rules.engine.examine import examine
from games.rules.engine.play import ask_bot
from games.rules.engine.reach import Reach
from games.rules.engine.search import (
    Lookahead,
    Question,
    hints,
    judging,
    player,
    question,
    replier,
)
from games.rules.engine.search.candidates import candidates
from games.rules.engine.search.fitting import fault_of_search, fitting_search
from games.rules.engine.search.replies import DRAWS, FADES, QUIET, Search, values
from games.rules.engine.search.rollouts import lead
from games.rules.engine.testing import Notebook, play_checked
from games.rules.example.rules import rules as lanterns
from tests.rules.engine import twigs, wells

MANY = 1_000_000


def seen(game: Game[Any], chance: int = 1) -> Seen:
    return Seen(game, game.decisions()[0], random.Random(chance))


def think(game: Game[Any], nodes: int, chance: int = 1) -> Choice:
    bot = replier(Lookahead(nodes, seconds=1000.0))
    return ask_bot(bot, game, game.decisions()[0], random.Random(chance))


def after(game: Game[Any], choice: Choice) -> Game[Any]:
    copy = game.copy()
    copy.choose(copy.decisions()[0].seat, choice)
    return copy


def counted(game: Game[Any], seat: int, turns: int) -> float:
    """What a position is worth to a seat by counting all lines, so many turns ahead."""
    if game.result() is not None:
        return lead(game, seat)
    decision, forcing = game.decisions()[0], game.rules.hooks.forcing
    choices, found = decision.choices, []
    if turns <= 0:
        found = [lead(game, seat)]
        choices = forcing(game, decision, choices) if forcing and turns > -QUIET else []
    for choice in choices:
        then = after(game, choice)
        found.append(FADES * counted(then, seat, turns - bool(then.turns_ended)))
    return max(found) if decision.seat == seat else min(found)


def worths(game: Game[Any], turns: int) -> dict[Choice, float]:
    seat = game.decisions()[0].seat
    ends = {choice: after(game, choice) for choice in game.decisions()[0].choices}
    return {
        choice: FADES * counted(end, seat, turns - bool(end.turns_ended))
        for choice, end in ends.items()
    }


def search(game: Game[Any], nodes: int = MANY) -> Search:
    return Search(seen(game), nodes, lambda: True)


class Chase(State):
    waited: int = 0


chase = Rules("chase", "Chase", Chase, players=(2,), package=__name__)


@chase.setup
def begin(game: Game[Chase]) -> None:
    game.ask(0, Act)


@chase.decision
class Act(Kind):
    """Seat 0 wins whatever happens, now or later."""

    prompt = "What do you do?"

    def choices(self, game: Game[Chase], seat: int) -> list[Choice]:
        if seat == 0:
            return [("wait",), ("win",)] if game.state.waited < 4 else [("win",)]
        return [("give up",), ("hold out",)]

    def chosen(self, game: Game[Chase], seat: int, what: str) -> None:
        game.end_turn(seat)
        if what in ("win", "give up"):
            game.finish([{"won": 1}, {"won": 0}])
        else:
            game.state.waited += 1
            game.ask(1 - seat, Act)


@chase.view
def seen_of_chase(game: Game[Chase], seat: int | None) -> Json:
    return {}


@chase.candidates
def as_listed(game: Game[Chase], decision: Decision, choices: list[Choice]) -> list[Choice]:
    return choices


@pytest.fixture(params=["by one step", "by candidates"])
def order(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices come in either order: the values found are the same."""
    if request.param == "by candidates":
        monkeypatch.setattr(
            twigs.rules.hooks, "candidates", lambda game, decision, choices: choices[::-1]
        )


@pytest.fixture(params=["nothing forces", "a 2 forces"])
def forcing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "a 2 forces":
        monkeypatch.setattr(
            twigs.rules.hooks, "forcing", lambda game, decision, choices: [choices[2]]
        )


class TestWhatItFinds:
    @pytest.mark.parametrize("players", [2, 3])
    @pytest.mark.usefixtures("order", "forcing")
    def test_it_finds_what_counting_all_lines_finds(
        self, players: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for deepest in (1, 2, 3):
            monkeypatch.setattr("games.rules.engine.search.replies.DEEPEST", deepest + 1)
            for salt in range(4):
                game = twigs.new(salt, players)
                look = search(game)
                found = look.deepen(choices := look.choices())
                known = worths(game, deepest)
                assert found.turns == deepest
                assert known[choices[found.best]] == max(known.values())
                assert found.values[found.best] == pytest.approx(max(known.values()))

    def test_it_tells_the_value_of_each_choice_where_that_is_asked(self) -> None:
        game = twigs.new(7)
        known = worths(game, 99)
        found = values(seen(game), list(known), MANY)
        assert found.values == pytest.approx(list(known.values()))

    def test_it_tries_far_fewer_choices_than_there_are_lines(self) -> None:
        look = search(twigs.new(7))
        found = look.deepen(look.choices())
        lines = 0

        def count(game: Game[Any]) -> Iterator[None]:
            for choice in game.decisions()[0].choices if game.result() is None else ():
                yield
                yield from count(after(game, choice))

        lines = sum(1 for _line in count(twigs.new(7)))
        assert found.turns == twigs.TURNS
        assert found.nodes < lines / 2

    def test_it_stops_where_all_lines_have_come_to_their_end(self) -> None:
        game = twigs.new(7)
        for _turn in range(twigs.TURNS - 2):
            game.choose(game.decisions()[0].seat, (0,))
        look = search(game)
        assert look.deepen(look.choices()).turns == 2
        assert look.spent < 100

    def test_a_win_is_taken_at_once_and_a_loss_put_off(self) -> None:
        game = chase.new(2, {}, bytes(32))
        assert think(game, 100) == ("win",)
        game.choose(0, ("wait",))
        assert think(game, 100) == ("hold out",)


class TestBudget:
    def test_it_never_tries_more_choices_than_it_may(self) -> None:
        for nodes in (1, 5, 40, 333):
            look = search(twigs.new(3), nodes)
            look.deepen(look.choices())
            assert look.spent <= nodes

    def test_further_nodes_look_further_ahead(self) -> None:
        turns = [search(twigs.new(3), nodes) for nodes in (10, 100, 1000)]
        found = [look.deepen(look.choices()).turns for look in turns]
        assert found == sorted(set(found))

    def test_the_same_position_and_chance_give_the_same_choice(self) -> None:
        for salt in range(5):
            assert think(twigs.new(salt), 50, chance=3) == think(twigs.new(salt), 50, chance=3)

    def test_ties_are_settled_by_chance(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(twigs.rules.hooks, "worth", lambda game, seat: 0.0)
        assert len({think(twigs.new(1), 6, chance) for chance in range(20)}) == 3

    def test_without_time_it_plays_as_the_bot_of_the_game_type(self) -> None:
        game = wells.new(1)
        asked = game.decisions()[0]
        late = replier(Lookahead(MANY, seconds=0.0))
        assert ask_bot(late, game, asked, random.Random(1)) == wells.SURE

    def test_what_was_found_before_the_brake_decides(self) -> None:
        game, ticks = twigs.new(3), iter(range(MANY))
        braked = replier(Lookahead(MANY, seconds=200.0), lambda: float(next(ticks)))
        found = ask_bot(braked, game, game.decisions()[0], random.Random(1))
        assert found == think(game, 200)

    def test_what_it_does_changes_nothing_outside(self) -> None:
        game = twigs.new(3)
        before = game.save()
        think(game, 200)
        assert game.save() == before


class TestDraws:
    def test_what_follows_a_draw_is_judged_on_average(self) -> None:
        game = twigs.new(3, toss=True)
        (found,) = values(seen(game), [(9,)], MANY).values
        sides = {lead(after(reseeded(game, n), (9,)), 0) for n in range(20)}
        shares = {
            FADES * sum(leads) / DRAWS
            for leads in [[min(sides)] * n + [max(sides)] * (DRAWS - n) for n in range(DRAWS + 1)]
        }
        assert len(sides) == 2
        assert any(found == pytest.approx(share) for share in shares)

    def test_it_does_not_foresee_what_is_drawn(self) -> None:
        """Whatever the next draw of the game will be, it thinks the same."""
        game = twigs.new(3, toss=True)
        found = {think(reseeded(game, n), 300) for n in range(8)}
        assert len(found) == 1


def reseeded(game: Game[Any], number: int) -> Game[Any]:
    other = game.copy()
    other.state.seed = bytes([number]) * 32
    return other


class TestLevels:
    @pytest.fixture
    def replies(self, monkeypatch: pytest.MonkeyPatch) -> Rules[Any]:
        monkeypatch.setattr(twigs.rules, "levels", Levels(search="replies", nodes=60))
        return twigs.rules

    def test_a_game_type_names_its_search(self, replies: Rules[Any]) -> None:
        for salt in range(3):
            game = twigs.new(salt)
            decision = game.decisions()[0]
            for level, nodes in (("strong", 60), ("master", 360)):
                bot = player(replies, level)
                assert ask_bot(bot, game, decision, random.Random(1)) == think(game, nodes)

    def test_a_search_that_is_not_known_is_refused(self) -> None:
        with pytest.raises(RulesError, match="no search 'reply'; did you mean 'replies'"):
            Levels(search="reply")

    def test_a_game_type_may_bring_a_strong_bot_of_its_own(
        self, replies: Rules[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def strong(look: Seen) -> Choice:
            return look.choices[-1]

        monkeypatch.setattr(replies, "bots", dict(replies.bots))
        replies.bot(strong)
        assert player(replies, "strong") is strong
        assert replies.best_bot == "random"
        assert player(replies, "master") is not strong


class TestHooks:
    def test_candidates_may_leave_choices_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []

        def few(game: Game[Any], decision: Decision, choices: list[Choice]) -> list[Choice]:
            asked.append(decision.seat)
            return [choice for choice in choices if choice == (0,)]

        monkeypatch.setattr(twigs.rules.hooks, "candidates", few)
        game = twigs.new(1)
        assert think(game, 500) == candidates(seen(game))[0] == (0,)
        look = search(game)
        look.deepen([(0,), (1,)])
        assert {*asked} == {0, 1}


class TestHintsAndAnalysis:
    """A choice is worth what the best replies leave of it, for hints and after the game as well."""

    @pytest.fixture(autouse=True)
    def replies(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(twigs.rules, "levels", Levels(search="replies", nodes=MANY))

    def test_a_hint_names_the_best_choice_with_its_value(self) -> None:
        game = twigs.new(7)
        known = worths(game, 99)
        trial = hints.step(twigs.rules, asked(game))
        best = hints.rank_choices(trial)[0]
        assert best.lead == pytest.approx(max(known.values()))
        assert known[best.choice] == max(known.values())
        assert best.games == 0
        assert not hints.goes_on(trial)

    def test_what_a_mistake_cost_is_told(self) -> None:
        game = twigs.new(7)
        known = worths(game, 99)
        worst, best = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
        look = judging.first_look(twigs.rules, asked(game), worst)
        choices = judging.suspects(look)
        further = judging.further_step(twigs.rules, asked(game), choices)
        found = judging.verdict(look, judging.join_trials([further] * judging.STEPS))
        assert found.better == best
        assert found.loss == pytest.approx(known[best] - known[worst])
        assert found.loss_doubt == pytest.approx(0)

    def test_the_best_choice_cost_nothing(self) -> None:
        game = twigs.new(7)
        known = worths(game, 99)
        look = judging.first_look(twigs.rules, asked(game), max(known, key=known.__getitem__))
        assert judging.suspects(look) == []


def asked(game: Game[Any]) -> Question:
    return question(game, game.decisions()[0], "hint", random.Random(1))


class TestWhichFits:
    @pytest.fixture
    def played(self) -> Reach:
        return Reach()

    def test_replies_where_nothing_is_hidden(self, played: Reach) -> None:
        assert fitting_search(twigs.rules, played) == (
            "replies fit, as nothing is hidden; nothing is drawn after the set-up: "
            'try Levels(search="replies")'
        )
        played.drawn = True
        assert "a draw ends the look ahead" in fitting_search(twigs.rules, played)

    def test_rollouts_where_something_is(self, played: Reach) -> None:
        assert fitting_search(wells.rules, played).startswith(
            "rollouts fit, as something is hidden"
        )
        played.at_once = True
        assert "asked at once" in fitting_search(twigs.rules, played)

    def test_it_is_noted_from_the_games_of_the_checks(self, played: Reach) -> None:
        for number in range(4):
            notes = Notebook()
            play_checked(twigs.rules, 2, {"toss": True}, number, thorough=True, notes=notes)
            played.drawn |= notes.reach.drawn
        assert played.drawn
        notes = Notebook()
        play_checked(twigs.rules, 2, {}, 1, notes=notes)
        assert (notes.reach.drawn, notes.reach.at_once) == (False, False)
        play_checked(lanterns, 2, {}, 1, notes=notes)
        assert (notes.reach.drawn, notes.reach.at_once) == (True, True)

    def test_replies_where_something_is_hidden_are_a_fault(
        self, played: Reach, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert fault_of_search(wells.rules, played) == ""
        monkeypatch.setattr(wells.rules, "levels", Levels(search="replies"))
        assert "rollouts fit" in fault_of_search(wells.rules, played)
        assert "rollouts fit" in {each.what[-12:] for each in examine(wells.rules).findings}
