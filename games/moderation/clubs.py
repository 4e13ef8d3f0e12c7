"""What moderators do with clubs: close one, remove its words, give it to another owner, and hide
what was said there. Nobody does it in a club of his own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.conduct import audit
from community.clubs import belonging, founding, rows, talk
from community.models import Club, ClubMessage
from games.errors import Refused
from games.moderation import interest
from games.moderation.working import person_of


@contextmanager
def _at_work(club_id: int, moderator_id: int, action: str, message: int = 0) -> Iterator[Club]:
    """An open club under its lock; what is done stands in the audit log."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        if rows.is_member(club_id, moderator_id):
            raise Refused(_("You are in this club: let another moderator decide."), "own_club")
        before = {"club": founding.words_of(club)}
        yield club
        about = f"club {club_id}" + (f", message {message}" if message else "")
        after = {"club": founding.words_of(club)}
        audit.write(person_of(moderator_id), action, reason=about, before=before, after=after)


def close(club_id: int, moderator_id: int) -> None:
    with _at_work(club_id, moderator_id, "close club") as club:
        _check_open(club)
        founding.shut(club, timezone.now())


def clear(club_id: int, moderator_id: int) -> None:
    """Remove its words; its name is a number then."""
    with _at_work(club_id, moderator_id, "clear club") as club:
        founding.clear_words(club)


def pass_on(club_id: int, moderator_id: int) -> None:
    """Let an officer, or else a member, own it: for an owner who cannot be reached."""
    with _at_work(club_id, moderator_id, "pass club on") as club:
        _check_open(club)
        belonging.pass_on(club)


def set_hidden(message: ClubMessage, moderator_id: int, *, hidden: bool) -> None:
    """Hide what was said to a club from all its members, or show it again."""
    interest.check_person(message.by_id, moderator_id)
    action = "hide" if hidden else "show"
    with _at_work(message.club_id, moderator_id, action, message.pk):
        talk.set_hidden(message, moderator_id if hidden else None)


def _check_open(club: Club) -> None:
    if club.closed_at is not None:
        raise Refused(_("This club is closed."), "closed")
