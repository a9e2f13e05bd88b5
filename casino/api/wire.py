"""One look at the audit for all who listen, as often as it takes, while anybody does. It only reads."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from django.db import close_old_connections, connections

from casino.pit.view.changes import Change, newest, since

T = TypeVar("T")
EVERY: Final = 0.5
LOOK_BACK: Final = 500
MOST_WAITING: Final = 1000
log = logging.getLogger(__name__)


class Wire:
    """The listeners and the one task that looks for them; its database work runs in one thread of its own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "live")
        self._queues: set[asyncio.Queue[Change | None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._told: set[int] = set()
        self._newest = 0

    async def listen(self, after: int | None) -> AsyncIterator[Change | None]:
        """Changes after the one that was seen last (None: from now on); None while the books are silent.

        Ends for a listener that takes less than comes in: he asks again and says what he has seen.
        """
        queue: asyncio.Queue[Change | None] = asyncio.Queue(MOST_WAITING)
        await self._begin()
        self._queues.add(queue)
        try:
            if after is not None:
                for change in await self.in_thread(lambda: since(after)):
                    yield change
            while not queue.full():
                yield await queue.get()
        finally:
            self._queues.discard(queue)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Runs `work` where the database connection is; a broken one is replaced before."""

        def run() -> T:
            close_old_connections()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
        await self.in_thread(connections.close_all)
        self._thread.shutdown()

    async def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._newest = await self.in_thread(newest)
            self._told = {change.seq for change in await self.in_thread(self._look)}
            self._task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        """Ends when nobody listens any more; the next listener begins it anew."""
        while self._queues:
            await asyncio.sleep(EVERY)
            try:
                found = await self.in_thread(self._look)
            except Exception:
                log.exception("the audit can't be read")
                self._tell(None)
                continue
            for change in found:
                if change.seq not in self._told:
                    self._told.add(change.seq)
                    self._newest = max(self._newest, change.seq)
                    self._tell(change)
            self._told = {seq for seq in self._told if seq > self._newest - 2 * LOOK_BACK}

    def _look(self) -> list[Change]:
        """A little back, because an act's row may be seen after that of an act which began later."""
        return since(max(0, self._newest - LOOK_BACK))

    def _tell(self, change: Change | None) -> None:
        for queue in self._queues:
            if not queue.full():
                queue.put_nowait(change)
