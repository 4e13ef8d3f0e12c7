"""Files for Prometheus metrics that survive a full disk.

With several web processes prometheus_client stores each one's metrics in a sparse mapped file. The
kernel kills a process that writes into a hole while the disk is full. So we allocate all blocks
before mapping the file, and a full disk becomes an OSError.
"""

import os
from pathlib import Path

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

FIRST = 1 << 16
#: Bytes of an entry beside its key, at most.
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
    """Append zeros to the file: all of them or none."""
    before = file.stat().st_size if file.exists() else 0
    try:
        with file.open("ab") as output:
            output.write(bytes(size))
    except OSError:
        os.truncate(file, before)
        raise


def use() -> None:
    """Make prometheus_client use such files from now on."""
    values.MmapedDict = ReservedDict  # type: ignore[attr-defined]
