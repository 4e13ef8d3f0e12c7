"""The line over a phone's decision bar at a live table: all clocks, and what is new."""

from __future__ import annotations

from typing import TypedDict

from games.models import Seat
from games.pages import clocks
from games.pages.table.points import clock
from games.pages.table.reader import Reader
from games.pages.table.story import Story
from games.pages.table.view.agreements import Agreements


class SeatClock(TypedDict):
    """A seat at a live table.

    ``user`` is the account's name; ``online`` is None for bots; ``clock`` is None if no time runs
    or is left over.
    """

    seat: int
    name: str
    user: str
    you: bool
    online: bool | None
    clock: clocks.Clock | None


class News(TypedDict):
    """What somebody offers, with the place where to answer, or what somebody has just done."""

    text: str
    href: str


def seat_clocks(reader: Reader) -> list[SeatClock]:
    """Every seat with its clock, in the order of the seats."""
    return [_seat_clock(reader, seat) for seat in reader.position.seats]


def _seat_clock(reader: Reader, seat: Seat) -> SeatClock:
    return {
        "seat": seat.index,
        "name": reader.people[seat.index],
        "user": seat.user.username if seat.user else "",
        "you": seat.index == reader.me,
        "online": None if seat.bot else seat.index == reader.me,
        "clock": clock(reader, seat),
    }


def news(agreed: Agreements, story: Story) -> News | None:
    """An open vote, else a pause, else the last thing that another player did."""
    if agreed["vote"]:
        return {"text": agreed["vote"]["question"], "href": "#vote-heading"}
    if agreed["paused"]:
        return {"text": agreed["paused"]["text"], "href": ""}
    told = story.of_others()
    return {"text": told, "href": ""} if told else None
