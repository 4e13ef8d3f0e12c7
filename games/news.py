"""What people are to be told of a change, written in its own transaction."""

from datetime import datetime

from games.position import Position


def note(position: Position, waited_for: set[int], now: datetime) -> None:
    """Write down who is to be told what; ``waited_for`` are the seats waited for before."""
