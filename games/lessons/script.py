"""The script of a lesson: what it says at each point, and what the pupil has to do.

A lesson is a list of frames, one for each text. The number of choices made tells which frame is
current; if there are several between two choices, the page's address has the rest.
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
    """One text of the lesson.

    ``made``: after how many choices; ``step``: the step it belongs to; ``after``: it is about the
    step's choice, once that is made.
    """

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
        """Whether the pupil must choose."""
        return not self.after and self.step.choice is not None and self.step.seat == PUPIL

    @property
    def shows(self) -> bool:
        """Whether another seat chooses when the pupil continues."""
        return not self.after and self.step.choice is not None and self.step.seat != PUPIL


class Script:
    """A lesson in order."""

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
        """The frames for this number of choices, by number."""
        return [number for number, frame in enumerate(self.frames) if frame.made == made]

    def runs_on(self, made: int) -> bool:
        """Whether another seat chooses now without a text before."""
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
    """A step's choice in the form of the rules, if it can be made now."""
    decision = game.decision(step.seat)
    if decision is None or step.choice is None:
        return None
    try:
        return decision.find(step.choice)
    except IllegalChoice:
        return None


def is_meant(step: Step, choice: Sequence[object]) -> bool:
    """Whether this is the choice that a step is about, or an equally good one."""
    return any(same(choice, each) for each in (step.choice or (), *step.welcome))


def same(one: Sequence[object], other: Sequence[object]) -> bool:
    return as_data(tuple(one)) == as_data(tuple(other))


@dataclass(frozen=True)
class Place:
    """The pupil's place: the frame ``number`` of the script.

    ``left`` frames follow it before the next choice. ``astray``: the choice made is not the
    lesson's, and the lesson cannot continue.
    """

    script: Script
    made: int
    said: int
    astray: bool = False

    @cached_property
    def here(self) -> list[int]:
        return self.script.beside(self.made)

    @property
    def number(self) -> int:
        """The number of the frame; the last one if no text follows."""
        if not self.here:
            return max(0, len(self.script.frames) - 1)
        return self.here[min(self.said, len(self.here) - 1)]

    @property
    def at_question(self) -> Place:
        """The same position at its last text: what the pupil has to do."""
        return replace(self, said=max(0, len(self.here) - 1))

    @property
    def frame(self) -> Frame:
        return self.script.frames[self.number]

    @property
    def more(self) -> bool:
        """Whether another text comes before the next choice."""
        return bool(self.here) and self.number != self.here[-1]

    @property
    def over(self) -> bool:
        """Whether it is the last text."""
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
    """The script of a lesson's game; None for any other game, and if the lesson no longer
    exists."""
    lesson = lessons(position.type).get(position.game.lesson) if position.game.lesson else None
    return None if lesson is None else Script(lesson)


def find_place(position: Position, script: Script, said: int = 0) -> Place:
    """The pupil's place at this position."""
    made = position.number
    astray = made > len(script.choices) or not _kept_to(position, script, made)
    return Place(script, min(made, len(script.choices)), max(0, said), astray)


def _kept_to(position: Position, script: Script, made: int) -> bool:
    """Whether the game is at the lesson's next choice, and not on another way."""
    left = script.choices[made:]
    return not left or meant(position.running(), left[0]) is not None
