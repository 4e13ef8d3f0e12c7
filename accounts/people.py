"""What can happen to an account. Signing up, in and out and all that is allauth's."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.db.models import F

from accounts import calendars, names
from accounts.models import ApiToken, User


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


def set_language(user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])


def set_preferences(user: User, language: str, time_zone: str, *, confirm_turns: bool) -> User:
    """Set language, time zone and how turns end; the clocks follow to another time zone.

    calendars.Busy leaves all as it was.
    """
    user = calendars.move_to(user.pk, time_zone)
    user.language, user.confirm_turns = language, confirm_turns
    user.save(update_fields=["language", "confirm_turns"])
    return user


def end_sessions(user: User) -> None:
    """Signs every browser and every program of this person out."""
    with transaction.atomic():
        user.sessions_ended = F("sessions_ended") + 1
        user.save(update_fields=["sessions_ended"])
        ApiToken.objects.filter(user=user).delete()
    user.refresh_from_db(fields=["sessions_ended"])


def close_account(user: User) -> None:
    """Forgets who this was, for good. The row stays as "former-player-7", for the others' games,
    which let go of its seats by themselves (``games.absence.departures``)."""
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update().get(pk=user.pk)
        EmailAddress.objects.filter(user=user).delete()
        Authenticator.objects.filter(user=user).delete()
        ApiToken.objects.filter(user=user).delete()
        user.groups.clear()
        user.user_permissions.clear()
        user.username = f"{names.FORMER_PLAYER}{user.pk}"
        user.email = user.first_name = user.last_name = ""
        user.is_active = user.is_staff = user.is_superuser = False
        user.set_unusable_password()
        user.save()
