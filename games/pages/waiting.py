"""The numbers in the head of every page: waiting games and unread news, read once per request."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.live import watching


def count_waiting_games(request: HttpRequest) -> int:
    """How many running games wait for the reader."""
    return _number(request, "waiting")


def letters(request: HttpRequest) -> int:
    """How many of the reader's conversations have something new."""
    return _number(request, "letters")


def know(request: HttpRequest, number: int) -> None:
    """Use this number, which was read together with something else."""
    vars(request)["_head_numbers"] = {"waiting": number}


def context(request: HttpRequest) -> dict[str, object]:
    """For all templates: `waiting_count`, `unread_count` and `letters_count`, read on demand."""
    return {
        "waiting_count": SimpleLazyObject(lambda: count_waiting_games(request)),
        "unread_count": SimpleLazyObject(lambda: _number(request, "unread")),
        "letters_count": SimpleLazyObject(lambda: _number(request, "letters")),
    }


def _number(request: HttpRequest, name: str) -> int:
    user_id = request.user.pk
    if user_id is None:
        return 0
    known: dict[str, int] = vars(request).setdefault("_head_numbers", {})
    if not known:
        known |= watching.header_counts(user_id)
    elif name not in known:
        known |= watching.news(user_id)
    return known[name]
