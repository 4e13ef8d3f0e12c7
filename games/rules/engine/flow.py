"""What rules call while they run: set the next step, ask, tell, draw, and end the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from .chance import Draw, draw
from .errors import RulesError, nearest
from .kinds import POINTS, GameType, Kind
from .state import Event, Json, Kept, Result, State, TieBreaker

S = TypeVar("S", bound=State)

#: All bits of ``learnt``.
EVERY_SEAT = -1
_PARTS = (int, str, dict)  # the most likely first


class Flow(Generic[S]):
    """The half of a game that its rules see.

    What they put off is in ``_pushed`` until the step has run, and then on the agenda.
    """

    #: Choices are listed on demand, and not just to make sure that there are any.
    lists_late = False

    def __init__(self, rules: GameType[S], state: S) -> None:
        # Code that holds a game may ask its Rules for more than a game needs.
        self.rules: Any = rules
        self._steps, self._kinds = rules.steps, rules.kinds
        self.state = state
        self._pushed: list[tuple[str, tuple[Kept, ...]]] = []
        #: The seat whose part of a phase is played here, apart from the real game.
        self._alone: int | None = None
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.barrier = False
        self.revealed = False
        self.learnt = 0

    @property
    def players(self) -> int:
        return self.state.players

    def option(self, name: str) -> Any:
        """The value of an option of this game."""
        try:
            return self.state.options[name]
        except KeyError:
            near = nearest(name, self.state.options)
            raise RulesError(f"there is no option {name!r}{near}") from None

    # What comes next ----------------------------------------------------------------------------

    def then(self, step: Callable[..., None] | str, *args: Kept) -> None:
        """Do ``step`` next; several calls are carried out in the order they were made."""
        name = step if isinstance(step, str) else step.__name__
        if name not in self._steps:
            near = nearest(name, self._steps)
            raise RulesError(f"no step {name!r} is registered by @rules.step{near}")
        for arg in args:
            if type(arg) not in _PARTS:
                _refuse_part(name, arg)
        self._pushed.append((name, args))

    def ask(self, seat: int, kind: type[Kind], *args: Kept) -> None:
        """Put a decision to one seat when the agenda gets here."""
        if kind.name not in self._kinds:
            self._named(kind)
        for arg in args:
            if type(arg) not in _PARTS:
                _refuse_part(kind.name, arg)
        self._pushed.append(("ask", (kind.name, seat, *args)))

    def ask_all(self, seats: Sequence[int], kind: type[Kind], *args: Kept) -> None:
        """Ask several seats the same at once.

        Answers stay sealed until the last is in, and are carried out in the order of ``seats``.
        """
        if seats:
            self._push("ask_all", (self._named(kind), len(seats), *seats, *args))

    def ask_each(self, questions: Mapping[int, tuple[Any, ...]]) -> None:
        """Ask several seats at once, each its own question: ``{seat: (Kind, *args)}``.

        They are sealed and carried out as in ``ask_all``.
        """
        asked: list[Kept] = []
        for seat, (kind, *args) in questions.items():
            asked += [self._named(kind), seat, len(args), *args]
        if asked:
            self._push("ask_each", tuple(asked))

    def each(self, seats: Sequence[int], step: Callable[..., None], *args: Kept) -> None:
        """Let each seat play ``step(game, seat, *args)`` and all that it asks by itself, at once.

        Nobody sees anything of it until the last is done; then the parts are carried out in the
        order of ``seats``. In a part nothing can be drawn or revealed, and nobody else can be
        asked.
        """
        self.then(step)  # this refuses an unknown one
        self._pushed.pop()
        if seats:
            self._push("each", (step.__name__, len(seats), *seats, *args))

    def end_turn(self, seat: int) -> None:
        """End the turn of ``seat``.

        A holder who wants to confirm is held here, unless nothing can be taken back any more.
        """
        self._pushed.append(("end_turn", (seat,)))

    def _push(self, name: str, args: tuple[Kept, ...]) -> None:
        for arg in args:
            if type(arg) not in _PARTS:
                _refuse_part(name, arg)
        self._pushed.append((name, args))

    def _named(self, kind: type[Kind]) -> str:
        name = getattr(kind, "name", "")
        if name not in self.rules.kinds:
            called = getattr(kind, "__name__", repr(kind))
            raise RulesError(
                f"no kind {called!r} is registered by @rules.decision"
                f"{nearest(called, (type(known).__name__ for known in self.rules.kinds.values()))}"
            )
        return name

    # Events -------------------------------------------------------------------------------

    def tell(self, kind: str, private: dict[int, Json] | None = None, /, **data: Any) -> None:
        """Say what happened; ``private`` adds what only single seats may know."""
        if private:
            hidden = {str(seat): extra for seat, extra in private.items()}
            self.events.append(Event(kind, data, hidden))
        else:
            self.events.append(Event(kind, data))

    def reveal(self, *seats: int) -> None:
        """Record that these seats, or all of them, learned something that was hidden.

        What led here can no longer be taken back, and plans of these seats end unless their owners
        want it otherwise.
        """
        if self._alone is not None:
            self._refuse("nothing can be revealed")
        self.barrier = self.revealed = True
        if not seats:
            self.learnt = EVERY_SEAT
        for seat in seats:
            self.learnt |= 1 << seat

    def _refuse(self, what: str) -> None:
        raise RulesError(
            f"{what} in a part that game.each() lets seat {self._alone} play by itself: "
            "do it in a step before or after the phase"
        )

    # Chance -------------------------------------------------------------------------------------

    def draw(self, label: str, bound: int) -> int:
        """A fair number in ``range(bound)``, logged so that it can be checked."""
        if self._alone is not None:
            self._refuse("nothing can be drawn")
        state = self.state
        result = draw(state.seed, state.epoch, label, state.drawn, bound)
        self.draws.append(Draw(label, state.epoch, state.drawn, bound, result))
        state.drawn += 1
        self.barrier = True
        self.learnt = EVERY_SEAT
        return result

    def shuffle(self, label: str, items: list[Any]) -> None:
        """Shuffle in place by fair draws; nobody learns anything by it."""
        before = self.learnt
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(label, i + 1)
            items[i], items[j] = items[j], items[i]
        self.learnt = before

    # The end ------------------------------------------------------------------------------------

    def finish(
        self, breakdown: list[dict[str, int]], tie_breakers: dict[str, list[int]] | None = None
    ) -> None:
        """End the game: rank the seats by their points, then by each tie-breaker in turn."""
        if self.rules.outcome != POINTS:
            raise RulesError("this game has no points: end it by finish_won() or finish_drawn()")
        self._for_each_seat("points", breakdown)
        for name, values in (tie_breakers or {}).items():
            self._for_each_seat(f"the tie-breaker {name!r}", values)
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
        self._end(Result(scores, ranks, breakdown, used))

    def finish_won(self, seat: int, reason: str) -> None:
        """The game is over: this seat has won, all others have lost. For games without points;
        ``reason`` is a name, such as ``"capture"``, which the table puts into words."""
        if not 0 <= seat < self.players:
            raise RulesError(f"seat {seat!r} has won, which is none of {self.players}")
        self._end_without_points([1 if each == seat else 2 for each in range(self.players)], reason)

    def finish_drawn(self, reason: str) -> None:
        """The game is over, and drawn. For games without points; ``reason`` as in
        ``finish_won``."""
        self._end_without_points([1] * self.players, reason)

    def _end_without_points(self, ranks: list[int], reason: str) -> None:
        if self.rules.outcome == POINTS:
            raise RulesError(
                'this game has points: end it by finish(), or say Rules(…, outcome="win")'
            )
        self._end(Result([], ranks, [], reason=reason))

    def _end(self, result: Result) -> None:
        if self._alone is not None:
            self._refuse("the game cannot end")
        self.state.result = result
        self.state.agenda.clear()
        self._pushed.clear()
        self.barrier = True

    def _for_each_seat(self, what: str, values: Sequence[object]) -> None:
        if len(values) != self.players:
            raise RulesError(
                f"finish() is given {what} of {len(values)} seats, and {self.players} play"
            )


def _refuse_part(name: str, arg: object) -> None:
    raise RulesError(
        f"{name!r} is put off with {arg!r}, which is neither a string nor an integer: "
        "keep in the state what is more, and pass where it lies"
    )
