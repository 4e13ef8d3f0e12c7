"""The types of a game's data, as the API answers and describes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired

import msgspec

from games.clocks.kinds import Clock
from games.models import Game as StoredGame
from games.models import Vote as StoredVote
from games.rules.engine import Json, Kept, Part
from games.showing.forms import About, Form, Moment

Points = dict[str, int]
Status = Annotated[str, About(enum=StoredGame.Status.values)]


class Seat(Form):
    index: Annotated[int, About("place in the seating order, from 0; before the start as joined")]
    user: Annotated[str | None, About("name of its owner, none for a bot's or a free seat")]
    bot: Annotated[str | None, About("name of the bot that plays it now, if one does")]
    level: Annotated[
        str | None,
        About("at which that bot plays: easy, good, strong or master, if it is one of these"),
    ]
    to_move: bool
    deadline: Moment | None
    turns_left: Annotated[
        int | None,
        About("of a clock that counts turns: for how many the time until the deadline is"),
    ]
    used: Annotated[
        int | None,
        About(
            "seconds for which the game has waited for it so far, nights and pauses included, "
            "without the present wait; none before the start and where it was not counted"
        ),
    ]
    score: int | None
    rank: int | None
    resigned: Annotated[bool, About("the owner resigned, or lost the seat on time")]
    offered: Annotated[bool, About("a bot plays it, and anybody may take it over")]
    ready: Annotated[bool, About("before a live game: its owner is ready")]


class Person(Form):
    username: str
    friend: bool
    bot: Annotated[bool, About("a program of somebody's")]
    games: Annotated[int, About("that both have finished together")]
    known: Annotated[str, About("how well the caller knows them, in the caller's language")]


class GameSummary(Form):
    id: int
    type: str
    name: Annotated[str, About("as its creator calls it; mostly empty")]
    status: Status
    options: dict[str, str | int | bool]
    players: int
    visibility: Annotated[str, About(enum=StoredGame.Visibility.values)]
    clock: Clock
    rated: bool
    allows_lines: Annotated[bool, About("players may try lines out while it runs")]
    seed_hash: Annotated[str, About("SHA-256 of the secret seed, fixed before the first draw")]
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None
    broken: Annotated[bool, About("the rules failed; moderators know, the clocks stand still")]
    paused: Annotated[bool, About("no clock runs; moves are possible")]
    live: Annotated[bool, About("it began live, and is rated apart from games of days")]
    ready_by: Annotated[
        Moment | None,
        About("before a live game: until when all its people are to say that they are ready"),
    ]
    seats: list[Seat]


class TieBreaker(Form):
    name: str
    values: list[int]


class Result(Form):
    """How it ended; lists are by seat. Who resigned ranks below all who stayed."""

    scores: Annotated[list[int], About("empty where the type has no points")]
    ranks: list[int]
    breakdown: Annotated[list[Points], About("points by source; they add up to the score")]
    tie_breakers: list[TieBreaker]
    resigned: list[int]
    drawn: NotRequired[Annotated[bool, About("those who stayed agreed on a draw", default=False)]]
    outcome: NotRequired[
        Annotated[
            list[Literal["won", "lost", "drawn"]], About("where the type has no points, by seat")
        ]
    ]
    reason: NotRequired[
        Annotated[str, About("where the type has no points: why its rules ended the game")]
    ]


class PublicGame(GameSummary):
    """What is the same for everybody who sees a position."""

    number: Annotated[int, About("moves made up to this position")]
    version: Annotated[int, About("of this position; send it with a choice")]
    standing: Annotated[
        list[Points] | None,
        About("points by seat and source if the game ended now, as far as they are public"),
    ]
    result: Result | None
    seed: Annotated[str | None, About("hexadecimal; told when the game is finished")]


class Together(Form):
    of: list[str]
    up_to: int


class AmountsOf(Form):
    """How much of several goods is given, as one part of a choice. Where `over` is false, nothing
    may be given that could be left out."""

    of: Annotated[Points, About("at most so much of each good")]
    total: NotRequired[Annotated[int, About("all of it is worth at least so much", default=0)]]
    up_to: NotRequired[
        Annotated[int | None, About("all of it is worth at most so much", default=None)]
    ]
    least: NotRequired[
        Annotated[
            list[Points],
            About("at least so much of single goods; each list is met by the same", default=[]),
        ]
    ]
    worth: NotRequired[
        Annotated[Points, About("what one of a good counts for, else 1", default={})]
    ]
    counts: NotRequired[
        Annotated[
            dict[str, list[str]],
            About("goods that may stand in for others in `least`", default={}),
        ]
    ]
    together: NotRequired[
        Annotated[list[Together], About("at most so many of some goods", default=[])]
    ]
    over: bool


class Amounts(Form):
    amounts: AmountsOf


class LabelledChoice(Form):
    choice: list[Part | Amounts]
    label: Annotated[str, About("in the caller's language")]


class ChoiceWithAmounts(LabelledChoice):
    """A choice in which the caller says how much."""

    example: Annotated[tuple[Kept, ...], About("a whole legal choice, to be sent as it is")]


class Refusal(Form):
    """Choices that begin so are not legal now."""

    parts: tuple[Part, ...]
    text: Annotated[str, About("why, in the caller's language")]


class Decision(Form):
    """A question put to the caller's seat, with every legal choice."""

    id: int
    seat: int
    kind: str
    args: tuple[Kept, ...]
    prompt: Annotated[str, About("in the caller's language")]
    sealed: Annotated[
        bool,
        About(
            "asked of several seats at once: the answer stays secret, and may be changed or "
            "withdrawn, until the last is in"
        ),
    ]
    answer: Annotated[
        tuple[Kept, ...] | None, About("what the seat has answered to a sealed decision")
    ]
    # The narrower form first: programs take the first that fits.
    choices: list[ChoiceWithAmounts | LabelledChoice]
    next: NotRequired[
        Annotated[
            int,
            About("if there are more choices: give it as ?after= to /choices, with ?at= as here"),
        ]
    ]
    refusals: list[Refusal]


class Choices(Form):
    """A page of the choices of the caller's open decision; empty if nothing is asked of them."""

    version: Annotated[int, About("of this position; send it with a choice")]
    choices: list[ChoiceWithAmounts | LabelledChoice]
    next: Annotated[int | None, About("give it as ?after= to get the next page")]


class Abilities(Form):
    """Which actions beside choosing are open to the caller now."""

    confirm: bool
    undo: bool
    withdraw: bool
    resign: bool
    take_back: Annotated[bool, About("a bot plays the caller's seat, who may play on himself")]
    replace: Annotated[bool, About("a seat is on offer, and the caller may take it over")]


class Ballot(Form):
    seat: int
    choice: Annotated[str | None, About("none as long as it has not voted")]


class Vote(Form):
    """A question to the people at the table; it may close before its time, when it is decided."""

    id: int
    kind: Annotated[str, About(enum=StoredVote.Kind.values)]
    seat: Annotated[int | None, About("the absent one")]
    opened_by: Annotated[int | None, About("seat of who asked")]
    closes_at: Moment
    choices: list[str]
    ballots: Annotated[list[Ballot], About("one for each seat that is asked")]
    asked: Annotated[bool, About("the caller is")]


class Rematch(Form):
    """An offer to play once more; it begins when the owners of all seats have accepted."""

    offered_by: Annotated[int, About("seat")]
    accepted: Annotated[list[int], About("seats")]
    declined_by: Annotated[int | None, About("seat; the offer is void, another may be made")]
    until: Moment
    game: Annotated[int | None, About("the new game, once it has begun")]


class RatingChange(Form):
    """What the game has made of the rating of a seat's owner."""

    seat: int
    before: int
    after: int


class LogEntry(msgspec.Struct, frozen=True, eq=False):
    """What a row of the log tells somebody. No other one is equal to it: what is made of some
    entries is kept by these."""

    version: int
    number: int | None
    seat: int | None
    kind: str
    data: Json
    text: str | None
    at: str


class Game(PublicGame):
    """A game as the caller may see it."""

    you: Annotated[int | None, About("the seat that the caller holds")]
    view: Annotated[
        Json | None,
        About("all that the caller may know of the position, in a form of the game type's own"),
    ]
    decision: Decision | None
    can: Abilities
    vote: Annotated[Vote | None, About("the open vote")]
    rematch: Annotated[Rematch | None, About("the newest offer, of a game that is over")]
    ratings: Annotated[
        list[RatingChange] | None,
        About(
            "of a rated game that is over, counted some minutes after its end; who hides the "
            "rating is left out. None as long as, and if, the game has changed none"
        ),
    ]
    log: list[LogEntry]


class Instruction(Form):
    kind: str
    parts: Sequence[Part]
    once: Annotated[bool, About("used up by its first answer")]
    text: str


class OfferedInstruction(Form):
    parts: Sequence[Part]
    text: str


class Offer(Form):
    """A kind of decision that can be answered ahead."""

    kind: str
    prompt: str
    choices: list[OfferedInstruction]


class Instructions(Form):
    """Standing answers to decisions that have not come up; only their owner knows of them."""

    standing: list[Instruction]
    offers: list[Offer]


class PlanStep(Form):
    seat: int
    kind: Annotated[str, About("of the decision")]
    choice: Annotated[list[Kept] | None, About("null: anything; only of other seats")]
    text: Annotated[str, About("in the caller's language, or in that of the time of planning")]


class Plan(Form):
    """A chain of answers of the caller's seat, each with what others choose before it."""

    id: int
    steps: list[PlanStep]
    at: Annotated[int, About("the index of its next answer; the number of steps after the last")]
    done: Annotated[int, About("so many of its first steps are over")]
    state: Annotated[str, About(enum=["waits", "done", "ended"])]
    reason: Annotated[str | None, About("why it answers nothing more, in the caller's language")]
    anyway: Annotated[bool, About("it goes on when the caller has learned something new")]
    slowly: Annotated[bool, About("it answers some minutes after a question has opened")]
    answers_at: Annotated[Moment | None, About("when it answers the open question, if slowly")]
    answered: Annotated[list[int], About("the numbers of the moves that it made")]


class Plans(Form):
    """Plans of the caller; nobody else knows of them."""

    plans: list[Plan]
