"""Every word has German, and no two catalogues say one word in two ways."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from babel.messages.pofile import write_po
from django.test import override_settings
from django.utils.translation import override

from boardgames import catalogues
from boardgames.jinja2 import environment
from games.rules.engine import Text, npgettext, pgettext
from games.words import plain

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


def test_the_same_words_have_a_german_of_their_own_in_a_context(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        'Text(pgettext("alps", "Cross the pass")); Text(_("Cross the pass"))\n'
        'Text(*npgettext("alps", "{n} pass seen", "{n} passes seen"))\n'
    )
    owner = catalogues.Owner(tmp_path / "locale", (tmp_path / "rules.py",), tmp_path)
    owner.update()
    assert sorted(owner.missing()) == ["Cross the pass", "Cross the pass", "{n} pass seen"]
    stored, number = owner.stored(), ("{n} pass seen", "{n} passes seen")
    for message in stored:
        if message.context == "alps":
            one = message.id == "Cross the pass"
            message.string = (
                "Den Pass begehen" if one else ("{n} Pass gesehen", "{n} Pässe gesehen")
            )
    with owner.po.open("wb") as file:
        write_po(file, stored)
    owner.compile()
    crossing = Text(pgettext("alps", "Cross the pass"))
    seen = [Text(*npgettext("alps", *number), n=n) for n in (1, 2)]
    with override_settings(LOCALE_PATHS=[owner.locale]), override("de"):
        assert plain(crossing, ()) == "Den Pass begehen"
        assert plain(Text("Cross the pass"), ()) == "Cross the pass"
        assert [plain(text, ()) for text in seen] == ["1 Pass gesehen", "2 Pässe gesehen"]
    with override("en"):
        assert plain(crossing, ()) == "Cross the pass"
        assert [plain(text, ()) for text in seen] == ["1 pass seen", "2 passes seen"]


def test_german_that_another_catalogue_has_otherwise_is_named(tmp_path: Path) -> None:
    owner = catalogues.Owner(tmp_path / "locale", (), tmp_path)
    owner.po.parent.mkdir(parents=True)
    owner.po.write_text(
        'msgid "Players"\nmsgstr "Spieler"\n\n'
        'msgctxt "alps"\nmsgid "Players"\nmsgstr "Seilschaft"\n'
    )
    assert owner.clashing() == ["Players"]
