"""`python -m script.rules_wheel FOLDER` builds the wheel `boardgames-rules`: the engine and the
rules of our games, without Django, for programs that play over the API. Prints where it lies."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: What belongs to the pages of a game.
LEFT_OUT = {"table", "locale", "__pycache__"}
#: No file in it is younger, so that the same sources give the same wheel.
LONG_AGO = (1980, 1, 1, 0, 0, 0)

METADATA = """\
Metadata-Version: 2.1
Name: boardgames-rules
Version: {version}
Summary: The rules of board games, and programs that think ahead in them
License: MIT
Requires-Python: {python}
Requires-Dist: {msgspec}
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: boardgames
Root-Is-Purelib: true
Tag: py3-none-any
"""


def build(folder: Path) -> Path:
    """Write the wheel into this folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = (ROOT / "requirements.in").read_text()
    msgspec = re.search(r"^msgspec==\S+", needed, re.MULTILINE)
    assert msgspec is not None
    version, about = project["version"], f"boardgames_rules-{project['version']}.dist-info"
    metadata = METADATA.format(
        version=version, python=project["requires-python"], msgspec=msgspec[0]
    )
    files = dict(_sources())
    files[f"{about}/METADATA"] = metadata.encode()
    files[f"{about}/WHEEL"] = WHEEL.encode()
    record = "".join(f"{name},{_digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"boardgames_rules-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return wheel


def _sources() -> Iterator[tuple[str, bytes]]:
    rules = ROOT / "games" / "rules"
    yield "games/__init__.py", (ROOT / "games" / "__init__.py").read_bytes()
    for file in sorted(rules.rglob("*")):
        if file.is_file() and LEFT_OUT.isdisjoint(file.relative_to(rules).parts):
            yield file.relative_to(ROOT).as_posix(), file.read_bytes()


def _digest(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"sha256={digest.decode().rstrip('=')}"


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
