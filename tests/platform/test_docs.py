"""The documents name what there is, in lines that can be read beside the code."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from boardgames.supervisor.home import CHECKOUT

LONGEST = 120

_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_FENCED = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"[\w.*<>-]*(/[\w.*<>-]+)*/?|[\w-]+\.(py|html|js|css|md|txt|toml|json|yaml|po)")
_NAME = re.compile(r"@?[A-Za-z_][\w.]*(\(\))?")
#: What others call things: PostgreSQL, Caddy, a tool for fonts; an operator's old `.env`, and the
#: name that an operator gives a database.
_OTHERS = frozenset({"trusted_proxies", "pg_stat_archiver.failed_count", "last_archived_time"})
_OTHERS |= {"pg_rewind", "instancer.instantiateVariableFont", "POSTGRES_PASSWORD", "tmux"}
_OTHERS |= {"boardgames_before"}
#: Files that whoever reads it makes: a site's own, and those of a game of their own.
_MADE = ("var/", "secrets/", "notices/", "tile_race/", "table/", "static/lanterns/")
#: In a path these stand for any name: `games/rules/<slug>/table/`.
_ANY = re.compile(r"<[^>]*>")


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    return [Path(name) for name in listed.stdout.splitlines()]


def documents() -> list[Path]:
    return [path for path in files() if path.suffix == ".md" and path.parts[0] != "tests"]


@cache
def words_of_the_sources() -> frozenset[str]:
    """Every word that stands in a source: names of code, of templates, settings and commands."""
    told: set[str] = set()
    for path in files():
        if path.suffix in {".md", ".po", ".png", ".woff2"} or CHECKOUT / path == Path(__file__):
            continue
        told |= set(re.findall(r"\w+", (CHECKOUT / path).read_text(errors="ignore")))
        told |= set(re.findall(r"\w+", str(path)))
    return frozenset(told)


@cache
def paths() -> frozenset[str]:
    """Every file and folder of the checkout, with each end of its path."""
    known: set[str] = set()
    for path in files():
        for whole in (path, *path.parents):
            parts = whole.parts
            known |= {"/".join(parts[start:]) for start in range(len(parts))}
    return frozenset(known)


def is_there(path: str) -> bool:
    path = path.strip("/")
    if "<" not in path and "*" not in path:
        return path in paths()
    pattern = re.compile("[^/]+".join(map(re.escape, re.split(r"<[^>]*>|\*", path))))
    return any(pattern.fullmatch(known) for known in paths())


def untrue(document: Path) -> list[str]:
    """What the document names in backticks and the checkout does not have."""
    text = _FENCED.sub("", (CHECKOUT / document).read_text())
    wrong = []
    for line in text.splitlines():
        if line.startswith("    "):
            continue
        for code in _CODE.findall(line):
            if _PATH.fullmatch(code) and "." in code.rsplit("/", 1)[-1] and "/" in code:
                if not code.startswith(("/", "./", "../", *_MADE)) and not is_there(code):
                    wrong.append(code)
            elif _NAME.fullmatch(code) and code not in _OTHERS:
                parts = re.findall(r"\w+", code)
                if not all(part in words_of_the_sources() for part in parts):
                    wrong.append(code)
    return wrong


@pytest.mark.parametrize("document", documents(), ids=str)
def test_a_document_names_only_what_there_is(document):
    assert untrue(document) == []


@pytest.mark.parametrize("document", documents(), ids=str)
def test_lines_of_a_document_can_be_read_beside_the_code(document):
    """A row of a table, and what is quoted in backticks, is one line of Markdown however long."""
    lines = (CHECKOUT / document).read_text().splitlines()
    long = [line for line in lines if len(line) > LONGEST]
    assert [line for line in long if not line.startswith(("|", "`", "    "))] == []


def test_the_manual_has_a_place_for_each_document() -> None:
    """Else `script/docs` fails, and nobody finds it."""
    index = (CHECKOUT / "docs/index.md").read_text().splitlines()
    pages = [path.stem for path in documents() if path.parent == Path("docs")]
    assert [page for page in pages if page not in {*index, "index"}] == []


_COMMAND = re.compile(r"manage\.py ([a-z_]+)([^|`\n]*)")


def commands() -> list[tuple[str, str, str]]:
    """Each call of `manage.py` in documents and files of deployment: where, what, and how."""
    telling = [path for path in files() if path.suffix == ".md" or path.parts[0] == "deploy"]
    return [
        (str(path), name, how)
        for path in (*telling, Path("compose.yaml"))
        for name, how in _COMMAND.findall((CHECKOUT / path).read_text())
    ]


def test_each_command_that_is_named_can_be_typed() -> None:
    """An operator types it as it stands there."""
    known = get_commands()
    wrong = []
    for where, name, how in commands():
        app = known.get(name)
        if app is None:
            wrong.append(f"{where}: {name}")
            continue
        command = app if not isinstance(app, str) else load_command_class(app, name)
        options = command.create_parser("manage.py", name)._option_string_actions
        given = re.findall(r"(?<!\S)--[a-z-]+", how)
        wrong += [f"{where}: {name} {option}" for option in given if option not in options]
    assert wrong == []


def test_a_name_that_is_gone_is_found(tmp_path, monkeypatch):
    document = tmp_path / "page.md"
    document.write_text("Call `choose` of `games/moves/actions.py`, not `chooze` of `games/x.py`.")
    assert untrue(document) == ["chooze", "games/x.py"]
