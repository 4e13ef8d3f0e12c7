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
    """A number that the pupil sees now: where it stands in the view, by names and places. With
    ``n`` it is what the sentence was written for; another one is a fault of the lesson."""

    path: str
    n: int | None = None


@dataclass(frozen=True)
class Brought:
    """What the choice brought a seat: points of one source, or of all of them; only afterwards."""

    source: str = ""
    seat: int = PUPIL
    n: int | None = None


@dataclass(frozen=True)
class Points:
    """The points of a seat now: of one source, or of all of them."""

    source: str = ""
    seat: int = PUPIL
    n: int | None = None


#: What a sentence may have in place of a number, beside numbers of the package's own tables.
FIELDS = (At, Brought, Points)
Said = str | Text


@dataclass(frozen=True)
class Lies:
    """Where a thing on the board is drawn as the words of a step have it: "above", "below", "left",
    "right" or in the "middle" of others; without others at that edge of its drawing. A ``thing``
    without a name of its own goes by a class of the drawing, ".plate"."""

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
    """One thing said and, where there is a ``choice``, one thing done by ``seat``.

    ``do`` is what to press, in words. ``points`` names things on the board that it speaks of; those
    that the choice is made with are among them by themselves. ``after`` is said when it is done,
    ``knows`` is what the pupil knows then. For the pupil's own choice: ``welcome`` are others that
    do as well, ``also`` are words for those that work and are not meant. ``lies`` says what words
    such as "above your wood" mean, for checks to compare with the drawing. Where the pupil
    ``finds`` the choice, nothing shows what to press but the things that ``points`` names. A choice
    of another seat of which nothing is said is made at once; one of which something is said when
    the pupil goes on.
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
        """Whether it happens without a word."""
        return self.choice is not None and self.seat != PUPIL and not self.title


def silently(*choices: Choice) -> tuple[Step, ...]:
    """What the second seat chooses, one after the other, without a word."""
    return tuple(Step(seat=1, choice=choice) for choice in choices)


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game type. ``ends`` says what the pupil sees at the end, by places in the view.
    What the pupil will know afterwards is the ``knows`` of its steps."""

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
        """What all chance of it comes from: known to everybody, and always the same."""
        return self.seed.to_bytes(32, "big")
