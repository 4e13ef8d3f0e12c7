"""Notes taken during games, for errors that show only over a whole game or many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from .amounts import Amounts
from .checks import Worlds, answered, called, check_storable, short_of
from .errors import IllegalChoice
from .game import Game
from .reach import Reach
from .spent import Spent
from .state import Choice, Event, Json, State

#: How often a thing must have been tried before it is reported as never happening.
ENOUGH = 12
#: How often a kind must have been asked, for each seat, before a seat is reported as left out.
ASKED = 12
#: A field with so many entries that never has fewer grows with the game.
MANY = 200


class Notebook:
    """Notes over many games.

    ``most``, ``limits`` and ``asked`` say how many choices each kind had at most and might have
    had, and how often it came up; ``spent`` what its parts cost, ``reach`` what came up, ``short``
    where there was less than nothing of a good.
    """

    def __init__(self) -> None:
        self.spent = Spent()
        self.reach = Reach()
        self.most: Counter[str] = Counter()
        self.limits: dict[str, int] = {}
        self.asked: Counter[str] = Counter()
        self._asked_of: Counter[tuple[str, int, int]] = Counter()
        self._sizes: dict[str, int] = {}
        self._grown: dict[str, tuple[int, int]] = {}
        self._shrunk: set[str] = set()
        self._looked: Counter[tuple[str, int | None]] = Counter()
        self._moved: Counter[tuple[str, int | None]] = Counter()
        self._untold: Counter[str] = Counter()
        self._reshuffled: Counter[str] = Counter()
        self._answers: Counter[tuple[str, str]] = Counter()
        self._legal: Counter[tuple[str, str]] = Counter()
        self._goods: set[str] = set()
        self.short = ""
        self._hidden = ""
        self._resampled = self._changed = 0
        self._turn: tuple[int, str] | None = None
        self._ended: int | None = None
        self._turns: Counter[int] = Counter()
        self._fewest: list[int] = []

    def begin(self) -> None:
        """Begin another game."""
        self._turn = self._ended = None
        self._turns.clear()
        self._sizes.clear()

    def note(self, game: Game[Any]) -> None:
        """Note a position in which a seat must choose."""
        for decision in game.decisions():
            self.asked[decision.kind] += 1
            self._asked_of[decision.kind, game.players, decision.seat] += 1
            if len(decision.choices) > self.most[decision.kind]:
                self.most[decision.kind] = len(decision.choices)
                self.limits[decision.kind] = decision.limit
            for choice in decision.choices:
                self._goods.update(*(part.of for part in choice if isinstance(part, Amounts)))
        if self._goods and not self.short:
            self.short = short_of(game, self._goods)
        self.spent.note("save", len(game.save()), f"{game.players} players")
        self._note_sizes(game)
        self._note_instructions(game)

    def note_secrets(self, game: Game[Any], worlds: Worlds) -> None:
        """Note what is dealt anew, in a position and in the worlds that nobody could tell from
        it."""
        for seat, other in worlds.items():
            self._resampled += 1
            self._changed += other.save() != game.save()
            hook = game.rules.hooks.secrets
            if hook is not None:
                here, there = hook(game, seat), hook(other, seat)
                for name, value in here.items():
                    self._looked[name, seat] += bool(value)
                    self._moved[name, seat] += there.get(name) != value
        if game.rules.hooks.secrets is not None and worlds:
            self._note_untold(game, worlds)
        if not self._hidden and any(d.asks.secret for d in game.decisions()):
            kind = next(d.kind for d in game.decisions() if d.asks.secret)
            self._hidden = f"{kind} is secret"

    def note_listing(self, fresh: Game[Any]) -> None:
        """Measure how long it takes to list choices, in a game where they have not been listed."""
        for decision in fresh.decisions():
            self.spent.timed("choices", decision.kind, lambda asked: asked.choices, decision)

    def note_choice(self, after: Game[Any]) -> None:
        """Note what a choice told, and whose turn it is afterwards."""
        for event in after.events:
            self._note_event(event)
        self._note_turn(after)
        decision = answered(after)
        if decision.seat not in after.to_move() or decision.seat in after.turns_ended:
            self._turns[decision.seat] += 1

    def note_end(self, game: Game[Any]) -> None:
        """Note how many turns everybody has ended in a whole game."""
        self._fewest.append(min(self._turns[seat] for seat in range(game.players)))

    def why_none_counts(self, least: int) -> str:
        """Why no game could count with this many required turns of everybody; empty if some
        would."""
        most = max(self._fewest, default=least)
        if most >= least:
            return ""
        return (
            f"counts_after={least}, and in no whole game has everybody ended more than {most} "
            "turns: none would count for ratings and records. About a tenth of a game's turns is "
            "enough"
        )

    def left_out(self) -> Iterator[str]:
        """A sentence on each kind that is asked often, and never of some seat."""
        for kind, players in sorted({(kind, players) for kind, players, _seat in self._asked_of}):
            times = [self._asked_of[kind, players, seat] for seat in range(players)]
            if sum(times) >= ASKED * players and 0 in times:
                yield (
                    f"{kind} was asked {sum(times)} times in games of {players}, and never of seat "
                    f"{times.index(0)}: does its turn come?"
                )

    def _note_sizes(self, game: Game[Any]) -> None:
        for name in game.state.__struct_fields__:
            value = getattr(game.state, name)
            if not isinstance(value, list | dict) or name in State.__struct_fields__:
                continue
            before, size = self._sizes.get(name, len(value)), len(value)
            if size < before:
                self._shrunk.add(name)
            self._sizes[name] = size
            least, most = self._grown.get(name, (size, size))
            self._grown[name] = (min(least, size), max(most, size))

    def growing(self) -> Iterator[str]:
        """A sentence on each field of the state that gets ever longer."""
        for name, (least, most) in sorted(self._grown.items()):
            if name not in self._shrunk and most >= MANY and most > 2 * least:
                yield (
                    f"state.{name} came to {most} entries and never got fewer: each position is "
                    "stored with all of them. Remove what no longer matters, as seen.clear() does "
                    "after a capture"
                )

    def check(self) -> None:
        """Raise AssertionError for what should have happened and never did."""
        for (name, seat), times in self._looked.items():
            if times >= ENOUGH and not self._moved[name, seat]:
                raise AssertionError(
                    f"resample never deals {name!r} anew for {called(seat)}: bots would see the "
                    "truth. Deal it in @rules.resample, or leave it out of @rules.secrets"
                )
        for name, times in self._untold.items():
            if times >= ENOUGH and not self._reshuffled[name]:
                raise AssertionError(
                    f"nobody has been told {name}, and reshuffle never deals it anew: what was "
                    "seen of it comes again when moderators have taken a game back. Shuffle it in "
                    "@rules.reshuffle, with all else that nobody has been told and it may lie in"
                )
        if self._hidden and self._resampled >= ENOUGH and not self._changed:
            raise AssertionError(
                f"{self._hidden}, yet resample deals nothing anew: register by @rules.resample "
                "what re-deals all that a seat has not been told, or bots see the truth"
            )
        for (kind, word), times in self._answers.items():
            if times >= ENOUGH and not self._legal[kind, word]:
                raise AssertionError(
                    f"what the instruction {word!r} of {kind} answers was never legal "
                    f"({times} times)"
                )

    # Secrets ------------------------------------------------------------------------------------

    def _note_untold(self, game: Game[Any], worlds: Worlds) -> None:
        """Note which secrets that could differ for everybody a new epoch deals anew."""
        tell, again = game.rules.hooks.secrets, game.copy()
        again.begin_epoch(game.state.epoch + 1)
        here, *others = [tell(game, seat) for seat in (None, *range(game.players))]
        names = [name for name in here if all(other.get(name) == here[name] for other in others)]
        dealt = [_otherwise(here, tell(world, seat), names) for seat, world in worlds.items()]
        self._untold.update(set.intersection(*dealt))
        self._reshuffled.update(_otherwise(here, tell(again, None), names))

    def _note_event(self, event: Event) -> None:
        if event.private and not self._hidden:
            self._hidden = f"the event {event.kind!r} tells single seats something"

    # Instructions -------------------------------------------------------------------------------

    def _note_instructions(self, game: Game[Any]) -> None:
        for decision in game.decisions():
            view = self.spent.timed("view", f"at {decision.kind}", game.view, decision.seat)
            for instruction in decision.asks.instructions(view):
                what = f"the instruction {instruction!r} of {decision.kind}"
                check_form(instruction, what)
                before, as_it_was = game.save(), repr(view)
                answer = decision.asks.answer(instruction, view, decision.choices, *decision.args)
                expired = decision.asks.expires(instruction, view)
                assert game.save() == before, f"{what} changes the state"
                assert repr(view) == as_it_was, f"{what} changes the view"
                assert not expired, f"{what} is offered and has expired at once"
                if answer is not None:
                    check_form(answer, f"what {what} answers,")
                    key = (decision.kind, str(instruction[0]))
                    self._answers[key] += 1
                    self._legal[key] += _is_legal(decision, answer)

    # Turns --------------------------------------------------------------------------------------

    def _note_turn(self, game: Game[Any]) -> None:
        """Note that a turn before another seat's own turn must have ended."""
        decision = answered(game)
        if not (decision.sealed or decision.asks.out_of_turn or decision.seat == self._ended):
            self._turn, self._ended = (decision.seat, decision.kind), None
        if game.turns_ended:
            # What it is still asked afterwards belongs to the turn that has ended.
            self._turn, self._ended = None, game.turns_ended[-1]
        asked = [d for d in game.decisions() if not (d.sealed or d.asks.out_of_turn)]
        if self._turn and asked and asked[0].seat != self._turn[0]:
            seat, kind = self._turn
            raise AssertionError(
                f"after {kind} of seat {seat} it is seat {asked[0].seat}'s turn "
                f"({asked[0].kind}), but game.end_turn({seat}) was never called: seat {seat} "
                "cannot confirm, nor can clocks tell its turn is over (or set out_of_turn = True "
                f"on {asked[0].kind})"
            )


def _otherwise(here: Json, there: Json, names: list[str]) -> set[str]:
    """Which of these secrets differ there, and which have exchanged things with one another."""
    found = {repr(name) for name in names if there.get(name) != here[name]}
    lists = [name for name in names if isinstance(here[name], list)]
    held, holds = [
        {name: sorted(map(repr, secrets.get(name, ()))) for name in lists}
        for secrets in (here, there)
    ]
    if sorted(chain(*held.values())) == sorted(chain(*holds.values())):
        found |= {f"which things {name!r} holds" for name in lists if held[name] != holds[name]}
    return found


def check_form(parts: Any, what: str) -> None:
    """Check that instructions and their answers have the form of choices."""
    assert type(parts) is tuple, f"{what} is {parts!r}: it must be a tuple, ({parts!r},)"
    for part in parts:
        assert type(part) in (str, int, dict), f"{what} has the part {part!r}"
        check_storable(part, what)


def _is_legal(decision: Any, answer: Choice) -> bool:
    try:
        decision.find(answer)
    except IllegalChoice:
        return False
    return True


def figures(notes: Notebook) -> Json:
    """How often each kind was asked, and how many choices it had at most and might have had."""
    return {
        kind: {"asked": notes.asked[kind], "most": most, "limit": notes.limits[kind]}
        for kind, most in notes.most.most_common()
    }
