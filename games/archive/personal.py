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
    Game,
    Habit,
    Instruction,
    Invitation,
    Line,
    Milestone,
    Notebook,
    Package,
    Plan,
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
    TournamentEvent,
    TournamentInvitation,
)
from games.storage.moves import in_games

_OF_MOVES = ("game_id", "version", "number", "action", "choice", "at")


def _moves(user: User) -> object:
    """Found through the games: no index leads from a person to moves."""
    tenures = Tenure.objects.filter(user=user)
    numbers = set(tenures.values_list("pk", flat=True))
    own = in_games(tenures.values_list("seat__game", flat=True), tenure_id=numbers)
    return [{name: getattr(move, name) for name in _OF_MOVES} for move in own]


def _named(user: User) -> object:
    sat = Game.objects.filter(created_by=user, seats__tenures__user=user).exclude(name="")
    return list(sat.distinct().order_by("pk").values("pk", "type", "name"))


def register_export() -> None:
    """Register the sections of an export; called at the start of each process."""
    for name, section in {**_OF_GAMES, **_OF_TOURNAMENTS}.items():
        exporting.register(name, section)


#: The sections of an export about games, by name.
_OF_GAMES = {
    "seats": exporting.make_section(
        Tenure,
        *("seat__game_id", "seat__game__type", "seat__game__status", "seat__index"),
        *("seat__score", "seat__rank", "began", "ended"),
    ),
    "games named": _named,
    "moves": _moves,
    "instructions": exporting.make_section(
        Instruction, "tenure__seat__game_id", "kind", "parts", "at", by="tenure__user"
    ),
    "plans": exporting.make_section(
        Plan,
        "tenure__seat__game_id",
        "steps",
        "anyway",
        "slowly",
        "answered",
        "ended",
        "at",
        by="tenure__user",
    ),
    "ratings": exporting.make_section(
        RatingChange, "game_id", "type", "at", "season", "place", "mu", "sigma"
    ),
    "standings": exporting.make_section(
        Standing, "type", "season", "mu", "sigma", "games", "listed"
    ),
    "figures": exporting.make_section(Tally, "type", "players", "kind", "key", "games", "wins"),
    "habits": exporting.make_section(Habit, "answers", "pace", "recent"),
    "records": exporting.make_section(Best, "type", "players", "score", "game_id", "at"),
    "milestones": exporting.make_section(Milestone, "kind", "type", "game_id", "at"),
    "turns in time": exporting.make_section(Streak, "turns"),
    "analyses": exporting.make_section(Analysis, "game_id", "asked_at", "judged"),
    "notes": exporting.make_section(Notebook, "game_id", "note", "plan"),
    "lines tried out": exporting.make_section(
        Line, "game_id", "number", "nodes", "shared", "begun_at", "changed_at"
    ),
    "chat": exporting.make_section(ChatMessage, "game_id", "text", "at", "hidden_at", "onlookers"),
    "reactions": exporting.make_section(Reaction, "message__game_id", "message_id", "kind"),
    "reports": exporting.make_section(
        Report, "about", "game_id", "reason", "words", "at", "state", "answer", by="by"
    ),
    "standing invitations": exporting.make_section(
        StandingInvitation,
        *("type", "players", "pace", "options", "rated", "most", "asks", "friends_only"),
        *("at", "paused_at", "placed_at"),
    ),
    "events of clubs": exporting.make_section(
        Coming, "event__club__name", "event__title", "event__at", "comes", "at"
    ),
    "events planned": exporting.make_section(
        ClubEvent, "club__name", "title", "at", "type", "state", by="by"
    ),
    "faults reported": exporting.make_section(
        FaultReport, "type", "game_id", "number", "words", "kept", "at", "answer", by="by"
    ),
    "requests to release": exporting.make_section(
        ReleaseRequest, "type", "stage", "words", "at", "answer", "reply", by="by"
    ),
    "game types tested": exporting.make_section(Package.testers.through, "package_id"),
    "game types maintained": exporting.make_section(Package.maintainers.through, "package_id"),
    "invitations": exporting.make_section(Invitation, "game_id", "invited_by__username", "at"),
}
_OF_TOURNAMENTS = {
    "tournaments": exporting.make_section(
        Entrant, "tournament_id", "tournament__name", "state", "joined_at", "place"
    ),
    "tournaments run": exporting.make_section(
        Tournament, "name", "kind", "type", "status", "opened_at", by="organiser"
    ),
    "series of tournaments run": exporting.make_section(
        Series, "name", "rhythm", "active", "made_at", by="organiser"
    ),
    "acts in tournaments": exporting.make_section(
        TournamentEvent, "tournament_id", "at", "kind", "reason", by="by"
    ),
    "challenges": exporting.make_section(
        Challenge,
        *("tournament__name", "challenged__user__username", "asked_at", "state", "over_at"),
        by="challenger__user",
    ),
    "invitations to tournaments": exporting.make_section(
        TournamentInvitation, "tournament__name", "by__username", "at", "declined_at"
    ),
}
