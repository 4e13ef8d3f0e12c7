"""Sessions in the database as Django keeps them, and whose they are: each request of a browser asks
for both."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from boardgames.database.rows import Rows, query

_sessions, _users = Rows(Session), Rows(User)
_LIVE = (
    f"SELECT {_sessions.columns} FROM {_sessions.table}"  # noqa: S608  our own names
    " WHERE session_key = %s AND expire_date > %s"
)
_USER = f"SELECT {_users.columns} FROM {_users.table} WHERE id = %s"  # noqa: S608


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        known = key.isascii() and key.isalnum()  # as all are that were ever given out
        found = query(_LIVE, [key, timezone.now().isoformat()]) if known else []
        if not found:
            self._session_key = None
            return None
        return _sessions.build(found[0])


def whose(request: HttpRequest) -> User | AnonymousUser:
    """As Django's ``get_user``, which is asked where anything about the session is unusual."""
    session = request.session
    key, proof = session.get(SESSION_KEY, ""), session.get(HASH_SESSION_KEY, "")
    if key.isdecimal() and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS:
        for row in query(_USER, [key]):
            user = _users.build(row)
            if user.is_active and constant_time_compare(proof, user.get_session_auth_hash()):
                return user
    found: User | AnonymousUser = get_user(request)
    return found
