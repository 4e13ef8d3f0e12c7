"""Django's sessions in the database, loaded together with their owner.

Each request of a browser needs both. They come in one round trip if this process has seen the
session before.
"""

from functools import lru_cache
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts import statements
from accounts.models import User

#: Last known owners of sessions, so that both rows can be requested at once. The session itself
#: decides who owns it.
_owners: dict[str, str] = {}
MOST_OWNERS = 20_000
#: Sessions with more characters are verified each time; most have a few hundred.
LONGEST_KNOWN = 2000


class SessionStore(db.SessionStore):
    #: The row of the user who owned this session last.
    owner: User | None = None

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        known = key.isascii() and key.isalnum()  # true for all keys ever issued
        found = self._with_owner(key) if known else None
        if found is None:
            self._session_key = None
        return found

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Decode a row; each process verifies the same signed text only once."""
        known = _decoded if len(session_data) <= LONGEST_KNOWN else _decoded.__wrapped__
        decoded: dict[str, Any] = msgspec.json.decode(known(session_data))
        return decoded

    def _with_owner(self, key: str) -> Session | None:
        if key not in _owners:
            return statements.session(key)
        session, self.owner = statements.session_and_user(key, _owners[key])
        return session

    def owned_by(self, user_id: str) -> User | None:
        """The user with this number, to whom the session belongs; None if there is no such user."""
        if self.owner is not None and str(self.owner.pk) == user_id:
            return self.owner
        if len(_owners) >= MOST_OWNERS:
            _owners.clear()
        if self.session_key:
            _owners[self.session_key] = user_id
        return statements.user(user_id)


@lru_cache(5000)
def _decoded(session_data: bytes | str) -> bytes:
    return msgspec.json.encode(db.SessionStore().decode(session_data))


def whose(request: HttpRequest) -> User | AnonymousUser:
    """Django's ``get_user``, used if anything about the session is unusual."""
    session = request.session
    key, proof = session.get(SESSION_KEY, ""), session.get(HASH_SESSION_KEY, "")
    if key.isdecimal() and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS:
        user: User | None = session.owned_by(key)  # type: ignore[attr-defined]
        if user and user.is_active and constant_time_compare(proof, user.get_session_auth_hash()):
            return user
    found: User | AnonymousUser = get_user(request)
    return found
