"""How many games wait for the reader: asked once per request, shown on every page."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.lobby import next as upcoming


def count(request: HttpRequest) -> int:
    """The running games that wait for the reader."""
    if not request.user.is_authenticated:
        return 0
    known: int | None = getattr(request, "_games_waiting", None)
    if known is None:
        known = upcoming.number(request.user.pk).answer()
        request._games_waiting = known  # type: ignore[attr-defined]
    return known


def know(request: HttpRequest, number: int) -> None:
    """It has been asked along with something else."""
    request._games_waiting = number  # type: ignore[attr-defined]


def context(request: HttpRequest) -> dict[str, object]:
    """For all templates: `waiting_count`, asked when a template wants it."""
    return {"waiting_count": SimpleLazyObject(lambda: count(request))}
