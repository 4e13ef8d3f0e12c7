"""How often a letter goes to an address that anybody may have named: to reset a password, or to
confirm an address.

Whoever asks gets the same page, whether a letter goes or not. While the last one is fresh and as
good as a new one would be, none follows it: its reader has what he asked for. So a stranger who
asks on and on neither fills a mailbox nor uses up what its owner may ask for. Letters about an
account that the address does not belong to, or not yet, are bounded besides, for each client and in
all.
"""

from __future__ import annotations

from hashlib import sha256

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

from accounts.limits.clients import client_of
from accounts.models import User

#: Seconds for which a letter suffices: after the first of a day, twice as many after each further
#: one, and at most. Its links hold for days.
FIRST, LONGEST = 5 * 60, 4 * 60 * 60
_DAY = 24 * 60 * 60


def may_go(request: HttpRequest, kind: str, address: str, user: User | None) -> bool:
    """Whether this letter, about the account of ``user`` if any, goes now; counts it."""
    address = address.lower()
    row = EmailAddress.objects.filter(user=user, email__iexact=address).first() if user else None
    # What ends the links of the letter before makes it another one.
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
