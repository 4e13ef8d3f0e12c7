"""What can happen to an account. allauth does signing up, in and out."""

from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, transaction
from django.db.models import F, Func, Q, Value
from django.db.models.signals import post_save
from django.utils import timezone

from accounts import account_mail, names, shared_browsers
from accounts.calendar import calendars
from accounts.models import (
    ApiToken,
    Block,
    Circle,
    Feed,
    FormerName,
    Friend,
    Letter,
    Privacy,
    User,
    access_ended,
    account_closed,
)

#: How long an address may wait for its confirmation before it is forgotten.
UNCONFIRMED = timedelta(days=30)
#: How long people can come back to an account that they asked to delete.
GRACE = timedelta(days=14)
BATCH = 500


def create_guest(language: str, time_zone: str) -> User:
    """A new account with a friendly name and neither e-mail address nor password."""
    while True:
        guest = User(
            username=names.for_guest(), language=language, time_zone=time_zone, is_guest=True
        )
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:  # the name is taken: draw another
            continue
        return guest


def ask_no_more(user_id: int) -> None:
    """Never ask this guest again to keep the account."""
    User.objects.filter(pk=user_id, is_guest=True).update(asked_to_keep=True)


def explained(user_id: int, what: str) -> None:
    """Remember that ``what`` was explained to this person."""
    new = User.objects.filter(pk=user_id).exclude(explained__contains=[what])
    new.update(explained=Func(F("explained"), Value(what), function="array_append"))


def explain_no_more(user_id: int) -> None:
    """Never again explain decisions to this person."""
    User.objects.filter(pk=user_id).update(explain_first=False)


def set_language(user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])


def set_preferences(
    user: User,
    language: str,
    time_zone: str,
    *,
    confirm_turns: bool,
    explain_first: bool,
    wants_betas: bool,
) -> User:
    """Set language, time zone, how turns end, explanations and betas.

    Clocks follow to another time zone; calendars.Busy leaves everything as it was.
    """
    user = calendars.move_to(user.pk, time_zone)
    user.language, user.confirm_turns = language, confirm_turns
    user.explain_first, user.wants_betas = explain_first, wants_betas
    user.save(update_fields=["language", "confirm_turns", "explain_first", "wants_betas"])
    return user


def end_sessions(user: User) -> None:
    """Sign out every browser and every program of this person."""
    with transaction.atomic():
        user.sessions_ended = F("sessions_ended") + 1
        user.save(update_fields=["sessions_ended"])
        _end_programs(user)
    user.refresh_from_db(fields=["sessions_ended"])


def end_access(user: User) -> None:
    """The same, and also end what informs this person without a session (``access_ended``)."""
    with transaction.atomic():
        end_sessions(user)
        access_ended.send(User, user=user)


def _access_ended(user: User, **_signal: Any) -> None:
    _end_programs(user)
    Feed.objects.filter(user=user).delete()


def _end_programs(user: User) -> None:
    """End programs and bots too: an intruder may have made a bot."""
    ApiToken.objects.filter(Q(user=user) | Q(user__owner=user)).delete()


def forget_password(user: User) -> None:
    """End every access that is known so far: password, sessions and programs."""
    with transaction.atomic():
        user.set_unusable_password()
        user.save(update_fields=["password"])
        end_access(user)


def listen_to_address_changes() -> None:
    """Record since when addresses wait for confirmation, and end sessions' access.

    Called at the start of each process.
    """
    post_save.connect(_address_saved, EmailAddress)
    access_ended.connect(_access_ended)


def _address_saved(instance: EmailAddress, created: bool, **_signal: Any) -> None:
    if created and not instance.verified:
        User.objects.filter(pk=instance.user_id).update(unconfirmed_since=timezone.now())


def forget_unconfirmed() -> int:
    """Forget the addresses that were not confirmed in time; how many. The accounts stay."""
    long_ago = timezone.now() - UNCONFIRMED
    since = Q(user__unconfirmed_since__lt=long_ago)
    before_that_was_noted = Q(user__unconfirmed_since=None, user__date_joined__lt=long_ago)
    found = EmailAddress.objects.filter(since | before_that_was_noted, verified=False)
    addresses = list(found.select_related("user")[:BATCH])
    for address in addresses:
        with transaction.atomic():
            User.objects.filter(pk=address.user_id, email=address.email).update(email="")
            address.delete()
    return len(addresses)


def ask_to_close(user: User) -> datetime | None:
    """Close the account after some time, in which its owner may sign in and keep it; returns when.

    A guest's account closes at once, as guests could not sign in again.
    """
    if not user.has_usable_password():
        close_account(user)
        return None
    closes_at = timezone.now() + GRACE
    with transaction.atomic():
        user.closes_at = closes_at
        user.save(update_fields=["closes_at"])
        account_mail.send_letter(user, "account_closing", at=closes_at)
        end_access(user)
    return closes_at


def keep_account(user: User) -> None:
    """Cancel the closing: the owner has come back."""
    user.closes_at = None
    user.save(update_fields=["closes_at"])


def close_due() -> int:
    """Close the accounts whose time to come back is over; how many."""
    due = User.objects.filter(closes_at__lt=timezone.now(), is_active=True)[:BATCH]
    for user in list(due):
        close_account(user)
    return len(due)


def close_account(user: User) -> None:
    """Erase the person's identity for good, and close their bots.

    The row stays as "former-player-7" for the games of others, which release its seats by
    themselves (``games.absence.departures``).
    """
    with transaction.atomic(durable=True):
        for one in (user, *user.bots.filter(is_active=True)):
            _close(one)


def _close(user: User) -> None:
    """Close one account in the caller's transaction."""
    user = User.objects.select_for_update().get(pk=user.pk)
    account_mail.send_letter(user, "account_closed", leaves=True)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"{names.FORMER_PLAYER}{user.pk}"
    user.email = user.first_name = user.last_name = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.closes_at, user.calendar, user.time_zone, user.language = None, {}, "UTC", ""
    user.explained, user.bounced_at, user.mail_rests_since = [], None, None
    Friend.objects.filter(Q(user=user) | Q(friend=user)).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
    Circle.objects.filter(user=user).delete()
    Privacy.objects.filter(user=user).delete()
    Feed.objects.filter(user=user).delete()
    UserSession.objects.filter(user=user).delete()
    Letter.objects.filter(user=user).delete()
    FormerName.objects.filter(user=user).delete()
    shared_browsers.list_pairs(user).delete()
    user.set_unusable_password()
    user.save()
    account_closed.send(User, user=user)
