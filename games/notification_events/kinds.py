"""The kinds of facts that people are told of, and what is stored of each.

``games.messages`` has, for each, the kind of notification that puts it in words.
"""

from typing import ClassVar

from notifications.outbox import Fact


class YourTurn(Fact, frozen=True):
    """The reader's seat is asked at this version."""

    kind: ClassVar[str] = "your_turn"
    seat: int
    version: int


class LiveTurn(YourTurn, frozen=True):
    """The same in a live game."""

    kind: ClassVar[str] = "live_turn"


class Reminder(Fact, frozen=True):
    """The time of the reader's seat runs short; ``deadline`` in ISO 8601."""

    kind: ClassVar[str] = "reminder"
    seat: int
    deadline: str


class GameStarted(Fact, frozen=True):
    """The reader sits there, perhaps by a standing invitation."""

    kind: ClassVar[str] = "game_started"
    seat: int
    version: int
    by_invitation: bool = False


class GameOver(Fact, frozen=True):
    kind: ClassVar[str] = "game_over"
    seat: int
    version: int


class Cancelled(Fact, frozen=True):
    kind: ClassVar[str] = "cancelled"


class TableLapsed(Fact, frozen=True):
    """An open table of the reader's has found nobody for long."""

    kind: ClassVar[str] = "table_lapsed"


class StandingLapsed(Fact, frozen=True):
    """By a standing invitation of the reader's for such a game nobody was found for long."""

    kind: ClassVar[str] = "standing_lapsed"
    type: str
    players: int


class Invited(Fact, frozen=True):
    """This user asks the reader to join."""

    kind: ClassVar[str] = "invited"
    by: int


class InvitationOver(Fact, frozen=True):
    """This user has declined an invitation of the reader's, or not answered it in time."""

    kind: ClassVar[str] = "invitation_over"
    by: int
    lapsed: bool


class Joined(Fact, frozen=True):
    """This user has taken a seat of a game that still waits for others."""

    kind: ClassVar[str] = "joined"
    by: int


class Left(Fact, frozen=True):
    """This user has given up a seat before the start."""

    kind: ClassVar[str] = "left"
    by: int


class ReadyCheck(Fact, frozen=True):
    """All seats of a live game are taken; it begins if all say by this time, in ISO 8601, that they
    are ready."""

    kind: ClassVar[str] = "ready_check"
    by: str


class NotReady(Fact, frozen=True):
    """The reader was not ready when a live game was to begin, and sits there no more."""

    kind: ClassVar[str] = "not_ready"


class Chat(Fact, frozen=True):
    """This message was written to the table."""

    kind: ClassVar[str] = "chat"
    message: int


class TimedOut(Fact, frozen=True):
    """The reader has run out of time; ``taken_over`` if somebody else has the seat now."""

    kind: ClassVar[str] = "timed_out"
    seat: int
    taken_over: bool = False


class TakenBack(Fact, frozen=True):
    """The seat ``about`` that a bot played has its owner back, or a new one."""

    kind: ClassVar[str] = "taken_back"
    about: int


class VoteOpened(Fact, frozen=True):
    kind: ClassVar[str] = "vote"
    vote: int


class RematchOffered(Fact, frozen=True):
    """The seat ``by`` would like to play the game once more."""

    kind: ClassVar[str] = "rematch"
    rematch: int
    by: int


class Offered(Fact, frozen=True):
    """A replacement player is looked for, for the seat ``about``."""

    kind: ClassVar[str] = "offered"
    about: int


class Moderated(Fact, frozen=True):
    """A moderator has written this."""

    kind: ClassVar[str] = "moderated"
    text: str


class Sanctioned(Fact, frozen=True):
    """A moderator has done this to the reader; ``until`` in ISO 8601, ``name`` a new one, ``said``
    the words that it is about. ``sanction`` and ``message`` are what a moderator may take back."""

    kind: ClassVar[str] = "sanctioned"
    what: str
    reason: str
    until: str = ""
    name: str = ""
    said: str = ""
    sanction: int | None = None
    message: int | None = None


class Reported(Fact, frozen=True):
    """Somebody has sent this report."""

    kind: ClassVar[str] = "reported"
    report: int


class AppealDecided(Fact, frozen=True):
    """Another moderator has looked at what was decided about the reader, at this time."""

    kind: ClassVar[str] = "appeal_decided"
    report: int
    at: str = ""


class ReportClosed(Fact, frozen=True):
    """Moderators have dealt with the reader's report at this time, in ISO 8601."""

    kind: ClassVar[str] = "report_closed"
    report: int
    at: str = ""


class FaultReported(Fact, frozen=True):
    """A player has reported something wrong with a game type that the reader looks after."""

    kind: ClassVar[str] = "fault_reported"
    report: int


class FaultAnswered(Fact, frozen=True):
    """Those who look after a game type have dealt with a report of the reader's."""

    kind: ClassVar[str] = "fault_answered"
    report: int


class Slipped(Fact, frozen=True):
    """The package of a game type that the reader looks after has failed at a new place."""

    kind: ClassVar[str] = "package_slip"
    trouble: int
    type: str


class ReleaseAsked(Fact, frozen=True):
    """Somebody asks to bring a game type to its next stage."""

    kind: ClassVar[str] = "release_asked"
    request: int


class ReleaseAnswered(Fact, frozen=True):
    """The operator has answered such a request for a game type that the reader looks after."""

    kind: ClassVar[str] = "release_answered"
    request: int


class FriendAsks(Fact, frozen=True):
    """The person ``by`` wants to be the reader's friend."""

    kind: ClassVar[str] = "friend_asks"
    by: int


class FriendAgreed(Fact, frozen=True):
    """The person ``by`` has agreed to be the reader's friend."""

    kind: ClassVar[str] = "friend_agreed"
    by: int


class Broken(Fact, frozen=True):
    """The rules have failed on the game."""

    kind: ClassVar[str] = "game_broken"
    reason: str


class InstructionFailed(Fact, frozen=True):
    """A standing instruction of the reader's, for this kind of decision, is switched off."""

    kind: ClassVar[str] = "answer_off"
    seat: int
    decision: str


class TournamentBegan(Fact, frozen=True):
    """A tournament in which the reader takes part has begun."""

    kind: ClassVar[str] = "tournament_began"
    tournament: int


class TournamentRound(Fact, frozen=True):
    """A round of it is over; of a stage in which rounds overlap, all of them."""

    kind: ClassVar[str] = "tournament_round"
    tournament: int
    stage: int
    round: int


class TournamentOver(Fact, frozen=True):
    """It is over, with a place for the reader."""

    kind: ClassVar[str] = "tournament_over"
    tournament: int


class TournamentInvited(Fact, frozen=True):
    """The reader is invited to a tournament."""

    kind: ClassVar[str] = "tournament_invited"
    tournament: int
    by: int


class TournamentDecided(Fact, frozen=True):
    """Something about the reader has been decided there: ``what`` is a key of
    ``games.messages.tournaments.DECISIONS``, ``reason`` what an organiser gave."""

    kind: ClassVar[str] = "tournament_decided"
    tournament: int
    what: str
    reason: str = ""


class TournamentOpened(Fact, frozen=True):
    """A tournament is open that is of the same series as one in which the reader took part."""

    kind: ClassVar[str] = "tournament_opened"
    tournament: int


class SeriesStuck(Fact, frozen=True):
    """The next edition of the reader's series cannot be opened; ``why`` is a code."""

    kind: ClassVar[str] = "series_stuck"
    series: int
    why: str


class Challenged(Fact, frozen=True):
    """Somebody challenges the reader on a ladder."""

    kind: ClassVar[str] = "challenged"
    tournament: int
    challenge: int


class LadderNews(Fact, frozen=True):
    """A challenge of the reader's, or their rung: ``what`` is a key of
    ``games.messages.ladders.NEWS``, ``by`` the other one, ``rung`` the reader's."""

    kind: ClassVar[str] = "ladder_news"
    tournament: int
    what: str
    by: int = 0
    rung: int = 0


class ClubEventPlanned(Fact, frozen=True):
    """A club of the reader's has planned an event."""

    kind: ClassVar[str] = "club_event"
    event: int


class ClubEventSoon(Fact, frozen=True):
    """An event to which the reader comes begins in a day."""

    kind: ClassVar[str] = "club_event_soon"
    event: int


class ClubTables(Fact, frozen=True):
    """The tables of an event are made: the reader sits at this one, or, by 0, at none."""

    kind: ClassVar[str] = "club_tables"
    event: int
    table: int


class ClubEventOff(Fact, frozen=True):
    """An event to which the reader comes does not take place."""

    kind: ClassVar[str] = "club_event_off"
    event: int
