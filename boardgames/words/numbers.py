"""Numbers in the reader's notation."""

from django.utils.formats import number_format


def tenths(number: float, *, signed: bool = False) -> str:
    """A number with one decimal; ``signed``: with a plus sign if positive."""
    rounded = round(number, 1)
    sign = "−" if rounded < 0 else "+" if signed else ""
    return sign + number_format(abs(rounded), 1)
