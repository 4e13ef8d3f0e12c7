"""Games, their players, and everything that was done; PostgreSQL is the only source of truth.

Each subject has a module; import tables from here. docs/moves.md says what the rows mean,
docs/storage.md how they are stored.
"""

from games.models.challenges import Challenge
from games.models.clubs import ClubEvent, ClubTable, Coming
from games.models.feeds import FeedEntry
from games.models.game import Game, counting, new_key, new_seed
from games.models.gathering import (
    Invitation,
    Placement,
    Preset,
    Rematch,
    StandingInvitation,
    Waited,
)
from games.models.lines import Line
from games.models.log import Incident, Move, PackedGame
from games.models.moderation import Case, ReadyReason, Report, ReportReason
from games.models.notes import Instruction, Notebook
from games.models.packages import FaultReport, Package, ReleaseRequest, Trial
from games.models.pictures import LastPicture
from games.models.plans import Plan
from games.models.seats import BY_HAND, Seat, Tenure
from games.models.series import Series
from games.models.studies import Chapter, Judgement, Study, StudyComment, StudyMember
from games.models.talk import ChatMessage, Reacted, Reaction
from games.models.tallies import (
    Best,
    ClubEncounter,
    ClubTally,
    Encounter,
    Habit,
    Milestone,
    Progress,
    RatingChange,
    Standing,
    Streak,
    Tally,
)
from games.models.thinking import Analysis, Claim, Hint
from games.models.tournaments import (
    ArenaPlayer,
    Entrant,
    Table,
    TablePlayer,
    Tournament,
    TournamentEvent,
    TournamentInvitation,
    TournamentStanding,
)
from games.models.votes import Ballot, Vote

__all__ = [
    "BY_HAND",
    "Analysis",
    "ArenaPlayer",
    "Ballot",
    "Best",
    "Case",
    "Challenge",
    "Chapter",
    "ChatMessage",
    "Claim",
    "ClubEncounter",
    "ClubEvent",
    "ClubTable",
    "ClubTally",
    "Coming",
    "Encounter",
    "Entrant",
    "FaultReport",
    "FeedEntry",
    "Game",
    "Habit",
    "Hint",
    "Incident",
    "Instruction",
    "Invitation",
    "Judgement",
    "LastPicture",
    "Line",
    "Milestone",
    "Move",
    "Notebook",
    "Package",
    "PackedGame",
    "Placement",
    "Plan",
    "Preset",
    "Progress",
    "RatingChange",
    "Reacted",
    "Reaction",
    "ReadyReason",
    "ReleaseRequest",
    "Rematch",
    "Report",
    "ReportReason",
    "Seat",
    "Series",
    "Standing",
    "StandingInvitation",
    "Streak",
    "Study",
    "StudyComment",
    "StudyMember",
    "Table",
    "TablePlayer",
    "Tally",
    "Tenure",
    "Tournament",
    "TournamentEvent",
    "TournamentInvitation",
    "TournamentStanding",
    "Trial",
    "Vote",
    "Waited",
    "counting",
    "new_key",
    "new_seed",
]
