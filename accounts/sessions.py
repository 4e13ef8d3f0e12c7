"""Sessions in the database as Django keeps them; each request of a browser reads one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from boardgames.database.rows import Rows, query

_sessions = Rows(Session)
_LIVE = (
    f"SELECT {_sessions.columns} FROM {_sessions.table}"  # noqa: S608  our own names
    " WHERE session_key = %s AND expire_date > %s"
)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        key = self.session_key or ""
        known = key.isascii() and key.isalnum()  # as all are that were ever given out
        found = query(_LIVE, [key, timezone.now().isoformat()]) if known else []
        if not found:
            self._session_key = None
            return None
        return _sessions.build(found[0])
