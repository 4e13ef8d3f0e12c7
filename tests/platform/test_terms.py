"""The pages of the service have one word for one thing, in each language."""

import pytest

from boardgames.words import catalogues, terms

OWNERS = [owner for owner in catalogues.owners() if owner.rules is None]


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.locale.parent.name)
@pytest.mark.parametrize("language", terms.TERMS)
def test_no_page_uses_another_word(owner: catalogues.Owner, language: str) -> None:
    texts = terms.list_texts(owner, language)
    assert texts
    used = {
        f"{word!r}, not {term!r}": found
        for term, others in terms.TERMS[language].items()
        for word in others
        if (found := terms.find_texts(word, texts))
    }
    assert used == {}, "docs and pages say the word in front; change the message"


def test_a_word_is_found_whole_and_with_a_capital_but_not_in_a_placeholder() -> None:
    texts = ["Onlookers wait.", "the onlooker", "%(onlooker)s waits", "an onlooker's seat"]
    assert terms.find_texts("onlooker", texts) == [texts[1], texts[3]]
    assert terms.find_texts("onlookers", texts) == [texts[0]]
    assert terms.find_texts("Onlooker", texts) == []
