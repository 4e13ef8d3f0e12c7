"""Becoming a member: at once, by request, or by invitation. Each change is one transaction."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import User
from accounts.moderation import sanctions
from boardgames.redis import rate_counter
from boardgames.refusal import Refusal
from community.clubs import telling
from community.clubs.founding import check_room, plain
from community.clubs.locks import locked
from community.clubs.queries import State, is_member, named
from community.clubs.rights import apart_from_those_who_run, check_runs
from community.models import Candidate, Club, ClubMember

#: Open requests and invitations per club, open requests per person, and invitations that one person
#: sends per hour.
MOST_WAITING, MOST_ASKED, INVITATIONS_PER_HOUR = 200, 5, 30
#: The longest message with a request.
LONGEST_WORDS = 200
_HOUR = int(timedelta(hours=1).total_seconds())


def join_club(club_id: int, user_id: int, words: str = "") -> bool:
    """Join a club, or ask to: True if this person is a member now.

    Invited people join at once.
    """
    with locked(club_id, user_id, joins=user_id) as club:
        user = check_room(user_id)
        if is_member(club_id, user_id):
            raise Refusal(_("You are already a member."))
        candidate = Candidate.objects.filter(club=club, user=user).first()
        state = candidate.state if candidate else None
        # Nobody may learn of a block, so it gives the same refusal as having been removed.
        if state == State.OUT or (
            state != State.INVITED and apart_from_those_who_run(club_id, user_id)
        ):
            raise Refusal(_("You cannot join this club."))
        if state == State.INVITED or club.entry == Club.Entry.OPEN:
            _take_in(club, user)
            return True
        if state != State.ASKS:
            _ask(club, user, words)
    return False


def _ask(club: Club, user: User, words: str) -> None:
    words = plain(words)[:LONGEST_WORDS]
    if words and (why := sanctions.why_muted(user.pk)):
        raise Refusal(why)
    asked = Candidate.objects.filter(user=user, state=State.ASKS, club__closed_at=None)
    if asked.count() >= MOST_ASKED:
        raise Refusal(_("You have asked to join several clubs. Please wait for an answer first."))
    _check_waiting(club)
    asks = Candidate.objects.create(club=club, user=user, state=State.ASKS, words=words)
    telling.asks(asks)


def withdraw_request(club_id: int, user_id: int) -> None:
    """Withdraw a request, or decline an invitation."""
    with locked(club_id, user_id) as club:
        waiting = Candidate.objects.filter(club=club, user=user_id).exclude(state=State.OUT)
        if not waiting.delete()[0]:
            raise Refusal(_("You have not asked to join, and nobody has invited you."))


def accept(club_id: int, by_id: int, name: str) -> None:
    """Admit a person who has asked to join."""
    user = named(name)
    with locked(club_id, by_id, joins=user.pk) as club:
        check_runs(club_id, by_id)
        _asking(club, name)
        _take_in(club, check_room(user.pk))
        telling.accepted(club, user.pk)


def refuse(club_id: int, by_id: int, name: str) -> None:
    """Refuse a request to join. The person is not notified and may ask again."""
    with locked(club_id, by_id) as club:
        check_runs(club_id, by_id)
        _asking(club, name).delete()


def invite_member(club_id: int, by_id: int, name: str) -> bool:
    """Invite somebody: True if they are a member now, because they had asked to join."""
    user = named(name)
    with locked(club_id, by_id, joins=user.pk) as club:
        check_runs(club_id, by_id)
        if is_member(club_id, user.pk):
            raise Refusal(_("%(name)s is already a member.") % {"name": user.username})
        if user.is_guest or relationships.apart(by_id, user.pk):
            raise Refusal(_("You cannot invite %(name)s.") % {"name": user.username})
        candidate = Candidate.objects.filter(club=club, user=user).first()
        if candidate is not None and candidate.state == State.ASKS:
            _take_in(club, check_room(user.pk))
            telling.accepted(club, user.pk)
            return True
        if candidate is None or candidate.state == State.OUT:
            _check_waiting(club)
            _count(by_id)
            values = {"state": State.INVITED, "by_id": by_id, "at": timezone.now(), "words": ""}
            invited, _made = Candidate.objects.update_or_create(
                club=club, user=user, defaults=values
            )
            telling.invited(invited)
    return False


def call_back(club_id: int, by_id: int, name: str) -> None:
    """Take an invitation back, or allow a removed person to ask again."""
    with locked(club_id, by_id) as club:
        check_runs(club_id, by_id)
        found = Candidate.objects.filter(club=club, user__username__iexact=name)
        found.exclude(state=State.ASKS).delete()


def _asking(club: Club, name: str) -> Candidate:
    found = Candidate.objects.filter(club=club, user__username__iexact=name, state=State.ASKS)
    asks = found.first()
    if asks is None:
        raise Refusal(_("%(name)s is no longer asking to join.") % {"name": name[:40]})
    return asks


def _take_in(club: Club, user: User) -> None:
    Candidate.objects.filter(club=club, user=user).delete()
    ClubMember.objects.create(club=club, user=user)
    Club.objects.filter(pk=club.pk).update(size=F("size") + 1)


def _check_waiting(club: Club) -> None:
    waiting = Candidate.objects.filter(club=club, state__in=(State.ASKS, State.INVITED))
    if waiting.count() >= MOST_WAITING:
        raise Refusal(
            _("Many people are waiting for an answer from this club. Please try again later.")
        )


def _count(by_id: int) -> None:
    if not rate_counter.allow(f"club invitation/{by_id}", INVITATIONS_PER_HOUR, _HOUR):
        raise Refusal(_("You have done this too often in the last hour. Please try again later."))
