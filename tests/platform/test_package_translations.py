"""Two packages say the same English in other German, on one site, and change nothing of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from games.management.commands.newgame import copy_starter

#: What each of them calls things in German; the site calls players "Mitspielende".
GERMAN: dict[str, dict[str, str | tuple[str, str]]] = {
    "fruit_race": {
        "Fodder": "Früchte",
        "Riches": "Ernte",
        "Stack": "Kiste",
        "Players": "Obstleute",
        "Take a tile": "Nimm eine Frucht",
        "{n} thing": ("{n} Apfel", "{n} Äpfel"),
        "%(num)d left": ("%(num)d am Baum", "%(num)d an Bäumen"),
    },
    "stone_race": {
        "Fodder": "Waren",
        "Riches": "Reichtum",
        "Stack": "Haufen",
        "Players": "Steinmetze",
        "Take a tile": "Nimm einen Stein",
        "{n} thing": ("{n} Stein", "{n} Steine"),
        "%(num)d left": ("%(num)d liegt da", "%(num)d liegen da"),
    },
}

ASK = """
import json, sys, django
django.setup()
from django.utils import translation
from django.utils.translation import gettext
from games.words import table_package
from games.words import texts
from games.api.catalogue import game_type
from games.checking.drawn import players_of
from games.pages import options, settings
from games.pages.drawing.board import Drawing
from games.pages.drawing.regions import panes
from games.pages.drawing.rendering import fixed
from games.rules import registry
found = {}
with translation.override("de"):
    for slug in sys.argv[1:]:
        rules = registry.get(slug)
        game = rules.new(2, {}, bytes(32))
        while game.result() is None:
            decision = game.decisions()[0]
            asked = table_package.prompt(rules, decision, game.view(decision.seat))
            game.choose(decision.seat, decision.choices[0])
        drawing = Drawing(rules, game.view(0), 0, players_of(game, 0), {}, (), ())
        regions = drawing.regions()
        found[slug] = {
            "in the form of a new game": options.fields(rules)[options.PREFIX + "rich"].label,
            "at a table": settings.options(rules, {"rich": True})[0][0],
            "in the API": game_type(rules)["options"][0]["label"],
            "of a question": texts.plain(asked, []),
            "of points": texts.plain(table_package.source(rules, "goods"), []),
            "of a number": [texts.plain(table_package.source(rules, n), []) for n in ("1", "2")],
            "of a pane": panes(rules, regions)[0]["title"],
            "on the board": regions["board-row"].html,
            "in the help": fixed(f"{slug}/help.html"),
        }
    found["the site"] = [gettext("Players"), gettext("Fodder")]
print(json.dumps(found))
"""


UPDATE = """
import django
django.setup()
from boardgames.words import catalogues
for owner in catalogues.owners():
    if owner.rules and not owner.base.samefile(catalogues.BASE):
        owner.update("de")
"""


def make(name: str, folder: Path) -> None:
    """A package like one that an author has made, with words that mean other things elsewhere."""
    copy_starter(name, folder / f"{name}_package")
    (folder / name).symlink_to(folder / f"{name}_package" / name)
    rules, table = folder / name / "rules.py", folder / name / "table" / "__init__.py"
    option = '    options=[Option(name="rich", label=_("Riches"))],\n    players=(2, 3, 4),'
    text = rules.read_text().replace("    players=(2, 3, 4),", option)
    rules.write_text(text.replace("import Choice", "import Option, Choice"))
    table.write_text(
        table.read_text()
        .replace('"reds": _(', '"goods": _("Fodder"), "reds": _(')
        .replace(
            "    return Text(SOURCES[name])",
            "    if name.isdigit():\n"
            '        return Text(*ngettext("{n} thing", "{n} things"), n=int(name))\n'
            "    return Text(SOURCES[name])",
        )
        + '\nPANES = ((_("Fodder"), ("row",)),)\n'
    )
    row = folder / name / "table" / "templates" / name / "row.html"
    row.write_text(
        row.read_text().replace(
            "</svg>",
            '<text x="0" y="60">{{ ngettext("%(num)d left", "%(num)d left", view.stack) }}</text>'
            "\n</svg>",
        )
    )
    guide = row.with_name("help.html")
    guide.write_text(guide.read_text() + '<p>{{ _("Players") }}</p>\n')


def translate(name: str, folder: Path) -> None:
    """Fill in the German that is missing, and change what means other things."""
    po = folder / name / "table/locale/de/LC_MESSAGES/django.po"
    with po.open("rb") as file:
        catalog = read_po(file, locale="de")
    for message in catalog:
        first = message.id if isinstance(message.id, str) else message.id[0]
        message.string = GERMAN[name].get(first, message.string)
    with po.open("wb") as file:
        write_po(file, catalog)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name in GERMAN:
        make(name, folder)
        info = folder / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        entry = f"[boardgames.games]\n{name} = {name}.rules:rules\n"
        (info / "entry_points.txt").write_text(entry)
    run(folder, "-c", UPDATE)
    for name in GERMAN:
        translate(name, folder)
    run(folder, "manage.py", "messages", "--compile")
    return folder


def run(folder: Path, *words: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "DJANGO_SETTINGS_MODULE": "boardgames.settings",
    }
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_each_is_said_in_its_own_words_wherever_it_is_said(site: Path) -> None:
    found = json.loads(run(site, "-c", ASK, *GERMAN))
    assert found.pop("the site") == ["Mitspielende", "Fodder"]
    for name, german in GERMAN.items():
        said = found[name]
        for place in ("in the form of a new game", "at a table", "in the API"):
            assert said[place] == german["Riches"], place
        assert said["of a question"] == german["Take a tile"]
        assert said["of points"] == said["of a pane"] == german["Fodder"]
        assert said["of a number"] == [
            each.format(n=n) for n, each in enumerate(german["{n} thing"], 1)
        ]
        assert f">{german['Stack']}<" in said["on the board"]
        assert str(german["%(num)d left"][1]).replace("%(num)d", "0") in said["on the board"]
        assert f"<p>{german['Players']}</p>" in said["in the help"]


@pytest.mark.slow
def test_none_fails_its_check_for_what_another_says(site: Path) -> None:
    name = [*GERMAN][-1]
    assert f"{name} passes." in run(site, "manage.py", "check_game", name)
