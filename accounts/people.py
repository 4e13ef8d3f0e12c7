"""What can happen to an account. Signing up, in and out and all that is allauth's."""

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

#: How long an address may wait to be confirmed before it is forgotten.
UNCONFIRMED = timedelta(days=30)
#: How long somebody who deletes the account may come back to it.
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
        except IntegrityError:  # somebody has that name: draw another
            continue
        return guest


def ask_no_more(user_id: int) -> None:
    """A guest does not want to keep the account, and is not asked again."""
    User.objects.filter(pk=user_id, is_guest=True).update(asked_to_keep=True)


def explained(user_id: int, what: str) -> None:
    """This person was told ``what``, and is not told again."""
    new = User.objects.filter(pk=user_id).exclude(explained__contains=[what])
    new.update(explained=Func(F("explained"), Value(what), function="array_append"))


def explain_no_more(user_id: int) -> None:
    """This person wants no decision explained, the first time or ever."""
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
    """Set language, time zone, how turns end, whether decisions are explained and betas shown; the
    clocks follow to another time zone.

    calendars.Busy leaves all as it was.
    """
    user = calendars.move_to(user.pk, time_zone)
    user.language, user.confirm_turns = language, confirm_turns
    user.explain_first, user.wants_betas = explain_first, wants_betas
    user.save(update_fields=["language", "confirm_turns", "explain_first", "wants_betas"])
    return user


def end_sessions(user: User) -> None:
    """Signs every browser and every program of this person out."""
    with transaction.atomic():
        user.sessions_ended = F("sessions_ended") + 1
        user.save(update_fields=["sessions_ended"])
        _end_programs(user)
    user.refresh_from_db(fields=["sessions_ended"])


def end_access(user: User) -> None:
    """The same, and what tells of this person without a session (``access_ended``) ends as well."""
    with transaction.atomic():
        end_sessions(user)
        access_ended.send(User, user=user)


def _access_ended(user: User, **_signal: Any) -> None:
    _end_programs(user)
    Feed.objects.filter(user=user).delete()


def _end_programs(user: User) -> None:
    """Whoever came in may have made a bot, too."""
    ApiToken.objects.filter(Q(user=user) | Q(user__owner=user)).delete()


def forget_password(user: User) -> None:
    """Let nobody in by what was known until now: no password, session or program."""
    with transaction.atomic():
        user.set_unusable_password()
        user.save(update_fields=["password"])
        end_access(user)


def listen_to_address_changes() -> None:
    """Note since when addresses wait to be confirmed, and end what sessions have opened; at the
    start of each process."""
    post_save.connect(_address_saved, EmailAddress)
    access_ended.connect(_access_ended)


def _address_saved(instance: EmailAddress, created: bool, **_signal: Any) -> None:
    if created and not instance.verified:
        User.objects.filter(pk=instance.user_id).update(unconfirmed_since=timezone.now())


def forget_unconfirmed() -> int:
    """Forget the addresses that nobody has confirmed in time; how many. The accounts stay."""
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
    """Close the account after a while in which its owner may sign in and keep it; at once that of
    a guest, who could not. Gives when."""
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


def keep(user: User) -> None:
    """Its owner has come back: the account is not closed."""
    user.closes_at = None
    user.save(update_fields=["closes_at"])


def close_due() -> int:
    """Close the accounts whose time to come back is over; how many."""
    due = User.objects.filter(closes_at__lt=timezone.now(), is_active=True)[:BATCH]
    for user in list(due):
        close_account(user)
    return len(due)


def close_account(user: User) -> None:
    """Forgets who this was, for good, and the bots with it. The row stays as "former-player-7", for
    the others' games, which let go of its seats by themselves (``games.absence.departures``)."""
    with transaction.atomic(durable=True):
        for one in (user, *user.bots.filter(is_active=True)):
            _close(one)


def _close(user: User) -> None:
    """In the caller's transaction."""
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
