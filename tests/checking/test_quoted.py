"""What the cards of things quote of the help is whole and true without the rest of the page."""

from games.checking.quoted import quoted, wrong_with

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
