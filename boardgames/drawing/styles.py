"""Style sheets for renderers that know plain CSS only: literal colours, for a drawing alone.

The drawings of the kit and of the boards take their colours from custom properties, some of which
depend on a class of an ancestor (``.seat-2``, ``.band-red``). ``flat`` gives the same rules with
literal values in the light theme, with a copy for each such class that changes them. It leaves out
rules that only a page needs (media queries, states such as ``:hover``, layout), and filters such as
soft shadows: our renderer ignores them, and others spend more time on them than on all the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import tinycss2

from boardgames.drawing.values import Properties, Tokens, UntranslatableError, font, plain, split

#: Properties that draw a shape or text; others lay out a page.
DRAWN = {
    "clip-path", "clip-rule", "fill", "fill-opacity", "fill-rule", "font", "font-family",
    "font-size", "font-stretch", "font-style", "font-variant", "font-weight", "letter-spacing",
    "mask", "opacity", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "text-rendering",
    "visibility",
}  # fmt: skip
#: What our renderer knows nothing of: a text's halo is a copy of it below (``halo`` of the kit).
UNKNOWN = {"paint-order"}
#: At-rules and pseudo-classes of live pages; ``::`` stands for all pseudo-elements.
PAGE_RULES = {"container", "font-face", "keyframes", "media"}
PAGE_STATES = {
    "::", "active", "checked", "disabled", "focus", "focus-visible", "focus-within", "hover",
}  # fmt: skip

_CLASSES = re.compile(r'\bclass="([^"]*)"')
_CLASS = re.compile(r"\.([A-Za-z_][\w-]*)")


@dataclass(frozen=True)
class Flat:
    """``css`` is plain; ``lost`` names what should be drawn and has no plain form here."""

    css: str
    lost: list[str]

    def needed(self, drawing: str) -> str:
        """The rules that may match something in this drawing: a renderer tries each rule on each
        shape."""
        shapes = [frozenset(names.split()) for names in set(_CLASSES.findall(drawing))]
        there = frozenset().union(*shapes)
        together = {
            several: any(several <= shape for shape in shapes) for several in self._together
        }
        return "\n".join(
            line
            for line, named, several in self._by_classes
            if named <= there and all(together[each] for each in several)
        )

    @cached_property
    def _by_classes(self) -> list[tuple[str, frozenset[str], list[frozenset[str]]]]:
        """Each rule, the classes it requires, and which of them one shape must have together."""
        found = []
        for line in self.css.splitlines():
            parts = line.partition("{")[0].replace(">", " ").split()
            each = [frozenset(_CLASS.findall(part)) for part in parts]
            found.append((line, frozenset().union(*each), [one for one in each if len(one) > 1]))
        return found

    @cached_property
    def _together(self) -> set[frozenset[str]]:
        return {one for _line, _named, several in self._by_classes for one in several}


@dataclass(frozen=True)
class _Rule:
    """One selector and its declarations."""

    selector: Tokens
    declared: dict[str, Any]

    def __str__(self) -> str:
        return " ".join(tinycss2.serialize(self.selector).split())

    @property
    def is_class(self) -> bool:
        return len(self.selector) == 2 and self.selector[0] == "."

    @property
    def pseudos(self) -> set[str]:
        """Names of pseudo-classes; ``::`` for a pseudo-element, ``[`` for an attribute."""
        names = {
            "::" if one == ":" else one.lower_name if one.type == "function" else one.serialize()
            for colon, one in pairwise(self.selector)
            if colon == ":"
        }
        return names | {"[" for one in self.selector if one.type == "[] block"}

    def custom(self) -> dict[str, Tokens]:
        return {n: one.value for n, one in self.declared.items() if n.startswith("--")}

    def drawn(self, custom: Properties) -> tuple[dict[str, str], set[str]]:
        """The properties that draw something, and the names of those without a plain form."""
        said: dict[str, str] = {}
        lost = set()
        for name, one in self.declared.items():
            try:
                if name in UNKNOWN:
                    lost.add(name)
                elif name == "font":
                    said |= font(one.value, custom)
                elif name in DRAWN and (value := plain(one.value, custom)):
                    said[name] = value + " !important" * one.important
            except UntranslatableError:
                lost.add(name)
        return said, lost


def flat(*sheets: str, root: str = "") -> Flat:
    """These style sheets, in order, as plain CSS.

    Custom properties come from ``:root`` and from the class ``root`` (``.board-imhotep``), and for
    the parts inside from single classes.
    """
    lost: list[str] = []
    rules = [rule for sheet in sheets for rule in _rules(sheet, lost)]
    base: dict[str, Tokens] = {}
    scopes: dict[str, dict[str, Tokens]] = {}
    for rule in rules:
        custom = rule.custom()
        if str(rule) in (":root", root):
            base |= custom
        elif custom and rule.is_class:
            scopes.setdefault(str(rule), {}).update(custom)
        elif custom:
            lost += [f"{rule} {{ {name} }}" for name in custom]
    lines = [line for rule in rules for line in _lines(rule, base, scopes, lost)]
    return Flat("\n".join(lines), lost)


def _lines(
    rule: _Rule, base: Properties, scopes: Mapping[str, Properties], lost: list[str]
) -> Iterator[str]:
    """A rule in its general form, and once for each class inside which it differs."""
    if not (DRAWN | UNKNOWN) & rule.declared.keys() or rule.pseudos & PAGE_STATES:
        return
    if rule.pseudos:
        lost.append(str(rule))
        return
    said, unsaid = rule.drawn(base)
    if said:
        yield _line(str(rule), said)
    above, _space, last = str(rule).rpartition(" ")
    for scope, own in scopes.items():
        inside, still_unsaid = rule.drawn({**base, **own})
        unsaid &= still_unsaid
        if inside != said:
            for scoped in (f"{scope} {last}", f"{scope}{last}"):
                yield _line(f"{above} {scoped}".strip(), inside)
    for name in unsaid:
        lost.append(f"{rule} {{ {name}: {tinycss2.serialize(rule.declared[name].value).strip()} }}")


def _line(selector: str, said: Mapping[str, str]) -> str:
    return f"{selector}{{{';'.join(f'{name}:{value}' for name, value in said.items())}}}"


def _rules(sheet: str, lost: list[str]) -> Iterator[_Rule]:
    """The rules of a sheet outside all at-rules, one per selector."""
    for node in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if node.type == "qualified-rule":
            declared = {}
            for one in tinycss2.parse_blocks_contents(node.content, True, True):
                if one.type == "declaration":
                    declared[one.name if one.name.startswith("--") else one.lower_name] = one
                else:
                    lost.append(_unknown(one))
            for part in split(node.prelude):
                for selector in _expanded(part):
                    yield _Rule(selector, declared)
        elif node.type != "at-rule" or node.lower_at_keyword not in PAGE_RULES:
            lost.append(_unknown(node))


def _unknown(node: Any) -> str:
    """A node that is none of our rules, and its place."""
    what = node.message if node.type == "error" else node.serialize().partition("{")[0].strip()
    return f"line {node.source_line}: {what}"


def _expanded(selector: Tokens) -> list[Tokens]:
    """The selectors that ``:is(a, b) c`` stands for, without surrounding spaces."""
    selector = [one for one in selector if one.type != "comment"]
    while selector and selector[0].type == "whitespace":
        del selector[0]
    while selector and selector[-1].type == "whitespace":
        del selector[-1]
    for at, (colon, one) in enumerate(pairwise(selector)):
        if colon == ":" and one.type == "function" and one.lower_name == "is":
            before, after = selector[:at], selector[at + 2 :]
            inner = [each for part in split(one.arguments) for each in _expanded(part)]
            return [whole for each in inner for whole in _expanded([*before, *each, *after])]
    return [selector]
