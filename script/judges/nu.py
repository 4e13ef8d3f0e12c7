"""The Nu validator reads every page that the crawler found."""

from __future__ import annotations

from pathlib import Path

from script.judges import crawler
from script.judges.service import TOOLS, Service, Verdict, first_json, run


def judge(service: Service) -> Verdict:
    folder = service.folder / "pages"
    folder.mkdir(exist_ok=True)
    paths = {}
    for number, page in enumerate(crawler.pages(service)):
        if page.html and page.status == 200:
            file = folder / f"{number}.html"
            file.write_text(page.html)
            paths[file.name] = page.path
    found = [f"{paths[file]}: {words}" for file, words in errors(folder)]
    return Verdict(f"{len(paths)} pages", found)


def errors(folder: Path) -> list[tuple[str, str]]:
    """Each error in the files of a folder: the file's name, and what is wrong."""
    jar = TOOLS / "vnu-jar" / "build" / "dist" / "vnu.jar"
    said = first_json(
        run(["java", "-Xss4m", "-jar", str(jar), "--stdout", "--format", "json", str(folder)])
    )
    assert isinstance(said, dict)
    return [
        (Path(one["url"]).name, f"{one['message']} {one.get('extract', '')[:80]!r}")
        for one in said["messages"]
        if one["type"] == "error"
    ]
