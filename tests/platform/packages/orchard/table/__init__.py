"""What is said and pointed at; the drawing is in ``templates/``."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Amounts, Choice, Json, Kept, Text, _

from ..rules import rules

REGIONS = ("trees",)
GOODS = (_("shells"), _("wood"))


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    last = parts[-1]
    if isinstance(last, dict):
        return Text("{n} goods", n=sum(last.values()))
    return Text("{what}", what=str(parts[-2] if isinstance(last, Amounts) else last))


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    return f"hex-{parts[1]}" if kind == "plant" and len(parts) == 2 else None


def log(kind: str, data: Json) -> Text | None:
    return None


def marks(kind: str, data: Json) -> list[str]:
    return []


def source(name: str) -> Text:
    return Text("{name}", name=name)


def board(view: Json) -> Json:
    return {"hexes": [{"n": n, "tree": n in view["trees"]} for n in range(3)]}
