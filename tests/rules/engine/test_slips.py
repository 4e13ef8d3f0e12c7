"""Every slip of a game package is caught, and the message says what is wrong and where."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from games.rules.engine import Rules, RulesError, play_out, testing
from games.rules.engine.examine import examine
from games.rules.engine.notebook import Notebook
from games.rules.engine.play import random_choice
from games.rules.engine.processes import check_processes
from games.rules.engine.testing import play_checked

GAME = """
import random
from games.rules.engine import Game, Kind, Rules, State, Text

COLOURS = ("red", "white", "green", "blue")


class Attic(State):
    turns: int = 0
    deck: list[int] = []
    hands: list[list[int]] = []
    shelf: list[int] = []
    paint: list[str] = []
    rows: list[list[int]] = []
    points: list[int] = []


rules = Rules("attic", "Attic", Attic, players=(2, 3), package=__name__)


@rules.setup
def setup(game):
    state = game.state
    state.deck = list(range(1, 31))
    game.shuffle("deck", state.deck)
    state.hands = [[state.deck.pop(), state.deck.pop()] for _seat in range(game.players)]
    state.points = [0] * game.players
    state.rows = [[0, 0] for _row in range(2)]
    state.paint = ["red"]
    game.then(turn, 0)


@rules.step
def turn(game, seat):
    if game.state.turns == 6 * game.players:
        game.finish([{"points": points} for points in game.state.points])
        return
    game.state.turns += 1
    game.ask(seat, Act)
    game.then(turn, (seat + 1) % game.players)


def _lays(game, seat):
    return [("lay", card) for card in sorted(game.state.hands[seat])]


@rules.decision
class Act(Kind):
    prompt = "Do something"

    def choices(self, game, seat):
        return [("draw",), ("look",), ("paint",), *_lays(game, seat)]

    def refusals(self, game, seat):
        return [] if game.state.hands[seat] else [(("lay",), Text("Your hand is empty."))]

    def chosen(self, game, seat, what, card=0):
        state = game.state
        if what == "draw":
            card = state.deck.pop()
            state.hands[seat].append(card)
            game.tell("drew", {seat: {"card": card}}, seat=seat)
            game.reveal()
        elif what == "look":
            game.tell("looked", {seat: {"card": state.deck[-1]}}, seat=seat)
            game.reveal()
            game.ask(seat, Take)
            return
        elif what == "paint":
            state.paint = state.paint[-2:] + [COLOURS[game.draw("colour", 4)]]
            game.tell("painted", seat=seat, colours=list(state.paint))
        else:
            state.hands[seat].remove(card)
            state.shelf.append(card)
            state.points[seat] += card
            game.tell("laid", seat=seat, card=card)
        game.end_turn(seat)
        game.ask((seat + 1) % game.players, Praise)


@rules.decision
class Take(Kind):
    prompt = "Take the card you have seen?"
    secret = True

    def choices(self, game, seat):
        return [("take",), ("leave",)]

    def chosen(self, game, seat, what):
        game.tell("took" if what == "take" else "left", seat=seat)
        if what == "take":
            game.state.hands[seat].append(game.state.deck.pop())
        game.end_turn(seat)

    def shows(self, game, seat, what):
        return what


@rules.decision
class Praise(Kind):
    prompt = "Praise it?"
    out_of_turn = True

    def choices(self, game, seat):
        return [("praise",), ("no",)]

    def chosen(self, game, seat, what):
        game.state.points[seat] += what == "praise"

    def instructions(self, view):
        return [("never",)]

    def answer(self, instruction, view, choices, *args):
        return ("no",)


@rules.view
def view(game, seat):
    state = game.state
    return {
        "turns": state.turns,
        "deck": len(state.deck),
        "cards": [len(hand) for hand in state.hands],
        "hand": sorted(state.hands[seat]) if seat is not None else None,
        "shelf": state.shelf,
        "paint": state.paint,
        "points": state.points,
    }


@rules.secrets
def secrets(game, seat):
    state = game.state
    return {"deck": state.deck, "hands": [hand for i, hand in enumerate(state.hands) if i != seat]}


@rules.resample
def resample(game, seat, rng):
    state = game.state
    asked = game.decision(seat) if seat is not None else None
    seen = [state.deck.pop()] if asked and asked.kind == "take" else []
    others = [hand for i, hand in enumerate(state.hands) if i != seat]
    unknown = state.deck + [card for hand in others for card in hand]
    rng.shuffle(unknown)
    for hand in others:
        hand[:] = [unknown.pop() for _card in hand]
    state.deck = unknown + seen


@rules.reshuffle
def reshuffle(game):
    deck = game.state.deck
    seen = [deck.pop()] if any(asked.kind == "take" for asked in game.decisions()) else []
    game.shuffle("deck", deck)
    deck += seen
"""

Make = Callable[..., Rules[Any]]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """The game as a package that can be imported, with some words of it exchanged."""
    monkeypatch.syspath_prepend(tmp_path)
    names: list[str] = []

    def write(*exchanged: tuple[str, str]) -> Rules[Any]:
        source = GAME
        for old, new in exchanged:
            assert source.count(old) == 1, f"{source.count(old)} times {old!r}"
            source = source.replace(old, new)
        names.append(f"attic_{tmp_path.name}_{len(names)}".replace("-", "_"))
        (tmp_path / f"{names[-1]}.py").write_text(source)
        rules: Rules[Any] = import_module(names[-1]).rules
        return rules

    yield write
    for name in names:
        sys.modules.pop(name, None)


def check(rules: Rules[Any], games: int = 4) -> None:
    notes = Notebook()
    for seed in range(games):
        play_checked(rules, 2 + seed % 2, {}, seed, thorough=True, notes=notes)
    notes.check()


def test_the_game_as_it_is_passes_every_check(make: Make) -> None:
    rules = make()
    check(rules, 8)
    check_processes(f"{rules.package}:rules", 3, {}, 1)


DREW = 'game.tell("drew", {seat: {"card": card}}, seat=seat)'

SLIPS: dict[str, tuple[str, str, str]] = {
    "a secret in an event": (
        DREW,
        'game.tell("drew", seat=seat, card=card)',
        r"the event 'drew' tells seat \d a secret that its view does not show: .*\['card'\]",
    ),
    "a secret in the view": (
        '"deck": len(state.deck),',
        '"deck": state.deck[-1:],',
        r"view tells seat 0 a secret, or resample .*\['deck'\]",
    ),
    "a resample that forgets the hands": (
        "for hand in others:\n        hand[:] = [unknown.pop() for _card in hand]\n",
        "unknown = [card for card in unknown if not any(card in hand for hand in others)]\n",
        r"resample never deals 'hands' anew for (seat \d|a spectator)",
    ),
    "a resample that deals anew what a seat knows": (
        "others = [hand for i, hand in enumerate(state.hands) if i != seat]\n    unknown",
        "others = state.hands\n    unknown",
        r"tells seat \d a secret, or resample deals anew what it knows: \['hand'\]",
    ),
    "no resample": (
        "@rules.resample\n",
        "",
        r"resample never deals '(deck|hands)' anew for",
    ),
    "chance outside of draw": (
        'COLOURS[game.draw("colour", 4)]',
        "str(random.random())",
        r"act \('paint',\) of seat \d comes out otherwise when it is done again",
    ),
    "a look that can be taken back": (
        "game.reveal()\n            game.ask(seat, Take)",
        "game.ask(seat, Take)",
        r"act \('look',\) shows its own seat \d what it did not know, .* call game.reveal\(\)",
    ),
    "a secret in an event of the set-up": (
        "    game.then(turn, 0)",
        '    game.tell("dealt", deepest=state.deck[0])\n    game.then(turn, 0)',
        r"an event of the set-up tells seat 0 a secret .*\['deepest'\]|\[0\]\[1\]",
    ),
    "a look on a turn that is held": (
        "game.reveal()\n            game.ask(seat, Take)\n            return",
        "pass",
        r"act \('look',\) shows its own seat \d what it did not know, .* call game.reveal\(\)",
    ),
    "a drawn card that can be taken back": (
        f"{DREW}\n            game.reveal()\n",
        f"{DREW}\n            if card: return game.ask(seat, Take)\n",
        r"act \('draw',\) shows its own seat \d what it .* its view: \['view'\]\['hand'\]",
    ),
    "a key that is no string in an event": (
        'game.tell("painted", seat=seat, colours=list(state.paint))',
        'game.tell("painted", seat=seat, colours=dict(enumerate(state.paint)))',
        r"event 'painted' at \['colours'\] has the key \[0\], which comes back as a string",
    ),
    "a set in an event": (
        'game.tell("painted", seat=seat, colours=list(state.paint))',
        'game.tell("painted", seat=seat, colours=set(state.paint))',
        r"event 'painted' at \['colours'\] holds .* cannot be stored",
    ),
    "an instruction whose answer is never legal": (
        'return ("no",)',
        'return ("nein",)',
        r"what the instruction 'never' of praise answers was never legal",
    ),
    "an instruction whose answer is no tuple": (
        'return ("no",)',
        'return "no"',
        r"what the instruction \('never',\) of praise answers, is 'no': it must be a tuple",
    ),
    "an instruction that changes the view": (
        'return ("no",)',
        'return ("no", view.clear())[:1]',
        r"the instruction \('never',\) of praise changes the view",
    ),
    "no end of the turn": (
        "        game.end_turn(seat)\n        game.ask((seat + 1)",
        "        game.ask((seat + 1)",
        r"after act of seat \d it is seat \d's turn \(act\), but game.end_turn\(\d\) was never",
    ),
    "choices that change the state": (
        'return [("take",), ("leave",)]',
        'game.state.rows[0][0] += 1\n        return [("take",), ("leave",)]',
        r"choices or refusals of take changed the state: rows",
    ),
    "a row that is shared": (
        "[[0, 0] for _row in range(2)]",
        "[[0, 0]] * 2",
        r"state.rows\[0\] and state.rows\[1\] are one and the same list",
    ),
    "a refusal of what is legal": (
        'return [] if game.state.hands[seat] else [(("lay",)',
        'return [(("lay",)',
        r"act refuses \('lay',\) and lists \('lay', \d+\)",
    ),
    "a refusal that tells a secret": (
        'Text("Your hand is empty.")',
        'Text("Your hand is empty, {card} is next.", card=game.state.deck[-1])',
        r"seat \d (a secret|what it did not know).*\['refusals'\]",
    ),
    "the same choice twice": (
        'return [("take",), ("leave",)]',
        'return [("take",), ("leave",), ("take",)]',
        r"take lists \[\('take',\)\] more than once",
    ),
    "what cannot be saved": (
        "state.points = [0] * game.players",
        "state.points = [None] * game.players",
        r"what is saved cannot be loaded: Expected `int`, got `(null|None)` - at `\$.points\[0\]`",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_caught_and_named(make: Make, slip: str) -> None:
    old, new, message = SLIPS[slip]
    rules = make((old, new))
    with pytest.raises(AssertionError, match=message):
        check(rules, 8)


def test_a_hand_that_is_told_to_its_owner_in_the_set_up_is_no_secret(make: Make) -> None:
    dealt = "{seat: {'hand': sorted(hand)} for seat, hand in enumerate(state.hands)}"
    told = f'    game.tell("dealt", {dealt}, cards=len(state.deck))\n    game.then(turn, 0)'
    check(make(("    game.then(turn, 0)", told)), 8)


def test_no_resample_is_caught_without_a_list_of_secrets(make: Make) -> None:
    rules = make(("@rules.resample\n", ""), ("@rules.secrets\n", ""))
    with pytest.raises(AssertionError, match=r"tells single seats something, yet resample deals"):
        check(rules)


def test_the_order_of_a_set_is_caught_by_other_processes(make: Make) -> None:
    rules = make(('COLOURS[game.draw("colour", 4)]', 'list(set(COLOURS))[game.draw("colour", 4)]'))
    check(rules)  # one process alone does not notice
    with pytest.raises(AssertionError, match=r"another way in another process: the order of a set"):
        check_processes(f"{rules.package}:rules", 2, {}, 1)


def test_it_is_said_in_which_game_and_at_which_move(make: Make) -> None:
    rules = make((DREW, 'game.tell("drew", seat=seat, card=card)'))
    with pytest.raises(AssertionError) as raised:
        check(rules)
    note = raised.value.__notes__[0]
    assert note.startswith("attic, ")
    assert "act ('draw',)" in note


SHORT = ("players=(2, 3), package", "players=(2, 3), longest=90, package")


class TestGamesWithoutAnEnd:
    @pytest.mark.parametrize(
        ("old", "new", "lately"),
        [
            ("    game.state.turns += 1\n", "", r"of the last 91, seat \d answered \w+ by '\w+'"),
            (
                'game.state.points[seat] += what == "praise"',
                "game.ask((seat + 1) % game.players, Praise)",
                r"seat \d answered praise by '(praise|no)' [1-9]\d times",
            ),
        ],
        ids=["no turn is counted", "two seats who ask each other"],
    )
    def test_what_was_going_on_is_said(self, make: Make, old: str, new: str, lately: str) -> None:
        rules = make(SHORT, (old, new))
        with pytest.raises(RulesError, match=rf"attic goes on after 90 choices: .*{lately}"):
            check(rules)
        bots = [random_choice] * 2
        with pytest.raises(RulesError, match="attic goes on after 90 choices"):
            play_out(rules, 2, {}, b"attic" * 8, bots, random.Random(1))
        report = examine(rules)
        assert [finding.what[:30] for finding in report.findings] == [
            "attic goes on after 90 choices"
        ]
        assert (report.games, report.endless) == (1, True)

    def test_questions_that_nobody_can_answer_otherwise_are_named(self, make: Make) -> None:
        forced = """    prompt = "Praise it?"
    public = True

    def choices(self, game, seat):
        return [("praise",)]
"""
        rules = make(
            (
                'game.state.points[seat] += what == "praise"',
                "game.ask((seat + 1) % game.players, Praise)",
            ),
            (
                """    prompt = "Praise it?"
    out_of_turn = True

    def choices(self, game, seat):
        return [("praise",), ("no",)]
""",
                forced,
            ),
        )
        said = (
            r"more than 1000 steps after one choice, at last .*ask\('praise', 0\), ask\('praise', 1"
        )
        with pytest.raises(RulesError, match=said):
            check(rules)


@pytest.mark.slow
class TestReport:
    def test_a_sound_game_has_no_findings(self, make: Make) -> None:
        report = examine(make())
        assert report.findings == []
        assert report.warnings == []
        assert set(report.kinds) == {"act", "take", "praise"}
        assert report.games == 8

    def test_each_fault_is_reported_once_and_the_rest_goes_on(self, make: Make) -> None:
        rules = make(
            ('return ("no",)', 'return ("nein",)'),
            ("[[0, 0] for _row in range(2)]", "[[0, 0]] * 2"),
        )
        found = examine(rules).findings
        assert len(found) == 1
        assert "one and the same list" in found[0].what
        assert found[0].where.startswith("attic, 2 players")

    def test_with_few_positions_looked_at_each_kind_of_question_is_among_them(
        self, make: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rules, looked_at = make(), []
        monkeypatch.setattr(
            testing,
            "check_refusals",
            lambda game: looked_at.append({decision.kind for decision in game.decisions()}),
        )
        assert examine(rules).findings == []
        all_of_them = len(looked_at)
        looked_at.clear()
        assert examine(rules, every=1000).findings == []
        assert set().union(*looked_at) == {"act", "take", "praise"}
        assert len(looked_at) < all_of_them / 3

    def test_what_is_counted_over_all_positions_is_counted_where_few_are_looked_at(
        self, make: Make
    ) -> None:
        rules = make(('return ("no",)', 'return ("nein",)'))
        (found,) = examine(rules, every=1000).findings
        assert "what the instruction 'never' of praise answers was never legal" in found.what

    def test_a_player_who_hoards_comes_near_the_limit_and_is_warned_of(self, make: Make) -> None:
        rules = make(
            (
                "*_lays(game, seat)]",
                '*_lays(game, seat), *(("wait", i, 0) for i in range(95))]',
            ),
            ("what, card=0):", "what, card=0, _hour=0):"),
            (
                'elif what == "paint":',
                'elif what == "wait":\n            pass\n        elif what == "paint":',
            ),
        )
        report = examine(rules)
        assert report.findings == []
        most = report.kinds["act"]["most"]
        assert report.warnings[0] == f"act had {most} choices; more than 200 break a game"


class TestWordsOfWarning:
    """What the engine says itself, at the line of the rules that is wrong."""

    @staticmethod
    def play(rules: Rules[Any]) -> None:
        for seed in range(3):
            play_checked(rules, 2, {}, seed)

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("game.then(turn, 0)", 'game.then("trun", 0)', "no step 'trun' .*did you mean 'turn'"),
            ("game.then(turn, 0)", "game.then(turn, [0])", r"'turn' is put off with \[0\], which"),
            ("game.ask(seat, Act)", "game.ask(seat, Kind)", "no kind 'Kind' is registered"),
            ("game.ask(seat, Act)", "game.ask(7, Act)", "act is put to seat 7, which is none of 2"),
            ('return [("take",)', 'return [("take")', "take lists 'take': a choice is a tuple"),
            ('return [("take",), ("leave",)]', "return []", "take has 0 choices"),
            ('return [("take",), ("leave",)]', "pass", "take gives None as its choices"),
            ("@rules.view\n", "", "attic has no view: register one by @rules.view"),
            ("@rules.setup\n", "", "attic has no set-up: register one by @rules.setup"),
            ("state.points[seat] += card", "state.points[seat] += oops", "NameError: name 'oops'"),
        ],
    )
    def test_it_says_what_is_wrong(self, make: Make, old: str, new: str, message: str) -> None:
        rules = make((old, new))
        with pytest.raises(RulesError, match=message):
            self.play(rules)

    def test_it_names_file_and_line(self, make: Make) -> None:
        rules = make(("state.points[seat] += card", "state.points[seat] += oops"))
        with pytest.raises(RulesError) as raised:
            self.play(rules)
        line = next(
            number for number, text in enumerate(GAME.splitlines(), 1) if "seat] += card" in text
        )
        assert f"{rules.package}.py:{line} in chosen" in str(raised.value)

    def test_a_list_of_choices_is_blamed_on_the_function_that_makes_it(self, make: Make) -> None:
        rules = make(('return [("take",), ("leave",)]', "return []"))
        with pytest.raises(RulesError, match=r"attic_.*\.py:\d+ in choices"):
            self.play(rules)

    @pytest.mark.parametrize(
        ("field", "message"),
        [
            ("seen: set[int] = set()", r"Attic.seen holds a set, .* a sorted list"),
            ("seen: dict[int, str] = {}", r"Attic.seen holds a dict whose keys are not strings"),
            ("seen: list[Any] = []", r"Attic.seen holds Any"),
        ],
    )
    def test_fields_that_do_not_survive_saving_are_refused(
        self, make: Make, field: str, message: str
    ) -> None:
        with pytest.raises(RulesError, match=message):
            make(
                ("    turns: int = 0\n", f"    turns: int = 0\n    {field}\n"),
                ("import random\n", "import random\nfrom typing import Any\n"),
            )

    @pytest.mark.parametrize("field", ["phase: str = ''", "given: list[int] = []", "seed: int = 0"])
    def test_a_field_that_would_hide_one_of_the_engine_is_refused(
        self, make: Make, field: str
    ) -> None:
        name = field.partition(":")[0]
        with pytest.raises(RulesError, match=rf"Attic\.{name} would hide .* something else"):
            make(("    turns: int = 0\n", f"    turns: int = 0\n    {field}\n"))

    @pytest.mark.parametrize(
        ("listed", "said"),
        [
            ("(i, 0, 0) for i in range(201)", "201 choices, more than 200"),
            ("(i, 0) for i in range(1001)", "1001 choices, more than 1000"),
            ("(i,) for i in range(1001)", "1001 choices, more than 1000"),
            (
                "(i, Amounts({'coin': 2}, total=1)) for i in range(201)",
                "201 choices, more than 200",
            ),
            ("(i, 0)[:i] for i in range(201)", "201 choices, more than 200"),
        ],
    )
    def test_a_choice_that_would_lead_to_too_many_fails_and_nothing_is_stored(
        self, make: Make, listed: str, said: str
    ) -> None:
        rules = make(
            ('return [("take",), ("leave",)]', f"return [{listed}]"),
            ("import random\n", "import random\n\nfrom games.rules.engine import Amounts\n"),
        )
        game = rules.new(2, {}, b"attic" * 8)
        before = game.save()
        with pytest.raises(RulesError, match=f"take has {said}: ask part of it"):
            game.copy().choose(0, ("look",))
        assert game.save() == before
        game.choose(0, ("paint",))
        assert game.to_move() == [1]
