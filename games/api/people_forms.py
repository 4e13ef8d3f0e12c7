"""The forms of requests and answers about people: who they are, what they have played, ratings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.api.schemas import Name, Strict
from games.showing import profile
from games.showing.forms import About, Form
from games.showing.ratings import RatingHistory, RatingNumber


class Profile(profile.Profile):
    """What the caller may know of a person."""

    here: Annotated[bool | None, About("whether they are online; null: they do not show it")]


class Ratings(Form):
    """Somebody's ratings, each with its newest games."""

    ratings: list[RatingHistory]


class NewCircle(Strict):
    """A circle of this name is replaced."""

    name: str = Field(max_length=60)
    members: list[Name] = Field(min_length=1, max_length=50, description="names of friends")


class Preset(Form):
    """Settings that were kept for a circle."""

    id: int
    type: str


class Circle(Form):
    """Friends who are invited together."""

    id: int
    name: str
    members: list[str]
    presets: list[Preset]


class Friends(Form):
    """The caller's friends, requests, circles and blocks."""

    friends: list[str]
    here: Annotated[list[str], About("friends who are online and show it")]
    asking: Annotated[list[str], About("people who have sent a friend request")]
    asked: Annotated[list[str], About("people to whom the caller has sent one")]
    blocked: list[str]
    circles: list[Circle]


class NewProfile(Strict):
    """How the caller is shown; all of it is replaced."""

    face: profile.Face
    about: str = Field(default="", max_length=1000, description="at most 300 characters")
    favourites: list[Name] = Field(default=[], max_length=20, description="game types; at most 4")
    links: list[str] = Field(default=[], max_length=20, description="at most 3 addresses")


class Hidden(Strict):
    """What others do not see of the caller: the names of the parts, as in `hidden` of a person."""

    hidden: list[Name] = Field(max_length=20)


class NewName(Strict):
    name: Name


class Leader(RatingNumber):
    """A line of a leaderboard."""

    place: Annotated[int | None, About("null for a provisional rating")]
    user: str


class Leaderboard(Form):
    """A page of the leaderboard of a game type."""

    season: Annotated[int, About("year and quarter, such as 20264; 0: all time")]
    leaders: Annotated[
        list[Leader], About("while fewer than ten are listed, provisional ratings follow")
    ]
    you: Annotated[RatingNumber | None, About("the caller's rating there")]
    next: Annotated[str | None, About("give it as ?after= to get the next page")]


class TypeFigure(Form):
    """A figure of all games, and of the caller's."""

    key: str
    label: Annotated[str, About("in the caller's language; empty where the key says all")]
    all: float
    own: float | None


class TypeStatistics(Form):
    """Figures of a game type with one number of players."""

    players: int
    games: Annotated[dict[str, int], About("games that were counted, by number of players")]
    moves: Annotated[int | None, About("of a game, on average; null: there is none yet")]
    seconds: Annotated[int | None, About("that a game of days takes on average")]
    live_seconds: Annotated[int | None, About("that a live game takes on average")]
    places: Annotated[list[TypeFigure], About("average points by place, from 1")]
    wins: Annotated[list[TypeFigure], About("percent of the games won, by seat, from 0")]
    seats: Annotated[list[TypeFigure], About("average points by seat, from 0")]
    sources: Annotated[list[TypeFigure], About("average points per player from each source")]
    options: Annotated[list[TypeFigure], About("percent of the games, by NAME=VALUE")]
    reasons: Annotated[
        list[TypeFigure], About("percent of the games without points, by why they ended")
    ]


class NewsItem(Form):
    """News from the people who run the site."""

    id: int
    at: Annotated[str, About(format="date-time")]
    language: Annotated[str, About("of the text: the caller's where there is one")]
    title: str
    text: str


class News(Form):
    news: list[NewsItem]
    next: Annotated[str | None, About("give it as ?before= to get the next page")]
