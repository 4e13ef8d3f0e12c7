"""Lessons in TOML files, for authors who write no Python: docs/writing-a-game.md, section 10.

A file becomes the same `Lesson` that a package would write in Python.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .errors import nearest
from .lesson_forms import (
    SAID,
    AfterForm,
    AlsoForm,
    BadLesson,
    Field,
    Fields,
    LessonForm,
    NumberForm,
    Parts,
    StepForm,
    WordsForm,
    formed,
)
from .lessons import At, Brought, Lesson, Lies, Points, Said, Speech, Step, silently
from .state import Choice
from .words import Player, Text, names_in

Figures = Mapping[str, Any]
#: Stands for a source: the points of all of them.
ALL = "*"
#: Keys without text.
_NOT_SAID = ("fields", "options", "ends")
#: What a `Text` has besides its values.
_TAKEN = ("self", "message", "plural")


# Reading ------------------------------------------------------------------------------------------


def read_lessons(
    folder: Path, *names: str, figures: Figures = MappingProxyType({})
) -> tuple[Lesson, ...]:
    """The lessons of these names in their order, from files such as ``first.toml``.

    ``figures`` are those of the rules that sentences may name, including parts of them:
    ``VILLAGE/pawn/0``. Raises BadLesson.
    """
    return tuple(_lesson(folder / f"{name}.toml", figures) for name in names)


def sentences(file: Path) -> Iterator[str]:
    """Every sentence of a file, for its translations. Raises BadLesson."""
    return _sentences(_loaded(file))


def _sentences(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key in SAID and isinstance(value, str) and value:
            yield _folded(value)
        elif key not in _NOT_SAID:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, dict):
                    yield from _sentences(each)


def _lesson(file: Path, figures: Figures) -> Lesson:
    where = _name(file)
    form = formed(_loaded(file), LessonForm, where)
    scope = _Scope(where, figures, form.fields)
    steps = tuple(
        step
        for number, data in enumerate(form.step, 1)
        for step in _steps(data, replace(scope, where=f"{where}, step {number}{_called(data)}"))
    )
    scope.refuse_unused(form.fields, *chain.from_iterable(map(_said_in, steps)))
    return Lesson(
        name=file.stem,
        title=_folded(form.title),
        minutes=form.minutes,
        steps=steps,
        players=form.players,
        options=form.options,
        seed=form.seed,
        ends=form.ends,
    )


def _name(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def _loaded(file: Path) -> dict[str, Any]:
    where = _name(file)
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLesson(f"{where} cannot be read ({error.strerror}): is it there?") from None
    except UnicodeDecodeError:
        raise BadLesson(f"{where} is not in UTF-8: save it in that") from None
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(
            f"{where}: {error}; write key = value, words in quotes, several things in [ ], a table "
            "in { } on one line"
        ) from None


def _called(data: Any) -> str:
    title = data.get("title") if isinstance(data, dict) else None
    return f" ({_folded(title)!r})" if isinstance(title, str) else ""


def _steps(data: Any, scope: _Scope) -> tuple[Step, ...]:
    form = formed(data, StepForm, scope.where)
    if form.silently:
        if data.keys() != {"silently"}:
            raise BadLesson(
                f"{scope.where}: `silently` stands alone: begin another [[step]] for what is said"
            )
        return silently(*map(_choice, form.silently))
    scope = scope.within(form.fields)
    step = Step(
        title=scope.words(form.title),
        text=scope.words(form.text),
        do=scope.words(form.do),
        choice=None if form.choice is None else _choice(form.choice),
        seat=form.seat,
        points=tuple(form.points),
        lies=tuple(Lies(each.thing, each.where, tuple(each.of)) for each in form.lies),
        after=scope.speech(form.after) if form.after else None,
        welcome=tuple(map(_choice, form.welcome)),
        also=tuple((_choice(each.choice), scope.words(each)) for each in form.also),
        finds=form.finds,
        knows=scope.words(form.knows),
    )
    scope.refuse_unused(form.fields, *_said_in(step))
    return (step,)


def _choice(parts: Parts) -> Choice:
    return tuple(parts)


def _folded(words: str) -> str:
    """The text in one line: line ends in the file have no meaning."""
    return " ".join(words.split())


def _said_in(step: Step) -> Iterator[Said]:
    yield from (step.title, step.text, step.do, step.knows)
    yield from (said for _choice, said in step.also)
    if step.after:
        yield from (step.after.title, step.after.text)


# Fields of sentences ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Scope:
    """What sentences at one place in a file may name, the innermost fields first."""

    where: str
    figures: Figures
    fields: Mapping[str, Field]

    def within(self, fields: Fields) -> _Scope:
        return replace(self, fields={**self.fields, **fields})

    def words(self, form: str | WordsForm | AlsoForm) -> Said:
        if isinstance(form, str):
            return self._said(form)
        said = self.within(form.fields)._said(form.text)
        self.refuse_unused(form.fields, said)
        return said

    def speech(self, form: AfterForm) -> Speech:
        inner = self.within(form.fields)
        speech = Speech(inner._said(form.title), inner._said(form.text))
        self.refuse_unused(form.fields, speech.title, speech.text)
        return speech

    def refuse_unused(self, fields: Fields, *said: Said) -> None:
        named = {name for each in said if isinstance(each, Text) for name in each.values}
        for name in fields.keys() - named:
            raise BadLesson(
                f"{self.where}: no sentence names {{{name}}}: leave out fields.{name}, or write "
                f"{{{name}}} where it belongs"
            )

    def _said(self, words: str) -> Said:
        message = _folded(words)
        try:
            names = names_in(message)
        except ValueError as error:
            raise BadLesson(
                f"{self.where}: {message!r}: {error}; write a field as {{stones}}"
            ) from None
        values = {name: self._value(name, message) for name in sorted(names)}
        return Text(message, **values) if values else message

    def _value(self, name: str, message: str) -> Any:
        if name in _TAKEN or not name.isidentifier():
            raise BadLesson(
                f"{self.where}: a field cannot be called {{{name}}}, as in {message!r}: take "
                "another word, {stones}"
            )
        if name not in self.fields:
            raise BadLesson(
                f"{self.where}: {message!r} names {{{name}}}, and nothing says what that is: write "
                f'fields.{name} = 3, or fields.{name} = {{at = "seats/0/stones", n = 3}}'
            )
        field = self.fields[name]
        if isinstance(field, str):
            return self._figure(name, field)
        return self._number(name, field) if isinstance(field, NumberForm) else field

    def _figure(self, name: str, path: str) -> int | Text:
        """A figure of the rules, or a part of one."""
        first, *inner = path.split("/")
        if first not in self.figures:
            raise BadLesson(
                f"{self.where}: fields.{name}: the rules have no figure {first!r}"
                f"{nearest(first, filter(str.isupper, self.figures))}"
            )
        found = self.figures[first]
        try:
            for part in inner:
                found = _inside(found, part)
        except (LookupError, ValueError, AttributeError):
            raise BadLesson(
                f"{self.where}: fields.{name}: {path!r} leads nowhere, for {part!r} is not in "
                f"{found!r:.80}"
            ) from None
        if not isinstance(found, int | Text):
            raise BadLesson(
                f"{self.where}: fields.{name}: {path!r} is {found!r:.80}, no number: write what "
                f"is meant in it, {path}/0"
            )
        return found

    def _number(self, name: str, field: NumberForm) -> At | Brought | Points | Player:
        kinds = ("at", "brought", "points", "player")
        given = [kind for kind in kinds if getattr(field, kind) is not None]
        if len(given) != 1:
            raise BadLesson(
                f"{self.where}: fields.{name} is one of at, brought, points and player: write "
                f'fields.{name} = {{at = "seats/0/stones", n = 3}}'
            )
        if field.player is not None:
            return Player(field.player)
        if field.at is not None:
            return At(field.at, field.n)
        kind, source = (Points, field.points) if field.brought is None else (Brought, field.brought)
        return kind("" if source == ALL else source or "", field.seat, field.n)


def _inside(found: Any, part: str) -> Any:
    if isinstance(found, Mapping):
        return found[part] if part in found else found[int(part)]
    return found[int(part)] if part.isdigit() else getattr(found, part)
