"""Which people are online, as far as they let everybody know it."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.company import privacy
from games.live import connections

#: Whoever hides one of these parts is shown as online to nobody but friends.
_SHY = {"here", "present"}


def find_online(user_ids: Iterable[int]) -> dict[int, bool]:
    """Whether each of these is online; people who do not show it are left out."""
    ids = list(user_ids)
    hidden = privacy.hidden_by_many(ids)
    shown = [each for each in ids if not hidden.get(each, set()) & _SHY]
    online = connections.connected_users(shown)
    return {each: each in online for each in shown}


def find_online_friends(user_ids: Iterable[int]) -> set[int]:
    """Those of somebody's friends who are online and do not hide it from friends."""
    online = connections.connected_users(user_ids)
    hidden = privacy.hidden_by_many(online)
    return {each for each in online if "here" not in hidden.get(each, set())}
