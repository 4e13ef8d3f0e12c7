"""The forms of requests and answers in the OpenAPI description; ``showing.data`` has a game's.

Answers are plain data and not copied through these classes; a test checks each against its form.
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
from games.lobby import standing
from games.lobby.pace import PACES
from games.models import Reaction
from games.models import Vote as StoredVote
from games.models.game import LONGEST_NAME
from games.showing import data, lessons
from games.showing.forms import About, Form
from games.storage.statements import BIGGEST_ID

NO_NUL = r"^[^\x00]*$"  # this refuses half a surrogate pair, too: PostgreSQL accepts none in a text
Name = Annotated[str, StringConstraints(max_length=150, pattern=NO_NUL)]
_CLOCK_FACE = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"
#: A time on a person's own clock. JSON Schema's `time` would need its offset from UTC.
LocalTime = Annotated[
    time,
    BeforeValidator(TypeAdapter(Annotated[str, Field(pattern=_CLOCK_FACE)]).validate_python),
    WithJsonSchema({"type": "string", "format": "time-local", "pattern": _CLOCK_FACE}),
]
#: The number of a row.
Number = Annotated[int, Field(ge=0, le=BIGGEST_ID)]
Status = Literal["open", "running", "finished", "cancelled"]


# Ninja creates a model for each status of each call and uses none, as answers are not copied. So we
# build only those that the description needs, which saves 0.4 s at a start and 35 MB per process.
Schema.model_config["defer_build"] = True


class Strict(Schema):
    """A form that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid")


def one_of(values: Iterable[str]) -> GetPydanticSchema:
    """Restrict an annotated text to these values."""
    choices = Literal[tuple(values)]  # type: ignore[valid-type]
    return GetPydanticSchema(lambda _source, handler: handler(choices))


class _Clock(Strict):
    kind: Annotated[str, one_of(kinds.KINDS)]


# The numbers of all kinds; ``clocks.checking`` says which of them a kind has.
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
    """Only for accounts without a second factor; others create tokens on their profile page."""

    username: Name
    password: Name


class Requirements(Strict):
    """What strangers need to join; people who are invited by name need not meet it."""

    least: int | None = Field(default=None, description="lowest rating")
    most: int | None = Field(default=None, description="highest rating")
    in_time: int = Field(default=0, description="percentage of turns on time")
    games: int = Field(default=0, description="finished games of this type")


class NewGame(Strict):
    """Fields that are left out take their defaults."""

    type: Name = Field(description="slug of a game type, see /types")
    players: int
    options: dict[str, Any] = Field(default={}, description="as /types/TYPE lists them")
    clock: Clock | None = Field(default=None, description="3 days per turn unless set")
    visibility: Literal["public", "private"] = Field(
        default="public", description="private also with as many invitations as seats"
    )
    invite: list[Name] = Field(
        default=[], max_length=20, description="user names; each has a seat reserved for 7 days"
    )
    bots: int = Field(default=0, description="how many seats bots take")
    level: Name = Field(default="good", description="the bots' level: one of the type's `levels`")
    rated: bool = False
    name: str = Field(
        default="",
        max_length=LONGEST_NAME,
        pattern=NO_NUL,
        description="the game's own, for everybody who sees it",
    )
    lines: bool = Field(default=True, description="players may try lines out while it runs")
    asks: Requirements | None = None
    club: Number | None = Field(
        default=None, description="one of the caller's: only its members can join and watch"
    )
    circle: Number | None = Field(
        default=None,
        description="one of the caller's circles of friends, for which these settings are kept; "
        "/friends lists them",
    )


class NewName(Strict):
    name: str = Field(max_length=LONGEST_NAME, pattern=NO_NUL, description="none if it is empty")


class Invited(Strict):
    users: list[Name] = Field(min_length=1, max_length=30)


class QuickMatch(Strict):
    type: Name = Field(default="", description="any type that the caller has played unless set")
    pace: Annotated[str, one_of(PACES)] = "medium"
    rated: bool = False


class NewStandingInvitation(Strict):
    """Which games the caller would play, with whom, and how many at a time."""

    type: Name
    players: int
    pace: Annotated[str, one_of(standing.PACES)] = "medium"
    most: int = Field(default=1, description=f"games at a time, 1 to {standing.MOST_GAMES}")
    options: dict[str, Any] | None = Field(default=None, description="any unless set")
    rated: bool | None = Field(default=None, description="either unless set")
    asks: Requirements | None = None
    friends_only: bool = False


class JoinGame(Strict):
    """The body may be left out altogether."""

    key: Name = Field(default="", description="the key from the link to a private game")


class PlayOn(Strict):
    """The position to start from, and who plays the seats."""

    at: int = Field(ge=0, le=2**31 - 1, description="the position after this move")
    level: Name = Field(
        default="", description="the level of bots on the other seats; `good` unless set"
    )
    seats: list[Name | None] | None = Field(
        default=None,
        max_length=20,
        description="by seat a bot or a level, or null for the caller; unless set, the caller "
        "plays the seat that they had",
    )
    key: Name = Field(default="", description="the key from the link to a private game")


class At(Strict):
    """The position that the caller is looking at."""

    version: int


class NewMove(Strict):
    """An answer to the caller's open decision."""

    choice: list[Any] = Field(
        description="one of the decision's choices with all its parts; instead of amounts an "
        'object from good to number, such as {"salt": 2}'
    )
    version: int = Field(description="the version of the position that the caller is looking at")
    hold: bool = Field(
        default=False,
        description="stop before the turn passes to others, until /confirm; /undo is possible",
    )


class NewVote(Strict):
    kind: VoteKind
    seat: int | None = Field(default=None, description="that of the absent player, if about one")


class NewBallot(Strict):
    choice: Name = Field(description="one of the vote's choices")


class NewMessage(Strict):
    text: str = Field(description="1 to 1000 characters", pattern=NO_NUL)


class NewReaction(Strict):
    kind: Annotated[str, one_of(Reaction.Kind.values)]
    on: bool = Field(default=True, description="false takes the reaction back")


class NightHours(Strict):
    """Spans midnight if the end is before the beginning; 12 hours at most."""

    since: LocalTime = Field(alias="from")
    until: LocalTime


class Hours(Strict):
    """When the caller's clocks stop, in their time zone."""

    night: NightHours | None = None
    weekdays: list[int] = Field(default=[], max_length=7, description="0 is Monday; at most 3")
    days_off: list[date] = Field(
        default=[], max_length=40, description="future days; at most 12 in one year"
    )
    automatic: bool = Field(default=True, description="a vacation may start when time runs out")


class NewVacation(Strict):
    """Whole days, the last one included; a vacation from today begins at once."""

    since: date = Field(alias="from")
    until: date


class NewNotes(Strict):
    note: str | None = Field(default=None, pattern=NO_NUL, description="at most 4000 characters")
    plan: str | None = Field(
        default=None, pattern=NO_NUL, description="for the next turn; at most 500 characters"
    )


class NewLine(Strict):
    at: int | None = Field(default=None, ge=0, description="after this move; now unless set")
    key: Name = Field(default="", description="the key from the link to a private game")


class NewLineNode(Strict):
    id: int = Field(ge=1, description="any number of its own")
    parent: int = Field(ge=0, description="the node before it; 0: where the line begins")
    seat: int = Field(ge=0)
    choice: list[Any] = Field(description="as in a move")
    note: str = Field(default="", pattern=NO_NUL, description="at most 500 characters")
    draw: int = Field(default=0, ge=0)


class LineTree(Strict):
    nodes: list[NewLineNode] = Field(description="at most 200, each after its parent")
    at: int = Field(default=0, ge=0)
    shared: bool = False


class Later(Strict):
    hours: int = Field(description="3, 12 or 24")


class NewLesson(Strict):
    type: Name
    name: Name = Field(default="", description="as /lessons lists it; the first unless set")
    anew: bool = Field(default=False, description="from the beginning")


class LessonChoice(Strict):
    choice: list[Any]
    version: int = Field(description="the version of the position that the caller is looking at")
    anyway: bool = False


class NewInstruction(Strict):
    """One of the answers offered for this kind of decision; replaces an earlier instruction."""

    kind: Name
    parts: list[Any]
    once: bool = True


class NewPlanStep(Strict):
    """An answer of the caller's, or what another seat chooses before it."""

    seat: int
    kind: Name = Field(description="of the decision")
    choice: list[Any] | None = Field(
        default=None, max_length=20, description="null: anything; not for the caller's own steps"
    )


class NewPlan(Strict):
    """Steps after the last own one are left out. Choices of kinds that others make in secret are
    anything, whatever is sent."""

    steps: list[NewPlanStep] = Field(min_length=1, max_length=60)
    anyway: bool = Field(
        default=False, description="go on when the caller has learned something new, such as a card"
    )
    slowly: bool = Field(
        default=False,
        description="answer two to twenty minutes after a question has opened, earlier if its "
        "clock leaves less, and at once in live games",
    )


class NewPlans(Strict):
    plans: list[NewPlan] = Field(max_length=10)


# Answers -----------------------------------------------------------------------------------------


class Lessons(Strict):
    lessons: list[lessons.LessonProgress]


class Notes(Form):
    """What the caller keeps about a game."""

    note: str
    plan: Annotated[str, About("for the next turn")]
    later_until: Annotated[datetime | None, About("put off until then")]


class LineNode(Form):
    """A choice that was tried out."""

    id: int
    parent: Annotated[int, About("the node before it; 0: where the line begins")]
    seat: int
    choice: list[Any]
    note: str
    draw: Annotated[int, About("how often its chance was drawn again")]


class Line(Form):
    """A line of thought: a tree of choices in a game dealt anew."""

    id: int
    number: Annotated[int, About("the move of the game after which it begins")]
    seat: Annotated[int | None, About("whose knowledge it was dealt from; null: the game was over")]
    nodes: list[LineNode]
    at: Annotated[int, About("the node that it was left at")]
    shared: bool
    begun_at: datetime
    changed_at: datetime


class Lines(Form):
    lines: list[Line]


class People(Strict):
    people: list[data.Person]


class BotQuestion(Strict):
    """The question to a bot that somebody runs."""

    version: int = Field(description="send it with the choice")
    question: dict[str, Any] = Field(description="a `Question` of `games.rules.engine.search`")


class Problem(Strict):
    code: str = Field(description="for programs")
    message: str = Field(description="for people, in the caller's language")


class Error(Strict):
    """Why a request was refused; with a stale request (409), also the present game."""

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
    outcome: Annotated[
        str, one_of(("points", "win")), About("points decide a game, or only who has won")
    ]
    options: list[Option]
    bots: list[str]
    levels: Annotated[
        dict[str, list[str]],
        About(
            "the bots' levels by number of players, the weakest first: `good` always, "
            "others only if games have shown that each beats the one below"
        ),
    ]


class GameTypes(Strict):
    types: list[GameType]


class GameSummary(data.GameSummary):
    clock: Clock  # type: ignore[misc]  # as it is sent, not as it is kept


class GamesPage(Strict):
    games: list[GameSummary]
    next: int | None = Field(description="give it as ?before= to get the next page")


class StandingInvitation(Form):
    """One of the caller's standing invitations, by which the service seats people."""

    id: int
    type: str
    players: int
    pace: Annotated[str, one_of(standing.PACES)]
    most: Annotated[int, About("games at a time")]
    playing: Annotated[int, About("games that run by it now")]
    options: Annotated[dict[str, Any] | None, About("null: any")]
    rated: Annotated[bool | None, About("null: either")]
    asks: Requirements
    friends_only: bool
    paused: bool


class StandingInvitations(Form):
    invitations: list[StandingInvitation]


class LogEntry(Strict):
    """An event, or an incident beside the moves, with only what the caller may know of it."""

    version: int = Field(
        description="with ?since=N, incidents at version N itself are repeated: there may be more "
        "of them"
    )
    number: int | None = Field(
        description="of the move that caused it; ?at= shows the position after it. Null for an "
        "incident: a vote, a pause, somebody's absence"
    )
    seat: int | None = Field(description="the seat concerned")
    kind: str
    data: dict[str, Any]
    text: str | None = Field(description="in the caller's language; null for entries without words")
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
    left: int = Field(description="vacation days that are neither used nor planned")
    emergency: bool = Field(description="whether this half-year's emergency pause is unused")


class Calendar(Strict):
    """When the caller's clocks stop, in all games that allow it."""

    time_zone: str
    night: NightHours | None
    weekdays: list[int]
    days_off: list[date]
    automatic: bool
    vacations: list[Vacation]
    allowance: Allowance
    rests_until: datetime | None = Field(description="null while the clocks run")


class ChatMessage(chat.Message):
    pass


class ChatMessages(Strict):
    messages: list[ChatMessage]


# Messages of the WebSocket ------------------------------------------------------------------------


class GameNews(Strict):
    """Something has changed that the reader may know of: GET the game again.

    With `?with=game` in the address the message has the game, with `log` since the last message;
    but not for the player who has just moved: the answer to the move had it.
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
