"""Checks that a lesson can be played as written: every choice, thing, sentence and number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import translation

from games.checking.directions import pointing
from games.checking.drawn import Drawn
from games.checking.findings import FAILED, Findings
from games.checking.positions import PEOPLE
from games.checking.said import faults
from games.lessons import script, telling
from games.lessons.script import Frame, Script
from games.rules.engine import BadOptions, Choice, Decision, Game, Rules, Text
from games.rules.engine.lessons import FIELDS, PUPIL, Lesson, Lies, Said, Step
from games.rules.engine.words import bare
from games.words import table_package, texts

#: How many choices a finding lists if another one was meant.
SOME = 12
#: The most letters of a step; nobody reads more beside a board.
LONGEST = 260
#: The most presses of a pupil.
MOST_PRESSES = 30


class Pointed(NamedTuple):
    """The things that a step points at, in a position, and where its words place them.

    ``where`` says which step it is.
    """

    game: Game[Any]
    names: tuple[str, ...]
    where: str
    lies: tuple[Lies, ...] = ()


class _Check:
    """A lesson, played once; each text is checked at its place.

    ``pointed`` collects what it points at, to be checked on a screen.
    """

    def __init__(self, rules: Rules[Any], lesson: Lesson, drawn: Drawn, findings: Findings) -> None:
        self.rules, self.lesson = rules, lesson
        self.drawn, self.findings = drawn, findings
        self.course = Script(lesson)
        self.pointed: list[Pointed] = []

    def play(self) -> None:
        """Play it from its first text to its stated end."""
        self._at("the beginning")
        try:
            options = self.rules.check_options(dict(self.lesson.options))
        except BadOptions as error:
            self.findings.add(f"its options are not the game's: {error}")
            return
        if self.lesson.players not in self.rules.players:
            self.findings.add(f"it is for {self.lesson.players} players, the game is not")
            return
        game = self.rules.new(self.lesson.players, options, self.lesson.secret)
        self._say(self.lesson.title, telling.facts(game), "its title")
        games = [game.copy()]
        self._frames(0, games)
        for number, step in enumerate(self.course.choices):
            self._at(f"step {number + 1}{_named(step)}")
            taken = self._choice(game, step)
            if taken is None:
                return
            self._others(game, step, number)
            game.choose(step.seat, taken)
            games.append(game.copy())
            self._frames(number + 1, games)
        self._at("the end")
        self._end(game)

    def _at(self, where: str) -> None:
        self.findings.where = f"lesson {self.lesson.name!r}, {where}"

    # Choices -------------------------------------------------------------------------------

    def _choice(self, game: Game[Any], step: Step) -> Choice | None:
        """The step's choice in the form of the rules; a finding if it is impossible."""
        decision = game.decision(step.seat)
        if decision is None:
            waits = ", ".join(f"seat {seat}" for seat in game.to_move()) or "nobody: it is over"
            self.findings.add(
                f"seat {step.seat} is to choose {step.choice!r}, but the game waits for {waits}"
            )
            return None
        taken = script.meant(game, step)
        if taken is None:
            self.findings.add(_cannot(step, step.choice or (), decision))
        return taken

    def _others(self, game: Game[Any], step: Step, number: int) -> None:
        """Other accepted choices must lead on; those with words of their own must be possible."""
        decision = game.decision(step.seat)
        assert decision is not None  # the step's own choice was found
        for choice in (*step.welcome, *(choice for choice, _words in step.also)):
            other = Step(seat=step.seat, choice=choice)
            taken = script.meant(game, other)
            if taken is None:
                self.findings.add(_cannot(step, choice, decision))
            elif choice in step.welcome:
                again = game.copy()
                again.choose(step.seat, taken)
                if not self.course.goes_on(again, number + 1):
                    self.findings.add(
                        f"{choice!r} is welcome, but the steps that follow cannot be played then"
                    )

    # Texts -------------------------------------------------------------------------------

    def _frames(self, made: int, games: list[Game[Any]]) -> None:
        """Check all texts after this number of choices, in each language."""
        for number in self.course.beside(made):
            frame = self.course.frames[number]
            self._at(f"step {number + 1} of what is said{_named(frame.step)}")
            before = games[frame.made - 1] if frame.after else None
            self._frame(frame, games[made], before)

    def _frame(self, frame: Frame, game: Game[Any], before: Game[Any] | None) -> None:
        known = telling.facts(game, before)
        if not frame.speech.title:
            self.findings.add("it has no heading: say what it is about")
        for what, said in _sentences(frame):
            self._say(said, known, what)
            self._directions(frame.step, telling.text(said), what)
        if frame.asks and not frame.step.do:
            self.findings.add("it does not say what to press: give `do`")
        self._things(frame, game)

    def _say(self, said: Said, known: telling.Facts, what: str) -> None:
        text = telling.text(said)
        if re.search(r"\d", bare(text.message)):
            self.findings.add(
                f"{what} has a number in its words, {bare(text.message)!r}: put a field there, so "
                "that it is always the engine's: {at = …}, {brought = …}, or a figure of the rules"
            )
        if not all(self._number(field, known, what) for field in _fields(text)):
            return
        wrong = list(faults(text_of(text), self.findings))
        for fault in wrong:
            self.findings.add(f"{what}: {fault}", key=fault)
        if wrong:
            return
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                filled = self.findings.tried(what, telling.filled, said, known)
                if filled is FAILED:
                    return
                told = texts.plain(filled, PEOPLE, self.rules.slug)
                if len(told) > LONGEST:
                    self.findings.add(
                        f"{what} has {len(told)} letters in {language}; beside a board nobody "
                        f"reads more than {LONGEST}: {told!r}"
                    )

    def _directions(self, step: Step, text: Text, what: str) -> None:
        """If the words say where something is, the step must say what they mean."""
        for where in sorted(pointing(bare(text.message)) - {each.where for each in step.lies}):
            self.findings.add(
                f"{what} says that something lies {where!r}, {bare(text.message)!r}: say by "
                f'`lies` what that is, {{thing = "one", where = "{where}", of = ["another"]}}'
            )

    def _number(self, field: Any, known: telling.Facts, what: str) -> bool:
        """Check that a number exists; a finding, too, if the sentence was written for another
        one."""
        try:
            number = known.number(field)
        except telling.FAULTS as error:
            self.findings.add(f"{what}: {field!r} leads nowhere: {error}")
            return False
        if field.n is not None and number != field.n:
            self.findings.add(
                f"{what} was written for {field.n}, but the engine has {number}: {field!r}; is the "
                "sentence still true?"
            )
        return True

    def _things(self, frame: Frame, game: Game[Any]) -> None:
        """Check that the things pointed at are drawn."""
        there = self.drawn.things(game, PUPIL)
        names = (*frame.step.points, *self._path(frame, game))
        self.pointed.append(Pointed(game, names, self.findings.where, frame.step.lies))
        for name in names:
            if name not in there:
                near = ", ".join(sorted(there)[:SOME])
                self.findings.add(
                    f"it points at {name!r}, which is not drawn; on the board are {near}, …"
                )

    def _path(self, frame: Frame, game: Game[Any]) -> list[str]:
        decision = game.decision(PUPIL)
        if not frame.asks or decision is None:
            return []
        named = partial(table_package.target, self.rules, decision)
        choice = frame.step.choice or ()
        return [thing for n in range(len(choice)) if (thing := named(choice[: n + 1]))]

    def _end(self, game: Game[Any]) -> None:
        """Check that the lesson ends as stated, after no more presses than a pupil has patience
        for."""
        view = game.view(PUPIL)
        for path, value in self.lesson.ends.items():
            found = self.findings.tried(f"ends[{path!r}]", telling.at, view, path)
            if found is not FAILED and found != value:
                self.findings.add(f"it ends with {path} = {found!r}, and says {value!r}")
        if not self.lesson.ends:
            self.findings.add(
                "it does not say where it ends: give `ends`, what the pupil sees then"
            )
        presses = sum(1 for _frame in self.course.frames)
        if presses > MOST_PRESSES:
            self.findings.add(f"it takes {presses} presses; {MOST_PRESSES} are enough for a lesson")


class Played(NamedTuple):
    """The names of a game type's lessons, and what their steps point at."""

    names: list[str]
    pointed: list[Pointed]


def check_lessons(rules: Rules[Any], table: ModuleType, drawn: Drawn, findings: Findings) -> Played:
    """Play every lesson of a game type."""
    lessons = getattr(table, "LESSONS", ())
    if not isinstance(lessons, tuple) or not all(isinstance(each, Lesson) for each in lessons):
        findings.add("LESSONS has to be a tuple of Lesson: LESSONS = (Lesson(…),)")
        return Played([], [])
    names = [lesson.name for lesson in lessons]
    for name in {name for name in names if names.count(name) > 1}:
        findings.add(f"two lessons are called {name!r}")
    pointed: list[Pointed] = []
    for lesson in lessons:
        check = _Check(rules, lesson, drawn, findings)
        findings.tried(f"lesson {lesson.name!r}", check.play)
        pointed += check.pointed
    return Played(names, pointed)


def text_of(text: Text) -> Text:
    """The text with placeholder values, so that its words can be checked."""
    values = {
        name: 1
        if isinstance(value, FIELDS)
        else text_of(value)
        if isinstance(value, Text)
        else value
        for name, value in text.values.items()
    }
    return Text(text.message, text.plural, **values)


def _fields(text: Text) -> Iterator[Any]:
    for value in text.values.values():
        if isinstance(value, Text):
            yield from _fields(value)
        elif isinstance(value, FIELDS):
            yield value


def _sentences(frame: Frame) -> Iterator[tuple[str, Said]]:
    """Yield each sentence of a frame with its name in a finding."""
    speech, step = frame.speech, frame.step
    named: list[tuple[str, Said]] = [("its heading", speech.title), ("its text", speech.text)]
    if not frame.after:
        named += [("what to press", step.do), ("what one knows", step.knows)]
        named += [(f"what is said to {choice!r}", said) for choice, said in step.also]
    return ((what, said) for what, said in named if said)


def _named(step: Step) -> str:
    title = step.title.message if isinstance(step.title, Text) else step.title
    return f" ({title!r})" if title else f" (seat {step.seat}: {step.choice!r})"


def _cannot(step: Step, choice: Choice, decision: Decision) -> str:
    some = ", ".join(map(repr, decision.choices[:SOME]))
    more = ", …" if len(decision.choices) > SOME else ""
    return (
        f"seat {step.seat} cannot choose {choice!r}: it is asked {decision.kind!r} and may choose "
        f"{some}{more}"
    )
