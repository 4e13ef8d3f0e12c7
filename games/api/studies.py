"""Studies of finished games: listing, starting and reading them."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Header, Query, Router

from games.api import study_forms as forms
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.api.schemas import NO_NUL
from games.models import Study
from games.studies import chapters, document, listing, making
from games.studies.access import find_study

router = Router()
ONE = {200: forms.StudyDocument, **ERRORS}


@router.get("/studies", response={200: forms.Studies, **ERRORS}, summary="Studies")
def list_studies(request: HttpRequest) -> HttpResponse:
    """The caller's, those of the caller's clubs, and public ones; the last changed first."""
    me, shown = user_of(request).pk, listing.SHOWN
    data: forms.Studies = {
        "mine": [_summary(study) for study in listing.of_person(me)[:shown]],
        "clubs": [_summary(study) for study in listing.of_clubs(me)[:shown]],
        "public": [_summary(study) for study in listing.public(me)[:shown]],
    }
    return answer(data)


@router.post("/studies", response={201: forms.StudyDocument, **ERRORS}, summary="Start a study")
def start_study(
    request: HttpRequest,
    body: forms.NewStudy,
    key: Annotated[
        str, Header(alias="Idempotency-Key", max_length=making.LONGEST_KEY, pattern=NO_NUL)
    ] = "",
) -> HttpResponse:
    """At first only its link opens it. A repeated request with the same `Idempotency-Key` starts
    only one."""
    me = user_of(request).pk
    if body.game is None:
        study_id = making.make_study(me, body.title, key).pk
    else:
        study_id = chapters.start_study(
            me, body.title, body.game, body.at, followed=body.followed, key=key
        ).study_id
    return answer(document.write_document(find_study(study_id, me)), 201)


@router.get("/studies/{int:study_id}", response=ONE, summary="A study")
def show_study(
    request: HttpRequest,
    study_id: int,
    key: Annotated[str, Query(max_length=40, description="that of its link")] = "",
) -> HttpResponse:
    """As one JSON document; hidden comments are left out."""
    return answer(document.write_document(find_study(study_id, user_of(request).pk, key)))


def _summary(study: Study) -> forms.StudySummary:
    owner = listing.owner_of(study)
    return {
        "id": study.pk,
        "title": study.name,
        "owner": owner.username if owner else "",
        "visibility": study.visibility,
        "chapters": vars(study)["chapter_count"],
        "changed": study.changed_at.isoformat(),
    }
