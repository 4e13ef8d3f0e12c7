"""An open decision: the seat, the question and every legal choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .amounts import Amounts, Chance, WrongAmounts
from .errors import IllegalChoice, RulesError, blame
from .kinds import Kind, Refusal
from .state import Choice, Json, Open

MAX_CHOICES = 200
MAX_SHORT_CHOICES = 1000
"""Of choices with one or two parts and no amounts, such as (field) or (from, to)."""


class Decision:
    """An open decision: the seat, the question and every legal choice; ``asks`` is its Kind.

    ``sealed``: the answer stays hidden until the last one is in; ``answer`` is it, once given.
    ``apart``: it is a question in a seat's own part, so others may not even see its kind.
    """

    __slots__ = (
        "_choices",
        "_every",
        "_game",
        "answer",
        "apart",
        "args",
        "asks",
        "id",
        "kind",
        "sealed",
        "seat",
    )

    def __init__(self, game: Any, open_: Open) -> None:
        self._game = game
        self._choices: list[Choice] | None = None
        self._every: list[Choice] | None = None
        self.id = open_.id
        self.seat = open_.seat
        self.kind = open_.kind
        self.asks: Kind = game.rules.kinds[open_.kind]
        self.args = open_.args
        self.sealed = open_.sealed
        self.answer: Choice | None = open_.answer
        self.apart = open_.given is not None

    def is_forced(self) -> bool:
        """Whether there is only one choice and everybody can see that."""
        if self._game.lists_late and not self.asks.public:
            return False
        choices = self._choices or self._listed()
        return len(choices) == 1 and self.asks.public and not has_amounts(choices[0])

    @property
    def prompt(self) -> str:
        """The question, an English message to be translated where it is shown."""
        return self.asks.prompt

    @property
    def choices(self) -> list[Choice]:
        """Every legal choice; only the first of equivalent ones."""
        return self._choices or self._listed()

    @property
    def limit(self) -> int:
        """How many choices it may have: more than usual if all are short."""
        return _limit(self.choices)

    @property
    def every(self) -> list[Choice]:
        """Every legal choice, including equivalent ones: each can be made."""
        return self.choices if self._every is None else self._every

    @property
    def refusals(self) -> list[Refusal]:
        """What is impossible now, and why."""
        found = self.asks.refusals(self._game, self.seat, *self.args)
        return [Refusal(tuple(parts), reason) for parts, reason in found]

    # Answers ------------------------------------------------------------------------------------

    def find(self, choice: Sequence[object]) -> Choice:
        """The legal choice that ``choice`` means, with amounts in their stored form.

        IllegalChoice says which part is wrong.
        """
        wanted = tuple(choice)
        if dict in map(type, wanted):
            return self._fill(wanted) or self._explain(wanted)
        every = self._every or self._choices or self._listed()
        try:
            legal = every[every.index(wanted)]
        except ValueError:
            return self._fill(wanted) or self._explain(wanted)
        # True equals 1 in Python but not in JSON, so types are compared too.
        same = legal is wanted or [*map(type, legal)] == [*map(type, wanted)]
        if same and not has_amounts(legal):
            return legal
        return self._fill(wanted) or self._explain(wanted)

    def example(self, choice: Choice) -> Choice:
        """A complete answer to a listed choice: amounts are the cheapest legal ones."""
        if not has_amounts(choice):
            return choice
        return tuple([part.example() if type(part) is Amounts else part for part in choice])

    def sample(self, choice: Choice, rng: Chance) -> Choice:
        """A complete answer to a listed choice: amounts are any legal ones, all equally likely."""
        if not has_amounts(choice):
            return choice
        return tuple([part.sample(rng) if type(part) is Amounts else part for part in choice])

    def expand(self, bound: int = 1000) -> list[Choice]:
        """Every complete answer; RulesError if some amounts have more than ``bound``."""
        whole: list[Choice] = []
        for choice in self.choices:
            begun: list[Choice] = [()]
            for part in choice:
                ends = part.expand(bound) if type(part) is Amounts else [part]
                begun = [(*begin, end) for begin in begun for end in ends]
            whole += begun
        return whole

    def instructed(self, instruction: Choice, view: Json) -> Choice | None:
        """The legal choice by which a standing instruction answers; None: ask its owner.

        RulesError for whatever the rules module raises.
        """
        try:
            answer = self.asks.answer(instruction, view, self.choices, *self.args)
            return None if answer is None else self.find(answer)
        except IllegalChoice:
            return None
        except Exception as error:
            said = f"{self.kind}: {type(error).__name__}: {error}"
            raise blame(error, said, type(self.asks).answer) from error

    def expired(self, instruction: Choice, view: Json) -> bool:
        """Whether a standing instruction has expired; RulesError if the module fails."""
        try:
            return self.asks.expires(instruction, view)
        except Exception as error:
            said = f"{self.kind}: {type(error).__name__}: {error}"
            raise blame(error, said, type(self.asks).expires) from error

    # Inside -------------------------------------------------------------------------------------

    def _listed(self) -> list[Choice]:
        try:
            choices = self._choices = self._list()
        except Exception as error:
            said = f"{self.kind}: {type(error).__name__}: {error}"
            raise blame(error, said, type(self.asks).choices) from error
        return choices

    def _list(self) -> list[Choice]:
        asks = self.asks
        choices = asks.choices(self._game, self.seat, *self.args)
        if type(choices) is not list:
            raise RulesError(f"{self.kind} gives {choices!r} as its choices: give a list of tuples")
        if not choices:
            raise RulesError(
                f"{self.kind} has 0 choices: "
                "do not ask where nothing can be chosen, or list ('pass',)"
            )
        if type(choices[0]) is not tuple:
            check_choice(self.kind, choices[0])
        if asks.merges:
            self._every = choices
            merged: dict[Any, Choice] = {}
            for choice in choices:
                merged.setdefault(asks.alike(self._game, self.seat, *self.args, *choice), choice)
            choices = list(merged.values())
        if len(choices) > MAX_CHOICES and len(choices) > (limit := _limit(choices)):
            raise RulesError(
                f"{self.kind} has {len(choices)} choices, more than {limit}: ask part of it "
                "first, merge equal ones by alike(), or list payments as Amounts"
            )
        return choices

    def _fill(self, wanted: tuple[object, ...]) -> Choice | None:
        """The answer to a listed choice with amounts; None if it answers another choice."""
        wrong: IllegalChoice | None = None
        for legal in self.every:
            if len(legal) != len(wanted) or not has_amounts(legal):
                continue
            try:
                return tuple(map(_fill_part, legal, wanted, range(1, len(legal) + 1)))
            except _OtherPart:
                continue
            except IllegalChoice as error:
                wrong = error
        if wrong:
            raise wrong
        return None

    def _explain(self, wanted: tuple[object, ...]) -> Choice:
        for choice in self.every:
            check_choice(self.kind, choice)
        matching = self.every
        for i, part in enumerate(wanted):
            further = [c for c in matching if len(c) > i and _may_be(part, c[i])]
            if not further:
                allowed = sorted({_said(c[i]) for c in matching if len(c) > i})
                hint = f"it may be {', '.join(allowed)}" if allowed else "nothing may follow here"
                raise IllegalChoice(f"part {i + 1} of the choice cannot be {part!r}: {hint}")
            matching = further
        allowed = sorted({_said(c[len(wanted)]) for c in matching})
        raise IllegalChoice(f"the choice is not complete: next may be {', '.join(allowed)}")


class _OtherPart(Exception):
    """The answer belongs to another listed choice."""


def has_amounts(choice: Choice) -> bool:
    for part in choice:  # noqa: SIM110  any() takes three times as long, and each choice comes here
        if type(part) is Amounts:
            return True
    return False


def _limit(choices: list[Choice]) -> int:
    short = all(1 <= len(choice) <= 2 and not has_amounts(choice) for choice in choices)
    return MAX_SHORT_CHOICES if short else MAX_CHOICES


def as_data(choice: Choice) -> list[Any]:
    """A listed choice as plain data: amounts as ``{"amounts": {…}}``."""
    return [part.data() if type(part) is Amounts else part for part in choice]


def _fill_part(legal: object, wanted: object, number: int) -> object:
    if type(legal) is not Amounts:
        if legal == wanted and type(legal) is type(wanted):
            return legal
        raise _OtherPart
    try:
        return legal.check(wanted)
    except IllegalChoice as error:
        raise WrongAmounts(f"part {number} of the choice: {error}", legal) from None


def _may_be(part: object, listed: object) -> bool:
    if type(listed) is Amounts:
        return isinstance(part, dict)
    return part == listed and type(part) is type(listed)


def _said(listed: object) -> str:
    return f"amounts such as {listed.example()}" if type(listed) is Amounts else repr(listed)


_PLAIN = frozenset({str, int})


def check_choice(kind: str, choice: object) -> None:
    """Raise RulesError if a kind lists an invalid choice."""
    if type(choice) is not tuple:
        raise RulesError(f"{kind} lists {choice!r}: a choice is a tuple, such as ({choice!r},)")
    for part in choice:
        if type(part) is Amounts:
            if not part.possible:
                raise RulesError(f"{kind} lists {choice!r}, but nothing one has can fulfil it")
        elif type(part) not in _PLAIN:
            raise RulesError(
                f"{kind} lists {choice!r}: {part!r} is neither a string, an integer nor Amounts"
            )
