"""Answers in the language that their address names, for programs that say none, such as readers of
feeds."""

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
    """In the language ``lang`` of the address; without one of ours as everything else."""

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
