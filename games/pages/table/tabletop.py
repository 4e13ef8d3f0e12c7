"""A running or finished game as one person sees it: who looks at what, and the page's frame."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.db.models import Max, Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markupsafe import Markup

from accounts.models import User
from boardgames.http.addresses import path
from games import words
from games.clocks import settings as clocks
from games.lobby import notebook, rematch
from games.models import Ballot, Game, Move, Notebook, Rematch, Seat
from games.moderation import interest
from games.moderation.roles import MODERATE
from games.pages import answers, settings
from games.pages.drawing.rendering import fixed, stylesheet
from games.pages.table import beside, talk
from games.pages.table.beside import Beside
from games.pages.table.choosing import Choosing
from games.rules.engine import Choice, Decision
from games.showing import ratings, snapshot
from games.showing.data import Abilities
from games.storage.position import Position, visible_version
from games.votes import voting


def address(path: str, at: int | None, as_whom: str) -> str:
    """Of a position, or of the newest one; ``as_whom``: see ``Tabletop``."""
    query = "&".join(filter(None, ["" if at is None else f"at={at}", as_whom]))
    return f"{path}?{query}" if query else path


@dataclass
class Tabletop:
    """One page. ``past``: the position was asked for by its number and is only to be looked at.

    ``counts``: it says how many games wait for the reader. ``key`` is that of the link to a private
    game by which the reader came; ``acted``: it is an administrator who looks as the reader.
    ``page``: where its links and forms lead, if not to the game's own page.
    """

    position: Position
    user_id: int | None
    counts: bool = False
    prefix: Choice = ()
    on: tuple[str, ...] = ()
    past: bool = False
    eyes: int | None = None
    key: str = ""
    acted: bool = False
    page: str = ""
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        self.game = self.position.game
        self.rules = self.position.running()
        self.type = self.position.type
        self.people = words.names(self.position.seats)
        self.seat = self.position.seat_of(self.user_id)
        self.me = None if self.seat is None else self.seat.index
        if self.eyes is not None and not (self.all_is_open and self.eyes < len(self.people)):
            self.eyes = None
        self.looking = self.me if self.eyes is None else self.eyes
        self.view = self.rules.view(self.looking)

    @cached_property
    def language(self) -> str:
        """The one that is active while the page is drawn: to ask for it takes its time."""
        return get_language() or ""

    @cached_property
    def zone(self) -> str:
        """The time zone that is active meanwhile."""
        return timezone.get_current_timezone_name()

    @cached_property
    def reader(self) -> tuple[tuple[str, ...], str]:
        """What words differ by: the names of the seats, and the language that is active."""
        return tuple(self.people), self.language

    @property
    def all_is_open(self) -> bool:
        """After the end those who have played may look with the eyes of any seat."""
        return self.game.status == Game.Status.FINISHED and self.owned is not None

    # What the frame of the page needs ------------------------------------------------------------

    @cached_property
    def url(self) -> str:
        return self.page or path("game", self.game.pk)

    @property
    def news_url(self) -> str:
        at = self.position.number if self.past else None
        return self._with_query(path("game-news", self.game.pk), at)

    def at_url(self, number: int | None = None) -> str:
        """The page after that move, with the same eyes; without one the page of today."""
        return self._with_query(self.url, number)

    def _with_query(self, path: str, at: int | None) -> str:
        return address(path, at, self.as_whom)

    @cached_property
    def as_whom(self) -> str:
        """The part of each address that says with whose eyes, and by which link."""
        asked = {"eyes": self.eyes, "key": self.key or None}
        return urlencode({name: value for name, value in asked.items() if value is not None})

    @property
    def picture_url(self) -> str:
        """The picture of the end, to be shown to others; empty where there is none. That of a
        private game has the key in its address, as its players' link has."""
        if not self.over or not hasattr(words.table(self.type), "PICTURE"):
            return ""
        picture = path("game-picture", self.game.pk)
        if not self.private:
            return picture
        return f"{picture}?{urlencode({'key': self.game.key})}" if self.owned or self.key else ""

    @property
    def next_url(self) -> str:
        return f"{path('next')}?after={self.game.pk}"

    @property
    def looked_at(self) -> tuple[str, str]:
        """What stands where else a question would: what the reader looks at, instead of playing."""
        words_of_it = _("This is how it stood after move %(number)s.")
        return _("You are looking back"), words_of_it % {"number": self.position.number}

    @property
    def live(self) -> bool:
        return not self.past

    @property
    def socket(self) -> str:
        return answers.socket(self.game.pk, self.key)

    @property
    def seen_url(self) -> str:
        return path("game-seen", self.game.pk) if self.seat and not self.past else ""

    @property
    def name(self) -> str:
        return _(self.type.name)

    @property
    def title(self) -> str:
        """The page's title; it begins with what the reader should know."""
        if self.mine_to_move:
            return "● " + _("%(game)s – your turn") % {"game": self.name}
        return f"{self.name} {self.game.pk}"

    @property
    def version(self) -> int:
        return self.position.version

    @cached_property
    def last_number(self) -> int:
        """The newest move that the reader may know of."""
        if not self.past:
            return self.position.number
        version = visible_version(self.game, self.seat)
        live = Q(undone_by=None) | Q(undone_by__gt=version)
        moves = Move.objects.filter(live, game=self.game, version__lte=version)
        return moves.order_by("-version").values_list("number", flat=True).first() or 0

    @cached_property
    def stamp(self) -> str:
        """Changes whenever the page might, but for the number of games that wait, which the page
        keeps true by itself."""
        known = self.beside
        broken = "!" if self.game.broken_at else ""
        agreed = f"{known.incident}{'?' if self.game.voting else ''}{self._last_ballot}"
        newest = f"{agreed}.{self._said}.{self._last_rematch}{self._ratings}"
        return f"{self.version}.{self.game.status}{broken}.{newest}"

    @cached_property
    def beside(self) -> Beside:
        """What is read beside the position; asked for with the log or with what is newest."""
        owner = None if self.owned is None else self.user_id
        return beside.read(self.position, self.seat, owner, self.user_id if self.counts else None)

    @property
    def waiting(self) -> int:
        """How many games wait for the reader; 0 where that is not said."""
        return self.beside.waiting

    @property
    def _said(self) -> str:
        """Which messages the reader is shown: whoever is blocked has his taken out of them."""
        shown = self.messages
        return f"{shown[0]['id']}-{shown[-1]['id']}-{len(shown)}" if shown else ""

    @property
    def _last_ballot(self) -> str:
        """When the last ballot of the open vote was cast."""
        if not self.game.voting:
            return ""
        ballots = Ballot.objects.filter(vote__game=self.game, vote__closed_at=None)
        return str(ballots.aggregate(last=Max("at"))["last"] or "")

    @cached_property
    def rematch(self) -> Rematch | None:
        """The newest offer to play once more, of a game that is over."""
        if not rematch.is_possible(self.game):
            return None
        return rematch.last(self.game, timezone.now())

    @property
    def _last_rematch(self) -> str:
        """Which it is, and what has become of it."""
        offer = self.rematch
        return f"{offer.pk}/{len(offer.accepted)}/{offer.closed_at}" if offer else ""

    @property
    def _ratings(self) -> str:
        """What the game has changed of them, so far."""
        known = ratings.known(self.position)
        return f".{known.counted:d}/{[change.after for change in known.changes]}" if known else ""

    @property
    def stylesheet(self) -> str:
        return stylesheet(self.type)

    @property
    def running(self) -> bool:
        return self.game.status == Game.Status.RUNNING and not self.game.broken_at

    @property
    def over(self) -> bool:
        return self.game.status == Game.Status.FINISHED and not self.past

    @property
    def mine_to_move(self) -> bool:
        return self.running and not self.past and self.me in self.to_move

    @property
    def status(self) -> str:
        if self.game.broken_at:
            return _("stopped")
        if self.running and self.game.paused_at:
            return _("paused")
        return str(Game.Status(self.game.status).label)

    @property
    def status_kind(self) -> str:
        if self.game.broken_at:
            return "bad"
        return "good" if self.running and not self.game.paused_at else ""

    @property
    def options(self) -> list[str]:
        return settings.unusual(self.type, self.game.options)

    @property
    def clock(self) -> str:
        return clocks.of(self.game).words()

    @property
    def private(self) -> bool:
        return self.game.visibility == Game.Visibility.PRIVATE

    @cached_property
    def moderates(self) -> bool:
        """Whether the reader keeps order here: nobody does at a table of his own, so players are
        not asked for."""
        if self.user_id is None or self.seat is not None or self.acted:
            return False
        reader = User.objects.filter(pk=self.user_id, is_staff=True).first()
        if reader is None or not reader.has_perm(MODERATE):
            return False
        return not interest.party_to_game(self.user_id, self.game.pk)

    @cached_property
    def messages(self) -> list[talk.Message]:
        return talk.messages(self.position, self.user_id) if self.beside.said else []

    @property
    def talking(self) -> bool:
        return bool(self.messages)

    @property
    def may_chat(self) -> bool:
        return self.owned is not None

    @property
    def help(self) -> Markup:
        return fixed(f"{self.type.slug}/help.html") or Markup("<p>{}</p>").format(
            _("There is no help for this game yet.")
        )

    # What the reader may do ------------------------------------------------------------

    @cached_property
    def owned(self) -> Seat | None:
        """The reader's seat, also while a bot plays it."""
        if self.user_id is None:
            return None
        return next((seat for seat in self.position.seats if seat.user_id == self.user_id), None)

    @cached_property
    def notebook(self) -> Notebook | None:
        """What the reader keeps to themself about the game; None for who has no seat, and for an
        administrator who looks as the one who has."""
        if self.owned is None or self.user_id is None or self.acted:
            return None
        return self.beside.notebook or Notebook(game=self.game, user_id=self.user_id)

    @property
    def notes(self) -> dict[str, str] | None:
        """The same as plain data, so that a drawing of it is made again when it changes."""
        kept = self.notebook
        return None if kept is None else {"note": kept.note, "plan": kept.plan}

    @property
    def plan(self) -> str:
        """What the reader wanted to do in the turn that has come."""
        return self.notebook.plan if self.mine_to_move and self.notebook else ""

    @property
    def may_put_off(self) -> tuple[int, ...]:
        """By how many hours."""
        return notebook.LATER if self.mine_to_move else ()

    @cached_property
    def keep_url(self) -> str:
        """Where a guest keeps the account: asked once, at the end of the first game; else empty."""
        user = self.owned.user if self.owned and self.over else None
        if user is None or not user.is_guest or user.asked_to_keep:
            return ""
        ended = Seat.objects.filter(user=user, game__finished_at__lt=self.game.finished_at)
        if ended.exists():
            return ""
        return f"{path('keep-account')}?{urlencode({'next': self.url})}"

    @property
    def asked_lately(self) -> voting.Asked:
        return self.beside.asked_lately

    @cached_property
    def can(self) -> Abilities:
        return snapshot.abilities(self.position, self.seat, self.user_id)

    @cached_property
    def to_move(self) -> list[int]:
        return self.rules.to_move() if self.running or self.past else []

    @cached_property
    def decision(self) -> Decision | None:
        """What is asked of the reader, an answer that may still be changed included."""
        if self.me is None or self.past or not self.running or self.rules.state.held is not None:
            return None
        return self.rules.decision(self.me)

    @cached_property
    def choosing(self) -> Choosing | None:
        if self.decision is None:
            return None
        return Choosing(self.type, self.decision, self.view, self.people, self.prefix, self.on)
