"""For all templates: `csrf_input`, which each form carries."""

from typing import Any

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject


def token(request: HttpRequest) -> dict[str, Any]:
    """One for all forms of a page: making it takes a tenth of a millisecond, and a list has
    dozens of forms."""
    return {"csrf_input": SimpleLazyObject(lambda: csrf_input(request))}
