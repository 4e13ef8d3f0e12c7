"""Every word has German, the service says one word in one way, and a third language is a folder."""

import os
import re
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import write_po
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django.utils.translation import override

from accounts.models import User
from boardgames.web.jinja2 import environment
from boardgames.words import catalogues, pseudo
from games.rules.engine import Rules, State, Text, npgettext, pgettext
from games.words.texts import plain

OWNERS = catalogues.owners()
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.locale.parent.name)
def test_all_words_have_german(owner: catalogues.Owner) -> None:
    assert owner.missing("de") == [], "run `manage.py messages` and translate these"


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.locale.parent.name)
def test_placeholders_are_kept(owner: catalogues.Owner) -> None:
    for message in owner.stored("de"):
        if not isinstance(message.id, str) or not message.id or not message.string:
            continue
        german = set(PLACEHOLDER.findall(str(message.string)))
        assert german == set(PLACEHOLDER.findall(message.id)), message.id


#: A sentence, or a clause that ends as one, that is followed by itself.
TWICE = re.compile(r"(?<!\w)([^\s.!?…][^.!?…\n]{5,}[.!?…]+)\s*\1")


def said_twice(owner: catalogues.Owner) -> list[str]:
    """Translations in which a sentence stands twice in a row, as after a clumsy paste."""
    return [
        str(german)
        for message in owner.stored("de")
        for german in (message.string if isinstance(message.string, tuple) else (message.string,))
        if TWICE.search(str(german))
    ]


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.locale.parent.name)
def test_no_german_says_a_sentence_twice_in_a_row(owner: catalogues.Owner) -> None:
    assert said_twice(owner) == []


@pytest.mark.parametrize(
    ("german", "twice"),
    [
        ("Warte, bis jemand mitspielt.Ein Bot wartet, bis jemand mitspielt.", False),
        ("Ein Bot wartet, bis jemand mitspielt.Ein Bot wartet, bis jemand mitspielt.", True),
        ("Gut! Ein Bot spielt mit. Ein Bot spielt mit.", True),
        ("Nein. Nein.", False),  # may be meant so
        ("Ein Bot spielt mit. Kein Bot spielt mit.", False),
    ],
)
def test_a_sentence_that_was_pasted_twice_is_found(
    tmp_path: Path, german: str, twice: bool
) -> None:
    owner = catalogues.Owner(tmp_path / "locale", (), tmp_path)
    owner.po("de").parent.mkdir(parents=True)
    owner.po("de").write_text(f'msgid "A bot waits."\nmsgstr "{german}"\n')
    assert said_twice(owner) == ([german] if twice else [])


def test_one_word_of_the_service_has_one_translation() -> None:
    """Django merges the catalogues, so a word that means two things needs a context; those of games
    are looked up by themselves."""
    known: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    for owner in OWNERS:
        for message in owner.stored("de") if owner.rules is None else ():
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
    owner.update("de")
    assert sorted(owner.missing("de")) == ["Cross the pass", "Cross the pass", "{n} pass seen"]
    stored, number = owner.stored("de"), ("{n} pass seen", "{n} passes seen")
    for message in stored:
        if message.context == "alps":
            one = message.id == "Cross the pass"
            message.string = (
                "Den Pass begehen" if one else ("{n} Pass gesehen", "{n} Pässe gesehen")
            )
    with owner.po("de").open("wb") as file:
        write_po(file, stored)
    owner.compile("de")
    crossing = Text(pgettext("alps", "Cross the pass"))
    seen = [Text(*npgettext("alps", *number), n=n) for n in (1, 2)]
    with override_settings(LOCALE_PATHS=[owner.locale]), override("de"):
        assert plain(crossing, ()) == "Den Pass begehen"
        assert plain(Text("Cross the pass"), ()) == "Cross the pass"
        assert [plain(text, ()) for text in seen] == ["1 Pass gesehen", "2 Pässe gesehen"]
    with override("en"):
        assert plain(crossing, ()) == "Cross the pass"
        assert [plain(text, ()) for text in seen] == ["1 pass seen", "2 passes seen"]


def test_a_name_that_has_other_german_elsewhere_clashes_and_no_other_word_does(
    tmp_path: Path,
) -> None:
    for name, german, clashes in (
        ("Players", "Spieler", True),  # the service says "Mitspielende"
        ("Players", "Mitspielende", False),
        ("Alps", "Alpen", False),
    ):
        rules: Rules[Any] = Rules("alps", name, State, players=(2,), package="")
        owner = catalogues.Owner(tmp_path / "locale", (), tmp_path, rules)
        owner.po("de").parent.mkdir(parents=True, exist_ok=True)
        owner.po("de").write_text(
            f'msgid "{name}"\nmsgstr "{german}"\n\nmsgid "Game"\nmsgstr "Wild"\n'
        )
        assert owner.name_clashes("de") == clashes


def test_a_third_language_is_a_line_and_a_folder(tmp_path: Path) -> None:
    """Where it lacks a word it says it in English."""
    (tmp_path / "rules.py").write_text('_("Take a stone"); _("Wait")')
    owner = catalogues.Owner(tmp_path / "locale", (tmp_path / "rules.py",), tmp_path)
    with override_settings(LANGUAGES=[*settings.LANGUAGES, ("eo", "Esperanto")]):
        assert catalogues.languages() == ["de", "eo"]
        owner.update("eo")
        assert owner.po("eo") == tmp_path / "locale/eo/LC_MESSAGES/django.po"
        assert sorted(owner.missing("eo")) == ["Take a stone", "Wait"]
        stored = owner.stored("eo")
        stored["Take a stone"].string = "Prenu ŝtonon"
        with owner.po("eo").open("wb") as file:
            write_po(file, stored)
        owner.compile("eo")
        with override_settings(LOCALE_PATHS=[owner.locale]), override("eo"):
            assert plain(Text("Take a stone"), ()) == "Prenu ŝtonon"
            assert plain(Text("Wait"), ()) == "Wait"


def test_the_language_that_nobody_speaks_is_written_where_a_source_is_newer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "words.py"
    owner = catalogues.Owner(tmp_path / "locale", (source,), tmp_path)
    written = owner.po(pseudo.LANGUAGE).with_suffix(".mo")
    source.write_text('_("One word")')
    owner.compile_pseudo()
    first = written.read_bytes()
    monkeypatch.setattr(catalogues.Owner, "extracted", None)  # nothing is read
    owner.compile_pseudo()
    monkeypatch.undo()
    source.write_text('_("Another word")')
    os.utime(source, (time.time() + 1,) * 2)
    owner.compile_pseudo()
    assert str(pseudo.translation("Another word")).encode() in written.read_bytes()
    assert str(pseudo.translation("One word")).encode() in first


@pytest.mark.django_db
def test_a_third_language_needs_no_migration() -> None:
    with override_settings(LANGUAGES=[*settings.LANGUAGES, ("fr", "French")]):
        call_command("makemigrations", "accounts", check=True, dry_run=True, verbosity=0)
        assert ("fr", "French") in User._meta.get_field("language").flatchoices


def test_the_language_that_nobody_speaks_keeps_what_is_filled_in() -> None:
    message = 'Take <b class="good">%(n)d stones</b> &amp; {player} %%'
    told = pseudo.pseudo_translate(message)
    assert PLACEHOLDER.findall(told) == PLACEHOLDER.findall(message)
    assert [each in told for each in ('<b class="good">', "&amp;", "%%")] == [True] * 3
    assert len(told) > len(message)
    assert not re.search("stones|Take", told)
