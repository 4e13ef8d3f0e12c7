"""Each fault that a table can have is found and said, and our own tables have none."""

import io
import itertools
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.template import engines
from django.utils import translation
from jinja2 import FileSystemLoader, UndefinedError

from boardgames.words import catalogues
from games.checking import translated
from games.checking.drawn import Drawn, strict_names
from games.checking.findings import Findings
from games.checking.forms import wrong_forms
from games.checking.misspelt import OF_A_TABLE
from games.checking.positions import positions
from games.checking.said import Said
from games.checking.table import TableReport, check_table
from games.pages.drawing.rendering import jinja
from games.rules import registry
from games.rules.engine import Amounts, Event, Kind, Text, _
from games.rules.engine.examine import Report
from games.rules.engine.reach import ended_by
from games.rules.example import rules as lanterns
from games.rules.imhotep import rules, table
from games.words import table_package


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five positions of one game are enough to meet a slip, unless a test needs more."""

    def few(rules: Any, games: int, seed: int) -> Any:
        found = positions(rules, games, seed)
        return (next(found) for _position in range(5))

    monkeypatch.setattr("games.checking.table.positions", few)


#: The words of our sources, which no test here changes: reading them takes longer than the rest.
extracted = cache(catalogues.Owner.extracted)


@pytest.fixture(autouse=True)
def _words_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues.Owner, "extracted", extracted)


def faults(report: TableReport) -> str:
    return "\n".join(finding.what for finding in report.findings)


def slip(monkeypatch: pytest.MonkeyPatch, name: str, function: Callable[..., Any]) -> str:
    """What the check says of a table in which this function is another; ``log``: each line."""
    if name == "log":
        monkeypatch.setattr(table, "LINES", dict.fromkeys(table.LINES, function))
    else:
        monkeypatch.setattr(table, name, function)
    return faults(check_table(rules))


def broken(*args: Any) -> Any:
    raise KeyError("hammer")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["prompt", "label", "target", "log", "marks", "board"], ids=lambda name: name
)
def test_a_function_that_raises_is_named_with_its_line(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    said = slip(monkeypatch, name, broken)
    assert f"{name}(" in said
    assert "raises KeyError: 'hammer'" in said
    assert Path(__file__).name in said


@pytest.mark.slow
def test_a_source_of_points_that_raises_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "source('pyramid') raises KeyError" in slip(monkeypatch, "source", broken)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "nonsense", "said"),
    [
        ("prompt", None, "give back Text(_(…))"),
        ("label", "Take it", "give back Text(_(…))"),
        ("log", "", "give back Text(_(…))"),
        ("target", 7, "not a name or None"),
        ("marks", "quarry", "not a list of names"),
        ("label", Text(""), "says nothing"),
        ("label", Text("Take {number}"), "names ['number'], but it is given []"),
        ("label", Text("Take {number"), "cannot be filled"),
        ("label", Text("Take it away now"), "has no German"),
        ("label", Text("{n} stone", "{n} stones"), "has a plural and no number"),
        ("label", Text("{a}", a=Text("Quite foreign")), "'Quite foreign' has no German"),
        ("label", Text("Pass"), "cannot be told apart"),
        ("target", "moon", "points at 'moon', which is not drawn"),
        ("marks", ["moon"], "names 'moon', which was never drawn"),
        ("join", "Three stones", "give back Text(_(…))"),
        ("moved", "stone", "is 'stone', not a list of names"),
        ("about", Text("A stone"), "give back (Text(_(…)), anchor) or None"),
    ],
)
def test_nonsense_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, nonsense: Any, said: str
) -> None:
    if "apart" in said:
        monkeypatch.setattr(table, "target", lambda *args: None)
    assert said in slip(monkeypatch, name, lambda *args: nonsense)


@pytest.mark.slow
def test_what_slips_in_one_language_alone_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def prompt(*args: Any) -> Text:
        return broken() if translation.get_language() == "de" else Text(_("Pass"))

    assert "prompt('" in (said := slip(monkeypatch, "prompt", prompt))
    assert "raises KeyError: 'hammer'" in said


@pytest.mark.slow
def test_what_slips_for_the_beginning_of_a_choice_alone_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    was = table.label

    def label(kind: str, args: Any, parts: Any, view: Any) -> Text:
        return broken() if parts == ("sail",) else was(kind, args, parts, view)

    assert "('sail',), view) raises KeyError: 'hammer'" in slip(monkeypatch, "label", label)


class Words(SimpleNamespace):
    """A table of Lanterns, of which all that is not given is sound and says nothing."""

    def __init__(self, **functions: Callable[..., Any] | None) -> None:
        says = dict.fromkeys(("prompt", "label", "source", "instruction"), lambda *args: Text("1"))
        super().__init__(
            **says | {"log": none, "target": none, "marks": lambda *args: []} | functions
        )


def none(*args: Any) -> None:
    return None


def said_of_lanterns(table: Any) -> str:
    findings = Findings(lanterns.slug)
    for position in itertools.islice(positions(lanterns, 1, 0), 20):
        Said(lanterns, table, findings).check(position)
    return "\n".join(f.what for f in findings.all() if "apart" not in f.what)


def test_what_slips_for_somebody_who_was_not_told_alone_is_found() -> None:
    def log(kind: str, data: Any) -> Text | None:
        return Text("{n}", n=data["card"]) if kind == "drew" else None

    assert said_of_lanterns(Words()) == ""
    assert "raises KeyError: 'card'" in said_of_lanterns(Words(log=log))


def test_a_line_that_depends_on_the_order_of_names_is_found() -> None:
    def log(kind: str, data: Any) -> Text:
        return Text("{names}", names=" ".join(data if ordered else sorted(data)))

    position = next(positions(lanterns, 1, 0))
    position.events = [Event("lit", {"lantern": "white", "seat": 0})]
    for ordered in (False, True):
        findings = Findings(lanterns.slug)
        table: Any = Words(log=log)
        Said(lanterns, table, findings).check(position)
        found = [f.what for f in findings.all() if "another once it was stored" in f.what]
        assert len(found) == ordered


def test_an_instruction_without_words_is_found() -> None:
    assert "there is no instruction('object'" in said_of_lanterns(Words(instruction=None))
    assert "instruction('object', ('object_from', 1)) raises" in said_of_lanterns(
        Words(instruction=broken)
    )


def test_a_refusal_without_german_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Kind, "refusals", lambda *args: [(("moon",), Text("The moon is too far away"))]
    )
    said = said_of_lanterns(Words())
    assert "refuses ('moon',): 'The moon is too far away' has no German" in said


@pytest.mark.slow
def test_a_name_that_is_called_otherwise_elsewhere_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogues.Owner, "name_clashes", lambda owner, language: True)
    assert "the name 'Imhotep' has other German elsewhere" in faults(check_table(rules, every=50))


@pytest.mark.slow
def test_words_that_wait_for_their_german_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        catalogues.Owner, "missing", lambda owner, language: ["Take it", "Take it away"]
    )
    monkeypatch.setattr(table, "label", lambda *args: Text("Take it away"))
    said = faults(check_table(rules, every=50))
    assert "no German yet (2): 'Take it', 'Take it away'; run `manage.py messages`" in said
    assert said.count("Take it away") == 1


def test_a_good_whose_name_has_no_german_is_named() -> None:
    findings = Findings(rules.slug)
    Said(rules, table, findings)._goods(("pay", Amounts({"moonstone": 2}, up_to=1)))
    [found] = findings.all()
    assert found.what == "the good 'moonstone' has no German: mark its name by _('moonstone')"


@pytest.mark.slow
def test_a_translation_that_names_what_is_not_there_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(translated, "translations", lambda *message: ["Nimm {anzahl}"])
    said = faults(check_table(rules))
    assert "'Nimm {anzahl}', the German of" in said
    assert "names ['anzahl']" in said


def test_a_function_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(table, "marks")
    assert "table/__init__.py has no marks" in faults(check_table(rules))


@pytest.mark.slow
def test_a_region_without_template_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "REGIONS", (*table.REGIONS, "moon"))
    assert "the region moon raises TemplateNotFound" in faults(check_table(rules))


@pytest.mark.slow
def test_a_picture_of_no_region_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "PICTURE", (("moon",),))
    assert "PICTURE names 'moon'" in faults(check_table(rules))


@pytest.mark.slow
def test_a_board_that_changes_the_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    was = table.board

    def board(view: Any) -> Any:
        found = was(view)
        view["round"] = 0
        return found

    assert "changes the view" in slip(monkeypatch, "board", board)


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<p>{{ view.nothing.at_all }}</p>", "raises UndefinedError"),
        ("<p>Untranslated gibberish</p>", "words that have no German: gibberish, untranslated"),
        ('<p aria-label="gibberish"></p>', "words that have no German: gibberish"),
        ('<p style="color: red"></p>', "'style=' inline"),
        ('<p onclick="act()"></p>', "'onclick=' inline"),
        ('<p id="a"></p><p id="a"></p>', 'id="a" is drawn 2 times'),
        ('<i data-piece="s1"></i><i data-piece="s1"></i>', 'data-piece="s1" is drawn 2 times'),
        (f'<g role="img" aria-label="{"1 " * 101}"></g>', "has 202 letters: say what a thing is"),
    ],
)
def test_what_is_wrong_with_a_template_is_named(
    monkeypatch: pytest.MonkeyPatch, html: str, said: str
) -> None:
    def render(template: str, **context: Any) -> str:
        environment: Any = engines["jinja2"].env  # type: ignore[attr-defined]
        return str(environment.from_string(html).render(context))

    monkeypatch.setattr("games.checking.drawn.render", render)
    monkeypatch.setattr(table, "REGIONS", ("harbour",))
    findings = Findings(rules.slug)
    game = next(positions(rules, 1, 0)).game
    with translation.override("de"):
        Drawn(rules, table, findings).check(game, None)
    assert said in "\n".join(finding.what for finding in findings.all())


@pytest.mark.slow
def test_a_fault_is_told_once_with_the_place_where_it_was_first_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table, "prompt", broken)
    found = [f for f in check_table(rules).findings if f.what.startswith("prompt")]
    assert [finding.where for finding in found] == ["2 players, {}, seed 0, random, after move 0"]


@pytest.mark.slow
def test_the_size_of_each_region_is_told() -> None:
    report = check_table(rules)
    assert {*table.REGIONS, "panel", "help.html"} <= set(report.bytes)
    assert 5_000 < report.bytes["harbour"] < 30_000


@pytest.mark.slow
def test_a_heavy_region_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.checking.table.HEAVY", 5_000)
    report = check_table(rules, every=50)
    said = f"harbour has {report.bytes['harbour']} bytes; more than 5000 are too much"
    assert said in report.over
    assert said not in report.warnings


@pytest.mark.slow
def test_what_fails_for_a_spectator_alone_is_found_with_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "board.html").write_text("{% if me is none %}\n{{ view.no.such }}{% endif %}")

    def render(template: str, **context: Any) -> str:
        environment: Any = engines["jinja2"].env  # type: ignore[attr-defined]
        own = environment.overlay(loader=FileSystemLoader(tmp_path))
        return str(own.get_template("board.html").render(context))

    monkeypatch.setattr("games.checking.drawn.render", render)
    assert f"({tmp_path / 'board.html'}:2)" in faults(check_table(rules))


@pytest.mark.slow
def test_what_is_said_is_asked_at_every_move_though_few_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bora Bora named a piece for what lies beside the board, which no drawn position had met."""

    def moved(kind: str, data: Any) -> list[str]:
        return ["moon-1"] if kind == "stone_loaded" else []

    monkeypatch.setattr(table, "moved", moved)
    said = faults(check_table(rules, every=1000))
    assert "names 'moon-1', and no data-piece like it was ever drawn" in said


def test_a_type_without_a_table_is_no_fault_but_told() -> None:
    report = check_table(lanterns)
    assert report.findings == []
    assert "no table" in report.warnings[0]


def test_a_table_that_cannot_be_imported_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.checking.table.import_module", broken)
    assert "games.rules.imhotep.table raises KeyError" in faults(check_table(rules))


def test_an_end_that_no_game_reached_is_known_from_the_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "ended_early.py").write_text(
        "def turn(game, seat, left, why):\n"
        '    game.finish_won(seat, "capture" if left == "one" else "block")\n'
        '    game.finish_drawn("repetition")\n'
        "    game.finish_drawn(why)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("games.checking.table.ended_by", lambda package: ended_by("ended_early"))
    monkeypatch.setattr(table, "REASONS", {"block": _("Pass")}, raising=False)
    found = re.findall(r"REASONS says nothing of '(\w+)'", faults(check_table(rules)))
    assert found == ["capture", "repetition"]


def test_a_type_outside_the_catalogue_is_told_how_to_get_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "all", list)
    assert "script/server --game" in faults(check_table(rules))


@pytest.mark.slow
def test_the_command_fails_where_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_package.table(rules), "marks", broken)
    command = "games.management.commands.check_game"
    monkeypatch.setattr(f"{command}.examine", lambda *args, **how: Report())
    monkeypatch.setattr(f"{command}.untried", lambda *args: [])
    output = io.StringIO()
    with pytest.raises(CommandError, match=r"imhotep: \d+ faults"):
        call_command("check_game", "imhotep", stdout=output)
    assert "FAULT marks(" in output.getvalue()


def test_the_command_exits_with_2_where_only_a_budget_is_exceeded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command = "games.management.commands.check_game"
    over = Report(over=["slowest view: 80.0 ms (at act); more than 50.0 ms is too much"])
    monkeypatch.setattr(f"{command}.examine", lambda *args, **how: over)
    monkeypatch.setattr(f"{command}.check_table", lambda *args, **how: TableReport())
    monkeypatch.setattr(f"{command}.untried", lambda *args: ["rules.py 57"])
    output = io.StringIO()
    with pytest.raises(CommandError, match="no fault, 1 budget exceeded") as raised:
        call_command("check_game", "imhotep", stdout=output)
    assert raised.value.returncode == 2
    assert "warning: no game ran rules.py 57" in output.getvalue()
    over.over.clear()
    call_command("check_game", "imhotep", stdout=output)
    assert output.getvalue().endswith("imhotep passes.\n")


def test_an_unknown_type_is_told_which_there_are() -> None:
    with pytest.raises(CommandError, match="no game type 'chess'; there are imhotep, bali"):
        call_command("check_game", "chess")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("FACTS", {**table.FACTS, "weight": "heavy"}, "FACTS['weight'] is 'heavy', not 1, 2, 3"),
        ("FACTS", {**table.FACTS, "moves": (9, 3)}, "FACTS['moves'] is (9, 3), not a pair"),
        ("FACTS", {**table.FACTS, "length": 3}, "FACTS has 'length'; it may have author"),
        ("CHANGES", ["It rains"], "CHANGES is ['It rains'], not a dict"),
        ("CHANGES", {5: ("It rains",)}, "version 5; the rules have 2 to 4"),
        ("CHANGES", {2: "It rains"}, "CHANGES[2] is 'It rains': give a tuple"),
        ("FACTS", {"author": "Somebody"}, "FACTS has no days, link"),
        ("PICTURE", ("board",), "PICTURE is ('board',): give columns of regions"),
        ("PICTURE", (("moon",),), "PICTURE names 'moon', which is no region"),
    ],
)
def test_what_a_table_says_of_itself_in_a_wrong_form_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: Any, said: str
) -> None:
    assert [*wrong_forms(table, 4)] == []
    monkeypatch.setattr(table, name, value, raising=False)
    assert said in "\n".join(wrong_forms(table, 4))


@pytest.mark.slow
def test_a_piece_that_moves_and_is_never_drawn_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    said = slip(monkeypatch, "moved", lambda kind, data: ["comet-3"])
    assert "names 'comet-3', and no data-piece like it was ever drawn" in said


def test_a_name_that_nobody_gave_to_a_template_is_a_fault() -> None:
    with strict_names(), pytest.raises(UndefinedError, match="'moon' is undefined"):
        jinja().from_string("{{ moon }}").render()
    assert jinja().from_string("{{ moon }}").render() == ""
    with strict_names():
        assert jinja().from_string("{% if moon %}full{% endif %}").render() == ""


def test_the_names_of_a_table_are_those_that_its_documentation_has() -> None:
    text = (Path(__file__).parents[2] / "docs" / "table.md").read_text()
    (names,) = re.findall(r"^\| name in .*\n\| ---.*\n((?:\|.*\n)*)", text, re.M)
    assert {*re.findall(r"^\| `(\w+)", names, re.M), "log"} == OF_A_TABLE
