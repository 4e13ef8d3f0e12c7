"""Who wants which mail; and links that stop one kind without signing in (RFC 8058)."""

from collections.abc import Collection

from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from notifications.models import Kind, Mute

_SALT = "notifications.unsubscribing"


def path(user: User, kind: Kind) -> str:
    """The path of the page that stops this kind of mail to this person."""
    return reverse("mail-stop", args=[signing.dumps([user.pk, kind], salt=_SALT)])


def read(token: str) -> tuple[User, Kind] | None:
    """Whom and what a link is about; None for one that is not ours or of a closed account."""
    try:
        user_id, kind = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, Kind(kind)) if user else None


def stop(user: User, kind: Kind) -> None:
    """No more mail of this kind."""
    Mute.objects.get_or_create(user=user, kind=kind)


def resume(user: User, kind: Kind) -> None:
    """Mail of this kind again."""
    Mute.objects.filter(user=user, kind=kind).delete()


def unwanted(user: User) -> set[Kind]:
    return {Kind(kind) for kind in Mute.objects.filter(user=user).values_list("kind", flat=True)}


def want(user: User, wanted: Collection[str]) -> None:
    """Mail of exactly these kinds from now on."""
    with transaction.atomic(durable=True):
        Mute.objects.filter(user=user).delete()
        Mute.objects.bulk_create(Mute(user=user, kind=kind) for kind in Kind if kind not in wanted)
