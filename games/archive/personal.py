"""A person's own data about games, for the export of everything stored about them.

Running games are included: nobody's own choices are a secret to them.
"""

from accounts import exporting
from accounts.models import User
from games.models import (
    Analysis,
    Best,
    Challenge,
    ChatMessage,
    ClubEvent,
    Coming,
    Entrant,
    FaultReport,
    Habit,
    Happening,
    Instruction,
    Invitation,
    Milestone,
    Notebook,
    Package,
    RatingChange,
    Reaction,
    ReleaseRequest,
    Report,
    Series,
    Standing,
    StandingInvitation,
    Streak,
    Tally,
    Tenure,
    Tournament,
    TournamentInvitation,
)
from games.storage.moves import in_games

_OF_MOVES = ("game_id", "version", "number", "action", "choice", "at")


def _moves(user: User) -> object:
    """Found by way of the games: no index leads from a person to moves."""
    tenures = Tenure.objects.filter(user=user)
    numbers = set(tenures.values_list("pk", flat=True))
    own = in_games(tenures.values_list("seat__game", flat=True), tenure_id=numbers)
    return [{name: getattr(move, name) for name in _OF_MOVES} for move in own]


def listen() -> None:
    """Say what an export has of games; at the start of each process."""
    for name, section in {**_OF_GAMES, **_OF_TOURNAMENTS}.items():
        exporting.register(name, section)


#: What an export has of games, by its name there.
_OF_GAMES = {
    "seats": exporting.of(
        Tenure,
        *("seat__game_id", "seat__game__type", "seat__game__status", "seat__index"),
        *("seat__score", "seat__rank", "began", "ended"),
    ),
    "moves": _moves,
    "instructions": exporting.of(
        Instruction, "tenure__seat__game_id", "kind", "parts", "at", by="tenure__user"
    ),
    "ratings": exporting.of(
        RatingChange, "game_id", "type", "at", "season", "place", "mu", "sigma"
    ),
    "standings": exporting.of(Standing, "type", "season", "mu", "sigma", "games", "listed"),
    "figures": exporting.of(Tally, "type", "players", "kind", "key", "games", "wins"),
    "habits": exporting.of(Habit, "answers", "pace", "recent"),
    "records": exporting.of(Best, "type", "players", "score", "game_id", "at"),
    "milestones": exporting.of(Milestone, "kind", "type", "game_id", "at"),
    "turns in time": exporting.of(Streak, "turns"),
    "analyses": exporting.of(Analysis, "game_id", "asked_at", "judged"),
    "notes": exporting.of(Notebook, "game_id", "note", "plan"),
    "chat": exporting.of(ChatMessage, "game_id", "text", "at", "hidden_at", "onlookers"),
    "reactions": exporting.of(Reaction, "message__game_id", "message_id", "kind"),
    "reports": exporting.of(
        Report, "about", "game_id", "reason", "words", "at", "state", "answer", by="by"
    ),
    "standing invitations": exporting.of(
        StandingInvitation,
        *("type", "players", "pace", "options", "rated", "most", "asks", "friends_only"),
        *("at", "paused_at", "placed_at"),
    ),
    "events of clubs": exporting.of(
        Coming, "event__club__name", "event__title", "event__at", "comes", "at"
    ),
    "events planned": exporting.of(
        ClubEvent, "club__name", "title", "at", "type", "state", by="by"
    ),
    "faults reported": exporting.of(
        FaultReport, "type", "game_id", "number", "words", "kept", "at", "answer", by="by"
    ),
    "requests to release": exporting.of(
        ReleaseRequest, "type", "stage", "words", "at", "answer", "reply", by="by"
    ),
    "game types tested": exporting.of(Package.testers.through, "package_id"),
    "game types maintained": exporting.of(Package.maintainers.through, "package_id"),
    "invitations": exporting.of(Invitation, "game_id", "invited_by__username", "at"),
}
_OF_TOURNAMENTS = {
    "tournaments": exporting.of(
        Entrant, "tournament_id", "tournament__name", "state", "joined_at", "place"
    ),
    "tournaments run": exporting.of(
        Tournament, "name", "kind", "type", "status", "opened_at", by="organiser"
    ),
    "series of tournaments run": exporting.of(
        Series, "name", "rhythm", "active", "made_at", by="organiser"
    ),
    "acts in tournaments": exporting.of(
        Happening, "tournament_id", "at", "kind", "reason", by="by"
    ),
    "challenges": exporting.of(
        Challenge,
        *("tournament__name", "challenged__user__username", "asked_at", "state", "over_at"),
        by="challenger__user",
    ),
    "invitations to tournaments": exporting.of(
        TournamentInvitation, "tournament__name", "by__username", "at", "declined_at"
    ),
}
