"""Names in backticks of docstrings, comments and documents, and whether the checkout has them."""

import ast
import io
import re
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from boardgames.supervisor.home import CHECKOUT

_CODE = re.compile(r"(?<!`)(``?)([^`\n]+)\1(?!`)")
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"[\w.*<>-]*(/[\w.*<>-]+)*/?|[\w-]+\.(py|html|js|css|md|txt|toml|json|yaml|po)")
#: Ends of the names of files that the checkout has itself; those of data may be anybody's.
_OF_SOURCES = frozenset({"py", "js", "css", "html", "md"})
_OF_DATA = frozenset({"json", "toml", "txt", "xml", "yml", "yaml"})
_NAME = re.compile(r"@?[A-Za-z_][\w.]*(\(\))?")
_PROSE = re.compile(r'^[ \t]*(?:#.*|r?"""[^"]*?""")$|  #:? .*$', re.MULTILINE)
_COMMENTS = {
    ".js": re.compile(r"(?:^|\s)//[^\n]*|/\*.*?\*/", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"\{#.*?#\}", re.DOTALL),
}
#: What others call things: PostgreSQL, Caddy, a tool for fonts; an operator's old `.env`, and the
#: name that an operator gives a database.
_OTHERS = frozenset({"trusted_proxies", "pg_stat_archiver.failed_count", "last_archived_time"})
_OTHERS |= {"pg_rewind", "instancer.instantiateVariableFont", "POSTGRES_PASSWORD", "tmux"}
_OTHERS |= {"boardgames_before", "pg_trgm", "http.client"}
_OTHERS |= {"GZipMiddleware", "database_sync_to_async"}
#: What stands for many names: of a setting, of a page of the operator's, of entry points.
_OTHERS |= {"NAME_FILE", "imprint.CODE.txt", "boardgames.games"}
#: Files of tests that name what there is not.
_OWN = frozenset({"test_docs", "references"})
#: Objects that the documents call otherwise than their class is called.
_OBJECTS = {"game": "flow", "notes": "notebook"}
#: Files that readers make themselves: those of a site, and those of a game of their own.
_MADE = ("var/", "secrets/", "notices/", "tile_race/", "table/", "static/lanterns/", "positions/")


@cache
def files() -> tuple[Path, ...]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    paths = (Path(name) for name in listed.stdout.splitlines())
    return tuple(path for path in paths if (CHECKOUT / path).exists())


@cache
def read(path: Path) -> str:
    return (CHECKOUT / path).read_text(errors="ignore")


@cache
def words_of_the_sources() -> frozenset[str]:
    """Every word of code, templates, settings and commands, except what stands in backticks."""
    words: set[str] = set()
    for path in files():
        if path.suffix in {".md", ".po", ".png", ".woff2"} or path.stem in _OWN:
            continue
        text = read(path)
        if path.suffix == ".py":
            text = _PROSE.sub("", text)
        elif path.suffix in _COMMENTS:
            text = _COMMENTS[path.suffix].sub("", text)
        words.update(re.findall(r"\w+", text))
        words.update(re.findall(r"\w+", str(path)))
    return frozenset(words)


@cache
def paths() -> frozenset[str]:
    """Every file and folder of the checkout, with each end of its path."""
    known: set[str] = set()
    for path in files():
        for whole in (path, *path.parents):
            parts = whole.parts
            known |= {"/".join(parts[start:]) for start in range(len(parts))}
    return frozenset(known)


@cache
def modules() -> dict[str, list[Path]]:
    """Files and packages of Python by the last part of their name.

    What defines a class is found by its name in small letters, too: `game.ask` of a ``Game``.
    """
    named: dict[str, list[Path]] = defaultdict(list)
    for path in files():
        if path.suffix == ".py":
            named[path.parent.name if path.name == "__init__.py" else path.stem].append(path)
            for name in re.findall(r"^class (\w+)", read(path), re.MULTILINE):
                named[name.lower()].append(path)
    return dict(named)


@cache
def attributes(module: Path) -> frozenset[str]:
    """What a module defines or imports, its submodules, and the members of its classes."""
    names: set[str] = set()
    if module.name == "__init__.py":
        folder = (CHECKOUT / module).parent
        names |= {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    for node in ast.walk(ast.parse(read(module))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Import() | ast.ImportFrom():
                names |= {(name.asname or name.name).split(".")[0] for name in node.names}
            case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                names.add(node.id if isinstance(node, ast.Name) else node.attr)
    return frozenset(names)


def has(module: Path, name: str) -> bool:
    """Whether a module defines or imports this; most are found without parsing it."""
    found = re.search(rf"\b(?:def|class) {name}\b", read(module))
    return found is not None or name in attributes(module)


def is_there(path: str) -> bool:
    path = path.strip("/")
    if "<" not in path and "*" not in path:
        return path in paths()
    pattern = re.compile("[^/]+".join(map(re.escape, re.split(r"<[^>]*>|\*", path))))
    return any(pattern.fullmatch(known) for known in paths())


@cache
def is_known(code: str) -> bool:
    """Whether the checkout has what this names; True for what is neither a path nor a name."""
    if _PATH.fullmatch(code) and "." in code.rsplit("/", 1)[-1] and "/" in code:
        return code.startswith(("/", "./", "../", *_MADE)) or is_there(code)
    if not _NAME.fullmatch(code) or code in _OTHERS or code in paths():
        return True
    parts = re.findall(r"\w+", code)
    if not all(part in words_of_the_sources() for part in parts):
        return False
    if len(parts) < 2 or parts[-1] in _OF_DATA:
        return True
    if parts[-1] in _OF_SOURCES:
        return is_there(code)
    known = modules()
    places = [*known.get(parts[0], ()), *known.get(_OBJECTS.get(parts[0], ""), ())]
    return not places or any(has(path, parts[1]) for path in places)


def _docstrings(body: list[ast.stmt]) -> Iterator[tuple[int, str]]:
    for node in body:
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from _docstrings(node.body)


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """What is written for people in a file, each piece with the line at which it begins."""
    text = read(path)
    if path.suffix == ".md":
        plain = _FENCED.sub(lambda fenced: "\n" * fenced[0].count("\n"), text)
        for number, line in enumerate(plain.splitlines(), 1):
            if not line.startswith("    "):
                yield number, line
    elif path.suffix == ".py":
        yield from _docstrings(ast.parse(text).body)
        if re.search("#.*`", text):
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield token.start[0], token.string
    else:
        for comment in _COMMENTS[path.suffix].finditer(text):
            yield text.count("\n", 0, comment.start()) + 1, comment[0]


def unknown(path: Path) -> list[str]:
    """What the file names in backticks and the checkout does not have, each with its line."""
    names = _CODE.findall(read(path))
    if all(is_known(name) for _quotes, name in names):
        return []  # whether it is prose or code
    found = []
    for first, text in prose(path):
        for code in _CODE.finditer(text):
            if not is_known(code[2]):
                line = first + text.count("\n", 0, code.start())
                found.append(f"{path}:{line}: {code[2]}")
    return found
