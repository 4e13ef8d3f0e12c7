"""Moderators' acts on clubs: close one, remove its texts, change its owner, hide messages.

A moderator with an interest in the club is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.moderation import audit
from community.clubs import belonging, founding, talk
from community.models import Club, ClubMessage
from games.errors import Refused
from games.moderation import interest
from games.moderation.act_frame import person_of


@contextmanager
def _at_work(club_id: int, moderator_id: int) -> Iterator[Club]:
    """Lock a club; refused for a moderator who has a part in it."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
        interest.check_club(club, moderator_id)
        yield club


@contextmanager
def _changing(club_id: int, moderator_id: int, action: str) -> Iterator[Club]:
    """The same, and record the change in the audit log."""
    with _at_work(club_id, moderator_id) as club:
        before = {"club": founding.words_of(club)}
        yield club
        after = {"club": founding.words_of(club)}
        about = f"club {club_id}"
        audit.write(person_of(moderator_id), action, reason=about, before=before, after=after)


def close(club_id: int, moderator_id: int) -> None:
    with _changing(club_id, moderator_id, "close club") as club:
        _check_open(club)
        founding.shut(club, timezone.now())


def clear(club_id: int, moderator_id: int) -> None:
    """Remove its texts; its name becomes a number."""
    with _changing(club_id, moderator_id, "clear club") as club:
        founding.clear_words(club)


def pass_on(club_id: int, moderator_id: int) -> None:
    """Pass it to an officer, otherwise a member, if its owner cannot be reached."""
    with _changing(club_id, moderator_id, "pass club on") as club:
        _check_open(club)
        belonging.pass_on(club)


def set_hidden(message: ClubMessage, moderator_id: int, *, hidden: bool) -> None:
    """Hide a club's message from all its members, or show it again; the audit log has both
    names."""
    interest.check_person(message.by_id, moderator_id)
    with _at_work(message.club_id, moderator_id):
        message.refresh_from_db(fields=["hidden_at", "hidden_by", "hidden_by_moderator"])
        before = message.hidden_at is not None
        if hidden == before and hidden == message.hidden_by_moderator:
            raise Refused(_("This has already been done."), "no_change")
        talk.set_hidden(message, moderator_id if hidden else None, as_moderator=True)
        audit.write(
            person_of(moderator_id),
            "hide" if hidden else "show",
            person=message.by,
            reason=f"club {message.club_id}, message {message.pk}",
            before={"hidden": before},
            after={"hidden": hidden},
        )


def _check_open(club: Club) -> None:
    if club.closed_at is not None:
        raise Refused(_("This club is closed."), "closed")
