"""What is wrong with the lines of a log is said in words that tell how to mend it; what is right
is told as it was meant."""

from types import ModuleType
from typing import Any

import pytest

from games.checking.findings import Findings
from games.checking.lines import Lines
from games.rules import registry
from games.rules.engine import Player, Text, _, line, ngettext, told
from games.words import table_package, texts

TOOK = {"seat": 1, "tile": 7}


def table(**names: Any) -> ModuleType:
    module = ModuleType("table")
    vars(module).update(names)
    return module


def faults(lines: Any, *events: dict[str, Any], **names: Any) -> str:
    findings = Findings("tiles")
    check = Lines(table(LINES=lines, **names), findings)
    for number, data in enumerate(events):
        findings.where = f"move {number}"
        check.can_tell("took", data)
    findings.where = "the end"
    check.check_fields()
    return "\n".join(f"{finding.where}: {finding.what}" for finding in findings.all())


def test_a_sound_line_has_no_faults() -> None:
    assert faults({"took": line("{player} takes {tile}.")}, TOOK) == ""
    assert faults({"took": None}, TOOK) == ""


def test_an_event_without_a_line_is_told_how_to_write_one() -> None:
    said = faults({}, TOOK)
    assert "LINES has no 'took', an event that tells seat, tile" in said
    assert '"took": line(_("…")), or "took": None where no line is wanted' in said


def test_a_field_that_the_event_lacks_is_named_with_those_that_it_has() -> None:
    said = faults({"took": line("{player} takes {tiel}.")}, TOOK)
    assert "line('{player} takes {tiel}.', …) of 'took' shows 'tiel'" in said
    assert "that event tells seat, tile: name one of these in braces" in said
    assert 'tiel="…"' in said


def test_a_field_that_only_a_line_further_ahead_shows_is_found_as_well() -> None:
    said = faults({"took": (line("{player}: {tiel}."), line("{player} takes a tile."))}, TOOK)
    assert "shows 'tiel'" in said


def test_what_is_a_secret_to_some_needs_a_line_for_them() -> None:
    shown = line("{player} takes {tile}.")
    said = faults({"took": shown}, TOOK, {"seat": 1})
    assert said.startswith("move 1: ")
    assert "shows 'tile', and somebody is told seat alone: put what they read behind it" in said
    assert faults({"took": (shown, line("{player} takes a tile."))}, TOOK, {"seat": 1}) == ""


def test_a_line_that_is_passed_over_needs_nothing() -> None:
    assert faults({"took": line("{player}: {tile}.", when="tile")}, TOOK, {"seat": 1}) == ""


@pytest.mark.parametrize("entry", ["{player} takes a tile.", [line("{player}.")], (line("1"), 7)])
def test_an_entry_that_is_no_line_is_told_what_may_stand_there(entry: Any) -> None:
    said = faults({"took": entry}, TOOK)
    assert said.startswith(": LINES['took'] is ")
    assert "write line(_(…)), several of them in parentheses, a function" in said
    assert said.count("\n") == 0


def test_lines_that_are_no_table_are_named() -> None:
    assert "not a dict from kind of event to line" in faults([line("1")])


def test_lines_and_a_function_log_are_not_both_asked() -> None:
    said = faults({"took": None}, log=lambda kind, data: None)
    assert "only LINES are asked: put what log tells into LINES" in said


def test_a_table_from_before_there_were_lines_is_not_asked_for_any() -> None:
    findings = Findings("tiles")
    check = Lines(table(log=lambda kind, data: None), findings)
    assert check.can_tell("took", TOOK)
    check.check_fields()
    assert findings.all() == []


def test_a_line_may_not_show_what_its_message_does_not_name() -> None:
    with pytest.raises(ValueError, match=r"line\('A tile.', …\): the message does not name {tile}"):
        line("A tile.", tile=str)


# How lines are told -------------------------------------------------------------------------------

GOODS = {"peat": _("peat"), "reed": _("reed")}


@pytest.mark.parametrize(
    ("written", "data", "text"),
    [
        (
            line("{player} has {n}."),
            {"seat": 1, "n": 3},
            Text("{player} has {n}.", player=Player(1), n=3),
        ),
        (line("{good}", good=GOODS), {"good": "reed"}, Text("{good}", good=Text("reed"))),
        (line("{row}", row=lambda row: row + 1), {"row": 1}, Text("{row}", row=2)),
        (line("{n}", n="points"), {"points": 5}, Text("{n}", n=5)),
        (line("{to}", to=("good", GOODS)), {"good": "peat"}, Text("{to}", to=Text("peat"))),
        (line("{sum}", sum=("a", "b", max)), {"a": 1, "b": 2}, Text("{sum}", sum=2)),
        (line("{what}", what=Text("a stone")), {}, Text("{what}", what=Text("a stone"))),
        (
            line(ngettext("a tile", "{n} tiles"), n=("tiles", len)),
            {"tiles": [1, 2]},
            Text("a tile", "{n} tiles", n=2),
        ),
    ],
)
def test_a_line_shows_fields_of_the_event(written: Any, data: dict[str, Any], text: Text) -> None:
    assert told({"took": written}, "took", data) == text


def test_of_several_lines_the_first_that_fits_is_told() -> None:
    lines = {
        "took": (
            line("more than 5", when=lambda data: data["n"] > 5),
            lambda data: Text("exactly 5") if data["n"] == 5 else None,
            line("{tile}"),
            line("nobody knows", when="n"),
        )
    }

    def message(**data: Any) -> str | None:
        text = told(lines, "took", data)
        return text.message if text else None

    assert message(n=6) == "more than 5"
    assert message(n=5) == "exactly 5"
    assert message(n=4, tile=2) == "{tile}"
    assert message(n=4, tile=None) == message(n=4) == "nobody knows"
    assert message(n=0) is None
    assert told(lines, "sold", {}) is None


def test_the_service_tells_by_lines_and_by_a_log_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, event = registry.get("bali"), {"seat": 1}
    for words_of_it in (
        table(LINES={"slept": line("{player} sleeps.")}),
        table(log=lambda kind, data: Text("{player} sleeps.", player=Player(data["seat"]))),
    ):
        monkeypatch.setattr(table_package, "table", lambda rules, now=words_of_it: now)
        text = table_package.logged(rules, "slept", event)
        assert text is not None
        assert texts.plain(text, ["Anna", "Ben"]) == "Ben sleeps."
