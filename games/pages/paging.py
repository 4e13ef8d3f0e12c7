"""Long lists, page by page, and the values in their addresses."""

from collections.abc import Container
from typing import TypedDict

from django.http import HttpRequest

from games.lobby.listing import Listing
from games.models import Game
from games.pages import inputs

PER_PAGE = 20
MOST_PAGES = 500


class Pages(TypedDict):
    """The arguments of the kit's `pages`: addresses, None if there is no such page."""

    previous: str | None
    following: str | None
    number: int


def one_of(text: str | None, known: Container[str]) -> str:
    """The value in an address, if it is a known one; otherwise empty."""
    return text if text is not None and text in known else ""


def paged(
    request: HttpRequest, games: Listing | list[Game], per_page: int = PER_PAGE
) -> tuple[list[Game], Pages]:
    """The items on the page that `page` names, and the arguments of the kit's `pages`."""
    asked = inputs.number(request.GET.get("page", ""), 4) or 1
    number = min(asked, MOST_PAGES)
    first = (number - 1) * per_page
    found = games[first : first + per_page + 1]

    def address(page: int) -> str:
        asked = request.GET.copy()
        asked["page"] = str(page)
        return f"?{asked.urlencode()}"

    return found[:per_page], {
        "previous": address(number - 1) if number > 1 else None,
        "following": address(number + 1) if len(found) > per_page else None,
        "number": number,
    }
