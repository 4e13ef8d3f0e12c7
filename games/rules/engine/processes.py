"""The same game in two processes: a result that depends on the order of a set differs there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Any

from .play import random_choice
from .rules import Rules
from .state import Json
from .testing import transcript

HASH_SEEDS = ("1", "2", "3")
"""Python puts strings into sets in an order that hangs on this."""

_TELL = "from games.rules.engine.processes import tell; tell()"


def where_is(rules: Rules[Any]) -> str:
    """The import path of the rules: ``my_game.rules:rules``."""
    for name, module in list(sys.modules.items()):
        if name.startswith(rules.package) and name != "__main__":
            for attribute, value in vars(module).items():
                if value is rules:
                    return f"{name}:{attribute}"
    raise LookupError(f"the rules of {rules.slug} are not found in the package {rules.package}")


def check_processes(where: str, players: int, options: Json, seed: int) -> None:
    """Raise AssertionError if a random game differs in another process."""
    told = [_told(where, players, options, seed, hash_seed) for hash_seed in HASH_SEEDS]
    for other in told[1:]:
        for here, there in zip(told[0], other, strict=False):
            assert here == there, (
                "a game goes another way in another process: the order of a set, or of what "
                f"hash() gives, decides it; sort it. {here.strip()!r} and {there.strip()!r}"
            )


def _told(where: str, players: int, options: Json, seed: int, hash_seed: str) -> list[str]:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path),
    }
    words = [where, str(players), json.dumps(options), str(seed)]
    ran = subprocess.run(
        [sys.executable, "-c", _TELL, *words], env=environment, capture_output=True, text=True
    )
    last = ran.stderr.strip().rpartition("\n")[2]
    assert not ran.returncode, f"a game breaks in another process: {last}"
    return ran.stdout.splitlines()


def tell() -> None:
    """Print a random game; the words of the command say which."""
    where, players, options, seed = sys.argv[1:]
    module, attribute = where.split(":")
    rules: Rules[Any] = getattr(import_module(module), attribute)
    sys.stdout.write(transcript(rules, int(players), json.loads(options), int(seed), random_choice))
