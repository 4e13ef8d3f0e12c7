"""The kinds of facts that people are told, and what is stored of each.

``games.messages`` has, for each, the kind of notification that puts it in words.
"""

from datetime import datetime
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
    """The reader's game has started, perhaps by a standing invitation."""

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
    """An open table of the reader's has found nobody for a long time."""

    kind: ClassVar[str] = "table_lapsed"


class StandingLapsed(Fact, frozen=True):
    """A standing invitation of the reader's for such a game has found nobody for a long time."""

    kind: ClassVar[str] = "standing_lapsed"
    type: str
    players: int


class Invited(Fact, frozen=True):
    """This user invites the reader."""

    kind: ClassVar[str] = "invited"
    by: int


class InvitationOver(Fact, frozen=True):
    """This user has declined the reader's invitation, or not answered it in time."""

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
    """All seats of a live game are taken; it starts if all confirm by this time (ISO 8601)."""

    kind: ClassVar[str] = "ready_check"
    by: str


class NotReady(Fact, frozen=True):
    """The reader was not ready when a live game was to start, and has lost the seat."""

    kind: ClassVar[str] = "not_ready"


class Chat(Fact, frozen=True):
    """This message was written at the table."""

    kind: ClassVar[str] = "chat"
    message: int


class TimedOut(Fact, frozen=True):
    """The reader's time has run out; ``taken_over`` if somebody else has the seat now."""

    kind: ClassVar[str] = "timed_out"
    seat: int
    taken_over: bool = False


class TakenBack(Fact, frozen=True):
    """The seat ``about``, played by a bot so far, has its owner back, or a new one."""

    kind: ClassVar[str] = "taken_back"
    about: int


class VoteOpened(Fact, frozen=True):
    kind: ClassVar[str] = "vote"
    vote: int


class RematchOffered(Fact, frozen=True):
    """The seat ``by`` offers a rematch."""

    kind: ClassVar[str] = "rematch"
    rematch: int
    by: int


class Offered(Fact, frozen=True):
    """The seat ``about`` needs a replacement player."""

    kind: ClassVar[str] = "offered"
    about: int


class Moderated(Fact, frozen=True):
    """A moderator has written this."""

    kind: ClassVar[str] = "moderated"
    text: str


class Sanctioned(Fact, frozen=True):
    """A moderator has done this to the reader.

    ``until`` is in ISO 8601, ``name`` a new name, ``said`` the words that it is about. ``sanction``
    and ``message`` are what a moderator may take back.
    """

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
    """Another moderator has decided the reader's appeal, at this time."""

    kind: ClassVar[str] = "appeal_decided"
    report: int
    at: str = ""


class ReportClosed(Fact, frozen=True):
    """Moderators have closed the reader's report at this time, in ISO 8601."""

    kind: ClassVar[str] = "report_closed"
    report: int
    at: str = ""


class FaultReported(Fact, frozen=True):
    """A player has reported an error of a game type that the reader maintains."""

    kind: ClassVar[str] = "fault_reported"
    report: int


class FaultAnswered(Fact, frozen=True):
    """Maintainers of a game type have closed a report of the reader's."""

    kind: ClassVar[str] = "fault_answered"
    report: int


class Slipped(Fact, frozen=True):
    """The package of a game type that the reader maintains has failed at a new place."""

    kind: ClassVar[str] = "package_slip"
    trouble: int
    type: str


class ReleaseAsked(Fact, frozen=True):
    """Maintainers request the next stage for a game type."""

    kind: ClassVar[str] = "release_asked"
    request: int


class ReleaseAnswered(Fact, frozen=True):
    """The operator has answered such a request for a game type that the reader maintains."""

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


class PlanEnded(Fact, frozen=True):
    """A plan of the reader's seat has ended before all of it was answered; ``why`` as in
    ``Plan.Ended``."""

    kind: ClassVar[str] = "plan_ended"
    seat: int
    why: str


class PlanAnswered(Fact, frozen=True):
    """A plan of the reader's seat has answered, up to this version of the game, in these words."""

    kind: ClassVar[str] = "plan_answered"
    seat: int
    version: int
    words: list[str]


class InstructionFailed(Fact, frozen=True):
    """A standing instruction of the reader's, for this kind of decision, is switched off."""

    kind: ClassVar[str] = "answer_off"
    seat: int
    decision: str


class TournamentBegan(Fact, frozen=True):
    """A tournament in which the reader takes part has begun."""

    kind: ClassVar[str] = "tournament_began"
    tournament: int


class TournamentSoon(Fact, frozen=True):
    """A tournament in which the reader has a place begins at this time: a day later, or
    ``shortly``."""

    kind: ClassVar[str] = "tournament_soon"
    tournament: int
    begins: datetime
    shortly: bool = False


class TournamentRound(Fact, frozen=True):
    """A round is over, or where rounds overlap the whole stage."""

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


class StudyAdded(Fact, frozen=True):
    """A friend has made the reader a member of a study."""

    kind: ClassVar[str] = "study_added"
    study: int
    by: int


class TournamentDecided(Fact, frozen=True):
    """Something was decided there about the reader.

    ``what`` is a key of ``games.messages.tournaments.DECISIONS``, ``reason`` is the organiser's.
    """

    kind: ClassVar[str] = "tournament_decided"
    tournament: int
    what: str
    reason: str = ""


class TournamentOpened(Fact, frozen=True):
    """A tournament of the same series as one that the reader took part in is open."""

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
    """News of a challenge of the reader's, or of their rung.

    ``what`` is a key of ``games.messages.ladders.NEWS``, ``by`` the other player, ``rung`` the
    reader's.
    """

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
    """An event's tables are assigned: the reader is at this one, or, if 0, at none."""

    kind: ClassVar[str] = "club_tables"
    event: int
    table: int


class ClubEventOff(Fact, frozen=True):
    """An event that the reader had said yes to was cancelled."""

    kind: ClassVar[str] = "club_event_off"
    event: int
