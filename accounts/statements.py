"""What requests, sockets and moves read of accounts, in few and cheap statements.

A user's identity, and whether a session or token still holds, is never taken from a cache.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import ApiToken, Block, User
from boardgames.database.rows import Question, Rows, queries, query

_sessions, _users = Rows(Session), Rows(User)
_LIVE = (
    f"SELECT {_sessions.columns} FROM {_sessions.table} WHERE session_key = %s AND expire_date > %s"
)
_USER = f"SELECT {_users.columns} FROM {_users.table} WHERE id = %s"
_HOLDER = (
    f"SELECT token.id, token.last_used_at, token.scope, {_users.columns}"
    f" FROM {ApiToken._meta.db_table} token"
    f" JOIN {_users.table} ON {_users.table}.id = token.user_id AND {_users.table}.is_active"
    f" LEFT JOIN {_users.table} owner ON owner.id = {_users.table}.owner_id"
    " WHERE token.hash = %s AND owner.is_active IS NOT FALSE"
)
#: A statement for the numbers of everybody blocking or blocked by a person, given twice.
APART = (
    f"SELECT blocked_id FROM {Block._meta.db_table} WHERE user_id = %s"
    f" UNION ALL SELECT user_id FROM {Block._meta.db_table} WHERE blocked_id = %s"
)
_NAMES_APART = f"SELECT username FROM {_users.table} WHERE id IN ({APART})"


def session(key: str) -> Session | None:
    """The session with this key, if it has not expired."""
    found = query(_LIVE, [key, timezone.now().isoformat()])
    return _sessions.build(found[0]) if found else None


def session_and_user(key: str, user_id: str) -> tuple[Session | None, User | None]:
    """The same with the user of this number, in one round trip."""
    live = _LIVE, [key, timezone.now().isoformat()]
    sessions, users = queries(live, (_USER, [user_id]))
    return (
        _sessions.build(sessions[0]) if sessions else None,
        _users.build(users[0]) if users else None,
    )


def user(user_id: str) -> User | None:
    found = query(_USER, [user_id])
    return _users.build(found[0]) if found else None


class Holder(NamedTuple):
    """A token's owner, and when its use was last recorded."""

    token_id: int
    last_used_at: datetime | None
    scope: str
    user: User


def holder(token_hash: str) -> Holder | None:
    """The holder of the token with this hash, or None."""
    found = query(_HOLDER, [token_hash])
    if not found:
        return None
    token_id, last_used_at, scope, *user = found[0]
    return Holder(token_id, last_used_at, scope, _users.build(user))


def apart(user_id: int) -> set[int]:
    """Everybody who has blocked this person, or whom this person has blocked."""
    return {one for (one,) in query(APART, [user_id, user_id])}


def names_apart(user_id: int) -> Question[frozenset[str]]:
    """The names of the same people."""
    return Question(
        _NAMES_APART, [user_id, user_id], lambda rows: frozenset(row[0] for row in rows)
    )
