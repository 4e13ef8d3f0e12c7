"""Which words of a German page have no translation."""

from games.checking import translated


def strange(html: str) -> set[str]:
    return translated.strange(html, set(), "de")


def test_a_word_that_was_never_marked_is_strange() -> None:
    assert strange("<p>Whatchamacallit</p>") == {"whatchamacallit"}


def test_a_text_may_end_in_the_beginning_of_a_word_that_has_german() -> None:
    word = max(translated._known("de"), key=lambda each: (len(each), each))
    assert strange(f"<text>{word[:6]}</text><b title='{word[:5]}.'></b>") == set()
    assert strange(f"<text>{word[:6]} whatchamacallit</text>") == {word[:6], "whatchamacallit"}
