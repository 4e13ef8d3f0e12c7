"""Package errors of one game type, as its maintainers read them."""

from __future__ import annotations

from boardgames.models import Trouble
from games.errors import NotFound
from games.upkeep import maintainers

MOST = 50


def list_errors(slug: str, reader_id: int) -> list[Trouble]:
    """The errors, last seen first.

    For a running table with a part of the reader's, an error says only where and how often: its
    text may contain secrets.
    """
    found = list(Trouble.objects.filter(game=slug).order_by("-last_at")[:MOST])
    closed = maintainers.closed_among(reader_id, [each.at_game for each in found])
    for each in found:
        if each.at_game in closed:
            each.error = each.trace = ""
    return found


def strike_off(slug: str, slip_id: int, user_id: int) -> None:
    """Remove an error from the list; it returns, with a notification, if it was not fixed."""
    maintainers.package(slug, user_id)
    deleted, _by_model = Trouble.objects.filter(pk=slip_id, game=slug).delete()
    if not deleted:
        raise NotFound
