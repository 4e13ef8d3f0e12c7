"""Tells whether mail servers refuse the whole service, and not just one person's address."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from boardgames.mail import refusals
from boardgames.models import RefusedMail

#: When this many people in a row get no e-mail, their addresses are not the reason.
SEVERAL = 3


def note_failure(address: str, error: Exception) -> None:
    """Record that an e-mail to this address was not accepted, or that no server was reachable."""
    refusal = refusals.read_refusal(error)
    if refusal is None or not refusal.is_of_address:
        RefusedMail.objects.update_or_create(
            whom=salted_hmac("boardgames.mail.service_refusals", address.lower()).hexdigest(),
            defaults={"answer": str(refusal or error or repr(error)), "at": timezone.now()},
        )


def note_success() -> None:
    """Record that an e-mail was accepted."""
    _refused().delete()


def people() -> int:
    """How many people's e-mails were refused since one was last accepted."""
    return _refused().count()


def is_ours() -> bool:
    """Whether so many were refused that the cause is the service."""
    return people() >= SEVERAL


def _refused() -> QuerySet[RefusedMail]:
    return RefusedMail.objects.all()
