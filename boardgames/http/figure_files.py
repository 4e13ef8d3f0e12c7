"""Files of figures that a full disk does not turn against us.

With several web processes prometheus_client keeps each one's figures in a mapped file with holes.
What writes into a hole while the disk is full is killed by the kernel. So a file has its blocks
before it is mapped, and a disk that is full is an OSError.
"""

import os
from pathlib import Path

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

FIRST = 1 << 16
#: What an entry takes beside its key, at most.
BESIDE = 64


class ReservedDict(MmapedDict):
    """prometheus_client's file, without holes."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        file = Path(filename)
        if not read_mode and not (file.exists() and file.stat().st_size):
            _append_zeros(file, FIRST)
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        if self._used + len(key.encode()) + BESIDE > self._capacity:
            _append_zeros(Path(self._fname), self._capacity)
        super()._init_value(key)  # type: ignore[no-untyped-call]


def _append_zeros(file: Path, size: int) -> None:
    """All of it or nothing."""
    before = file.stat().st_size if file.exists() else 0
    try:
        with file.open("ab") as output:
            output.write(bytes(size))
    except OSError:
        os.truncate(file, before)
        raise


def use() -> None:
    """From now on files of figures are made so."""
    values.MmapedDict = ReservedDict  # type: ignore[attr-defined]
