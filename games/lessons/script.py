"""Where somebody is in a lesson: what is said there, and what is to be done.

A lesson is a row of frames, one for each thing that is said. How many choices have been made says
in which of them one is, up to those between two choices, which lie in the page's address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.rules.engine import Choice, Game, IllegalChoice, Rules, as_data
from games.rules.engine.lessons import PUPIL, Lesson, Said, Speech, Step
from games.storage.position import Position
from games.words import table_package


@dataclass(frozen=True)
class Frame:
    """One thing that is said. ``made``: after how many choices; ``step``: to which it belongs;
    ``after``: it is said of the step's choice, when that is made."""

    made: int
    step: Step
    after: bool = False

    @property
    def speech(self) -> Speech:
        if self.after and self.step.after is not None:
            return self.step.after
        return Speech(self.step.title, self.step.text)

    @property
    def asks(self) -> bool:
        """Whether the pupil is to choose."""
        return not self.after and self.step.choice is not None and self.step.seat == PUPIL

    @property
    def shows(self) -> bool:
        """Whether another seat chooses when the pupil goes on."""
        return not self.after and self.step.choice is not None and self.step.seat != PUPIL


class Script:
    """A lesson in its order."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        #: The steps with a choice.
        self.choices = [step for step in lesson.steps if step.choice is not None]
        self.frames: list[Frame] = []
        made = 0
        for step in lesson.steps:
            if not step.silent:
                self.frames.append(Frame(made, step))
            if step.choice is not None:
                made += 1
                if step.after is not None:
                    self.frames.append(Frame(made, step, after=True))

    def beside(self, made: int) -> list[int]:
        """The frames of this many choices, by number."""
        return [number for number, frame in enumerate(self.frames) if frame.made == made]

    def runs_on(self, made: int) -> bool:
        """Whether another seat chooses now without a word being said before."""
        return made < len(self.choices) and not self.beside(made)

    def goes_on(self, game: Game[Any], made: int) -> bool:
        """Whether the rest of the lesson can be played from this position."""
        again = game.copy()
        for step in self.choices[made:]:
            taken = meant(again, step)
            if taken is None:
                return False
            again.choose(step.seat, taken)
        return True


def meant(game: Game[Any], step: Step) -> Choice | None:
    """The choice of a step as the rules have it, if it can be made now."""
    decision = game.decision(step.seat)
    if decision is None or step.choice is None:
        return None
    try:
        return decision.find(step.choice)
    except IllegalChoice:
        return None


def is_meant(step: Step, choice: Sequence[object]) -> bool:
    """Whether this choice is the one that a step speaks of, or does as well."""
    return any(same(choice, each) for each in (step.choice or (), *step.welcome))


def same(one: Sequence[object], other: Sequence[object]) -> bool:
    return as_data(tuple(one)) == as_data(tuple(other))


@dataclass(frozen=True)
class Place:
    """Where the pupil is: in the frame ``number`` of the script, the last but ``left`` of those
    between two choices. ``astray``: what was chosen is not the lesson's, and it cannot go on."""

    script: Script
    made: int
    said: int
    astray: bool = False

    @cached_property
    def here(self) -> list[int]:
        return self.script.beside(self.made)

    @property
    def number(self) -> int:
        """Of the frame; the last one where nothing more is said."""
        if not self.here:
            return max(0, len(self.script.frames) - 1)
        return self.here[min(self.said, len(self.here) - 1)]

    @property
    def at_question(self) -> Place:
        """The same position at the last of what is said there: what is to be done."""
        return replace(self, said=max(0, len(self.here) - 1))

    @property
    def frame(self) -> Frame:
        return self.script.frames[self.number]

    @property
    def more(self) -> bool:
        """Whether more is said before the next choice."""
        return bool(self.here) and self.number != self.here[-1]

    @property
    def over(self) -> bool:
        """Whether it is the last thing that is said."""
        return self.number == len(self.script.frames) - 1

    @property
    def learned(self) -> list[Said]:
        """What the pupil knows by now."""
        # By identity: a choice may have amounts, which cannot be hashed.
        said = {id(frame.step): frame.step for frame in self.script.frames[: self.number]}
        return [step.knows for step in said.values() if step.knows]


def lessons(rules: Rules[Any]) -> dict[str, Lesson]:
    """The lessons of a game type by name."""
    return {lesson.name: lesson for lesson in table_package.lessons(rules)}


def find_script(position: Position) -> Script | None:
    """The script of a lesson's game; None for any other game, and where the lesson is gone."""
    lesson = lessons(position.type).get(position.game.lesson) if position.game.lesson else None
    return None if lesson is None else Script(lesson)


def place(position: Position, script: Script, said: int = 0) -> Place:
    """Where the pupil is at this position."""
    made = position.number
    astray = made > len(script.choices) or not _kept_to(position, script, made)
    return Place(script, min(made, len(script.choices)), max(0, said), astray)


def _kept_to(position: Position, script: Script, made: int) -> bool:
    """Whether the game waits for what the lesson says next: another way is one of its own."""
    left = script.choices[made:]
    return not left or meant(position.running(), left[0]) is not None
