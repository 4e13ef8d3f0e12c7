"""One game: a state, an agenda of pending steps, and the open decisions.

The engine pops the top step of the agenda and runs it. A step changes the state, tells events, puts
further steps on the agenda (``then``) or a decision to seats (``ask``, ``ask_all``); when a
decision is open the engine waits for ``choose``. Everything pending is data in the state, so a game
can be saved, copied and looked at between any two choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from .chance import Dealer, Shuffler
from .decision import Decision
from .errors import IllegalChoice, RulesError, blame
from .flow import Flow
from .kinds import GameType
from .state import Choice, Event, Given, Json, Kept, Open, Phase, Result, State

S = TypeVar("S", bound=State)

MAX_STEPS = 1000
#: How many of the last steps are listed, if there are more.
LAST_STEPS = 6


class Game(Flow[S]):
    """A game in memory. After ``choose``, ``confirm`` or ``start`` these say what happened:

    ``answered``: the decision that was answered, if one was; ``events``: the events; ``draws``: the
    draws made; ``barrier``: it cannot be taken back; ``revealed``: somebody learned something by
    it; ``learnt``: a bit for each seat that did, or that saw chance decide; ``turns_ended``: the
    seats whose turn ended, in order.
    """

    def __init__(self, rules: GameType[S], state: S) -> None:
        super().__init__(rules, state)
        self._decisions: list[Decision] | None = None
        self._parts: dict[int, Game[S]] = {}
        self._begin(None)

    def _begin(self, mover: int | None, hold: bool = False) -> None:
        self._mover = mover
        self._hold = hold
        self.answered: Decision | None = None
        self.events = []
        self.draws = []
        self.barrier = self.revealed = False
        self.learnt = 0
        self.turns_ended: list[int] = []

    # Called for players ------------------------------------------------------------------------

    def decisions(self) -> list[Decision]:
        """The decisions that wait for an answer; none if the game is over or a turn is held."""
        opened = self._opened() if self._decisions is None else self._decisions
        if len(opened) == 1 and opened[0].answer is None:
            return [opened[0]]
        return [decision for decision in opened if decision.answer is None]

    def decision(self, seat: int) -> Decision | None:
        """The seat's open decision, including a sealed one that it may still change."""
        for decision in self._opened() if self._decisions is None else self._decisions:
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
        self._begin(seat, hold)
        self.answered = decision
        try:
            if decision.sealed:
                self._seal(decision, taken)
            else:
                self._take(decision, taken)
            self._run()
        except Exception as error:  # noqa: BLE001  it is raised again
            self._fail(error)
        return self.events

    def withdraw(self, seat: int) -> None:
        """Take back a sealed answer while others have not answered; in a part the last answer."""
        if not self.can_withdraw(seat):
            raise IllegalChoice(f"seat {seat} has no answer to withdraw")
        self._begin(seat)
        self._take_back(self._open_of(seat))

    def can_withdraw(self, seat: int) -> bool:
        """Whether the seat has a sealed answer, or one in a part, that it may take back."""
        return any(
            open_.seat == seat and (open_.answer is not None or bool(open_.given))
            for open_ in self.state.open
        )

    def confirm(self, seat: int) -> list[Event]:
        """End a held turn and run on; returns the events."""
        if self.state.held != seat:
            raise IllegalChoice(f"seat {seat} has no turn to confirm")
        self.state.held = None
        self._begin(seat)
        return self._guard(lambda: None)

    def begin_epoch(self, epoch: int) -> None:
        """Continue after a moderator's rollback to here: chance is new from now on.

        What nobody has seen yet is reshuffled.
        """
        self.state.epoch = epoch
        self._begin(None)
        if self.rules.hooks.reshuffle is not None:
            self._guarded("reshuffle", self.rules.hooks.reshuffle, self)
        self.changed()

    def result(self) -> Result | None:
        return self.state.result

    def view(self, seat: int | None) -> Json:
        """Everything that a seat (None: a spectator) may know of the position, as plain data."""
        shown: Json = self._guarded("view", self.rules.hooks.view, self.own(seat), seat)
        return shown

    def standing(self) -> list[dict[str, int]] | None:
        """Points per seat and source if the game ended now, as far as they are public."""
        if self.state.result is not None:
            return self.state.result.breakdown or None
        count = self.rules.hooks.standing
        return self._guarded("standing", count, self) if count else None

    def scored(self) -> list[dict[str, int]] | None:
        """Points per seat and source scored so far; the standing, if that is the same."""
        count = self.rules.hooks.scored
        if self.state.result is not None or count is None:
            return self.standing()
        points: list[dict[str, int]] = self._guarded("scored", count, self)
        return points

    def instructions(self, seat: int, view: Json | None = None) -> dict[str, list[Choice]]:
        """Every standing instruction that the seat may leave, by kind of decision.

        ``view``: the seat's, if it has been computed.
        """
        kinds = {name: kind for name, kind in self.rules.kinds.items() if kind.can_be_instructed}
        if not kinds:
            return {}
        view = self.view(seat) if view is None else view
        offered = {
            name: self._guarded("instructions", kind.instructions, view)
            for name, kind in kinds.items()
        }
        return {name: listed for name, listed in offered.items() if listed}

    def expired(self, seat: int, kind: str, instruction: Choice) -> bool:
        """Whether this standing instruction of the seat has expired."""
        expires = self.rules.kinds[kind].expires
        return bool(self._guarded("expires", expires, instruction, self.view(seat)))

    def save(self) -> bytes:
        saved: bytes = self.rules.encode(self.state)
        return saved

    def copy(self) -> Game[S]:
        other = type(self)(self.rules, self.rules.decode(self.save()))
        other._alone = self._alone
        return other

    def changed(self) -> None:
        """List the open choices again after the state was changed by hand, as tests do."""
        self._decisions = None
        self._parts.clear()

    def own(self, seat: int | None) -> Game[S]:
        """The game as played so far in a seat's own part of a phase; usually the game itself."""
        if seat is not None and self.state.phase is not None:
            for open_ in self.state.open:
                if open_.seat == seat:
                    return self._part(open_)
        return self

    def resample(self, seat: int | None, rng: Shuffler) -> Game[S]:
        """Another game that the seat could not tell from this one: secrets and chance dealt
        anew, by ``rng`` and by nothing that the seat does not know.

        What others have answered in parts that are not carried out yet they are asked again.
        Sealed answers of others that wait to be carried out stay: see ``waits_for_sealed``.
        """
        other, dealer = self.copy(), Dealer(rng)
        other.state.seed = bytes(rng.randrange(256) for _ in range(32))
        if self.rules.hooks.resample is not None:
            self.rules.hooks.resample(other, seat, dealer)
        given = other.state.given
        other.state.given = {key: given[key] for key in given if key == str(seat)}
        for open_ in other.state.open:
            if open_.seat != seat:
                other.answer_anew(open_.seat, dealer)
        return other

    def waits_for_sealed(self, seat: int | None) -> bool:
        """Whether sealed answers of other seats are still to be carried out: the game goes on by
        what ``seat`` does not know, and everybody can see that."""
        waiting = (args for name, args in self.state.agenda if name == "apply_answer")
        return any(args[1] != seat for args in waiting)

    def renumber(self) -> None:
        """Count questions and draws from 0 again: their numbers may tell how others answered in
        their parts."""
        state = self.state
        state.asked = state.drawn = state.epoch = 0
        for open_ in state.open:
            open_.id = state.asked
            state.asked += 1
        self.changed()

    def answer_anew(self, seat: int, rng: Shuffler) -> None:
        """For checks: let a seat that has answered, while others are asked, answer otherwise."""
        open_ = self._open_of(seat)
        if open_.given is not None:
            self._play_anew(open_, rng)
        elif open_.answer is not None:
            open_.answer = _any_answer(Decision(self, open_), rng)

    # Internals ----------------------------------------------------------------------------

    def start(self) -> list[Event]:
        """Set up a fresh state and run to the first decision."""
        assert self.rules.hooks.setup is not None
        return self._guard(self.rules.hooks.setup, self)

    def _guard(self, act: Callable[..., None], *args: Any) -> list[Event]:
        try:
            act(*args)
            self._run()
        except Exception as error:  # noqa: BLE001  it is raised again
            self._fail(error)
        return self.events

    def _fail(self, error: Exception) -> NoReturn:
        """A RulesError for whatever the rules have raised."""
        said = f"{self.rules.slug}: {type(error).__name__}: {error}"
        raise blame(error, said) from error

    def _guarded(self, name: str, hook: Callable[..., Any], *args: Any) -> Any:
        """The result of a hook of the rules module; RulesError for whatever it raises."""
        try:
            return hook(*args)
        except Exception as error:
            said = f"{self.rules.slug}: {name}: {type(error).__name__}: {error}"
            raise blame(error, said, hook) from error

    def _opened(self) -> list[Decision]:
        if self._decisions is None:
            self._decisions = [Decision(self.own(open_.seat), open_) for open_ in self.state.open]
        return self._decisions

    def _open_of(self, seat: int) -> Open:
        return next(open_ for open_ in self.state.open if open_.seat == seat)

    def _take(self, decision: Decision, choice: Choice) -> None:
        # Sealed questions are never answered automatically, so this is the only open one.
        self.state.open = []
        self._decisions = []
        decision.asks.chosen(self, decision.seat, *decision.args, *choice)

    def _seal(self, decision: Decision, choice: Choice) -> None:
        open_ = self._open_of(decision.seat)
        if open_.given is None:
            open_.answer = choice
        else:
            self._go_on(open_, choice)
        self._decisions = None
        self._unseal()

    def _unseal(self) -> None:
        """When the last sealed answer is in, carry all of them out in the order of asking."""
        state, opened = self.state, self.state.open
        if any(open_.answer is None for open_ in opened):
            return
        state.open = []
        self._decisions = None
        self.barrier = True
        if state.phase is not None:
            self._carry_out(opened)
            return
        for open_ in opened:
            assert open_.answer is not None
            args = (*open_.args, *open_.answer)
            self._pushed.append(("apply_answer", (open_.kind, open_.seat, *args)))

    def _run(self) -> None:
        state, steps, pushed = self.state, self._steps, self._pushed
        agenda, pop = state.agenda, state.agenda.pop
        budget, name = MAX_STEPS, ""
        last: list[str] = []
        while True:
            if pushed:
                pushed.reverse()  # the end of the agenda is its top
                agenda += pushed
                pushed.clear()
            if state.open or state.held is not None or state.result is not None:
                return
            if not agenda:
                if self._alone is not None:
                    return
                after = name and f" after {name!r}"
                raise RulesError(
                    f"nothing is left to do{after}, yet the game is not over: "
                    "say what comes next by then() or ask(), or finish()"
                )
            budget -= 1
            name, args = pop()
            if budget < 0:
                last.append(_said(name, args))
                if len(last) == LAST_STEPS:
                    said = f"more than {MAX_STEPS} steps after one choice, at last "
                    raise RulesError(said + ", ".join(last))
            steps[name](self, *args)

    def _leaves(self, entry: str, args: tuple[Kept, ...]) -> bool:
        """Others must act now: hold the mover first, if it wants to confirm what it can still take
        back."""
        if self._alone is not None:
            self._refuse("nobody else can be asked")
        if self._mover is None:
            return True
        if self._hold and not self.barrier:
            self.state.held = self._mover
            self._pushed.append((entry, args))
            return False
        self.barrier = True
        return True

    def _open(self, kind: str, seat: int, args: tuple[Kept, ...], sealed: bool = False) -> Decision:
        """Put a decision to a seat; answer a sealed one if all can see that it is forced.

        The caller also asks whether it is forced, so its choices are listed at once: one without
        any is never stored.
        """
        state = self.state
        decisions = self._opened() if self._decisions is None else self._decisions
        if not 0 <= seat < state.players:
            raise RulesError(f"{kind} is put to seat {seat!r}, which is none of {state.players}")
        open_ = Open(state.asked, seat, kind, args, sealed)
        decision = Decision(self, open_)
        state.asked += 1
        state.open.append(open_)
        decisions.append(decision)
        if sealed and decision.is_forced():
            decision.answer = open_.answer = decision.choices[0]
        return decision

    # Parts that several seats play at once, each by itself ----------------------------------------
    #
    # Until the last is done the state stays as it was when the phase opened; the answers of a seat
    # are kept with its open question, and its part is played again from them where it is looked at.

    def _open_parts(self, step: str, seats: Sequence[int], args: tuple[Kept, ...]) -> None:
        state = self.state
        state.phase = Phase(step, list(seats), args)
        for seat in seats:
            open_ = Open(state.asked, seat, "", sealed=True, given=[])
            if self._ask_in_part(open_):
                state.open.append(open_)
        self._decisions = None
        self._unseal()

    def _part(self, open_: Open) -> Game[S]:
        """The game that a seat plays by itself, as far as its answers have led."""
        seat = open_.seat
        if seat not in self._parts:
            part = self.copy()
            state = part.state
            phase = state.phase
            assert phase is not None
            state.open, state.phase = [], None
            state.agenda = [(phase.step, (seat, *phase.args))]
            part._alone = seat
            part._begin(seat)
            part._guard(lambda: None)
            for given in open_.given or []:
                part.choose(seat, given.choice)
            if open_.answer is not None:
                part.choose(seat, open_.answer)
            self._parts[seat] = part
        return self._parts[seat]

    def _ask_in_part(self, open_: Open) -> bool:
        """Store what a part asks its seat next; False if the part is done."""
        asked = self._part(open_).state.open
        if asked:
            open_.kind, open_.args = asked[0].kind, asked[0].args
            open_.id = self.state.asked
            self.state.asked += 1
        return bool(asked)

    def _go_on(self, open_: Open, choice: Choice) -> None:
        """Take an answer in a part, and ask the part's next question."""
        assert open_.given is not None
        if open_.answer is not None:
            self._take_back(open_)
        self._part(open_).choose(open_.seat, choice)
        given = Given(open_.kind, open_.args, choice)
        if self._ask_in_part(open_):
            open_.given.append(given)
        else:
            open_.answer = choice

    def _take_back(self, open_: Open) -> None:
        """Take back the last answer to a sealed question or in a part."""
        if open_.answer is not None:
            open_.answer = None
        else:
            assert open_.given
            last = open_.given.pop()
            open_.kind, open_.args = last.kind, last.args
            open_.id = self.state.asked
            self.state.asked += 1
        self._parts.pop(open_.seat, None)
        self._decisions = None

    def _play_anew(self, open_: Open, rng: Shuffler) -> None:
        """Forget how a seat plays its part; if it is done, play it to its end at random."""
        done = open_.answer is not None
        open_.given, open_.answer = [], None
        if not self._ask_in_part(open_):
            raise RulesError(f"that seat {open_.seat} is asked in its part tells a secret")
        while done and open_.answer is None:
            self._go_on(open_, _any_answer(Decision(self._part(open_), open_), rng))

    def _carry_out(self, opened: Sequence[Open]) -> None:
        """Play all parts for real, in order, with the answers that were given in them."""
        state, phase = self.state, self.state.phase
        assert phase is not None
        for open_ in opened:
            assert open_.answer is not None
            assert open_.given is not None
            last = Given(open_.kind, open_.args, open_.answer)
            state.given[str(open_.seat)] = [*open_.given, last]
        state.phase = None
        self._parts.clear()
        self._hold = False
        for seat in phase.seats:
            self._pushed.append((phase.step, (seat, *phase.args)))
        self._pushed.append(("forget_answers", ()))

    def _given_before(self, kind: str, seat: int, args: tuple[Kept, ...]) -> Choice | None:
        """The seat's answer to this question in its part.

        If an earlier part has changed the question, or taken what the seat chose, it is asked again
        from here on.
        """
        given = self.state.given.get(str(seat))
        if not given:
            return None
        decision, first = Decision(self, Open(-1, seat, kind, args)), given[0]
        if (first.kind, first.args) == (kind, args):
            try:
                found = decision.find(first.choice)
            except IllegalChoice:
                given.clear()
                return None
            del given[0]
            return found
        if not decision.is_forced():
            given.clear()
        return None


def _any_answer(decision: Decision, rng: Shuffler) -> Choice:
    choices = decision.choices
    return decision.sample(choices[rng.randrange(len(choices))], rng)


def _said(step: str, args: tuple[Any, ...]) -> str:
    """A step as a call: ``roll(2)``."""
    return f"{step}({', '.join(map(repr, args))})"


# Steps of the engine -----------------------------------------------------------------------


def _ask(game: Game[Any], kind: str, seat: int, *args: Kept) -> None:
    if game.state.given and (given := game._given_before(kind, seat, args)) is not None:
        game.rules.kinds[kind].chosen(game, seat, *args, *given)
    elif seat == game._mover or game._leaves("ask", (kind, seat, *args)):
        decision = game._open(kind, seat, args)
        if decision.is_forced():
            game._take(decision, decision.choices[0])


def _ask_all(game: Game[Any], kind: str, count: int, *args: Kept) -> None:
    seats: list[Any] = [*args[:count]]
    if count == 1:
        _ask(game, kind, *seats, *args[1:])
    elif game._leaves("ask_all", (kind, count, *args)):
        for seat in seats:
            game._open(kind, seat, args[count:], sealed=True)
        game._unseal()


def _ask_each(game: Game[Any], *asked: Any) -> None:
    questions: list[tuple[str, int, tuple[Kept, ...]]] = []
    left = asked
    while left:
        kind, seat, count, *rest = left
        questions.append((kind, seat, tuple(rest[:count])))
        left = tuple(rest[count:])
    if len(questions) == 1:
        kind, seat, args = questions[0]
        _ask(game, kind, seat, *args)
    elif game._leaves("ask_each", asked):
        for kind, seat, args in questions:
            game._open(kind, seat, args, sealed=True)
        game._unseal()


def _each(game: Game[Any], step: str, count: int, *args: Any) -> None:
    if count == 1:
        game.then(step, *args)
    elif game._leaves("each", (step, count, *args)):
        game._open_parts(step, args[:count], args[count:])


def _end_turn(game: Game[Any], seat: int) -> None:
    if game._hold and game._mover == seat and not game.barrier:
        game.state.held = seat
        game.end_turn(seat)
    else:
        game.barrier = True
        game.turns_ended.append(seat)


def _apply_answer(game: Game[Any], kind: str, seat: int, *args: Kept) -> None:
    game.rules.kinds[kind].chosen(game, seat, *args)


def _forget_answers(game: Game[Any]) -> None:
    game.state.given.clear()


ENGINE_STEPS: dict[str, Callable[..., None]] = {
    "ask": _ask,
    "ask_all": _ask_all,
    "ask_each": _ask_each,
    "each": _each,
    "end_turn": _end_turn,
    "apply_answer": _apply_answer,
    "forget_answers": _forget_answers,
}
