"""Arrays as values of statements written by hand (``boardgames.database.rows``)."""

from collections.abc import Iterable


def array(numbers: Iterable[int]) -> str:
    """Numbers as PostgreSQL reads an array of them, for ``= ANY(%s)``."""
    return f"{{{','.join(map(str, numbers))}}}"
