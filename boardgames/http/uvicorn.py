"""uvicorn, whose parent process replaces a web process at once that has died: as a command,
`python -m boardgames.http.uvicorn`, with the options of uvicorn's own.

The parent asks its processes in turn whether they are well, and waits for each answer. As it keeps
the far end of each line, too, it does not notice when a process dies that has not answered yet,
such as one that is just starting: then it replaced none for ``--timeout-worker-healthcheck``.
"""

import uvicorn
from uvicorn.supervisors import multiprocess


class Process(multiprocess.Process):
    """A web process, as its parent sees it."""

    def start(self) -> None:
        super().start()
        self.child_conn.close()  # the process has its own, and with it the line ends


if __name__ == "__main__":
    multiprocess.Process = Process  # type: ignore[misc]
    uvicorn.main()
