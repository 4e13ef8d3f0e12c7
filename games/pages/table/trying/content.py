"""What the page of a line shows: the table in the line's world, and its tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from django.conf import settings
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from boardgames.http.addresses import path
from games.clocks import clock
from games.lines import doing, lines
from games.lines.lines import Thought
from games.models import Game, Seat
from games.pages import settings as shown
from games.pages.drawing.regions import TOKEN, Region
from games.pages.table import points
from games.pages.table.context import TableContext
from games.pages.table.lines import Lines
from games.pages.table.reader import Reader, address
from games.pages.table.story import Story
from games.pages.table.trying.labels import tree_rows
from games.pages.table.view.bar import Bar, bar
from games.pages.table.view.content import Content, sentences
from games.pages.table.view.tabletop import Tabletop
from games.rules.engine import Choice
from games.showing.data import Abilities, LogEntry
from games.storage import position as storage
from games.trees.tree import ROOT, Node
from games.words import table_package, texts


class Trier(Reader):
    """The reader of a line, who sits at the seat that must choose. Nothing is read for them beside
    the line: its world has no log, no talk and no clocks."""

    @cached_property
    def beside(self) -> TableContext:
        return TableContext(0, 0, "")

    @property
    def last_number(self) -> int:
        return self.position.number

    @property
    def planned(self) -> frozenset[int]:
        return frozenset()

    @cached_property
    def can(self) -> Abilities:
        return cast(Abilities, dict.fromkeys(Abilities.__annotations__, False))


@dataclass
class TryingTable(Tabletop):
    """The frame of a line's page. ``own``: the reader is the line's owner, and may press;
    ``key``: of the link to a private game by which they came."""

    thought: Thought | None = None
    own: bool = False
    newest: int = 0
    key: str = ""

    @property
    def line(self) -> Thought:
        assert self.thought is not None
        return self.thought

    @property
    def game_url(self) -> str:
        return self.keyed(path("game", self.line.game.pk))

    @property
    def list_url(self) -> str:
        return self.keyed(path("game-lines", self.line.game.pk))

    @property
    def open_url(self) -> str:
        return self.keyed(path("game-lines-open", self.line.game.pk))

    @property
    def page_url(self) -> str:
        """The address of this page."""
        return self.keyed(self.reader.url)

    def keyed(self, url: str) -> str:
        """This address with the key of the link, if the reader came by one."""
        return address(url, None, urlencode({"key": self.key}) if self.key else "")

    @property
    def links(self) -> str:
        """How the addresses of the line's positions begin, for a reader who only looks."""
        return "" if self.own else f"{self.page_url}{'&' if self.key else '?'}node="

    @property
    def news_url(self) -> str:
        return self.page_url

    @property
    def stamp(self) -> str:
        return f"line {self.line.line.presses}.{self.line.at}"

    @property
    def title(self) -> str:
        return _("A line: %(game)s") % {"game": f"{self.reader.name} {self.line.game.pk}"}

    @property
    def play_on_url(self) -> str:
        return ""

    @property
    def looked_at(self) -> tuple[str, str]:
        return _("You are looking at somebody's line"), ""

    @property
    def begins(self) -> str:
        """Where the line begins, and where the game is by now."""
        known = {"number": self.line.line.number, "newest": self.newest}
        if self.line.game.status == Game.Status.FINISHED or self.newest == known["number"]:
            return _("It begins after move %(number)d of the game.") % known
        return (
            _("It begins after move %(number)d. The game has gone on since, to move %(newest)d.")
            % known
        )

    @property
    def behind(self) -> bool:
        """Whether the game has gone on since the line was begun."""
        return self.own and self.newest != self.line.line.number and self._running

    @property
    def _running(self) -> bool:
        return self.line.game.status == Game.Status.RUNNING

    @cached_property
    def node(self) -> Node | None:
        """The last choice on the way to what is shown."""
        return None if self.line.at == ROOT else self.line.tree.node(self.line.at)

    @property
    def drew(self) -> bool:
        """Whether chance or something hidden decided the last choice."""
        played = self.line.reached.played
        return bool(played) and played[-1].drew

    @cached_property
    def can_do(self) -> Node | None:
        """The choice that "Do this" makes in the true game; None if it cannot be made now."""
        first = doing.first_own(self.line) if self.own and self._running else None
        if first is None or self.true_seat is None or self.true_seat.decision_id is None:
            return None
        return first

    @property
    def can_plan(self) -> bool:
        """Whether the choices up to the one that is shown can be left as a plan."""
        if not self.own or not self._running or self.true_seat is None:
            return False
        path = self.line.tree.path(self.line.at)
        return any(node.seat == self.true_seat.index for node in path)

    @property
    def true_seat(self) -> Seat | None:
        """The seat in the true game that the line's owner holds now."""
        owner = self.line.line.user_id
        return next((seat for seat in self.line.seats if seat.held_by(owner)), None)

    @property
    def true_version(self) -> int:
        """The version of the true game that its owner may know of."""
        return storage.visible_version(self.line.game, self.true_seat)


@dataclass
class LineContent(Content):
    """Everything that is shown of a line."""

    @property
    def _trying(self) -> TryingTable:
        assert isinstance(self.table, TryingTable)
        return self.table

    @cached_property
    def _bar(self) -> Bar:
        table, reader = self._trying, self.table.reader
        asks = bar(table)
        asks.next, asks.rematch = None, None
        asks.fields = {**asks.fields, "node": table.line.at}  # type: ignore[typeddict-unknown-key]
        asks.fields.pop("first", None)
        if table.own and table.line.at != ROOT:
            asks.undo = {"action": f"{reader.url}undo/", "fields": asks.fields}
        result = reader.rules.result()
        if result is not None:
            winners = [
                name for name, rank in zip(reader.people, result.ranks, strict=True) if rank == 1
            ]
            asks.state, asks.prompt = "over", _("In this line, the game is over")
            asks.note = _("First place: %(names)s") % {"names": shown.join_names(winners)}
        elif table.own and reader.me is not None and reader.me != table.line.own_seat:
            asks.note = _("You choose for %(name)s.") % {"name": reader.people[reader.me]}
        elif table.own:
            asks.note = _("Your line, not the game")
        return asks

    @cached_property
    def _story(self) -> Story:
        return Told(self.table.reader, self._trying.line)

    @cached_property
    def _game(self) -> int | None:
        return None if settings.DEBUG else self._trying.line.cache_id

    @property
    def told(self) -> str:
        return sentences(self._events)

    @cached_property
    def _events(self) -> list[str]:
        """What the last choice did, in the words of the log."""
        return self._story.of_move(self.table.reader.position.number)

    def regions(self) -> dict[str, Region]:
        table, reader = self._trying, self.table.reader
        standing = reader.rules.standing()
        players = points.players(reader, standing)
        for player in players:
            player["you"], player["clock"] = player["seat"] == table.line.own_seat, None
        drawing = self._drawing(players)
        goods = zip(players, drawing.goods(), strict=False)
        shared: dict[str, object] = {
            "table": self._frame_of_line(),
            "csrf_input": TOKEN,
            "bar": vars(self._bar),
            "result": None,
            "players": [{**player, "goods": things} for player, things in goods],
            "scores": points.scores(reader, standing, players),
            "rows": tree_rows(table.line, notes=table.own, link=table.links),
            "node": self._node(),
            "events": self._events,
        }
        names = ("decision", "players", "scores", "line_head", "line_told", "line_tree")
        labels = {"players": _("Players")}
        parts = {name: Region(self._part(name, shared), labels.get(name, "")) for name in names}
        return parts | drawing.regions()

    def _frame_of_line(self) -> Mapping[str, object]:
        """Everything that the parts read of the table."""
        table, reader = self._trying, self.table.reader
        return {
            "url": reader.url,
            "looking": reader.looking,
            "past": False,
            "over": False,
            "own": table.own,
            "drew": table.drew,
            "at": table.line.at,
            "begins": table.begins,
            "behind": table.behind,
            "game_url": table.game_url,
            "open_url": table.open_url,
            "links": table.links,
            "can_do": table.can_do is not None,
            "can_plan": table.can_plan,
            "live": clock.is_live(table.line.game),
            "true_version": table.true_version,
            "seat": table.line.line.seat,
        }

    def _node(self) -> Mapping[str, object] | None:
        node = self._trying.node
        return None if node is None else {"id": node.id, "note": node.note}


class Told(Story):
    """The story of a line's last choice."""

    def __init__(self, reader: Reader, thought: Thought) -> None:
        super().__init__(reader)
        self._thought = thought

    @cached_property
    def _log(self) -> list[LogEntry]:
        played = self._thought.reached.played
        if not played:
            return []
        reader, step, at = self.reader, played[-1], timezone.now().isoformat()
        entries = []
        for event in step.events:
            seen = event.seen_by(step.node.seat)
            text = table_package.logged(reader.type, event.kind, seen)
            entries.append(
                LogEntry(
                    version=reader.version,
                    number=reader.position.number,
                    seat=seen.get("seat", step.node.seat),
                    kind=event.kind,
                    data=seen,
                    text=texts.plain(text, reader.people) if text else None,
                    at=at,
                )
            )
        return entries

    def of_move(self, number: int) -> list[str]:
        return [line.text for line in Lines(self.reader).of(self._log)] if number >= 0 else []


def trying_table(
    thought: Thought,
    user_id: int | None,
    prefix: Choice = (),
    on: tuple[str, ...] = (),
    key: str = "",
) -> TryingTable:
    """The table of a line for this reader, with a choice begun by ``prefix`` and ``on``.

    ``key``: of a link to the game; the addresses on the page get it if it is the right one.
    """
    key = key if key == thought.game.key else ""
    own = thought.line.user_id == user_id
    reader = Trier(
        thought.position(),
        user_id,
        past=not own,
        page=path("game-line", thought.game.pk, thought.line.pk),
    )
    newest = lines.newest_number(thought) if own else thought.line.number
    return TryingTable(reader, prefix, on, thought=thought, own=own, newest=newest, key=key)
