"""What a lesson says at one place, in the reader's language, and how far a pupil has come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from games import package_errors
from games.lessons import following, script, telling
from games.lessons.script import Place, Script
from games.rules.engine import Text
from games.rules.engine.lessons import Said
from games.showing.forms import About, Form
from games.stages import stage_visibility
from games.storage import position as storage
from games.storage.position import Position
from games.words import table_package, texts


class LessonSource(Form):
    """What a choice brought from one source, by seat."""

    label: str
    points: list[int]


class LessonPlace(Form):
    """Where the caller is in a lesson, and what is said there."""

    title: Annotated[str, About("of the lesson, in the caller's language as all its words")]
    step: Annotated[int, About("from 1")]
    steps: int
    state: Annotated[
        str,
        About(
            "`step`: something is said or asked; `after`: what a choice brought; `over`: the last "
            "step; `astray`: the game has left the lesson",
            enum=["step", "after", "over", "astray"],
        ),
    ]
    heading: str
    text: str
    do: Annotated[str, About("what to choose; empty where nothing is asked")]
    choice: Annotated[list[Any] | None, About("the choice that is asked for")]
    more: Annotated[int | None, About("give it as ?said= to hear what is said next")]
    brought: list[LessonSource]
    learned: list[str]


class LessonProgress(Form):
    """A lesson, and the caller's game of it."""

    type: str
    name: str
    title: str
    minutes: int
    begun: bool
    game: Annotated[int | None, About("the game in which the caller is in it now")]


@dataclass
class LessonWords:
    """A lesson at one position. ``said`` is how much of what is said there the pupil has heard;
    ``at_question``: the last of it, where something is asked."""

    position: Position
    user_id: int | None
    script: Script
    said: int = 0
    at_question: bool = False

    @cached_property
    def place(self) -> Place:
        here = script.find_place(self.position, self.script, self.said)
        return here.at_question if self.at_question else here

    @cached_property
    def facts(self) -> telling.Facts:
        """What is said of a choice compares with the position before it."""
        frame, before = self.place.frame, None
        if frame.after:
            game = self.position.game
            before = storage.load(game.pk, self.user_id, at=frame.made - 1).running()
        return telling.facts(self.position.running(), before)

    @cached_property
    def people(self) -> list[str]:
        return texts.seat_names(self.position.seats)

    @property
    def heard(self) -> int:
        """How many things have been said here before this one."""
        return self.place.here.index(self.place.number) if self.place.here else 0

    def say(self, said: Said) -> str:
        """A sentence with the engine's numbers; a lesson that slips leaves it out."""
        if not said:
            return ""
        try:
            return self.plain(telling.filled(said, self.facts))
        except telling.FAULTS as error:
            package_errors.record_error(self.position.type.slug, "table.LESSONS", error)
            return ""

    def plain(self, text: Text) -> str:
        return texts.plain(text, self.people, self.position.type.slug)

    def title(self) -> str:
        return texts.own(self.position.type, self.script.lesson.title)

    def learned(self) -> list[str]:
        return [self.say(said) for said in self.place.learned]

    def brought(self) -> list[LessonSource]:
        """What the choice brought, by source."""
        source = table_package.source
        return [
            {"label": self.plain(source(self.position.type, name)), "points": shares}
            for name, shares in self.facts.brought().items()
        ]


def show_place(position: Position, user_id: int, said: int = 0) -> LessonPlace:
    """Where this person, whose lesson it is, is at this position. Refused for a game that is no
    lesson."""
    words = LessonWords(position, user_id, following.find_script(position), said)
    place = words.place
    frame = place.frame
    shown: LessonPlace = {
        "title": words.title(),
        "step": place.number + 1,
        "steps": len(words.script.frames),
        "state": "astray",
        "heading": "",
        "text": "",
        "do": "",
        "choice": None,
        "more": None,
        "brought": [],
        "learned": words.learned(),
    }
    if place.astray:
        return shown
    shown["heading"], shown["text"] = words.say(frame.speech.title), words.say(frame.speech.text)
    asks, after = frame.asks, frame.after and not frame.asks
    shown["state"] = "over" if place.over else "after" if after else "step"
    if asks:
        shown["do"], shown["choice"] = words.say(frame.step.do), list(frame.step.choice or ())
    if after:
        shown["brought"] = words.brought()
    if place.more:
        shown["more"] = words.heard + 1
    return shown


def list_lessons(user_id: int) -> list[LessonProgress]:
    """The lessons of all game types that this person may see."""
    begun, running = following.list_begun(user_id), following.list_running(user_id)
    return [
        {
            "type": rules.slug,
            "name": lesson.name,
            "title": texts.own(rules, lesson.title),
            "minutes": lesson.minutes,
            "begun": (rules.slug, lesson.name) in begun,
            "game": running.get((rules.slug, lesson.name)),
        }
        for rules in stage_visibility.types(user_id)
        for lesson in script.lessons(rules).values()
    ]
