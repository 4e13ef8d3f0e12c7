"""What the cards of things quote of the help is whole and true without the rest of the page."""

from types import ModuleType

import pytest

from games.checking import drawn as drawing
from games.checking.drawn import Drawn
from games.checking.findings import Findings
from games.checking.quoted import quoted, wrong_with
from games.rules import registry

HELP = """
<h3 id="help-boats">Boats</h3><svg><path d="M0 0"/></svg><p><svg></svg>A boat.</p>
<p>Boats carry <b>three</b> stones.<br>Never more.</p><h4 id="help-list">A list</h4><p>Of these:</p>
<ul><li id="help-sail">In the picture the red stone is first.</li></ul>
<p id="help-ways">You do one of these:</p><h3 id="help-end">The end</h3><h3>Next</h3><p>Else.</p>
"""


def test_a_card_quotes_what_stands_at_the_anchor_or_first_below_its_heading() -> None:
    assert quoted(HELP) == {
        "boats": "Boats carry three stones.Never more.",
        "list": "",
        "sail": "In the picture the red stone is first.",
        "ways": "You do one of these:",
        "end": "",
    }


def test_the_head_of_a_list_and_talk_of_a_picture_are_named() -> None:
    texts = quoted(HELP)
    assert wrong_with(texts["boats"]) == wrong_with(texts["end"]) == ""
    assert "ends with a colon" in wrong_with(texts["ways"])
    assert "speaks of 'picture'" in wrong_with(texts["sail"])


def test_a_stone_that_only_a_picture_shows_is_named() -> None:
    assert "the red stone" in wrong_with("Places are skipped; so the red stone is first.")
    assert wrong_with("The grey stones at the bow say how many a boat needs.") == ""


def test_so_it_is_in_german() -> None:
    assert "'der rote Stein'" in wrong_with("Felder bleiben leer; der rote Stein kommt zuerst.")
    assert "'Bild'" in wrong_with("Im Bild bekommt Blau zwei Punkte.")
    assert wrong_with("Die grauen Steine am Bug sagen, wie viele ein Boot braucht.") == ""
    assert wrong_with("Bildet eine Fläche aus Steinen einer Farbe.") == ""


def test_a_paragraph_is_looked_at_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, findings = registry.get("bali"), Findings("bali")
    drawn = Drawn(rules, ModuleType("table"), findings)
    said = {"en": "Stones are placed.", "de": "Im Bild liegt ein Stein."}
    texts = iter(said.values())
    page = '<p id="help-stones">{}</p>'
    monkeypatch.setattr(
        drawing, "render_if_there", lambda _name, **_given: page.format(next(texts))
    )
    for _language in said:
        drawn.fixed("help.html")
    drawn._check_anchor("about('stone', view)", "stones")
    assert "speaks of 'Bild'" in findings.all()[0].what
