"""How many games wait for a user and how much is unread, as all their pages of a process are told:
counted once for those that ask within a moment."""

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
    """What his pages are told; without the numbers where they could not be counted."""
    tasks = _to_come.setdefault(asyncio.get_running_loop(), {})
    if user_id not in tasks:
        tasks[user_id] = asyncio.create_task(_counted(user_id, tasks))
    return await asyncio.shield(tasks[user_id])


async def _counted(user_id: int, tasks: _Tasks) -> str:
    await asyncio.sleep(MOMENT)
    del tasks[user_id]  # whoever hears of something from now on has it counted again
    counted: dict[str, int] = {}
    try:
        counted = await in_thread(watching.read_counts, user_id)
    except Exception as error:  # the page asks, and is told what is wrong
        log.warning("not counted", user=user_id, exc_info=error)
    return msgspec.json.encode({"type": "me", **counted}).decode()
