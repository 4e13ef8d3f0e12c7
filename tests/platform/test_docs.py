"""Documents, docstrings and comments name what exists; documents have lines of a screen's width."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from boardgames.supervisor.home import CHECKOUT
from tests.platform.references import files, is_known, unknown

LONGEST = 120


def documents() -> list[Path]:
    return [path for path in files() if path.suffix == ".md" and path.parts[0] != "tests"]


@pytest.mark.parametrize("document", documents(), ids=str)
def test_a_document_names_only_what_there_is(document):
    assert unknown(document) == []


def test_docstrings_and_comments_name_only_what_there_is() -> None:
    sources = [path for path in files() if path.suffix in {".py", ".js", ".css", ".html"}]
    assert [name for path in sources for name in unknown(path)] == []


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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "Call `choose` of `games/moves/actions.py`, not\n`chooze` of `games/x.py`.\n"),
        ("page.py", '"""Like `choose`.\n\nNot ``chooze``."""\n\nX = "`y`"  # of `games/x.py`\n'),
        ("page.js", "/** `choose`.\n\tNot `chooze`. */\nconst x = `y`; // `games/x.py`\n"),
        ("page.css", "/* `choose`,\nnot `chooze` */\na {} /* `games/x.py` */\n"),
        ("page.html", "{# `choose`\nnot `chooze` #}<p>`y`{# `games/x.py` #}\n"),
    ],
)
def test_a_name_that_is_gone_is_found(tmp_path, name, text) -> None:
    page = tmp_path / name
    page.write_text(text)
    lines = text.splitlines()
    gone = [
        (i, word)
        for i, line in enumerate(lines, 1)
        for word in ("chooze", "games/x.py")
        if word in line
    ]
    assert unknown(page) == [f"{page}:{number}: {word}" for number, word in gone]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("policies.Policy", True),
        ("games.moves.actions", True),
        ("game.ask", True),  # of the class `Flow`, called so throughout the manual
        ("actions.py", True),
        ("settings.Policy", False),  # both words are there, but not in a module of that name
        ("games.choose", False),
        ("policy.chooze", False),
        ("actionz.py", False),
    ],
)
def test_a_name_with_a_dot_is_looked_for_where_it_says(name: str, known: bool) -> None:
    assert is_known(name) == known
