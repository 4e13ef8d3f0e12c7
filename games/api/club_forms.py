"""The forms of requests and answers about clubs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, Field

from community.models import Club as StoredClub
from games.api.schemas import NO_NUL, Clock, Name, Strict, one_of
from games.showing import profile
from games.showing.forms import About, Form

#: What people in a club may be to it.
ROLES = ("", "member", "officer", "owner")
#: What those who run a club do with people, by the words of the request.
ACTS = ("invite", "accept", "refuse", "call-back", "remove", "promote", "demote", "hand-over")
Text = Annotated[str, Field(pattern=NO_NUL, max_length=2000)]


class NewClub(Strict):
    """How a club shows itself; when it is changed, all of it is replaced."""

    name: Text = Field(description="3 to 40 characters")
    entry: Annotated[str, one_of(StoredClub.Entry.values)] = StoredClub.Entry.REQUEST.value
    about: Text = Field(default="", description="at most 500 characters")
    rules: Text = Field(default="", description="house rules, one on each line")
    languages: list[Name] = Field(default=[], max_length=20)
    sign: profile.Face | None = Field(default=None, description="unless set, it stays as it is")


class JoinClub(Strict):
    """The body may be left out altogether."""

    words: Text = Field(default="", description="to the people who run the club, if they decide")


class ClubAct(Strict):
    """What to do with a person. `call-back` takes an invitation back, or lets a removed person ask
    again."""

    user: Name
    act: Annotated[str, one_of(ACTS)]


class NewClubMessage(Strict):
    text: str = Field(description="1 to 1000 characters", pattern=NO_NUL)


class HiddenMessage(Strict):
    hidden: bool = Field(default=True, description="false shows the message again")


class NewEvent(Strict):
    """An event of a club: at its time, tables are made up from everyone who has said yes."""

    title: Text = Field(description="3 to 60 characters")
    at: AwareDatetime
    type: Name
    players: int = Field(description="at a table, at most")
    clock: Clock | None = Field(default=None, description="3 days per turn unless set")
    options: dict[str, Any] = Field(default={}, description="as /types/TYPE lists them")
    rated: bool = False


class EventAnswer(Strict):
    comes: bool


class ClubSummary(Form):
    """A club in a list."""

    id: int
    name: str
    size: Annotated[int, About("number of members")]
    entry: Annotated[str, About("who can join", enum=StoredClub.Entry.values)]
    languages: list[str]
    about: str


class ClubOfMember(ClubSummary):
    role: Annotated[str, About("the caller's", enum=list(ROLES))]


class ClubInvitation(Form):
    club: ClubSummary
    by: str


class ClubsOfCaller(Form):
    """The clubs that the caller is in, invitations, and clubs that were closed."""

    member: list[ClubOfMember]
    invitations: list[ClubInvitation]
    closed: list[ClubSummary]


class Clubs(Form):
    """Clubs that the caller can join or ask to join, the biggest first."""

    clubs: list[ClubSummary]
    next: Annotated[int | None, About("give it as ?after= to get the next page")]


class Club(ClubOfMember):
    """A club as the caller may see it."""

    rules: str
    since: Annotated[str, About("year and month in which it was founded")]
    closed: bool
    state: Annotated[str, About("of a caller who is no member", enum=["", "asks", "invited"])]
    invited_by: str
    unread: Annotated[int | None, About("messages; null for a caller who is no member")]
    members: Annotated[list[str], About("some; people who hide are shown to members alone")]


class ClubMember(Form):
    user: str
    role: Annotated[str, About(enum=list(ROLES[1:]))]
    games: Annotated[int | None, About("finished in this club; null for none or hidden")]
    won: int | None


class ClubMembers(Form):
    """The owner, the officers, then the others in order of joining."""

    members: list[ClubMember]
    next: Annotated[int | None, About("give it as ?after= to get the next page")]


class ClubCandidate(Form):
    user: str
    words: Annotated[str, About("of somebody who asks")]
    by: Annotated[str | None, About("who invited or removed them")]


class ClubCandidates(Form):
    """For the people who run the club."""

    asks: list[ClubCandidate]
    invited: list[ClubCandidate]
    removed: list[ClubCandidate]


class ClubMessage(Form):
    id: int
    user: str
    text: Annotated[str, About("empty if it is hidden")]
    hidden: bool
    moderator: Annotated[bool, About("a moderator has hidden it")]
    at: datetime


class ClubTalk(Form):
    """The last messages, the oldest first."""

    messages: list[ClubMessage]
    next: Annotated[int | None, About("give it as ?before= to get earlier messages")]


class EventTable(Form):
    number: int
    game: int


class ClubEvent(Form):
    """An event of a club."""

    id: int
    title: str
    at: datetime
    type: str
    players: Annotated[int, About("at a table, at most")]
    clock: Clock
    options: dict[str, Any]
    rated: bool
    open: Annotated[bool, About("whether one can still answer")]
    mine: Annotated[bool | None, About("the caller's answer; null: none")]
    coming: Annotated[int, About("how many have said yes")]
    names: Annotated[list[str], About("the first twelve of them")]
    tables: Annotated[list[EventTable], About("once it has begun")]


class ClubEvents(Form):
    """What is to come, the soonest first, and what began a short time ago."""

    events: list[ClubEvent]
