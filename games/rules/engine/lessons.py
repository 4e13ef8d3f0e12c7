"""A lesson as data: a fixed game in which a pupil learns by playing, sentence by sentence.

docs/writing-a-game.md says how to write a lesson. The service plays it as a real game for a single
person in the first seat; ``check_game`` plays it, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .state import Choice
from .words import Text

#: The pupil's seat.
PUPIL = 0


@dataclass(frozen=True)
class At:
    """A number that the pupil sees now: its place in the view, by names and indexes.

    ``n`` is the number that the sentence was written for; another one is an error in the lesson.
    """

    path: str
    n: int | None = None


@dataclass(frozen=True)
class Brought:
    """The points that the choice brought a seat, from one source or all; only after the choice."""

    source: str = ""
    seat: int = PUPIL
    n: int | None = None


@dataclass(frozen=True)
class Points:
    """The points of a seat now: from one source, or from all."""

    source: str = ""
    seat: int = PUPIL
    n: int | None = None


#: What a sentence may have in place of a number, besides numbers of the package's own tables.
FIELDS = (At, Brought, Points)
Said = str | Text


@dataclass(frozen=True)
class Lies:
    """Where a thing on the board is drawn, according to the words of a step.

    "above", "below", "left", "right" or in the "middle" of others; without others at that edge of
    its drawing. A ``thing`` without a name of its own is given by a class of the drawing, ".plate".
    """

    thing: str
    where: str
    of: tuple[str, ...] = ()


@dataclass(frozen=True)
class Speech:
    """A heading and at most two sentences."""

    title: Said
    text: Said = ""


@dataclass(frozen=True)
class Step:
    """A text and, if there is a ``choice``, the choice that ``seat`` makes.

    * ``do``: what to press, in words.
    * ``points``: things on the board that the text mentions; those by which the choice is made are
      always among them.
    * ``after``: the text after the choice.
    * ``knows``: what the pupil knows then.
    * ``welcome``: other choices of the pupil that are as good.
    * ``also``: words for choices of the pupil that work but are not meant.
    * ``lies``: what words such as "above your wood" mean, for checks to compare with the drawing.
    * ``finds``: nothing shows what to press except the things in ``points``.

    Another seat's choice without a text is made at once; one with a text is made when the pupil
    continues.
    """

    title: Said = ""
    text: Said = ""
    do: Said = ""
    choice: Choice | None = None
    seat: int = PUPIL
    points: tuple[str, ...] = ()
    lies: tuple[Lies, ...] = ()
    after: Speech | None = None
    welcome: tuple[Choice, ...] = ()
    also: tuple[tuple[Choice, Said], ...] = ()
    finds: bool = False
    knows: Said = ""

    @property
    def silent(self) -> bool:
        """Whether it happens without a text."""
        return self.choice is not None and self.seat != PUPIL and not self.title


def silently(*choices: Choice) -> tuple[Step, ...]:
    """What the second seat chooses, one after the other, without a text."""
    return tuple(Step(seat=1, choice=choice) for choice in choices)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game type.

    ``ends`` says what the pupil sees at the end, by places in the view. What the pupil will know
    afterwards is the ``knows`` of its steps.
    """

    name: str
    title: str
    minutes: int
    steps: tuple[Step, ...]
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    ends: Mapping[str, object] = field(default_factory=dict)

    @property
    def secret(self) -> bytes:
        """The seed of all its chance: known to everybody, and always the same."""
        return self.seed.to_bytes(32, "big")
