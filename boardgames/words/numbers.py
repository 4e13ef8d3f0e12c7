"""Numbers as the reader writes them."""

from django.utils.formats import number_format


def tenths(number: float, *, signed: bool = False) -> str:
    """With one digit behind the point; ``signed``: with a sign also above zero."""
    rounded = round(number, 1)
    sign = "−" if rounded < 0 else "+" if signed else ""
    return sign + number_format(abs(rounded), 1)
