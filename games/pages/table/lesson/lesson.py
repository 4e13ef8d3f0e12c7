"""The content of a lesson's page: the pupil's place, the text, and what to do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TypedDict

from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from games.lessons import following, script
from games.lessons.script import Frame, Place, Script
from games.pages.choices import encoded
from games.pages.table.reader import Reader
from games.rules.engine import Choice
from games.rules.engine.lessons import PUPIL
from games.showing.lessons import LessonSource, LessonWords
from games.words import table_package


class Way(TypedDict, total=False):
    """A button: a link to ``href``, or a form that sends ``fields`` to ``action``."""

    label: str
    href: str
    action: str
    fields: dict[str, object]
    turn: bool
    icon: str


@dataclass(frozen=True)
class Tried:
    """What the pupil tried instead of what is meant: a legal choice, or a thing that was
    pressed."""

    choice: Choice = ()
    thing: str = ""


@dataclass
class Taught:
    """The lesson at one place.

    ``state`` is "step", "no" or "also" for what was tried, "after", "over", or "astray"; ``path``
    are the things to press, in order; ``spots`` those that the text mentions.
    """

    title: str
    step: int
    steps: int
    minutes: int
    state: str = "step"
    heading: str = ""
    text: str = ""
    do: str = ""
    brought: list[LessonSource] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    back: Way | None = None
    show: Way | None = None
    leave: Way | None = None
    path: list[str] = field(default_factory=list)
    spots: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    learned: list[str] = field(default_factory=list)
    meant: str = ""
    here: str = ""


@dataclass
class Lesson:
    """A lesson as one reader sees it; ``said`` is how many texts of this position they have
    heard."""

    reader: Reader
    script: Script
    said: int = 0
    tried: Tried | None = None

    @cached_property
    def words(self) -> LessonWords:
        """What was tried is answered where it is asked: at the last of what is said here."""
        position, user_id = self.reader.position, self.reader.user_id
        return LessonWords(position, user_id, self.script, self.said, self.tried is not None)

    @property
    def place(self) -> Place:
        return self.words.place

    def taught(self) -> Taught:
        """The content of the page."""
        frame = self.place.frame
        taught = Taught(
            title=self.words.title(),
            step=self.place.number + 1,
            steps=len(self.script.frames),
            minutes=self._minutes_left(),
            learned=self.words.learned(),
            here=self._url(self.heard),
            back=self._back(),
            leave=self._form("leave", _("Leave and play on"), "next"),
        )
        if self.place.astray:
            self._astray(taught)
            return taught
        taught.heading, taught.text = (
            self.words.say(frame.speech.title),
            self.words.say(frame.speech.text),
        )
        taught.spots = list(frame.step.points)
        if frame.asks:
            self._ask(taught, frame)
        elif frame.after:
            taught.state, taught.brought = "after", self.words.brought()
        if not frame.asks:
            taught.ways = self._on()
        if self.place.over:
            taught.state = "over"
        return taught

    def _minutes_left(self) -> int:
        left = 1 - self.place.number / len(self.script.frames)
        return max(1, math.ceil(self.script.lesson.minutes * left))

    # What to press ----------------------------------------------------------------------

    def _ask(self, taught: Taught, frame: Frame) -> None:
        """The pupil must choose; the answer to what was tried before appears in the same place."""
        choice = frame.step.choice or ()
        taught.do = self.words.say(frame.step.do)
        taught.path = [] if frame.step.finds else self._path(choice)
        taught.meant = encoded(choice)
        taught.show = self._form("show", _("Show me"), "eye")
        if self.tried is None:
            return
        if self.tried.thing:
            taught.state = "no"
            taught.wrong = [self.tried.thing]
            taught.heading, taught.text = self._why_not(self.tried.thing)
        elif self.tried.choice:
            self._also(taught, frame, self.tried.choice)

    def _path(self, choice: Choice) -> list[str]:
        """The things on the board for the parts of a choice, in order; one of two parts comes
        twice."""
        decision = self.reader.rules.decision(PUPIL)
        if decision is None:
            return []
        named = partial(table_package.target, self.reader.type, decision)
        things = (named(choice[: length + 1]) for length in range(len(choice)))
        return [*filter(None, things)]

    def _also(self, taught: Taught, frame: Frame, choice: Choice) -> None:
        """A choice that works but is not meant: the lesson's text about it, and the two ways."""
        taught.state, taught.wrong = "also", self._path(choice)
        taught.heading, taught.do = _("That works, too"), ""
        said = next((words for each, words in frame.step.also if script.same(each, choice)), "")
        taught.text = self.words.say(said) or _(
            "In a game of your own you can do that. In this lesson we look at something else first."
        )
        taught.ways = [{"label": _("Choose again"), "href": self._url(self.heard), "turn": True}]
        if following.can_go_on_after(self.reader.position, self.script, choice):
            anyway = self._form("choose", _("Do it anyway"))
            sent = {"version": self.reader.version, "choice": encoded(choice), "anyway": "1"}
            taught.ways.append({**anyway, "fields": {**anyway["fields"], **sent}})

    def _why_not(self, thing: str) -> tuple[str, str]:
        """Why nothing happens when this thing is pressed: by the rules, otherwise by the lesson."""
        decision = self.reader.rules.decision(PUPIL)
        if decision is not None:
            for parts, reason in table_package.refusals(self.reader.type, decision):
                if thing in self._path(parts):
                    label = table_package.label(self.reader.type, decision, parts, self.reader.view)
                    return self.words.plain(label), self.words.plain(reason)
        return _("Not here, not now"), _("There is nothing to choose there at the moment.")

    # Where one goes on --------------------------------------------------------------------------

    def _on(self) -> list[Way]:
        """The next step: the next text, or what another seat does, or leaving at the end."""
        if self.place.more:
            return [{"label": _("Go on"), "href": self._url(self.heard + 1), "turn": True,
                     "icon": "next"}]  # fmt: skip
        if self.place.frame.shows or not self.place.over:
            return [{**self._form("go-on", _("Go on"), "next"), "turn": True}]
        return [{**self._form("leave", _("Play on from here"), "next"), "turn": True}]

    @property
    def heard(self) -> int:
        return self.words.heard

    def _back(self) -> Way | None:
        if self.heard:
            return {"label": _("Back"), "href": self._url(self.heard - 1), "icon": "previous"}
        if self.place.number or self.place.astray:
            return self._form("back", _("Back"), "previous")
        return None

    def _astray(self, taught: Taught) -> None:
        """The game has gone another way, perhaps by a program or another page."""
        taught.state, taught.heading = "astray", _("You are on your own path")
        taught.text = _(
            "The lesson cannot continue from here. Go back to it, or play on by yourself."
        )
        taught.ways = [{**self._form("back", _("Back to the lesson"), "previous"), "turn": True}]

    def _form(self, name: str, label: str, icon: str = "") -> Way:
        action = path(f"game-lesson-{name}", self.reader.game.pk)
        return {"label": label, "action": action, "fields": self.fields, "icon": icon}

    @property
    def fields(self) -> dict[str, object]:
        """Fields of every form, so that a refusal comes back to the present text."""
        return {"said": self.heard} if self.heard else {}

    def _url(self, said: int) -> str:
        return f"{self.reader.url}?said={said}" if said else self.reader.url


def lesson(reader: Reader, said: int = 0, tried: Tried | None = None) -> Lesson | None:
    """The lesson that the reader is taking at this position; None at any other table."""
    if not reader.game.lesson or reader.past or reader.me != PUPIL or not reader.running:
        return None
    course = script.find_script(reader.position)
    return None if course is None else Lesson(reader, course, said, tried)


def seats(reader: Reader) -> Sequence[str]:
    """The names of the seats in the table of what a choice brought."""
    return [_("You") if seat == PUPIL else name for seat, name in enumerate(reader.people)]
