"""Checks every region of a board for every seat and a spectator: drawn, complete, translated."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from types import ModuleType
from typing import Any

from django.conf import settings
from django.test.utils import override_settings
from django.utils.translation import get_language
from jinja2 import Undefined

from games.checking import translated
from games.checking.findings import FAILED, Findings
from games.checking.positions import PEOPLE
from games.checking.quoted import quoted, wrong_with
from games.checking.said import path
from games.checking.seen import unsaid
from games.pages.choices import Step
from games.pages.drawing.accessible_names import hide_drawn_words
from games.pages.drawing.board import Drawing
from games.pages.drawing.rendering import jinja, render, render_if_there
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Game, Rules, Text
from games.words import texts

#: A region with more bytes makes every move slow on a phone.
HEAVY = 60_000
#: The most letters of a name; nobody listens to longer ones.
LONG = 200

_FORBIDDEN = (re.compile(r"\s(?:style|on[a-z]+)\s*="), re.compile("<(?:style|script)"))
_NAMED = re.compile(r'\s(id|data-piece|data-target)="([^"]*)"')
_ANCHOR = re.compile(r'\sid="help-([^"]*)"')
_NAMELESS = re.compile(r'<a class="choice" href="[^"]*" aria-label="\s*"')
_UNNAMED = re.compile(r'data-target="([^"]*)" data-name=""')
#: A thing's name, also inside the name of a link, and an image's name.
_CALLED = re.compile(r'data-name="([^"]*)"|role="img" aria-label="([^"]*)"')
_DRAWING = re.compile(r'<svg class="board\b[^>]*>')
_PICTURED = re.compile(r' viewBox="0 0 [\d.]+ [\d.]+"')
_NAMES = {word for name in PEOPLE for word in translated.words_of(name)}


class Drawn:
    """Draws positions and records what is wrong.

    * ``bytes``: the largest size of each region.
    * ``slowest``: the most milliseconds of processor time for a board.
    * ``targets``: the things that were ever drawn.
    * ``pieces``: those that can move, without their numbers.
    * ``anchors``: the paragraphs of the help.
    """

    def __init__(self, rules: Rules[Any], table: ModuleType, findings: Findings) -> None:
        self.rules, self.table, self.findings = rules, table, findings
        self.bytes: Counter[str] = Counter()
        self.slowest = 0.0
        self.targets: set[str] = set()
        self.pieces: set[str] = set()
        self.with_drawing: set[str] = set()
        self.anchors: set[str] = set()
        self.quoted: dict[str, set[str]] = {}

    def check(self, game: Game[Any], seat: int | None) -> dict[str, str]:
        """The regions and ``panel`` by name, in the active language."""
        begun = time.thread_time()
        html = regions(self.rules, self.table, game, seat, self.findings)
        self.slowest = max(self.slowest, (time.thread_time() - begun) * 1000)
        whole = "".join(html.values())
        named = Counter(_NAMED.findall(whole))
        targets = {name for attribute, name in named if attribute == "data-target"}
        self.targets |= targets
        self.pieces |= {alike(name) for attribute, name in named if attribute == "data-piece"}
        for name, region in html.items():
            self.bytes[name] = max(self.bytes[name], len(region.encode()))
            self._check_words(name, region)
        for fault in sorted({fault for each in _FORBIDDEN for fault in each.findall(whole)}):
            self.findings.add(f"the board has {fault.strip()!r} inline: no browser will take it")
        for (attribute, name), number in named.items():
            if number > 1:
                said = f'{attribute}="{name}" is drawn {number} times on one page'
                self.findings.add(said, key=(attribute, re.sub(r"\d+", "", name)))
        self._check_about(targets, game.view(seat))
        if _NAMELESS.search(whole):
            self.findings.add("something that can be picked has no name: target(…, _(…))")
        for name in _UNNAMED.findall(whole):
            said = f'{name!r} has no name for who does not see it: target("{name}", _("…"))'
            self.findings.add(said, key=("unnamed", alike(name)))
        self._check_lengths(whole)
        for name in html.keys() & self._pictured():
            self._check_pictured(name, html[name])
        if seat is not None and html:
            self._check_seen(whole, self._check_targets(game, seat, targets))
        return html

    def has_drawn(self, piece: str) -> bool:
        """Whether a piece like this one, of whatever number, was ever drawn."""
        return alike(piece) in self.pieces

    def _pictured(self) -> set[str]:
        """The regions of pictures, if PICTURE has the right form."""
        columns = getattr(self.table, "PICTURE", ())
        return {name for column in columns if type(column) in (tuple, list) for name in column}

    def unpictured(self) -> Iterator[str]:
        """Return which regions PICTURE names that were never a drawing."""
        for name in sorted(self._pictured() & set(self.table.REGIONS) - self.with_drawing):
            yield (
                f"PICTURE names the region {name}, which has no drawing that a picture can show: "
                'draw it in an <svg class="board" viewBox="0 0 …">, or leave it out of PICTURE'
            )

    def _check_pictured(self, name: str, html: str) -> None:
        for drawing in _DRAWING.findall(html):
            self.with_drawing.add(name)
            if not _PICTURED.search(drawing):
                self.findings.add(
                    f"no picture can show the region {name}, which PICTURE names: begin it by "
                    f'<svg class="board" viewBox="0 0 …">, not by {drawing}',
                    key=("picture", name),
                )

    def things(self, game: Game[Any], seat: int | None) -> set[str]:
        """The things on the board that are drawn for a seat at this position, without the
        panels."""
        html = self.check(game, seat)
        named = _NAMED.findall("".join(html[name] for name in html if name != "panel"))
        return {name for attribute, name in named if attribute == "data-target"}

    def fixed(self, name: str) -> bool:
        """Whether such a template without data exists, such as the help; draws it."""
        figures = getattr(self.table, "FIGURES", {})
        template = f"{self.rules.slug}/{name}"
        html = self.findings.tried(name, lambda: render_if_there(template, figures=figures))
        if html is not FAILED and html:
            self.bytes[name] = max(self.bytes[name], len(html.encode()))
            self._check_words(name, str(html))
            self.anchors |= set(_ANCHOR.findall(str(html)))
            for anchor, text in quoted(str(html)).items():
                self.quoted.setdefault(anchor, set()).add(text)
        return html is FAILED or bool(html)

    def _check_lengths(self, html: str) -> None:
        for name in {unescape(one or other) for one, other in _CALLED.findall(html)}:
            if len(name) > LONG:
                said = f"the name {name[:60]!r}… has {len(name)} letters: say what a thing is, and "
                said += 'its rule by target(…, tip=_("…")) or aria-description'
                self.findings.add(said, key=("long", alike(name[:20])))

    def _check_about(self, targets: set[str], view: Any) -> None:
        """Check what ``about`` says of each thing drawn, and that the help has its paragraph."""
        about = getattr(self.table, "about", None)
        if about is None:
            return
        for target in sorted(targets):
            what, kind = f"about({target!r}, view)", ("about", re.sub(r"\d+", "", target))
            found = self.findings.tried(what, about, target, view, of=kind)
            if found is FAILED or found is None:
                continue
            if not (isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], Text)):
                said = f"{what} is {found!r}: give back (Text(_(…)), anchor) or None"
                self.findings.add(said, key=kind)
                continue
            self.findings.tried(
                f"the words of {what}", texts.plain, found[0], PEOPLE, self.rules.slug, of=kind
            )
            self._check_anchor(what, found[1])

    def check_rules(self) -> None:
        """Check that the help has the paragraphs that questions name."""
        for kind, anchor in getattr(self.table, "RULES", {}).items():
            self._check_anchor(f"RULES[{kind!r}]", anchor)
            if kind not in self.rules.kinds:
                self.findings.add(f"RULES names {kind!r}, which is no kind of question")

    def _check_anchor(self, what: str, anchor: object) -> None:
        if anchor not in self.anchors:
            said = f'{what} names the paragraph {anchor!r}: help.html has no id="help-{anchor}"'
            self.findings.add(said, key=("anchor", str(anchor)))
        for wrong in filter(None, map(wrong_with, sorted(self.quoted.get(str(anchor), ())))):
            said = f"{what} quotes the paragraph {anchor!r} of the help, which {wrong}"
            self.findings.add(said, key=("quote", str(anchor)))

    def _check_targets(self, game: Game[Any], seat: int, there: set[str]) -> set[str]:
        """Check the things on the board that stand for what this seat can choose."""
        decision, found = game.decision(seat), set[str]()
        if decision is None:
            return found
        for choice in decision.choices:
            for target in path(self.table, decision, choice, self.findings):
                if target is None:
                    continue
                found.add(target)
                if target not in there:
                    said = f"{decision.kind} {choice!r} points at {target!r}, which is not drawn"
                    self.findings.add(said, key=("drawn", decision.kind, re.sub(r"\d", "", target)))
        return found

    def _check_seen(self, html: str, chosen: set[str]) -> None:
        for name, lacking in unsaid(html, chosen):
            said = (
                f"the name {name!r} lacks words that are seen there: {', '.join(sorted(lacking))}"
            )
            self.findings.add(said, key=("seen", *sorted(lacking)))

    def _check_words(self, name: str, html: str) -> None:
        language = get_language() or ""
        if language in translated.LANGUAGES:
            waiting = map(translated.words_of, self.findings.untranslated)
            strange = translated.strange(html, _NAMES.union(*waiting), language)
            if strange:
                called = translated.called(language)
                some = ", ".join(sorted(strange)[:12])
                said = f"{name} shows words that have no {called}: {some}"
                self.findings.add(said, key=("strange", name, language))


def regions(
    rules: Rules[Any], table: ModuleType, game: Game[Any], seat: int | None, findings: Findings
) -> dict[str, str]:
    """Every region and all panels for a seat (None: a spectator); reports what cannot be drawn."""
    view, asked = game.view(seat), None if seat is None else game.decision(seat)
    before = repr(view)
    targets: dict[str, Step] = {}
    if asked:
        choosing = findings.tried("the decision", Choosing, rules, asked, view, PEOPLE, of="ask")
        steps = FAILED if choosing is FAILED else findings.tried("targets", choosing.targets)
        targets = {} if steps is FAILED else steps
    players = players_of(game, seat)
    drawing = Drawing(rules, view, seat, players, targets, (), ())
    # Region by region, without the guards that hide errors on a page.
    board = findings.tried("board(view)", table.board, view, of="board")
    if board is FAILED:
        return {}
    context = {"view": view, "board": board, "me": seat, "players": players}
    context |= drawing.tools
    found = {}
    for name in table.REGIONS:
        file = f"{rules.slug}/{name}.html"
        html = findings.tried(f"the region {name}", render, file, of=name, **context)
        if html is not FAILED:
            found[name] = str(hide_drawn_words(html))
    panels = [
        findings.tried("panel", render_if_there, f"{rules.slug}/panel.html", **context, player=each)
        for each in players
    ]
    if any(panel is not FAILED and panel for panel in panels):
        drawn = (hide_drawn_words(panel) for panel in panels if panel is not FAILED)
        found["panel"] = "".join(map(str, drawn))
    if repr(view) != before:
        findings.add("board(view) or a template changes the view")
    return found


def alike(name: str) -> str:
    """The name of a thing without its numbers: not each of many is in every game."""
    return re.sub(r"\d+", "", name)


class _Missing(Undefined):
    """A name that a template did not get: empty on a page, but an error in a check."""

    def __str__(self) -> str:
        return str(self._fail_with_undefined_error())


@contextmanager
def strict_names() -> Iterator[None]:
    """Make templates raise in the block when they show a missing name."""
    environment = jinja()
    kept, environment.undefined = environment.undefined, _Missing
    try:
        yield
    finally:
        environment.undefined = kept


def plain_files() -> override_settings:
    """Static files by their plain names: this needs no folder of collected files."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    return override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain})


def players_of(game: Game[Any], seat: int | None) -> list[dict[str, object]]:
    """Everybody at the table, in the form that a game's page gives to templates."""
    scored, asked = game.scored(), game.to_move()
    return [
        {
            "seat": each,
            "name": PEOPLE[each],
            "url": "",
            "you": each == seat,
            "bot": each == game.players - 1,
            "to_move": each in asked,
            "online": None,
            "score": sum(scored[each].values()) if scored else None,
            "score_text": "",
            "forecast": None,
            "forecast_text": "",
            "rank": None,
            "clock": None,
        }
        for each in range(game.players)
    ]
