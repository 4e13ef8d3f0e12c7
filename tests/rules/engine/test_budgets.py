"""What a game type costs and what of it never came up is said by its examination."""

from __future__ import annotations

import time
from typing import Any

import pytest

from games.rules import registry
from games.rules.engine import Choice, Game, Json, Kind, Rules, State, spent
from games.rules.engine.examine import Report, examine
from games.rules.engine.notebook import Notebook
from games.rules.engine.testing import play_checked
from games.rules.example import rules as lanterns


class Dice(State):
    rolls: int = 0
    points: list[int] = []


def make(sides: int = 0) -> Rules[Dice]:
    """A short game in which one of so many rolls is followed by something rare."""
    rules: Rules[Dice] = Rules("dice", "Dice", Dice, players=(2,), package=__name__)

    @rules.setup
    def setup(game: Game[Dice]) -> None:
        game.state.points = [0, 0]
        game.then(turn, 0)

    @rules.step
    def turn(game: Game[Dice], seat: int) -> None:
        if game.state.rolls == 3:
            game.finish([{"points": points} for points in game.state.points])
        else:
            game.state.rolls += 1
            game.ask(seat, Roll)

    @rules.decision
    class Roll(Kind):
        def choices(self, game: Game[Dice], seat: int) -> list[Choice]:
            return [("roll",), ("rest",)]

        def chosen(self, game: Game[Dice], seat: int, what: str) -> None:
            if sides and game.draw("die", sides) == 0:
                game.then(treasure, seat)
            game.end_turn(seat)
            game.then(turn, 1 - seat)

    @rules.step
    def treasure(game: Game[Dice], seat: int) -> None:
        game.tell("treasure_found", seat=seat)
        game.ask(seat, Dig)

    @rules.decision
    class Dig(Kind):
        def choices(self, game: Game[Dice], seat: int) -> list[Choice]:
            return [("dig",), ("leave",)]

        def chosen(self, game: Game[Dice], seat: int, what: str) -> None:
            game.state.points[seat] += 1

    @rules.view
    def view(game: Game[Dice], seat: int | None) -> Json:
        return {"points": game.state.points, "rolls": game.state.rolls}

    @rules.bot
    def rolls_on(seen: Any) -> Choice:
        until = time.thread_time() + 0.002  # dearer than a bot that chooses by lot
        while time.thread_time() < until:
            pass
        choice: Choice = seen.choices[0]
        return choice

    return rules


@pytest.fixture
def _same_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """These rules cannot be imported by another process."""
    monkeypatch.setattr("games.rules.engine.examine._check_processes", lambda *args: None)


def warned(report: Report) -> str:
    return "\n".join(report.warnings)


@pytest.mark.usefixtures("_same_process")
class TestReach:
    def test_what_never_came_up_is_named(self) -> None:
        report = examine(make())
        assert report.findings == []
        assert "never asked: dig" in report.warnings
        assert "events never told: treasure_found" in report.warnings
        assert "steps never run: treasure" in report.warnings

    def test_a_choice_that_nobody_took_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = make()
        first = {"first": rules.bots["first"]}
        monkeypatch.setattr("games.rules.engine.examine.policies", lambda rules: first)
        assert "never chosen, though on offer: roll 'rest'" in examine(rules).warnings

    def test_it_plays_on_until_what_is_rare_has_come_up(self) -> None:
        assert "treasure" in warned(examine(make(400)))
        report = examine(make(400), until_reached=60)
        assert "treasure" not in warned(report)
        assert report.games > 10


@pytest.mark.usefixtures("_same_process")
class TestBudgets:
    def test_the_dearest_of_each_is_said(self) -> None:
        said = examine(make()).spent
        assert [each.partition(":")[0] for each in said] == [
            "slowest choices",
            "slowest view",
            "slowest bot",
            "largest save",
        ]
        assert said[2].endswith("(rolls_on)")

    @pytest.mark.parametrize("part", [*spent.BUDGETS])
    def test_over_the_budget_warns_and_far_over_it_is_a_fault(
        self, monkeypatch: pytest.MonkeyPatch, part: str
    ) -> None:
        rules, notes = make(), Notebook()
        bots = [rules.bots["rolls_on"]] * 2
        play_checked(rules, 2, {}, 1, thorough=True, bots=bots, notes=notes)
        most, _where = notes.spent.most[part]
        monkeypatch.setitem(spent.BUDGETS, part, most / 3)
        assert len([*notes.spent.over(below=10)]) == 1
        assert [*notes.spent.over(10)] == []
        monkeypatch.setitem(spent.BUDGETS, part, most / 30)
        assert [*notes.spent.over(below=10)] == []
        assert "is too much" in next(notes.spent.over(10))

    def test_a_report_has_the_fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(spent.BUDGETS, "save", 5.0)
        found = examine(make()).findings
        assert [finding.what.partition(":")[0] for finding in found] == ["largest save"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*registry.all(), lanterns], ids=lambda rules: rules.slug)
def test_our_games_stay_within_their_budgets(rules: Rules[Any]) -> None:
    notes = Notebook()
    bots = [rules.bots[rules.best_bot]] * rules.players[0]
    # A machine that does much else is slower, even by the processor's time.
    play_checked(rules, rules.players[0], {}, 1, thorough=True, bots=bots, notes=notes)
    assert [*notes.spent.over(spent.FAR_TOO_MUCH)] == []
