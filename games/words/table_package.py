"""Calls into the ``table`` package of a game type, which provides its words.

A game type without one (the example game) gets plain words, and so does one that fails: every call
into a ``table`` is guarded here, so nobody else has to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _

from games import package_errors
from games.rules import registry
from games.rules.engine import (
    Amounts,
    Choice,
    Decision,
    Part,
    Player,
    Refusal,
    Rules,
    Text,
    told,
)
from games.rules.engine.lessons import Lesson
from games.rules.engine.tips import Tip
from games.words.texts import Guarded, own, telling


@cache
def table(rules: Rules[Any]) -> ModuleType | None:
    """The ``table`` package of a game type, None if it has none that can be loaded."""
    name = f"{rules.package}.table"
    try:
        return import_module(name)
    except Exception as error:
        if not (isinstance(error, ModuleNotFoundError) and error.name == name):
            package_errors.record_error(rules.slug, "table", error)
        return None


def figures(rules: Rules[Any]) -> Any:
    """The rules' figures that the help mentions, ``FIGURES`` of the ``table``; empty without
    them."""
    return getattr(table(rules), "FIGURES", {})


def passes(rules: Rules[Any]) -> frozenset[str]:
    """The events by which the log says that somebody passed, ``PASSES`` of the ``table``."""
    return frozenset(getattr(table(rules), "PASSES", ("passed",)))


def load_tables() -> None:
    """Load those of all game types."""
    for rules in registry.all():
        table(rules)


def _ask(
    rules: Rules[Any], function: str, fits: Callable[[Any], bool], otherwise: Any, *args: Any
) -> Any:
    """The result of a function of the ``table``; ``otherwise`` if it is missing or fails."""
    words = table(rules)
    if words is None:
        return otherwise
    try:
        said = (log_of(words) if function == "log" else getattr(words, function))(*args)
        if not fits(said):
            raise TypeError(f"{function}{args!r:.300} gave {said!r:.100}")
    except Exception as error:
        package_errors.record_error(rules.slug, f"table.{function}", error)
        return otherwise
    return said


def log_of(words: ModuleType) -> Callable[[str, Any], Text | None]:
    """The log of a game type: its LINES, or the function ``log`` of an older package."""
    log: Callable[[str, Any], Text | None] = (
        partial(told, words.LINES) if hasattr(words, "LINES") else words.log
    )
    return log


def _say(rules: Rules[Any], function: str, otherwise: Text, *args: Any) -> Text:
    """The text of a function of the ``table``, otherwise plain words."""
    said = _ask(rules, function, _is_text, otherwise, *args)
    return otherwise if said is otherwise else Guarded(said, rules, f"table.{function}", otherwise)


def _is_text(said: Any) -> bool:
    return isinstance(said, Text)


def _is_text_or_none(said: Any) -> bool:
    return said is None or isinstance(said, Text)


def _is_there(said: Any) -> bool:
    return said is not None


def _is_name_or_none(said: Any) -> bool:
    return said is None or isinstance(said, str)


def _is_yes_or_no(said: Any) -> bool:
    return isinstance(said, bool)


def _are_names(said: Any) -> bool:
    return isinstance(said, list | tuple | set) and all(isinstance(name, str) for name in said)


def prompt(rules: Rules[Any], decision: Decision, view: Mapping[str, object]) -> Text:
    """The question that a decision asks."""
    plain = Text("{asked}", asked=own(rules, decision.prompt) if decision.prompt else decision.kind)
    return _say(rules, "prompt", plain, decision.kind, decision.args, view, decision.seat)


def label(rules: Rules[Any], decision: Decision, parts: Choice, view: Mapping[str, object]) -> Text:
    """Words for a choice, or for the last part of an incomplete one."""
    return _say(rules, "label", _plain(parts), decision.kind, decision.args, parts, view)


def further(
    rules: Rules[Any], decision: Decision, parts: Choice, view: Mapping[str, object]
) -> Text | None:
    """The question after these parts of a choice; None if it is still that of the decision."""
    if not parts or not hasattr(table(rules), "further"):
        return None
    args = (decision.kind, decision.args, parts, view)
    said = _ask(rules, "further", _is_text_or_none, None, *args)
    return None if said is None else Guarded(said, rules, "table.further", _plain(parts))


def then(
    rules: Rules[Any], decision: Decision, choice: Choice, view: Mapping[str, object]
) -> Text | None:
    """What a choice with amounts leads to; None if its game type does not say."""
    if not hasattr(table(rules), "then"):
        return None
    said = _ask(
        *(rules, "then", _is_text_or_none, None),
        *(decision.kind, decision.args, choice, view),
    )
    return None if said is None else Guarded(said, rules, "table.then", Text(""))


def logged(rules: Rules[Any], kind: str, data: Mapping[str, Any]) -> Text | None:
    """The log line of an event, None for an event that needs none."""
    told = ", ".join(f"{name} {value}" for name, value in data.items() if name != "seat")
    plain = Text("{kind} {told}", kind=kind, told=told)
    if "seat" in data:
        plain = Text("{player}: {line}", player=Player(data["seat"]), line=plain)
    said = _ask(rules, "log", _is_text_or_none, plain, kind, data)
    return said if said is None or said is plain else Guarded(said, rules, "table.log", plain)


def joined(rules: Rules[Any], kind: str, several: Sequence[Mapping[str, Any]]) -> Text | None:
    """One log line for consecutive events of the same kind and seat.

    None if each has its own, as in a game type that joins none.
    """
    if not hasattr(table(rules), "join"):
        return None
    said = _ask(rules, "join", _is_text_or_none, None, kind, several)
    plain = Text("{kind} ({number})", kind=kind, number=len(several))
    return None if said is None else Guarded(said, rules, "table.join", plain)


def rounds(rules: Rules[Any]) -> tuple[str, str] | None:
    """The kind of event that begins a round, and the name of the first round.

    None in a game type without rounds.
    """
    told = getattr(table(rules), "ROUND", None)
    if not isinstance(told, tuple) or len(told) != 2:
        return None
    kind, label = told
    return str(kind), own(rules, str(label))


def marks(rules: Rules[Any], kind: str, data: Mapping[str, Any]) -> Collection[str]:
    """The things on the board that an event touched."""
    names: Collection[str] = _ask(rules, "marks", _are_names, (), kind, data)
    return names


def moved(rules: Rules[Any], kind: str, data: Mapping[str, Any]) -> Collection[str]:
    """The pieces that an event moved, in order; none in a game type that does not say."""
    if not hasattr(table(rules), "moved"):
        return ()
    names: Collection[str] = _ask(rules, "moved", _are_names, (), kind, data)
    return names


def notation(rules: Rules[Any], kind: str, data: Mapping[str, Any]) -> str:
    """An event in the notation of a game type; empty without one."""
    if not hasattr(table(rules), "notation"):
        return ""
    return _ask(rules, "notation", _is_name_or_none, None, kind, data) or ""


def source(rules: Rules[Any], name: str) -> Text:
    """The name of a source of points, or of a tie-breaker."""
    return _say(rules, "source", Text("{name}", name=name), name)


def reason(rules: Rules[Any], name: str) -> str:
    """How a game without points ended, such as "by capturing"; empty where the type says nothing
    of it."""
    told = getattr(table(rules), "REASONS", {})
    return own(rules, str(told[name])) if isinstance(told, Mapping) and name in told else ""


def instruction(rules: Rules[Any], kind: str, parts: Choice) -> Text:
    """Words for a standing instruction."""
    return _say(rules, "instruction", _plain(parts), kind, parts)


def target(rules: Rules[Any], decision: Decision, parts: Sequence[Part]) -> str | None:
    """The thing on the board that stands for the last of these parts."""
    args = (decision.kind, decision.args, tuple(parts))
    name: str | None = _ask(rules, "target", _is_name_or_none, None, *args)
    return name


def is_calm(rules: Rules[Any], decision: Decision, choice: Sequence[Part]) -> bool:
    """Whether a choice has a cost of its own or brings nothing yet, as its game type says."""
    if not hasattr(table(rules), "calm"):
        return False
    args = (decision.kind, decision.args, tuple(choice))
    said: bool = _ask(rules, "calm", _is_yes_or_no, False, *args)
    return said


def explain_thing(
    rules: Rules[Any],
    name: str,
    view: Mapping[str, object],
    people: Sequence[str],
    language: str | None = None,
) -> tuple[str, str]:
    """The use and present value of a thing on the board, and the paragraph of the help about it.

    Both empty if the ``table`` says nothing of it. ``language``: see ``telling``.
    """
    if not hasattr(table(rules), "about"):
        return "", ""
    said = _ask(rules, "about", _is_about_or_none, None, name, view)
    if said is None:
        return "", ""
    text, anchor = said
    if not text.message:
        return "", anchor
    tell = telling(people, language)
    return tell(Guarded(text, rules, "table.about", Text(""))).strip(), anchor


def _is_about_or_none(said: Any) -> bool:
    return said is None or (
        isinstance(said, tuple)
        and len(said) == 2
        and isinstance(said[0], Text)
        and isinstance(said[1], str)
    )


def lessons(rules: Rules[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game type; none if it has none."""
    found = getattr(table(rules), "LESSONS", ())
    if isinstance(found, tuple) and all(isinstance(each, Lesson) for each in found):
        return found
    package_errors.record_error(
        rules.slug, "table.LESSONS", TypeError(f"LESSONS is {found!r:.100}")
    )
    return ()


def tips(rules: Rules[Any]) -> tuple[Tip, ...]:
    """The tips after a first game of a type; none if it has none."""
    found = getattr(table(rules), "TIPS", ())
    if isinstance(found, tuple) and all(isinstance(each, Tip) for each in found):
        return found
    package_errors.record_error(rules.slug, "table.TIPS", TypeError(f"TIPS is {found!r:.100}"))
    return ()


def changes(rules: Rules[Any], since: int) -> list[str]:
    """Changes for players in later versions than ``since``, in sentences, the newest last."""
    found = getattr(table(rules), "CHANGES", {})
    try:
        versions = sorted(each for each in found if since < each <= rules.version)
        return [own(rules, line) for each in versions for line in found[each]]
    except Exception as error:
        package_errors.record_error(rules.slug, "table.CHANGES", error)
        return []


def rule(rules: Rules[Any], decision: Decision) -> str:
    """The paragraph of the help for a decision, "" if there is none."""
    anchors = getattr(table(rules), "RULES", {})
    anchor = anchors.get(decision.kind, "") if isinstance(anchors, dict) else ""
    return anchor if isinstance(anchor, str) else ""


def is_free(rules: Rules[Any], decision: Decision) -> bool:
    """Whether the page adds nothing of its own while a decision asks for nothing."""
    kinds = getattr(table(rules), "FREE", ())
    return isinstance(kinds, tuple) and decision.kind in kinds


def board_context(rules: Rules[Any], view: Mapping[str, object]) -> Any:
    """The context of a game type's templates for a view; None if that failed."""
    return _ask(rules, "board", _is_there, None if table(rules) else {}, view)


def regions(rules: Rules[Any]) -> Sequence[str]:
    """The regions that a game type draws, in reading order."""
    names = getattr(table(rules), "REGIONS", ())
    if _are_names(names):
        return tuple(names)
    package_errors.record_error(
        rules.slug, "table.REGIONS", TypeError(f"REGIONS is {names!r:.100}")
    )
    return ()


def panes(rules: Rules[Any]) -> Sequence[tuple[str, Sequence[str]]]:
    """The panes for phones that contain the regions, each with its title, "" if always visible.

    None if the regions are below each other.
    """
    panes = getattr(table(rules), "PANES", ())
    fault = fault_of_panes(panes, regions(rules))
    if fault:
        package_errors.record_error(rules.slug, "table.PANES", TypeError(fault))
        return ()
    return tuple((title and own(rules, title), tuple(names)) for title, names in panes)


def fault_of_panes(panes: Any, regions: Collection[str]) -> str:
    """What is wrong with these PANES; "" if nothing is."""
    shape = 'PANES has to be pairs of a title and its regions: (_("Market"), ("market", "deck"))'
    if not isinstance(panes, list | tuple):
        return shape
    for pane in panes:
        if not (isinstance(pane, list | tuple) and len(pane) == 2):
            return shape
        title, names = pane
        if not (isinstance(title, str) and _are_names(names) and names):
            return shape
    shown = [name for _title, names in panes for name in names]
    for name in {*shown, *regions} if panes else ():
        if name not in regions:
            return f"PANES names {name!r}, which is no region"
        if shown.count(name) != 1:
            return f"PANES names the region {name!r} {shown.count(name)} times; it needs one pane"
    return ""


def refusals(rules: Rules[Any], decision: Decision) -> list[Refusal]:
    """Choices that are impossible now, with the reasons; none if that fails."""
    try:
        return [
            Refusal(parts, Guarded(reason, rules, f"{decision.kind}.refusals", _plain(parts)))
            for parts, reason in decision.refusals
        ]
    except Exception as error:
        package_errors.record_error(rules.slug, f"{decision.kind}.refusals", error)
        return []


def _plain(parts: Choice) -> Text:
    return Text("{parts}", parts=", ".join(map(_plain_part, parts)))


def _plain_part(part: object) -> str:
    if isinstance(part, Amounts):
        return _("an amount of %(goods)s") % {"goods": ", ".join(part.of)}
    if isinstance(part, dict):
        return " + ".join(f"{n} {good}" for good, n in part.items()) or _("nothing")
    return str(part)
