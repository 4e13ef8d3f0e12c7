"""The macros that authors call, as docs/macros.md lists them: `python -m tests.kit.macros` writes
that page."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "docs" / "macros.md"
FILES = ("pieces", "heavy", "ui")
HEAD = """# The macros of the kit
The macros that a template can import, `{% from "kit/pieces.html" import stone, hit %}`, with all
their arguments, as in the templates. Sizes and places are units of the board. [kit.md](kit.md) says
how to use them, and `/kit/` draws them.
"""
MACRO = re.compile(r"(?:\{#((?:(?!#\}).)*)#\}\s*)?\{% macro (\w+)\(([^%]*)\) -?%\}", re.DOTALL)


def document() -> str:
    """The whole page."""
    return HEAD + "".join(_section(name) for name in FILES)


def _section(name: str) -> str:
    text = (ROOT / "templates" / "kit" / f"{name}.html").read_text()
    found = [macro for macro in MACRO.findall(text) if not macro[1].startswith("_")]
    return f"\n## kit/{name}.html\n" + "".join(_item(*macro) for macro in found)


def _item(comment: str, name: str, arguments: str) -> str:
    said = " ".join(comment.split())
    item = f"* `{name}({arguments})`" + (f": {said}" if said else "")
    return (
        textwrap.fill(
            item, 116, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
        + "\n"
    )


if __name__ == "__main__":
    DOCUMENT.write_text(document())
