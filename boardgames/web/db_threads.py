"""Database queries from coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call the function in a thread of the event loop's pool and return its result.

    ``database_sync_to_async`` inspects the function each time, which takes longer than the call.
    """
    return await in_thread_of(None, function, *args, **kwargs)


async def in_thread_of(
    executor: Executor | None, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """The same in a thread of this executor."""

    def called() -> T:
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(executor, copy_context().run, called)
