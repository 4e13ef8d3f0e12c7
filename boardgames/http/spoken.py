"""Answers in a language that the address names, for programs that send none, such as feed
readers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def as_asked(view: View[P]) -> View[P]:
    """A view in the language of the ``lang`` parameter; as usual if that is none of ours."""

    @wraps(view)
    def spoken(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        asked = request.GET.get("lang", "")
        if asked not in dict(settings.LANGUAGES):
            return view(request, *args, **kwargs)
        with translation.override(asked):
            answer = view(request, *args, **kwargs)
        answer.headers["Content-Language"] = asked
        return answer

    return spoken
