"""Words are measured as wide as a browser draws them, or a little wider, and cut off in time."""

import json

import pytest
from markupsafe import Markup

from boardgames.words.lettering import DISPLAY, TEXT, width_of, within
from tests.browser import People

#: How wide each letter is, in the fonts and the heaviest weights of boards.
WIDTHS = """async ([letters, font]) => {
  await document.fonts.load(font, letters);
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return [...letters].map((letter) => context.measureText(letter).width);
}"""


def test_words_with_room_stay_and_others_end_with_a_sign() -> None:
    assert within("Temple", 60, 12) == "Temple"
    assert within("Burial chamber", 60, 12) == "Burial ch…"
    assert width_of("Burial ch…", 12) <= 60
    assert within(Markup("A &amp; B"), 60, 12) == Markup("A &amp; B")
    assert within(Markup("A &amp; B and many more"), 40, 12) == "A & B…"


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_letter_is_wider_than_it_is_taken_for(people: People) -> None:
    page = people.page()
    page.goto("/kit/")
    fonts = {'700 100px "Source Sans 3"': TEXT, '650 100px "Vollkorn"': DISPLAY}
    for font, table in fonts.items():
        letters = "".join(table.values())
        drawn = page.evaluate(WIDTHS, [letters, font])
        wide = {
            letter: width
            for letter, width in zip(letters, drawn, strict=True)
            if width > width_of(letter, 100, display=table is DISPLAY) + 0.5
        }
        assert wide == {}, json.dumps(wide)
