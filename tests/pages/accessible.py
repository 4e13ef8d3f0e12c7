"""What is wrong with a page for those who hear it: its tables, and the fields of its forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_FIELDS = {"input", "select", "textarea"}
_SILENT = {"hidden", "submit", "button"}
_VOID = {"br", "img", "input", "wbr"}


@dataclass
class Cell:
    is_head: bool
    scope: str
    span: int
    name: str = ""


@dataclass
class Row:
    cells: list[Cell] = field(default_factory=list)
    in_head: bool = False


class _Reader(HTMLParser):
    """Tables as rows of cells, without those hidden from readers; fields with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[list[Row]] = []
        self.fields: list[dict[str, str]] = []
        self.ids: set[str] = set()
        self._open: list[list[Row]] = []
        self._cell: Cell | None = None
        self._in_head = False
        self._hidden: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.ids.add(known.get("id", ""))
        if tag in _FIELDS and known.get("type") not in _SILENT:
            self.fields.append({"tag": tag, **known})
        if self._cell and tag not in _VOID and (self._hidden or known.get("aria-hidden") == "true"):
            self._hidden.append(tag)
        elif self._cell:
            self._cell.name += known.get("aria-label", known.get("alt", ""))
        match tag:
            case "table":
                self._open.append([])
                self.tables.append(self._open[-1])
                self._in_head = False
            case "thead" | "tbody" | "tfoot":
                self._in_head = tag == "thead"
            case "tr" if self._open:
                self._open[-1].append(Row(in_head=self._in_head))
            case "th" | "td" if self._open and known.get("aria-hidden") != "true":
                span = int(known.get("colspan", 1))
                self._cell = Cell(tag == "th", known.get("scope", ""), span)
                self._cell.name = known.get("aria-label", "")
                self._open[-1][-1].cells.append(self._cell)

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden.pop()
        elif tag in ("td", "th"):
            self._cell = None
        elif tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._cell and not self._hidden:
            self._cell.name += data.strip()


def faults(html: str) -> list[str]:
    """All that is wrong with the tables and fields of a page, in words."""
    read = _Reader(html)
    return [*_of_tables(read.tables), *_of_fields(read)]


def _of_tables(tables: list[list[Row]]) -> Iterator[str]:
    for number, rows in enumerate(filter(None, tables), start=1):
        widths = {sum(cell.span for cell in row.cells) for row in rows}
        if len(widths) > 1:
            yield f"table {number} has rows of {sorted(widths)} cells"
        if heads := [row for row in rows if row.cells and all(cell.is_head for cell in row.cells)]:
            nameless = [n for n, cell in enumerate(heads[0].cells, start=1) if not cell.name]
            if nameless:
                yield f"table {number} has columns without names: {nameless}"
        elif max(widths) > 2:
            yield f"table {number} has no row of names of its columns"
        if any(cell.is_head and not cell.scope for row in rows for cell in row.cells):
            yield f"table {number} has heads without a scope"


def _of_fields(read: _Reader) -> Iterator[str]:
    for known in read.fields:
        name = known.get("name") or known.get("id", "")
        described = known.get("aria-describedby", "").split()
        if "required" in known and known.get("type") != "radio" and "aria-invalid" not in known:
            yield f"{name} is called wrong before anything is typed"
        if known.get("aria-invalid") == "true" and not set(described) & read.ids:
            yield f"{name} is wrong, and nothing says why"
        if missing := set(described) - read.ids:
            yield f"{name} is described by what is not there: {sorted(missing)}"
