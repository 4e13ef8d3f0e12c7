"""Sending private messages: permissions and limits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import relationships
from accounts.models import User
from accounts.moderation import sanctions
from boardgames.redis import rate_counter
from boardgames.refusal import Refusal
from community.messages.kind import Written
from community.messages.phrases import PHRASES
from community.models import Conversation, PrivateMessage, Side
from notifications import bell, outbox

LONGEST = 2000
PER_MINUTE = 12
#: New strangers to whom a person may write per day; fewer for new accounts.
STRANGERS_A_DAY, NEW_STRANGERS_A_DAY = 10, 3
NEW = timedelta(days=3)
#: Messages that a stranger may get before a first answer; deleting them allows no more.
MOST_UNANSWERED = 3
#: The bell waits this long: a reader who is present has read the message by then.
GRACE = timedelta(seconds=90)
#: Predicates over two people: whether they know each other. ``games`` adds shared games.
acquainted: list[Callable[[int, int], bool]] = []


def send_message(by: User, to: User, text: str, quick: str = "") -> PrivateMessage:
    """Send a private message; raises Refusal if that is not allowed.

    To a stranger it is a request until there is an answer; after that the two know each other.
    """
    text = _checked(text, quick)
    if why := refusal(by, to):
        raise Refusal(why)
    _count(by)
    with transaction.atomic(durable=True):
        mine, theirs = _sides(by, to)
        if theirs.request:
            _check_unanswered(theirs)
        message = PrivateMessage.objects.create(
            conversation=mine.conversation, by=by, text=text, quick=quick
        )
        _note(mine, message, own=True)
        _note(theirs, message, own=False)
        told = Written(message=message.pk, by=by.pk)
        due = message.at + GRACE
        key = outbox.of_day(message.at, by.pk) if theirs.request else message.pk
        outbox.write([outbox.notification(told, to.pk, None, due, key)])
        transaction.on_commit(lambda: bell.ring([by.pk, to.pk]), robust=True)
    return message


def refusal(by: User, to: User) -> str:
    """Why this person cannot write to that one; empty if they can.

    Nobody may learn of a block, so it gives the same reason as something else.
    """
    if why := sanctions.why_muted(by.pk):
        return why
    if by.pk == to.pk or not to.is_active or relationships.apart(by.pk, to.pk):
        return _("You cannot write to %(name)s.") % {"name": to.username}
    return ""


def know_each_other(one: int, other: int) -> bool:
    """Whether two are friends, have written to each other, or have played together."""
    if relationships.friends_of(one).filter(pk=other).exists():
        return True
    return any(rule(one, other) for rule in acquainted)


def _checked(text: str, quick: str) -> str:
    if quick:
        if quick not in PHRASES:
            raise Refusal(_("This phrase does not exist."))
        return ""
    text = text.strip()
    if not text:
        raise Refusal(_("Write something first."))
    if len(text) > LONGEST:
        raise Refusal(
            _("A message can have at most %(most)d characters; this one has %(length)d.")
            % {"most": LONGEST, "length": len(text)}
        )
    return text


def _count(by: User) -> None:
    if not rate_counter.allow(f"private message/{by.pk}", PER_MINUTE, 60):
        said = _("You are writing very fast. Please wait a moment.")
        raise Refusal(said, "too_many_requests", 429, 60)


def _sides(by: User, to: User) -> tuple[Side, Side]:
    """Both sides, locked, and created for two people who have never written to each other."""
    # One of the two begins at a time, whoever it is.
    list(User.objects.select_for_update(no_key=True).filter(pk__in=[by.pk, to.pk]).order_by("pk"))
    mine = Side.objects.filter(user=by, other=to).select_related("conversation").first()
    if mine is None:
        stranger = not know_each_other(by.pk, to.pk)
        if stranger:
            _check_strangers(by)
        conversation = Conversation.objects.create()
        mine = Side.objects.create(conversation=conversation, user=by, other=to)
        Side.objects.create(conversation=conversation, user=to, other=by, request=stranger)
    theirs = Side.objects.get(user=to, other=by)
    return mine, theirs


def _check_strangers(by: User) -> None:
    if by.is_guest:
        raise Refusal(
            _(
                "Guests can write only to people they have played with. Make your account "
                "permanent first."
            )
        )
    new = by.date_joined > timezone.now() - NEW
    most = NEW_STRANGERS_A_DAY if new else STRANGERS_A_DAY
    since = timezone.now() - timedelta(days=1)
    begun = Side.objects.filter(other=by, request=True, conversation__at__gt=since).count()
    if begun >= most:
        raise Refusal(
            _("You have written to many people whom you do not know. Wait until they answer.")
        )


def _check_unanswered(theirs: Side) -> None:
    waiting = PrivateMessage.objects.filter(conversation=theirs.conversation_id, by=theirs.other_id)
    if theirs.deleted_to or waiting.count() >= MOST_UNANSWERED:
        raise Refusal(_("Please wait for an answer first."))


def _note(side: Side, message: PrivateMessage, *, own: bool) -> None:
    side.last_at, side.listed = message.at, True
    if own:
        side.read_to, side.unread, side.request = message.pk, False, False
    else:
        side.unread = True
    side.save()
