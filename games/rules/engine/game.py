"""One game: a state, an agenda of steps still to be done, and the decisions that are open.

The engine pops the top step of the agenda and runs it. A step changes the state, tells events,
puts further steps on the agenda (``then``) or a decision to seats (``ask``, ``ask_all``); when a
decision is open the engine waits for ``choose``. Everything pending is data in the state, so a
game can be saved, copied and looked at between any two choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .chance import Draw, draw
from .errors import IllegalChoice, RulesError
from .state import Choice, Event, Json, Open, Part, Result, State, TieBreaker

if TYPE_CHECKING:
    from .rules import Kind, Rules, Shuffler

S = TypeVar("S", bound=State)

MAX_STEPS = 1000
MAX_CHOICES = 200


class Decision:
    """An open decision: who is asked what, with every legal choice; ``asks`` is its Kind."""

    __slots__ = ("_choices", "_game", "answer", "args", "asks", "id", "kind", "sealed", "seat")

    def __init__(self, game: Game[Any], open_: Open) -> None:
        self._game = game
        self._choices: list[Choice] | None = None
        self.id = open_.id
        self.seat = open_.seat
        self.kind = open_.kind
        self.asks: Kind = game.rules.kinds[open_.kind]
        self.args = open_.args
        self.sealed = open_.sealed
        self.answer = open_.answer

    @property
    def forced(self) -> bool:
        """Whether there is but one choice and everybody can see that (DECISIONS 5)."""
        return self.asks.public and len(self.choices) == 1

    @property
    def prompt(self) -> str:
        """The question, an English message to be translated where it is shown."""
        return self.asks.prompt

    @property
    def choices(self) -> list[Choice]:
        """Every legal choice, at most MAX_CHOICES."""
        if self._choices is None:
            choices = self.asks.choices(self._game, self.seat, *self.args)
            if not choices or len(choices) > MAX_CHOICES:
                raise RulesError(f"{self.kind} has {len(choices)} choices")
            self._choices = choices
        return self._choices

    def find(self, choice: Sequence[object]) -> Choice:
        """The legal choice equal to ``choice``; IllegalChoice says which part is wrong."""
        wanted = tuple(choice)
        for legal in self.choices:
            # True equals 1 in Python but not in JSON, so types are compared too (DECISIONS 7).
            if legal == wanted and [*map(type, legal)] == [*map(type, wanted)]:
                return legal
        return self._explain(wanted)

    def _explain(self, wanted: tuple[object, ...]) -> Choice:
        matching = self.choices
        for i, part in enumerate(wanted):
            further = [
                c for c in matching if len(c) > i and c[i] == part and type(part) is type(c[i])
            ]
            if not further:
                allowed = sorted({repr(c[i]) for c in matching if len(c) > i})
                hint = f"it may be {', '.join(allowed)}" if allowed else "nothing may follow here"
                raise IllegalChoice(f"part {i + 1} of the choice cannot be {part!r}: {hint}")
            matching = further
        allowed = sorted({repr(c[len(wanted)]) for c in matching})
        raise IllegalChoice(f"the choice is not complete: next may be {', '.join(allowed)}")


class Game(Generic[S]):
    """A game in memory. After ``choose``, ``confirm`` or ``start`` these say what happened:

    ``answered``: the decision that was answered, if one was; ``events``: what was told; ``draws``:
    the draws made; ``barrier``: it cannot be taken back (DECISIONS 2); ``turns_ended``: the seats
    whose turn ended, in order.
    """

    def __init__(self, rules: Rules[S], state: S) -> None:
        self.rules = rules
        self.state = state
        self._decisions: list[Decision] | None = None
        self._pushed: list[tuple[str, tuple[Part, ...]]] = []
        self._begin(None, hold=False)

    def _begin(self, mover: int | None, *, hold: bool) -> None:
        self._mover = mover
        self._hold = hold
        self.answered: Decision | None = None
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.barrier = False
        self.turns_ended: list[int] = []

    # What rules call --------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return self.state.players

    def option(self, name: str) -> Any:
        """The value of an option of this game."""
        return self.state.options[name]

    def then(self, step: Callable[..., None] | str, *args: Part) -> None:
        """Do ``step`` next; several calls are carried out in the order they were made."""
        self._pushed.append((step if isinstance(step, str) else step.__name__, args))

    def ask(self, seat: int, kind: type[Kind], *args: Part) -> None:
        """Put a decision to one seat when the agenda gets here."""
        self._pushed.append(("ask", (kind.name, seat, *args)))

    def ask_all(self, seats: Sequence[int], kind: type[Kind], *args: Part) -> None:
        """Ask several seats at once; answers stay sealed until the last is in (DECISIONS 3)."""
        if seats:
            self._pushed.append(("ask_all", (kind.name, len(seats), *seats, *args)))

    def end_turn(self, seat: int) -> None:
        """The turn of ``seat`` is over; a holder who wants to confirm is held here."""
        self._pushed.append(("end_turn", (seat,)))

    def tell(self, kind: str, private: dict[int, Json] | None = None, /, **data: Any) -> None:
        """Say what happened; ``private`` adds what only single seats may know."""
        if private:
            hidden = {str(seat): extra for seat, extra in private.items()}
            self.events.append(Event(kind, data, hidden))
        else:
            self.events.append(Event(kind, data))

    def reveal(self) -> None:
        """Somebody learned something new: what led here can no longer be taken back."""
        self.barrier = True

    def draw(self, label: str, bound: int) -> int:
        """A fair number in ``range(bound)``, logged so that it can be checked."""
        state = self.state
        result = draw(state.seed, state.epoch, label, state.drawn, bound)
        self.draws.append(Draw(label, state.epoch, state.drawn, bound, result))
        state.drawn += 1
        self.barrier = True
        return result

    def shuffle(self, label: str, items: list[Any]) -> None:
        """Shuffle in place by fair draws."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(label, i + 1)
            items[i], items[j] = items[j], items[i]

    def finish(
        self, breakdown: list[dict[str, int]], tie_breakers: dict[str, list[int]] | None = None
    ) -> None:
        """The game is over: rank the seats by their points, then by each tie-breaker in turn."""
        scores = [sum(points.values()) for points in breakdown]
        keys: list[tuple[int, ...]] = [(score,) for score in scores]
        used = []
        for name, values in (tie_breakers or {}).items():
            if len(set(keys)) == len(keys):
                break
            tied = [seat for seat, key in enumerate(keys) if keys.count(key) > 1]
            if any(values[a] != values[b] for a in tied for b in tied if keys[a] == keys[b]):
                used.append(TieBreaker(name, list(values)))
            keys = [(*key, value) for key, value in zip(keys, values, strict=True)]
        ranks = [1 + sum(other > key for other in keys) for key in keys]
        self.state.result = Result(scores, ranks, breakdown, used)
        self.state.agenda.clear()
        self._pushed.clear()
        self.barrier = True

    # What players call ------------------------------------------------------------------------

    def decisions(self) -> list[Decision]:
        """The decisions that wait for an answer; none when the game is over or a turn is held."""
        return [decision for decision in self._opened() if decision.answer is None]

    def decision(self, seat: int) -> Decision | None:
        """The seat's open decision, a sealed one that it may still change included."""
        for decision in self._opened():
            if decision.seat == seat:
                return decision
        return None

    def to_move(self) -> list[int]:
        """The seats that the game waits for."""
        if self.state.held is not None:
            return [self.state.held]
        return [open_.seat for open_ in self.state.open if open_.answer is None]

    def choose(self, seat: int, choice: Sequence[object], *, hold: bool = False) -> list[Event]:
        """Take a choice for a seat and run on to the next decision; returns the events.

        With ``hold`` the game stops before the seat's turn is given away, for ``confirm``.
        IllegalChoice leaves the game as it was; after RulesError it must be thrown away.
        """
        decision = self.decision(seat)
        if decision is None or self.state.held is not None:
            raise IllegalChoice(f"nothing is asked of seat {seat} now")
        taken = decision.find(choice)
        self._begin(seat, hold=hold)
        self.answered = decision
        if decision.sealed:
            return self._guard(self._seal, decision, taken)
        return self._guard(self._take, decision, taken)

    def withdraw(self, seat: int) -> None:
        """Take back a sealed answer while others are still thinking."""
        for open_ in self.state.open:
            if open_.seat == seat and open_.answer is not None:
                self._begin(seat, hold=False)
                open_.answer = None
                self._decisions = None
                return
        raise IllegalChoice(f"seat {seat} has no answer to withdraw")

    def confirm(self, seat: int) -> list[Event]:
        """End a held turn and run on; returns the events."""
        if self.state.held != seat:
            raise IllegalChoice(f"seat {seat} has no turn to confirm")
        self.state.held = None
        self._begin(seat, hold=False)
        return self._guard(lambda: None)

    def result(self) -> Result | None:
        return self.state.result

    def view(self, seat: int | None) -> Json:
        """All that a seat (None: a spectator) may know of the position, as plain data."""
        assert self.rules._view is not None
        return self.rules._view(self, seat)

    def standing(self) -> list[dict[str, int]] | None:
        """Points per seat and source if the game ended now, as far as they are public."""
        if self.state.result is not None:
            return self.state.result.breakdown
        return self.rules._standing(self) if self.rules._standing else None

    def save(self) -> bytes:
        return self.rules.encode(self.state)

    def copy(self) -> Game[S]:
        return self.rules.load(self.save())

    def resample(self, seat: int | None, rng: Shuffler) -> Game[S]:
        """Another game that the seat could not tell from this one: secrets and chance re-dealt."""
        other = self.copy()
        other.state.seed = bytes(rng.randrange(256) for _ in range(32))
        if self.rules._resample is not None:
            self.rules._resample(other, seat, rng)
        for open_ in other.state.open:
            if open_.seat != seat and open_.answer is not None:
                choices = Decision(other, open_).choices
                open_.answer = choices[rng.randrange(len(choices))]
        return other

    # The machinery ----------------------------------------------------------------------------

    def start(self) -> list[Event]:
        """Set up a fresh state and run to the first decision."""
        assert self.rules._setup is not None
        return self._guard(self.rules._setup, self)

    def _guard(self, act: Callable[..., None], *args: Any) -> list[Event]:
        try:
            act(*args)
            self._flush()
            self._run()
        except RulesError:
            raise
        except Exception as error:
            raise RulesError(f"{self.rules.slug}: {type(error).__name__}: {error}") from error
        return self.events

    def _opened(self) -> list[Decision]:
        if self._decisions is None:
            self._decisions = [Decision(self, open_) for open_ in self.state.open]
        return self._decisions

    def _take(self, decision: Decision, choice: Choice) -> None:
        state = self.state
        state.open = [open_ for open_ in state.open if open_.id != decision.id]
        self._decisions = None
        decision.asks.chosen(self, decision.seat, *decision.args, *choice)

    def _seal(self, decision: Decision, choice: Choice) -> None:
        opened = self.state.open
        next(open_ for open_ in opened if open_.id == decision.id).answer = choice
        self._decisions = None
        self._unseal()

    def _unseal(self) -> None:
        """When the last sealed answer is in, carry all of them out in seat order."""
        opened = self.state.open
        if any(open_.answer is None for open_ in opened):
            return
        self.state.open = []
        self._decisions = None
        self.barrier = True
        for open_ in sorted(opened, key=lambda o: o.seat):
            assert open_.answer is not None
            args = (*open_.args, *open_.answer)
            self._pushed.append(("apply_answer", (open_.kind, open_.seat, *args)))

    def _flush(self) -> None:
        if self._pushed:
            self.state.agenda.extend(reversed(self._pushed))
            self._pushed.clear()

    def _run(self) -> None:
        state, steps, pushed = self.state, self.rules.steps, self._pushed
        agenda = state.agenda
        budget = MAX_STEPS
        while not state.open and state.held is None and state.result is None:
            if not agenda:
                raise RulesError("nothing is left to do, yet the game is not over")
            budget -= 1
            if budget < 0:
                raise RulesError(f"more than {MAX_STEPS} steps after one choice")
            name, args = agenda.pop()
            steps[name](self, *args)
            if pushed:
                agenda.extend(reversed(pushed))
                pushed.clear()

    def _leaves(self, entry: str, *args: Part) -> bool:
        """Others are to act now: hold the mover first if it wants to confirm (DECISIONS 1)."""
        if self._mover is None:
            return True
        if self._hold:
            self.state.held = self._mover
            self._pushed.append((entry, args))
            return False
        self.barrier = True
        return True

    def _open(self, kind: str, seat: int, args: tuple[Part, ...], *, sealed: bool) -> Decision:
        """Put a decision to a seat; where all can see that a sealed one is forced, answer it."""
        state, decisions = self.state, self._opened()
        open_ = Open(state.asked, seat, kind, args, sealed)
        decision = Decision(self, open_)
        state.asked += 1
        state.open.append(open_)
        decisions.append(decision)
        if sealed and decision.forced:
            decision.answer = open_.answer = decision.choices[0]
        return decision


def _ask(game: Game[Any], kind: str, seat: int, *args: Part) -> None:
    if seat == game._mover or game._leaves("ask", kind, seat, *args):
        decision = game._open(kind, seat, args, sealed=False)
        if decision.forced:
            game._take(decision, decision.choices[0])


def _ask_all(game: Game[Any], kind: str, count: int, *args: Part) -> None:
    seats: list[int] = [int(seat) for seat in args[:count]]
    if count == 1:
        _ask(game, kind, *seats, *args[1:])
    elif game._leaves("ask_all", kind, count, *args):
        for seat in seats:
            game._open(kind, seat, args[count:], sealed=True)
        game._unseal()


def _end_turn(game: Game[Any], seat: int) -> None:
    if game._hold and game._mover == seat:
        game.state.held = seat
        game.end_turn(seat)
    else:
        game.barrier = True
        game.turns_ended.append(seat)


def _apply_answer(game: Game[Any], kind: str, seat: int, *args: Part) -> None:
    game.rules.kinds[kind].chosen(game, seat, *args)


ENGINE_STEPS: dict[str, Callable[..., None]] = {
    "ask": _ask,
    "ask_all": _ask_all,
    "end_turn": _end_turn,
    "apply_answer": _apply_answer,
}
