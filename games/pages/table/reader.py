"""The reader of a game: which position they see, and what they may know and do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.http.addresses import path
from games.lines import lines
from games.live import watching
from games.lobby import notebook, rematch
from games.models import Game, Move, Notebook, Plan, Rematch, Seat
from games.moderation import interest
from games.moderation.roles import MODERATE
from games.pages.table import context, talk
from games.pages.table.context import TableContext
from games.rules import engine
from games.showing import data, snapshot
from games.showing.data import Abilities
from games.showing.plans import describe_plans
from games.storage.position import Position, visible_version
from games.words import texts


def address(path: str, at: int | None, as_whom: str) -> str:
    """The address of a position, or of the newest one; ``as_whom``: see ``Reader``."""
    query = "&".join(filter(None, ["" if at is None else f"at={at}", as_whom]))
    return f"{path}?{query}" if query else path


@dataclass
class Reader:
    """One person at one position.

    * ``past``: a past position, requested by its number, which is only to look at.
    * ``eyes``: the seat whose view they use, if not their own.
    * ``key``: of the link to a private game by which they came.
    * ``acted``: an administrator views the game as this person.
    * ``page``: where links and forms lead, if not to the game's own page.
    * ``counts``: they are shown how many games wait for them.
    """

    position: Position
    user_id: int | None
    past: bool = False
    eyes: int | None = None
    key: str = ""
    acted: bool = False
    page: str = ""
    counts: bool = False

    def __post_init__(self) -> None:
        self.game = self.position.game
        self.people = texts.seat_names(self.position.seats)
        self.seat = self.position.seat_of(self.user_id)
        self.me = None if self.seat is None else self.seat.index
        if self.eyes is not None and not (self.all_is_open and self.eyes < len(self.people)):
            self.eyes = None
        self.looking = self.me if self.eyes is None else self.eyes

    @cached_property
    def rules(self) -> engine.Game[Any]:
        """The rules' game."""
        return self.position.running()

    @property
    def type(self) -> engine.Rules[Any]:
        """The game type."""
        return self.position.type

    @cached_property
    def view(self) -> engine.Json:
        """The rules' view for this reader."""
        return self.rules.view(self.looking)

    @property
    def version(self) -> int:
        return self.position.version

    @cached_property
    def language(self) -> str:
        """The active language while the page is drawn, stored because looking it up takes time."""
        return get_language() or ""

    @cached_property
    def zone(self) -> str:
        """The active time zone."""
        return timezone.get_current_timezone_name()

    @cached_property
    def words_by(self) -> tuple[tuple[str, ...], str]:
        """What words depend on: the names of the seats, and the active language."""
        return tuple(self.people), self.language

    @property
    def all_is_open(self) -> bool:
        """Whether the reader may use any seat's view: the players may after the end."""
        return self.game.status == Game.Status.FINISHED and self.owned is not None

    @cached_property
    def url(self) -> str:
        return self.page or path("game", self.game.pk)

    def at_url(self, number: int | None = None) -> str:
        """The address of the page after that move, with the same view; without a number the
        newest."""
        return address(self.url, number, self.as_whom)

    def part_url(self, name: str) -> str:
        """The address of a further page of the game, with the same view."""
        return address(f"{self.url}{name}", None, self.as_whom)

    @cached_property
    def as_whom(self) -> str:
        """The part of each address that gives the view and the link's key."""
        asked = {"eyes": self.eyes, "key": self.key or None}
        return urlencode({name: value for name, value in asked.items() if value is not None})

    @cached_property
    def last_number(self) -> int:
        """The number of the newest move that the reader may know."""
        if not self.past:
            return self.position.number
        version = visible_version(self.game, self.seat)
        if version == self.game.version:
            return self.game.number
        live = Q(undone_by=None) | Q(undone_by__gt=version)
        moves = Move.objects.filter(live, game=self.game, version__lte=version)
        return moves.order_by("-version").values_list("number", flat=True).first() or 0

    @cached_property
    def beside(self) -> TableContext:
        """What is read beside the position, together with the log or with the newest numbers."""
        owner = None if self.owned is None else self.user_id
        return context.read_context(
            self.position, self.seat, owner, self.user_id if self.counts else None
        )

    @cached_property
    def rematch(self) -> Rematch | None:
        """The newest offer of a rematch, for a finished game."""
        if not rematch.is_possible(self.game):
            return None
        return rematch.newest_offer(self.game, timezone.now())

    @property
    def private(self) -> bool:
        return self.game.visibility == Game.Visibility.PRIVATE

    @property
    def name(self) -> str:
        return _(self.type.name)

    @property
    def running(self) -> bool:
        return self.game.status == Game.Status.RUNNING and not self.game.broken_at

    @property
    def over(self) -> bool:
        return self.game.status == Game.Status.FINISHED and not self.past

    @property
    def mine_to_move(self) -> bool:
        return self.running and not self.past and self.me in self.to_move

    @cached_property
    def moderates(self) -> bool:
        """Whether the reader moderates here.

        Nobody moderates a table of their own, so players cause no query.
        """
        if self.user_id is None or self.seat is not None or self.acted:
            return False
        reader = User.objects.filter(pk=self.user_id, is_staff=True).first()
        if reader is None or not reader.has_perm(MODERATE):
            return False
        return not interest.party_to_game(self.user_id, self.game.pk)

    @cached_property
    def messages(self) -> list[talk.Message]:
        if not self.beside.said:
            return []
        return talk.messages(self.position, self.user_id, self.last_number, self.at_url)

    @cached_property
    def onlooker(self) -> bool:
        """Whether the reader has an account and no part in the game."""
        return self.owned is None and watching.is_onlooker(self.game.pk, self.user_id)

    @cached_property
    def onlookers(self) -> list[talk.Message] | None:
        """The spectators' chat; None for a reader who may not read it."""
        if not watching.onlookers_read(self.game.status, self.going_on and self.onlooker):
            return None
        if not self.beside.said:
            return []
        at = self.last_number, self.at_url
        return talk.messages(self.position, self.user_id, *at, onlookers=True)

    @property
    def writes(self) -> str:
        """The chat in which the reader may write: "chat", "onlookers" or none."""
        return "chat" if self.owned else "onlookers" if self.onlooker else ""

    @property
    def going_on(self) -> bool:
        """Whether the game has not ended, even while the reader looks at a past position."""
        return self.game.status not in watching.OVER

    @property
    def two_talks(self) -> bool:
        """Whether the spectators' chat is shown beside the players'."""
        return self.onlookers is not None and bool(self.onlookers or self.onlooker)

    @cached_property
    def owned(self) -> Seat | None:
        """The reader's seat, even while a bot plays it."""
        if self.user_id is None:
            return None
        return next((seat for seat in self.position.seats if seat.user_id == self.user_id), None)

    @cached_property
    def notebook(self) -> Notebook | None:
        """The reader's private notes on the game.

        None without a seat, and for an administrator who views the game as the seat's owner.
        """
        if self.owned is None or self.user_id is None or self.acted:
            return None
        return self.beside.notebook or Notebook(game=self.game, user_id=self.user_id)

    @property
    def notes(self) -> dict[str, str] | None:
        """The same as plain data, so that its drawing changes with it."""
        kept = self.notebook
        return None if kept is None else {"note": kept.note, "plan": kept.plan}

    @cached_property
    def planned(self) -> frozenset[int]:
        """The numbers of the moves that plans of the reader's made."""
        return frozenset(n for plan in self.plans for n in plan.answered)

    @property
    def plans(self) -> list[Plan]:
        """The reader's plans, also those that have ended.

        None for an administrator who views the game as the seat's owner.
        """
        return [] if self.seat is None or self.acted else self.beside.plans

    @cached_property
    def shown_plans(self) -> list[data.Plan]:
        """The reader's plans in words; none at a past position."""
        if self.seat is None or self.past:
            return []
        return describe_plans(self.position, self.seat, self.plans)

    @property
    def answers_ahead(self) -> bool:
        """Whether a plan of the reader's may still answer."""
        return any(plan["state"] == "waits" for plan in self.shown_plans)

    @property
    def plan_answers_at(self) -> datetime | None:
        """When a plan of the reader's answers the open question."""
        times = [plan["answers_at"] for plan in self.shown_plans if plan["answers_at"]]
        return datetime.fromisoformat(times[0]) if times else None

    @property
    def plan(self) -> str:
        """The reader's plan for the turn that has come."""
        return self.notebook.plan if self.mine_to_move and self.notebook else ""

    @property
    def may_put_off(self) -> tuple[int, ...]:
        """For how many hours the reader can put the game off."""
        return notebook.LATER if self.mine_to_move else ()

    @property
    def try_url(self) -> str:
        """Where the reader can try lines out from this position; empty if they may not."""
        may = not self.acted and lines.is_allowed(self.position, self.user_id)
        if not may or not self.rules.to_move():
            return ""
        by_link = urlencode({"key": self.key}) if self.key else ""
        return address(path("game-lines-open", self.game.pk), None, by_link)

    @cached_property
    def can(self) -> Abilities:
        return snapshot.abilities(self.position, self.seat, self.user_id)

    @cached_property
    def to_move(self) -> list[int]:
        return self.rules.to_move() if self.running or self.past else []

    @cached_property
    def decision(self) -> engine.Decision | None:
        """The question to the reader, including an answer that may still be changed."""
        if self.me is None or self.past or not self.running or self.rules.state.held is not None:
            return None
        return self.rules.decision(self.me)
