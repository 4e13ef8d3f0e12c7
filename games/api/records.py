"""The records of finished games: documents from which a game can be played again, and their form.

They are not in the API's description: a record is described by its own JSON Schema.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from ninja import Router

from games.api.answers import answer
from games.api.auth import user_of
from games.archive import transfer
from games.errors import NotFound
from games.rules.records import FORMAT, schema, sheet
from games.rules.records.wording import nearest

router = Router()


@router.get("/record.schema.json", auth=None, include_in_schema=False, url_name="record_schema")
def show_newest_schema(request: HttpRequest) -> HttpResponse:
    return show_schema(request, FORMAT)


@router.get(
    "/record-{int:record_format}.schema.json",
    auth=None,
    include_in_schema=False,
    url_name="record_schema_of",
)
def show_schema(request: HttpRequest, record_format: int) -> HttpResponse:
    """The JSON Schema of records in a format; its own address does not change."""
    if record_format != FORMAT:
        raise NotFound
    address = reverse("api:record_schema_of", args=[FORMAT])
    response = answer(schema(f"{settings.SITE_URL}{address}"))
    response["Content-Type"] = "application/schema+json"
    response["Cache-Control"] = "public, max-age=3600"
    return response


@router.get("/games/{int:game_id}/record.json", include_in_schema=False, url_name="record")
def show_record(request: HttpRequest, game_id: int) -> HttpResponse:
    """The document of a finished game, for its players."""
    response = answer(transfer.record_for(game_id, user_of(request).pk))
    response["Content-Disposition"] = f'attachment; filename="game-{game_id}.json"'
    return response


@router.get("/games/{int:game_id}/record.txt", include_in_schema=False, url_name="record_text")
def show_sheet(request: HttpRequest, game_id: int) -> HttpResponse:
    """The same game as a text for people, in the caller's language."""
    document = transfer.record_for(game_id, user_of(request).pk)
    text = sheet(document, nearest(get_language()))
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="game-{game_id}.txt"',
    }
    return HttpResponse(text, "text/plain; charset=utf-8", headers=headers)
