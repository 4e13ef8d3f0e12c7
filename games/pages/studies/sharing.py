"""Starting a study, its chapters, who takes part in it, and who can read it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import current_user
from boardgames.http.addresses import path
from boardgames.refusal import Refusal
from community.clubs import listing as clubs
from games.errors import GameError, NotFound
from games.models import Chapter, Study, new_key
from games.pages import inputs
from games.pages.answers import member, reader, refusable, see, why
from games.pages.naming import do_for_names
from games.pages.studies.parts import chapter_name
from games.studies import chapters, listing, making, membership
from games.studies.access import Role, Visibility, find_study, members_of
from games.trees.tree import MOST_DEPTH, ROOT


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@member
@refusable
def new(request: HttpRequest) -> HttpResponse:
    """Begin a study with a position of a finished game, or add it to one.

    `game`, `at` and `key` name the position; without a game the study begins empty.
    """
    me, form = reader(request), request.POST or request.GET
    making.check_member(current_user(request))
    game_id, at = inputs.number(form.get("game", ""), 18), inputs.number(form.get("at", "")) or 0
    key, error = form.get("key", ""), None
    position, studies, begins = None, [], True
    if game_id is not None:
        position = chapters.find_studied(game_id, me, at, key)
        studies = [one for one in listing.written_by(me) if chapters.takes(one, position.game, me)]
        begins = chapters.takes(Study(), position.game, me)
        if not studies:
            chapters.shares(Study(), position.game, me)  # says before the form why it would fail
    if request.method == "POST":
        try:
            study_id, once = inputs.number(form.get("study", ""), 18), form.get("once", "")
            title, followed = form.get("title", ""), form.get("followed") == "1"
            if game_id is None:
                return see("study", making.make_study(me, title, once).pk)
            if study_id is None:
                added = chapters.start_study(
                    me, title, game_id, at, followed=followed, game_key=key, key=once
                )
            else:
                added = chapters.add_chapter(
                    study_id, me, game_id, at, followed=followed, game_key=key, key=once
                )
            return see("study-node", added.study_id, added.pk, ROOT)
        except GameError as refused:
            error = refused
    context = {
        "game": position.game if position else None,
        "game_name": _(position.type.name) if position else "",
        "at": at,
        "key": key,
        "most": MOST_DEPTH,
        "longest": making.LONGEST_TITLE,
        "studies": studies,
        "begins": begins,
        "once": form.get("once") or new_key(),
        "form": form,
        "error": why(error) if error else "",
    }
    return render(request, "games/study_new.html", context, status=error.status if error else 200)


@require_POST
@member
@refusable
def add_chapter(request: HttpRequest, study_id: int) -> HttpResponse:
    """Add a position to a study by the number or the address of its game."""
    form, me = request.POST, reader(request)
    written = form.get("game", "").strip().rstrip("/").rpartition("/")[2]
    game_id = inputs.number(written.partition("?")[0], 18)
    find_study(study_id, me)
    try:
        if game_id is None:
            raise NotFound(_("Enter the number of a finished game, or its address."))
        added = chapters.add_chapter(
            *(study_id, me, game_id, inputs.number(form.get("at", "")) or 0),
            title=form.get("title", ""), followed=form.get("followed") == "1",
            key=form.get("once", ""),
        )  # fmt: skip
    except GameError as refused:
        messages.error(request, str(refused))
        return see("study-share", study_id)
    return see("study-node", study_id, added.pk, ROOT)


@require_safe
@never_cache
@member
@refusable
def share(request: HttpRequest, study_id: int) -> HttpResponse:
    """The chapters, the members and the link of a study, and what its owner can change."""
    me = reader(request)
    access = find_study(study_id, me)
    study = access.study
    if access.role is None:
        raise NotFound
    newest = chapters.last_comments(study)
    link = f"{settings.SITE_URL}{path('study', study_id)}?key={study.key}"
    context = {
        "study": study,
        "access": access,
        "members": [
            {
                "name": one.user.username,
                "href": path("player", one.user.username),
                "role": str(Role(one.role).label),
                "writes": one.role == Role.WRITER,
                "owner": one.role == Role.OWNER,
                "me": one.user_id == me,
            }
            for one in members_of(study)
        ],
        "chapters": [
            {
                "id": chapter.pk,
                "name": chapter_name(number, chapter.title),
                "title": chapter.title,
                "game": chapter.game_id,
                "at": chapter.at,
                "last_node": chapter.last_node,
                "last_comment": newest.get(chapter.pk, 0),
                "removes": access.owns or (access.writes and chapter.by_id == me),
            }
            for number, chapter in enumerate(access.chapters, 1)
        ],
        "link": link if study.visibility == Visibility.LINK else link.partition("?")[0],
        "visibilities": [(value, str(label)) for value, label in Visibility.choices],
        "clubs": [one.club for one in clubs.of_person(me)] if access.owns else [],
        "most_chapters": chapters.MOST_CHAPTERS,
        "longest": making.LONGEST_TITLE,
        "most": MOST_DEPTH,
        "once": new_key(),
    }
    return render(request, "games/study_share.html", context)


@require_POST
@member
@refusable
def act_on_study(request: HttpRequest, study_id: int, study_deed: str) -> HttpResponse:
    """Carry out a button of that page, and return to it."""
    try:
        act = _ACTS[study_deed]
    except KeyError:
        raise Http404 from None
    find_study(study_id, reader(request))
    try:
        to = act(request, study_id, reader(request))
    except Refusal as refused:
        messages.error(request, why(refused))
        to = None
    return to or see("study-share", study_id)


def _name(request: HttpRequest) -> str:
    return request.POST.get("name", "").strip()


def _rename(request: HttpRequest, study_id: int, me: int) -> None:
    making.rename_study(study_id, me, request.POST.get("title", ""))


def _show_to(request: HttpRequest, study_id: int, me: int) -> None:
    club = inputs.number(request.POST.get("club", ""), 18)
    making.show_to(study_id, me, request.POST.get("visibility", ""), club)


def _renew_link(request: HttpRequest, study_id: int, me: int) -> None:
    making.renew_link(study_id, me)
    messages.success(request, _("The study has a new link. The old one no longer opens it."))


def _check_sure(request: HttpRequest) -> None:
    if request.POST.get("sure") != "1":
        raise Refusal(_("Tick the box to confirm."))


def _delete(request: HttpRequest, study_id: int, me: int) -> HttpResponse:
    _check_sure(request)
    making.delete_study(study_id, me)
    messages.success(request, _("The study is deleted."))
    return see("studies")


def _let(request: HttpRequest, study_id: int, me: int) -> None:
    writes = request.POST.get("role") == "writes"

    def let(name: str) -> str:
        membership.set_member(study_id, me, name, writes=writes)
        said = _("%(name)s can now write here.") if writes else _("%(name)s can now read this.")
        return said % {"name": name}

    do_for_names(request, _name(request), let)


def _remove(request: HttpRequest, study_id: int, me: int) -> HttpResponse | None:
    membership.remove_member(study_id, me, _name(request))
    try:
        find_study(study_id, me)
    except NotFound:
        return see("studies")
    return None if _name(request) != request.user.get_username() else see("studies")


def _hand_over(request: HttpRequest, study_id: int, me: int) -> None:
    membership.hand_over(study_id, me, _name(request))


def _rename_chapter(request: HttpRequest, study_id: int, me: int) -> None:
    chapters.rename_chapter(study_id, me, _chapter(request), request.POST.get("title", ""))


def _remove_chapter(request: HttpRequest, study_id: int, me: int) -> None:
    form = request.POST
    _check_sure(request)
    chapters.remove_chapter(
        *(study_id, me, _chapter(request)),
        last_node=inputs.number(form.get("last_node", "")) or 0,
        last_comment=inputs.number(form.get("last_comment", ""), 18) or 0,
    )


def _chapter(request: HttpRequest) -> int:
    found = inputs.number(request.POST.get("chapter", ""), 18)
    if found is None or not Chapter.objects.filter(pk=found).exists():
        raise Refusal(_("There is no such chapter."))
    return found


_ACTS: dict[str, Callable[[HttpRequest, int, int], HttpResponse | None]] = {
    "rename": _rename,
    "show-to": _show_to,
    "new-link": _renew_link,
    "delete": _delete,
    "let": _let,
    "remove": _remove,
    "hand-over": _hand_over,
    "rename-chapter": _rename_chapter,
    "remove-chapter": _remove_chapter,
}
