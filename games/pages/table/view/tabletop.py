"""The page around a game: where its parts lead, what its head says, how far a choice has come."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from markupsafe import Markup

from boardgames.http.addresses import path
from games.clocks import kinds as clocks
from games.live import quick_phrases
from games.models import Ballot, Game, Reaction, Seat
from games.pages import answers, settings
from games.pages.drawing.rendering import fixed, stylesheet
from games.pages.table import talk
from games.pages.table.lesson.lesson import Lesson, Tried, lesson
from games.pages.table.reader import Reader, address
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Choice
from games.showing import ratings
from games.tournaments import listing as tournaments
from games.words import table_package


@dataclass
class Tabletop:
    """The frame for one reader, who has begun a choice with ``prefix`` and ``on``. In a lesson,
    ``said`` counts the sentences they have heard at this position, and ``tried`` is a choice of
    theirs that the lesson does not mean."""

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
        """What can be said by one press: as it is sent, and in the reader's language."""
        return [(phrase, _(phrase)) for phrase in quick_phrases.PHRASES]

    @property
    def picture_url(self) -> str:
        """The picture of the end, to be shown to others; empty where there is none."""
        return self._end("game-picture")

    @property
    def card_url(self) -> str:
        """The same for the cards that messengers make of links."""
        return self._end("game-end-card")

    def _end(self, name: str) -> str:
        reader = self.reader
        if not reader.over or not hasattr(table_package.table(reader.type), "PICTURE"):
            return ""
        return self._for_others(path(name, reader.game.pk))

    @property
    def shared_url(self) -> str:
        """The page's address, to be sent to others; empty for a reader who may not show it to
        them."""
        return self._for_others(path("game", self.reader.game.pk))

    def _for_others(self, address: str) -> str:
        """That of a private game has the key in its address, as its players' link has; a club's
        opens by itself to its members and to nobody else."""
        reader = self.reader
        if not reader.private or reader.game.club_id is not None:
            return address
        key = urlencode({"key": reader.game.key})
        return f"{address}?{key}" if reader.owned or reader.key else ""

    @property
    def better_url(self) -> str:
        """The address to ask for an analysis, once or again; empty for a reader who has not
        played."""
        reader = self.reader
        asked = reader.over and reader.owned is not None
        return path("game-better-ask", reader.game.pk) if asked else ""

    @property
    def play_on_url(self) -> str:
        """The address to play on from a past position; empty where nobody may."""
        reader = self.reader
        own = reader.game.practice and reader.game.created_by_id == reader.user_id
        may = own or reader.game.status == Game.Status.FINISHED
        if not (may and reader.past and reader.user_id and reader.rules.to_move()):
            return ""
        where = path("game-play-on", reader.game.pk)
        return address(where, reader.position.number, reader.as_whom)

    @property
    def branch(self) -> tuple[str, str] | None:
        """Of a game to practise what it goes on from, and where that is."""
        game = self.reader.game
        if game.branch_of_id is None:
            return None
        said = _("from move %(at)d of %(game)s %(number)d") % {
            "at": game.branch_at, "game": self.reader.name, "number": game.branch_of_id,
        }  # fmt: skip
        return said, f"{path('game', game.branch_of_id)}?at={game.branch_at}"

    @cached_property
    def cup(self) -> tuple[str, str] | None:
        """The tournament and round that the game belongs to, and where that is."""
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
        """A clock of minutes runs."""
        return self.reader.running and clocks.get_clock(self.reader.game).live

    @property
    def looked_at(self) -> tuple[str, str]:
        """What stands where else a question would: what the reader looks at, instead of playing."""
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
        """The page's title; it begins with what the reader should know."""
        if self.reader.mine_to_move:
            return "● " + _("%(game)s – your turn") % {"game": self.reader.name}
        return f"{self.reader.name} {self.reader.game.pk}"

    @cached_property
    def stamp(self) -> str:
        """Changes whenever the page might, but for the number of games that wait, which the page
        keeps true by itself."""
        reader, game = self.reader, self.reader.game
        broken = "!" if game.broken_at else ""
        agreed = f"{reader.beside.incident}{'?' if game.voting else ''}{self._last_ballot}"
        newest = f"{agreed}.{self._said}.{self._last_rematch}{self._ratings}"
        return f"{reader.version}.{game.status}{broken}.{newest}"

    @property
    def _said(self) -> str:
        """Which messages the reader is shown: whoever is blocked has his taken out of them."""
        reader = self.reader
        among = f"+{talk.stamp(reader.onlookers)}" if reader.onlookers else ""
        return f"{talk.stamp(reader.messages)}{among}"

    @property
    def reactions(self) -> list[tuple[str, str]]:
        """How one may react: as it is sent, and in words."""
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
        """Which it is, and what has become of it."""
        offer = self.reader.rematch
        return f"{offer.pk}/{len(offer.accepted)}/{offer.closed_at}" if offer else ""

    @property
    def _ratings(self) -> str:
        """What the game has changed of them, so far."""
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
        """The lesson that the reader follows here; None at any other table."""
        return lesson(self.reader, self.said, self.tried)

    @cached_property
    def keep_url(self) -> str:
        """Where a guest keeps the account: asked once, at the end of the first game; else empty."""
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
        """The reader's decision, narrowed; None where nothing is asked of them."""
        reader = self.reader
        if reader.decision is None:
            return None
        return Choosing(
            reader.type, reader.decision, reader.view, reader.people, self.prefix, self.on
        )
