"""What the forms of a study's pages send."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from boardgames.http.addresses import path
from games.errors import Forbidden, GameError, NotFound, Refused
from games.moderation import interest
from games.pages import inputs
from games.pages.answers import by_script, member, reader, refusable, see
from games.pages.choices import sent
from games.pages.studies.board import things_at
from games.pages.studies.place import Place
from games.pages.studies.solving import remember
from games.pages.studies.views import done, place_of, refuse
from games.studies import judging, writing
from games.studies.marks import Mark

#: What a form does at a place; it returns the node to go to, None to stay.
Act = Callable[[HttpRequest, Place], int | None]


def _at_place(act: Act) -> Callable[..., HttpResponse]:
    """A view that does something at a place, and answers with the place where it leads."""

    @require_POST
    @member
    @refusable
    def view(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
        place = place_of(request, study_id, chapter_id, spot)
        try:
            to = act(request, place)
        except (NotFound, Forbidden):
            raise
        except GameError as error:
            return refuse(request, place_of(request, study_id, chapter_id, spot), error)
        if to is None:
            return done(request, place_of(request, study_id, chapter_id, spot))
        return done(request, place_of(request, study_id, chapter_id, f"{to}"))

    return view


def _choose(request: HttpRequest, place: Place) -> int:
    seat = place.chair
    if seat is None:
        raise Refused(_("Nobody chooses here."), "not_asked")
    where = place.access.study.pk, reader(request), place.chapter.pk, place.node
    return writing.add_choice(*where, seat, sent(request.POST))


def _remove(request: HttpRequest, place: Place) -> int:
    form = request.POST
    return writing.remove_choice(
        *(place.access.study.pk, reader(request), place.chapter.pk, place.node),
        last_node=inputs.number(form.get("last_node", "")) or 0,
        last_comment=inputs.number(form.get("last_comment", ""), 18) or 0,
    )


def _comment(request: HttpRequest, place: Place) -> None:
    form = request.POST
    where = place.access.study.pk, reader(request), place.chapter.pk, place.node
    writing.write_comment(*where, form.get("text", ""), form.get("key", ""))


def _edit(request: HttpRequest, place: Place) -> None:
    form = request.POST
    where = place.access.study.pk, reader(request), _number(request)
    try:
        was = datetime.fromisoformat(form.get("was", ""))
    except ValueError:
        was = None
    writing.edit_comment(*where, form.get("text", ""), was)


def _hide(request: HttpRequest, study_id: int) -> None:
    writing.hide_comment(
        *(study_id, reader(request), _number(request)),
        hidden=request.POST.get("show") != "1",
        play_together=interest.play_together,
    )


@require_POST
@member
@refusable
def hide(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
    """Hide a comment, or show it again. Authors can do it also from a page that they have still
    open, but can read no longer."""
    try:
        place_of(request, study_id, chapter_id, spot)
    except NotFound:
        _hide(request, study_id)
        to = path("studies")
        return JsonResponse({"to": to}) if by_script(request) else see(to)
    return _hide_at_place(request, study_id=study_id, chapter_id=chapter_id, spot=spot)


def _number(request: HttpRequest) -> int:
    return inputs.number(request.POST.get("comment", ""), 18) or 0


def _mark(request: HttpRequest, place: Place) -> None:
    form = request.POST
    where = place.access.study.pk, reader(request), place.chapter.pk, place.node
    mark = Mark(on=form.get("on", ""), colour=form.get("colour", ""), to=form.get("to", ""))
    if "remove" in form:
        writing.remove_mark(*where, mark.on, mark.to)
    else:
        writing.add_mark(*where, mark, things_at(place))


def _judge(request: HttpRequest, place: Place) -> None:
    where = place.access.study.pk, reader(request), place.chapter.pk, place.node
    judging.request_judgement(*where, place.chair)


def _make_puzzle(request: HttpRequest, place: Place) -> None:
    where = place.access.study.pk, reader(request), place.chapter.pk, place.node
    judging.set_puzzle(*where, place.chair, puzzle="end" not in request.POST)


@require_POST
@refusable
def choose(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
    """Add a choice to the tree; an answer from a reader whom a puzzle asks."""
    place = place_of(request, study_id, chapter_id, spot)
    puzzle = place.puzzle
    decision = None if puzzle is None else place.game.decision(puzzle.seat)
    if puzzle is None and _is_answered(request, place):
        return done(request, place)
    if puzzle is None and not place.access.writes:
        said = _("No puzzle is here any more. What was found is shown to everybody.")
        return refuse(request, place, Refused(said, "no_puzzle"))
    if puzzle is None or decision is None:
        return _choose_at_place(request, study_id=study_id, chapter_id=chapter_id, spot=spot)
    try:
        judging.check_answer(puzzle, decision, sent(request.POST))
    except GameError as error:
        return refuse(request, place, error)
    remember(request, puzzle, found=True)
    return done(request, place_of(request, study_id, chapter_id, spot))


def _is_answered(request: HttpRequest, place: Place) -> bool:
    """Whether a reader sends a right answer again, as after one whose reply was lost."""
    puzzle = None if place.access.writes else place.puzzles.get(place.node)
    decision = None if puzzle is None else place.game.decision(puzzle.seat)
    if puzzle is None or decision is None:
        return False
    try:
        judging.check_answer(puzzle, decision, sent(request.POST))
    except GameError:
        return False
    return True


@require_POST
@refusable
def reveal(request: HttpRequest, study_id: int, chapter_id: int, spot: str) -> HttpResponse:
    """Show a reader the answer of a puzzle."""
    place = place_of(request, study_id, chapter_id, spot)
    if place.puzzle is not None:
        remember(request, place.puzzle, found=False)
    return done(request, place_of(request, study_id, chapter_id, spot))


_choose_at_place = _at_place(_choose)
make_puzzle = _at_place(_make_puzzle)
remove = _at_place(_remove)
comment = _at_place(_comment)
edit = _at_place(_edit)
_hide_at_place = _at_place(lambda request, place: _hide(request, place.access.study.pk))
mark = _at_place(_mark)
judge = _at_place(_judge)
