"""What a visible page reports over its socket: the version that it shows."""

from __future__ import annotations

import asyncio

import structlog

from boardgames.web.db_threads import in_thread
from games.live import watching

#: Seconds between two writes.
PAUSE = 3.0

log = structlog.get_logger(__name__)


class Seen:
    """The versions reported over one socket, the last of which counts.

    It is written at once, then now and then, and at the end.
    """

    def __init__(self, game_id: int, user_id: int) -> None:
        self.game_id, self.user_id = game_id, user_id
        self._version: int | None = None
        self._noting: asyncio.Task[None] | None = None

    def heard(self, version: int) -> None:
        self._version = version
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._note_all())

    async def end(self) -> None:
        """Write what has not been written; no more comes."""
        if self._noting:
            self._noting.cancel()
        await self._note()

    async def _note_all(self) -> None:
        while self._version is not None:
            await self._note()
            await asyncio.sleep(PAUSE)

    async def _note(self) -> None:
        version, self._version = self._version, None
        if version is None:
            return
        try:
            await in_thread(watching.seen, self.game_id, self.user_id, version)
        except Exception as error:
            log.warning("not noted as seen", game=self.game_id, exc_info=error)
