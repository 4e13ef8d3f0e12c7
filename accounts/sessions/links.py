"""Links in e-mails that act for somebody, signed in or not.

They end with the password, and when all sessions are ended, as sessions do: whoever has read the
mail in between may be why.
"""

from datetime import timedelta
from typing import Any

from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.models import User

#: How long such a link can be used at most.
VALID = timedelta(days=30)
#: Before a token that is compressed, for these begin with a dot, and proxies refuse such addresses
#: as files that are hidden. No other one begins so.
_PACKED = "x"


def signed(user: User, *content: Any, salt: str) -> str:
    """The token of a link; ``salt`` names its kind."""
    token = signing.dumps([user.pk, _mark(user), *content], salt=salt, compress=True)
    return f"{_PACKED}{token}" if token.startswith(".") else token


def read_link(token: str, *, salt: str) -> tuple[User, list[Any]] | None:
    """For whom a link acts, and the rest of what it says; None for one that is too old, not ours,
    of a closed account, or of before its owner changed the password or signed out everywhere."""
    try:
        signed_ = token.removeprefix(_PACKED)
        user_id, mark, *content = signing.loads(signed_, salt=salt, max_age=VALID)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, content) if user and mark == _mark(user) else None


def _mark(user: User) -> str:
    """Of what sessions go by."""
    known = user.get_session_auth_hash()
    return salted_hmac("accounts.links", known, algorithm="sha256").hexdigest()[:16]
