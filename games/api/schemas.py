"""The forms of requests and answers, as the OpenAPI description shows them.

Answers are built as plain data by ``showing.snapshot`` and not copied through these classes; a
test holds each answer against its schema.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from games.models import Reaction
from games.models import Vote as StoredVote

NO_NUL = r"^[^\x00]*$"  # which refuses half a character, too: PostgreSQL takes none in a text
Name = Annotated[str, StringConstraints(max_length=150, pattern=NO_NUL)]
_CLOCK_FACE = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"
#: A time on somebody's own clock. JSON Schema's `time` would have its offset from UTC.
LocalTime = Annotated[
    time,
    BeforeValidator(TypeAdapter(Annotated[str, Field(pattern=_CLOCK_FACE)]).validate_python),
    WithJsonSchema({"type": "string", "format": "time-local", "pattern": _CLOCK_FACE}),
]
Part = str | int
Given = dict[str, int]
Status = Literal["open", "running", "finished", "cancelled"]


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
    """From which position, and who plays the seats."""

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


class Person(Strict):
    username: str
    friend: bool
    bot: bool = Field(description="a program of somebody's")
    games: int = Field(description="that both have finished together")
    known: str = Field(description="how well the caller knows them, in the caller's language")


class People(Strict):
    people: list[Person]


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


class Option(Strict):
    name: str
    kind: Literal["flag", "choice"]
    label: str
    help: str
    values: list[str | int | bool]
    value_labels: list[str]
    default: str | int | bool


class GameType(Strict):
    type: str = Field(description="slug")
    name: str
    players: list[int] = Field(description="allowed numbers of players")
    version: int = Field(description="of the rules")
    options: list[Option]
    bots: list[str]
    levels: dict[str, list[str]] = Field(
        description="by number of players, at which levels bots play, the weakest first: only "
        "those that have been shown to beat the one below"
    )


class GameTypes(Strict):
    types: list[GameType]


class Seat(Strict):
    index: int = Field(description="place in the seating order, from 0; before the start as joined")
    user: str | None = Field(description="name of its owner, none for a bot's or a free seat")
    bot: str | None = Field(description="name of the bot that plays it now, if one does")
    level: str | None = Field(
        description="at which that bot plays: easy, good, strong or master, if it is one of these"
    )
    to_move: bool
    deadline: datetime | None
    score: int | None
    rank: int | None
    resigned: bool = Field(description="the owner gave up, or lost the seat by time")
    offered: bool = Field(description="a bot plays it, and anybody may take it over")
    ready: bool = Field(description="before a live game: its owner is ready")


class GameSummary(Strict):
    id: int
    type: str
    status: Status
    options: dict[str, str | int | bool]
    players: int
    visibility: Literal["public", "private"]
    clock: Clock
    rated: bool
    seed_hash: str = Field(description="SHA-256 of the secret seed, fixed before the first draw")
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    broken: bool = Field(description="the rules failed; moderators know, the clocks stand still")
    paused: bool = Field(description="no clock runs; moves are possible")
    live: bool = Field(description="it began live, and is rated apart from games of days")
    ready_by: datetime | None = Field(
        description="before a live game: until when all its people are to say that they are ready"
    )
    seats: list[Seat]


class GamesPage(Strict):
    games: list[GameSummary]
    next: int | None = Field(description="give it as ?before= to get the next page")


class Together(Strict):
    of: list[str]
    up_to: int


class AmountsOf(Strict):
    """How much of several goods is given, as one part of a choice. Where `over` is false, nothing
    may be given that could be left out."""

    of: Given = Field(description="at most so much of each good")
    total: int = Field(default=0, description="all of it is worth at least so much")
    up_to: int | None = Field(default=None, description="all of it is worth at most so much")
    least: list[Given] = Field(
        default=[], description="at least so much of single goods; each list is met by the same"
    )
    worth: Given = Field(default={}, description="what one of a good counts for, else 1")
    counts: dict[str, list[str]] = Field(
        default={}, description="goods that may stand in for others in `least`"
    )
    together: list[Together] = Field(default=[], description="at most so many of some goods")
    over: bool


class Amounts(Strict):
    amounts: AmountsOf


class LabelledChoice(Strict):
    choice: list[Part | Amounts]
    label: str = Field(description="in the caller's language")


class ChoiceWithAmounts(LabelledChoice):
    """A choice in which the caller says how much."""

    example: list[Part | Given] = Field(description="a whole legal choice, to be sent as it is")


class Refusal(Strict):
    """Choices that begin so are not legal now."""

    parts: list[Part]
    text: str = Field(description="why, in the caller's language")


class Decision(Strict):
    """A question put to the caller's seat, with every legal choice."""

    id: int
    seat: int
    kind: str
    args: list[Part | Given]
    prompt: str = Field(description="in the caller's language")
    sealed: bool = Field(
        description="asked of several seats at once: the answer stays secret, and may be changed "
        "or withdrawn, until the last is in"
    )
    answer: list[Part | Given] | None = Field(
        description="what the seat has answered to a sealed decision"
    )
    # The narrower form first: programs take the first that fits.
    choices: list[ChoiceWithAmounts | LabelledChoice]
    refusals: list[Refusal]


class Abilities(Strict):
    """Which actions beside choosing are open to the caller now."""

    confirm: bool
    undo: bool
    withdraw: bool
    resign: bool
    take_back: bool = Field(description="a bot plays the caller's seat, who may play on himself")
    replace: bool = Field(description="a seat is on offer, and the caller may take it over")


class Ballot(Strict):
    seat: int
    choice: str | None = Field(description="none as long as it has not voted")


class Rematch(Strict):
    """An offer to play once more; it begins when the owners of all seats have accepted."""

    offered_by: int = Field(description="seat")
    accepted: list[int] = Field(description="seats")
    declined_by: int | None = Field(description="seat; the offer is void, another may be made")
    until: datetime
    game: int | None = Field(description="the new game, once it has begun")


class Vote(Strict):
    """A question to the people at the table; it may close before its time, when it is decided."""

    id: int
    kind: VoteKind
    seat: int | None = Field(description="the absent one")
    opened_by: int | None = Field(description="seat of who asked")
    closes_at: datetime
    choices: list[str]
    ballots: list[Ballot] = Field(description="one for each seat that is asked")
    asked: bool = Field(description="the caller is")


class RatingChange(Strict):
    """What the game has made of the rating of a seat's owner."""

    seat: int
    before: int
    after: int


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


class TieBreaker(Strict):
    name: str
    values: list[int]


class Result(Strict):
    """How it ended; lists are by seat. Who resigned ranks below all who stayed."""

    scores: list[int]
    ranks: list[int]
    breakdown: list[dict[str, int]] = Field(
        description="points by source; they add up to the score"
    )
    tie_breakers: list[TieBreaker]
    resigned: list[int]
    drawn: bool = Field(default=False, description="those who stayed agreed on a draw")


class Game(GameSummary):
    """A game as the caller may see it."""

    you: int | None = Field(description="the seat that the caller holds")
    number: int = Field(description="moves made up to this position")
    version: int = Field(description="of this position; send it with a choice")
    view: dict[str, Any] | None = Field(
        description="all that the caller may know of the position, in a form of the game type's own"
    )
    standing: list[dict[str, int]] | None = Field(
        description="points by seat and source if the game ended now, as far as they are public"
    )
    decision: Decision | None
    can: Abilities
    vote: Vote | None = Field(description="the open vote")
    rematch: Rematch | None = Field(description="the newest offer, of a game that is over")
    ratings: list[RatingChange] | None = Field(
        description="of a rated game that is over, counted some minutes after its end; who hides "
        "the rating is left out. None as long as, and if, the game has changed none"
    )
    log: list[LogEntry]
    result: Result | None
    seed: str | None = Field(description="hexadecimal; told when the game is finished")


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


class ChatMessage(Strict):
    id: int
    user: str
    text: str
    at: datetime
    hidden: bool = Field(description="by a moderator; its text is empty")
    moderator: bool = Field(description="said as a moderator, not as a player")
    onlookers: bool = Field(description="said among those who watch the game")
    reactions: dict[str, list[str]] = Field(description="the names of those who reacted, by kind")


class ChatMessages(Strict):
    messages: list[ChatMessage]


class Instruction(Strict):
    kind: str
    parts: list[Part]
    once: bool = Field(description="used up by its first answer")
    text: str


class OfferedInstruction(Strict):
    parts: list[Part]
    text: str


class Offer(Strict):
    """A kind of decision that can be answered ahead."""

    kind: str
    prompt: str
    choices: list[OfferedInstruction]


class Instructions(Strict):
    """Standing answers to decisions that have not come up; only their owner knows of them."""

    standing: list[Instruction]
    offers: list[Offer]


# Tournaments -------------------------------------------------------------------------------------


class TournamentStanding(Strict):
    """Where somebody stands in a group."""

    stage: int = Field(description="later ones are finals")
    group: int
    place: int
    user: str
    points: float
    played: int
    breaks: list[float] = Field(description="what the tie-breaks give, in their order")
    zone: Literal["", "up", "down"] = Field(
        description="of a league, whether the place rises or falls"
    )


class TournamentGame(Strict):
    """A table, from its pairing on."""

    id: int | None = Field(description="the game; null until it begins")
    table: int = Field(description="its number, by which its result can be changed")
    stage: int
    group: int
    round: int
    state: Literal["waiting", "running", "over"]
    how: Literal[
        "", "played", "time", "late", "walkover", "unplayed", "bye", "cancelled", "corrected"
    ]
    users: list[str]
    points: list[float | None]


class TournamentSummary(Strict):
    id: int
    name: str
    series: int | None = Field(description="of which series it is, null for none")
    edition: int | None = Field(description="its number there, from 1")
    kind: str
    status: Status
    type: str
    types: list[str] = Field(description="those that are played in turn, by rounds")
    options: list[dict[str, Any]] = Field(description="of each of them, as /types/TYPE lists them")
    players: int = Field(description="at one table")
    people: int = Field(description="how many take part")
    places: int
    organiser: str
    by_invitation: bool
    club: int | None = Field(description="of which club it is: its members alone see it")
    starts_at: datetime | None = Field(description="null: as soon as all places are taken")
    ends_at: datetime | None = Field(description="null until it begins")
    paused_until: datetime | None = Field(
        description="it is paused, and goes on by itself then; null: it is not"
    )


class Tournament(TournamentSummary):
    standings: list[TournamentStanding]
    games: list[TournamentGame]


class Tournaments(Strict):
    tournaments: list[TournamentSummary]


class SeriesSummary(Strict):
    id: int
    name: str
    kind: str
    type: str
    players: int = Field(description="at one table")
    rhythm: Literal["week", "month", "quarter", "over"]
    joining: int = Field(description="days from when one can be joined to its beginning")
    active: bool
    next_at: datetime | None = Field(
        description="when the next one can be joined, if that is known"
    )
    organiser: str
    club: int | None = Field(description="of which club it is: its members alone see it")


class Edition(Strict):
    """One tournament of a series."""

    winner: str | None = Field(description="null also where several share the first place")
    winners: list[str] = Field(description="all in the first place, none until it is over")
    tournament: TournamentSummary


class Series(SeriesSummary):
    editions: list[Edition]


class SeriesList(Strict):
    series: list[SeriesSummary]


class NewChallenge(Strict):
    user: Name = Field(description="somebody who stands above")


class ChallengeAnswer(Strict):
    accept: bool = Field(description="else it is declined, which counts as a game lost")


class OneChallenge(Strict):
    """A challenge on a ladder."""

    id: int
    challenger: str
    challenged: str
    state: Literal["asked", "accepted", "declined", "expired", "withdrawn"]
    asked_at: datetime
    answer_by: datetime = Field(description="later where who is challenged is away")
    game: int | None = Field(description="null until it begins")


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
    """There is something new that the reader may know of: GET the game again.

    An address with `?with=game` has it sent along, with `log` since the last message, but not to
    whoever has just moved: the answer to the move had it.
    """

    type: Literal["game"]
    version: int
    game: Game | None = None


class ChatNews(ChatMessage):
    type: Literal["chat"]


class PresenceNews(Strict):
    """Who is at the table now."""

    type: Literal["presence"]
    users: list[str] = Field(description="players who have the game open, by name")
    spectators: int = Field(description="how many others do")


class TableNews(Strict):
    """Something beside the moves has changed (a vote, a pause): GET the game again."""

    type: Literal["table"]


SOCKET = (GameNews, ChatNews, PresenceNews, TableNews)
