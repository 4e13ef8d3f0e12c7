"""A game package outside the checkout, fresh from `newgame`, whose rules this process knows; it
draws nothing, as templates are looked for when a process starts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from games.management.commands.newgame import copy_starter
from games.rules import registry

NAME = "tile_walk"


@contextmanager
def served(folder: Path) -> Iterator[Path]:
    """Its folder of modules; all of it is forgotten with the block."""
    copy_starter(NAME, folder)
    package = folder / NAME
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        rules = import_module(NAME).rules
        catalogue = {**registry._catalogue(), NAME: rules}
        patch.setattr(registry, "_catalogue", lambda: catalogue)
        try:
            yield package
        finally:
            for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
                del sys.modules[name]
