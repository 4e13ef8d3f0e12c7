"""Every check of the rules of a game type, over games of all sizes, options and ways to play."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle
from typing import Any

import msgspec

from .course import Endless
from .errors import line_in_rules
from .form import fault_of_form, faults_of_migrate, is_kept
from .game import Game
from .levels import REPLIES
from .notebook import Notebook, figures
from .positions import starts
from .processes import check_processes, where_is
from .reach import watching
from .rules import Rules
from .search.fitting import fault_of_search, fitting_search
from .search.replies import Lookahead, replier
from .spent import FAR_TOO_MUCH
from .testing import play_checked, policies
from .untried import find_untried

#: So many choices the search for replies tries in checked games.
FEW_NODES = 40

#: A way to play: its name, and a function that plays a game by ``seed``, with checks.
Way = tuple[str, Callable[..., object]]


class Finding(msgspec.Struct, frozen=True):
    """An error, and the game in which it was found."""

    what: str
    where: str


class Report(msgspec.Struct):
    """The result of an examination.

    ``over``: the warnings of budgets; ``kinds``: how often each was asked, the most choices that
    it had, and their limit; ``endless``: a game had no end, and no further one was played;
    ``spent``: the most time that choices, view, bots and a save took; ``search``: which one fits.
    """

    games: int = 0
    findings: list[Finding] = []
    warnings: list[str] = []
    over: list[str] = []
    kinds: dict[str, dict[str, int]] = {}
    endless: bool = False
    spent: list[str] = []
    search: str = ""


class Attempts:
    """Runs one thing after the other for a report, until a game has no end; reports each error
    once."""

    def __init__(self, report: Report) -> None:
        self.report, self._seen = report, set[str]()

    def __call__(self, act: Callable[[], object], where: str) -> None:
        if self.report.endless:
            return
        try:
            act()
        except Exception as error:  # noqa: BLE001  whatever it is, it is a finding
            self.report.endless = isinstance(error, Endless)
            what = _said(error)
            # The same error for other seats or cards counts as one.
            alike = re.sub(r"0x[\da-f]+|\d+", "", what)
            if alike not in self._seen:
                self._seen.add(alike)
                self.report.findings.append(Finding(what, "; ".join([*_notes(error), where])))


def examine(
    rules: Rules[Any],
    *,
    games: int = 1,
    seed: int = 0,
    every: int = 1,
    until_reached: float = 0,
) -> Report:
    """Play ``games`` games of each kind with all checks; run the expensive ones in every
    ``every``-th position and wherever a new kind of question is asked. Report each fault once. Then
    play on, with fewer checks, for at most ``until_reached`` seconds, until everything has come
    up."""
    report, notes = Report(), Notebook()
    attempt = Attempts(report)

    def play(way: Way, number: int, *, thorough: bool) -> None:
        where, act = way
        report.games += not report.endless
        how = {"thorough": thorough, "every": every, "notes": notes}
        attempt(partial(act, seed=seed + number, **how), where)

    with watching(rules, notes.reach):
        for way in _ways(rules):
            for number in range(games):
                play(way, number, thorough=True)
        end, further = time.monotonic() + until_reached, cycle(_ways(rules))
        for number in count(games):
            if time.monotonic() >= end or report.endless or not notes.reach.missing(rules):
                break
            play(next(further), number, thorough=False)
    attempt(notes.check, "all games together")
    if fault := notes.why_none_counts(rules.counts_after):
        report.findings.append(Finding(fault, "all games together"))
    if fault := fault_of_form(rules):
        report.findings.append(Finding(fault, "form.txt in the package"))
    report.findings += [Finding(fault, "migrate") for fault in faults_of_migrate(rules)]
    for players in rules.players:
        attempt(
            partial(_check_processes, rules, players, seed), f"{players} players, other processes"
        )
    report.findings += [Finding(fault, "all games") for fault in notes.reach.unordered(rules)]
    if fault := fault_of_search(rules, notes.reach):
        report.findings.append(Finding(fault, "rules.levels"))
    report.search = fitting_search(rules, notes.reach)
    report.kinds = figures(notes)
    report.findings += [Finding(over, "all games") for over in notes.spent.over(FAR_TOO_MUCH)]
    report.spent = [*notes.spent.said()]
    report.warnings = [*_warnings(rules, report)]
    report.over = [*notes.spent.over(below=FAR_TOO_MUCH)]
    report.warnings += [*notes.reach.missing(rules), *notes.reach.silent()]
    report.warnings += [*notes.left_out(), *notes.growing()]
    if notes.short:
        report.warnings.append(f"{notes.short}, in which amounts are paid: is that meant?")
    return report


def untried(rules: Rules[Any], games: int, seed: int) -> list[str]:
    """Which lines of the package's rules no game runs: see ``find_untried``."""
    return find_untried(rules, (act for _where, act in _ways(rules)), games, seed)


def _check_processes(rules: Rules[Any], players: int, seed: int) -> None:
    check_processes(where_is(rules), players, {}, seed)


def _said(error: Exception) -> str:
    """The error, with the line of the rules if they raised it and no check did."""
    line = line_in_rules(error)
    if isinstance(error, AssertionError | Endless) and not line:
        return str(error)
    said = f"{type(error).__name__}: {error}"
    return f"{said} ({line})" if line and line not in said else said


def _notes(error: Exception) -> list[str]:
    return getattr(error, "__notes__", [])


def _ways(rules: Rules[Any]) -> Iterator[Way]:
    """Every way to play with every number of players and every value of each option once.

    And on from everything that is saved in the package.
    """
    ways = policies(rules)
    if rules.levels.search == REPLIES:  # it alone asks what a position is worth
        ways["replies"] = replier(Lookahead(FEW_NODES))
    for players in rules.players:
        for name, bot in ways.items():
            yield name, partial(play_checked, rules, players, {}, bots=[bot] * players)
    rng = random.Random(0)
    for option in rules.options:
        for value in option.values:
            if value != option.default:
                players = rng.choice(rules.players)
                yield "random", partial(play_checked, rules, players, {option.name: value})
    for kept, begin in starts(rules):
        yield f"random from {kept}", partial(_play_from, rules, begin)


def _play_from(rules: Rules[Any], begin: Callable[[], Game[Any]], *, seed: int, **how: Any) -> None:
    start = begin()
    play_checked(rules, start.players, start.state.options, seed, start=start, **how)


def is_crowded(most: int, limit: int) -> bool:
    """Whether a kind is so near the limit that a player may reach it where no check does."""
    return most > limit // 2


def _warnings(rules: Rules[Any], report: Report) -> Iterator[str]:
    for kind, figure in report.kinds.items():
        if is_crowded(figure["most"], figure["limit"]):
            yield f"{kind} had {figure['most']} choices; more than {figure['limit']} break a game"
    if rules.version > 1 and not is_kept(rules):
        yield (
            "nobody notices if stored games get another form: keep it by "
            f"check_game {rules.slug} --keep-form"
        )
    if rules.hooks.resample is not None and rules.hooks.secrets is None:
        yield "without @rules.secrets nobody can check that resample deals anew all that is secret"
