"""Links in e-mails that act for a person, signed in or not.

They end like sessions: with a new password, and when all sessions are ended, perhaps because
somebody else has read the e-mail.
"""

from datetime import timedelta
from typing import Any

from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.models import User

#: How long such a link can be used at most.
VALID = timedelta(days=30)
#: Put before compressed tokens, which begin with a dot: proxies refuse such addresses as hidden
#: files. No other token begins so.
_PACKED = "x"


def signed(user: User, *content: Any, salt: str) -> str:
    """The token of a link; ``salt`` names its kind."""
    token = signing.dumps([user.pk, _mark(user), *content], salt=salt, compress=True)
    return f"{_PACKED}{token}" if token.startswith(".") else token


def read_link(token: str, *, salt: str) -> tuple[User, list[Any]] | None:
    """The person for whom a link acts, and the rest of its content.

    None for a link that is too old, not ours, of a closed account, or older than the owner's last
    change of password or sign-out everywhere.
    """
    try:
        signed_ = token.removeprefix(_PACKED)
        user_id, mark, *content = signing.loads(signed_, salt=salt, max_age=VALID)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, content) if user and mark == _mark(user) else None


def _mark(user: User) -> str:
    """The part of the session hash on which the link depends."""
    known = user.get_session_auth_hash()
    return salted_hmac("accounts.links", known, algorithm="sha256").hexdigest()[:16]
