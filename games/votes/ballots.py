"""Kinds of votes: one object each, with its words, its rules and its effect.

A new kind is a class here and a place in ``KINDS``, beside its name in ``Vote.Kind``. Words that
are not translated here are translated where they are shown.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext_noop as _

from games.clocks import clock, kinds
from games.models import Seat, Vote
from games.moves import ending, pausing, reclocking, seat_holders
from games.moves.recording import retime
from games.rules.engine import POINTS, Rules
from games.storage.position import Position

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
#: In a game without a clock, the others may decide about a player who has been absent for this
#: long.
STALLED = 14 * DAY


class Kind:
    """A kind of vote. Its log lines and the menu may name a ``{player}`` or a ``%(name)s``."""

    name: Vote.Kind
    #: How long the vote is open.
    lasts: timedelta
    #: How long the same vote cannot be started again after it changed nothing.
    cooldown = DAY
    #: Whether it can be asked in a game on which the rules have failed.
    of_broken_games = False
    #: Whether it is about a seat, whose owner then has no vote.
    about_a_seat = False
    #: The possible answers, with their words on buttons and beside ballots.
    answers: dict[str, str]

    #: The log's line for its start.
    question: str
    #: The log's lines for outcomes that no other line mentions.
    outcomes: dict[str, str]
    #: In the menu: its title, its effect, its button, and whether the effect is final.
    title: str
    text: str
    button: str
    danger = False
    #: The majority that it needs, and what happens without it.
    needs: str

    def may_be_called(self, position: Position, seat: Seat, now: datetime) -> list[int | None]:
        """The seats about which the holder of ``seat`` may ask now; None stands for no seat."""
        raise NotImplementedError

    def possible(self, position: Position) -> bool:
        """Whether the game's state allows what the vote asks for."""
        return True

    def effect(self, rules: Rules[Any]) -> str:
        """What it leads to in a game of this type, for the menu."""
        return self.text

    def lapses(self, position: Position, vote: Vote, mover: int) -> bool:
        """Whether a move of this seat makes it void."""
        return False

    def voters(self, position: Position, about: int | None) -> list[Seat]:
        """The seats whose owners may vote: those who play now."""
        return [seat for seat in position.seats if plays(seat) and seat.index != about]

    def verdict(self, asked: set[int], said: dict[int, str], *, over: bool) -> str | None:
        """The outcome of the ballots, None while it is open. ``over``: no further ballot can
        come."""
        raise NotImplementedError

    def carry_out(self, position: Position, vote: Vote, outcome: str, now: datetime) -> None:
        """Do what was decided, in the caller's transaction."""
        raise NotImplementedError


class Agreement(Kind):
    """Yes or no, ``passed`` or ``rejected``; more than half of the present players must agree."""

    answers = {"yes": _("Yes"), "no": _("No")}
    needs = _("More than half have to agree.")

    def may_be_called(self, position: Position, seat: Seat, now: datetime) -> list[int | None]:
        return [None] if self.possible(position) else []

    def verdict(self, asked: set[int], said: dict[int, str], *, over: bool) -> str | None:
        votes = _count(asked, said)
        needed = self.needed(len(asked))
        if asked and votes["yes"] >= needed:
            return "passed"
        return "rejected" if over or len(asked) - votes["no"] < needed else None

    def needed(self, asked: int) -> int:
        return asked // 2 + 1

    def carry_out(self, position: Position, vote: Vote, outcome: str, now: datetime) -> None:
        if outcome == "passed":
            self.do(position, now)

    def do(self, position: Position, now: datetime) -> None:
        """Do what was agreed on."""
        raise NotImplementedError


class Unanimity(Agreement):
    """Everybody whose result is at stake must agree, even owners for whom a bot plays at the
    moment."""

    lasts = 7 * DAY
    needs = _("Everybody has to agree, or the game goes on.")

    def voters(self, position: Position, about: int | None) -> list[Seat]:
        return [seat for seat in position.seats if seat.user_id and not seat.resigned_at]

    def needed(self, asked: int) -> int:
        return asked


class Cancel(Unanimity):
    of_broken_games = True
    name = Vote.Kind.CANCEL
    question = _("{player} suggests cancelling the game")
    outcomes = {"rejected": _("The game is not cancelled: not everybody agreed")}
    title = _("Suggest cancelling the game")
    text = _(
        "If everybody agrees, the game ends at once and without a result. That cannot be undone."
    )
    button = _("Yes, I want to cancel")
    danger = True

    def possible(self, position: Position) -> bool:
        return not position.game.organised

    def do(self, position: Position, now: datetime) -> None:
        ending.cancel_game(position, now, by="vote")


class Draw(Unanimity):
    name = Vote.Kind.DRAW
    question = _("{player} offers a draw")
    outcomes = {"rejected": _("No draw: not everybody agreed")}
    title = _("Offer a draw")
    text = _("If the other player agrees, the game ends at once and you share the victory.")
    button = _("Yes, I offer a draw")

    def effect(self, rules: Rules[Any]) -> str:
        if rules.outcome == POINTS:
            return self.text
        return _("If the other player agrees, the game ends at once in a draw.")

    def lapses(self, position: Position, vote: Vote, mover: int) -> bool:
        """Where the game type says so, the opponent declines by moving."""
        return position.game.rules.offer_lapses and mover != vote.opened_by

    def possible(self, position: Position) -> bool:
        """Whether two people are left who both play, and the game type knows draws."""
        left = [seat for seat in position.seats if not seat.resigned_at]
        return position.game.rules.agreed_draw and len(left) == 2 and all(map(plays, left))

    def do(self, position: Position, now: datetime) -> None:
        ending.end_in_draw(position)


class Pause(Agreement):
    name = Vote.Kind.PAUSE
    lasts = 3 * DAY
    question = _("{player} suggests pausing the game")
    outcomes = {"rejected": _("No pause: too few players agreed")}
    title = _("Suggest a pause")
    text = _(
        "While the game is paused, no clock runs, but you can still move. More than half "
        "of the players have to agree. The pause lasts at most %(days)d days."
    )
    button = _("Ask for a pause")

    def possible(self, position: Position) -> bool:
        game, setting = position.game, kinds.get_clock(position.game)
        timed = setting.limited and not setting.live  # a live game switches to days instead
        return game.paused_at is None and timed and not game.organised

    def do(self, position: Position, now: datetime) -> None:
        pausing.pause_game(position, now, by="vote")


class Resume(Agreement):
    name = Vote.Kind.RESUME
    lasts = 3 * DAY
    question = _("{player} suggests resuming the game")
    outcomes = {"rejected": _("The pause goes on: too few players agreed to end it")}
    title = _("Suggest resuming the game")
    text = _("The clocks run again as soon as more than half of the players agree.")
    button = _("Ask to resume")

    def possible(self, position: Position) -> bool:
        return pausing.by_players(position.game)

    def do(self, position: Position, now: datetime) -> None:
        pausing.resume_game(position, now, by="vote")


class ToDays(Unanimity):
    """All present players must agree: "we go on tomorrow"."""

    name = Vote.Kind.DAYS
    lasts = cooldown = 10 * MINUTE
    question = _("{player} suggests continuing the live game with days per turn")
    outcomes = {"rejected": _("The game continues live: not everybody agreed")}
    title = _("Go on tomorrow")
    text = _(
        "If everybody agrees, the live game continues with days per turn: each turn then "
        "has two days, and you can play live again later. It is still rated as a live "
        "game."
    )
    button = _("Ask the others")

    def voters(self, position: Position, about: int | None) -> list[Seat]:
        return Kind.voters(self, position, about)

    def possible(self, position: Position) -> bool:
        return position.game.paused_at is None and kinds.get_clock(position.game).live

    def do(self, position: Position, now: datetime) -> None:
        reclocking.to_days(position, now, by="vote")


class ToLive(ToDays):
    """The former live clock runs again; the vote is so short that everybody must be present."""

    name = Vote.Kind.LIVE
    lasts = 2 * MINUTE
    question = _("{player} suggests continuing the game live, now")
    outcomes = {"rejected": _("The game continues with days per turn: not everybody agreed")}
    title = _("Continue live")
    text = _(
        "If everybody agrees within two minutes, the live clocks run again, with their full time."
    )

    def possible(self, position: Position) -> bool:
        game = position.game
        return bool(game.live_clock) and game.paused_at is None and not kinds.get_clock(game).live

    def do(self, position: Position, now: datetime) -> None:
        reclocking.to_live(position, now, by="vote")


class Absent(Kind):
    """The fate of an absent player's seat.

    An answer of more than half decides at once; at the end the most frequent answer does, in a tie
    the mildest. Cancelling needs everybody. Without any ballot a bot plays on.
    """

    name = Vote.Kind.ABSENT
    lasts = 2 * DAY
    cooldown = STALLED
    about_a_seat = True
    #: Milder ones come first.
    answers = {
        "bot": _("A bot plays on"),
        "wait": _("Wait one more turn"),
        "forfeit": _("Lost on time"),
        "cancel": _("Cancel the game"),
    }
    question = _("The other players decide about {player}'s seat")
    outcomes = {
        "wait": _("The other players wait for {player} for the time of one more turn"),
        "bot": _("A bot will play for {player}"),
        "forfeit": _("The other players decide that {player} has lost on time"),
    }
    title = _("Decide about %(name)s's seat")
    text = _(
        "This game has been waiting for %(name)s for a very long time. The other players "
        "decide: wait, let a bot play on, count the seat as lost, or cancel the game."
    )
    button = _("Ask the others")
    needs = _(
        "If nobody votes, a bot plays on. The game is cancelled only if all of you vote for it."
    )

    def may_be_called(self, position: Position, seat: Seat, now: datetime) -> list[int | None]:
        """The players for whom a game without a clock has waited too long."""
        if kinds.get_clock(position.game).limited or position.game.paused_at is not None:
            return []
        return [
            other.index
            for other in position.seats
            if other.index != seat.index
            and plays(other)
            and other.waiting_since is not None
            and other.waiting_since <= now - STALLED
        ]

    def verdict(self, asked: set[int], said: dict[int, str], *, over: bool) -> str | None:
        votes = _count(asked, said)
        in_all = votes.total() == len(asked)
        if votes["cancel"] < len(asked):
            del votes["cancel"]
        fates = list(self.answers)
        fate = max(fates, key=lambda each: (votes[each], -fates.index(each)))
        return fate if over or in_all or votes[fate] > len(asked) / 2 else None

    def carry_out(self, position: Position, vote: Vote, outcome: str, now: datetime) -> None:
        assert vote.seat is not None  # the vote is about a seat
        absent = position.seats[vote.seat]
        match outcome:
            case "wait":
                let_run(position, absent, kinds.get_clock(position.game).more(), now)
            case "forfeit":
                seat_holders.forfeit(position, absent, now)
            case "cancel":
                ending.cancel_game(position, now, by="vote")
            case _:
                seat_holders.bot_plays_on(position, absent, now)


#: In the order of the menu.
KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (Absent(), ToDays(), ToLive(), Pause(), Resume(), Draw(), Cancel())
}


def let_run(position: Position, seat: Seat, time: timedelta, now: datetime) -> None:
    """Let an absent player's clock run for at least this long; all time counts from now on."""
    seat.stretch = timedelta()
    if clock.give(seat, now, time):
        retime(position, now, [seat])


def plays(seat: Seat) -> bool:
    """Whether a person plays this seat at present."""
    return seat.user_id is not None and not seat.bot


def _count(asked: set[int], said: dict[int, str]) -> Counter[str]:
    return Counter(choice for seat, choice in said.items() if seat in asked)
