"""The scripts of pages: joined into few files if esbuild is installed, and fetched all at once.

A browser that fetches fifty files of a kilobyte waits for each of them. The sources stay as they
are, and so does what is served in development and on a machine without esbuild.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from posixpath import normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import engines
from django.templatetags.static import static
from markupsafe import Markup

#: How templates name the scripts that pages begin with.
NAMED = re.compile(r"""static\(?\s*"(js/[\w/-]+\.js)\"""")
#: The script of every page, and those of pages that do not have it.
FRAME, UNFRAMED = (
    "js/frame.js",
    ("js/admin-forms.js", "js/cases.js", "js/embed.js", "js/offline.js"),
)
IMPORT = re.compile(r'^(?:import|export)\b(?:[^";]*?\bfrom)?\s*"(\..+?)";$', re.MULTILINE)


def esbuild() -> Path | None:
    """What joins scripts, as `script/server` installs it; None if it is not there."""
    return next(settings.BASE_DIR.glob("node_modules/@esbuild/*/bin/esbuild"), None)


def version() -> str:
    """The version of esbuild; empty without it, or if it cannot run on this machine."""
    tool = esbuild()
    try:
        return subprocess.check_output([tool, "--version"], text=True).strip() if tool else ""
    except (OSError, subprocess.CalledProcessError):
        return ""


def join(folder: Path) -> list[str]:
    """Join each script in ``folder`` that a page begins with and all that it imports.

    What several of them import becomes a file of its own. Returns the names of all files that were
    written; none without esbuild. CalledProcessError, with what is wrong, for scripts that cannot
    be joined.
    """
    tool = esbuild()
    if tool is None or not version():
        return []
    framed = [name for name in entries() if name not in (FRAME, *UNFRAMED)]
    for name in framed:  # so that all that the frame imports is one file
        script = folder / name
        script.write_text(f'import "{folder / FRAME}";\n{script.read_text()}')
    return [*_run(tool, folder, [FRAME, *framed]), *_run(tool, folder, UNFRAMED)]


def _run(tool: Path, folder: Path, names: Sequence[str]) -> list[str]:
    subprocess.run(
        [
            tool, *names, "--bundle", "--splitting", "--format=esm", "--charset=utf8",
            "--outbase=.", "--outdir=.", "--chunk-names=js/joined-[hash]", "--allow-overwrite",
            "--log-level=warning", "--metafile=joined.json",
        ],
        cwd=folder, check=True,
    )  # fmt: skip
    report = folder / "joined.json"
    written = json.loads(report.read_text())["outputs"]
    report.unlink()
    return sorted(written)


def entries() -> list[str]:
    """The names of the scripts that pages begin with."""
    folders = {Path(folder) for engine in engines.all() for folder in engine.template_dirs}
    pages = (page for folder in folders for page in folder.rglob("*.html"))
    return sorted({name for page in pages for name in NAMED.findall(page.read_text())})


def preload(*names: str) -> Markup:
    """Links for a page's head that fetch, together with these scripts, all that they import.

    ``names``: of files in static/js, without ".js".
    """
    needed = dict.fromkeys(file for name in names for file in _imported(f"js/{name}.js"))
    link = Markup('<link rel="modulepreload" href="{}">')
    return Markup("").join(link.format(settings.STATIC_URL + file) for file in needed)


def _imported(name: str) -> list[str]:
    """The names of all files that a script imports, directly or not, as they are served."""
    found: dict[str, None] = {}
    waiting = [served(name)]
    while waiting:
        script = waiting.pop()
        folder = str(PurePosixPath(script).parent)
        for other in IMPORT.findall(_text(script)):
            needed = normpath(f"{folder}/{other}")
            if needed not in found:
                found[needed] = None
                waiting.append(needed)
    return list(found)


def served(name: str) -> str:
    """The name under which a script is served: with a hash, in production."""
    return static(name).removeprefix(settings.STATIC_URL)


def _text(name: str) -> str:
    return Path(finders.find(name) or settings.STATIC_ROOT / name).read_text()
