"""The translations: one catalogue per owner, extracted and compiled with Babel.

A catalogue is a folder `locale` with `de/LC_MESSAGES/django.po`. What belongs to which one is
decided by path: a game's package to its own, an app's code and templates to the app's, the rest
(the frame, the kit, error pages) to `boardgames/locale`.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from games.rules import registry

BASE = Path(__file__).resolve().parent.parent
LANGUAGE = "de"

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
# The admin's templates are in Django's language; their words come with the context.
_ADMINS = "/templates/admin/"
_JINJA = {
    "extensions": "jinja2.ext.do,jinja2.ext.loopcontrols",
    "trimmed": "true",
    "silent": "false",
}

# Whose words the folders of templates/ are; other folders and the files beside them are ours.
_TEMPLATE_OWNERS = {
    "account": "accounts",
    "accounts": "accounts",
    "mfa": "accounts",
    "games": "games",
    "notifications": "notifications",
}


@dataclass(frozen=True)
class Owner:
    """A folder `locale` and where its words come from."""

    locale: Path
    sources: tuple[Path, ...]
    base: Path

    @property
    def po(self) -> Path:
        return self.locale / LANGUAGE / "LC_MESSAGES" / "django.po"

    def files(self) -> Iterator[Path]:
        for source in self.sources:
            found = source.rglob("*") if source.is_dir() else [source]
            yield from sorted(
                file for file in found if file.suffix in _METHODS and _ADMINS not in file.as_posix()
            )

    def extracted(self) -> Catalog:
        """The words of the sources, without translations."""
        catalog = Catalog(locale=LANGUAGE, fuzzy=False, charset="utf-8")
        for file in self.files():
            method = _METHODS[file.suffix]
            options = _JINJA if method == "jinja2" else {}
            for line, message, comments, context in extract_from_file(
                method, file, keywords=KEYWORDS, comment_tags=["Translators:"], options=options
            ):
                place = (file.relative_to(self.base).as_posix(), line)
                catalog.add(message, None, [place], auto_comments=comments, context=context)
        return catalog

    def stored(self) -> Catalog:
        """The catalogue with its translations, as it lies in the repository."""
        if not self.po.exists():
            return Catalog(locale=LANGUAGE)
        with self.po.open("rb") as file:
            return read_po(file, locale=LANGUAGE)

    def update(self) -> None:
        """Takes new words into the stored catalogue and drops those that are used no more."""
        fresh = self.extracted()
        catalog = self.stored()
        catalog.update(fresh, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        if not len(catalog):
            return
        # No dates: a catalogue changes when its words do.
        catalog.creation_date = catalog.revision_date = datetime.datetime(2026, 1, 1)
        catalog.header_comment = "# German"
        output = BytesIO()
        write_po(output, catalog, width=100, include_lineno=False, sort_by_file=True)
        self.po.parent.mkdir(parents=True, exist_ok=True)
        self.po.write_bytes(output.getvalue())

    def compile(self) -> None:
        """Writes the `.mo` beside the `.po`, if that is newer."""
        mo = self.po.with_suffix(".mo")
        if not self.po.exists() or (mo.exists() and mo.stat().st_mtime >= self.po.stat().st_mtime):
            return
        output = BytesIO()
        write_mo(output, self.stored())
        aside = mo.with_suffix(".new")
        aside.write_bytes(output.getvalue())
        aside.replace(mo)

    def missing(self) -> list[str]:
        """Words of the sources that have no German."""
        stored = self.stored()
        lacking = []
        for message in self.extracted():
            known = stored.get(message.id, message.context) if message.id else None
            if message.id and (known is None or known.fuzzy or not _whole(known.string)):
                lacking.append(message.id if isinstance(message.id, str) else message.id[0])
        return lacking

    def translated(self) -> dict[tuple[str | None, str], object]:
        """The German of each message, by its context and words."""
        return {
            (message.context, message.id if isinstance(message.id, str) else message.id[0]): said
            for message in self.stored()
            if message.id and _whole(said := message.string)
        }

    def clashing(self) -> list[str]:
        """Words of which another catalogue has other German: Django merges all catalogues, so
        people would read one of the two in both places."""
        own = self.translated()
        others = [other.translated() for other in owners() if other.locale != self.locale]
        return [
            key[1] for key, said in own.items() if any(o.get(key, said) != said for o in others)
        ]


def _whole(translation: str | tuple[str, ...] | list[str] | None) -> bool:
    return all(translation) if isinstance(translation, tuple | list) else bool(translation)


def owners() -> list[Owner]:
    """Every catalogue: the frame's, the apps', and each game type's in its `table/` folder."""
    return [_frame(), *map(_app, ("accounts", "games", "notifications")), *_games()]


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
    if name == "games":  # the rules' common parts speak with the app's voice
        parts += [folder / "rules" / "engine", folder / "rules" / "registry.py"]
    return Owner(folder / "locale", (*parts, *_templates_of(name)), BASE)


def _games() -> Iterator[Owner]:
    for rules in registry.all():
        folder = Path(import_module(rules.package).__path__[0])
        base = BASE if folder.is_relative_to(BASE) else folder.parent
        yield Owner(folder / "table" / "locale", (folder,), base)
