"""Runs the benchmarks named, or all."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

from bench import engine, moves, positions

BENCHMARKS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "engine": engine.run,
    "positions": positions.run,
    "moves": moves.run,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    names = parser.parse_args().names or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    if len(names) > 1:  # one process each: Django stays with the first service it has seen
        for name in names:
            subprocess.run([sys.executable, "-m", "bench", name], check=True)
        return
    for figures in BENCHMARKS[names[0]]():
        print(json.dumps({"benchmark": names[0], **figures}), flush=True)


if __name__ == "__main__":
    main()
