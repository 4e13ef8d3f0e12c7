"""The parts of a game type before it is played: kinds of decisions, options, hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from .errors import RulesError
from .state import Choice, Json, Part, State
from .words import Text

S = TypeVar("S", bound=State)

POINTS, WIN = "points", "win"
OUTCOMES = (POINTS, WIN)
"""What decides a game: points, or nothing but who has won."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A setting fixed when a game is created. ``values`` are all it may be; texts are English.

    ``sets`` says what a value implies for other options; the form for a new game shows that.
    """

    name: str
    label: str
    help: str = ""
    values: tuple[str | int | bool, ...] = (False, True)
    value_labels: tuple[str, ...] = ()
    default: str | int | bool = False
    sets: Mapping[str, Json] = {}

    def __post_init__(self) -> None:
        if not self.accepts(self.default):
            raise RulesError(
                f"the option {self.name!r} has the default {self.default!r}, which is none of its "
                f"values {self.values!r}"
            )

    @property
    def kind(self) -> str:
        """``flag`` for yes or no, otherwise ``choice``."""
        return "flag" if self.values == (False, True) else "choice"

    def accepts(self, value: object) -> bool:
        return any(value == v and type(value) is type(v) for v in self.values)


class Refusal(NamedTuple):
    """A beginning of choices that is impossible now, and why, in words."""

    parts: Choice
    reason: Text


class Kind:
    """A kind of decision: a prompt, every legal choice, and what a choice does.

    ``choices(game, seat, *args)`` is a pure function of the state; ``chosen(game, seat, *args,
    *choice)`` carries a choice out. ``args`` are what ``game.ask`` was given.
    """

    name: str = ""
    prompt: str = ""
    #: The reason to choose, in a sentence marked by `_`: shown once to players new to the game
    #: type.
    first_time: str = ""
    #: Everybody can work out the choices: the engine then makes the only choice by itself.
    public = False
    #: Others are told only what the events of the choice say, so it may stay hidden from them.
    secret = False
    #: Asked while it is another seat's turn; it has its own time budget.
    out_of_turn = False
    #: On the board the first part is picked first, such as a stone, then where it goes. Otherwise
    #: things that belong together are picked in any order.
    in_order = False
    #: Choices may be equivalent: the kind has an ``alike`` of its own.
    merges = False

    def __init_subclass__(cls) -> None:
        cls.merges = cls.alike is not Kind.alike

    def choices(self, *args: Any, **kwargs: Any) -> list[Choice]:
        raise RulesError(f"{self.name} lists no choices: define choices(self, game, seat, *args)")

    def chosen(self, *args: Any, **kwargs: Any) -> None:
        raise RulesError(
            f"{self.name} does nothing with a choice: "
            "define chosen(self, game, seat, *args, *choice)"
        )

    def refusals(self, *args: Any, **kwargs: Any) -> list[tuple[Choice, Text]]:
        """What is impossible now and why, called like ``choices``: ``[(("build",), Text(…))]``.

        Each names the first parts of choices that are not legal. Only what the seat may know.
        """
        return []

    def alike(self, *args: Any, **kwargs: Any) -> Any:
        """The effect of a choice, called like ``chosen``; usually different for all choices.

        Of choices with equal effects only the first is offered, though all are accepted.
        """
        raise NotImplementedError

    def shows(self, *args: Any, **kwargs: Any) -> Part | None:
        """What everybody can see even of a ``secret`` choice, called like ``chosen``.

        Others cannot tell choices apart that show the same; most show nothing.
        """
        return None

    def instructions(self, view: Json) -> list[Choice]:
        """Every standing instruction that a seat may leave for this kind; usually none."""
        return []

    def answer(
        self, instruction: Choice, view: Json, choices: Sequence[Choice], *args: Any
    ) -> Choice | None:
        """An instruction's answer to a question with these args, or None to ask its owner.

        Pure. An answer that is not among the choices also asks the owner.
        """
        return None

    @property
    def can_be_instructed(self) -> bool:
        """Whether it has standing instructions at all."""
        return type(self).instructions is not Kind.instructions

    def expires(self, instruction: Choice, view: Json) -> bool:
        """Whether an instruction has expired, for instance with a season, and is dropped. Pure."""
        return False


class Hooks(msgspec.Struct):
    """What a rules module has registered besides steps, kinds and bots."""

    setup: Callable[..., None] | None = None
    view: Callable[..., Json] | None = None
    resample: Callable[..., None] | None = None
    reshuffle: Callable[..., None] | None = None
    standing: Callable[..., list[dict[str, int]]] | None = None
    scored: Callable[..., list[dict[str, int]]] | None = None
    migrate: Callable[[Json, int], Json] | None = None
    secrets: Callable[..., Json] | None = None
    candidates: Callable[..., list[Choice]] | None = None
    forcing: Callable[..., list[Choice]] | None = None
    policy: Callable[..., Choice] | None = None
    horizon: Callable[..., int] | None = None
    worth: Callable[..., float] | None = None
    samples: Callable[..., Iterator[Any]] | None = None


class GameType(Generic[S]):
    """The parts of a game type that a game needs while it is played."""

    def __init__(
        self,
        slug: str,
        state: type[S],
        steps: dict[str, Callable[..., None]],
        outcome: str = POINTS,
    ) -> None:
        self.slug = slug
        self.outcome = outcome
        self.state_type = state
        self.steps = steps
        self.kinds: dict[str, Kind] = {}
        self.hooks = Hooks()
        self.encode = msgspec.msgpack.Encoder().encode
        self.decode = msgspec.msgpack.Decoder(state).decode
