"""Bali's board as HTML, for the tests that look at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from games.pages.drawing.board import Drawing
from games.pages.table.view.choosing import Choosing
from games.rules.bali import rules
from games.rules.bali.state import Bali
from games.rules.engine import Game

NAMES = ["anna", "ben <b>", "cleo", "dora & co"]


class Board:
    """The whole board as one viewer sees it; ``seat`` None is a spectator."""

    def __init__(self, game: Game[Bali], seat: int | None, marked: tuple[str, ...] = ()) -> None:
        people = NAMES[: game.players]
        view = game.view(seat)
        decision = game.decision(seat) if seat is not None else None
        choosing = Choosing(rules, decision, view, people) if decision else None
        drawing = Drawing(
            rules=rules,
            view=view,
            me=seat,
            players=[{"seat": i, "name": name} for i, name in enumerate(people)],
            targets=choosing.targets() if choosing else {},
            picked=(),
            marked=marked,
        )
        self.regions = {name: str(region.html) for name, region in drawing.regions().items()}
        self.html = "".join(self.regions.values())
        self.root = ElementTree.fromstring(f"<board>{self.html}</board>")

    def all(self, attribute: str) -> list[str]:
        return [value for node in self.root.iter() if (value := node.get(attribute)) is not None]

    def thing(self, target: str) -> ElementTree.Element:
        """What a target wraps."""
        (found,) = [node for node in self.root.iter() if node.get("data-target") == target]
        return found

    def links(self) -> set[str]:
        """The targets that can be chosen."""
        return {
            node.get("data-target", "")
            for node in self.root.iter()
            if node.get("data-target") and node.find("a") is not None
        }

    def tips(self) -> str:
        return "\n".join(
            f"{node.get('aria-label')} {node.get('aria-description', '')}"
            for node in self.root.iter()
            if node.get("aria-label") is not None
        )

    def twice(self, attribute: str) -> list[str]:
        return [value for value, number in Counter(self.all(attribute)).items() if number > 1]


def texts(node: ElementTree.Element) -> list[str]:
    """The words and numbers written on a thing, in order."""
    return [text for part in node.iter() if (text := (part.text or "").strip())]


def boards(game: Game[Bali]) -> Iterator[Board]:
    """As everybody sees it, a spectator too."""
    for seat in (None, *range(game.players)):
        yield Board(game, seat)
