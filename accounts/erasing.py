"""Closes accounts again that a restored backup has reopened."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from accounts import names, people
from accounts.models import User


def list_closed_accounts() -> Iterator[str]:
    """Closed accounts, one per line: the user id and its start date, as ids may be reused."""
    closed = User.objects.filter(username__startswith=names.FORMER_PLAYER, is_active=False)
    for number, began in closed.order_by("pk").values_list("pk", "date_joined"):
        yield f"{number} {began.isoformat()}"


def again(lines: Iterable[str]) -> int:
    """Close the accounts in such a list that are open; how many.

    Raises ValueError for an invalid list before anything is done.
    """
    return sum(_close(number, began) for number, began in [_read(line) for line in lines])


def _read(line: str) -> tuple[int, datetime]:
    number, began = line.split()
    return int(number), datetime.fromisoformat(began)


def _close(number: int, began: datetime) -> bool:
    open_ones = User.objects.exclude(username__startswith=names.FORMER_PLAYER)
    user = open_ones.filter(pk=number, date_joined=began).first()
    if user:
        people.close_account(user)
    return user is not None
