"""How many games wait for a user, and how much is unread, for all their pages.

A process counts once for all pages that ask within a moment.
"""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

import msgspec
import structlog

from boardgames.web.db_threads import in_thread
from games.live import watching

#: Seconds.
MOMENT = 0.02

log = structlog.get_logger(__name__)


_Tasks = dict[int, "asyncio.Task[str]"]
_to_come: WeakKeyDictionary[asyncio.AbstractEventLoop, _Tasks] = WeakKeyDictionary()


async def message(user_id: int) -> str:
    """The message for this person's pages; without the numbers if they could not be counted."""
    tasks = _to_come.setdefault(asyncio.get_running_loop(), {})
    if user_id not in tasks:
        tasks[user_id] = asyncio.create_task(_counted(user_id, tasks))
    return await asyncio.shield(tasks[user_id])


async def _counted(user_id: int, tasks: _Tasks) -> str:
    await asyncio.sleep(MOMENT)
    del tasks[user_id]  # later events cause a new count
    counted: dict[str, int] = {}
    try:
        counted = await in_thread(watching.read_counts, user_id)
    except Exception as error:  # the page then asks itself and shows the error
        log.warning("not counted", user=user_id, exc_info=error)
    return msgspec.json.encode({"type": "me", **counted}).decode()
