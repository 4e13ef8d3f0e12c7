"""Members' actions in a club, and their answers to its events."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from boardgames.refusal import Refusal
from community.clubs import belonging, errors, founding, joining, queries, rights, talk
from games.clubs import events
from games.moderation import interest
from games.pages import inputs
from games.pages.answers import member, reader, refusable, see, why
from games.pages.naming import do_for_names, see_again

#: The pages that buttons return to, apart from the club's page.
_BACK = {"members": "club-members", "talk": "club-talk", "clubs": "clubs"}


@require_POST
@member
@refusable
def act_on_club(request: HttpRequest, club_id: int, deed: str) -> HttpResponse:
    """Carry out a button about a club or a person in it, and return to its page."""
    try:
        do = _ACTS[deed]
    except KeyError:
        raise Http404 from None
    try:
        said = do(request, club_id, reader(request))
    except Refusal as refused:
        messages.error(request, why(refused))
    else:
        if said:
            messages.success(request, said)
    return _back(request, club_id)


@require_POST
@member
@refusable
def invite(request: HttpRequest, club_id: int) -> HttpResponse:
    """Invite the people named; those who have asked to join become members."""
    queries.seen(club_id, reader(request))
    rights.check_runs(club_id, reader(request))
    left = invite_each(request, club_id, request.POST.get("name", ""))
    inside = request.POST.get("back") == "members"
    return see_again(left, "club-members" if inside else "club", club_id)


def invite_each(request: HttpRequest, club_id: int, names: str) -> str:
    """Report each result; return the names of people who cannot be invited."""

    def do(name: str) -> str:
        if joining.invite_member(club_id, reader(request), name):
            return _("%(name)s is now a member.") % {"name": name}
        return _("%(name)s is invited.") % {"name": name}

    return do_for_names(request, names, do)


def _back(request: HttpRequest, club_id: int) -> HttpResponse:
    back = _BACK.get(request.POST.get("back", ""))
    try:
        queries.seen(club_id, reader(request))
    except errors.NotThere:  # no longer
        back = "clubs"
    if back == "clubs":
        return see(back)
    if back and not queries.is_member(club_id, reader(request)):
        back = None
    return see(back or "club", club_id)


def _name(request: HttpRequest) -> str:
    return request.POST.get("name", "").strip()


def _join(request: HttpRequest, club_id: int, me: int) -> str:
    if joining.join_club(club_id, me, request.POST.get("words", "")):
        return _("You are now a member.")
    return _("We have asked the club. You get a notification when it accepts you.")


def _withdraw(request: HttpRequest, club_id: int, me: int) -> str:
    joining.withdraw_request(club_id, me)
    return _("Done.")


def _leave(request: HttpRequest, club_id: int, me: int) -> str:
    belonging.leave_club(club_id, me)
    return _("You are no longer a member.")


def _accept(request: HttpRequest, club_id: int, me: int) -> str:
    joining.accept(club_id, me, _name(request))
    return _("%(name)s is now a member.") % {"name": _name(request)[:40]}


def _refuse(request: HttpRequest, club_id: int, me: int) -> str:
    joining.refuse(club_id, me, _name(request))
    return _("Done. Nobody is notified.")


def _call_back(request: HttpRequest, club_id: int, me: int) -> str:
    joining.call_back(club_id, me, _name(request))
    return _("Done. Nobody is notified.")


def _remove(request: HttpRequest, club_id: int, me: int) -> str:
    belonging.remove_member(club_id, me, _name(request))
    return _("%(name)s is no longer a member.") % {"name": _name(request)[:40]}


def _promote(request: HttpRequest, club_id: int, me: int) -> str:
    belonging.set_officer(club_id, me, _name(request), officer=True)
    return _("%(name)s is now an officer.") % {"name": _name(request)[:40]}


def _demote(request: HttpRequest, club_id: int, me: int) -> str:
    belonging.set_officer(club_id, me, _name(request), officer=False)
    return _("%(name)s is no longer an officer.") % {"name": _name(request)[:40]}


def _hand_over(request: HttpRequest, club_id: int, me: int) -> str:
    if request.POST.get("sure") != "1":
        raise Refusal(_("Tick the box to confirm."))
    belonging.hand_over(club_id, me, _name(request))
    return _("%(name)s now owns the club.") % {"name": _name(request)[:40]}


def _close(request: HttpRequest, club_id: int, me: int) -> str:
    queries.seen(club_id, me)
    rights.check_owns(club_id, me)
    if request.POST.get("sure") != "1":
        raise Refusal(_("Tick the box to confirm."))
    founding.close_club(club_id, me)
    return _("The club is closed. Its games go on, and you can still read its messages.")


def _hide(request: HttpRequest, club_id: int, me: int) -> str:
    number = inputs.number(request.POST.get("message", ""), 18) or 0
    hidden = request.POST.get("show") != "1"
    talk.hide(club_id, me, number, hidden=hidden, play_together=interest.play_together)
    return ""


_ACTS: dict[str, Callable[[HttpRequest, int, int], str]] = {
    "join": _join,
    "withdraw": _withdraw,
    "leave": _leave,
    "accept": _accept,
    "refuse": _refuse,
    "call-back": _call_back,
    "remove": _remove,
    "promote": _promote,
    "demote": _demote,
    "hand-over": _hand_over,
    "close": _close,
    "hide": _hide,
}


@require_POST
@member
@refusable
def answer_event(request: HttpRequest, club_id: int, event_id: int, reply: str) -> HttpResponse:
    """Say yes or no to an event; owner and officers can cancel it."""
    me = reader(request)
    if reply == "come":
        events.answer_event(club_id, event_id, me, comes=True)
    elif reply == "stay-away":
        events.answer_event(club_id, event_id, me, comes=False)
    elif reply == "call-off":
        events.call_off(club_id, event_id, me)
        messages.success(
            request, _("The event is cancelled. Everyone who had said yes gets a message.")
        )
    else:
        raise Http404
    return see("club", club_id)
