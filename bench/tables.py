"""Makes tables of figures: `python -m bench.tables FILE`, where FILE is what `script/bench` has
printed, prints them as Markdown."""

import json
import sys
from pathlib import Path

from bench.figures import Row


def main() -> None:
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    for benchmark in dict.fromkeys(row["benchmark"] for row in rows):
        found = tables([row for row in rows if row["benchmark"] == benchmark])
        print("\n\n".join([f"## {benchmark}", *found]), end="\n\n")


def tables(rows: list[Row]) -> list[str]:
    """One table for all rows that have the same figures."""
    groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in rows:
        flat = _flat(row)
        flat.pop("benchmark")
        groups.setdefault(tuple(flat), []).append(flat)
    return [_table(columns, group) for columns, group in groups.items()]


def _flat(row: Row, before: str = "") -> dict[str, str]:
    """Figures in figures get both names; a list is told in words."""
    found: dict[str, str] = {}
    for name, value in row.items():
        title = f"{before}{name}".replace("_", " ")
        if isinstance(value, dict) and value and before == "":
            found |= _flat(value, f"{title}: ")
        elif isinstance(value, dict | list):
            found[title] = json.dumps(value).strip("[]{}").replace('"', "") or "–"
        else:
            found[title] = f"{value:,}" if isinstance(value, int) else str(value)
    return found


def _table(columns: tuple[str, ...], rows: list[dict[str, str]]) -> str:
    lines = [columns, ["---"] * len(columns), *(list(row.values()) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
