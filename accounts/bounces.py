"""Addresses that accept no e-mail: after two hard bounces we stop using one.

Its owner is told so on each page. Every e-mail is sent from an address of its own
(``return_path``), to which other servers report that it could not be delivered. Strangers can write
there too, so that address is signed.
"""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Letter, User
from boardgames.mail import bounces, refusals

log = structlog.get_logger(__name__)

#: A second hard bounce within this time stops e-mail to the address.
TOGETHER = timedelta(days=30)
_SIGNED = re.compile(r"\+(\d+)-([0-9a-f]{16})@")


def return_path(user: User | None, address: str) -> str | None:
    """The sender of an e-mail to a user's address, which gets bounces; None if nobody reads
    them."""
    if not settings.EMAIL_BOUNCES or user is None:
        return None
    name, _at, host = settings.EMAIL_BOUNCES.partition("@")
    return f"{name}+{user.pk}-{_signature(user.pk, address)}@{host}"


def take_bounce(raw: bytes) -> bool:
    """Process a message to the bounce address; whether it was a bounce of ours."""
    bounce = bounces.read_bounce(raw)
    if bounce is None:
        return False
    once = f"bounce/{sha256(raw).hexdigest()}"
    for to in bounce.to:
        if (found := _SIGNED.search(to)) and (address := _address(*found.groups())):
            if cache.add(once, True, 60 * 60 * 24):  # we may get it twice
                record_bounce(address, bounce.answer)
            return True
    return False


def record_bounce(address: EmailAddress, answer: str) -> None:
    """Record that a user's address did not accept an e-mail, with the server's answer."""
    log.info("bounce", user=address.user_id, answer=answer)
    if not refusals.is_of_address(answer):
        return
    if address.verified:
        note_hard(address.user_id)
    else:
        letter = Letter(user_id=address.user_id, address=address.email, wrong_address=True)
        letter.due_at = None
        letter.save()


def note_hard(user_id: int) -> None:
    """Record a server's answer that a user's confirmed address does not exist."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user_id)
        now = timezone.now()
        if user.bounced_at and user.bounced_at > now - TOGETHER and not user.mail_rests_since:
            user.mail_rests_since = now
            log.info("e-mail to address stopped", user=user_id)
        user.bounced_at = now
        user.save(update_fields=["bounced_at", "mail_rests_since"])


def wake(user: User) -> None:
    """Resume e-mail to a user; another hard bounce stops it again."""
    User.objects.filter(pk=user.pk).update(mail_rests_since=None)


def forget_bounces(user: User) -> None:
    """Forget earlier bounces, as the user has confirmed an address."""
    User.objects.filter(pk=user.pk).update(mail_rests_since=None, bounced_at=None)


def _address(user_id: str, signature: str) -> EmailAddress | None:
    for address in EmailAddress.objects.filter(user=int(user_id)):
        if constant_time_compare(signature, _signature(int(user_id), address.email)):
            return address
    return None


def _signature(user_id: int, address: str) -> str:
    return salted_hmac("accounts.bounces", f"{user_id} {address.lower()}").hexdigest()[:16]
