"""Static files in production: each carries the hash of its content in its name."""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

import lightningcss
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils._os import safe_join
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from boardgames.web import scripts

#: The oldest supported browsers (docs/pages.md): features they lack are rewritten for them.
OLDEST_BROWSERS = ["safari 16.4", "ios_saf 16.4", "firefox 128", "chrome 120"]
#: Script lines that are only a comment; a cast before code on the same line stays.
COMMENTS = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)[ \t]*$", re.MULTILINE)
#: A style sheet that stands in another one, in the same folder.
IMPORTED = re.compile(r'^@import "([a-z-]+\.css)";$', re.MULTILINE)
HASHED = re.compile(r"\.[0-9a-f]{12}\.[a-z0-9]+$")


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Scripts are joined and import each other by hashed names, style sheets are joined and
    rewritten for old browsers.

    So scripts must not import each other in a circle: no hash could be computed.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 30  # the longest chain of imports

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        names = dict.fromkeys([*paths, *scripts.join(Path(self.location))])
        sources = {name: self._read(name) for name in names}
        for name, content in sources.items():
            if (written := as_served(name, joined(name, sources))) != content:
                self.delete(name)
                self.save(name, ContentFile(written))
        yield from super().post_process({name: (self, name) for name in names}, **options)

    def _read(self, name: str) -> bytes:
        with self.open(name) as file:
            content: bytes = file.read()
        return content


def joined(name: str, sources: Mapping[str, bytes]) -> bytes:
    """The file, a style sheet with all that it imports in it: each file costs a request."""
    if not name.endswith(".css"):
        return sources[name]

    def imported(found: re.Match[str]) -> str:
        return sources[str(PurePosixPath(name).with_name(found[1]))].decode()

    return IMPORTED.sub(imported, sources[name].decode()).encode()


def as_served(name: str, content: bytes) -> bytes:
    """A file as it is sent.

    Style sheets are rewritten for the oldest browsers, our scripts lose their comments, which are a
    quarter of them.
    """
    if name.endswith(".css"):
        return for_oldest_browsers(content.decode(), name).encode()
    if name.startswith("js/") and name.endswith(".js"):
        return without_comments(content.decode()).encode()
    return content


def without_comments(script: str) -> str:
    """The script without its comments; line numbers stay, as browsers name them in errors."""
    return COMMENTS.sub(lambda comment: "\n" * comment[0].count("\n"), script)


def for_oldest_browsers(css: str, name: str) -> str:
    """The same style sheet for browsers without `light-dark()` or unprefixed properties.

    It is shorter, too.
    """
    return lightningcss.process_stylesheet(
        css, filename=name, browsers_list=OLDEST_BROWSERS, minify=True
    )


def gather() -> None:
    """Collect all static files in the folder that is served, unless it has exactly these.

    Finding hashed names and compressing takes longer than the rest of a start.
    """
    note, found = settings.STATIC_ROOT.with_name("static-sources"), _sources()
    if settings.STATIC_ROOT.exists() and note.exists() and note.read_text() == found:
        return
    note.unlink(missing_ok=True)
    # Only a gathering that was cut short leaves these; they would be taken for sources.
    for file in [*settings.STATIC_ROOT.rglob("*.js"), *settings.STATIC_ROOT.rglob("*.css")]:
        if not HASHED.search(file.name):
            file.unlink()
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(found)


def _sources() -> str:
    """A hash of all static files and of the code that processes them."""
    tools = version("whitenoise"), version("lightningcss"), scripts.version(), OLDEST_BROWSERS
    words = sha256(f"{settings.STORAGES['staticfiles']} {tools}".encode())
    for code in (__file__, scripts.__file__):
        words.update(Path(code).read_bytes())
    for finder in get_finders():
        for name, storage in finder.list(None):
            words.update(f"\0{name}\0".encode())
            with storage.open(name) as file:
                words.update(file.read())
    return words.hexdigest()


class StaticFiles(WhiteNoiseMiddleware):
    """Serves static files, also those of the previous and of the next release.

    While an upgrade runs, another process may have made the page that asks for them.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url.startswith(self.static_prefix) and url not in self.files and HASHED.search(url):
            self._look_for(url)
        return super().__call__(request)  # type: ignore[no-any-return]

    def _look_for(self, url: str) -> None:
        try:
            file = Path(safe_join(self.static_root, url[len(self.static_prefix) :]))
        except (SuspiciousFileOperation, ValueError):
            return
        if file.is_file():
            self.add_file_to_dictionary(url, str(file))
