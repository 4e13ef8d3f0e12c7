"""Limits e-mails that anybody can request to any address: to reset a password or confirm an
address.

The person who asks gets the same page whether an e-mail is sent or not. While the last one is fresh
and as good as a new one, no other follows: its reader already has it. So a stranger who keeps
asking neither fills a mailbox nor uses up the owner's share. E-mails about an account to which the
address does not belong, or not yet, have further limits per client and in all.
"""

from __future__ import annotations

from hashlib import sha256

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

from accounts.limits.clients import client_of
from accounts.models import User

#: Seconds for which an e-mail suffices: after the first of a day, doubled after each further one,
#: and at most. Its links last for days.
FIRST, LONGEST = 5 * 60, 4 * 60 * 60
_DAY = 24 * 60 * 60


def may_go(request: HttpRequest, kind: str, address: str, user: User | None) -> bool:
    """Whether this e-mail, about the account of ``user`` if any, may go now; counts it."""
    address = address.lower()
    row = EmailAddress.objects.filter(user=user, email__iexact=address).first() if user else None
    # A change that ends the links of the last e-mail makes a new one necessary.
    about = f"{user.pk} {user.password} {user.last_login} {row and row.pk}" if user else ""
    letter = f"letter/{sha256(f'{kind} {address} {about}'.encode()).hexdigest()}"
    if cache.get(f"{letter}/suffices"):
        return False
    owned = row is not None and row.verified
    if not owned and not _is_allowed(request, address):
        return False
    sent: int = cache.get(letter, 0)
    cache.set(letter, sent + 1, _DAY)
    return bool(cache.add(f"{letter}/suffices", True, min(FIRST * 2**sent, LONGEST)))


def _is_allowed(request: HttpRequest, address: str) -> bool:
    here = f"{client_of(request)} {address}"
    return bool(
        ratelimit.consume(request, action="letter", key=here)
        and ratelimit.consume(request, action="letters", key=address)
    )
