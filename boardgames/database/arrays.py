"""Arrays as values of handwritten statements (``boardgames.database.rows``)."""

from collections.abc import Iterable


def array(numbers: Iterable[int]) -> str:
    """The numbers as PostgreSQL reads an array, for ``= ANY(%s)``."""
    return f"{{{','.join(map(str, numbers))}}}"
