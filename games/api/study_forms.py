"""The forms of requests and answers about studies."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field

from games.api.schemas import NO_NUL, Strict
from games.showing.forms import About, Form, Moment
from games.storage.statements import BIGGEST_ID


class NewStudy(Strict):
    """With a `game` its first chapter begins after the move `at` of it."""

    title: str = Field(description="at most 80 characters", pattern=NO_NUL, max_length=200)
    game: int | None = Field(default=None, ge=0, le=BIGGEST_ID, description="a finished game")
    at: int = Field(default=0, ge=0, le=10**9)
    followed: bool = Field(
        default=True, description="with the choices that were made from there on"
    )


class StudySummary(Form):
    """A study in a list."""

    id: int
    title: str
    owner: Annotated[str, About("empty if nobody owns it")]
    visibility: Annotated[str, About("link, club or public")]
    chapters: int
    changed: Moment


class Studies(Form):
    """The newest of each list, at most 30."""

    mine: list[StudySummary]
    clubs: Annotated[list[StudySummary], About("others of the caller's clubs")]
    public: list[StudySummary]


class StudyMember(Form):
    name: str
    role: Annotated[str, About("owner, writes or reads")]


class StudiedGame(Form):
    id: int
    type: str
    seed_hash: str
    players: Annotated[list[str], About("names, by seat")]


class StudyNode(Form):
    """A choice in the tree of a chapter; further fields are left out where they are empty."""

    id: int
    parent: Annotated[int, About("0: the position with which the chapter begins")]
    seat: int
    choice: list[Any]
    note: NotRequired[str]
    draw: NotRequired[Annotated[int, About("how often its chance was drawn again")]]


class StudyMark(Form):
    on: Annotated[str, About("a thing on the board, by its data-target")]
    colour: str
    to: Annotated[str, About("where an arrow leads; empty for a ring")]


class StudyComment(Form):
    node: int
    by: str
    text: str
    at: Moment
    edited_at: Annotated[str | None, About(format="date-time")]


class JudgedChoice(Form):
    choice: list[Any]
    lead: Annotated[float, About("expected at the end, in points or in games won of 100")]
    doubt: float
    equal: Annotated[bool, About("as far as is known, about as good as the best")]
    differs: Annotated[
        list[Any] | None,
        About("a source of points, and how many more it brings than by the others"),
    ]
    games: Annotated[int, About("that were played on after it")]


class StudyJudgement(Form):
    """What programs think of a seat's choices at a node."""

    node: int
    seat: int
    choices: list[JudgedChoice]
    best: Annotated[list[Any] | None, About("the choice that is surely better than the others")]
    puzzle: Annotated[bool, About("readers are to find it")]
    imported: Annotated[bool, About("a file says so; programs of this site did not find it")]


class StudyChapter(Form):
    title: str
    game: StudiedGame
    at: Annotated[int, About("the move of the game after which it begins")]
    nodes: list[StudyNode]
    marks: Annotated[dict[str, list[StudyMark]], About("by the number of the node")]
    comments: list[StudyComment]
    judgements: list[StudyJudgement]
    record: Annotated[
        dict[str, Any] | None, About("the game's own record, only in the file of the page")
    ]


class StudyDocument(Form):
    """A study, as its file describes it."""

    format: int
    id: int
    title: str
    made_at: Moment
    members: Annotated[list[StudyMember], About("empty for people who are not among them")]
    chapters: list[StudyChapter]
