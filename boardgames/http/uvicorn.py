"""uvicorn, changed so that the parent replaces a dead web process at once.

Run it as `python -m boardgames.http.uvicorn`, with uvicorn's own options. uvicorn's parent asks its
processes in turn whether they are alive, and waits for each answer. As it also keeps the far end of
each pipe open, it does not notice the death of a process that has not answered yet, such as one
that is just starting. Then it replaced none for ``--timeout-worker-healthcheck``.
"""

import uvicorn
from uvicorn.supervisors import multiprocess


class Process(multiprocess.Process):
    """A web process, as its parent sees it."""

    def start(self) -> None:
        super().start()
        # the process has its own copy; closing ours lets the pipe end when it dies
        self.child_conn.close()


if __name__ == "__main__":
    multiprocess.Process = Process  # type: ignore[misc]
    uvicorn.main()
