"""What a visible page reports by its socket: the version that it shows."""

from __future__ import annotations

import asyncio

import structlog

from boardgames.web.db_threads import in_thread
from games.live import watching

#: Seconds after which it is noted again.
PAUSE = 3.0

log = structlog.get_logger(__name__)


class Seen:
    """Of one socket: noted at once, then at most once in a while, and at the latest in the end.
    What was said last counts."""

    def __init__(self, game_id: int, user_id: int) -> None:
        self.game_id, self.user_id = game_id, user_id
        self._version: int | None = None
        self._noting: asyncio.Task[None] | None = None

    def heard(self, version: int) -> None:
        self._version = version
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._note_all())

    async def end(self) -> None:
        """No more comes: what has not been noted is."""
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
