"""Every word has German, and no two catalogues say one word in two ways."""

import re
from collections import defaultdict

import pytest
from django.utils.translation import override

from boardgames import catalogues
from boardgames.jinja2 import environment

OWNERS = catalogues.owners()
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.locale.parent.name)
def test_all_words_have_german(owner: catalogues.Owner) -> None:
    assert owner.missing() == [], "run `manage.py messages` and translate these"


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.locale.parent.name)
def test_placeholders_are_kept(owner: catalogues.Owner) -> None:
    for message in owner.stored():
        if not isinstance(message.id, str) or not message.id or not message.string:
            continue
        german = set(PLACEHOLDER.findall(str(message.string)))
        assert german == set(PLACEHOLDER.findall(message.id)), message.id


def test_one_word_has_one_translation() -> None:
    """Django merges the catalogues, so a word that means two things needs a context."""
    known: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    for owner in OWNERS:
        for message in owner.stored():
            if isinstance(message.id, str) and message.id and message.string:
                known[message.id, message.context].add(str(message.string))
    assert {word: said for word, said in known.items() if len(said) > 1} == {}


def test_a_template_says_words_in_the_readers_language_and_escapes_what_is_put_in() -> None:
    template = environment().from_string(
        '{{ _("Players") }} {{ _("%(game)s – your turn", game="<b>") }}'
        ' {{ _("<i>%(n)s %%</i>", n="<") }} {{ _("100 %%") }}'
    )
    with override("en"):
        assert template.render() == "Players &lt;b&gt; – your turn <i>&lt; %</i> 100 %"
    with override("de"):
        assert template.render() == "Mitspielende &lt;b&gt; – du bist am Zug <i>&lt; %</i> 100 %"
