"""Whether it is the service whose mail is refused, and not somebody's address."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from boardgames.mail import refusals
from boardgames.models import RefusedMail

#: When so many people in a row get no e-mail, none of them is at fault.
SEVERAL = 3


def note_failure(address: str, error: Exception) -> None:
    """An e-mail to this address was not taken, or no server was there to take it."""
    refusal = refusals.read_refusal(error)
    if refusal is None or not refusal.is_of_address:
        RefusedMail.objects.update_or_create(
            whom=salted_hmac("boardgames.mail.service_refusals", address.lower()).hexdigest(),
            defaults={"answer": str(refusal or error or repr(error)), "at": timezone.now()},
        )


def note_success() -> None:
    """An e-mail was taken."""
    _refused().delete()


def people() -> int:
    """How many people's e-mails were refused since the last one that was taken."""
    return _refused().count()


def is_ours() -> bool:
    """Whether so many were that it is the service's trouble."""
    return people() >= SEVERAL


def _refused() -> QuerySet[RefusedMail]:
    return RefusedMail.objects.all()
