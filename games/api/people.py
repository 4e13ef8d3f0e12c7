"""Finding people."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from community import finding
from games.api import schemas
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.models import Encounter
from games.showing import people

router = Router()


@router.get(
    "/people",
    response={200: schemas.People, **ERRORS},
    summary="People with this in their name: friends first, then former opponents",
)
def find_people(
    request: HttpRequest,
    q: Annotated[str, Query(max_length=30, description="three letters or more")],
) -> HttpResponse:
    """At most 20. Needs at least three letters; people who hide themselves are not found."""
    me = user_of(request).pk
    met = Encounter.objects.filter(user=me).values_list("other", flat=True)
    return answer({"people": people.known_to(me, finding.by_part(q, me, met))})
