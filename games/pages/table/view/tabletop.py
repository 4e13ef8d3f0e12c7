"""The frame of a game's page: its links, its head, and how far a choice has got."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from markupsafe import Markup

from accounts.models import User
from boardgames.http.addresses import path
from games.clocks import kinds as clocks
from games.live import quick_phrases
from games.models import Ballot, Game, Reaction, Seat
from games.pages import answers, settings
from games.pages.drawing.rendering import fixed, stylesheet
from games.pages.table import talk
from games.pages.table.after import going_on
from games.pages.table.lesson.lesson import Lesson, Tried, lesson
from games.pages.table.reader import Reader, address
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Choice
from games.showing import ratings
from games.tournaments import listing as tournaments
from games.words import table_package, texts


@dataclass
class Tabletop:
    """The frame for a reader with a choice begun by ``prefix`` and ``on``.

    In a lesson, ``said`` counts the texts they have heard at this position, and ``tried`` is a
    choice of theirs that the lesson does not mean.
    """

    reader: Reader
    prefix: Choice = ()
    on: tuple[str, ...] = ()
    said: int = 0
    tried: Tried | None = None

    @property
    def news_url(self) -> str:
        reader = self.reader
        at = reader.position.number if reader.past else None
        return address(path("game-news", reader.game.pk), at, reader.as_whom)

    @property
    def phrases(self) -> list[tuple[str, str]]:
        """The quick phrases: as they are sent, and in the reader's language."""
        return [(phrase, _(phrase)) for phrase in quick_phrases.PHRASES]

    @property
    def picture_url(self) -> str:
        """The picture of the end, for sharing; empty if there is none."""
        return self._end("game-picture")

    @property
    def card_url(self) -> str:
        """The same for link previews."""
        return self._end("game-end-card")

    def _end(self, name: str) -> str:
        reader = self.reader
        if not reader.over or not hasattr(table_package.table(reader.type), "PICTURE"):
            return ""
        return self._for_others(path(name, reader.game.pk))

    @property
    def shared_url(self) -> str:
        """The page's address for sharing; empty for a reader who may not share it."""
        return self._for_others(path("game", self.reader.game.pk))

    def _for_others(self, address: str) -> str:
        """The address for others.

        In a private game it contains the key, like its players' link; a club's game needs none, as
        only the club's members can open it.
        """
        reader = self.reader
        if not reader.private or reader.game.club_id is not None:
            return address
        key = urlencode({"key": reader.game.key})
        return f"{address}?{key}" if reader.owned or reader.key else ""

    @property
    def better_url(self) -> str:
        """The address to request an analysis; empty for a reader who has not played."""
        reader = self.reader
        asked = reader.over and reader.owned is not None
        return path("game-better-ask", reader.game.pk) if asked else ""

    @property
    def play_on_url(self) -> str:
        """The address to play on from a past position; empty if nobody may."""
        reader = self.reader
        own = reader.game.practice and reader.game.created_by_id == reader.user_id
        may = own or reader.game.status == Game.Status.FINISHED
        if not (may and reader.past and reader.user_id and reader.rules.to_move()):
            return ""
        where = path("game-play-on", reader.game.pk)
        return address(where, reader.position.number, reader.as_whom)

    @property
    def study_url(self) -> str:
        """The address to study the finished game; empty for a reader who may not."""
        reader = self.reader
        if not reader.over or reader.user_id is None or reader.game.lesson:
            return ""
        if User.objects.filter(pk=reader.user_id, is_guest=True).exists():
            return ""
        asked = {"game": reader.game.pk, "key": reader.key}
        named = {name: value for name, value in asked.items() if value}
        return f"{path('study-new')}?{urlencode(named)}"

    @property
    def ways_on(self) -> list[going_on.Way]:
        """The ways on from the end of a live game."""
        return going_on.ways_on(self.reader)

    @property
    def branch(self) -> tuple[str, str] | None:
        """The game that a practice game continues, and its address."""
        game = self.reader.game
        if game.branch_of_id is None:
            return None
        said = _("from move %(at)d of %(game)s %(number)d") % {
            "at": game.branch_at, "game": self.reader.name, "number": game.branch_of_id,
        }  # fmt: skip
        return said, f"{path('game', game.branch_of_id)}?at={game.branch_at}"

    @cached_property
    def cup(self) -> tuple[str, str] | None:
        """The tournament and round of the game, and their address."""
        game = self.reader.game
        meeting = tournaments.of_games([game]).get(game.pk)
        if meeting is None:
            return None
        return f"{meeting.name}, {meeting.round}", path("tournament", meeting.tournament)

    @property
    def next_url(self) -> str:
        return f"{path('next')}?after={self.reader.game.pk}"

    @property
    def is_live(self) -> bool:
        """Whether a clock of minutes runs."""
        return self.reader.running and clocks.get_clock(self.reader.game).live

    @property
    def looked_at(self) -> tuple[str, str]:
        """Text in place of a question, for a reader who only looks."""
        words_of_it = _("This is the position after move %(number)s.")
        return _("You are looking back"), words_of_it % {"number": self.reader.position.number}

    @property
    def socket(self) -> str:
        return answers.socket(self.reader.game.pk, self.reader.key)

    @property
    def seen_url(self) -> str:
        reader = self.reader
        return path("game-seen", reader.game.pk) if reader.seat and not reader.past else ""

    @property
    def title(self) -> str:
        """The page's title; the most important for the reader comes first."""
        if self.reader.mine_to_move:
            game = self.reader.game.name or self.reader.name
            return "● " + _("%(game)s – your turn") % {"game": game}
        return self.named

    @property
    def called(self) -> str:
        """The game's own name; empty if it has none."""
        return self.reader.game.name

    @property
    def named(self) -> str:
        """The game's type, its number, and its own name."""
        return texts.game_title(self.reader.name, self.reader.game)

    @cached_property
    def stamp(self) -> str:
        """A value that changes with the page, but not with the number of waiting games.

        The page updates that number by itself.
        """
        reader, game = self.reader, self.reader.game
        broken = "!" if game.broken_at else ""
        agreed = f"{reader.beside.incident}{'?' if game.voting else ''}{self._last_ballot}"
        newest = f"{agreed}.{self._said}.{self._last_rematch}{self._ratings}"
        return f"{reader.version}.{game.status}{broken}.{newest}"

    @property
    def _said(self) -> str:
        """The messages that the reader is shown, without those of people they are apart from."""
        reader = self.reader
        among = f"+{talk.stamp(reader.onlookers)}" if reader.onlookers else ""
        return f"{talk.stamp(reader.messages)}{among}"

    @property
    def reactions(self) -> list[tuple[str, str]]:
        """The possible reactions: as they are sent, and in words."""
        return [(kind.value, str(kind.label)) for kind in Reaction.Kind]

    @property
    def _last_ballot(self) -> str:
        """When the last ballot of the open vote was cast."""
        if not self.reader.game.voting:
            return ""
        ballots = Ballot.objects.filter(vote__game=self.reader.game, vote__closed_at=None)
        return str(ballots.aggregate(last=Max("at"))["last"] or "")

    @property
    def _last_rematch(self) -> str:
        """The newest rematch offer and its state."""
        offer = self.reader.rematch
        return f"{offer.pk}/{len(offer.accepted)}/{offer.closed_at}" if offer else ""

    @property
    def _ratings(self) -> str:
        """The rating changes by the game, so far."""
        known = ratings.of_game(self.reader.position)
        return f".{known.counted:d}/{[change.after for change in known.changes]}" if known else ""

    @property
    def stylesheet(self) -> str:
        return stylesheet(self.reader.type)

    @property
    def status(self) -> str:
        if self.reader.game.broken_at:
            return _("stopped")
        if self.reader.running and self.reader.game.paused_at:
            return _("paused")
        return str(Game.Status(self.reader.game.status).label)

    @property
    def status_kind(self) -> str:
        if self.reader.game.broken_at:
            return "bad"
        return "good" if self.reader.running and not self.reader.game.paused_at else ""

    @property
    def options(self) -> list[str]:
        return settings.unusual(self.reader.type, self.reader.game.options)

    @property
    def clock(self) -> str:
        return clocks.get_clock(self.reader.game).words()

    @property
    def help(self) -> Markup:
        return fixed(f"{self.reader.type.slug}/help.html") or Markup("<p>{}</p>").format(
            _("There is no help for this game yet.")
        )

    @cached_property
    def lesson(self) -> Lesson | None:
        """The lesson that the reader is taking here; None at any other table."""
        return lesson(self.reader, self.said, self.tried)

    @cached_property
    def keep_url(self) -> str:
        """Where a guest can keep the account: offered once, after the first game; otherwise
        empty."""
        reader = self.reader
        user = reader.owned.user if reader.owned and reader.over else None
        if user is None or not user.is_guest or user.asked_to_keep:
            return ""
        if Seat.objects.filter(
            user=user, game__practice=False, game__finished_at__lt=reader.game.finished_at
        ).exists():
            return ""
        return f"{path('keep-account')}?{urlencode({'next': reader.url})}"

    @cached_property
    def choosing(self) -> Choosing | None:
        """The reader's decision, narrowed; None if they need not choose."""
        reader = self.reader
        if reader.decision is None:
            return None
        return Choosing(
            reader.type, reader.decision, reader.view, reader.people, self.prefix, self.on
        )
