"""Studies: the list, a new one, and the page of a place in one."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.http.addresses import path
from boardgames.words import dates
from games.errors import GameError, NoBoard
from games.models import Study
from games.pages import answers
from games.pages.answers import by_script, refusable, see, with_retry
from games.pages.choices import decoded
from games.pages.drawing.regions import board_names, panes
from games.pages.studies.board import StudyContent, StudyTable, table_at
from games.pages.studies.parts import chapter_tabs, parts_of
from games.pages.studies.place import Place, find_place, node_address
from games.pages.studies.solving import solved_puzzles
from games.pages.table.view.amounts_form import describe_choice
from games.pages.table.view.bar import bar
from games.rules.engine import RulesError
from games.studies import listing
from games.studies.access import Visibility, find_study
from games.trees.playing import Unplayable
from games.trees.tree import ROOT

_encode = msgspec.json.Encoder().encode


@require_safe
@never_cache
@refusable
def studies(request: HttpRequest) -> HttpResponse:
    """The reader's studies, those of their clubs, and public ones."""
    me = request.user.pk
    shown = listing.SHOWN
    context = {
        "mine": [study_row(study) for study in listing.of_person(me)[:shown]] if me else [],
        "of_clubs": [study_row(study) for study in listing.of_clubs(me)[:shown]] if me else [],
        "public": [study_row(study) for study in listing.public(me)[:shown]],
    }
    return render(request, "games/studies.html", context)


def study_row(study: Study) -> dict[str, object]:
    """A study in a list."""
    owner = listing.owner_of(study)
    return {
        "title": study.name,
        "href": path("study", study.pk),
        "owner": owner.username if owner else "",
        "chapters": vars(study)["chapter_count"],
        "when": dates.format_date(study.changed_at, _("M j")),
        "at": study.changed_at.isoformat(timespec="seconds"),
        "visibility": str(Visibility(study.visibility).label),
    }


@require_safe
@never_cache
@refusable
def study(request: HttpRequest, study_id: int) -> HttpResponse:
    """The first chapter of a study; what there is to do in one that has none yet."""
    access = find_study(study_id, request.user.pk, request.GET.get("key", ""))
    if access.chapters:
        return see(node_address(access, access.chapters[0], f"{ROOT}"))
    context = {"access": access, "study": access.study, "unlisted": True}
    return render(request, "games/study_empty.html", context)


@require_safe
@never_cache
@refusable
def show_place(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
    """The page of a place; `prefix` and `on` begin a choice."""
    place = place_of(request, study_id, chapter_id, spot)
    try:
        return page_of(request, place)
    except (NoBoard, Unplayable) as error:
        return _without_board(request, place, error)
    except RulesError:
        return _without_board(request, place, NoBoard())


def _without_board(request: HttpRequest, place: Place, error: GameError) -> HttpResponse:
    """Why a place cannot be shown, and the ways to others of the study."""
    context = {
        "study": place.access.study,
        "chapters": chapter_tabs(place),
        "advice": str(error),
        "start": place.address(ROOT) if place.node != ROOT else "",
        "unlisted": True,
    }
    answer = render(request, "games/study_unshown.html", context, status=error.status)
    return with_retry(error, answer)


@require_safe
@never_cache
@refusable
def news(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
    """The parts that the reader's page lacks, as at a table; 204 if nothing is new.

    If the page's place was removed they are those of the chapter's start, with `gone`.
    """
    place = place_of(request, study_id, chapter_id, spot)
    if request.GET.get("stamp") == f"{place.access.study.version}":
        return HttpResponse(status=204)
    return parts_lacking(request, place)


@require_safe
@never_cache
@refusable
def giving(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> JsonResponse:
    """The effect of the choice with amounts in the address; empty while it is not legal."""
    choosing = _table(request, place_of(request, study_id, chapter_id, spot)).choosing
    said = describe_choice(choosing, request.GET.dict()) if choosing else ""
    return JsonResponse({"said": said})


@require_safe
@never_cache
@refusable
def giving_form(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
    """The form for the choice with amounts in the address; 204 if there is none."""
    asked = bar(_table(request, place_of(request, study_id, chapter_id, spot)))
    if asked.giving is None:
        return HttpResponse(status=204)
    return render(request, "games/table/giving.html", {"bar": asked})


def place_of(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> Place:
    """The place of an address, for its reader."""
    me = request.user.pk
    key = request.GET.get("key", "")
    return find_place(me, study_id, chapter_id, spot, key=key, solved=solved_puzzles(request))


def _table(request: HttpRequest, place: Place) -> StudyTable:
    prefix = decoded(request.GET.get("prefix", "")) or ()
    return table_at(place, prefix, request.GET.getlist("on"))


def page_of(request: HttpRequest, place: Place, error: GameError | None = None) -> HttpResponse:
    """The whole page of a place, with what was refused if something was."""
    table, token = _table(request, place), get_token(request)
    regions = StudyContent(table, parts=parts_of(place)).regions()
    access = place.access
    context: dict[str, Any] = {
        "table": table,
        "study": access.study,
        "access": access,
        "regions": {
            name: {"hash": region.hash, "label": region.label, "html": region.with_token(token)}
            for name, region in regions.items()
        },
        "board": board_names(place.rules),
        "panes": panes(place.rules, regions),
        "message": str(error) if error else "",
        "typed": request.POST.get("text", "") if error else "",
        "socket": answers.study_socket(access.study.pk, access.key),
        "share": path("study-share", access.study.pk) if access.role is not None else "",
        "list": path("studies"),
        "opens_game": access.may_open(place.chapter),
        "unlisted": access.study.visibility != Visibility.PUBLIC,
        "own_gold": True,
    }
    status = error.status if error else 200
    answer = render(request, "games/study.html", context, status=status)
    return with_retry(error, answer) if error else answer


def parts_lacking(
    request: HttpRequest, place: Place, error: GameError | None = None
) -> HttpResponse:
    """The parts of a place whose hash is not among those that the page has (`have`)."""
    gone = not place.is_there
    if gone:
        place = place.at(ROOT)
    content = StudyContent(_table(request, place), script=True, parts=parts_of(place))
    known = set((request.POST.get("have", "") or request.GET.get("have", "")).split(","))
    token = request.POST.get("csrfmiddlewaretoken") or get_token(request)
    answer = {
        **content.frame(),
        "message": str(error) if error else "",
        "gone": _("Somebody has removed the choice that you were looking at.") if gone else "",
        "regions": {
            name: {"hash": region.hash, "html": str(region.with_token(token))}
            for name, region in content.regions().items()
            if f"{name}:{region.hash}" not in known
        },
    }
    return HttpResponse(_encode(answer), "application/json", error.status if error else 200)


def done(request: HttpRequest, place: Place) -> HttpResponse:
    """The page of a place after something was written."""
    return parts_lacking(request, place) if by_script(request) else see(place.address())


def refuse(request: HttpRequest, place: Place, error: GameError) -> HttpResponse:
    """The place as it is, and why something was refused; what was typed stays in its field."""
    if by_script(request):
        return with_retry(error, parts_lacking(request, place, error))
    return page_of(request, place if place.is_there else place.at(ROOT), error)
