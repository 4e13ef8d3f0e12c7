"""A lesson in a file becomes what a package would write in Python; what is wrong in the file is
said with its step and with what to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from boardgames.words import catalogues
from games.rules.engine import Player, Text
from games.rules.engine.lesson_files import read_lessons, sentences
from games.rules.engine.lesson_forms import BadLesson
from games.rules.engine.lessons import At, Brought, Lesson, Lies, Points, Speech, Step

DOCS = Path(settings.BASE_DIR) / "docs"
FIGURES = {
    "PRICE": 4,
    "TABLE": {2: ("low", 7)},
    "CARD": Text("Tower"),
    "BOARD": type("Board", (), {"slots": 3}),
}
HEAD = 'title = "A game"\nminutes = 2\n'


def read(folder: Path, text: str) -> Lesson:
    (folder / "lessons").mkdir(exist_ok=True)
    (folder / "lessons" / "first.toml").write_text(text, encoding="utf-8")
    [lesson] = read_lessons(folder / "lessons", "first", figures=FIGURES)
    return lesson


def step(folder: Path, text: str) -> Step:
    [one] = read(folder, f"{HEAD}[[step]]\n{text}").steps
    return one


def fault(folder: Path, text: str) -> str:
    """What is said of a step after one that is whole."""
    with pytest.raises(BadLesson) as refused:
        read(folder, f'{HEAD}[[step]]\ntitle = "Well"\n[[step]]\n{text}')
    return str(refused.value)


# What it becomes ----------------------------------------------------------------------------------


def test_a_file_becomes_the_lesson_that_python_would_make(tmp_path: Path) -> None:
    text = '''
title = "A first game"
minutes = 5
players = 3
seed = 7
options = {wagers = true}

[fields]
ben = {player = 1}

[[step]]
title = "Light {n}"
text = """
{ben} has {coins}, and a
lantern costs {price}."""
do = "Press it."
knows = "They cost."
fields.n = 2
fields.coins = {at = "seats/1/coins", n = 9}
fields.price = "PRICE"
choice = ["buy", 2, {salt = 3}]
finds = true
points = ["square"]
lies = [{thing = "wood", where = "above", of = ["sand"]}, {thing = "sand", where = "left"}]
welcome = [["rest"], ["sell", 1]]
also = [
    {choice = ["wait"], text = "Ask {ben}."},
    {choice = ["pass"], fields.n = 5, text = "Not {n}."},
]
after.title = "It shines"
after.text = "You got {fish} of {n}, {ben} {all}."
after.fields.fish = {brought = "fish", n = 1}
after.fields.all = {points = "*", seat = 1}

[[step]]
silently = [["a"], [0, 1]]

[[step]]
title = "Then"
seat = 2
choice = []

[ends]
"points/0" = 2
'''
    ben = Player(1)
    first = Step(
        title=Text("Light {n}", n=2),
        text=Text(
            "{ben} has {coins}, and a lantern costs {price}.",
            ben=ben,
            coins=At("seats/1/coins", 9),
            price=4,
        ),
        do="Press it.",
        choice=("buy", 2, {"salt": 3}),
        points=("square",),
        lies=(Lies("wood", "above", ("sand",)), Lies("sand", "left")),
        after=Speech(
            "It shines",
            Text(
                "You got {fish} of {n}, {ben} {all}.",
                fish=Brought("fish", n=1),
                n=2,
                ben=ben,
                all=Points("", 1),
            ),
        ),
        welcome=(("rest",), ("sell", 1)),
        also=((("wait",), Text("Ask {ben}.", ben=ben)), (("pass",), Text("Not {n}.", n=5))),
        finds=True,
        knows="They cost.",
    )
    silent = (Step(seat=1, choice=("a",)), Step(seat=1, choice=(0, 1)))
    assert read(tmp_path, text) == Lesson(
        name="first",
        title="A first game",
        minutes=5,
        steps=(first, *silent, Step("Then", seat=2, choice=())),
        players=3,
        options={"wagers": True},
        seed=7,
        ends={"points/0": 2},
    )


def test_figures_are_found_within_tables_and_one_sentence_may_have_its_own(tmp_path: Path) -> None:
    made = step(
        tmp_path,
        'title = "Now {card}"\ntext = "{most} of {slots}"\nfields.most = "TABLE/2/1"\n'
        'fields.slots = "BOARD/slots"\nfields.card = "CARD"\n'
        'do.text = "Press {card}"\ndo.fields.card = "PRICE"',
    )
    assert made.title == Text("Now {card}", card=Text("Tower"))
    assert made.text == Text("{most} of {slots}", most=7, slots=3)
    assert made.do == Text("Press {card}", card=4)


def test_lessons_come_in_the_order_in_which_they_are_named(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.toml").write_text(f"{HEAD}step = []")
    assert [lesson.name for lesson in read_lessons(tmp_path, "b", "a")] == ["b", "a"]


def test_the_lesson_of_the_docs_can_be_read(tmp_path: Path) -> None:
    section = (DOCS / "writing-a-game.md").read_text().split("\n## 10.")[1]
    block = section.split("\n\n    title = ", 1)[1].split("\n\n`table/lessons", 1)[0]
    (tmp_path / "first.toml").write_text(f"title = {block}".replace("\n    ", "\n"))
    [lesson] = read_lessons(tmp_path, "first", figures={"ALONE": 2})
    assert [each.silent for each in lesson.steps] == [False, True, False]
    assert lesson.steps[0].text == Text("A lantern that is alone shines {times} times.", times=2)
    assert lesson.ends == {"points/0": 2}


# Translations -------------------------------------------------------------------------------------


def test_all_that_is_said_is_found_for_translations_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "first.toml"
    file.write_text(
        f'{HEAD}[[step]]\ntitle = "One"\ntext = """\nover two\nlines"""\ndo.text = "Press {{n}}"\n'
        'do.fields.n = "FIGURE"\nfields.text = "NOT_THIS"\nchoice = ["nor this", {title = 1}]\n'
        'also = [{choice = ["x"], text = "Also"}]\nafter.title = "After"\nknows = ""\n'
        '[ends]\ntitle = "nor that"'
    )
    assert [*sentences(file)] == ["A game", "One", "over two lines", "Press {n}", "Also", "After"]


def test_the_catalogue_takes_the_sentences_of_lessons_and_no_other_data(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "first.toml").write_text(f'{HEAD}[[step]]\ntitle = "One"')
    (tmp_path / "figures.toml").write_text('title = "A figure"')
    owner = catalogues.Owner(tmp_path / "locale", (tmp_path,), tmp_path)
    found = {message.id: message.locations for message in owner.extracted("de") if message.id}
    assert [*found] == ["A game", "One"]
    assert found["One"] == [("lessons/first.toml", 2)]


def test_a_file_that_cannot_be_read_is_named_when_words_are_taken(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "first.toml").write_text("title = ")
    owner = catalogues.Owner(tmp_path / "locale", (tmp_path,), tmp_path)
    with pytest.raises(BadLesson, match=r"^lessons/first\.toml: Invalid value"):
        owner.extracted("de")


# What is wrong ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[step]]\ntitle = A lamp", "(at line 4, column 9); write key = value, words in quotes"),
        ("[step]\ntitle = 'One'", "'step' cannot be read (Expected `array`, got `object`): write"),
        ("step = []\n[ends]\n[field]", "there is no 'field'; did you mean 'fields'?"),
        ("", "'step' is missing: write [[step]]"),
        ("step = [3]", "step 1: it is no table: write [[step]] and what it has below"),
        ("seed = 'x'\nstep = []", "'seed' cannot be read (Expected `int`, got `str`): write seed"),
        (
            "step = []\n[fields]\nben = {player = 1}",
            "no sentence names {ben}: leave out fields.ben",
        ),
    ],
)
def test_a_file_of_another_form_is_refused_with_what_to_write(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(BadLesson) as refused:
        read(tmp_path, HEAD + text)
    assert str(refused.value).startswith("lessons/first.toml")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('chioce = ["red"]', "there is no 'chioce'; did you mean 'choice'?"),
        ('choice = "red"', 'got `str`): write choice = ["play", "rice", 2]'),
        ("choice = [1.5]", 'write choice = ["play", "rice", 2]'),
        ('points = "altar"', 'write points = ["altar", "stones-0"]'),
        ("text = 3", 'write text = "You have {stones} stones."'),
        ("finds = 1", "write finds = true"),
        ('also = [["red"]]', "write also = [{choice"),
        ('also = [{choice = ["red"]}]', "'text' is missing in `also`: write also = [{choice"),
        ("also = [{choise = []}]", "no 'choise' in `also`; did you mean 'choice'?"),
        ('after.text = "So"', "'title' is missing in `after`: write after.title = "),
        ('lies = [{thing = "a", where = "over"}]', "Invalid enum value 'over'"),
        ('fields.n = {path = "a"}', "there is no 'path' in `fields`; did you mean 'at'?"),
        ('after.title = ""\nafter.fields.n = {sea = 1}', "`fields`; did you mean 'seat'?"),
        ("fields.n = 1.5", 'write fields.stones = {at = "seats/0/stones", n = 3}'),
        ('silently = [["a"]]', "`silently` stands alone: begin another [[step]]"),
    ],
)
def test_a_step_of_another_form_is_named_with_what_to_write(
    tmp_path: Path, text: str, said: str
) -> None:
    refused = fault(tmp_path, f'title = "The lamp"\n{text}')
    assert refused.startswith("lessons/first.toml, step 2 ('The lamp'): ")
    assert said in refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('do = "Take {n}"', "'Take {n}' names {n}, and nothing says what that is: write fields.n"),
        ("fields.n = 3", "no sentence names {n}: leave out fields.n, or write {n} where it"),
        ('do.text = "Go"\ndo.fields.n = 3', "no sentence names {n}"),
        ('after.title = "Go"\nafter.fields.n = 3', "no sentence names {n}"),
        ('do = "{n"', "write a field as {stones}"),
        ('do = "{}"\nfields.n = 3', "a field cannot be called {}, as in '{}': take another word"),
        ('do = "{plural}"\nfields.plural = 3', "a field cannot be called {plural}"),
        ('do = "{n}"\nfields.n = "PRISE"', "the rules have no figure 'PRISE'; did you mean 'PRICE"),
        ('do = "{n}"\nfields.n = "TABLE/5/1"', "'TABLE/5/1' leads nowhere, for '5' is not in {2:"),
        ('do = "{n}"\nfields.n = "TABLE/2/9"', "for '9' is not in ('low', 7)"),
        ('do = "{n}"\nfields.n = "TABLE/2"', "'TABLE/2' is ('low', 7), no number"),
        ('do = "{n}"\nfields.n = {n = 3}', "fields.n is one of at, brought, points and player"),
        ('do = "{n}"\nfields.n = {at = "a", points = "b"}', "fields.n is one of at, brought"),
    ],
)
def test_a_field_that_means_nothing_is_named_with_what_to_write(
    tmp_path: Path, text: str, said: str
) -> None:
    refused = fault(tmp_path, f'title = "The lamp"\n{text}')
    assert refused.startswith("lessons/first.toml, step 2 ('The lamp'): ")
    assert said in refused


def test_a_file_that_is_not_there_or_not_in_utf_8_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadLesson, match=r"second\.toml cannot be read .*: is it there\?"):
        read_lessons(tmp_path, "second")
    (tmp_path / "second.toml").write_bytes(b'title = "M\xfchle"')
    with pytest.raises(BadLesson, match=r"second\.toml is not in UTF-8: save it in that"):
        read_lessons(tmp_path, "second")
