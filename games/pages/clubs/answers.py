"""How pages of clubs answer what is refused there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from community.clubs import rows
from games.errors import Forbidden, NotFound
from games.pages.answers import member, refusable

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def of_clubs(view: View[P]) -> View[P]:
    """For people with an account: a club of which one may not know is not there, and what is not
    one's own to do is said on a page."""

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except rows.NotThere as error:
            raise NotFound(str(error)) from error
        except rows.Forbidden as error:
            raise Forbidden(str(error)) from error

    return member(refusable(checked))
