"""Checks all words of a game type's ``table`` for a position: questions, choices, events, points.

The functions are called directly, without the guards that hide errors on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

from games.checking import translated
from games.checking.findings import FAILED, Findings
from games.checking.lines import Lines
from games.checking.positions import PEOPLE, Position
from games.rules.engine import Amounts, Choice, Decision, Rules, Text
from games.rules.engine.words import bare, names_in
from games.words import table_package, texts

Function = Callable[..., object]


class Said:
    """Calls every function of a ``table`` and records what is wrong with its result.

    ``told`` collects the kinds of events, ``marks`` the things that they have touched, ``pieces``
    those that moved.
    """

    def __init__(self, rules: Rules[Any], table: ModuleType, findings: Findings) -> None:
        self.rules, self.table, self.findings = rules, table, findings
        self.told: set[str] = set()
        self.marks: dict[str, str] = {}
        self.pieces: dict[str, str] = {}
        self.lines = Lines(table, findings)

    def check(self, position: Position) -> None:
        game = position.game
        for decision in game.decisions():
            self._decision(decision, game.view(decision.seat))
        for event in position.events:
            self.told.add(event.kind)
            for data in (event.data, *(event.seen_by(int(seat)) for seat in event.private)):
                self._event(event.kind, data)
        for points in (*(game.standing() or ()), *(game.scored() or ())):
            self._sources(points)
        result = game.result()
        if result is not None:
            for points in result.breakdown:
                self._sources(points)
            self._sources([breaker.name for breaker in result.tie_breakers])
            if isinstance(result.reason, str):
                self.check_reason(result.reason)

    def check_reason(self, name: str) -> None:
        """Check that the table has words for why a game without points ends."""
        if not table_package.reason(self.rules, name):
            self.findings.add(
                f"REASONS says nothing of {name!r}, by which a game ends: "
                f'REASONS = {{{name!r}: _("by …")}}'
            )
            return
        self._text(f"REASONS[{name!r}]", name, lambda: Text(self.table.REASONS[name]))

    # Questions and choices ----------------------------------------------------------------------

    def _decision(self, decision: Decision, view: Any) -> None:
        table, kind, args = self.table, decision.kind, decision.args
        self._text(f"prompt({kind!r}, …)", kind, table.prompt, kind, args, view, decision.seat)
        told: dict[tuple[str | None, ...], Choice] = {}
        for choice in decision.choices:
            said = None
            for length in range(1, len(choice) + 1):
                said = self._label(decision, choice[:length], view)
            for length in range(1, len(choice)):
                self._further(decision, choice[:length], view)
            self._goods(choice)
            answer = decision.example(choice)
            if answer != choice:
                self._label(decision, answer, view)
                self._then(decision, answer, view)
            alike = (said, *path(table, decision, choice, self.findings))
            if said is not None and alike in told:
                self.findings.add(
                    f"{kind} {told[alike]!r} and {choice!r} cannot be told apart: both are called "
                    f"{said!r} and stand for the same things",
                    key=("alike", kind),
                )
            told[alike] = choice
        for parts, reason in decision.refusals:
            self._label(decision, parts, view)
            self._text(f"the reason why {kind} refuses {parts!r}", kind, lambda text: text, reason)
        for instruction in decision.asks.instructions(view):
            said = f"instruction({kind!r}, {instruction!r})"
            self._text(said, kind, getattr(table, "instruction", None), kind, instruction)

    def _label(self, decision: Decision, parts: Choice, view: Any) -> str | None:
        kind, args = decision.kind, decision.args
        said = f"label({kind!r}, {args!r}, {parts!r}, view)"
        return self._text(said, kind, self.table.label, kind, args, parts, view)

    def _further(self, decision: Decision, parts: Choice, view: Any) -> None:
        further, kind, args = getattr(self.table, "further", None), decision.kind, decision.args
        if further is not None:
            said = f"further({kind!r}, {args!r}, {parts!r}, view)"
            self._text(said, kind, further, kind, args, parts, view, none=True)

    def _then(self, decision: Decision, choice: Choice, view: Any) -> None:
        then, kind, args = getattr(self.table, "then", None), decision.kind, decision.args
        if then is not None:
            said = f"then({kind!r}, {args!r}, {choice!r}, view)"
            self._text(said, kind, then, kind, args, choice, view, none=True)

    def _goods(self, choice: Choice) -> None:
        """Goods must be shown by their own names, in the reader's language."""
        for good in {good for part in choice if isinstance(part, Amounts) for good in part.of}:
            if good in self.findings.untranslated:
                continue
            for language in translated.lacking(self.rules.slug, good):
                self.findings.add(
                    f"the good {good!r} has no {language}: mark its name by _({good!r})"
                )

    # Events --------------------------------------------------------------------------

    def _event(self, kind: str, data: Any) -> None:
        if self.lines.can_tell(kind, data):
            self._log(kind, data)
        join = getattr(self.table, "join", None)
        if join is not None:
            said = f"join({kind!r}, two times {data!r})"
            self._text(said, kind, join, kind, [data, data], none=True)
        self._moved(kind, data)
        self._notation(kind, data)
        said = f"marks({kind!r}, {data!r})"
        marks = self.findings.tried(said, self.table.marks, kind, data, of=("marks", kind))
        if marks is FAILED:
            return
        if not (isinstance(marks, list | tuple | set) and all(type(m) is str for m in marks)):
            self.findings.add(f"{said} is {marks!r}, not a list of names", key=("marks", kind))
            return
        for mark in marks:
            self.marks.setdefault(mark, said)

    def _log(self, kind: str, data: Any) -> None:
        log, what = table_package.log_of(self.table), f"log({kind!r}, {data!r})"
        said = self._text(what, kind, log, kind, data, none=True)
        if said != self._text(what, kind, log, kind, as_stored(data), none=True):
            self.findings.add(
                f"{what} says its names in the order of the data, which is another once it was "
                "stored: go through names of your own",
                key=("order", kind),
            )

    def _notation(self, kind: str, data: Any) -> None:
        notation = getattr(self.table, "notation", None)
        if notation is None:
            return
        said = f"notation({kind!r}, {data!r})"
        short = self.findings.tried(said, notation, kind, data, of=("notation", kind))
        if short is not FAILED and not (short is None or isinstance(short, str)):
            self.findings.add(f"{said} is {short!r}, not a text", key=("notation", kind))

    def _moved(self, kind: str, data: Any) -> None:
        moved = getattr(self.table, "moved", None)
        if moved is None:
            return
        said = f"moved({kind!r}, {data!r})"
        names = self.findings.tried(said, moved, kind, data, of=("moved", kind))
        fits = isinstance(names, list | tuple) and all(type(name) is str for name in names)
        if names is not FAILED and not fits:
            self.findings.add(f"{said} is {names!r}, not a list of names", key=("moved", kind))
        for name in names if fits else ():
            self.pieces.setdefault(name, said)

    def _sources(self, names: Iterable[str]) -> None:
        for name in names:
            self._text(f"source({name!r})", name, self.table.source, name)

    # Texts --------------------------------------------------------------------------------------

    def _text(
        self, what: str, kind: str, function: Function | None, *args: Any, none: bool = False
    ) -> str | None:
        """The function's text in the active language; None if there is none."""
        of = (what.partition("(")[0], kind)
        if function is None:
            self.findings.add(f"there is no {what}", key=of)
            return None
        text = self.findings.tried(what, function, *args, of=of)
        if text is FAILED or (text is None and none):
            return None
        if not isinstance(text, Text):
            self.findings.add(f"{what} is {text!r}: give back Text(_(…))", key=(*of, "type"))
            return None
        wrong = list(faults(text, self.findings))
        for fault in wrong:
            self.findings.add(f"{what}: {fault}", key=fault)
        if wrong:
            return None
        said = self.findings.tried(what, texts.plain, text, PEOPLE, self.rules.slug, of=of)
        if said is FAILED:
            return None
        if not said.strip():
            self.findings.add(f"{what} says nothing", key=(*of, "empty"))
        return str(said)


def as_stored(data: Any) -> Any:
    """The data as read from the database, which stores shorter names of an object first."""
    if isinstance(data, dict):
        names = sorted(data, key=lambda name: (len(name.encode()), name.encode()))
        return {name: as_stored(data[name]) for name in names}
    return [as_stored(each) for each in data] if isinstance(data, list | tuple) else data


def path(
    table: ModuleType, decision: Decision, choice: Choice, findings: Findings
) -> list[str | None]:
    """The things on the board that the parts of a choice stand for."""
    found: list[str | None] = []
    kind, args = decision.kind, decision.args
    for length in range(1, len(choice) + 1):
        said = f"target({kind!r}, {args!r}, {choice[:length]!r})"
        target = findings.tried(said, table.target, kind, args, choice[:length], of=kind)
        if target is FAILED:
            target = None
        elif target is not None and not (isinstance(target, str) and target):
            findings.add(f"{said} is {target!r}, not a name or None", key=("target", kind))
            target = None
        found.append(target)
    return found


def faults(text: Text, findings: Findings) -> Iterator[str]:
    """What is wrong with a message, its translation, and the texts within it."""
    message = bare(text.message)
    for each in filter(None, (text.message, text.plural)):
        yield from _wrong_names(bare(each), set(text.values), f"{bare(each)!r}")
    if text.plural is not None and type(text.values.get("n")) is not int:
        yield f"{message!r} has a plural and no number n={text.values.get('n')!r}"
    for language in translated.LANGUAGES:
        called = translated.called(language)
        found = translated.translations(findings.package, text.message, text.plural, language)
        if found is not None:
            for translation in found:
                said = f"{translation!r}, the {called} of {message!r},"
                yield from _wrong_names(translation, set(text.values), said)
        elif translated.has_words(message) and message not in findings.untranslated:
            yield f"{message!r} has no {called}: mark it by _(…), run `manage.py messages`"
    for name, value in text.values.items():
        if isinstance(value, Text):
            yield from faults(value, findings)
        elif value is None and name in names_in(text.message):
            yield f"{message!r} is given None for {name!r}"


def _wrong_names(message: str, values: set[str], said: str) -> Iterator[str]:
    try:
        unknown = names_in(message) - values
    except ValueError as error:
        yield f"{said} cannot be filled: {error}"
        return
    if unknown:
        yield f"{said} names {sorted(unknown)}, but it is given {sorted(values)}"
