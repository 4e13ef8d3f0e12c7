"""The forms of requests and answers, as the OpenAPI description shows them; those of a game are in
``showing.data``.

Answers are plain data and not copied through these classes; a test holds each against its form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    StringConstraints,
    TypeAdapter,
    WithJsonSchema,
    create_model,
)

from games.clocks import kinds
from games.clocks.checking import own_numbers
from games.live import chat, presence
from games.models import Reaction
from games.models import Vote as StoredVote
from games.showing import data
from games.showing.forms import About, Form, Moment

NO_NUL = r"^[^\x00]*$"  # which refuses half a character, too: PostgreSQL takes none in a text
Name = Annotated[str, StringConstraints(max_length=150, pattern=NO_NUL)]
_CLOCK_FACE = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"
#: A time on somebody's own clock. JSON Schema's `time` would have its offset from UTC.
LocalTime = Annotated[
    time,
    BeforeValidator(TypeAdapter(Annotated[str, Field(pattern=_CLOCK_FACE)]).validate_python),
    WithJsonSchema({"type": "string", "format": "time-local", "pattern": _CLOCK_FACE}),
]
Status = Literal["open", "running", "finished", "cancelled"]


# Ninja has a model for each status of each call and uses none, as answers are not copied: only
# those that the description asks for are built, which spares a start 0.4 s and a process 35 MB.
Schema.model_config["defer_build"] = True


class Strict(Schema):
    """A form without further fields."""

    model_config = ConfigDict(extra="forbid")


def one_of(values: Iterable[str]) -> GetPydanticSchema:
    """Makes an annotated text one of these."""
    choices = Literal[tuple(values)]  # type: ignore[valid-type]
    return GetPydanticSchema(lambda _source, handler: handler(choices))


class _Clock(Strict):
    kind: Annotated[str, one_of(kinds.KINDS)]


# The numbers of all kinds; ``clocks.checking`` says which of them one has.
_Numbers: Any = create_model(  # type: ignore[call-overload]
    "_Numbers",
    __base__=_Clock,
    **{
        name: (int | None, Field(default=None, description=number.description))
        for kind in kinds.KINDS.values()
        for name, number in own_numbers(kind).items()
    },
)


class Clock(_Numbers):
    __doc__ = f"""How much time there is.

    {" ".join(f"`{name}`: {kind.__doc__}" for name, kind in kinds.KINDS.items())} A person's
    clock rests in his or her night hours, days off and vacations, in one turn for at most
    `stretch` days; with 0 it never rests.

    When the time is up, automatic vacation is taken if `vacation` is true and the player has it so
    and has some. Then the `policy` decides: a `bot` plays until the owner is back; so it does with
    `replacement`, and others may take the seat over; `forfeit`: the seat is lost; `vote`: the
    others decide.
    """

    policy: Annotated[str, one_of(kinds.POLICIES)] = kinds.DEFAULT.policy
    vacation: bool = kinds.DEFAULT.vacation
    stretch: int = Field(default=kinds.DEFAULT.stretch, description=f"0 to {kinds.MAX_STRETCH}")


VoteKind = Annotated[str, one_of(StoredVote.Kind.values)]


# Requests ----------------------------------------------------------------------------------------


class Credentials(Strict):
    """Of an account without a second factor; others make their tokens in the profile."""

    username: Name
    password: Name


class NewGame(Strict):
    """What is left out takes its default."""

    type: Name = Field(description="slug of a game type, see /types")
    players: int
    options: dict[str, Any] = Field(default={}, description="as /types/TYPE lists them")
    clock: Clock | None = Field(default=None, description="3 days per turn unless set")
    visibility: Literal["public", "private"] = Field(
        default="public", description="private too if as many are invited as there are seats"
    )
    invite: list[Name] = Field(
        default=[], max_length=20, description="user names; each keeps a seat for 7 days"
    )
    bots: int = Field(default=0, description="how many seats bots take")
    level: Name = Field(
        default="good", description="at which the bots play: one of the type's `levels`"
    )
    rated: bool = False


class JoinGame(Strict):
    """May be left out altogether."""

    key: Name = Field(default="", description="that of the link to a private game")


class PlayOn(Strict):
    """The position to start from, and who plays the seats."""

    at: int = Field(ge=0, le=2**31 - 1, description="the position after this move")
    level: Name = Field(
        default="", description="at which bots play the other seats; the good one unless set"
    )
    seats: list[Name | None] | None = Field(
        default=None,
        max_length=20,
        description="by seat a bot or a level, or null for the caller; else the caller plays the "
        "seat that they had",
    )
    key: Name = Field(default="", description="that of the link to a private game")


class At(Strict):
    """Which position the caller is looking at."""

    version: int


class NewMove(Strict):
    """An answer to the caller's open decision."""

    choice: list[Any] = Field(
        description="one of the decision's choices, all its parts; in the place of amounts an "
        'object from good to number, such as {"salt": 2}'
    )
    version: int = Field(description="that of the position the caller is looking at")
    hold: bool = Field(
        default=False,
        description="stop before the turn goes on to others, until /confirm; /undo is possible",
    )


class NewVote(Strict):
    kind: VoteKind
    seat: int | None = Field(default=None, description="the absent one, for that kind of vote")


class NewBallot(Strict):
    choice: Name = Field(description="one of the vote's choices")


class NewMessage(Strict):
    text: str = Field(description="1 to 1000 characters", pattern=NO_NUL)


class NewReaction(Strict):
    kind: Annotated[str, one_of(Reaction.Kind.values)]
    on: bool = Field(default=True, description="false takes it back")


class NightHours(Strict):
    """Across midnight where it ends before it begins; 12 hours at most."""

    since: LocalTime = Field(alias="from")
    until: LocalTime


class Hours(Strict):
    """When the caller's clocks rest, in his or her time zone."""

    night: NightHours | None = None
    weekdays: list[int] = Field(default=[], max_length=7, description="0 is Monday; at most 3")
    days_off: list[date] = Field(
        default=[], max_length=40, description="to come; at most 12 in one year"
    )
    automatic: bool = Field(default=True, description="vacation may be taken when time runs out")


class NewVacation(Strict):
    """Whole days, the last one included; what begins today begins at once."""

    since: date = Field(alias="from")
    until: date


class NewInstruction(Strict):
    """One of those offered for this kind of decision; an earlier one for the kind is replaced."""

    kind: Name
    parts: list[Any]
    once: bool = True


# Answers -----------------------------------------------------------------------------------------


class People(Strict):
    people: list[data.Person]


class BotQuestion(Strict):
    """What a bot of somebody's is asked."""

    version: int = Field(description="send it with the choice")
    question: dict[str, Any] = Field(description="a `Question` of `games.rules.engine.search`")


class Problem(Strict):
    code: str = Field(description="for programs")
    message: str = Field(description="for people, in the caller's language")


class Error(Strict):
    """Why a request was refused; a stale one (409) comes with the game as it stands now."""

    error: Problem
    game: Game | None = None


class TokenMade(Strict):
    token: str


class Entry(Strict):
    websocket: str = Field(
        description="base of the WebSocket /ws/games/ID/ (session cookie, or ?token=). It sends "
        "GameNews, TableNews, ChatNews and PresenceNews, each a JSON object."
    )


class Option(Form):
    name: str
    kind: Annotated[str, one_of(("flag", "choice"))]
    label: str
    help: str
    values: Sequence[str | int | bool]
    value_labels: list[str]
    default: str | int | bool


class GameType(Form):
    type: Annotated[str, About("slug")]
    name: str
    players: Annotated[Sequence[int], About("allowed numbers of players")]
    version: Annotated[int, About("of the rules")]
    options: list[Option]
    bots: list[str]
    levels: Annotated[
        dict[str, list[str]],
        About(
            "by number of players, at which levels bots play, the weakest first: only "
            "those that have been shown to beat the one below"
        ),
    ]


class GameTypes(Strict):
    types: list[GameType]


class GameSummary(data.GameSummary):
    clock: Clock  # type: ignore[misc]  # as it is sent, not as it is kept


class GamesPage(Strict):
    games: list[GameSummary]
    next: int | None = Field(description="give it as ?before= to get the next page")


class LogEntry(Strict):
    """An event, or an incident beside the moves, with only what the caller may know of it."""

    version: int = Field(
        description="with ?since=N, incidents at version N itself are told again: more of them may "
        "have come"
    )
    number: int | None = Field(
        description="of the move that caused it; ?at= shows the position after it. None for an "
        "incident: a vote, a pause, somebody's absence"
    )
    seat: int | None = Field(description="whom it is about")
    kind: str
    data: dict[str, Any]
    text: str | None = Field(description="in the caller's language; none where words say nothing")
    at: datetime


class Game(data.Game):
    """A game as the caller may see it."""

    clock: Clock  # type: ignore[misc]
    log: list[LogEntry]  # type: ignore[misc]


class Vacation(Strict):
    since: date = Field(alias="from")
    until: date
    kind: Literal["planned", "automatic", "emergency"]


class Allowance(Strict):
    year: int
    left: int = Field(description="days of vacation that are neither used nor planned")
    emergency: bool = Field(description="the emergency pause of this half of the year is left")


class Calendar(Strict):
    """When the caller's clocks rest, in all games as far as they let it."""

    time_zone: str
    night: NightHours | None
    weekdays: list[int]
    days_off: list[date]
    automatic: bool
    vacations: list[Vacation]
    allowance: Allowance
    rests_until: datetime | None = Field(description="none while the clocks run")


class ChatMessage(chat.Message):
    pass


class ChatMessages(Strict):
    messages: list[ChatMessage]


# Tournaments -------------------------------------------------------------------------------------


class TournamentStanding(Form):
    """Where somebody stands in a group."""

    stage: Annotated[int, About("later ones are finals")]
    group: int
    place: int
    user: str
    points: float
    played: int
    breaks: Annotated[list[float], About("what the tie-breaks give, in their order")]
    zone: Annotated[
        Annotated[str, one_of(("", "up", "down"))],
        About("of a league, whether the place rises or falls"),
    ]


class TournamentGame(Form):
    """A table, from its pairing on."""

    id: Annotated[int | None, About("the game; null until it begins")]
    table: Annotated[int, About("its number, by which its result can be changed")]
    stage: int
    group: int
    round: int
    state: Annotated[str, one_of(("waiting", "running", "over"))]
    how: Annotated[
        str,
        one_of(
            ("", "played", "time", "late", "walkover", "unplayed", "bye", "cancelled", "corrected")
        ),
    ]
    users: list[str]
    points: list[float | None]


class TournamentSummary(Form):
    id: int
    name: str
    series: Annotated[int | None, About("of which series it is, null for none")]
    edition: Annotated[int | None, About("its number there, from 1")]
    kind: str
    status: data.Status
    type: str
    types: Annotated[list[str], About("those that are played in turn, by rounds")]
    options: Annotated[list[dict[str, Any]], About("of each of them, as /types/TYPE lists them")]
    players: Annotated[int, About("at one table")]
    people: Annotated[int, About("how many take part")]
    places: int
    organiser: str
    by_invitation: bool
    club: Annotated[int | None, About("of which club it is: its members alone see it")]
    starts_at: Annotated[Moment | None, About("null: as soon as all places are taken")]
    ends_at: Annotated[Moment | None, About("null until it begins")]
    paused_until: Annotated[
        Moment | None,
        About("it is paused, and goes on by itself then; null: it is not"),
    ]


class Tournament(TournamentSummary):
    standings: list[TournamentStanding]
    games: list[TournamentGame]


class Tournaments(Strict):
    tournaments: list[TournamentSummary]


class SeriesSummary(Form):
    id: int
    name: str
    kind: str
    type: str
    players: Annotated[int, About("at one table")]
    rhythm: Annotated[str, one_of(("week", "month", "quarter", "over"))]
    joining: Annotated[int, About("days from when one can be joined to its beginning")]
    active: bool
    next_at: Annotated[Moment | None, About("when the next one can be joined, if that is known")]
    organiser: str
    club: Annotated[int | None, About("of which club it is: its members alone see it")]


class Edition(Form):
    """One tournament of a series."""

    winner: Annotated[str | None, About("null also where several share the first place")]
    winners: Annotated[list[str], About("all in the first place, none until it is over")]
    tournament: TournamentSummary


class Series(SeriesSummary):
    editions: list[Edition]


class SeriesList(Strict):
    series: list[SeriesSummary]


class NewChallenge(Strict):
    user: Name = Field(description="somebody who stands above")


class ChallengeAnswer(Strict):
    accept: bool = Field(description="else it is declined, which counts as a game lost")


class OneChallenge(Form):
    """A challenge on a ladder."""

    id: int
    challenger: str
    challenged: str
    state: Annotated[str, one_of(("asked", "accepted", "declined", "expired", "withdrawn"))]
    asked_at: Moment
    answer_by: Annotated[Moment, About("later where who is challenged is away")]
    game: Annotated[int | None, About("null until it begins")]


class Challenges(Strict):
    challenges: list[OneChallenge]


class WithReason(Strict):
    reason: str = Field(max_length=200, description="for everybody to read, in the log")


class Disqualified(WithReason):
    user: str = Field(max_length=150)


class Invited(Strict):
    users: list[Name] = Field(min_length=1, max_length=30)


class NewPause(WithReason):
    days: int = Field(ge=1, le=14, description="then it goes on by itself")


class NewResult(WithReason):
    ranks: list[int] = Field(
        max_length=4, description="a place from 1 on for each of the users, in their order"
    )


# What the WebSocket sends ------------------------------------------------------------------------


class GameNews(Strict):
    """Something has changed that the reader may know of: GET the game again.

    An address with `?with=game` has it sent along, with `log` since the last message, but not to
    whoever has just moved: the answer to the move had it.
    """

    type: Literal["game"]
    version: int
    game: Game | None = None


class ChatNews(ChatMessage):
    type: Literal["chat"]


class PresenceNews(presence.Present):
    """The people who are at the table now."""

    type: Literal["presence"]


class TableNews(Strict):
    """Something beside the moves has changed (a vote, a pause): GET the game again."""

    type: Literal["table"]


SOCKET = (GameNews, ChatNews, PresenceNews, TableNews)
