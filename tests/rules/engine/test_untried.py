"""Lines of a package's rules that no game ran are named."""

from pathlib import Path

from games.rules.engine import Rules, State
from games.rules.engine.examine import untried
from games.rules.engine.testing import play_checked
from games.rules.engine.untried import find_untried
from tests.pawns import rules
from tests.pawns.rules import turn


def line_of(word: str) -> int:
    source = Path(turn.__code__.co_filename).read_text().splitlines()
    return next(number for number, line in enumerate(source, 1) if word in line)


def test_branches_that_came_up_are_not_named_and_worth_that_nobody_asked_is() -> None:
    def play(**_how: object) -> None:
        for seed in range(20):
            play_checked(rules, 2, {}, seed)

    (named,) = find_untried(rules, iter([play]), games=0, seed=0)
    assert named.startswith("rules.py ")
    assert f"{line_of('squares.count(seat)') - 1}-{line_of('squares.count(seat)')}" in named
    for word in ('finish_won(1 - seat, "reach")', 'finish_drawn("block")', "game.ask(seat, Move)"):
        assert str(line_of(word)) not in named


def test_rules_that_are_no_package_have_none() -> None:
    assert untried(Rules("alone", "Alone", State, players=(2,), package=""), 1, 0) == []
