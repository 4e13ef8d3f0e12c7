"""The board of a place in a study, drawn as the table of a game is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.conf import settings
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.models import Rematch
from games.pages.drawing.drawing_cache import Drawn
from games.pages.drawing.reading import Whole
from games.pages.drawing.regions import TOKEN, Region
from games.pages.drawing.rendering import render
from games.pages.studies.place import Place
from games.pages.table import points
from games.pages.table.context import TableContext
from games.pages.table.reader import Reader
from games.pages.table.view.bar import Bar, bar
from games.pages.table.view.content import Content, sentences
from games.pages.table.view.tabletop import Tabletop
from games.rules.engine import Choice, Event
from games.trees.playing import in_memory
from games.words import table_package, texts

#: Makes what a part shows, of the things on the board by name.
Part = Callable[[Mapping[str, str]], Mapping[str, object]]
#: A reader without an account, who solves a puzzle.
NOBODY = 0
_THING = re.compile(r'data-target="([^"]*)" data-name="([^"]*)"')


class StudyReader(Reader):
    """A person at a place of a study. Those who write, and whoever solves a puzzle, sit at the seat
    that chooses; nobody reads anything that belongs to the game's own table."""

    @property
    def all_is_open(self) -> bool:
        return True

    @cached_property
    def beside(self) -> TableContext:
        return TableContext(0, 0, "")

    @cached_property
    def rematch(self) -> Rematch | None:
        return None

    @cached_property
    def moderates(self) -> bool:
        return False

    @cached_property
    def last_number(self) -> int:
        return self.position.number


def reader_at(place: Place) -> StudyReader:
    """The reader of a place."""
    chair, game = place.chair, place.game
    position = in_memory(place.line.base, game, chair or 0, place.number)
    position.game.practice = True  # nobody is shown as present
    asked = chair is not None and game.state.result is None and game.decision(chair) is not None
    chooses = asked and (place.access.writes or place.puzzle is not None)
    return StudyReader(
        position,
        place.access.user_id or NOBODY if chooses else None,
        past=not chooses,
        eyes=chair,
        key=place.access.key,
        page=place.address(),
    )


class Happened:
    """What the last choice before a place did, as its reader may know it."""

    def __init__(self, place: Place) -> None:
        self._place = place
        played = place.reached.played
        events: list[Event] = played[-1].events if played else []
        self._events = [(event.kind, event.seen_by(place.chair)) for event in events]

    def marked(self) -> set[str]:
        rules = self._place.rules
        return {
            name for kind, data in self._events for name in table_package.marks(rules, kind, data)
        }

    def moved(self) -> list[str]:
        rules = self._place.rules
        names = [
            name for kind, data in self._events for name in table_package.moved(rules, kind, data)
        ]
        return list(dict.fromkeys(reversed(names)))[::-1]

    def lines(self) -> list[str]:
        """The same in the words of the log."""
        rules, people = self._place.rules, self._place.people
        told = [table_package.logged(rules, kind, data) for kind, data in self._events]
        return [texts.plain(text, people) for text in told if text]


@dataclass
class StudyTable(Tabletop):
    """The frame of a place's page."""

    place: Place = field(kw_only=True)

    @property
    def news_url(self) -> str:
        return f"{self.place.address()}news/"

    @property
    def looked_at(self) -> tuple[str, str]:
        """What is asked there, for somebody who only reads."""
        place = self.place
        if place.game.state.result is not None:
            return _("The game is over here"), ""
        asked = None if place.chair is None else place.game.decision(place.chair)
        if asked is None:
            return _("Nobody chooses here"), ""
        prompt = table_package.prompt(place.rules, asked, self.reader.view)
        return texts.plain(prompt, place.people), self.who_chooses

    @property
    def who_chooses(self) -> str:
        place = self.place
        if place.chair is None:
            return ""
        name = {"name": place.people[place.chair]}
        if place.puzzle is not None:
            return _("Find the best choice for %(name)s") % name
        return _("%(name)s chooses") % name

    @property
    def title(self) -> str:
        return self.place.access.study.name

    @cached_property
    def stamp(self) -> str:
        return f"{self.place.access.study.version}"


@dataclass
class StudyContent(Content):
    """What a place's page shows of the game, and beside it ``parts`` of the study.

    These are templates in ``games/study/``, each with a function that makes what it shows of the
    things on the board.
    """

    table: StudyTable
    parts: Mapping[str, Part] = field(default_factory=dict)

    @cached_property
    def _happened(self) -> Happened:
        return Happened(self.table.place)

    @cached_property
    def _bar(self) -> Bar:
        made = bar(self.table)
        made.next = None
        if not self.table.reader.past:
            made.note = Markup("{}").format(self.table.who_chooses)
        return made

    @property
    def _story(self) -> Any:
        return self._happened

    @property
    def said(self) -> str:
        return sentences([self._bar.prompt, self.table.who_chooses])

    def frame(self) -> dict[str, object]:
        study = self.table.place.access.study
        return {
            "version": study.version,
            "stamp": self.table.stamp,
            "release": settings.RELEASE,
            "title": self.table.title,
            "mine": False,
            "said": self.said,
            "number": self.table.place.number,
            "told": sentences(self._happened.lines()),
            "play_on": "",
            "moved": self._happened.moved(),
            "place": self.table.place.address(),
            "news": self.table.news_url,
        }

    def board(self) -> dict[str, Region]:
        """The regions of the game type alone."""
        reader = self.table.reader
        return self._drawing(points.players(reader, reader.rules.standing())).regions()

    def regions(self) -> dict[str, Region]:
        reader, place = self.table.reader, self.table.place
        standing = reader.rules.standing()
        players = points.players(reader, standing)
        drawing = self._drawing(players)
        shared: dict[str, object] = {
            "table": {"looking": reader.looking, "over": False},
            "bar": vars(self._bar),
            "csrf_input": TOKEN,
            "scores": points.scores(reader, standing, players),
            "players": Whole(
                # Nobody's turn runs here, and the seat that chooses is nobody's own.
                {**player, "goods": goods, "you": False, "clock": None}
                for player, goods in zip(players, drawing.goods(), strict=False)
            ),
            "happened": self._happened.lines(),
            "place": {"number": place.number, "url": place.address()},
        }
        drawn = drawing.regions()
        parts = {
            "decision": Region(self._own("decision", shared)),
            "players": Region(self._part("players", shared), _("Players")),
            "scores": Region(self._part("scores", shared)),
        }
        things = things_in(drawn)
        for name, part in self.parts.items():
            parts[name] = Region(self._own(name, {**shared, **part(things)}))
        return parts | drawn

    def _own(self, name: str, data: Mapping[str, object]) -> Drawn:
        return Drawn(render(f"games/study/{name}.html", **data))


def things_in(regions: Mapping[str, Region]) -> dict[str, str]:
    """The names of the things in a drawing, and what they are called, in the order of reading.

    What follows a colon is a thing's state, which is left out unless others are called the same.
    """
    whole = {
        unescape(name): unescape(label)
        for region in regions.values()
        for name, label in _THING.findall(str(region.html))
        if label
    }
    short = Counter(label.partition(":")[0] for label in whole.values())
    return {
        name: label.partition(":")[0] if short[label.partition(":")[0]] == 1 else label
        for name, label in whole.items()
    }


def table_at(place: Place, prefix: Choice = (), on: Iterable[str] = ()) -> StudyTable:
    """The frame of a place's page; ``prefix`` and ``on`` begin a choice, as at a table."""
    return StudyTable(reader_at(place), prefix, tuple(on), place=place)


def things_at(place: Place) -> dict[str, str]:
    """The things on the board of a place, by name, as ``things_in`` gives them."""
    content = StudyContent(table_at(place), script=True)
    return things_in(content.board())
