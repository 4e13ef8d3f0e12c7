"""A club's messages: members write and read them; owner and officers can hide them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import User
from accounts.moderation import sanctions
from boardgames.redis import rate_counter
from boardgames.refusal import Refusal
from community.clubs.errors import NotThere
from community.clubs.locks import check_open, locked
from community.clubs.queries import is_member, seen
from community.clubs.rights import check_member, check_runs
from community.models import ClubMember, ClubMessage
from notifications import bell

LONGEST, PER_MINUTE = 1000, 12
#: Messages per page.
SHOWN = 50
#: How long messages are stored; the page says so.
KEPT = timedelta(days=365)
BATCH = 500


def write_message(club_id: int, by_id: int, text: str) -> ClubMessage:
    """Write a message to the club. Raises Refusal for an empty or too long text, and for people who
    are muted or write too fast."""
    club = seen(club_id, by_id)
    member = check_member(club_id, by_id)
    check_open(club)
    text = text.strip()
    if not text:
        raise Refusal(_("Write something first."))
    if len(text) > LONGEST:
        raise Refusal(
            _("A message can have at most %(most)d characters; this one has %(length)d.")
            % {"most": LONGEST, "length": len(text)}
        )
    if why := sanctions.why_muted(by_id):
        raise Refusal(why)
    if not rate_counter.allow(f"club message/{by_id}", PER_MINUTE, 60):
        said = _("You are writing very fast. Please wait a moment.")
        raise Refusal(said, "too_many_requests", 429, 60)
    message = ClubMessage.objects.create(club_id=club_id, by_id=by_id, text=text)
    mark_read(member, [message])
    _show_members(club_id)
    return message


def messages(club_id: int, reader_id: int, before: int | None = None) -> list[ClubMessage]:
    """The last messages, or the last before that number, oldest first.

    Left out: messages of people who block the reader or are blocked. Hidden ones are included, but
    their text must not be shown.
    """
    found = _read_by(club_id, reader_id)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(reversed(found.select_related("by").order_by("-pk")[:SHOWN]))


def unread(member: ClubMember, most: int = 100) -> int:
    """How many messages of others are unread; at most ``most``."""
    new = _read_by(member.club_id, member.user_id).filter(pk__gt=member.read_to, hidden_at=None)
    return len(new.exclude(by=member.user_id).values_list("pk", flat=True)[:most])


def mark_read(member: ClubMember, said: list[ClubMessage]) -> None:
    """Mark these messages as read by this member."""
    newest = max((one.pk for one in said), default=0)
    if newest > member.read_to:
        ClubMember.objects.filter(pk=member.pk, read_to__lt=newest).update(read_to=newest)


def hide(
    club_id: int,
    by_id: int,
    message_id: int,
    *,
    hidden: bool = True,
    play_together: Callable[[int, int], bool],
) -> None:
    """Hide a message, or show it again. Everybody may hide their own messages.

    Those who run the club cannot show what a moderator has hidden, and do not decide about people
    with whom they ``play_together``, nor about messages of their own that somebody else has
    hidden."""
    with locked(club_id, by_id):
        message = ClubMessage.objects.filter(club=club_id, pk=message_id).first()
        mine = message is not None and message.by_id == by_id and hidden
        if not mine:
            check_runs(club_id, by_id)
        if message is None:
            raise NotThere(_("This message does not exist."))
        if message.hidden_by_moderator:
            raise Refusal(_("A moderator has hidden this. Only moderators can show it again."))
        if message.by_id == by_id and message.hidden_by_id not in (None, by_id):
            raise Refusal(
                _("You wrote this, and somebody else has hidden it. Leave the decision to them.")
            )
        if message.by_id != by_id and play_together(by_id, message.by_id):
            said = _(
                "You are in a game with %(name)s. Ask another officer or the owner to "
                "decide, or report it."
            )
            raise Refusal(said % {"name": message.by.username})
        set_hidden(message, by_id if hidden else None)


def _show_members(club_id: int) -> None:
    """After the commit, have members' open pages load again; each shows what its reader may
    read."""
    members = ClubMember.objects.filter(club=club_id).values_list("user_id", flat=True)
    transaction.on_commit(lambda: bell.ring(members), robust=True)


def set_hidden(message: ClubMessage, by_id: int | None, *, as_moderator: bool = False) -> None:
    """Hide or show a message for this person, under the lock of its club."""
    message.hidden_at = timezone.now() if by_id is not None else None
    message.hidden_by_id = by_id
    message.hidden_by_moderator = as_moderator and by_id is not None
    message.save(update_fields=["hidden_at", "hidden_by", "hidden_by_moderator"])
    _show_members(message.club_id)


def passage(message_id: int, reader_id: int, lines: int = 5) -> tuple[ClubMessage, str] | None:
    """A message of a club that the reader is in, and the last lines up to it, for a report.

    None for any other message.
    """
    message = ClubMessage.objects.select_related("by").filter(pk=message_id).first()
    if message is None or not is_member(message.club_id, reader_id):
        return None
    found = _read_by(message.club_id, reader_id).filter(pk__lte=message_id)
    shown = found.filter(hidden_at=None).select_related("by").order_by("-pk")[:lines]
    said = [f"{one.by.username}: {one.text}" for one in reversed(shown)]
    return (message, "\n".join(said)) if said and message.hidden_at is None else None


def forget_old() -> int:
    """Delete messages older than ``KEPT``; return how many."""
    old = ClubMessage.objects.filter(at__lt=timezone.now() - KEPT).order_by("at")[:BATCH]
    return ClubMessage.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()[0]


def newest(club_id: int) -> int:
    """The number of the last message; 0 if there is none."""
    found = ClubMessage.objects.filter(club=club_id).aggregate(newest=Max("pk"))
    return found["newest"] or 0


def kept_by(user: User) -> list[dict[str, object]]:
    """This person's messages in clubs, for the export."""
    said = ClubMessage.objects.filter(by=user).order_by("pk")
    return [dict(row) for row in said.values("club_id", "club__name", "text", "at", "hidden_at")]


def _read_by(club_id: int, reader_id: int) -> QuerySet[ClubMessage]:
    found = ClubMessage.objects.filter(club=club_id)
    apart = relationships.apart_from(reader_id)
    return found.exclude(by__in=apart) if apart else found
