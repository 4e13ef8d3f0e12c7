"""Every cache of the code stands in one table of docs/storage.md, with why it is never stale."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from boardgames.supervisor.home import CHECKOUT

PACKAGES = ("boardgames", "accounts", "community", "games", "notifications")
#: What makes a function keep what it gives.
KEEPING = frozenset({"cache", "lru_cache"})
#: What a module or a class has is there as long as the process; empty, it waits to be filled.
GROWING = frozenset({"dict", "defaultdict", "OrderedDict", "WeakKeyDictionary",
                     "WeakValueDictionary", "WeakSet"})  # fmt: skip
_ROW = re.compile(r"^\| `([\w/]+\.py)` `(\w+)` \|(.*)\|$", re.MULTILINE)

Cache = tuple[str, str]


def _name(node: ast.expr | None) -> str:
    """Of what is called, given or assigned: ``lru_cache(5)`` is called ``lru_cache``."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return _name(inner)
    return ""


def _keeping(tree: ast.Module) -> Iterator[str]:
    """The functions whose results are kept: ``@cache``, ``cache(f)``, ``lru_cache(5)(f)``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and KEEPING & set(map(_name, node.decorator_list)):
            yield node.name
        if isinstance(node, ast.Call) and _name(node.func) in KEEPING:
            named = [_name(each) for each in node.args]
            yield from (name for name in named if name and not name.isupper())


def _growing(tree: ast.Module) -> Iterator[str]:
    """What a module or a class has that begins empty, to be filled later."""
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            shared = [each for each in statement.body if isinstance(each, ast.AnnAssign)]
            yield from (
                name
                for each in shared
                if _name(each.annotation) == "ClassVar" and (name := _filled(each))
            )
        elif (name := _filled(statement)) and not name.isupper():  # which is filled as it is loaded
            yield name


def _filled(statement: ast.stmt) -> str:
    """The name that something empty is given; "" in any other statement."""
    match statement:
        case (
            ast.Assign(targets=[target], value=value)
            | ast.AnnAssign(target=target, value=ast.expr() as value)
        ):
            empty = isinstance(value, ast.Dict) and not value.keys
            made = isinstance(value, ast.Call) and not value.args and _name(value) in GROWING
            return _name(target) if empty or made else ""
    return ""


def of(source: str) -> set[str]:
    """The names of the caches in a module."""
    tree = ast.parse(source)
    return {*_keeping(tree), *_growing(tree)}


def found() -> set[Cache]:
    """Each cache of the code: its file and its name."""
    files = [path for package in PACKAGES for path in (CHECKOUT / package).rglob("*.py")]
    return {
        (str(path.relative_to(CHECKOUT)), name)
        for path in files
        if "migrations" not in path.relative_to(CHECKOUT).parts
        for name in of(path.read_text())
    }


def table() -> dict[Cache, list[str]]:
    """The rows of the documents' table: by file and name what is said of them."""
    text = (CHECKOUT / "docs" / "storage.md").read_text()
    return {
        (path, name): [cell.strip() for cell in said.split("|")]
        for path, name, said in _ROW.findall(text)
    }


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("@cache\ndef f(): ...", {"f"}),
        ("@functools.lru_cache(5)\ndef f(): ...", {"f"}),
        ("class A:\n    @lru_cache\n    def f(self): ...", {"f"}),
        ("g = lru_cache(5000)(f)", {"f"}),
        ("def h():\n    return cache(f)", {"f"}),
        ("_known: dict[int, str] = {}", {"_known"}),
        ("_known: OrderedDict[int, str] = OrderedDict()", {"_known"}),
        ("_known = WeakKeyDictionary[int, str]()", {"_known"}),
        ("class A:\n    _all: ClassVar[WeakSet[A]] = WeakSet()", {"_all"}),
        ("@cached_property\ndef f(): ...", set()),
        ("@cache_control(public=True)\ndef f(): ...", set()),
        ("NAMES = {1: 'one'}\ncache.get(5)\ndef f():\n    found = {}", set()),
    ],
)
def test_a_cache_is_known_by_what_makes_it(source: str, names: set[str]) -> None:
    assert of(source) == names


@pytest.mark.slow
def test_no_cache_is_missing_in_the_table_and_none_in_it_has_gone() -> None:
    told, there = set(table()), found()
    assert sorted(there - told) == []
    assert sorted(told - there) == []


def test_each_row_says_what_by_which_key_why_never_stale_and_how_much() -> None:
    short = {cache: cells for cache, cells in table().items() if len(list(filter(None, cells))) < 4}
    assert short == {}
