"""`csrf_input` for all templates, which every form includes."""

from typing import Any

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject


def token(request: HttpRequest) -> dict[str, Any]:
    """One token for all forms of a page.

    Creating one takes a tenth of a millisecond, and a list has dozens of forms.
    """
    return {"csrf_input": SimpleLazyObject(lambda: csrf_input(request))}
