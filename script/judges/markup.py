"""The Nu validator reads a page of each sort, and a letter of each kind."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from script.judges.service import ROOT, Absent, Service, Verdict
from script.judges.visiting import one_of_each

JAR = ROOT / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
FILTER = ROOT / "script" / "judges" / "markup.filter"
#: Compiled but once, as a run is short; its schemas want a deep stack.
JAVA = ["-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]


def judge(service: Service) -> Verdict:
    if lacking := lacks():
        raise Absent(lacking)
    names = {}
    folder = service.folder / "markup"
    folder.mkdir()
    for number, page in enumerate(one_of_each(service)):
        file = folder / f"{number}.html"
        file.write_text(page.html, encoding="utf-8")
        names[file] = f"{page.path} ({page.who})"
    letters = service.letters()
    return Verdict(
        f"{len(names)} pages, {len(letters)} letters",
        [f"{names.get(file, file.name)}: {said}" for file, said in read([*names, *letters])],
    )


def lacks() -> str:
    """What this machine has not that it needs."""
    if not shutil.which("java"):
        return "the Nu validator needs Java 17 or newer"
    return "" if JAR.exists() else "the Nu validator is not installed: script/lint-pages does that"


def read(files: list[Path]) -> list[tuple[Path, str]]:
    """What it says of files, but for what the filter lets pass."""
    options = ["--format", "json", "--stdout", "--exit-zero-always", "--filterfile", str(FILTER)]
    command = ["java", *JAVA, "-jar", str(JAR), *options, *map(str, files)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [
        (Path(one["url"].removeprefix("file:")), _words(one))
        for one in json.loads(said)["messages"]
    ]


def _words(one: dict[str, str]) -> str:
    return f"{one['message']} ({one.get('extract', '').strip()[:120]})"
