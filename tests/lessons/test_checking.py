"""A lesson that is broken is refused in words that teach; ours and the starter's are whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.checking.drawn import Drawn, plain_files
from games.checking.findings import Findings
from games.checking.lessons import check_lessons
from games.rules import registry
from games.rules.bali import table
from games.rules.bali.table.lessons import LESSONS
from games.rules.engine import Text
from games.rules.engine.lessons import At, Lesson, Lies, Step
from games.words import table_package

[FIRST] = LESSONS


def faults(monkeypatch: pytest.MonkeyPatch, lesson: Lesson) -> list[str]:
    """What is said of Bali with this lesson."""
    monkeypatch.setattr(table, "LESSONS", (lesson,))
    findings = Findings("bali")
    rules = registry.get("bali")
    with plain_files():
        drawn = Drawn(rules, table, findings)
        drawn.fixed("help.html")
        check_lessons(rules, table, drawn, findings)
    return [f"{each.where}: {each.what}" for each in findings.all()]


def changed(number: int, **fields: object) -> Lesson:
    """The first lesson with another step at this place."""
    steps = list(FIRST.steps)
    steps[number] = replace(steps[number], **fields)  # type: ignore[arg-type]
    return replace(FIRST, steps=tuple(steps))


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", [rules.slug for rules in registry.all() if table_package.lessons(rules)]
)
def test_our_lessons_can_be_played(slug: str) -> None:
    findings, rules = Findings(slug), registry.get(slug)
    found = table_package.table(rules)
    assert found is not None
    with plain_files():
        drawn = Drawn(rules, found, findings)
        drawn.fixed("help.html")
        assert check_lessons(rules, found, drawn, findings).names
    assert [each.what for each in findings.all()] == []


def test_a_choice_that_is_not_legal_there_is_named_with_those_that_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault = "".join(faults(monkeypatch, changed(1, choice=("play", "shrine"), also=())))
    assert "seat 0 cannot choose ('play', 'shrine')" in fault
    assert "it is asked 'play' and may choose ('play', 'banana', 1)" in fault
    assert "'A turn: play, then take'" in fault


def test_a_thing_that_is_not_drawn_is_named_with_some_that_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [fault] = faults(monkeypatch, changed(0, points=("altar", "volcano")))
    assert "it points at 'volcano', which is not drawn; on the board are altar," in fault


def test_a_sentence_without_german_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    [fault] = faults(monkeypatch, changed(0, text="Nobody has told this in German yet."))
    assert "'Nobody has told this in German yet.' has no German: mark it by _(…)" in fault


@pytest.mark.slow
def test_a_number_that_is_not_the_engines_is_named_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = Text("You hold {rice} rice cards, and rice is on the altar. If rice stays the most "
                "common kind there, each of them is worth {best} points.",
                rice=At("seats/0/stones", 7), best=3)  # fmt: skip
    [fault] = faults(monkeypatch, changed(0, text=said))
    assert "was written for 7, but the engine has 2" in fault
    assert "is the sentence still true?" in fault


def test_a_digit_in_a_sentence_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = faults(monkeypatch, changed(0, title="3 points a card"))
    assert any("has a number in its words" in each and "put a field there" in each
               for each in found)  # fmt: skip


def test_a_lesson_that_ends_elsewhere_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    [fault] = faults(monkeypatch, replace(FIRST, ends={"seats/0/points": 12}))
    assert "it ends with seats/0/points = 1, and says 12" in fault


@pytest.mark.slow
def test_a_field_that_leads_nowhere_and_a_seat_that_is_not_asked_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = (*FIRST.steps[:2], Step(seat=1, choice=("play", "banana", 1)))
    lesson = replace(FIRST, steps=steps)
    [fault] = faults(monkeypatch, lesson)
    assert "seat 1 is to choose ('play', 'banana', 1), but the game waits for seat 0" in fault
    said = Text("How it ends", n=At("seats/0/gold"))
    [fault] = faults(monkeypatch, changed(0, title=said))
    assert "At(path='seats/0/gold', n=None) leads nowhere" in fault


@pytest.mark.slow
def test_a_welcome_choice_after_which_the_lesson_cannot_go_on_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [fault] = faults(monkeypatch, changed(1, welcome=(("play", "rice", 1),), also=()))
    assert "('play', 'rice', 1) is welcome, but the steps that follow cannot be played" in fault


@pytest.mark.slow
def test_what_a_pupil_lacks_or_has_too_much_of_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(lesson: Lesson) -> str:
        return "".join(faults(monkeypatch, lesson))

    assert "it does not say what to press: give `do`" in said(changed(1, do=""))
    assert "it has no heading: say what it is about" in said(changed(0, title=""))
    long = Text("{n}", n="All of it. " * 25)
    assert "beside a board nobody reads more than 260" in said(changed(0, text=long))
    assert "it does not say where it ends: give `ends`" in said(replace(FIRST, ends={}))
    many = replace(FIRST, steps=(*[FIRST.steps[0]] * 12, *FIRST.steps))
    assert "presses; 30 are enough for a lesson" in said(many)
    assert "it is for 5 players, the game is not" in said(replace(FIRST, players=5))
    assert "its options are not the game's" in said(replace(FIRST, options={"moon": True}))


@pytest.mark.slow
def test_words_that_point_without_saying_at_what_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = "Take the card at the left edge, above your hand."
    fault = "".join(faults(monkeypatch, changed(1, do=said)))
    assert "what to press says that something lies 'above'" in fault
    assert "what to press says that something lies 'left'" in fault
    where = (Lies("row-0", "left"), Lies("row-0", "above", ("play-rice",)))
    assert "lies '" not in "".join(faults(monkeypatch, changed(1, do=said, lies=where)))
    plain = changed(1, do="Two cards are left, as is seen from above.")
    assert "lies '" not in "".join(faults(monkeypatch, plain))


@pytest.mark.slow
def test_two_lessons_of_a_name_and_what_is_no_lesson_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def said(lessons: object) -> str:
        monkeypatch.setattr(table, "LESSONS", lessons)
        findings, rules = Findings("bali"), registry.get("bali")
        with plain_files():
            drawn = Drawn(rules, table, findings)
            drawn.fixed("help.html")
            check_lessons(rules, table, drawn, findings)
        return "".join(each.what for each in findings.all())

    assert "two lessons are called 'first'" in said((FIRST, FIRST))
    assert "LESSONS has to be a tuple of Lesson" in said([FIRST])
