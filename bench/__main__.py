"""Runs the benchmarks named, or all; each is explained in docs/performance.md."""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator

from bench import (
    bots,
    deadlines,
    deliveries,
    engine,
    fanout,
    felt,
    growth,
    late,
    losses,
    moves,
    pages,
    positions,
    soak,
    thinking,
)
from bench.extent import Extent
from bench.figures import Row

BENCHMARKS: dict[str, Callable[[Extent], Iterator[Row]]] = {
    "engine": engine.run,
    "bots": bots.run,
    "losses": losses.run,
    "positions": positions.run,
    "pages": pages.run,
    "late": late.run,
    "felt": felt.run,
    "fanout": fanout.run,
    "growth": growth.run,
    "deadlines": deadlines.run,
    "deliveries": deliveries.run,
    "soak": soak.run,
    "thinking": thinking.run,
    "moves": lambda extent: moves.run(),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--full", action="store_true", help="all benchmarks; takes over an hour")
    parser.add_argument(
        "--scale",
        type=float,
        default=Extent.scale,
        help="scale of growth, where 1 is a million games (default: %(default)s)",
    )
    parser.add_argument(
        "--minutes", type=float, help="length of soak (default: one, with --full thirty)"
    )
    asked = parser.parse_args()
    names = asked.names or list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    if len(names) > 1:  # one process each: Django stays with the first service it has seen
        extent = [*(["--full"] if asked.full else []), "--scale", str(asked.scale)]
        extent += ["--minutes", str(asked.minutes)] if asked.minutes else []
        for name in names:
            subprocess.run([sys.executable, "-m", "bench", name, *extent], check=True)
        return
    for figures in BENCHMARKS[names[0]](Extent(asked.full, asked.scale, asked.minutes)):
        print(json.dumps({"benchmark": names[0], **figures}), flush=True)


if __name__ == "__main__":
    main()
