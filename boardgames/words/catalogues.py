"""The translations: one catalogue per owner, extracted and compiled with Babel.

A catalogue is a folder `locale` with `de/LC_MESSAGES/django.po`, and likewise for each language of
the setting ``LANGUAGES`` except English, the language of the sources. The path decides the owner: a
game's package has its own catalogue, what all rules share has `games/rules/locale`, an app's code
and templates use the app's, and the rest (the frame, the kit, error pages) uses
`boardgames/locale`.
"""

import datetime
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import to_locale

from boardgames.words import package_translations, pseudo
from games.rules import registry
from games.rules.engine import Rules
from games.rules.engine.lesson_files import sentences

BASE = Path(__file__).resolve().parents[2]

KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_METHODS = {".py": "python", ".html": "jinja2", ".svg": "jinja2", ".txt": "jinja2"}
# The admin's templates use Django's translations; ours come with the context.
_ADMINS = "/templates/admin/"
_JINJA = {
    "extensions": "jinja2.ext.do,jinja2.ext.loopcontrols",
    "trimmed": "true",
    "silent": "false",
}

# The owner of each folder of templates/; other folders and the files beside them are ours.
_TEMPLATE_OWNERS = {
    "account": "accounts",
    "accounts": "accounts",
    "mfa": "accounts",
    "games": "games",
    "community": "community",
    "notifications": "notifications",
}


@dataclass(frozen=True)
class Owner:
    """A folder `locale` and the sources of its messages; `rules` if it belongs to a game
    package."""

    locale: Path
    sources: tuple[Path, ...]
    base: Path
    rules: Rules[Any] | None = None

    def po(self, language: str) -> Path:
        return self.locale / to_locale(language) / "LC_MESSAGES" / "django.po"

    def files(self) -> Iterator[Path]:
        for source in self.sources:
            found = source.rglob("*") if source.is_dir() else [source]
            yield from sorted(
                file for file in found if _method(file) and _ADMINS not in file.as_posix()
            )

    def extracted(self, language: str) -> Catalog:
        """The messages of the sources, without translations."""
        catalog = Catalog(locale=to_locale(language), fuzzy=False, charset="utf-8")
        for file in self.files():
            method = _method(file)
            assert method is not None  # it is one of the files
            options = _JINJA if method == "jinja2" else {}
            for line, message, comments, context in extract_from_file(
                method, file, keywords=KEYWORDS, comment_tags=["Translators:"], options=options
            ):
                place = (file.relative_to(self.base).as_posix(), line)
                catalog.add(message, None, [place], auto_comments=comments, context=context)
        return catalog

    def stored(self, language: str) -> Catalog:
        """The catalogue with its translations, as stored in the repository."""
        po = self.po(language)
        if not po.exists():
            return Catalog(locale=to_locale(language))
        with po.open("rb") as file:
            return read_po(file, locale=to_locale(language))

    def update(self, language: str) -> None:
        """Add new messages to the stored catalogue and remove unused ones."""
        fresh = self.extracted(language)
        catalog = self.stored(language)
        catalog.update(fresh, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        if not len(catalog):
            return
        # No dates: a catalogue changes only when its messages do.
        catalog.creation_date = catalog.revision_date = datetime.datetime(2026, 1, 1)
        catalog.header_comment = f"# {Locale.parse(to_locale(language)).english_name}"
        output = BytesIO()
        write_po(output, catalog, width=100, include_lineno=False, sort_by_file=True)
        po = self.po(language)
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_bytes(output.getvalue())

    def compile(self, language: str) -> None:
        """Write the `.mo` beside the `.po`, if the `.po` or our code is newer."""
        po = self.po(language)
        if po.exists() and not _is_newer(po.with_suffix(".mo"), [po, Path(__file__)]):
            _write(po.with_suffix(".mo"), self._apart(language))

    def _apart(self, language: str) -> Catalog:
        """The catalogue in the form in which it is merged with all others.

        A package's messages get a context of their own, except its game's name, which is used
        everywhere.
        """
        catalog = self.stored(language)
        if self.rules is None:
            return catalog
        own = package_translations.context(self.rules.slug)
        for message in [each for each in catalog if each.id and not each.context]:
            catalog.add(message.id, message.string, flags=message.flags, context=own)
            if message.id != self.rules.name:
                catalog.delete(message.id)
        return catalog

    def compile_pseudo(self) -> None:
        """Write the `.mo` of the language that reveals untranslated text.

        Only if a source or the language is newer: reading all messages takes as long as the rest of
        a start.
        """
        mo = self.po(pseudo.LANGUAGE).with_suffix(".mo")
        if _is_newer(mo, [*self.files(), Path(pseudo.__file__), Path(__file__)]):
            return
        catalog = self.extracted("en")
        for message in catalog:
            if message.id:
                message.string = pseudo.translation(message.id)
        _write(mo, catalog)

    def missing(self, language: str) -> list[str]:
        """Messages of the sources that have no translation."""
        stored = self.stored(language)
        lacking = []
        for message in self.extracted(language):
            known = stored.get(message.id, message.context) if message.id else None
            if message.id and (known is None or known.fuzzy or not _whole(known.string)):
                lacking.append(message.id if isinstance(message.id, str) else message.id[0])
        return lacking

    def translated(self, language: str) -> dict[tuple[str | None, str], object]:
        """The translation of each message, by its context and text."""
        return {
            (message.context, message.id if isinstance(message.id, str) else message.id[0]): said
            for message in self.stored(language)
            if message.id and _whole(said := message.string)
        }

    def name_clashes(self, language: str) -> bool:
        """Whether another game, or the service, translates the English name of this game
        differently.

        People would read only one of the two everywhere.
        """
        assert self.rules is not None
        name = (None, self.rules.name)
        said = self.translated(language).get(name)
        others = [other for other in owners() if other.locale != self.locale]
        shared = [each for each in others if each.rules is None or each.rules.name == name[1]]
        return any(each.translated(language).get(name, said) != said for each in shared)


def _method(file: Path) -> Any | None:
    """How Babel reads a file; None for one without messages. The only data with messages are
    lessons."""
    if file.suffix == ".toml":
        return _lesson if file.parent.name == "lessons" else None
    return _METHODS.get(file.suffix)


def _lesson(
    file: IO[bytes], *_how: object, **_options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """The sentences of a lesson, numbered in place of line numbers, which catalogues leave out."""
    for number, sentence in enumerate(sentences(Path(file.name)), 1):
        yield number, None, sentence, []


def languages() -> list[str]:
    """The languages with catalogues; the sources are English."""
    return [code for code, _name in settings.LANGUAGES if code not in ("en", pseudo.LANGUAGE)]


def compile_all() -> None:
    for owner in owners():
        for language in languages():
            owner.compile(language)
        if pseudo.LANGUAGE in dict(settings.LANGUAGES):
            owner.compile_pseudo()


def _is_newer(made: Path, sources: Iterable[Path]) -> bool:
    """Whether a file was written after all of its sources."""
    return made.exists() and all(
        made.stat().st_mtime_ns >= each.stat().st_mtime_ns for each in sources
    )


def _write(mo: Path, catalog: Catalog) -> None:
    output = BytesIO()
    write_mo(output, catalog)
    mo.parent.mkdir(parents=True, exist_ok=True)
    aside = mo.with_suffix(f".{os.getpid()}")  # several processes may compile at once
    aside.write_bytes(output.getvalue())
    aside.replace(mo)


def _whole(translation: str | tuple[str, ...] | list[str] | None) -> bool:
    return all(translation) if isinstance(translation, tuple | list) else bool(translation)


def owners() -> list[Owner]:
    """Every catalogue: the frame's, the apps', the one that all rules share, and each game type's
    in its `table/` folder."""
    apps = map(_app, ("accounts", "community", "games", "notifications"))
    return [_frame(), *apps, _rules(), *_games()]


def _templates_of(owner: str) -> Iterator[Path]:
    for path in sorted((BASE / "templates").iterdir()):
        if _TEMPLATE_OWNERS.get(path.name, "boardgames") == owner:
            yield path


def _frame() -> Owner:
    sources = (BASE / "boardgames", *_templates_of("boardgames"))
    return Owner(BASE / "boardgames" / "locale", sources, BASE)


def _app(name: str) -> Owner:
    folder = BASE / name
    parts = [path for path in sorted(folder.iterdir()) if path.name != "rules"]
    return Owner(folder / "locale", (*parts, *_templates_of(name)), BASE)


def _rules() -> Owner:
    """What all rules share: it goes with their package, which the service is no part of."""
    folder = BASE / "games" / "rules"
    return Owner(folder / "locale", (folder / "engine", folder / "records"), BASE)


def _games() -> Iterator[Owner]:
    for rules in registry.all():
        folder = Path(import_module(rules.package).__path__[0])
        base = BASE if folder.is_relative_to(BASE) else folder.parent
        yield Owner(folder / "table" / "locale", (folder,), base, rules)
