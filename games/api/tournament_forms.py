"""The forms of requests and answers about tournaments, series and ladders."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from games.api.schemas import NO_NUL, Clock, Name, Number, Strict, one_of
from games.models import Series as StoredSeries
from games.models import Tournament as StoredTournament
from games.showing import data
from games.showing.forms import About, Form, Moment
from games.tournaments import player_import
from games.tournaments.kinds import arena
from games.tournaments.kinds.ladder import Rules
from games.tournaments.plan import Plan

TrfForm = Literal["trf26", "trf16"]
Kind = Annotated[str, one_of(StoredTournament.Kind.values)]
Rhythm = Annotated[str, one_of(StoredSeries.Rhythm.values)]
#: Ratings that may be required to join.
Rating = Annotated[int, Field(ge=0, le=4000)]


# Requests ----------------------------------------------------------------------------------------


class LadderRules(Strict):
    """What only ladders have."""

    reach: int = Field(default=Rules().reach, description="rungs up a player can challenge: 1–20")
    answer_days: int = Field(default=Rules().answer_days, description="1 to 14")
    again_days: int = Field(
        default=Rules().again_days, description="until the same two can meet again: 0 to 90"
    )
    idle_days: int = Field(
        default=Rules().idle_days, description="after which an inactive player drops: 7 to 180"
    )


class ArenaRules(Strict):
    """What only arenas have."""

    minutes: int = Field(
        default=arena.Rules().minutes, description="in which new games begin: 30 to 180"
    )
    grace_minutes: int = Field(
        default=arena.Rules().grace_minutes,
        description="after them, in which the end of a running game still counts: 1 to 30",
    )
    guests: bool = Field(default=arena.Rules().guests, description="whether guests can join")


class TournamentPlan(Strict):
    """What is declared before anybody joins. Fields that are left out take their defaults. Those of
    other kinds of tournaments have no effect, but are checked: `lives: 2` is refused except in an
    elimination, `further` in a ladder."""

    name: Name = Field(description="3 to 60 characters, of a series 50 at most")
    players: int = Field(default=Plan.players, description="at one table")
    options: dict[str, Any] = Field(default={}, description="as /types/TYPE lists them")
    further: list[Name] = Field(
        default=[],
        max_length=20,
        description="more types with their usual options; each round plays the next one",
    )
    rated: bool = Plan.rated
    allows_lines: bool = Field(
        default=Plan.allows_lines, description="players may try lines out while their game runs"
    )
    clock: Clock | None = Field(
        default=None,
        description="in days, with a limit; 3 days per turn unless set; of an arena, `live`. Its "
        "`policy` is always `forfeit`, whatever is sent",
    )
    least: int = Field(
        default=Plan.least, description="with fewer people on its starting day it is cancelled"
    )
    most: int = Field(default=Plan.most, description="places")
    days: int = Field(
        default=Plan.days,
        description="of a round (Swiss, elimination), a stage (round robin), a season (league), or "
        "of all of it (ladder)",
    )
    group_size: int = Field(default=Plan.group_size, description="of a round robin or a division")
    rounds: int = Field(default=Plan.rounds, description="of a Swiss")
    match: int = Field(default=Plan.match, description="games of a match of an elimination: 1 or 3")
    lives: int = Field(default=Plan.lives, description="2 for a double elimination")
    rising: int = Field(
        default=Plan.rising, description="players promoted and relegated per division of a league"
    )
    at_once: int = Field(default=Plan.at_once, description="games of a player at a time")
    late: Annotated[str, one_of(StoredTournament.Late.values)] = Field(
        default=str(Plan.late), description="of a game that is not over when its time is"
    )
    pause_days: int = Field(
        default=Plan.pause_days, description="days for which it may be paused in all"
    )
    points: list[float] = Field(
        default=[], max_length=4, description="by place at a table; the usual ones unless set"
    )
    tie_breaks: list[Name] | None = Field(
        default=None, max_length=10, description="in their order; those of its kind unless set"
    )
    lowest: Rating | None = Field(default=None, description="rating that is needed to join")
    highest: Rating | None = Field(default=None, description="rating that may not be exceeded")
    reliable: bool = Field(
        default=Plan.reliable, description="only players who take nine of ten turns on time"
    )
    by_invitation: bool = Plan.by_invitation
    ladder: LadderRules | None = None
    arena: ArenaRules | None = None


class NewTournament(TournamentPlan):
    """A tournament to be opened; a league is opened as a series."""

    kind: Kind
    type: Name
    starts_at: AwareDatetime | None = Field(
        default=None,
        description="within 60 days, not of a ladder; unless set, it starts as soon as all places "
        "are taken, and a ladder at once. An arena needs it",
    )
    club: Number | None = Field(
        default=None, description="one that the caller runs: only its members can join and see it"
    )


class Repeated(Strict):
    """How a series repeats."""

    rhythm: Rhythm = Field(description="`over`: when the edition before is over")
    joining: int | None = Field(
        default=None,
        description="days between the opening of an edition and its start, 7 unless set; with 0 "
        "it starts as soon as all places are taken. A ladder has 0",
    )


class NewSeries(Repeated, NewTournament):
    """A tournament that repeats by itself. Its first edition opens at once."""

    starts_at: AwareDatetime | None = Field(
        default=None,
        description="of the first edition, within 60 days, not of a ladder; unless set, it starts "
        "`joining` days from now",
    )


class SeriesPlan(Repeated, TournamentPlan):
    """The plan of the editions to come. Kind, type and club stay as they are."""


class NewChallenge(Strict):
    user: Name = Field(description="a player who ranks higher")


class ChallengeAnswer(Strict):
    accept: bool = Field(description="false declines, which counts as a lost game")


class WithReason(Strict):
    reason: str = Field(max_length=200, description="shown to everybody in the log")


class Disqualified(WithReason):
    user: str = Field(max_length=150)


class PlayersList(Strict):
    list: str = Field(
        pattern=NO_NUL,
        description="a TRF file (TRF16, TRF-2026), or user names, separated by spaces, commas or "
        "line breaks; at most 300",
    )


class NewPause(WithReason):
    days: int = Field(ge=1, le=14, description="after these days it goes on by itself")


class NewResult(WithReason):
    ranks: list[int] = Field(
        max_length=4, description="a place, from 1 on, for each of the table's users, in order"
    )


# Answers -----------------------------------------------------------------------------------------


class TournamentStanding(Form):
    """A player's standing in a group."""

    stage: Annotated[int, About("later stages are finals")]
    group: int
    place: int
    user: str
    points: float
    played: int
    breaks: Annotated[list[float], About("the values of the tie-breaks, in their order")]
    zone: Annotated[
        Annotated[str, one_of(("", "up", "down"))],
        About("in a league, whether this place is promoted or relegated"),
    ]


class TournamentGame(Form):
    """A table, from its pairing on."""

    id: Annotated[int | None, About("the game; null until it starts")]
    table: Annotated[int, About("its number, by which its result can be changed")]
    stage: int
    group: int
    round: int
    state: Annotated[str, one_of(("waiting", "running", "over"))]
    how: Annotated[
        str,
        one_of(
            (
                "",
                "played",
                "time",
                "late",
                "walkover",
                "unplayed",
                "unfinished",
                "bye",
                "cancelled",
                "corrected",
            )
        ),
    ]
    users: list[str]
    points: list[float | None]


class TournamentSummary(Form):
    id: int
    name: str
    series: Annotated[int | None, About("its series, null for none")]
    edition: Annotated[int | None, About("its number in the series, from 1")]
    kind: str
    status: data.Status
    type: str
    types: Annotated[list[str], About("the types that are played in turn, by round")]
    options: Annotated[list[dict[str, Any]], About("of each type, as /types/TYPE lists them")]
    players: Annotated[int, About("at one table")]
    people: Annotated[int, About("number of players in it")]
    places: int
    organiser: str
    by_invitation: bool
    club: Annotated[int | None, About("of which club it is: its members alone see it")]
    starts_at: Annotated[Moment | None, About("null: it starts as soon as all places are taken")]
    ends_at: Annotated[Moment | None, About("null until it begins")]
    paused_until: Annotated[
        Moment | None,
        About("when the pause ends by itself; null: it is not paused"),
    ]


class Tournament(TournamentSummary):
    plan: TournamentPlan
    standings: list[TournamentStanding]
    games: list[TournamentGame]


class ArenaState(Form):
    """What the caller does in an arena now."""

    state: Annotated[
        Literal["playing", "waiting", "seated", "break", "ended", "out", "open", "over"],
        About(
            "`seated`: a game begins at once; `ended`: no new games begin; `out`: does not take "
            "part; `open`: it has not begun"
        ),
    ]
    game: Annotated[int | None, About("the game at the caller's table, while it is played")]
    leaves: Annotated[bool, About("whether a break begins after this game")]
    was_absent: Annotated[
        bool, About("whether the break began because the caller did not come to a table")
    ]


class Tournaments(Strict):
    tournaments: list[TournamentSummary]


class SeriesSummary(Form):
    id: int
    name: str
    kind: str
    type: str
    players: Annotated[int, About("at one table")]
    rhythm: Annotated[str, one_of(("week", "month", "quarter", "over"))]
    joining: Annotated[int, About("days between the opening of an edition and its start")]
    active: bool
    next_at: Annotated[Moment | None, About("when the next edition opens, if that is known")]
    organiser: str
    club: Annotated[int | None, About("of which club it is: its members alone see it")]


class Edition(Form):
    """One tournament of a series."""

    winner: Annotated[str | None, About("null also if several share the first place")]
    winners: Annotated[list[str], About("all in first place; empty until it is over")]
    tournament: TournamentSummary


class Series(SeriesSummary):
    plan: SeriesPlan
    editions: list[Edition]


class SeriesList(Strict):
    series: list[SeriesSummary]


class OneChallenge(Form):
    """A challenge on a ladder."""

    id: int
    challenger: str
    challenged: str
    state: Annotated[str, one_of(("asked", "accepted", "declined", "expired", "withdrawn"))]
    asked_at: Moment
    answer_by: Annotated[Moment, About("later if the challenged player is away")]
    game: Annotated[int | None, About("null until it begins")]


class Challenges(Strict):
    challenges: list[OneChallenge]


class LogLine(Form):
    """A line of a tournament's log."""

    id: int
    at: Moment
    kind: str
    text: Annotated[str, About("in the caller's language")]
    reason: Annotated[str, About("what the organiser gave as a reason; empty for none")]


class TournamentLog(Form):
    """The newest lines first, without pairings and beginnings of games."""

    log: list[LogLine]
    next: Annotated[int | None, About("give it as ?before= to get earlier lines")]


class InvitedPerson(Form):
    """A person who is invited."""

    user: str
    state: Annotated[
        str,
        one_of(("invited", "declined", "in", "left")),
        About(
            "`in`: takes part or is on the waiting list; `left`: has withdrawn, is out or "
            "disqualified"
        ),
    ]


class ListedPlayer(Form):
    """A name of a list of players."""

    line: int
    name: Annotated[str, About("as the service writes it, if somebody has it")]
    state: Annotated[
        str,
        one_of(player_import.STATES),
        About(
            "`free`: can be invited; `in`: takes part or is on the waiting list; `apart`: the "
            "caller blocks them; `no_member`: not in the tournament's club; `unknown`: nobody "
            "whom the caller can invite has this name; `you`: the caller"
        ),
    ]


class UnreadLine(Form):
    """A line that could not be read."""

    line: int
    text: Annotated[str, About("what is wrong, in the caller's language")]


class CheckedList(Form):
    """What is known of the names in a list of players."""

    form: Annotated[str, one_of(("trf", "names"))]
    players: list[ListedPlayer]
    problems: Annotated[list[UnreadLine], About("at most 50")]
    more_problems: Annotated[int, About("how many there are besides")]


class LeftAhead(Form):
    """A player who resigned or lost on time with more points than all others."""

    game: int
    user: str
    others: list[str]
    points: int
    best_other: int
    on_time: Annotated[bool, About("false: lost on time, else resigned")]


class EndedEarly(Form):
    """A game that ended after few moves."""

    game: int
    users: list[str]
    moves: int
    usual: Annotated[int, About("half of all such games take this many moves or more")]


class LostAgain(Form):
    """A player who resigned or lost on time in several games against the same person."""

    user: str
    other: str
    games: Annotated[int, About("within a year")]


class Management(Form):
    """What only the organisers of a tournament see. Facts are no verdicts."""

    has_part: Annotated[bool, About("the caller takes part, so another organiser decides")]
    pause_days_left: int
    waiting: Annotated[list[str], About("on the waiting list")]
    invited: list[InvitedPerson]
    ahead: list[LeftAhead]
    early: list[EndedEarly]
    again: list[LostAgain]
